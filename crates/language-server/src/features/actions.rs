//! Code actions: changes that an editor offers at a place.

use std::{collections::HashMap, fmt::Write as _};

use lsp_types::{
    CodeAction, CodeActionKind, Diagnostic, NumberOrString, Range, TextEdit, Url, WorkspaceEdit,
};
use yardstick_diagnostics::codes;
use yardstick_schema::{Holds, Outline};
use yardstick_yaml::{NodeRef, Style};

use super::{
    chain_at,
    context::{Typing, context_at},
    hover::declared,
    typed_code::{code_at, definitions},
    vocabulary,
};
use crate::{
    Analysis, FileView, FixData, Step, address,
    yaml_path::{Located, locate, node_at},
};

impl Analysis {
    /// What can be done about `range` of a file, in which the editor shows `diagnostics`.
    pub fn code_actions(
        &self,
        path: &str,
        range: Range,
        diagnostics: &[Diagnostic],
    ) -> Vec<CodeAction> {
        let Some((file, offset)) = self.at(path, range.start) else { return Vec::new() };
        let Some(uri) = address::from_path(path) else { return Vec::new() };
        let mut actions = Vec::new();
        for one in diagnostics {
            actions.extend(fix(one));
            actions.extend(self.mend(&file, &uri, one));
        }
        actions.extend(add_load(&file, &uri, offset));
        actions.extend(self.fill_required(&file, &uri, offset));
        actions.extend(quote(&file, &uri, offset));
        actions
    }

    /// What can be done about a diagnostic besides its own fix.
    fn mend(&self, file: &FileView, uri: &Url, diagnostic: &Diagnostic) -> Option<CodeAction> {
        let Some(NumberOrString::String(code)) = &diagnostic.code else { return None };
        if code == codes::PLAIN_COMMENT.id() {
            let line = file.text.line(diagnostic.range.start.line as usize);
            let at = line.find('#').filter(|_| !line.contains("#!"))?;
            let (start, _) = file.text.line_span(diagnostic.range.start.line as usize);
            let range = file.text.range(start + at + 1, start + at + 1);
            let edit = TextEdit { range, new_text: "!".to_owned() };
            return Some(change(
                "Make it a comment of the template: `#!`",
                uri,
                vec![edit],
                Some(diagnostic),
            ));
        }
        if code == codes::UNDECLARED_KEY.id() {
            return self.declare(file, diagnostic);
        }
        None
    }

    /// Declares the key that a diagnostic is about in the schema.
    fn declare(&self, file: &FileView, diagnostic: &Diagnostic) -> Option<CodeAction> {
        let offset = file.text.offset(diagnostic.range.start);
        let Located { path, .. } = locate(&file.yaml.tree, offset)?;
        let (Step::Key(name), above) = path.split_last()? else { return None };
        let document = file.yaml.tree.document(locate(&file.yaml.tree, offset)?.document)?;
        let value = node_at(document.root(), &path)?;
        for (group, snapshot) in self.snapshots(&file.path) {
            let Some(schema) = &snapshot.schema else { continue };
            let Some(parent) = declared(schema, above) else { continue };
            // Next to a key that is declared already.
            let Some(span) = parent.keys.iter().rev().find_map(|key| key.declared) else {
                continue;
            };
            let Some(source) = snapshot.schema_sources.find(span.file) else { continue };
            let schema_path = group.absolute(source.shown_name());
            let Some(target) = self.file(&schema_path) else { continue };
            let Some(sibling) = locate(&target.yaml.tree, span.start as usize) else { continue };
            let Some(root) = target.yaml.tree.document(sibling.document) else { continue };
            let Some(last) = node_at(root.root(), &sibling.path) else { continue };
            let column = target.text.position(span.start as usize).character as usize;
            let end = (last.end() as usize).max(span.start as usize);
            let line = target.text.line_of(
                end.saturating_sub(usize::from(target.text.as_str()[..end].ends_with('\n'))),
            );
            let (_, at) = target.text.line_span(line);
            let indent = " ".repeat(column);
            let text = format!("\n{indent}{name}: {}", example(value, &indent));
            let edit = TextEdit { range: target.text.range(at, at), new_text: text };
            let uri = address::from_path(&schema_path)?;
            let title = format!("Declare `{name}` in {}", self.shown(&schema_path));
            return Some(change(&title, &uri, vec![edit], Some(diagnostic)));
        }
        None
    }

    /// Adds the keys that must be given to the map at `offset`.
    fn fill_required(&self, file: &FileView, uri: &Url, offset: usize) -> Option<CodeAction> {
        if !self.holds_values(file) || file.text.as_str().contains("@data/values-schema") {
            return None;
        }
        // The keys are added as lines of a block.
        let context = context_at(&file.text, offset, false).filter(|context| !context.is_flow)?;
        let (mut path, mut siblings, mut column) = (context.path, context.siblings, context.column);
        if context.typing == Typing::Value {
            path.pop();
        }
        let line = file.text.line_of(offset);
        let (_, at) = file.text.line_span(line);
        if let Some(located) = locate(&file.yaml.tree, offset)
            && let Some((Step::Key(_), above)) = located.path.split_last()
            && let Some(document) = file.yaml.tree.document(located.document)
            && let Some(map) = node_at(document.root(), above)
        {
            path = above.to_vec();
            siblings = map.entries().map(|entry| entry.key.text().to_owned()).collect();
            column = map.entries().next().map_or(column, |entry| {
                file.text.position(entry.key.start() as usize).character as usize
            });
        }
        let snapshots = self.snapshots(&file.path);
        let node = snapshots.iter().find_map(|(_, one)| declared(one.schema.as_ref()?, &path))?;
        let missing: Vec<&Outline> = node
            .keys
            .iter()
            .filter(|key| key.is_required && !key.is_pattern)
            .filter(|key| key.name.as_ref().is_some_and(|name| !siblings.contains(name)))
            .collect();
        if missing.is_empty() {
            return None;
        }
        let indent = " ".repeat(column);
        let is_blank = file.text.line(line).trim().is_empty();
        let mut text = String::new();
        for (number, key) in missing.iter().enumerate() {
            let name = key.name.as_deref().unwrap_or_default();
            let value = key.allowed.first().cloned().unwrap_or_else(|| blank(key));
            let first = number == 0 && is_blank;
            let lead = if first { String::new() } else { format!("\n{indent}") };
            let _ = write!(text, "{lead}{name}: {value}");
        }
        let names: Vec<&str> = missing.iter().filter_map(|key| key.name.as_deref()).collect();
        let edit = TextEdit { range: file.text.range(at, at), new_text: text };
        Some(change(&format!("Add required keys: {}", names.join(", ")), uri, vec![edit], None))
    }
}

