//! Rewrites a YAML schema to the JSON that the engine compiles.
//!
//! YAML expresses some things differently: `type: null` names a type, and `required: [1]` a property called `1`. The
//! YAML rules are added here, too: a name in `required` gets a mark so that a null member counts as absent. The
//! engine merges `required` with sibling keywords by name, which would lose the mark, so a marked list is moved into
//! its own branch of `allOf`. [`unmark`] translates locations back.

use std::fmt::Write;

use serde_json::{Map, Value, json};
use yardstick_yaml::{
    Kind, NodeId, NodeRef, Scalar,
    json::{Member, Number, Type, View},
};

use super::{
    SchemaFile, evaluated,
    keywords::{self, Holds},
    notes, openapi,
    reached::{DEFINITIONS, LeftOut},
};
use crate::{ecma, engine::NULL_IS_ABSENT, rules};

/// The rewrites to apply.
#[derive(Clone, Copy, Debug)]
pub struct Rewrite {
    /// Whether `propertyNames` sees the types of keys, and numbers have formats.
    pub yaml_rules: bool,
    /// How `required` treats a null member.
    pub nulls: Nulls,
    /// Whether our own rule compares numbers that the engine cannot represent.
    pub exact_numbers: bool,
    /// Whether to translate patterns to the engine's syntax; see [`ecma`].
    pub translates_patterns: bool,
    /// Whether to add a `type` to every schema, so that each visit of a schema reads the value and counts as a step.
    /// The engine counts nothing itself, and some schemas never read the value. Only for schemas that lead to very
    /// many others; for the rest it would only cost time.
    pub counts_visits: bool,
    /// Whether to keep annotations, such as descriptions; see [`notes`].
    pub keeps_notes: bool,
}

impl Default for Rewrite {
    fn default() -> Self {
        Self {
            yaml_rules: false,
            nulls: Nulls::default(),
            exact_numbers: true,
            translates_patterns: true,
            counts_visits: false,
            keeps_notes: true,
        }
    }
}

/// How `required` treats a null member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nulls {
    /// The dialect decides: as a value if `$schema` is from json-schema.org, otherwise as absent.
    #[default]
    ByDialect,
    /// As a missing member.
    Absent,
    /// As a value like any other.
    Present,
}

impl Nulls {
    /// The names of these options on the command line.
    pub const NAMES: [&str; 2] = ["absent", "present"];

    /// Returns the option called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "absent" => Some(Nulls::Absent),
            "present" => Some(Nulls::Present),
            _ => None,
        }
    }
}

impl Rewrite {
    /// No rewrites: the schema as written.
    pub const NONE: Self = Self {
        yaml_rules: false,
        nulls: Nulls::Present,
        exact_numbers: false,
        translates_patterns: false,
        counts_visits: false,
        keeps_notes: true,
    };

    /// Returns the rewrites for `file`, whose `$schema` may matter. A file without `$schema` is treated like the one
    /// that refers to it.
    #[must_use]
    pub fn for_file(self, file: &SchemaFile) -> Self {
        let declared = file.root_text("$schema").filter(|_| self.nulls == Nulls::ByDialect);
        match declared.map(is_json_schema_org) {
            Some(true) => Self { nulls: Nulls::Present, ..self },
            _ => self,
        }
    }

    fn null_is_absent(self) -> bool {
        match self.nulls {
            Nulls::ByDialect => self.yaml_rules,
            Nulls::Absent => true,
            Nulls::Present => false,
        }
    }

    /// Returns the schema at node `id` of `view`.
    pub fn schema(self, view: &View, id: NodeId) -> Value {
        let node = view.node(id);
        match node.kind() {
            Kind::Map => {
                let member = |id, _: &str, holds| self.keyword(view, id, holds);
                Value::Object(self.schema_object(view, id, member))
            }
            Kind::Sequence => self.list(view, id, Self::schema),
            _ => literal(view, id),
        }
    }

    /// Returns the schema at `id` as JSON, without the definitions in `left_out`.
    pub(super) fn schema_without(self, view: &View, id: NodeId, left_out: &LeftOut) -> Value {
        if left_out.is_empty() || !view.node(id).is_map() {
            return self.schema(view, id);
        }
        let member = |id, name: &str, holds| {
            if !DEFINITIONS.contains(&name) || !view.node(id).is_map() {
                return self.keyword(view, id, holds);
            }
            let kept = view.members(id).filter(|member| !left_out.contains(&member.value));
            let count = view.member_count(id).saturating_sub(left_out.len());
            Value::Object(named(view, kept, count, |id| self.schema(view, id)))
        };
        Value::Object(self.schema_object(view, id, member))
    }

