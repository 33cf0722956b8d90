//! Where overlays apply: which lines of which files they match, and the other way round.

use std::collections::{BTreeMap, BTreeSet};

use yardstick_diagnostics::{Sources, Span};
use yardstick_overlay::Applied;

use crate::group::Group;

/// A line of a file, by its absolute path; lines count from 0.
pub(crate) type Line = (String, usize);

/// What overlays of one run were applied to.
#[derive(Debug, Default)]
pub struct Overlays {
    /// What each line of an overlay matches.
    matches: BTreeMap<Line, BTreeSet<Line>>,
    /// The overlays that match each line.
    matched_by: BTreeMap<Line, BTreeSet<Line>>,
}

impl Overlays {
    /// From what a run of `group` noted.
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

    /// What the overlay at a line matches.
    pub(crate) fn matched_from(&self, line: &Line) -> impl Iterator<Item = &Line> {
        self.matches.get(line).into_iter().flatten()
    }

    /// The overlays that match what is at a line.
    pub(crate) fn matching(&self, line: &Line) -> impl Iterator<Item = &Line> {
        self.matched_by.get(line).into_iter().flatten()
    }
}
