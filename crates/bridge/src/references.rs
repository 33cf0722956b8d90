//! `$ref`: where references inside a document lead.

use rustc_hash::FxHashMap;
use url::Url;
use yardstick_diagnostics::{Diagnostic, codes};
use yardstick_yaml::{
    NodeId,
    json::{Type, View},
};

/// Names that references of a document may use beside pointers.
pub(crate) struct References<'v> {
    view: &'v View,
    root: NodeId,
    base: Option<Url>,
    /// Schemas with an `$id`, by their address in full.
    resources: FxHashMap<String, NodeId>,
    anchors: FxHashMap<&'v str, NodeId>,
}

impl<'v> References<'v> {
    /// The names of the document that holds `schema`.
    pub(crate) fn new(view: &'v View, schema: NodeId) -> Self {
        let root = view.document_of(schema);
        let mut this = Self {
            view,
            root,
            base: None,
            resources: FxHashMap::default(),
            anchors: FxHashMap::default(),
        };
        // Addresses need no host: this one stands in where the document does not say its own.
        let nowhere = Url::parse("file:///").ok();
        this.base = ["$id", "id"]
            .iter()
            .find_map(|name| this.text(root, name))
            .and_then(|id| nowhere.as_ref()?.join(id).ok())
            .or(nowhere);
        for id in (root.0..view.written(root).subtree_end().0).map(NodeId) {
            if view.type_of(id) != Type::Object || view.written(id).alias_target().is_some() {
                continue;
            }
            for name in ["$anchor", "$dynamicAnchor"] {
                if let Some(anchor) = this.text(id, name) {
                    this.anchors.entry(anchor).or_insert(id);
                }
            }
            if let Some(url) = this.text(id, "$id").and_then(|name| this.address(name)) {
                this.resources.entry(url).or_insert(id);
            }
        }
        this
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

    fn address(&self, reference: &str) -> Option<String> {
        let mut url = self.base.as_ref()?.join(reference).ok()?;
        url.set_fragment(None);
        Some(url.into())
    }

    /// The node that the reference written at `place` leads to.
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
        let start = if document.is_empty() {
            self.root
        } else {
            let known = self.address(document).and_then(|url| self.resources.get(&url).copied());
            known.ok_or_else(|| {
                let problem = error(format!("`$ref` leads out of the document: {reference}"));
                Box::new(
                    problem.note("`yardstick schema bundle` puts everything into one document"),
                )
            })?
        };
        let target = if fragment.is_empty() || fragment.starts_with('/') {
            follow(self.view, start, fragment)
        } else {
            self.anchors.get(fragment).copied()
        };
        target.ok_or_else(|| Box::new(error(format!("`$ref` leads nowhere: {reference}"))))
    }
}

/// Follows a JSON pointer, as it is written in the fragment of a URL.
pub(crate) fn follow(view: &View, from: NodeId, fragment: &str) -> Option<NodeId> {
    let mut here = view.node(from).id();
    for segment in fragment.split('/').skip(1) {
        let name = decode(segment).replace("~1", "/").replace("~0", "~");
        let next = match view.type_of(here) {
            Type::Object => view.get(here, &name)?,
            Type::Array => view.node(here).items().nth(name.parse().ok()?)?.id(),
            _ => return None,
        };
        here = view.node(next).id();
    }
    Some(here)
}

/// `%2F` and the like as the characters they stand for.
fn decode(segment: &str) -> String {
    if !segment.contains('%') {
        return segment.to_owned();
    }
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.as_bytes();
    while let [first, tail @ ..] = rest {
        let pair = tail.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
