//! Keys and values of documents that a YAML Schema applies to.

use lsp_types::{CompletionItem, CompletionItemKind};

use super::Suggestion;
use crate::{
    Analysis, FileView,
    features::{
        context::{Context, Typing},
        json_schema,
    },
    lone,
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
    let Some((store, root)) = lone::schema_of(analysis.world(), &file.path, document) else {
        return Vec::new();
    };
    let schemas = json_schema::at(&store, root, &context.path);
    let mut found: Vec<Suggestion> = Vec::new();
    if context.typing == Typing::Key {
        for (at, one) in json_schema::properties(&store, &schemas).into_iter().enumerate() {
            if one.name != context.typed && context.siblings.contains(&one.name) {
                continue;
            }
            let said = json_schema::said(&one.schemas);
            let rank = match (said.is_deprecated, one.is_required) {
                (true, _) => 2,
                (false, true) => 0,
                (false, false) => 1,
            };
            let required = if one.is_required { ", required" } else { "" };
            let is_collection =
                ["object", "array"].iter().any(|kind| said.types.iter().any(|own| own == kind));
            let text = match (context.has_colon, is_collection) {
                (true, _) => one.name.clone(),
                (false, true) => format!("{}:", one.name),
                (false, false) => format!("{}: ", one.name),
            };
            let mut suggestion = Suggestion::new(&one.name, CompletionItemKind::PROPERTY)
                .detail(format!("{}{required}", said.types.join(" or ")))
                .documentation(Some(said.markdown(&one.name)))
                .text(text)
                .order(format!("{rank}{at:05}"));
            suggestion.is_deprecated = said.is_deprecated;
            found.push(suggestion);
        }
    }
    if context.typing == Typing::Value || context.is_item {
        let said = json_schema::said(&schemas);
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
