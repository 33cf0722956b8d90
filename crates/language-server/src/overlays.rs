//! Maps lines of overlays to the lines they match, and back. Hover shows both, because the effect of an overlay is
//! usually in another file.

use std::collections::{BTreeMap, BTreeSet};

use yardstick_diagnostics::{Sources, Span};
use yardstick_overlay::Applied;

use crate::group::Group;

/// A line of a file, by absolute path; lines count from 0.
pub(crate) type Line = (String, usize);

/// The nodes that the overlays of one run were applied to.
#[derive(Debug, Default)]
pub struct Overlays {
    /// The lines that each line of an overlay matches.
    matches: BTreeMap<Line, BTreeSet<Line>>,
    /// The overlays that match each line.
    matched_by: BTreeMap<Line, BTreeSet<Line>>,
}

impl Overlays {
    /// Builds the maps from the records of a run of `group`.
    pub(crate) fn new(applied: &[Applied], sources: &Sources, group: &Group) -> Self {
        let line = |span: Span| {
            let file = sources.find(span.file)?;
            let number = (file.line(span.start) as usize).checked_sub(1)?;
            (!file.shown_name().is_empty()).then(|| (group.absolute(file.shown_name()), number))
        };
        let mut all = Self::default();
        for Applied { overlay, to } in applied {
            let (Some(overlay), Some(to)) = (line(*overlay), line(*to)) else { continue };
            all.matched_by.entry(to.clone()).or_default().insert(overlay.clone());
            all.matches.entry(overlay).or_default().insert(to);
        }
        all
    }

    /// The lines that the overlay at a line matches.
    pub(crate) fn matched_from(&self, line: &Line) -> impl Iterator<Item = &Line> {
        self.matches.get(line).into_iter().flatten()
    }

    /// The overlays that match the node at a line.
    pub(crate) fn matching(&self, line: &Line) -> impl Iterator<Item = &Line> {
        self.matched_by.get(line).into_iter().flatten()
    }
}
