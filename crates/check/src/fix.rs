//! Mending documents: the fixes that findings suggest, where checking again proves them right.

use yardstick_diagnostics::{FileReport, Fix, RunReport, apply_fixes, sure_fixes};
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

/// Mends the files of `report` as far as that is safe, and puts what is still wrong in its place. Nothing is
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
        let errors = file.errors();
        let all = apply_fixes(&before, &fixes);
        let checked = check(&all);
        let (after, checked, count) = if is_better(&checked, errors, fixes.len()) {
            (all, checked, fixes.len())
        } else {
            one_by_one(&before, &fixes, errors, check)
        };
        if count > 0 {
            fixed.push(Fixed { path: file.name.clone(), before, after, count });
            *file = FileReport { schema: file.schema.take(), ..checked };
        }
    }
    fixed
}

/// Whether each of `fixes` has removed a problem, and none has made a new one.
fn is_better(checked: &FileReport, errors: usize, fixes: usize) -> bool {
    checked.failure.is_none() && checked.errors() + fixes <= errors
}

/// Keeps the fixes that remove a problem each, from the end of the file so that places stay true.
fn one_by_one(
    before: &[u8],
    fixes: &[&Fix],
    errors: usize,
    check: impl Fn(&[u8]) -> FileReport,
) -> (Vec<u8>, FileReport, usize) {
    let mut after = before.to_vec();
    let mut report = FileReport::default();
    let (mut left, mut count) = (errors, 0);
    for fix in fixes.iter().rev() {
        let candidate = apply_fixes(&after, std::slice::from_ref(fix));
        let checked = check(&candidate);
        if is_better(&checked, left, 1) {
            left = checked.errors();
            (after, report) = (candidate, checked);
            count += 1;
        }
    }
    (after, report, count)
}
