//! Reads a YAML Schema for one place in a document: keys, values, descriptions.
//!
//! Several schemas may apply to a place, through `$ref`, `allOf`, `anyOf`, `oneOf` and conditions. All of them are
//! consulted, because an incomplete document does not show yet which one is meant.

use std::{collections::BTreeSet, fmt::Write as _, sync::Arc};

use lsp_types::Url;
use yardstick_check::schema::{SchemaFile, SchemaStore};
use yardstick_world::paths::percent_decoded;
use yardstick_yaml::{
    NodeId, Style,
    json::{Type, View, unescape},
    rewrite,
};

use crate::Step;

/// The maximum number of subschemas to follow for one place.
const MANY: usize = 200;

/// A schema, and the file that contains it.
#[derive(Clone)]
pub(crate) struct SchemaNode {
    pub(crate) file: Arc<SchemaFile>,
    pub(crate) id: NodeId,
}

/// A key that a schema declares.
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) is_required: bool,
    pub(crate) schemas: Vec<SchemaNode>,
}

/// The documentation of a place.
#[derive(Default)]
pub(crate) struct SchemaDocs {
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) types: Vec<String>,
    pub(crate) default: Option<String>,
    pub(crate) values: Vec<String>,
    pub(crate) examples: Vec<String>,
    pub(crate) is_deprecated: bool,
}

impl SchemaNode {
    fn view(&self) -> &View {
        &self.file.view
    }

    pub(crate) fn get(&self, name: &str) -> Option<SchemaNode> {
        if !self.view().node(self.id).is_map() {
            return None;
        }
        let id = self.view().get(self.id, name)?;
        Some(SchemaNode { file: Arc::clone(&self.file), id })
    }

    fn text(&self, name: &str) -> Option<String> {
        let one = self.get(name)?;
        let node = one.view().node(one.id);
        (node.is_scalar() && !node.text().is_empty()).then(|| node.text().to_owned())
    }

    fn members(&self) -> Vec<(String, SchemaNode)> {
        if !self.view().node(self.id).is_map() {
            return Vec::new();
        }
        let all = self.view().members(self.id);
        all.map(|member| {
            let node = SchemaNode { file: Arc::clone(&self.file), id: member.value };
            (self.view().name(member.key).to_owned(), node)
        })
        .collect()
    }

    fn items(&self) -> Vec<SchemaNode> {
        let node = self.view().node(self.id);
        let all = node.items().map(|item| item.dereferenced().id());
        all.map(|id| SchemaNode { file: Arc::clone(&self.file), id }).collect()
    }

    /// A scalar in the notation of YAML or JSON; `None` for collections.
    fn written(&self, is_json: bool) -> Option<String> {
        let node = self.view().node(self.id);
        if !node.is_scalar() {
            return None;
        }
        let text = node.text();
        Some(match self.view().type_of(self.id) {
            Type::String if is_json => rewrite::quoted(text),
            Type::String => rewrite::in_style(text, Style::Plain),
            Type::Null => "null".to_owned(),
            _ => text.to_owned(),
        })
    }
}

/// All schemas that apply wherever `start` does.
pub(crate) fn all(store: &SchemaStore, start: &[SchemaNode]) -> Vec<SchemaNode> {
    let mut found: Vec<SchemaNode> = Vec::new();
    let mut seen: BTreeSet<(String, u32)> = BTreeSet::new();
    let mut left: Vec<SchemaNode> = start.iter().rev().cloned().collect();
    while let Some(node) = left.pop() {
        if found.len() > MANY || !seen.insert((node.file.url.clone(), node.id.0)) {
            continue;
        }
        for name in ["$ref", "$dynamicRef"] {
            left.extend(node.text(name).and_then(|target| follow(store, &node, &target)));
        }
        for name in ["allOf", "anyOf", "oneOf"] {
            left.extend(node.get(name).into_iter().flat_map(|list| list.items()));
        }
        left.extend(["then", "else"].iter().filter_map(|name| node.get(name)));
        let dependent = node.get("dependentSchemas");
        left.extend(dependent.into_iter().flat_map(|all| all.members()).map(|(_, one)| one));
        found.push(node);
    }
    found
}