    /// Rewrites a schema object. `member` computes the value of a keyword from its node, its name, and what it holds.
    fn schema_object(
        self,
        view: &View,
        id: NodeId,
        member: impl Fn(NodeId, &str, Holds) -> Value,
    ) -> Map<String, Value> {
        let mut out = Map::with_capacity(view.member_count(id));
        let mut found = Found::default();
        for Member { key, value } in view.members(id) {
            let name = view.name(key);
            // These are annotations, although the engine checks them in drafts 6 and 7.
            if self.yaml_rules && matches!(name, "contentMediaType" | "contentEncoding") {
                continue;
            }
            if !self.keeps_notes && notes::is_note(view, name, value) {
                continue;
            }
            // An unknown keyword may hold schemas that references lead to: `components/schemas/Pet`.
            let holds = keywords::find(name).map_or(Holds::Schema, |keyword| keyword.holds);
            let mut value = member(value, name, holds);
            if matches!(name, "$ref" | "$dynamicRef" | "$id" | "id") {
                escape(&mut value);
            }
            if name == "$ref" {
                reference(&mut value);
                official(&mut value);
                if self.translates_patterns {
                    through_patterns(&mut value);
                }
            }
            if self.translates_patterns {
                translate(name, &mut value);
            }
            found.note(name, &value);
            out.insert(name.to_owned(), value);
        }
        // Looking for a keyword in a map takes longer than to remember which ones there were.
        if self.exact_numbers && found.nullable {
            openapi::nullable(&mut out);
        }
        if self.exact_numbers && found.unevaluated {
            evaluated::drop_needless(&mut out);
        }
        if self.null_is_absent() && found.required {
            rules::required::mark(&mut out);
        }
        if self.exact_numbers && found.marks {
            rules::exact::divert(&mut out);
        }
        if self.translates_patterns && found.pattern {
            rules::backtracking::divert(&mut out);
        }
        if self.yaml_rules && found.names {
            rules::property_names::divert(&mut out);
        }
        if self.yaml_rules && found.format {
            rules::number_format::add(&mut out);
        }
        if self.counts_visits && !out.contains_key("type") {
            out.insert("type".to_owned(), any_type());
        }
        out
    }

    /// Rewrites a branch of `allOf` or a similar keyword.
    fn branch(self, view: &View, id: NodeId) -> Value {
        match self.schema(view, id) {
            Value::Bool(true) if self.counts_visits => json!({ "type": any_type() }),
            Value::Bool(false) if self.counts_visits => {
                json!({ "allOf": [{ "type": any_type() }, false] })
            }
            schema => schema,
        }
    }

    fn keyword(self, view: &View, id: NodeId, holds: Holds) -> Value {
        let node = view.node(id);
        match (holds, node.kind()) {
            (Holds::Data, _) => self.value(view, id),
            (Holds::Plain, _) => match self.value(view, id) {
                // JSON cannot write this bound, so use a number for the meta-schema and for bundles.
                Value::String(text) if view.type_of(id) == Type::Float && !self.exact_numbers => {
                    let most = if text.starts_with('-') { f64::MIN } else { f64::MAX };
                    Value::from(most)
                }
                value => value,
            },
            (Holds::Types, Kind::Sequence) => {
                self.list(view, id, |_, view, id| type_name(view, id))
            }
            (Holds::Types, _) => type_name(view, id),
            (Holds::Schemas, Kind::Sequence) => self.list(view, id, Self::branch),
            (Holds::Names, _) => names(view, id),
            (Holds::SchemasByName, Kind::Map) => self.by_name(view, id, Self::schema),
            (Holds::NamesByName, Kind::Map) => {
                self.by_name(view, id, |_, view, id| names(view, id))
            }
            (Holds::SchemasOrNamesByName, Kind::Map) => self.by_name(view, id, |this, view, id| {
                if view.node(id).is_sequence() { names(view, id) } else { this.schema(view, id) }
            }),
            _ => self.schema(view, id),
        }
    }

    /// Returns the value of a node, with marks on the numbers that the engine cannot represent.
    fn value(self, view: &View, id: NodeId) -> Value {
        if self.exact_numbers { exact_literal(view, id) } else { literal(view, id) }
    }

    fn list(self, view: &View, id: NodeId, item: impl Fn(Self, &View, NodeId) -> Value) -> Value {
        Value::Array(listed(view.node(id), |id| item(self, view, id)))
    }

