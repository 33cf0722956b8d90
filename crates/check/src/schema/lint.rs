//! What is wrong with a schema although the meta-schema accepts it, and what is probably not meant.

use yardstick_diagnostics::{Diagnostic, codes, spelling};
use yardstick_yaml::{
    NodeId,
    json::{Member, Repeated, Type, View},
};

use super::{SchemaFile, keywords, walk};

/// Formats that are known beyond those of the drafts.
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
    "json-pointer",
    "password",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
    "binary",
];

/// Bounds that exclude each other when the first is above the second.
const BOUNDS: &[(&str, &str)] = &[
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
    ("minContains", "maxContains"),
    ("minimum", "maximum"),
];

/// Errors: property names are scalars, so `propertyNames` must not ask for arrays or objects.
pub(super) fn refuse(file: &SchemaFile, root: NodeId, errors: &mut Vec<Diagnostic>) {
    let view = &file.view;
    walk::each(view, root, &mut |schema| {
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
    });
}

/// Warnings: misspelt keywords, which check nothing, and if `all` the rest.
pub(super) fn warn(file: &SchemaFile, root: NodeId, all: bool, warnings: &mut Vec<Diagnostic>) {
    let view = &file.view;
    walk::each(view, root, &mut |schema| {
        misspelt_keywords(view, schema, warnings);
        if !all {
            return;
        }
        unknown_format(view, schema, warnings);
        empty_ranges(view, schema, warnings);
        impossible_required(view, schema, warnings);
        repeated_enum(view, schema, warnings);
    });
}

fn misspelt_keywords(view: &View, schema: NodeId, warnings: &mut Vec<Diagnostic>) {
    for Member { key, .. } in view.members(schema) {
        let name = view.name(key);
        if keywords::find(name).is_some() || name.starts_with("x-") || name.len() < 3 {
            continue;
        }
        if let Some(near) =
            spelling::nearest(name, keywords::KEYWORDS.iter().map(|known| known.name))
        {
            let message = format!("unknown keyword '{name}'");
            let warning = Diagnostic::warning(codes::UNKNOWN_KEYWORD, message)
                .at(view.node(key).content_span());
            warnings.push(warning.note(spelling::did_you_mean(near)));
        }
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

/// A required property that `additionalProperties: false` forbids.
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

fn repeated_enum(view: &View, schema: NodeId, warnings: &mut Vec<Diagnostic>) {
    let Some(values) = view.get(schema, "enum") else { return };
    for Repeated { later, earlier } in view.repeated_items(values) {
        let warning = Diagnostic::warning(codes::REPEATED_ENUM, "enum lists this value twice")
            .at(view.node(later).content_span());
        warnings.push(warning.label(view.node(earlier).content_span(), "first listed here"));
    }
}

/// The scalar at `id`, or those of the list there.
fn texts(view: &View, id: NodeId) -> Vec<(NodeId, &str)> {
    let node = view.node(id);
    if node.is_sequence() {
        node.items().map(|item| (item.id(), item.dereferenced().text())).collect()
    } else {
        vec![(id, node.text())]
    }
}