/// A value of the type that a key asks for.
fn blank(key: &Outline) -> String {
    match key.holds {
        Holds::Map => "{}".to_owned(),
        Holds::Array => "[]".to_owned(),
        Holds::Scalar if key.type_.starts_with("string") => "\"\"".to_owned(),
        Holds::Scalar if key.type_.starts_with("integer") => "0".to_owned(),
        Holds::Scalar if key.type_.starts_with("float") => "0.0".to_owned(),
        Holds::Scalar if key.type_.starts_with("boolean") => "false".to_owned(),
        Holds::Scalar => "null".to_owned(),
    }
}

/// A value of a values file as an example for the schema.
fn example(node: NodeRef<'_>, indent: &str) -> String {
    if node.is_map() {
        let below = format!("{indent}  ");
        let entries: Vec<String> = node
            .entries()
            .map(|entry| format!("\n{below}{}: {}", entry.key.text(), example(entry.value, &below)))
            .collect();
        return if entries.is_empty() { "{}".to_owned() } else { entries.concat() };
    }
    if node.is_sequence() {
        let Some(first) = node.items().next() else { return "[]".to_owned() };
        let below = format!("{indent}  ");
        return format!("\n{indent}- {}", example(first, &below).trim_start());
    }
    let text = node.text();
    match node.style() {
        Style::Plain if node.is_absent() => "\"\"".to_owned(),
        Style::Plain => text.to_owned(),
        _ => {
            format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
        }
    }
}

/// The fix that a diagnostic brings.
fn fix(diagnostic: &Diagnostic) -> Option<CodeAction> {
    let data: FixData = serde_json::from_value(diagnostic.data.clone()?).ok()?;
    let edit = TextEdit { range: data.range, new_text: data.replacement };
    let mut action = change(&data.description, &data.uri, vec![edit], Some(diagnostic));
    action.is_preferred = Some(true);
    Some(action)
}

/// Loads the module whose name is at `offset`.
fn add_load(file: &FileView, uri: &Url, offset: usize) -> Option<CodeAction> {
    code_at(file, offset)?;
    let chain = chain_at(file.text.as_str(), offset)?;
    let name = chain.names.first()?;
    let is_module = vocabulary::modules().iter().any(|module| module.name == *name);
    let defined = definitions(&file.text, &file.path);
    if !is_module || defined.iter().any(|one| one.name == *name) {
        return None;
    }
    // After the last load, or at the top.
    let last = defined.iter().filter(|one| one.loaded.is_some()).map(|one| one.span.1).max();
    let line = last.map_or(0, |end| file.text.line_of(end) + 1);
    let (at, _) = file.text.line_span(line);
    let call = format!("load(\"@ytt:{name}\", \"{name}\")");
    let text = match () {
        () if address::is_starlark(&file.path) => format!("{call}\n"),
        () if address::is_yaml(&file.path) => format!("#@ {call}\n"),
        () => format!("(@ {call} -@)\n"),
    };
    let edit = TextEdit { range: file.text.range(at, at), new_text: text };
    Some(change(&format!("Load `{name}` from @ytt:{name}"), uri, vec![edit], None))
}

/// Puts the plain scalar at `offset` into quotes.
fn quote(file: &FileView, uri: &Url, offset: usize) -> Option<CodeAction> {
    let located = locate(&file.yaml.tree, offset)?;
    if located.is_key {
        return None;
    }
    let document = file.yaml.tree.document(located.document)?;
    let node = node_at(document.root(), &located.path)?;
    if !node.is_scalar() || node.style() != Style::Plain || node.is_absent() {
        return None;
    }
    let text = node.text();
    if text.contains('\n') {
        return None;
    }
    let span = node.content_span();
    let quoted = yardstick_yaml::rewrite::quoted(text);
    let range = file.text.range(span.start as usize, span.end as usize);
    let mut action =
        change(&format!("Quote `{text}`"), uri, vec![TextEdit { range, new_text: quoted }], None);
    action.kind = Some(CodeActionKind::REFACTOR_REWRITE);
    Some(action)
}

fn change(
    title: &str,
    uri: &Url,
    edits: Vec<TextEdit>,
    diagnostic: Option<&Diagnostic>,
) -> CodeAction {
    let changes = HashMap::from([(uri.clone(), edits)]);
    CodeAction {
        title: title.to_owned(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: diagnostic.map(|one| vec![one.clone()]),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        ..CodeAction::default()
    }
}
