//! Fills in the defaults of a schema by inserting text into the document, so that its comments and layout stay.

use serde_json::{Map, Value as Json};
use yardstick_diagnostics::limits::FILLED_BYTES;
use yardstick_yaml::{
    NodeId,
    json::{Type, View},
    rewrite::{is_safe_plain, quoted},
};

use crate::schema::{Schema, SchemaNode};

/// Text to insert at an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Addition {
    at: usize,
    text: String,
}

/// Returns the insertions that add the missing defaults of `schema` to the document at `root`, in order.
/// `quotes_keys` is for JSON. Returns `None` if the document would become too large, because each of its objects may
/// lack all defaults.
pub(crate) fn additions(
    view: &View,
    root: NodeId,
    schema: &Schema,
    quotes_keys: bool,
) -> Option<Vec<Addition>> {
    let mut filler = Filler { view, schema, quotes_keys, additions: Vec::new(), size: 0 };
    filler.visit(root, &[schema.root_node()].into_iter().flatten().collect::<Vec<_>>(), 0);
    // At the same offset, inner insertions come first.
    filler.additions.sort_by_key(|addition| addition.at);
    (filler.size <= FILLED_BYTES).then_some(filler.additions)
}

/// Returns `text` with `additions`, which must be in order.
pub(crate) fn apply(text: &[u8], additions: &[Addition]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + additions.len() * 16);
    let mut from = 0;
    for addition in additions {
        out.extend_from_slice(&text[from..addition.at]);
        out.extend_from_slice(addition.text.as_bytes());
        from = addition.at;
    }
    out.extend_from_slice(&text[from..]);
    out
}

struct Filler<'v> {
    view: &'v View,
    schema: &'v Schema,
    quotes_keys: bool,
    additions: Vec<Addition>,
    /// The total size of the insertions in bytes.
    size: usize,
}

/// Deeper parts of a document are left unchanged.
const MAX_DEPTH: usize = 200;

impl Filler<'_> {
    /// Adds the missing defaults below `id`. All of `schemas` apply to it.
    fn visit(&mut self, id: NodeId, schemas: &[SchemaNode], depth: usize) {
        // An aliased value is filled in at its anchor.
        if self.view.written(id).id() != self.view.node(id).id()
            || depth > MAX_DEPTH
            || self.size > FILLED_BYTES
        {
            return;
        }
        let schemas = self.schema.applied(schemas);
        match self.view.type_of(id) {
            Type::Object => self.object(id, &schemas, depth),
            Type::Array => {
                let below: Vec<SchemaNode> =
                    schemas.iter().filter_map(|schema| schema.get("items")).collect();
                let items: Vec<NodeId> =
                    self.view.node(id).items().map(yardstick_yaml::NodeRef::id).collect();
                for item in items {
                    self.visit(item, &below, depth + 1);
                }
            }
            _ => {}
        }
    }

    fn object(&mut self, id: NodeId, schemas: &[SchemaNode], depth: usize) {
        let mut missing: Vec<(String, Json)> = Vec::new();
        for properties in schemas.iter().filter_map(|schema| schema.get("properties")) {
            for (name, below) in properties.members() {
                if let Some(value) = self.view.get(id, &name) {
                    self.visit(value, &[below], depth + 1);
                } else if !missing.iter().any(|(known, _)| *known == name) {
                    let default = self.default(&below, &mut Vec::new());
                    missing.extend(default.map(|default| (name, default)));
                }
            }
        }
        if missing.is_empty() {
            return;
        }
        let source = self.view.tree().source().bytes();
        let span = self.view.written(id).content_span();
        let (start, end) = (span.start as usize, (span.end as usize).min(source.len()));
        let entries: Vec<String> =
            missing.iter().map(|(name, value)| self.entry(name, value)).collect();
        if source.get(start) == Some(&b'{') {
            let brace = source[start..end].iter().rposition(|&byte| byte == b'}');
            let inside = &source[start + 1..start + brace.unwrap_or(1)];
            let last = inside.iter().rposition(|byte| !byte.is_ascii_whitespace());
            let comma = if last.is_some_and(|last| inside[last] != b',') { ", " } else { "" };
            let at = start + 1 + last.map_or(0, |last| last + 1);
            self.add(at, format!("{comma}{}", entries.join(", ")));
            return;
        }
        let line_start =
            source[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        // In a list, the first key follows the dash.
        let indent =
            " ".repeat(String::from_utf8_lossy(&source[line_start..start]).chars().count());
        let last = source[..end].iter().rposition(|byte| !byte.is_ascii_whitespace());
        let last = last.map_or(end, |last| last + 1);
        let at = source[last..]
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(source.len(), |at| last + at);
        self.add(at, entries.iter().flat_map(|entry| ["\n", &indent, entry]).collect());
    }

    /// The default of `schema`, with the defaults of what it lacks itself. `around` are the schemas whose defaults it is
    /// in: a schema that contains itself is not filled in twice.
    fn default(&mut self, schema: &SchemaNode, around: &mut Vec<SchemaNode>) -> Option<Json> {
        let declared = self.schema.applied(std::slice::from_ref(schema));
        let mut value = declared.iter().find_map(|schema| schema.get("default"))?.literal();
        if let Json::Object(members) = &mut value
            && !declared.iter().any(|schema| around.iter().any(|known| known.is(schema)))
        {
            let before = around.len();
            around.extend(declared.iter().cloned());
            self.complete(members, &declared, around);
            around.truncate(before);
        }
        Some(value)
    }

    fn complete(
        &mut self,
        members: &mut Map<String, Json>,
        schemas: &[SchemaNode],
        around: &mut Vec<SchemaNode>,
    ) {
        for properties in schemas.iter().filter_map(|schema| schema.get("properties")) {
            for (name, below) in properties.members() {
                if self.size > FILLED_BYTES {
                    return;
                }
                if !members.contains_key(&name)
                    && let Some(value) = self.default(&below, around)
                {
                    self.size = self.size.saturating_add(name.len());
                    members.insert(name, value);
                }
            }
        }
    }

    fn entry(&self, name: &str, value: &Json) -> String {
        format!("{}: {}", self.key(name), self.value(value))
    }

    /// `value` on one line, with as few quotes as the document allows.
    fn value(&self, value: &Json) -> String {
        match value {
            _ if self.quotes_keys => value.to_string(),
            Json::String(text) if is_safe_plain(text) => text.clone(),
            Json::String(text) => quoted(text),
            Json::Array(items) => {
                let items: Vec<String> = items.iter().map(|item| self.value(item)).collect();
                format!("[{}]", items.join(", "))
            }
            Json::Object(members) => {
                let members: Vec<String> =
                    members.iter().map(|(name, value)| self.entry(name, value)).collect();
                format!("{{{}}}", members.join(", "))
            }
            value => value.to_string(),
        }
    }

    fn add(&mut self, at: usize, text: String) {
        self.size = self.size.saturating_add(text.len());
        self.additions.push(Addition { at, text });
    }

    fn key(&self, name: &str) -> String {
        let is_plain = yardstick_yaml::resolve::is_plain_string(name)
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
            && !name.starts_with('-');
        if is_plain && !self.quotes_keys { name.to_owned() } else { Json::from(name).to_string() }
    }
}
