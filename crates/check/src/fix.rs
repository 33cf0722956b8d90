//! Mending documents: the fixes that findings suggest, where checking again proves them right.

use std::collections::HashSet;

use yardstick_diagnostics::{Diagnostic, FileReport, Fix, RunReport, Sources, spelling};
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

/// Files with more fixes than this are mended in several runs.
const MOST: usize = 200;

/// Mends the files of `report` as far as that is safe, and puts what is still wrong in its place. Nothing is
/// written.
pub(crate) fn mend(checker: &Checker, world: &dyn World, report: &mut RunReport) -> Vec<Fixed> {
    let mut fixed = Vec::new();
    for file in &mut report.files {
        let Some(source) = file.source.map(|id| report.sources.get(id)) else { continue };
        let fixes = safe_fixes(file, &report.sources);
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
        let all = apply(&before, &fixes);
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
    let word = before.rsplit(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
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
        let candidate = apply(&after, std::slice::from_ref(fix));
        let checked = check(&candidate);
        if known.is_bettered(&checked, std::slice::from_ref(fix), &after) {
            known = Known::new(&checked);
            (after, report) = (candidate, checked);
            count += 1;
        }
    }
    (after, report, count)
}

/// The fixes of `file` in order, without those that are only a guess or overlap another.
fn safe_fixes<'f>(file: &'f FileReport, sources: &Sources) -> Vec<&'f Fix> {
    let mut fixes: Vec<&Fix> = file
        .findings
        .iter()
        .filter_map(|one| one.fix.as_ref().filter(|_| is_sure(one, sources)))
        .collect();
    fixes.sort_by_key(|fix| (fix.span.start, fix.span.end));
    fixes.dedup_by_key(|fix| (fix.span.start, fix.span.end));
    let mut end = 0;
    fixes.retain(|fix| {
        let is_free = fix.span.start >= end;
        end = end.max(fix.span.end);
        is_free
    });
    fixes.truncate(MOST);
    fixes
}

/// Whether the fix of `finding` is more than a guess: another name must be nearly the same.
fn is_sure(finding: &Diagnostic, sources: &Sources) -> bool {
    let Some(fix) = &finding.fix else { return false };
    if !matches!(fix.description.as_str(), "rename the key" | "use the allowed value") {
        return true;
    }
    let source = sources.get(fix.span.file);
    let written = String::from_utf8_lossy(source.slice(fix.span.start, fix.span.end));
    let bare = |text: &str| text.trim_matches(['"', '\'']).to_owned();
    spelling::likeness(&bare(&written), &bare(&fix.replacement)) > 0.65
}

/// `bytes` with `fixes`, which are in order, in place.
fn apply(bytes: &[u8], fixes: &[&Fix]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + fixes.len() * 4);
    let mut at = 0;
    for fix in fixes {
        out.extend_from_slice(&bytes[at..fix.span.start as usize]);
        out.extend_from_slice(fix.replacement.as_bytes());
        at = fix.span.end as usize;
    }
    out.extend_from_slice(&bytes[at..]);
    out
}
