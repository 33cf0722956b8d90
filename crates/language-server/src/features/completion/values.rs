//! Completes keys and values of data values, from the schema.

use std::fmt::Write as _;

use lsp_types::{CompletionItem, CompletionItemKind};
use yardstick_schema::{Holds, Outline};
use yardstick_yaml::{Style, rewrite};

use super::Suggestion;
use crate::{
    Analysis, FileView,
    features::{
        context::{Context, Typing},
        hover::declared,
        words,
    },
};

/// Suggestions in a data values file; none in other files.
pub(super) fn complete(
    analysis: &Analysis,
    file: &FileView,
    context: &Context,
) -> Vec<CompletionItem> {
    if !analysis.holds_values(file) || is_schema(file, context) {
        return Vec::new();
    }
    let mut items: Vec<CompletionItem> = Vec::new();
    for (group, snapshot) in analysis.snapshots(&file.path) {
        let Some(schema) = &snapshot.schema else { continue };
        let Some(node) = declared(schema, &context.path) else { continue };
        let describe = |node: &Outline| words::declared(&group, &snapshot, node, &[]);
        let mut found = match context.typing {
            Typing::Key => keys(analysis, context, node, &describe),
            Typing::Value => values(node, context, &describe),
        };
        // An item of an array of scalars is a value.
        if context.typing == Typing::Key && context.is_item && node.keys.is_empty() {
            found.extend(values(node, context, &describe));
        }
        // Below the key of an array, indented or not, an item starts with a dash.
        let above = context.open_key.as_ref().and_then(|key| node.key(key));
        let item = node.item().or_else(|| above?.item());
        if let Some(item) = item.filter(|_| is_before_dash(context)) {
            let context = &Context { siblings: Vec::new(), ..context.clone() };
            let mut of_item = keys(analysis, context, item, &describe);
            of_item.extend(values(item, context, &describe));
            found.extend(of_item.into_iter().map(Suggestion::after_dash));
        }
        for one in found {
            if !items.iter().any(|known| known.label == one.label) {
                items.push(one.item_in(file, context));
            }
        }
    }
    items
}

/// True if nothing is typed yet where an array item could start.
pub(super) fn is_before_dash(context: &Context) -> bool {
    let is_empty = context.typed.is_empty() && context.quote.is_none() && !context.has_colon;
    context.typing == Typing::Key && !context.is_item && !context.is_flow && is_empty
}

/// True if the current document is a schema, which defines its keys itself.
fn is_schema(file: &FileView, context: &Context) -> bool {
    let above = (0..context.first_line).rev().skip(1);
    let mut comments = above
        .map(|line| file.text.line(line))
        .take_while(|line| line.trim_start().starts_with('#'));
    comments.any(|line| line.contains("@data/values-schema"))
}

type Describe<'a> = dyn Fn(&Outline) -> String + 'a;

fn keys(
    analysis: &Analysis,
    context: &Context,
    node: &Outline,
    describe: &Describe<'_>,
) -> Vec<Suggestion> {
    let is_new = |key: &&Outline| {
        !key.is_pattern
            && key
                .name
                .as_ref()
                .is_some_and(|name| *name == context.typed || !context.siblings.contains(name))
    };
    let all = node.all_keys();
    let keys = all.into_iter().filter(is_new).enumerate();
    keys.map(|(at, key)| {
        let plain_name = key.name.as_deref().unwrap_or_default();
        let name = key_in(context, plain_name);
        // Required keys come first, deprecated ones last.
        let rank = match key {
            Outline { deprecated: Some(_), .. } => 3,
            Outline { is_required: true, .. } => 0,
            Outline { is_optional: true, .. } => 2,
            _ => 1,
        };
        let mut detail = key.type_.clone();
        if key.is_required {
            detail.push_str(", required");
        } else if let Some(default) = key.default.as_ref().filter(|text| !text.contains('\n')) {
            detail.push_str(" = ");
            detail.push_str(default);
        }
        let text = if context.has_colon {
            name.clone()
        } else if context.is_flow {
            flow(key, &name, analysis.has_snippets())
        } else if analysis.has_snippets() {
            snippet(key, &name)
        } else {
            plain(key, &name)
        };
        let mut one = Suggestion::new(plain_name, CompletionItemKind::PROPERTY)
            .detail(detail)
            .documentation(Some(describe(key)))
            .text(text)
            .order(format!("{rank}{at:05}"));
        one.is_snippet = analysis.has_snippets() && !context.has_colon;
        one.is_deprecated = key.deprecated.is_some();
        one
    })
    .collect()
}

