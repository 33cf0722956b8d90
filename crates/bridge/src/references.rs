//! Resolves `$ref` inside a document.

use rustc_hash::FxHashMap;
use url::Url;
use yardstick_diagnostics::{Diagnostic, codes, spelling};
use yardstick_world::paths::percent_decoded;
use yardstick_yaml::{
    NodeId,
    json::{Type, View, unescape},
};

/// The targets of a document that references can name, besides JSON pointers.
pub(crate) struct References<'v> {
    view: &'v View,
    /// The document and its embedded schemas with an `$id`, outer ones first.
    resources: Vec<Resource>,
    /// The resources by full URL.
    by_address: FxHashMap<String, usize>,
    /// Whether the document declares its own URL.
    has_address: bool,
    /// Whether a reference stands alone: its draft passes over the keywords beside it.
    pub(crate) stand_alone: bool,
    /// Whether a property says itself that it is required, as in draft 3.
    pub(crate) properties_require: bool,
    /// Schemas with a name of their own, by the resource that holds them.
    anchors: FxHashMap<(usize, &'v str), NodeId>,
}

/// A schema with a URL. References inside are relative to it.
struct Resource {
    node: NodeId,
    /// The first node after the schema.
    end: NodeId,
    base: Option<Url>,
}

impl<'v> References<'v> {
    /// Collects the targets in the document that contains `schema`.
    pub(crate) fn new(view: &'v View, schema: NodeId) -> Self {
        let root = view.document_of(schema);
        let mut this = Self {
            view,
            resources: Vec::new(),
            by_address: FxHashMap::default(),
            has_address: false,
            stand_alone: false,
            properties_require: false,
            anchors: FxHashMap::default(),
        };
        // Up to draft 4, the keyword is `id` without the `$`.
        let is_old = this.text(root, "$schema").is_some_and(|url| url.contains("draft-0"));
        this.stand_alone = is_old;
        this.properties_require =
            this.text(root, "$schema").is_some_and(|url| url.contains("draft-03"));
        let keywords: &[&str] = if is_old { &["$id", "id"] } else { &["$id"] };
        // A placeholder: the document does not declare its URL.
        let nowhere = Url::parse("file:///").ok();
        let own = ["$id", "id"].iter().find_map(|name| this.text(root, name));
        this.has_address = own.is_some();
        let base = own.and_then(|id| nowhere.as_ref()?.join(id).ok()).or(nowhere);
        this.add_resource(root, base);
        for id in (root.0..view.written(root).subtree_end().0).map(NodeId) {
            if view.type_of(id) != Type::Object || view.written(id).alias_target().is_some() {
                continue;
            }
            let named = keywords.iter().find_map(|name| this.text(id, name));
            if let Some(name) = named.filter(|name| id != root && !name.starts_with('#')) {
                let base = this.resources[this.resource_of(id)].base.as_ref();
                let base = base.and_then(|base| base.join(name).ok());
                this.add_resource(id, base);
            }
            let resource = this.resource_of(id);
            let anchors = ["$anchor", "$dynamicAnchor"];
            let anchors = anchors.iter().filter_map(|name| this.text(id, name));
            // Up to draft 7, an `$id` that is only a fragment is an anchor.
            let fragment = named.and_then(|name| name.strip_prefix('#'));
            for anchor in anchors.chain(fragment).collect::<Vec<_>>() {
                this.anchors.entry((resource, anchor)).or_insert(id);
            }
        }
        this
    }

    fn add_resource(&mut self, node: NodeId, base: Option<Url>) {
        let at = self.resources.len();
        if let Some(base) = &base {
            self.by_address.entry(without_fragment(base.clone())).or_insert(at);
        }
        let end = self.view.written(node).subtree_end();
        self.resources.push(Resource { node, end, base });
    }

    /// Returns the innermost resource that contains `id`.
    fn resource_of(&self, id: NodeId) -> usize {
        let holds = |resource: &Resource| resource.node <= id && id < resource.end;
        self.resources.iter().rposition(holds).unwrap_or_default()
    }

