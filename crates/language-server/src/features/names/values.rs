//! Finds keys of data values in YAML: schemas, data values documents, values files.

use std::collections::BTreeSet;

use yardstick_workspace::PRIVATE_LIBRARY;
use yardstick_world::paths;
use yardstick_yaml::{Kind, NodeId, NodeRef, tree::Owner};

use super::{Known, flow::ITEM};
use crate::features::code::{Place, Shape, inside};
use crate::group::directory_of;

/// A document that contains data values.
#[derive(Clone, Debug)]
pub(super) struct Holder {
    /// The number of the document.
    pub(super) document: usize,
    /// The directory of its library.
    pub(super) library: String,
    /// Whether it is a schema.
    pub(super) is_schema: bool,
}

/// The documents of a file that contain data values. `given` is set for a values file, and names its library.
pub(super) fn holders(
    file: &Known,
    given: Option<&str>,
    libraries: &BTreeSet<String>,
) -> Vec<Holder> {
    let count = file.view.yaml.tree.documents().len();
    if let Some(name) = given {
        let ending = format!("/{PRIVATE_LIBRARY}/{name}");
        let named = libraries.iter().find(|library| library.ends_with(&ending));
        let library =
            if name.is_empty() { String::new() } else { named.cloned().unwrap_or_default() };
        let all = (0..count).map(|document| Holder {
            document,
            library: library.clone(),
            is_schema: false,
        });
        return all.collect();
    }
    let mut all: Vec<Holder> = Vec::new();
    for annotation in &file.code.annotations {
        let Owner::Document(document) = annotation.owner else { continue };
        let is_schema = match annotation.name.as_str() {
            "data/values-schema" => true,
            "data/values" => false,
            _ => continue,
        };
        if document as usize >= count {
            continue;
        }
        let reference = file
            .code
            .annotations
            .iter()
            .find(|one| one.name == "library/ref" && one.owner == annotation.owner);
        let name = reference
            .and_then(|one| one.arguments.first())
            .and_then(|(_, expr)| file.code.string(*expr));
        let library = match name {
            Some(name) => library_at(&file.view.path, name.trim_start_matches('@')),
            None => file.library.clone(),
        };
        all.push(Holder { document: document as usize, library, is_schema });
    }
    all
}

/// The directory of the library `name` that code in the file at `path` requests.
pub(super) fn library_at(path: &str, name: &str) -> String {
    let below = format!("{PRIVATE_LIBRARY}/{}", name.trim_matches('/'));
    paths::absolute(&directory_of(path), &below)
}

/// The directories of libraries that the files request.
pub(super) fn library_directories(files: &[Known]) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for file in files {
        let code = &file.code;
        for fact in &code.exprs {
            if let Shape::Call(callee, args) = &fact.shape
                && let Shape::Attr(_, method) = &code.exprs[*callee].shape
                && method == "get"
                && let Some(name) = args.first().and_then(|(_, expr)| code.string(*expr))
            {
                all.insert(library_at(&file.view.path, name));
            }
        }
        for annotation in code.annotations.iter().filter(|one| one.name == "library/ref") {
            if let Some(name) =
                annotation.arguments.first().and_then(|(_, expr)| code.string(*expr))
            {
                all.insert(library_at(&file.view.path, name.trim_start_matches('@')));
            }
        }
    }
    // A method `get` of another object names no directory.
    all.retain(|library| files.iter().any(|file| paths::is_within(&file.view.path, library)));
    all
}

/// A key of a data values document.
pub(super) struct Key {
    pub(super) library: String,
    pub(super) path: Vec<String>,
    pub(super) place: Place,
    pub(super) is_schema: bool,
}

impl Known {
    /// All keys of documents that contain data values.
    pub(super) fn keys(&self) -> Vec<Key> {
        let mut all = Vec::new();
        for holder in &self.documents {
            let Some(document) = self.view.yaml.tree.document(holder.document) else { continue };
            self.keys_in(document.root(), &mut Vec::new(), holder, &mut all);
        }
        all
    }

    /// The keys written in `block`, a function of the file, as data values of `library`.
    pub(super) fn keys_within(&self, block: &Place, library: &str) -> Vec<Key> {
        let mut all = Vec::new();
        let is_inside = |node: NodeRef<'_>| block.start <= node.start() && node.start() < block.end;
        for document in self.view.yaml.tree.documents() {
            let library = library.to_owned();
            let holder = Holder { document: document.index(), library, is_schema: false };
            let mut reached = 0;
            for entry in document.nodes().flat_map(NodeRef::entries) {
                // Keys below a key were already found with it.
                if !is_inside(entry.key) || entry.key.start() < reached {
                    continue;
                }
                reached = entry.value.end().max(entry.key.end());
                let mut path = vec![entry.key.text().to_owned()];
                if let Some(place) = self.key_place(entry.key) {
                    let library = holder.library.clone();
                    all.push(Key { library, path: path.clone(), place, is_schema: false });
                }
                self.keys_in(entry.value, &mut path, &holder, &mut all);
            }
        }
        all
    }

    fn keys_in(
        &self,
        node: NodeRef<'_>,
        path: &mut Vec<String>,
        holder: &Holder,
        all: &mut Vec<Key>,
    ) {
        for entry in
            node.entries().filter(|entry| entry.key.is_scalar() && !entry.key.is_merge_key())
        {
            path.push(entry.key.text().to_owned());
            if let Some(place) = self.key_place(entry.key) {
                let (library, is_schema) = (holder.library.clone(), holder.is_schema);
                all.push(Key { library, path: path.clone(), place, is_schema });
            }
            self.keys_in(entry.value, path, holder, all);
            path.pop();
        }
        for item in node.items() {
            path.push(ITEM.to_owned());
            self.keys_in(item, path, holder, all);
            path.pop();
        }
    }

    /// The place of a key's text, without quotes.
    pub(super) fn key_place(&self, key: NodeRef<'_>) -> Option<Place> {
        let span = key.content_span();
        inside(&(span.start..span.end), key.text(), self.view.text.as_str())
    }

    /// The data value that a comment belongs to, with the directory of its library.
    pub(super) fn owner_path(&self, owner: Owner) -> Option<(String, Vec<String>)> {
        let tree = &self.view.yaml.tree;
        let node = match owner {
            Owner::Document(document) => {
                let holder = self.documents.iter().find(|one| one.document == document as usize)?;
                return Some((holder.library.clone(), Vec::new()));
            }
            Owner::MapItem(node) | Owner::ArrayItem(node) => node,
        };
        self.documents.iter().find_map(|holder| {
            let root = tree.document(holder.document)?.root();
            let mut path = Vec::new();
            find(root, node, &mut path).then(|| (holder.library.clone(), path))
        })
    }
}

/// Searches `node` for the key or item `wanted`. If it is found, `path` leads to it.
fn find(node: NodeRef<'_>, wanted: NodeId, path: &mut Vec<String>) -> bool {
    if wanted < node.id() || wanted >= node.subtree_end() {
        return false;
    }
    match node.kind() {
        Kind::Map => {
            for entry in node.entries() {
                path.push(entry.key.text().to_owned());
                if entry.key.id() == wanted || find(entry.value, wanted, path) {
                    return true;
                }
                path.pop();
            }
        }
        Kind::Sequence => {
            for item in node.items() {
                path.push(ITEM.to_owned());
                if item.id() == wanted || find(item, wanted, path) {
                    return true;
                }
                path.pop();
            }
        }
        Kind::Scalar | Kind::Alias => {}
    }
    false
}