/// A string in the notation of `context`, if that is already in quotes.
pub(super) fn in_quotes(context: &Context, text: &str) -> Option<String> {
    match context.quote? {
        '\'' => Some(rewrite::in_style(text, Style::SingleQuoted)),
        _ => Some(rewrite::quoted(text)),
    }
}

/// A key in the notation of `context`.
fn key_in(context: &Context, name: &str) -> String {
    in_quotes(context, name).unwrap_or_else(|| quoted(name))
}

/// A value in the notation of `context`. Inside quotes it becomes a string; other values stay as they are.
pub(super) fn value_in(context: &Context, written: &str) -> String {
    let text = if written.starts_with('"') {
        serde_json::from_str::<String>(written).ok()
    } else {
        rewrite::is_safe_plain(written).then(|| written.to_owned())
    };
    text.and_then(|text| in_quotes(context, &text)).unwrap_or_else(|| written.to_owned())
}

/// A key of a flow map, with a placeholder for its value.
fn flow(key: &Outline, name: &str, snippets: bool) -> String {
    let (name, place) = if snippets { (escaped(name), "$1") } else { (name.to_owned(), "") };
    let end = if snippets { "\\}" } else { "}" };
    match key.holds {
        Holds::Map => format!("{name}: {{{place}{end}"),
        Holds::Array => format!("{name}: [{place}]"),
        Holds::Scalar => format!("{name}: {place}"),
    }
}

/// A key as YAML, quoted if it would otherwise not be this string.
fn quoted(name: &str) -> String {
    rewrite::in_style(name, Style::Plain)
}

/// A key with a placeholder for its value.
fn snippet(key: &Outline, name: &str) -> String {
    let mut next = 1;
    let mut text = String::new();
    fill(key, name, "", &mut next, &mut text);
    text
}

fn fill(key: &Outline, name: &str, indent: &str, next: &mut usize, text: &mut String) {
    let name = escaped(name);
    let _ = write!(text, "{indent}{name}:");
    match key.holds {
        Holds::Map => {
            let required: Vec<&Outline> =
                key.keys.iter().filter(|one| one.is_required && !one.is_pattern).collect();
            for one in &required {
                text.push('\n');
                let name = quoted(one.name.as_deref().unwrap_or_default());
                fill(one, &name, &format!("{indent}  "), next, text);
            }
            if required.is_empty() {
                let _ = write!(text, "\n{indent}  ${next}");
                *next += 1;
            }
        }
        Holds::Array => {
            let _ = write!(text, "\n{indent}  - ${next}");
            *next += 1;
        }
        Holds::Scalar => {
            let place = if !key.allowed.is_empty()
                && key.allowed.iter().all(|one| !one.contains([',', '|', '\n']))
            {
                let listed: Vec<String> = key.allowed.iter().map(|one| escaped(one)).collect();
                format!("${{{next}|{}|}}", listed.join(","))
            } else {
                match key.default.as_deref().filter(|text| !text.contains('\n') && *text != "null")
                {
                    Some(default) => format!("${{{next}:{}}}", escaped(default)),
                    None => format!("${next}"),
                }
            };
            *next += 1;
            text.push(' ');
            text.push_str(&place);
        }
    }
}

/// Escapes `text` for a snippet, where `$` and braces have a meaning.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}

fn plain(key: &Outline, name: &str) -> String {
    match key.holds {
        Holds::Scalar => format!("{name}: "),
        Holds::Map | Holds::Array => format!("{name}:"),
    }
}

fn values(node: &Outline, context: &Context, describe: &Describe<'_>) -> Vec<Suggestion> {
    let mut all: Vec<(String, &str)> = Vec::new();
    let mut add = |text: &str, what: &'static str| {
        if !text.contains('\n') && !all.iter().any(|(known, _)| known == text) {
            all.push((text.to_owned(), what));
        }
    };
    node.allowed.iter().for_each(|one| add(one, ""));
    if let Some(default) = node.default.as_deref().filter(|_| !node.is_secret) {
        add(default, "default");
    }
    node.examples.iter().for_each(|(_, one)| add(one, "example"));
    for part in &node.alternatives {
        part.allowed.iter().for_each(|one| add(one, ""));
    }
    if node.type_.ends_with("or null") {
        add("null", "");
    }
    let documentation = describe(node);
    all.into_iter()
        .enumerate()
        .map(|(at, (text, what))| {
            let detail = if what.is_empty() { node.type_.clone() } else { what.to_owned() };
            let written = value_in(context, &text);
            Suggestion::new(text, CompletionItemKind::VALUE)
                .text(written)
                .detail(detail)
                .documentation(Some(documentation.clone()))
                .order(format!("{at:05}"))
        })
        .collect()
}
