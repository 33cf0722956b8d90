//! `validate --fix`: applies the fixes of findings in values files, after validating again to prove them right.

use std::{collections::BTreeMap, sync::Arc};

use yardstick_diagnostics::{
    Diagnostic, Fix, Result, Severity, Sources, apply_fixes, findings, sure_fixes,
};
use yardstick_language_server::{Encoding, OpenFiles, Text};
use yardstick_workspace::output::Change;
use yardstick_world::World;

/// The result of fixing values files.
#[derive(Default)]
pub(super) struct Corrected {
    pub(super) changes: Vec<Change>,
    /// The number of problems that were fixed.
    pub(super) count: usize,
    /// The remaining problems, if anything changed.
    pub(super) left: Option<Vec<Diagnostic>>,
}

/// Fixes those of `values_files` for which `found` has safe fixes. `validate` returns the problems in a given world.
/// Nothing is written.
pub(super) fn correct(
    found: &[Diagnostic],
    values_files: &[String],
    world: &Arc<dyn World>,
    sources: &Sources,
    validate: impl Fn(Arc<dyn World>) -> Result<Vec<Diagnostic>>,
) -> Result<Corrected> {
    let open = OpenFiles::new(Arc::clone(world));
    let mut corrected = Corrected::default();
    let mut errors = count(found);
    for (path, about) in by_file(found, values_files, sources) {
        let fixes = sure_fixes(&about, sources);
        let Ok(before) = world.read(&path) else { continue };
        // A transcoded file cannot be changed in place.
        let is_as_read =
            fixes.first().is_some_and(|fix| sources.get(fix.span.file).bytes()[..] == before[..]);
        if !is_as_read {
            continue;
        }
        let mut after = before.clone();
        let mut tried = |fixes: &[&Fix], after: &mut Vec<u8>| -> Result<bool> {
            let candidate = apply_fixes(after, fixes);
            let Ok(text) = String::from_utf8(candidate.clone()) else { return Ok(false) };
            open.set(&open.absolute(&path), Text::new(text, Encoding::Utf8));
            let left = validate(Arc::new(open.clone()))?;
            let is_better = count(&left) + fixes.len() <= errors;
            if is_better {
                errors = count(&left);
                *after = candidate;
                corrected.count += fixes.len();
                corrected.left = Some(left);
            }
            Ok(is_better)
        };
        if !tried(&fixes, &mut after)? {
            // Start at the end of the file, so that earlier places stay valid.
            for fix in fixes.iter().rev() {
                tried(std::slice::from_ref(fix), &mut after)?;
            }
        }
        if after == before {
            open.close(&open.absolute(&path));
        } else {
            let text = String::from_utf8_lossy(&after).into_owned();
            open.set(&open.absolute(&path), Text::new(text, Encoding::Utf8));
            corrected.changes.push(Change { path, before: Some(before), after: Some(after) });
        }
    }
    Ok(corrected)
}

/// The number of errors in `found`.
fn count(found: &[Diagnostic]) -> usize {
    let errors = found.iter().filter(|one| one.severity == Severity::Error);
    errors.map(|one| findings(one).len()).sum()
}

/// The findings with a fix, grouped by the values file that it changes.
fn by_file(
    found: &[Diagnostic],
    values_files: &[String],
    sources: &Sources,
) -> BTreeMap<String, Vec<Diagnostic>> {
    let mut files: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
    for finding in found.iter().flat_map(findings) {
        let Some(fix) = &finding.fix else { continue };
        let file = sources.get(fix.span.file);
        let path = file.path().unwrap_or(file.name()).to_owned();
        let is_given = values_files.iter().any(|given| {
            let given = given.rsplit_once('@').map_or(given.as_str(), |(_, given)| given);
            let given = given.split_once(':').map_or(given, |(_, path)| path);
            *given == path || path.starts_with(&format!("{}/", given.trim_end_matches('/')))
        });
        if is_given {
            files.entry(path).or_default().push(finding);
        }
    }
    files
}
