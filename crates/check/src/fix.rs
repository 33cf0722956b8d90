//! Mending documents: the fixes that findings suggest, where checking again proves them right.

use std::collections::HashSet;

use yardstick_diagnostics::{Diagnostic, FileReport, Fix, RunReport, apply_fixes, sure_fixes};
use yardstick_world::World;

use crate::{checker::Checker, missing::MissingSchema};

/// A file and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// Its path.
    pub path: String,
    /// Its bytes as they are.
    pub before: Vec<u8>,
    /// Its bytes as they should be.
    pub after: Vec<u8>,
    /// How many problems are gone.
    pub count: usize,
}

/// Fixes the files of `report` as far as that is safe, and puts what is still wrong in its place. Nothing is
/// written.
pub(crate) fn mend(checker: &Checker, world: &dyn World, report: &mut RunReport) -> Vec<Fixed> {
    let mut fixed = Vec::new();
    for file in &mut report.files {
        let Some(source) = file.source.map(|id| report.sources.get(id)) else { continue };
        let fixes = sure_fixes(&file.findings, &report.sources);
        // What was transcoded cannot be changed in place, and neither can standard input.
        let Ok(before) = world.read(&file.name) else { continue };
        if fixes.is_empty() || before != source.bytes() {
            continue;
        }
        let check = |bytes: &[u8]| {
            let path = Some(file.name.as_str());
            checker.check_as(&file.name, path, bytes.to_vec(), MissingSchema::Skip)
        };
        let known = Known::new(file);
        let all = apply_fixes(&before, &fixes);
        let checked = check(&all);
        let (after, checked, count) = if known.is_bettered(&checked, &fixes, &before) {
            (all, checked, fixes.len())
        } else {
            one_by_one(&before, &fixes, known, check)
        };
        if count > 0 {
            fixed.push(Fixed { path: file.name.clone(), before, after, count });
            *file = FileReport { schema: file.schema.take(), ..checked };
        }
    }
    fixed
}

/// The problems of a file.
struct Known {
    errors: usize,
    /// The values that they are about.
    about: HashSet<(usize, String)>,
}

impl Known {
    fn new(file: &FileReport) -> Self {
        Self { errors: file.errors(), about: file.findings.iter().map(about).collect() }
    }

    /// Whether each of `fixes` to `before` has removed a problem, and none has made a new one. A value with an anchor may
    /// be right where an alias takes it, so that nothing else may become wrong.
    fn is_bettered(&self, checked: &FileReport, fixes: &[&Fix], before: &[u8]) -> bool {
        let is_known = |one: &Diagnostic| self.about.contains(&about(one));
        checked.failure.is_none()
            && checked.errors() + fixes.len() <= self.errors
            && (!fixes.iter().any(|fix| has_anchor(fix, before))
                || checked.findings.iter().all(is_known))
    }
}

/// The value that a problem is about.
fn about(problem: &Diagnostic) -> (usize, String) {
    (problem.document(), problem.pointer())
}

/// Whether the value that `fix` changes has an anchor: `&name value`.
fn has_anchor(fix: &Fix, bytes: &[u8]) -> bool {
    let before = bytes[..fix.span.start as usize].trim_ascii_end();
    let word = before.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
    word.starts_with(b"&")
}

/// Keeps the fixes that remove a problem each, from the end of the file so that places stay true.
fn one_by_one(
    before: &[u8],
    fixes: &[&Fix],
    mut known: Known,
    check: impl Fn(&[u8]) -> FileReport,
) -> (Vec<u8>, FileReport, usize) {
    let mut after = before.to_vec();
    let mut report = FileReport::default();
    let mut count = 0;
    for fix in fixes.iter().rev() {
        let candidate = apply_fixes(&after, std::slice::from_ref(fix));
        let checked = check(&candidate);
        if known.is_bettered(&checked, std::slice::from_ref(fix), &after) {
            known = Known::new(&checked);
            (after, report) = (candidate, checked);
            count += 1;
        }
    }
    (after, report, count)
}
