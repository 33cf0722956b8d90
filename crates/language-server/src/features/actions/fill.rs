//! Code actions that add required keys.

use std::fmt::Write as _;

use lsp_types::{CodeAction, TextEdit, Url};
use yardstick_schema::{Holds, Outline};
use yardstick_yaml::rewrite;

use super::change;
use crate::{
    Analysis, FileView, Step, address,
    features::{
        context::{Typing, context_at},
        hover::declared,
        json_schema,
    },
    yaml_path::{locate, node_at},
};

impl Analysis {
    /// Adds the required data values to the map at `offset`.
    pub(super) fn fill_required(
        &self,
        file: &FileView,
        uri: &Url,
        offset: usize,
    ) -> Option<CodeAction> {
        if !self.holds_values(file) || file.text.as_str().contains("@data/values-schema") {
            return None;
        }
        // The keys are added as block lines.
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

    /// Adds the keys that a YAML Schema requires to the map at `offset`.
    pub(super) fn fill_document(
        &self,
        file: &FileView,
        uri: &Url,
        offset: usize,
    ) -> Option<CodeAction> {
        if !address::is_yaml(&file.path) || self.holds_values(file) {
            return None;
        }
        let located = locate(&file.yaml.tree, offset)?;
        let (Step::Key(_), above) = located.path.split_last()? else { return None };
        let document = file.yaml.tree.document(located.document)?;
        let map = node_at(document.root(), above)?;
        let first = map.entries().next()?.key.start() as usize;
        let column = file.text.position(first).character as usize;
        let last = map.entries().last()?;
        let is_block = map.entries().all(|one| {
            let at = file.text.position(one.key.start() as usize);
            at.character as usize == column
        });
        let (store, root) = self.schema_of(&file.path, located.document)?;
        let schemas = json_schema::at(&store, root, above);
        let has = |name: &str| map.entries().any(|one| one.key.text() == name);
        let mut missing = json_schema::properties(&store, &schemas);
        missing.retain(|one| one.is_required && !has(&one.name));
        if missing.is_empty() || !is_block || file.text.as_str()[first..].starts_with('{') {
            return None;
        }
        let mut text = String::new();
        for one in &missing {
            let said = json_schema::docs(&one.schemas, false);
            let value = said.values.first().or(said.default.as_ref()).cloned();
            let value = value.unwrap_or_else(|| {
                let type_ = said.types.first().map(String::as_str);
                let value = match type_ {
                    Some("object") => "{}",
                    Some("array") => "[]",
                    Some("integer" | "number") => "0",
                    Some("boolean") => "false",
                    Some("null") => "null",
                    _ => "\"\"",
                };
                value.to_owned()
            });
            let _ = write!(text, "\n{}{}: {value}", " ".repeat(column), rewrite::key(&one.name));
        }
        // Insert after the last non-empty line of the map.
        let start = last.key.start() as usize;
        let end = (last.value.end() as usize).max(last.key.end() as usize);
        let written = file.text.as_str().get(start..end)?.trim_end().len();
        let (_, at) = file.text.line_span(file.text.line_of(start + written));
        let edit = TextEdit { range: file.text.range(at, at), new_text: text };
        let names: Vec<&str> = missing.iter().map(|one| one.name.as_str()).collect();
        Some(change(&format!("Add required keys: {}", names.join(", ")), uri, vec![edit], None))
    }
}

/// A placeholder of the type that a key requires.
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