/// The target of a reference.
fn follow(store: &SchemaStore, from: &SchemaNode, target: &str) -> Option<SchemaNode> {
    let url = Url::parse(&from.file.url).ok()?.join(target).ok()?;
    let fragment = url.fragment().unwrap_or_default().to_owned();
    let mut address = url.clone();
    address.set_fragment(None);
    let file = if address.as_str() == from.file.url.split('#').next().unwrap_or_default() {
        Arc::clone(&from.file)
    } else {
        store.load(address.as_str(), None).ok()?
    };
    let mut node = SchemaNode { id: file.root()?, file };
    if fragment.is_empty() {
        return Some(node);
    }
    if !fragment.starts_with('/') {
        return anchored(&node, &fragment);
    }
    for piece in fragment[1..].split('/') {
        let piece = unescape(&percent_decoded(piece));
        node = match piece.parse::<usize>() {
            Ok(at) if node.view().node(node.id).is_sequence() => {
                node.items().into_iter().nth(at)?
            }
            _ => node.get(&piece)?,
        };
    }
    Some(node)
}

/// The definition with an anchor.
fn anchored(root: &SchemaNode, name: &str) -> Option<SchemaNode> {
    let definitions = ["$defs", "definitions"].iter().filter_map(|one| root.get(one));
    let mut all = definitions.flat_map(|one| one.members()).map(|(_, one)| one);
    all.find(|one| {
        one.text("$anchor").as_deref() == Some(name)
            || one.text("$dynamicAnchor").as_deref() == Some(name)
    })
}

/// The schemas of the value at `path`, below a value that `start` applies to.
pub(crate) fn at(store: &SchemaStore, start: SchemaNode, path: &[Step]) -> Vec<SchemaNode> {
    let mut here = all(store, &[start]);
    for step in path {
        let mut next = Vec::new();
        for node in &here {
            match step {
                Step::Key(name) => {
                    let own = node.get("properties").and_then(|all| all.get(name));
                    let is_known = own.is_some();
                    next.extend(own);
                    if !is_known {
                        let patterns = node.get("patternProperties");
                        let patterns = patterns.into_iter().flat_map(|all| all.members());
                        next.extend(patterns.map(|(_, one)| one));
                        next.extend(node.get("additionalProperties"));
                    }
                }
                Step::Item(number) => {
                    let first = node.get("prefixItems").map(|all| all.items()).unwrap_or_default();
                    match first.into_iter().nth(*number) {
                        Some(one) => next.push(one),
                        None => next.extend(node.get("items")),
                    }
                }
            }
        }
        here = all(store, &next);
    }
    here
}

/// The schemas of the first item of arrays that `schemas` apply to.
pub(crate) fn items(store: &SchemaStore, schemas: &[SchemaNode]) -> Vec<SchemaNode> {
    let own = |node: &SchemaNode| {
        let first = node.get("prefixItems").and_then(|all| all.items().into_iter().next());
        first.or_else(|| node.get("items"))
    };
    let found: Vec<SchemaNode> = schemas.iter().filter_map(own).collect();
    all(store, &found)
}

/// The keys that `schemas` declare together.
pub(crate) fn properties(store: &SchemaStore, schemas: &[SchemaNode]) -> Vec<Property> {
    let mut found: Vec<Property> = Vec::new();
    for node in schemas {
        let required: Vec<String> = node.get("required").map_or_else(Vec::new, |list| {
            list.items().iter().map(|one| one.view().node(one.id).text().to_owned()).collect()
        });
        for (name, one) in node.get("properties").into_iter().flat_map(|all| all.members()) {
            let is_required = required.contains(&name);
            match found.iter_mut().find(|known| known.name == name) {
                Some(known) => {
                    known.is_required |= is_required;
                    known.schemas.push(one);
                }
                None => found.push(Property { name, is_required, schemas: vec![one] }),
            }
        }
    }
    for property in &mut found {
        property.schemas = all(store, &property.schemas);
    }
    found
}

