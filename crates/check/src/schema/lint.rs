//! Finds mistakes in a schema that the meta-schema accepts.

use yardstick_diagnostics::{Diagnostic, codes, spelling};
use yardstick_yaml::{
    NodeId,
    json::{Member, Repeated, Type, View},
};

use super::{
    TYPES, halves,
    keywords::{Holds, Keyword},
    strange,
};

/// Known formats that are in no draft.
const FORMATS: &[&str] = &[
    "byte",
    "date",
    "date-time",
    "double",
    "duration",
    "email",
    "float",
    "hostname",
    "idn-email",
    "idn-hostname",
    "int32",
    "int64",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "iso-date-time",
    "iso-time",
    "json-pointer",
    "json-pointer-uri-fragment",
    "password",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "url",
    "uuid",
    "binary",
];

/// Pairs of bounds that no value can satisfy if the first is greater than the second.
const BOUNDS: &[(&str, &str)] = &[
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
    ("minContains", "maxContains"),
    ("minimum", "maximum"),
];

/// Reports errors of one schema: `propertyNames` must not require arrays or objects, because property names are scalars.
pub(super) fn refuse(view: &View, schema: NodeId, errors: &mut Vec<Diagnostic>) {
    let names = view.get(schema, "propertyNames").filter(|&names| view.node(names).is_map());
    let Some(types) = names.and_then(|names| view.get(names, "type")) else { return };
    for (id, name) in texts(view, types) {
        if name == "array" || name == "object" {
            let message = format!(
                "Invalid schema: propertyNames: type '{name}' is not allowed; keys are scalars"
            );
            errors.push(
                Diagnostic::error(codes::IMPOSSIBLE_SCHEMA, message)
                    .at(view.node(id).content_span()),
            );
        }
    }
}

/// Reports warnings of one schema: misspelled keywords, which check nothing, and with `all` every other probable mistake.
pub(super) fn warn(
    view: &View,
    schema: NodeId,
    referred: &impl Fn(&str) -> bool,
    all: bool,
    warnings: &mut Vec<Diagnostic>,
) {
    strange::warn(view, schema, referred, warnings);
    if !all {
        return;
    }
    unknown_format(view, schema, warnings);
    empty_ranges(view, schema, warnings);
    impossible_required(view, schema, warnings);
    undeclared_required(view, schema, warnings);
    repeated_enum(view, schema, warnings);
    other_types(view, schema, warnings);
    halves::warn(view, schema, warnings);
}

/// Whether the value at `id` is suitable for `keyword`.
pub(super) fn fits(view: &View, id: NodeId, keyword: &Keyword) -> bool {
    let kind = view.type_of(id);
    let is_schema = |kind| matches!(kind, Type::Object | Type::True | Type::False);
    match keyword.holds {
        Holds::Schema => is_schema(kind),
        Holds::Schemas | Holds::Names => kind == Type::Array,
        Holds::SchemaOrSchemas => is_schema(kind) || kind == Type::Array,
        Holds::SchemasByName | Holds::NamesByName | Holds::SchemasOrNamesByName => {
            kind == Type::Object
        }
        Holds::Types => {
            kind == Type::Null || texts(view, id).iter().all(|(_, name)| TYPES.contains(name))
        }
        Holds::Data => !matches!(keyword.name, "enum" | "examples") || kind == Type::Array,
        Holds::Plain => match keyword.name {
            "maximum" | "minimum" | "multipleOf" => matches!(kind, Type::Integer | Type::Float),
            "exclusiveMaximum" | "exclusiveMinimum" => {
                matches!(kind, Type::Integer | Type::Float | Type::True | Type::False)
            }
            "deprecated" | "readOnly" | "uniqueItems" | "writeOnly" | "$recursiveAnchor" => {
                matches!(kind, Type::True | Type::False)
            }
            name if name.starts_with("max") || name.starts_with("min") => kind == Type::Integer,
            "$vocabulary" => kind == Type::Object,
            _ => kind == Type::String,
        },
    }
}

fn unknown_format(view: &View, schema: NodeId, warnings: &mut Vec<Diagnostic>) {
    let Some(value) = view.get(schema, "format") else { return };
    let name = view.node(value).text();
    if view.type_of(value) == Type::String && !FORMATS.contains(&name) {
        let warning = Diagnostic::warning(
            codes::UNKNOWN_FORMAT,
            format!("unknown format '{name}' is not checked"),
        )
        .at(view.node(value).content_span());
        warnings.push(match spelling::nearest(name, FORMATS.iter().copied()) {
            Some(near) => warning.note(spelling::did_you_mean(near)),
            None => warning,
        });
    }
}

