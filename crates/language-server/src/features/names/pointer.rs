//! Resolves `$ref`s of YAML Schema and JSON Schema.

use yardstick_world::paths;
use yardstick_yaml::{NodeRef, Tree, json::unescape};

use crate::features::code::{Place, inside};
use crate::group::directory_of;

/// A `$ref`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    /// The path of the target file.
    pub(crate) path: String,
    /// The path to the node, from the root of the document.
    pub(crate) steps: Vec<String>,
    /// Its place, without quotes.
    pub(crate) place: Place,
}

/// The `$ref`s of a file.
pub(crate) fn references_in(path: &str, text: &str, tree: &Tree) -> Vec<Reference> {
    let mut all = Vec::new();
    for node in tree.nodes().filter(|node| node.is_map()) {
        for entry in
            node.entries().filter(|entry| entry.key.text() == "$ref" && entry.value.is_scalar())
        {
            let span = entry.value.content_span();
            let written = entry.value.text();
            let Some(place) = inside(&(span.start..span.end), written, text) else { continue };
            if let Some((file, steps)) = read(path, written) {
                all.push(Reference { path: file, steps, place });
            }
        }
    }
    all
}

/// The file, and the path in it, of a `$ref` in the file at `path`; `None` for URLs of other hosts.
fn read(path: &str, written: &str) -> Option<(String, Vec<String>)> {
    if written.contains("://") {
        return None;
    }
    let (file, fragment) = written.split_once('#').unwrap_or((written, ""));
    let file =
        if file.is_empty() { path.to_owned() } else { paths::absolute(&directory_of(path), file) };
    if !fragment.is_empty() && !fragment.starts_with('/') {
        return None;
    }
    let steps = fragment.split('/').skip(1).map(|step| unescape(&paths::percent_decoded(step)));
    Some((file, steps.collect()))
}

/// The key at the end of `steps`. The value if there is no key: the root or an item.
pub(crate) fn follow<'t>(tree: &'t Tree, steps: &[String]) -> Option<NodeRef<'t>> {
    let mut node = tree.document(0)?.root();
    let mut key = None;
    for step in steps {
        node = node.dereferenced();
        if node.is_map() {
            let entry = node.entries().find(|entry| entry.key.text() == step)?;
            (key, node) = (Some(entry.key), entry.value);
        } else {
            node = node.items().nth(step.parse().ok()?)?;
            key = None;
        }
    }
    Some(key.unwrap_or(node))
}

/// The path to the key at `offset`, from the root of the first document.
pub(crate) fn steps_to(tree: &Tree, offset: u32) -> Option<Vec<String>> {
    fn find(node: NodeRef<'_>, offset: u32, steps: &mut Vec<String>) -> bool {
        for entry in node.entries() {
            steps.push(entry.key.text().to_owned());
            let span = entry.key.content_span();
            if (span.start <= offset && offset <= span.end) || find(entry.value, offset, steps) {
                return true;
            }
            steps.pop();
        }
        for (at, item) in node.items().enumerate() {
            steps.push(at.to_string());
            if find(item, offset, steps) {
                return true;
            }
            steps.pop();
        }
        false
    }
    let mut steps = Vec::new();
    find(tree.document(0)?.root(), offset, &mut steps).then_some(steps)
}
