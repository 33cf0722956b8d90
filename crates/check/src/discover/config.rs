use yardstick_diagnostics::{Diagnostic, codes, spelling};
use yardstick_yaml::{
    NodeId, NodeRef,
    json::{Member, Type, View},
};

use super::patterns::Patterns;

/// The project's configuration.
#[derive(Debug)]
pub struct Config {
    directory: String,
    schemas: Vec<(String, Patterns)>,
    /// Keys that mean nothing.
    pub warnings: Vec<Diagnostic>,
}

/// The keys of a configuration. The command itself reads those about reports.
const KEYS: [&str; 3] = ["schemas", "diagnostics", "notes"];

impl Config {
    /// The name of the file.
    pub const NAME: &str = ".yardstick.yaml";

    /// The configuration in `view`, which was read from a file in `directory`.
    pub fn read(view: &View, directory: &str) -> Result<Self, Box<Diagnostic>> {
        let mut config =
            Self { directory: directory.to_owned(), schemas: Vec::new(), warnings: Vec::new() };
        let root = view.tree().document(0).map(|document| document.root().dereferenced().id());
        let Some(root) = root.filter(|&root| view.type_of(root) != Type::Null) else {
            return Ok(config);
        };
        if !view.node(root).is_map() {
            return Err(wrong(view, root, "the configuration must be a map"));
        }
        for Member { key, value } in view.members(root) {
            if view.name(key) == "schemas" {
                config.read_schemas(view, value)?;
            } else if !KEYS.contains(&view.name(key)) {
                config.warnings.push(unknown(view, key));
            }
        }
        Ok(config)
    }

    fn read_schemas(&mut self, view: &View, table: NodeId) -> Result<(), Box<Diagnostic>> {
        if view.type_of(table) == Type::Null {
            return Ok(());
        }
        if !view.node(table).is_map() {
            return Err(wrong(view, table, "`schemas` must be a map of schemas to file patterns"));
        }
        for Member { key, value } in view.members(table) {
            let value = view.node(value);
            let items: Vec<NodeId> = if value.is_sequence() {
                value.items().map(NodeRef::id).collect()
            } else {
                vec![value.id()]
            };
            let mut patterns = Patterns::default();
            for item in items {
                if view.type_of(item) != Type::String {
                    return Err(wrong(view, item, "a file pattern must be a string"));
                }
                patterns.add(view.node(item).text());
            }
            self.schemas.push((view.name(key).to_owned(), patterns));
        }
        Ok(())
    }

    /// The schema of `path`, and the directory it is relative to.
    pub(super) fn find(&self, path: &str) -> Option<(String, String)> {
        let (reference, _) = self.schemas.iter().find(|(_, patterns)| patterns.matches(path))?;
        Some((reference.clone(), self.directory.clone()))
    }
}

fn wrong(view: &View, at: NodeId, message: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::CONFIGURATION, message).at(view.written(at).content_span()))
}

fn unknown(view: &View, key: NodeId) -> Diagnostic {
    let name = view.name(key);
    let warning = Diagnostic::warning(
        codes::UNKNOWN_SETTING,
        format!("unknown key '{name}' in the configuration"),
    )
    .at(view.written(key).content_span());
    match spelling::nearest(name, KEYS) {
        Some(near) => warning.note(spelling::did_you_mean(near)),
        None => warning.note(format!("known are `{}`", KEYS.join("`, `"))),
    }
}