    fn by_name(
        self,
        view: &View,
        id: NodeId,
        value: impl Fn(Self, &View, NodeId) -> Value,
    ) -> Value {
        let members = view.members(id);
        Value::Object(named(view, members, view.member_count(id), |id| value(self, view, id)))
    }
}

/// Returns a map with a value for each of `members`, which are at most `count`. A map that is made as large as it will
/// be takes half the room of one that grows.
fn named(
    view: &View,
    members: impl Iterator<Item = Member>,
    count: usize,
    value: impl Fn(NodeId) -> Value,
) -> Map<String, Value> {
    let mut out = Map::with_capacity(count);
    for Member { key, value: id } in members {
        out.insert(view.name(key).to_owned(), value(id));
    }
    out
}

/// Returns the values of the items of `node`.
fn listed(node: NodeRef<'_>, value: impl Fn(NodeId) -> Value) -> Vec<Value> {
    let mut out = Vec::with_capacity(node.len());
    out.extend(node.items().map(|item| value(item.id())));
    out
}

/// The keywords of a schema that need a second look.
#[derive(Default)]
struct Found {
    nullable: bool,
    unevaluated: bool,
    required: bool,
    pattern: bool,
    names: bool,
    format: bool,
    /// Numbers with a mark.
    marks: bool,
}

impl Found {
    fn note(&mut self, name: &str, value: &Value) {
        match name {
            "nullable" => self.nullable = true,
            "unevaluatedProperties" | "unevaluatedItems" => self.unevaluated = true,
            "required" => self.required = true,
            "pattern" => self.pattern = true,
            "propertyNames" => self.names = true,
            "format" => self.format = true,
            _ => {}
        }
        self.marks |= rules::exact::concerns(name, value);
    }
}

/// Translates the patterns under the keyword `name` to the engine's syntax.
fn translate(name: &str, value: &mut Value) {
    match (name, value) {
        ("pattern", Value::String(text)) => {
            if let Some(translated) = ecma::translated(text) {
                *text = translated;
            }
        }
        ("patternProperties", Value::Object(members))
            if members.keys().any(|name| ecma::translated(name).is_some()) =>
        {
            let all = std::mem::take(members);
            for (name, schema) in all {
                let mut name = ecma::translated(&name).unwrap_or(name);
                // Two different patterns may have the same translation.
                while members.contains_key(&name) {
                    name.push_str("(?:)");
                }
                members.insert(name, schema);
            }
        }
        _ => {}
    }
}

/// Returns a `type` that matches every value.
fn any_type() -> Value {
    json!(["object", "array", "string", "number", "boolean", "null"])
}

/// Whether `uri` names a dialect of json-schema.org.
fn is_json_schema_org(uri: &str) -> bool {
    let rest = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"));
    rest.and_then(|rest| rest.split(['/', '?', '#']).next())
        .is_some_and(|host| host == "json-schema.org" || host.ends_with(".json-schema.org"))
}

/// Replaces an empty reference, which means the whole file, by `#`, which the engine understands.
fn reference(value: &mut Value) {
    if value == "" {
        *value = Value::from("#");
    }
}

/// Translates the patterns in a reference through `patternProperties`, because the engine only knows the
/// translations.
fn through_patterns(reference: &mut Value) {
    if let Value::String(text) = reference
        && let Some(location) = ecma::translated_location(text)
    {
        *text = location;
    }
}

/// Normalizes references to official meta-schemas: each is known under either `http` or `https`, but people write
/// both.
fn official(reference: &mut Value) {
    let Value::String(text) = reference else { return };
    for (draft, scheme, other) in [
        ("json-schema.org/draft-0", "http", "https"),
        ("json-schema.org/draft/20", "https", "http"),
    ] {
        let rest = text.strip_prefix(other).and_then(|rest| rest.strip_prefix("://"));
        if let Some(rest) = rest.filter(|rest| rest.starts_with(draft)) {
            *text = format!("{scheme}://{rest}");
            return;
        }
    }
}

