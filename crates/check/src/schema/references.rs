//! Resolves references. Collects the identifiers and anchors of all files, in one walk over each.
//!
//! The engine resolves references on its own. This module answers what the engine does not report: cycles, the
//! positions of broken references, and the files that a bundle needs.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use url::Url;
use yardstick_world::paths::percent_decoded;
use yardstick_yaml::{
    NodeId,
    json::{Member, Type, View, unescape},
};

use super::{
    keywords::{self, Applies, Holds},
    store::SchemaFile,
};

/// A place in one of the files, as (file, node).
pub(super) type Place = (usize, NodeId);

/// A `$ref` as written.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    /// The schema object that contains it.
    pub(super) schema: Place,
    /// The node of its text.
    pub(super) value: NodeId,
    /// The base URL at this place.
    pub(super) base: Arc<Url>,
    /// Its text.
    pub(super) text: String,
}

/// The identifiers, anchors and references of several files.
#[derive(Debug, Default)]
pub(super) struct Atlas {
    pub(super) files: Vec<Arc<SchemaFile>>,
    resources: FxHashMap<String, Place>,
    anchors: FxHashMap<(String, String), Place>,
    pub(super) references: Vec<Reference>,
    by_schema: FxHashMap<Place, usize>,
    /// `$dynamicRef` and `$recursiveRef`, by the schema object that contains them.
    dynamic: FxHashMap<Place, Reference>,
    /// Schema objects that apply other schemas to the same value.
    pub(super) leading: Vec<Place>,
    /// Schema objects with `unevaluatedProperties` or `unevaluatedItems`.
    pub(super) unevaluated: Vec<Place>,
    /// Whether there is a `$dynamicRef` or `$recursiveRef`, which may lead anywhere.
    pub(super) has_other_references: bool,
}

impl Atlas {
    pub(super) fn new(files: Vec<Arc<SchemaFile>>) -> Self {
        let mut atlas = Atlas::default();
        for file in files {
            atlas.add(file);
        }
        atlas
    }

    /// Adds a file.
    pub(super) fn add(&mut self, file: Arc<SchemaFile>) {
        self.files.push(file);
        self.read(self.files.len() - 1);
    }

    fn read(&mut self, file: usize) {
        let schema_file = Arc::clone(&self.files[file]);
        let view = &schema_file.view;
        let (Some(root), Ok(base)) = (schema_file.root(), Url::parse(&schema_file.url)) else {
            return;
        };
        self.resources.insert(without_fragment(&base), (file, root));
        // (node, base URL, whether its members are keywords). The names below `properties` are not keywords.
        let mut open = vec![(root, Arc::new(base), true)];
        while let Some((id, mut base, is_schema)) = open.pop() {
            let node = view.node(id);
            if node.is_sequence() {
                open.extend(node.items().map(|item| (item.id(), Arc::clone(&base), true)));
                continue;
            }
            if !node.is_map() {
                continue;
            }
            // Most schemas have no identifier, and each question would go over all members again.
            let is_identifier =
                |name: &str| matches!(name, "$id" | "id" | "$anchor" | "$dynamicAnchor");
            if is_schema && view.members(id).any(|member| is_identifier(view.name(member.key))) {
                self.read_identifiers(view, (file, node.id()), &mut base);
            }
            for Member { key, value } in view.members(id) {
                let name = view.name(key);
                let keyword = keywords::find(name).filter(|_| is_schema);
                let holds = keyword.map_or(Holds::Schema, |keyword| keyword.holds);
                let place = (file, node.id());
                match keyword {
                    Some(known)
                        if matches!(known.name, "$ref" | "$dynamicRef" | "$recursiveRef") =>
                    {
                        self.read_reference(view, place, name, value, &base);
                    }
                    Some(known)
                        if known.applies == Applies::InPlace
                            && self.leading.last() != Some(&place) =>
                    {
                        self.leading.push(place);
                    }
                    Some(known) if known.name.starts_with("unevaluated") => {
                        self.unevaluated.push(place);
                    }
                    _ => {}
                }
                if holds != Holds::Data && holds != Holds::Plain && !view.node(value).is_scalar() {
                    let by_name =
                        matches!(holds, Holds::SchemasByName | Holds::SchemasOrNamesByName);
                    open.push((value, Arc::clone(&base), !by_name));
                }
            }
        }
    }

    /// Adds a reference of the schema object at `schema`.
    fn read_reference(
        &mut self,
        view: &View,
        schema: Place,
        keyword: &str,
        value: NodeId,
        base: &Arc<Url>,
    ) {
        self.has_other_references |= keyword != "$ref";
        if view.type_of(value) != Type::String {
            return;
        }
        let text = view.node(value).text().to_owned();
        let reference = Reference { schema, value, base: Arc::clone(base), text };
        if keyword == "$ref" {
            self.by_schema.insert(schema, self.references.len());
            self.references.push(reference);
        } else {
            self.dynamic.insert(schema, reference);
        }
    }

