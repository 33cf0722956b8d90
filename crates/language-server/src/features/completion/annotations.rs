//! Names of annotations, and what they take.

use lsp_types::{CompletionItem, CompletionItemKind};
use yardstick_schema::{formats::FORMATS, rules::registry::RULES};

use super::{Suggestion, code};
use crate::{Analysis, FileView, Topic, features::typed_code::Code};

/// Arguments of an annotation: name, what is written, what it is for.
type Arguments = &'static [(&'static str, &'static str, &'static str)];

/// The arguments of annotations: name, what is written, what it is for.
const ARGUMENTS: [(&str, Arguments); 11] = [
    (
        "schema/type",
        &[
            ("any", "any=True", "Take any value below this node"),
            ("one_of", "one_of=[\"string\", \"int\"]", "Take values of several types"),
        ],
    ),
    ("schema/validation", RULE_ARGUMENTS),
    ("schema/validate", RULE_ARGUMENTS),
    ("assert/validate", RULE_ARGUMENTS),
    (
        "schema/key",
        &[
            ("matching", "matching=\"\"", "Take keys that match a regular expression"),
            ("expects", "expects=\"0+\"", "How many keys there must be"),
        ],
    ),
    ("schema/any-key", &[("expects", "expects=\"0+\"", "How many keys there must be")]),
    (
        "overlay/match",
        &[
            ("by", "by=\"name\"", "What to match by: a key, a matcher or a function"),
            ("expects", "expects=\"1+\"", "How many matches there must be"),
            ("missing_ok", "missing_ok=True", "Go on if nothing matches"),
            ("when", "when=1", "Apply only if there are so many matches"),
            ("overlay.all", "by=overlay.all", "Match all"),
            (
                "overlay.subset",
                "by=overlay.subset({\"kind\": \"\"})",
                "Match what has these keys and values",
            ),
            ("overlay.map_key", "by=overlay.map_key(\"name\")", "Match maps by the value of a key"),
            ("overlay.index", "by=overlay.index(0)", "Match the item with this number"),
        ],
    ),
    (
        "overlay/match-child-defaults",
        &[
            ("expects", "expects=\"0+\"", "How many matches there must be, for all nodes below"),
            ("missing_ok", "missing_ok=True", "Go on if nothing matches, for all nodes below"),
        ],
    ),
    (
        "overlay/insert",
        &[
            ("before", "before=True", "Insert before the match"),
            ("after", "after=True", "Insert after the match"),
        ],
    ),
    (
        "overlay/replace",
        &[
            ("via", "via=lambda left, right: right", "Compute the new value"),
            ("or_add", "or_add=True", "Add it if nothing matches"),
        ],
    ),
    (
        "data/values",
        &[(
            "after_library_module",
            "after_library_module=True",
            "Apply after the values of the caller",
        )],
    ),
];

/// Arguments of rules besides the named rules.
const RULE_ARGUMENTS: Arguments = &[
    ("not_null", "not_null=True", "The value must not be null"),
    ("when", "when=lambda v: True", "Apply the rules only in these cases"),
    ("lambda", "(\"\", lambda v: True)", "A rule of your own, with its description"),
];

/// Suggestions in `#@name arguments`.
pub(super) fn complete(
    analysis: &Analysis,
    file: &FileView,
    code: &Code<'_>,
    offset: usize,
) -> Vec<CompletionItem> {
    match code.before.split_once(' ') {
        None => names(analysis, file, code.start, offset),
        Some((name, arguments)) => self::arguments(analysis, file, (name, arguments), code, offset),
    }
}

fn names(analysis: &Analysis, file: &FileView, start: usize, offset: usize) -> Vec<CompletionItem> {
    let annotations = analysis.explanations().iter().filter(|one| one.topic == Topic::Annotation);
    let mut items: Vec<CompletionItem> = annotations
        .map(|one| {
            let name = one.name.trim_start_matches('@');
            let text = one.about.clone();
            Suggestion::new(name, CompletionItemKind::KEYWORD)
                .documentation(Some(text))
                .item(file, start, offset)
        })
        .collect();
    if items.is_empty() {
        // Without explanations the names are known from their arguments.
        items.extend(ARGUMENTS.iter().map(|(name, _)| {
            Suggestion::new(*name, CompletionItemKind::KEYWORD).item(file, start, offset)
        }));
    }
    items
}

fn arguments(
    analysis: &Analysis,
    file: &FileView,
    (name, arguments): (&str, &str),
    code: &Code<'_>,
    offset: usize,
) -> Vec<CompletionItem> {
    let typed = arguments.rsplit([',', '(', ' ']).next().unwrap_or_default();
    if let Some(format) = typed.strip_prefix("format=").map(|rest| rest.trim_start_matches('"')) {
        let start = offset - format.len();
        return FORMATS
            .iter()
            .map(|one| {
                Suggestion::new(one.name, CompletionItemKind::ENUM_MEMBER)
                    .detail(one.meaning)
                    .item(file, start, offset)
            })
            .collect();
    }
    if typed.contains(['=', '.', '"']) {
        let inside = Code { is_annotation: false, ..code.clone() };
        return code::complete(analysis, file, &inside, offset);
    }
    let start = offset - typed.len();
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let known = ARGUMENTS.iter().find(|(known, _)| *known == plain);
    let mut items: Vec<CompletionItem> = known
        .into_iter()
        .flat_map(|(_, arguments)| *arguments)
        .map(|(label, text, about)| {
            Suggestion::new(*label, CompletionItemKind::PROPERTY)
                .detail(*about)
                .text(*text)
                .item(file, start, offset)
        })
        .collect();
    if plain.starts_with("schema/validat") || plain == "assert/validate" {
        items.extend(RULES.iter().map(|rule| {
            Suggestion::new(rule.name, CompletionItemKind::FUNCTION)
                .detail(format!("Valid is {}", rule.meaning))
                .text(rule.example)
                .item(file, start, offset)
        }));
    }
    items
}
