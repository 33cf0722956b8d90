//! Reports the template code that no test case reaches.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    sync::Arc,
};

use yardstick_project::cases::Case;
use yardstick_workspace::{BranchKind, Coverage};

use crate::report::Session;

/// The coverage of each directory of templates that the cases render.
pub(super) struct Coverages(BTreeMap<String, Arc<Coverage>>);

impl Coverages {
    pub(super) fn new(cases: &[Case]) -> Self {
        Self(cases.iter().map(|case| (files(case), Arc::default())).collect())
    }

    pub(super) fn of(&self, case: &Case) -> Option<&Arc<Coverage>> {
        self.0.get(&files(case))
    }

    /// The report.
    pub(super) fn text(&self, session: &Session) -> String {
        let mut text = String::new();
        for (files, coverage) in &self.0 {
            let _ = writeln!(text, "coverage of {files}:");
            let values = coverage.values();
            let set = values.iter().filter(|(_, is_set)| *is_set).count();
            let _ = writeln!(text, "  {set} of {} data values are set", values.len());
            for (path, _) in values.iter().filter(|(_, is_set)| !is_set) {
                let _ = writeln!(text, "    never set: {path}");
            }
            branches(coverage, session, &mut text);
        }
        text
    }
}

/// Names the templates of a case by its first file. Later ones, such as overlays, differ from case to case.
fn files(case: &Case) -> String {
    let first = case.target.values("file").next();
    first.map_or_else(|| "the files of `args`".to_owned(), |word| word.text.clone())
}

fn branches(coverage: &Coverage, session: &Session, text: &mut String) {
    // Every case reads the files again, so a branch has many spans. Their file names and lines are the same.
    let mut all: BTreeMap<(String, u32, u32, BranchKind), bool> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for branch in coverage.taken() {
        let file = session.sources.get(branch.span.file);
        let (line, column) = file.line_column(branch.span.start);
        let name = file.shown_name().to_owned();
        seen.insert(name.clone());
        *all.entry((name, line, column, branch.kind)).or_default() |= branch.taken;
    }
    let taken = all.values().filter(|taken| **taken).count();
    let _ = writeln!(text, "  {taken} of {} branches are taken", all.len());
    for ((name, line, _, kind), _) in all.iter().filter(|(_, taken)| !**taken) {
        let what = match kind {
            BranchKind::Then => "the condition is never true",
            BranchKind::Otherwise => "the condition is never false",
            BranchKind::Body => "the loop never runs",
        };
        let _ = writeln!(text, "    {name}:{line}: {what}");
    }
}