fn empty_ranges(view: &View, schema: NodeId, warnings: &mut Vec<Diagnostic>) {
    let number = |name| {
        let value = view.get(schema, name)?;
        Some((value, view.number(value)?.approximate()))
    };
    for &(low, high) in BOUNDS {
        if let (Some((_, least)), Some((at, most))) = (number(low), number(high))
            && least > most
        {
            let message = format!("nothing satisfies {low}: {least} and {high}: {most}");
            warnings.push(
                Diagnostic::warning(codes::EMPTY_RANGE, message).at(view.node(at).content_span()),
            );
        }
    }
}

/// Warns about a required property that `additionalProperties: false` forbids.
fn impossible_required(view: &View, schema: NodeId, warnings: &mut Vec<Diagnostic>) {
    let member = |name| view.get(schema, name);
    let (Some(required), Some(additional)) = (member("required"), member("additionalProperties"))
    else {
        return;
    };
    if view.type_of(additional) != Type::False || member("patternProperties").is_some() {
        return;
    }
    for (id, name) in texts(view, required) {
        let declared = member("properties").is_some_and(|properties| {
            view.node(properties).is_map() && view.member(properties, name).is_some()
        });
        if !declared {
            let message = format!("'{name}' is required but additionalProperties forbids it");
            warnings.push(
                Diagnostic::warning(codes::IMPOSSIBLE_REQUIRED, message)
                    .at(view.node(id).content_span()),
            );
        }
    }
}

/// Warns about a required property that is not declared, if a declared one has a similar name.
fn undeclared_required(view: &View, schema: NodeId, warnings: &mut Vec<Diagnostic>) {
    let (Some(required), Some(properties)) =
        (view.get(schema, "required"), view.get(schema, "properties"))
    else {
        return;
    };
    if !view.node(properties).is_map() {
        return;
    }
    for (id, name) in texts(view, required) {
        let names = view.members(properties).map(|member| view.name(member.key));
        let is_declared = view.member(properties, name).is_some();
        if let Some(near) = spelling::nearest(name, names).filter(|_| !is_declared) {
            let message = format!("'{name}' is required, but not declared in `properties`");
            let warning = Diagnostic::warning(codes::UNDECLARED_REQUIRED, message);
            warnings
                .push(warning.at(view.node(id).content_span()).note(spelling::did_you_mean(near)));
        }
    }
}

/// Returns the types that a keyword applies to, if it applies to some types only.
fn subject_of(keyword: &str) -> Option<&'static [&'static str]> {
    Some(match keyword {
        "minLength" | "maxLength" | "pattern" => &["string"],
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            &["number", "integer"]
        }
        "minItems" | "maxItems" | "uniqueItems" | "items" | "prefixItems" | "additionalItems"
        | "contains" | "minContains" | "maxContains" | "unevaluatedItems" => &["array"],
        "properties"
        | "patternProperties"
        | "additionalProperties"
        | "propertyNames"
        | "required"
        | "minProperties"
        | "maxProperties"
        | "dependentRequired"
        | "dependentSchemas"
        | "dependencies"
        | "unevaluatedProperties" => &["object"],
        _ => return None,
    })
}

/// Warns about keywords that apply to types which `type` does not allow.
fn other_types(view: &View, schema: NodeId, warnings: &mut Vec<Diagnostic>) {
    let Some(types) = view.get(schema, "type") else { return };
    let types: Vec<&str> = texts(view, types).into_iter().map(|(_, name)| name).collect();
    for Member { key, value } in view.members(schema) {
        let name = view.name(key);
        let Some(subject) = subject_of(name) else { continue };
        // In draft 3, `required` is a boolean on the property itself.
        if name == "required" && matches!(view.type_of(value), Type::True | Type::False) {
            continue;
        }
        let is_known = types.iter().all(|kind| TYPES.contains(kind));
        if is_known && !types.is_empty() && !types.iter().any(|kind| subject.contains(kind)) {
            let message = format!(
                "'{name}' is about {}s, but `type` allows {} only: it checks nothing",
                subject[0],
                types.join(", ")
            );
            let warning = Diagnostic::warning(codes::MISPLACED_KEYWORD, message);
            warnings.push(warning.at(view.written(key).content_span()));
        }
    }
}

fn repeated_enum(view: &View, schema: NodeId, warnings: &mut Vec<Diagnostic>) {
    let Some(values) = view.get(schema, "enum") else { return };
    for Repeated { later, earlier } in view.repeated_items(values) {
        let warning = Diagnostic::warning(codes::REPEATED_ENUM, "enum lists this value twice")
            .at(view.node(later).content_span());
        warnings.push(warning.label(view.node(earlier).content_span(), "first listed here"));
    }
}

/// Returns the scalar at `id`, or the scalars of the list there.
pub(super) fn texts(view: &View, id: NodeId) -> Vec<(NodeId, &str)> {
    let node = view.node(id);
    if node.is_sequence() {
        node.items().map(|item| (item.id(), item.dereferenced().text())).collect()
    } else {
        vec![(id, node.text())]
    }
}
