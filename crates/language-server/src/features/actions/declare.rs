//! Code actions that declare a data value in the schema, at the place where it is set or used.

use lsp_types::{CodeAction, Diagnostic, TextEdit};
use yardstick_yaml::{NodeRef, Style, rewrite::in_style};

use super::change;
use crate::{
    Analysis, FileView, Step, address,
    features::{chain_at, hover::declared, typed_code::code_at},
    yaml_path::{Located, locate, node_at},
};

impl Analysis {
    /// Declares the data value that code reads.
    pub(super) fn declare_used(
        &self,
        file: &FileView,
        diagnostic: &Diagnostic,
    ) -> Option<CodeAction> {
        let line = diagnostic.range.start.line as usize;
        let (start, _) = file.text.line_span(line);
        let column = file.text.offset(diagnostic.range.end) - start;
        let offset = start + file.text.line(line).len().min(column);
        code_at(file, offset)?;
        // The place may be that of the dot before the name.
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let rest = &file.text.line(line)[offset - start..];
        let word = rest.trim_start_matches('.');
        let length = word.find(|c| !is_part(c)).unwrap_or(word.len());
        let end = rest.len() - word.len() + length + offset - start;
        let chain = chain_at(file.text.line(line), end)?;
        let names: Vec<&str> = chain.names.iter().map(String::as_str).collect();
        let ["data", "values", above @ .., name] = names.as_slice() else { return None };
        let above: Vec<Step> = above.iter().map(|&name| Step::Key(name.to_owned())).collect();
        let snapshots = self.snapshots(&file.path);
        let is_new = snapshots.iter().any(|(_, one)| {
            let parent = one.schema.as_ref().and_then(|schema| declared(schema, &above));
            parent.is_some_and(|parent| parent.key(name).is_none())
        });
        is_new.then(|| self.declaration(file, &above, name, "\"\"", diagnostic)).flatten()
    }

    /// Declares the key that a diagnostic reports.
    pub(super) fn declare(&self, file: &FileView, diagnostic: &Diagnostic) -> Option<CodeAction> {
        let offset = file.text.offset(diagnostic.range.start);
        let Located { path, .. } = locate(&file.yaml.tree, offset)?;
        let (Step::Key(name), above) = path.split_last()? else { return None };
        let document = file.yaml.tree.document(locate(&file.yaml.tree, offset)?.document)?;
        let value = node_at(document.root(), &path)?;
        self.declaration(file, above, name, &example(value, ""), diagnostic)
    }

    /// Declares the key `name` below `above` in the schema. The lines of the value start at the first column.
    fn declaration(
        &self,
        file: &FileView,
        above: &[Step],
        name: &str,
        value: &str,
        diagnostic: &Diagnostic,
    ) -> Option<CodeAction> {
        for (group, snapshot) in self.snapshots(&file.path) {
            let Some(schema) = &snapshot.schema else { continue };
            let Some(parent) = declared(schema, above) else { continue };
            // Insert it next to a key that is already declared.
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
            let value = value.replace('\n', &format!("\n{indent}"));
            let gap = if value.starts_with('\n') { "" } else { " " };
            let text = format!("\n{indent}{}:{gap}{value}", in_style(name, Style::Plain));
            let edit = TextEdit { range: target.text.range(at, at), new_text: text };
            let uri = address::from_path(&schema_path)?;
            let title = format!("Declare `{name}` in {}", self.shown(&schema_path));
            return Some(change(&title, &uri, vec![edit], Some(diagnostic)));
        }
        None
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
