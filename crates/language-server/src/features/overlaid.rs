//! Hover for overlays: shows where an overlay applies, and which overlays apply to a node.

use std::collections::BTreeSet;

use crate::overlays::Line;
use crate::{Analysis, FileView, from_path};

/// The maximum number of places to list.
const MANY: usize = 10;

impl Analysis {
    /// Describes the overlays that concern the node at `offset`, with the range of its line. An annotation, or the
    /// line with three dashes, refers to the following node or document.
    pub(super) fn overlaid(
        &self,
        file: &FileView,
        offset: usize,
    ) -> Option<(String, (usize, usize))> {
        let text = &file.text;
        let own = text.line_of(offset);
        let is_comment = |line: &usize| text.line(*line).trim_start().starts_with('#');
        let line = (own..text.line_count()).find(|line| !is_comment(line))?;
        let here: Line = (file.path.clone(), line);
        let (mut to, mut by) = (BTreeSet::new(), BTreeSet::new());
        for (_, snapshot) in self.snapshots(&file.path) {
            to.extend(snapshot.overlays.matched_from(&here).cloned());
            by.extend(snapshot.overlays.matching(&here).cloned());
        }
        let mut parts = Vec::new();
        parts.extend(self.listed("This overlay applies to", &to));
        parts.extend(self.listed("Changed by the overlay", &by));
        if parts.is_empty() {
            return None;
        }
        let (start, end) = text.line_span(own);
        let indent = text.line(own).len() - text.line(own).trim_start().len();
        Some((parts.join("\n\n"), (start + indent, end)))
    }

    fn listed(&self, what: &str, places: &BTreeSet<Line>) -> Option<String> {
        let shown: Vec<String> = places
            .iter()
            .take(MANY)
            .filter_map(|(path, line)| {
                let (shown, link, number) = (self.shown(path), from_path(path)?, line + 1);
                Some(format!("[{shown}:{number}]({link}#L{number})"))
            })
            .collect();
        let more = places.len().saturating_sub(MANY);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        (!shown.is_empty()).then(|| format!("{what} {}{more}", shown.join(", ")))
    }
}