    fn read_identifiers(&mut self, view: &View, place: Place, base: &mut Arc<Url>) {
        let text = |name| {
            let value = view.get(place.1, name)?;
            (view.type_of(value) == Type::String).then(|| view.node(value).text())
        };
        if let Some(id) = text("$id").or_else(|| text("id"))
            && let Ok(url) = base.join(id)
        {
            if let Some(fragment) = url.fragment().filter(|fragment| !fragment.is_empty()) {
                // Up to draft 7, an anchor is written as `$id: "#name"`.
                self.anchors.insert((without_fragment(&url), fragment.to_owned()), place);
            } else {
                self.resources.insert(without_fragment(&url), place);
            }
            *base = Arc::new(url);
        }
        for anchor in ["$anchor", "$dynamicAnchor"].into_iter().filter_map(text) {
            self.anchors.insert((without_fragment(base), anchor.to_owned()), place);
        }
    }

    /// Whether `file` has been added.
    pub(super) fn has(&self, file: &Arc<SchemaFile>) -> bool {
        self.files.iter().any(|known| Arc::ptr_eq(known, file))
    }

    /// Whether there is only one file, without identifiers and without references to other files.
    pub(super) fn is_alone(&self) -> bool {
        !self.has_other_references
            && self.files.len() == 1
            && self.resources.len() == 1
            && self.references.iter().all(|reference| reference.text.starts_with('#'))
    }

    /// Returns the target of `reference`, if it is in these files.
    pub(super) fn resolve(&self, reference: &Reference) -> Option<Place> {
        self.resolve_url(&reference.base.join(&reference.text).ok()?)
    }

    /// Whether `reference` leads to a list, which is no schema.
    pub(super) fn names_list(&self, reference: &Reference) -> bool {
        self.resolve(reference)
            .is_some_and(|(file, node)| self.files[file].view.node(node).is_sequence())
    }

    /// What `url` names, if that is in these files.
    pub(super) fn resolve_url(&self, url: &Url) -> Option<Place> {
        let resource = without_fragment(url);
        let fragment = url.fragment().unwrap_or_default();
        if fragment.is_empty() || fragment.starts_with('/') {
            let place = *self.resources.get(&resource)?;
            self.follow(place, fragment)
        } else {
            self.anchors.get(&(resource, percent_decoded(fragment))).copied()
        }
    }

    /// Returns the properties that the schema at `place` declares. With `is_far`, includes those of the schemas that
    /// it applies to the same value.
    pub(super) fn declared(&self, place: Place, is_far: bool) -> Vec<String> {
        let mut names = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![place];
        while let Some((file, id)) = open.pop() {
            let view = &self.files[file].view;
            let id = view.node(id).id();
            if !view.node(id).is_map() || !seen.insert((file, id)) {
                continue;
            }
            if let Some(table) = view.get(id, "properties").filter(|&id| view.node(id).is_map()) {
                names.extend(view.members(table).map(|member| view.name(member.key).to_owned()));
            }
            if !is_far {
                break;
            }
            for Member { key, value } in view.members(id) {
                let keyword = keywords::find(view.name(key));
                match keyword.filter(|known| known.applies == Applies::InPlace) {
                    Some(known) if known.holds == Holds::Schema => open.push((file, value)),
                    Some(known) if known.holds == Holds::Schemas => {
                        open.extend(view.node(value).items().map(|item| (file, item.id())));
                    }
                    Some(known) if known.holds == Holds::SchemasByName => {
                        open.extend(view.members(value).map(|member| (file, member.value)));
                    }
                    Some(_) => {
                        let target = self.reference_at((file, id)).and_then(|to| self.resolve(to));
                        open.extend(target);
                    }
                    None => {}
                }
            }
        }
        names
    }

    /// Returns the reference in the schema object at `place`.
    pub(super) fn reference_at(&self, place: Place) -> Option<&Reference> {
        self.by_schema.get(&place).map(|&at| &self.references[at])
    }

    /// Returns the `$dynamicRef` or `$recursiveRef` in the schema object at `place`.
    pub(super) fn dynamic_at(&self, place: Place) -> Option<&Reference> {
        self.dynamic.get(&place)
    }

    /// Returns the URLs of referenced files that have not been added.
    pub(super) fn missing(&self) -> Vec<String> {
        let references = self.references.iter().chain(self.dynamic.values());
        let mut missing: Vec<String> = references
            .filter(|reference| !reference.text.starts_with('#'))
            .filter_map(|reference| reference.base.join(&reference.text).ok())
            .map(|url| without_fragment(&url))
            .filter(|url| !self.resources.contains_key(url))
            .collect();
        missing.sort_unstable();
        missing.dedup();
        missing
    }

    fn follow(&self, (file, mut node): Place, pointer: &str) -> Option<Place> {
        let view = &self.files[file].view;
        for segment in pointer.split('/').skip(1) {
            let name = unescape(&percent_decoded(segment));
            let at = view.node(node);
            node = if at.is_map() {
                view.get(at.id(), &name)?
            } else {
                at.items().nth(name.parse().ok()?)?.id()
            };
        }
        Some((file, view.node(node).id()))
    }
}

fn without_fragment(url: &Url) -> String {
    let text = url.as_str();
    text.split('#').next().unwrap_or(text).to_owned()
}