/// Escapes characters that are not allowed in a URI (`#/$defs/List<Item>`, `#/$defs/50%`). Generated schemas are full
/// of them, and all other tools accept them.
fn escape(reference: &mut Value) {
    let is_foreign = |c: char| {
        matches!(c, ' ' | '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' | '[' | ']')
            || !c.is_ascii()
    };
    let Value::String(text) = reference else { return };
    if !text.contains(|c| c == '%' || is_foreign(c)) {
        return;
    }
    // Two hexadecimal digits after the sign already make an escape.
    let is_bare = |at: usize| {
        let digits = text.as_bytes().get(at + 1..at + 3);
        !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    let mut out = String::with_capacity(text.len() + 8);
    let fragment = text.find('#').unwrap_or(text.len());
    for (at, c) in text.char_indices() {
        // Brackets are only allowed in host addresses, before the fragment.
        let is_foreign = is_foreign(c) || (c == '%' && is_bare(at));
        if is_foreign && (at > fragment || !matches!(c, '[' | ']')) {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                let _ = write!(out, "%{byte:02X}");
            }
        } else {
            out.push(c);
        }
    }
    *text = out;
}

/// Reads a type name. An unquoted `null` names the type.
fn type_name(view: &View, id: NodeId) -> Value {
    match literal(view, id) {
        Value::Null => Value::from("null"),
        other => other,
    }
}

/// Reads property names. Scalars are taken by their text, like keys.
fn names(view: &View, id: NodeId) -> Value {
    let name = |node: NodeRef<'_>| match view.scalar(node.id()) {
        _ if !node.dereferenced().is_scalar() => literal(view, node.id()),
        Scalar::Null => Value::from("null"),
        Scalar::Bool(value) => Value::from(value.to_string()),
        Scalar::Int(value) => Value::from(value.to_string()),
        Scalar::UInt(value) => Value::from(value.to_string()),
        Scalar::BigInt(digits) => Value::from(digits.into_owned()),
        _ => Value::from(node.dereferenced().text()),
    };
    match view.node(id).kind() {
        Kind::Sequence => view.node(id).items().map(name).collect(),
        _ => literal(view, id),
    }
}

/// Returns the value of a node as JSON. Values that JSON cannot write, such as infinity, become text.
pub fn literal(view: &View, id: NodeId) -> Value {
    let node = view.node(id);
    match node.kind() {
        Kind::Map => {
            let members = view.members(id);
            Value::Object(named(view, members, view.member_count(id), |id| literal(view, id)))
        }
        Kind::Sequence => Value::Array(listed(node, |id| literal(view, id))),
        _ => match view.scalar(id) {
            Scalar::Null => Value::Null,
            Scalar::Bool(value) => Value::Bool(value),
            Scalar::Int(value) => Value::from(value),
            Scalar::UInt(value) => Value::from(value),
            Scalar::BigInt(digits) => float(digits.parse().unwrap_or(f64::INFINITY), &digits),
            Scalar::Float(value) => float(value, node.text()),
            _ => Value::from(node.text()),
        },
    }
}

/// Floating-point numbers represent all integers up to this one exactly. The engine compares larger ones inexactly.
const SAFE: u64 = 1 << 53;

/// Returns the value at `id` as JSON, with marks on numbers that JSON numbers cannot represent exactly.
pub fn exact_literal(view: &View, id: NodeId) -> Value {
    let node = view.node(id);
    match node.kind() {
        Kind::Map => {
            let members = view.members(id);
            Value::Object(named(view, members, view.member_count(id), |id| exact_literal(view, id)))
        }
        Kind::Sequence => Value::Array(listed(node, |id| exact_literal(view, id))),
        _ => match view.number(id) {
            Some(Number::Int(value)) if value.unsigned_abs() > SAFE => {
                rules::exact::mark(&value.to_string())
            }
            Some(Number::UInt(value)) => rules::exact::mark(&value.to_string()),
            Some(Number::Big(digits)) => rules::exact::mark(&digits),
            Some(Number::Decimal(text)) => rules::exact::mark(&text),
            Some(Number::Float(value)) if !value.is_finite() => rules::exact::mark(node.text()),
            _ => literal(view, id),
        },
    }
}

fn float(value: f64, text: &str) -> Value {
    serde_json::Number::from_f64(value).map_or_else(|| Value::from(text), Value::Number)
}

/// Translates a location in the rewritten schema to the original schema: `/allOf/1/required` becomes `/required` if
/// `property` has the mark. Returns the property without the mark, too.
pub fn unmark(property: &str, pointer: &str) -> Option<(String, String)> {
    let name = property.strip_prefix(NULL_IS_ABSENT)?;
    let around = pointer.strip_suffix("/required")?;
    let (around, _branch) = around.rsplit_once('/')?;
    let around = around.strip_suffix("/allOf")?;
    Some((name.to_owned(), format!("{around}/required")))
}
