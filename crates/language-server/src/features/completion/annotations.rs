//! Completes the names and arguments of annotations.

use lsp_types::{CompletionItem, CompletionItemKind};
use yardstick_schema::{formats::FORMATS, rules::registry::RULES};
use yardstick_workspace::annotation_arguments;

use super::{Suggestion, code};
use crate::{Analysis, FileView, Topic, features::typed_code::Code};

/// A label, the inserted text, and a description.
type Offer = (&'static str, &'static str, &'static str);

/// Additional suggestions for some annotations.
const MORE: [(&str, &[Offer]); 5] = [
    (
        "overlay/match",
        &[
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
    ("schema/validation", &[FUNCTION]),
    ("schema/validate", &[FUNCTION]),
    ("schema/validation-defaults-for-strings", &[FUNCTION]),
    ("assert/validate", &[FUNCTION]),
];

const FUNCTION: (&str, &str, &str) =
    ("lambda", "(\"\", lambda v: True)", "A rule of your own, with its description");

/// Suggestions inside `#@name arguments`.
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
        // Without explanations, the names come from the table of arguments.
        items.extend(annotation_arguments().map(|(name, _)| {
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
    if let Some(written) = typed.strip_prefix("format=") {
        let format = written.trim_start_matches(['"', '\'']);
        let start = offset - format.len();
        let has_quote = format.len() < written.len();
        let text = |name: &str| if has_quote { name.to_owned() } else { format!("\"{name}\"") };
        return FORMATS
            .iter()
            .map(|one| {
                Suggestion::new(one.name, CompletionItemKind::ENUM_MEMBER)
                    .detail(one.meaning)
                    .text(text(one.name))
                    .item(file, start, offset)
            })
            .collect();
    }
    if name == "library/ref"
        && let Some(typed) = arguments.strip_prefix(['"', '\''])
    {
        let names = code::library_names(analysis, file).into_iter();
        let all = names.map(|name| Suggestion::new(format!("@{name}"), CompletionItemKind::FOLDER));
        return all.map(|one| one.item(file, offset - typed.len(), offset)).collect();
    }
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let more = || {
        let own = MORE.into_iter().filter(move |(known, _)| *known == plain);
        own.flat_map(|(_, all)| all.iter().copied())
    };
    if let Some(matcher) = typed.strip_prefix("by=").filter(|typed| !typed.contains(['.', '"'])) {
        // Matchers come before other code.
        let start = offset - matcher.len();
        let matchers = more().filter_map(|(label, text, about)| {
            let text = text.strip_prefix("by=")?;
            let one = Suggestion::new(label, CompletionItemKind::FUNCTION).detail(about);
            Some(one.text(text).order(format!("!{label}")).item(file, start, offset))
        });
        let inside = Code { is_annotation: false, ..code.clone() };
        let mut all: Vec<CompletionItem> = matchers.collect();
        all.extend(code::complete(analysis, file, &inside, offset));
        return all;
    }
    if typed.contains(['=', '.', '"']) {
        let inside = Code { is_annotation: false, ..code.clone() };
        return code::complete(analysis, file, &inside, offset);
    }
    let start = offset - typed.len();
    let known = annotation_arguments().filter(|(known, _)| *known == plain);
    let known = known.flat_map(|(_, all)| *all).map(|one| (one.name, one.example, one.about));
    let mut items: Vec<CompletionItem> = known
        .chain(more())
        .map(|(label, text, about)| {
            Suggestion::new(label, CompletionItemKind::PROPERTY)
                .detail(about)
                .text(text)
                .item(file, start, offset)
        })
        .collect();
    if plain.starts_with("schema/validat") || plain == "assert/validate" {
        items.extend(RULES.iter().map(|rule| {
            Suggestion::new(rule.name, CompletionItemKind::FUNCTION)
                .detail(format!("Accepts {}", rule.meaning))
                .text(rule.example)
                .item(file, start, offset)
        }));
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use yardstick_workspace::Renderer;

    /// A project in which `annotation` is in a valid place.
    fn project(annotation: &str, name: &str) -> Renderer {
        let load = "#@ load(\"@ytt:overlay\", \"overlay\")\n";
        let schema = "#@data/values-schema\n---\n";
        let part = "#@ def part():\ntype: b\n#@ end\n";
        let text = match name {
            "overlay/remove-anns" | "overlay/assert" | "overlay/replace" => {
                let match_ = "#@overlay/match by=overlay.all, missing_ok=True\n---\n";
                format!("{load}{match_}{annotation}\n#@overlay/match missing_ok=True\na: 1\n")
            }
            "overlay/insert" => {
                format!("{load}#@overlay/match by=overlay.all\n{annotation}\n---\nb: 1\n")
            }
            "overlay/match" | "overlay/match-child-defaults" => {
                let by = if annotation.contains("by=") { "" } else { ", by=overlay.all" };
                let by = if name == "overlay/match" { by } else { "" };
                let match_ =
                    if name == "overlay/match" { "" } else { "#@overlay/match by=overlay.all\n" };
                format!("{load}{match_}{annotation}{by}\n---\na: 1\nname: x\n")
            }
            "data/values-schema" | "schema/definition" => {
                let other = if annotation.contains("data") { "" } else { " data_values=True," };
                let annotation = annotation.replacen(
                    ' ',
                    &format!("{other} "),
                    usize::from(name != "data/values-schema"),
                );
                format!("{annotation}\n---\na: 1\n")
            }
            "data/values" => format!("#@library/ref \"@lib\"\n{annotation}\n---\na: 1\n"),
            "schema/one-of" => {
                let annotation = annotation.replacen(' ', " part(), ", 1);
                format!("{part}{schema}{annotation}\na:\n  type: b\n")
            }
            "assert/validate" => format!("{annotation}\na: 1\n"),
            "schema/validation-defaults-for-strings" => {
                format!("#@data/values-schema\n{annotation}\n---\na: text\n")
            }
            _ => {
                let one_of =
                    if annotation.contains("or_inferred") { ", one_of=[\"string\"]" } else { "" };
                format!("{schema}{annotation}{one_of}\na: 1\n")
            }
        };
        Renderer::new().file("a.yml", "a: 1\nname: x\n").file("t.yml", text)
    }

    #[test]
    fn every_argument_that_is_offered_is_taken() {
        let mut count = 0;
        for (name, arguments) in annotation_arguments() {
            for one in *arguments {
                count += 1;
                let annotation = format!("#@{name} {}", one.example);
                if let Err(failure) = project(&annotation, name).render() {
                    // Rules and counts may be violated, but suggested names must exist.
                    let text = failure.to_string();
                    let is_unknown = ["Unknown", "unknown", "syntax error"];
                    let is_unknown = is_unknown.iter().any(|word| text.contains(word));
                    assert!(!is_unknown, "{annotation}: {text}");
                }
            }
        }
        assert!(count > 25, "only {count} arguments");
    }
}
