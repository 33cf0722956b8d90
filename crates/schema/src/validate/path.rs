//! Names of nodes in messages: `a.b[0]`.

use std::fmt::Write;

use yardstick_template::{convert::display_key, tree::Yaml};

/// The node that the item numbers `path` lead to from `root`.
pub(crate) fn name(root: &Yaml, path: &[u32]) -> String {
    if path.is_empty() {
        return "(document)".to_owned();
    }
    let mut name = String::new();
    let mut here = root;
    for &at in path {
        match here {
            Yaml::Map(map) => {
                let Some(item) = map.items().get(at as usize) else { break };
                if !name.is_empty() {
                    name.push('.');
                }
                name.push_str(&display_key(&item.key));
                here = &item.value;
            }
            Yaml::Array(array) => {
                let _ = write!(name, "[{at}]");
                let Some(item) = array.items.get(at as usize) else { break };
                here = &item.value;
            }
            _ => break,
        }
    }
    name
}