/// The documentation that `schemas` give together, with values in the notation of YAML or JSON.
pub(crate) fn docs(schemas: &[SchemaNode], is_json: bool) -> SchemaDocs {
    let mut said = SchemaDocs::default();
    let mut listed_types: Vec<String> = Vec::new();
    for node in schemas {
        said.title = said.title.or_else(|| node.text("title"));
        said.description = said.description.or_else(|| node.text("description"));
        let types = node.get("type").map_or_else(Vec::new, |one| {
            if one.view().node(one.id).is_sequence() { one.items() } else { vec![one] }
        });
        for one in types {
            let name = one.view().node(one.id).text().to_owned();
            if !said.types.contains(&name) {
                said.types.push(name);
            }
        }
        let written = |one: &SchemaNode| one.written(is_json);
        said.default = said.default.or_else(|| written(&node.get("default")?));
        said.is_deprecated |= node.text("deprecated").as_deref() == Some("true");
        let listed = node.get("enum").map(|list| list.items()).unwrap_or_default();
        for one in listed.iter().chain(&node.get("const")) {
            let type_ = type_name(one.view().type_of(one.id)).to_owned();
            if !listed_types.contains(&type_) {
                listed_types.push(type_);
            }
            said.values.extend(written(one).filter(|one| !said.values.contains(one)));
        }
        let examples = node.get("examples").map(|list| list.items()).unwrap_or_default();
        said.examples.extend(examples.iter().filter_map(written));
    }
    if said.types.is_empty() {
        said.types = listed_types;
    }
    let is_flag = said.types.iter().all(|one| one == "boolean" || one == "null");
    if is_flag && said.holds("boolean") && said.values.is_empty() {
        said.values = vec!["true".to_owned(), "false".to_owned()];
    }
    if said.holds("null") && !said.values.iter().any(|one| one == "null") {
        said.values.push("null".to_owned());
    }
    said
}

/// The name of a type in JSON Schema.
fn type_name(type_: Type) -> &'static str {
    match type_ {
        Type::Null => "null",
        Type::True | Type::False => "boolean",
        Type::Integer => "integer",
        Type::Float => "number",
        Type::String => "string",
        Type::Array => "array",
        Type::Object => "object",
    }
}

impl SchemaDocs {
    /// The possible types of the value.
    pub(crate) fn type_(&self) -> String {
        if self.types.is_empty() { "any".to_owned() } else { self.types.join(" or ") }
    }

    /// True if the value can have this type.
    pub(crate) fn holds(&self, type_: &str) -> bool {
        self.types.iter().any(|own| own == type_)
    }

    /// `object` or `array`, if the value can be nothing else.
    pub(crate) fn collection(&self) -> Option<&str> {
        let mut all = self.types.iter().filter(|one| *one != "null");
        let first = all.next().filter(|one| matches!(one.as_str(), "object" | "array"))?;
        all.next().is_none().then_some(first)
    }

    /// The documentation in Markdown, with the name and the types.
    pub(crate) fn markdown(&self, name: &str) -> String {
        let name = if name.is_empty() { "document" } else { name };
        format!("```yaml\n{name}: {}\n```\n{}", self.type_(), self.about())
    }

    /// The documentation in Markdown.
    pub(crate) fn about(&self) -> String {
        let mut out = String::new();
        if self.is_deprecated {
            out.push_str("\n**Deprecated**\n");
        }
        if let Some(title) = &self.title {
            let _ = write!(out, "\n**{title}**\n");
        }
        if let Some(text) = &self.description {
            let _ = write!(out, "\n{}\n", text.trim());
        }
        let mut facts = Vec::new();
        if let Some(default) = &self.default {
            facts.push(format!("Default: `{default}`"));
        }
        if !self.values.is_empty() {
            facts.push(format!("One of `{}`", self.values.join("`, `")));
        }
        facts.extend(self.examples.iter().map(|one| format!("Example: `{one}`")));
        if !facts.is_empty() {
            let _ = write!(out, "\n- {}\n", facts.join("\n- "));
        }
        out
    }
}
