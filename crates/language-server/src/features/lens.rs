//! Code lenses: the number of uses beside the declaration of a data value, and a preview above templates.

use std::collections::{BTreeMap, BTreeSet};

use lsp_types::{CodeLens, Command, Range};
use serde_json::json;

use super::uses::uses;
use crate::{Analysis, address};

impl Analysis {
    /// The lenses of a file.
    pub fn code_lenses(&self, path: &str) -> Vec<CodeLens> {
        let Some(file) = self.file(path) else { return Vec::new() };
        let text = file.text.as_str();
        let Some(uri) = address::from_path(path) else { return Vec::new() };
        if text.contains("@data/values-schema") {
            return self.use_lenses(path);
        }
        let is_rendered = text.contains("#@") && !text.contains("#@data/values")
            || text.contains("(@") && address::ending(path) == "txt";
        if !is_rendered || self.groups(path).is_empty() {
            return Vec::new();
        }
        let command = Command {
            title: "Preview".to_owned(),
            command: "yardstick.preview".to_owned(),
            arguments: Some(vec![json!(uri), json!({ "line": 0, "character": 0 })]),
        };
        vec![CodeLens { range: Range::default(), command: Some(command), data: None }]
    }

    /// The number of uses of each data value that the file at `path` declares.
    fn use_lenses(&self, path: &str) -> Vec<CodeLens> {
        let snapshots = self.snapshots(path);
        let files: BTreeSet<&String> =
            snapshots.iter().flat_map(|(_, snapshot)| snapshot.files.iter()).collect();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for file in files {
            let Some(text) = self.text(file) else { continue };
            for one in uses(text.as_str()) {
                // A use of `a.b` is also a use of `a`.
                let ends = one.path.match_indices('.').map(|(at, _)| at);
                for end in ends.chain([one.path.len()]) {
                    *counts.entry(one.path[..end].to_owned()).or_default() += 1;
                }
            }
        }
        let Some(uri) = address::from_path(path) else { return Vec::new() };
        let mut lenses: Vec<CodeLens> = Vec::new();
        for (group, snapshot) in &snapshots {
            let Some(schema) = &snapshot.schema else { continue };
            schema.walk(&mut |node| {
                let Some(span) = node.declared.filter(|_| node.name.is_some()) else { return };
                let Some(file) = snapshot.schema_sources.find(span.file) else { return };
                if group.absolute(file.shown_name()) != path || node.path.contains('[') {
                    return;
                }
                let line = file.line(span.start).saturating_sub(1);
                let position = lsp_types::Position::new(line, 0);
                let range = Range::new(position, position);
                if lenses.iter().any(|known| known.range == range) {
                    return;
                }
                let count = counts.get(&node.path).copied().unwrap_or(0);
                let title = match count {
                    0 => "not used".to_owned(),
                    1 => "1 use".to_owned(),
                    count => format!("{count} uses"),
                };
                let (_, column) = file.line_column(span.start);
                let place = json!({ "line": line, "character": column.saturating_sub(1) });
                let command = Command {
                    title,
                    command: "yardstick.showUses".to_owned(),
                    arguments: Some(vec![json!(uri), place]),
                };
                lenses.push(CodeLens { range, command: Some(command), data: None });
            });
        }
        lenses
    }
}
