//! Tests whether an object is a JSON Schema at all. A values file is not, even if its keys look like keywords.

use yardstick_yaml::{
    NodeId,
    json::{Type, View},
};

use crate::kind::Kind;

/// The form of a keyword's value.
#[derive(Clone, Copy)]
enum Looks {
    Anything,
    Text,
    Number,
    List,
    /// A schema.
    Schema,
    /// A schema, or a list of them.
    Schemas,
    /// An object whose members are schemas.
    Members,
    Switch,
    /// The name of a type, or a list of them.
    Types,
}

const KEYWORDS: [(&[&str], Looks); 9] = [
    (&["const", "default"], Looks::Anything),
    (&["$schema", "$id", "id", "$ref", "$anchor", "$dynamicRef", "pattern", "format"], Looks::Text),
    (
        &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties",
            "minContains",
            "maxContains",
        ],
        Looks::Number,
    ),
    (&["enum", "required", "allOf", "anyOf", "oneOf", "prefixItems"], Looks::List),
    (
        &[
            "not",
            "if",
            "then",
            "else",
            "additionalProperties",
            "propertyNames",
            "contains",
            "unevaluatedProperties",
            "unevaluatedItems",
            "additionalItems",
        ],
        Looks::Schema,
    ),
    (&["items"], Looks::Schemas),
    (
        &[
            "properties",
            "patternProperties",
            "$defs",
            "definitions",
            "dependentSchemas",
            "dependentRequired",
            "dependencies",
            "x-ytt-patternProperties",
        ],
        Looks::Members,
    ),
    (
        &[
            "uniqueItems",
            "nullable",
            "x-kubernetes-int-or-string",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-embedded-resource",
        ],
        Looks::Switch,
    ),
    (&["type"], Looks::Types),
];

/// Whether the object `id` has a JSON Schema keyword, or is empty, which allows anything.
pub(super) fn has_any(view: &View, id: NodeId) -> bool {
    let id = view.node(id).id();
    if view.type_of(id) != Type::Object || view.member_count(id) == 0 {
        return true;
    }
    // A schema with documentation only also allows anything.
    let is_word = |name: &str| matches!(name, "title" | "description" | "$comment" | "examples");
    let all_words = view.members(id).all(|member| is_word(view.name(member.key)));
    all_words
        || KEYWORDS.iter().any(|(names, looks)| {
            names
                .iter()
                .any(|name| view.get(id, name).is_some_and(|value| fits(view, value, *looks)))
        })
}

fn fits(view: &View, value: NodeId, looks: Looks) -> bool {
    let value = view.node(value).id();
    let type_ = view.type_of(value);
    let is_switch = matches!(type_, Type::True | Type::False);
    let is_schema = |id: NodeId| {
        matches!(view.type_of(view.node(id).id()), Type::Object | Type::True | Type::False)
    };
    let is_type = |text: &str| Kind::from_name(text).is_some();
    match looks {
        Looks::Anything => true,
        Looks::Text => type_ == Type::String,
        Looks::Number => view.number(value).is_some() || is_switch,
        Looks::List => type_ == Type::Array,
        Looks::Schema => is_schema(value),
        Looks::Schemas => is_schema(value) || type_ == Type::Array,
        Looks::Members => {
            type_ == Type::Object
                && view.members(value).all(|member| {
                    let found = view.type_of(view.node(member.value).id());
                    is_schema(member.value) || found == Type::Array
                })
        }
        Looks::Switch => is_switch,
        Looks::Types if type_ == Type::String => is_type(view.node(value).text()),
        Looks::Types => {
            type_ == Type::Array
                && view.node(value).items().all(|item| is_type(item.dereferenced().text()))
        }
    }
}