    fn text(&self, id: NodeId, name: &str) -> Option<&'v str> {
        let id = self.view.node(id).id();
        if self.view.type_of(id) != Type::Object {
            return None;
        }
        let value = self.view.get(id, name)?;
        let value = self.view.node(value);
        (self.view.type_of(value.id()) == Type::String).then(|| value.text())
    }

    /// Returns the target of the reference at `place`.
    pub(crate) fn resolve(
        &self,
        place: NodeId,
        reference: &str,
    ) -> Result<NodeId, Box<Diagnostic>> {
        let (document, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let error = |message: String| {
            Diagnostic::error(codes::UNUSABLE_REFERENCE, message)
                .at(self.view.written(place).content_span())
        };
        let from = self.resource_of(place);
        let resource = if document.is_empty() {
            from
        } else {
            let base = self.resources[from].base.as_ref();
            let address = base.and_then(|base| base.join(document).ok()).map(without_fragment);
            let known = address.and_then(|url| self.by_address.get(&url).copied());
            let known = known.or_else(|| self.beside_document(from, document));
            known.ok_or_else(|| {
                let problem = error(format!("`$ref` leads to another document: {reference}"));
                Box::new(problem.note("`yardstick schema bundle` puts all documents into one"))
            })?
        };
        let start = self.resources[resource].node;
        let target = if fragment.is_empty() || fragment.starts_with('/') {
            follow(self.view, start, fragment)
        } else {
            self.anchors.get(&(resource, fragment)).copied()
        };
        target.ok_or_else(|| {
            let problem = error(format!("`$ref` leads nowhere: {reference}"));
            Box::new(problem.notes(near(self.view, start, fragment)))
        })
    }
}

impl References<'_> {
    /// Finds the embedded document that the path `document` refers to, in a bundle that does not declare its URL. It
    /// must be the only one whose URL ends with that path.
    fn beside_document(&self, from: usize, document: &str) -> Option<usize> {
        if self.has_address || from != 0 {
            return None;
        }
        let path = document.trim_start_matches("./").trim_start_matches("../");
        let is_it = |resource: &Resource| {
            let own = resource.base.as_ref().map(Url::path);
            own.and_then(|own| own.strip_suffix(path)).is_some_and(|before| before.ends_with('/'))
        };
        let found = self.resources.iter().enumerate().skip(1).filter(|(_, one)| is_it(one));
        let mut found = found.map(|(at, _)| at);
        found.next().filter(|_| found.next().is_none())
    }
}

fn without_fragment(mut url: Url) -> String {
    url.set_fragment(None);
    url.into()
}

/// Follows a JSON pointer, given as a URL fragment.
pub(crate) fn follow(view: &View, from: NodeId, fragment: &str) -> Option<NodeId> {
    let mut here = view.node(from).id();
    for segment in fragment.split('/').skip(1) {
        let name = unescape(&percent_decoded(segment));
        let next = match view.type_of(here) {
            Type::Object => view.get(here, &name)?,
            Type::Array => view.node(here).items().nth(name.parse().ok()?)?.id(),
            _ => return None,
        };
        here = view.node(next).id();
    }
    Some(here)
}

/// Suggests what was probably meant by a JSON pointer that leads nowhere: its first segment that does not exist is
/// misspelled, or the definitions are below the keyword of another draft.
pub(crate) fn near(view: &View, from: NodeId, fragment: &str) -> Option<String> {
    let mut here = view.node(from).id();
    let mut way = String::from("#");
    for segment in fragment.split('/').skip(1) {
        let name = unescape(&percent_decoded(segment));
        if view.type_of(here) != Type::Object {
            return None;
        }
        let names = || view.members(here).map(|member| view.name(member.key));
        let name = if names().any(|known| known == name) {
            name
        } else {
            let twin = match name.as_str() {
                "definitions" => "$defs",
                "$defs" => "definitions",
                _ => "",
            };
            let twin = names().find(|known| *known == twin);
            twin.or_else(|| spelling::nearest(&name, names()))?.to_owned()
        };
        here = view.node(view.get(here, &name)?).id();
        way = format!("{way}/{name}");
    }
    (way.len() > 1).then(|| spelling::did_you_mean(way))
}
