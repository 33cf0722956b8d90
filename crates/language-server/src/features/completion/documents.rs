//! Keys and values of documents that a YAML Schema applies to.

use lsp_types::{CompletionItem, CompletionItemKind};

use super::{Suggestion, values::key_in};
use crate::{
    Analysis, FileView,
    address::is_json,
    features::{
        context::{Context, Typing},
        json_schema,
    },
};

/// Suggestions from the schema of a document; none if no schema applies.
pub(super) fn complete(
    analysis: &Analysis,
    file: &FileView,
    context: &Context,
) -> Vec<CompletionItem> {
    let is_before = |offset: u32| file.text.line_of(offset as usize) < context.first_line.max(1);
    let mut documents = file.yaml.tree.documents().rev();
    let document =
        documents.find(|one| is_before(one.position())).map_or(0, yardstick_yaml::Document::index);
    let Some((store, root)) = analysis.schema_of(&file.path, document) else {
        return Vec::new();
    };
    let is_json = is_json(&file.path);
    let schemas = json_schema::at(&store, root, &context.path);
    let mut found: Vec<Suggestion> = Vec::new();
    if context.typing == Typing::Key {
        for (at, one) in json_schema::properties(&store, &schemas).into_iter().enumerate() {
            if one.name != context.typed && context.siblings.contains(&one.name) {
                continue;
            }
            let said = json_schema::said(&one.schemas, is_json);
            let rank = match (said.is_deprecated, one.is_required) {
                (true, _) => 2,
                (false, true) => 0,
                (false, false) => 1,
            };
            let required = if one.is_required { ", required" } else { "" };
            let holds = |kind: &str| said.types.iter().any(|own| own == kind);
            let name = key_in(context, &one.name, is_json);
            let text = match context {
                Context { has_colon: true, .. } => name.clone(),
                Context { is_flow: true, .. } if holds("object") => format!("{name}: {{}}"),
                Context { is_flow: true, .. } if holds("array") => format!("{name}: []"),
                Context { is_flow: false, .. } if holds("object") || holds("array") => {
                    format!("{name}:")
                }
                _ => format!("{name}: "),
            };
            let mut suggestion = Suggestion::new(&one.name, CompletionItemKind::PROPERTY)
                .filter(context.quote.map(|_| name.clone()))
                .detail(format!("{}{required}", said.types.join(" or ")))
                .documentation(Some(said.markdown(&one.name)))
                .text(text)
                .order(format!("{rank}{at:05}"));
            suggestion.is_deprecated = said.is_deprecated;
            found.push(suggestion);
        }
    }
    if context.typing == Typing::Value || context.is_item {
        let said = json_schema::said(&schemas, is_json || context.quote == Some('"'));
        let all = said.values.iter().chain(&said.default).chain(&said.examples);
        for (at, value) in all.enumerate() {
            if !found.iter().any(|known| known.label == *value) {
                let one = Suggestion::new(value, CompletionItemKind::VALUE);
                found.push(one.order(format!("{at:05}")));
            }
        }
    }
    found.into_iter().map(|one| one.item(file, context.start, context.end)).collect()
}
