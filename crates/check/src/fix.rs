//! Applies the fixes that findings suggest, but only those that a second check proves right.

use std::collections::HashSet;

use yardstick_diagnostics::{Diagnostic, FileReport, Fix, RunReport, apply_fixes, sure_fixes};
use yardstick_world::World;

use crate::{checker::Checker, missing::MissingSchema};

/// A file before and after fixing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// Its path.
    pub path: String,
    /// The original content.
    pub before: Vec<u8>,
    /// The fixed content.
    pub after: Vec<u8>,
    /// The number of problems fixed.
    pub count: usize,
}

/// Applies the safe fixes to the files of `report`, and replaces their findings with what is still wrong. Does not
/// write any file.
pub(crate) fn mend(checker: &Checker, world: &dyn World, report: &mut RunReport) -> Vec<Fixed> {
    let mut fixed = Vec::new();
    for file in &mut report.files {
        let Some(source) = file.source.map(|id| report.sources.get(id)) else { continue };
        let fixes = sure_fixes(&file.findings, &report.sources);
        // Standard input and transcoded files cannot be changed in place.
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

/// The problems of a file before fixing.
struct Known {
    errors: usize,
    /// The values that have problems.
    about: HashSet<(usize, String)>,
}

impl Known {
    fn new(file: &FileReport) -> Self {
        Self { errors: file.errors(), about: file.findings.iter().map(about).collect() }
    }

    /// Whether each of `fixes` removed a problem without causing a new one. If a fixed value has an anchor, an alias
    /// may use the value correctly elsewhere, so no other value may become invalid.
    fn is_bettered(&self, checked: &FileReport, fixes: &[&Fix], before: &[u8]) -> bool {
        let is_known = |one: &Diagnostic| self.about.contains(&about(one));
        checked.failure.is_none()
            && checked.errors() + fixes.len() <= self.errors
            && (!fixes.iter().any(|fix| has_anchor(fix, before))
                || checked.findings.iter().all(is_known))
    }
}

/// Returns the identity of the value that a problem is about.
fn about(problem: &Diagnostic) -> (usize, String) {
    (problem.document(), problem.pointer())
}

/// Whether the value that `fix` changes has an anchor: `&name value`.
fn has_anchor(fix: &Fix, bytes: &[u8]) -> bool {
    let before = bytes[..fix.span.start as usize].trim_ascii_end();
    let word = before.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
    word.starts_with(b"&")
}

/// Applies fixes one by one and keeps those that remove a problem. Starts at the end of the file, so that earlier
/// positions stay valid.
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
