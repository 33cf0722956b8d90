//! Folding ranges: documents, maps, arrays, long texts, code blocks and runs of comments.

use std::collections::BTreeMap;

use lsp_types::{FoldingRange, FoldingRangeKind};
use yardstick_yaml::NodeRef;

use crate::{Analysis, FileView};

impl Analysis {
    /// The folding ranges of a file.
    pub fn folding(&self, path: &str) -> Vec<FoldingRange> {
        let Some(file) = self.file(path) else { return Vec::new() };
        // One per line: the longest.
        let mut ranges: BTreeMap<usize, (usize, Option<FoldingRangeKind>)> = BTreeMap::new();
        let mut add = |start: usize, end: usize, kind: Option<FoldingRangeKind>| {
            let (from, to) = (file.text.line_of(start), file.text.line_of(end.max(start)));
            let known = ranges.entry(from).or_insert((to, kind.clone()));
            if to > known.0 {
                *known = (to, kind);
            }
        };
        if super::code::Written::in_file(path) != Some(super::code::Written::Starlark) {
            let tree = &file.yaml.tree;
            for document in tree.documents() {
                if let Some(marker) = document.marker() {
                    add(marker as usize, last(&file, document.root()), None);
                }
                for node in document.nodes() {
                    for entry in node.entries() {
                        add(entry.key.start() as usize, last(&file, entry.value), None);
                    }
                    for item in node.items() {
                        add(item.indicator() as usize, last(&file, item), None);
                    }
                }
            }
        }
        for block in &self.code(&file).blocks {
            add(block.start as usize, block.end as usize, None);
        }
        for (start, end) in comment_runs(&file) {
            add(start, end, Some(FoldingRangeKind::Comment));
        }
        let folds = ranges.into_iter().filter(|(from, (to, _))| to > from);
        folds
            .map(|(from, (to, kind))| FoldingRange {
                start_line: from as u32,
                end_line: to as u32,
                kind,
                ..FoldingRange::default()
            })
            .collect()
    }
}

/// The end of the last non-empty line of a node.
fn last(file: &FileView, node: NodeRef<'_>) -> usize {
    let (start, end) = (node.start() as usize, node.end() as usize);
    let text = file.text.as_str().get(start..end).unwrap_or_default();
    start + text.trim_end().len()
}

/// Runs of lines that contain only ordinary comments.
fn comment_runs(file: &FileView) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let mut before: Option<usize> = None;
    for line in 0..file.text.line_count() {
        let text = file.text.line(line).trim_start();
        if !text.starts_with('#') || text.starts_with("#@") {
            continue;
        }
        let (start, end) = file.text.line_span(line);
        match runs.last_mut() {
            Some(run) if before == Some(line.wrapping_sub(1)) => run.1 = end,
            _ => runs.push((start, end)),
        }
        before = Some(line);
    }
    runs
}
