//! Selection ranges: from a word to the whole file, in steps.

use lsp_types::{Position, SelectionRange};
use yardstick_yaml::NodeRef;

use crate::Analysis;

impl Analysis {
    /// The ranges around each position, innermost first.
    pub fn selection_ranges(
        &self,
        path: &str,
        positions: &[Position],
    ) -> Option<Vec<SelectionRange>> {
        let file = self.file(path)?;
        let code = self.code(&file);
        let text = file.text.as_str();
        let ranges = positions.iter().map(|&position| {
            let offset = file.text.offset(position);
            let mut all: Vec<(usize, usize)> = vec![(0, text.len()), word(text, offset)];
            let (start, end) = file.text.line_span(file.text.line_of(offset));
            let in_code = code
                .ranges
                .iter()
                .find(|one| one.start as usize <= offset && offset <= one.end as usize);
            if let Some(place) = in_code {
                all.push((place.start as usize, place.end as usize));
                all.push((
                    start + (text[start..end].len() - text[start..end].trim_start().len()),
                    end,
                ));
                all.push((start, end));
            }
            all.extend(
                code.exprs.iter().map(|one| (one.place.start as usize, one.place.end as usize)),
            );
            all.extend(code.blocks.iter().map(|one| (one.start as usize, one.end as usize)));
            for document in file.yaml.tree.documents() {
                let span = document.span();
                all.push((span.start as usize, span.end as usize));
                for node in document.nodes() {
                    all.push((node.start() as usize, node.end() as usize));
                    all.extend(items(node));
                }
            }
            all.retain(|&(start, end)| start <= offset && offset <= end && start < end);
            all.sort_by_key(|&(start, end)| (end - start, start));
            all.dedup();
            // Each range must contain the previous one.
            let mut chain: Vec<(usize, usize)> = Vec::new();
            for (start, end) in all {
                if chain.last().is_none_or(|last| start <= last.0 && last.1 <= end) {
                    chain.push((start, end));
                }
            }
            let outermost = SelectionRange { range: file.text.range(0, text.len()), parent: None };
            chain.into_iter().rev().fold(outermost, |parent, (start, end)| {
                let range = file.text.range(start, end);
                if range == parent.range {
                    parent
                } else {
                    SelectionRange { range, parent: Some(Box::new(parent)) }
                }
            })
        });
        Some(ranges.collect())
    }
}

/// The ranges of whole items: a key with its value, a dash with its item.
fn items(node: NodeRef<'_>) -> Vec<(usize, usize)> {
    let end = |key: u32, value: NodeRef<'_>| value.end().max(key) as usize;
    let entries =
        node.entries().map(|one| (one.key.start() as usize, end(one.key.end(), one.value)));
    let items = node.items().map(|one| (one.indicator() as usize, end(one.indicator() + 1, one)));
    entries.chain(items).collect()
}

/// The word around `offset`.
fn word(text: &str, offset: usize) -> (usize, usize) {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let before = text[..offset].trim_end_matches(is_letter).len();
    let behind = text[offset..].find(|c| !is_letter(c)).map_or(text.len(), |at| offset + at);
    (before, behind)
}
