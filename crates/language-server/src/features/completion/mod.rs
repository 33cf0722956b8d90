//! Completion: suggests what can be written at a position.

mod annotations;
mod code;
mod documents;
mod members;
mod values;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTag, CompletionTextEdit, Documentation,
    InsertTextFormat, MarkupContent, MarkupKind, Position, TextEdit,
};

use super::{
    context::{Context, context_at},
    toml_context,
    typed_code::code_at,
};
use crate::{
    Analysis, FileView,
    address::{is_json, is_toml},
};

impl Analysis {
    /// The suggestions at `position`.
    pub fn completion(&self, path: &str, position: Position) -> Vec<CompletionItem> {
        let Some((file, offset)) = self.at(path, position) else { return Vec::new() };
        if let Some(code) = code_at(&file, offset) {
            return if code.is_annotation {
                annotations::complete(self, &file, &code, offset)
            } else {
                code::complete(self, &file, &code, offset)
            };
        }
        let context = if is_toml(&file.path) {
            toml_context::context_at(&file.text, offset)
        } else {
            context_at(&file.text, offset, is_json(&file.path))
        };
        let Some(context) = context else { return Vec::new() };
        let found = values::complete(self, &file, &context);
        if found.is_empty() { documents::complete(self, &file, &context) } else { found }
    }
}

/// A suggestion that replaces a range.
struct Suggestion {
    label: String,
    kind: CompletionItemKind,
    detail: Option<String>,
    documentation: Option<String>,
    /// The inserted text; the label by default.
    text: Option<String>,
    /// Whether the text has placeholders.
    is_snippet: bool,
    /// The sort key.
    order: String,
    /// The text to compare with what is typed; the label by default.
    filter: Option<String>,
    is_deprecated: bool,
}

impl Suggestion {
    fn new(label: impl Into<String>, kind: CompletionItemKind) -> Self {
        let label = label.into();
        Self {
            order: label.clone(),
            label,
            kind,
            detail: None,
            documentation: None,
            text: None,
            is_snippet: false,
            filter: None,
            is_deprecated: false,
        }
    }

    fn detail(self, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..self }
    }

    fn documentation(self, text: Option<String>) -> Self {
        Self { documentation: text, ..self }
    }

    fn text(self, text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..self }
    }

    /// Sets the text to compare with what is typed.
    fn filter(self, filter: Option<String>) -> Self {
        Self { filter, ..self }
    }

    fn order(self, order: impl Into<String>) -> Self {
        Self { order: order.into(), ..self }
    }

    /// The suggestion with `- ` before it, which starts an array item.
    fn after_dash(mut self) -> Self {
        let text = self.text.take().unwrap_or_else(|| self.label.clone());
        let text = format!("- {}", text.replace('\n', "\n  "));
        Self { label: format!("- {}", self.label), text: Some(text), ..self }
    }

    /// The suggestion for text typed in YAML or JSON. Editors compare the filter text with what is typed, and many of
    /// them ignore the quote. So if there already are quotes, only the text inside of them is replaced.
    fn item_in(mut self, file: &FileView, context: &Context) -> CompletionItem {
        let text = self.text.take().unwrap_or_else(|| self.label.clone());
        let end = context.end.max(context.start);
        // Editors repeat the indentation of a line, but not a dash after it.
        let text = text.replace('\n', &format!("\n{}", " ".repeat(context.shift)));
        let (text, start) = match context.quote.map(|quote| (quote, text.strip_prefix(quote))) {
            Some((_, Some(inside))) => (inside.to_owned(), context.start + 1),
            Some((quote, None)) => {
                self.filter = Some(format!("{quote}{}", self.label));
                (text, context.start)
            }
            None => (text, context.start),
        };
        self.text(text).item(file, start, end)
    }

    /// The suggestion for the range between two offsets.
    #[allow(deprecated)] // The protocol has an old and a new way to mark something as deprecated.
    fn item(self, file: &FileView, start: usize, end: usize) -> CompletionItem {
        let text = self.text.unwrap_or_else(|| self.label.clone());
        let edit = TextEdit { range: file.text.range(start, end), new_text: text };
        CompletionItem {
            label: self.label.clone(),
            kind: Some(self.kind),
            detail: self.detail,
            documentation: self.documentation.map(|value| {
                Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
            }),
            deprecated: self.is_deprecated.then_some(true),
            tags: self.is_deprecated.then(|| vec![CompletionItemTag::DEPRECATED]),
            sort_text: Some(self.order),
            filter_text: Some(self.filter.unwrap_or(self.label)),
            insert_text_format: self.is_snippet.then_some(InsertTextFormat::SNIPPET),
            text_edit: Some(CompletionTextEdit::Edit(edit)),
            ..CompletionItem::default()
        }
    }
}
