//! Warns about keywords that the draft of the schema does not have. They look like rules, but most of them check
//! nothing.

use jsonschema::Draft;
use yardstick_diagnostics::{Diagnostic, codes};
use yardstick_yaml::{
    NodeId,
    json::{Member, Type, View},
};

use super::{SchemaFile, beside_reference, keywords, later_words};

/// The first draft that has the keyword `name`, if not all have it.
fn since(name: &str) -> Option<Draft> {
    Some(match name {
        "const" | "contains" | "propertyNames" => Draft::Draft6,
        "if" => Draft::Draft7,
        "dependentRequired"
        | "dependentSchemas"
        | "maxContains"
        | "minContains"
        | "unevaluatedItems"
        | "unevaluatedProperties" => Draft::Draft201909,
        "$dynamicRef" | "prefixItems" => Draft::Draft202012,
        _ => return None,
    })
}

/// The last draft that has the keyword `name`, with its replacement, if not all have it.
fn until(name: &str) -> Option<(Draft, &'static str)> {
    Some(match name {
        "$recursiveRef" => (Draft::Draft201909, "$dynamicRef"),
        "additionalItems" => (Draft::Draft201909, "items"),
        _ => return None,
    })
}

/// What decides whether a keyword in a file is ignored.
pub(super) struct Ignored {
    draft: Draft,
    old: Option<Draft>,
    is_heeded: bool,
}

impl Ignored {
    /// For the schemas in `file`, which are read with `draft`.
    pub(super) fn of(file: &SchemaFile, draft: Draft) -> Self {
        let old = later_words::old_draft(file);
        Self { draft, old, is_heeded: beside_reference::is_heeded(file) }
    }

    /// Warns about the keywords of one schema that the draft ignores.
    pub(super) fn warn(&self, view: &View, schema: NodeId, warnings: &mut Vec<Diagnostic>) {
        let &Self { draft, old, is_heeded } = self;
        if draft <= Draft::Draft7 {
            next_to_reference(view, schema, draft, is_heeded, warnings);
        }
        for Member { key, .. } in view.members(schema) {
            let name = view.name(key);
            let note = if let Some(since) = since(name).filter(|since| *since > draft) {
                format!("declare {} or a later draft in `$schema`", called(since))
            } else if let Some((until, instead)) = until(name).filter(|known| known.0 < draft) {
                format!("write '{instead}', or declare {} in `$schema`", called(until))
            } else {
                continue;
            };
            let is_read = old.is_some_and(|draft| later_words::words(draft).contains(&name));
            let draft = called(draft);
            let text = if is_read {
                format!("'{name}' is not in {draft}; it is checked as in draft 7")
            } else {
                format!("{draft} does not know '{name}': it checks nothing here")
            };
            let warning = Diagnostic::warning(codes::IGNORED_KEYWORD, text);
            warnings.push(warning.at(view.written(key).content_span()).note(note));
        }
    }
}

/// Warns about keywords next to `$ref`, which are ignored up to draft 7 in a strict reading.
fn next_to_reference(
    view: &View,
    schema: NodeId,
    draft: Draft,
    is_heeded: bool,
    warnings: &mut Vec<Diagnostic>,
) {
    let reference = view.get(schema, "$ref");
    if !reference.is_some_and(|reference| view.type_of(reference) == Type::String) {
        return;
    }
    for Member { key, .. } in view.members(schema) {
        let name = view.name(key);
        if name != "$ref" && keywords::find(name).is_some_and(keywords::Keyword::is_rule) {
            let draft = called(draft);
            let text = if is_heeded {
                format!(
                    "'{name}' next to `$ref` is not in {draft}; it is checked, as in most tools"
                )
            } else {
                format!("{draft} ignores '{name}' next to `$ref`")
            };
            let warning = Diagnostic::warning(codes::IGNORED_KEYWORD, text)
                .at(view.written(key).content_span())
                .note("put the reference into `allOf`, or declare draft 2019-09 or later");
            warnings.push(warning);
        }
    }
}

/// Returns the common name of a draft.
fn called(draft: Draft) -> &'static str {
    match draft {
        Draft::Draft4 => "draft 4",
        Draft::Draft6 => "draft 6",
        Draft::Draft7 => "draft 7",
        Draft::Draft201909 => "draft 2019-09",
        _ => "draft 2020-12",
    }
}
