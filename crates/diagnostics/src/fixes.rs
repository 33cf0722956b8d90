//! Selects the fixes that are safe to apply and applies them to a file. The caller must check the result again.

use crate::{Diagnostic, Fix, Sources, spelling};

/// The maximum number of fixes in one run. Files with more need several runs.
const MOST: usize = 200;

/// The fixes of `findings` in file order, without guesses and overlaps. All findings must be of one file.
pub fn sure_fixes<'f>(
    findings: impl IntoIterator<Item = &'f Diagnostic>,
    sources: &Sources,
) -> Vec<&'f Fix> {
    let mut fixes: Vec<&Fix> = findings
        .into_iter()
        .filter_map(|one| one.fix.as_ref().filter(|fix| is_sure(fix, sources)))
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

/// True if a fix is more than a guess: a new name must be almost the same as the old one.
fn is_sure(fix: &Fix, sources: &Sources) -> bool {
    if !matches!(fix.description.as_str(), "rename the key" | "use the allowed value") {
        return true;
    }
    let source = sources.get(fix.span.file);
    let written = String::from_utf8_lossy(source.slice(fix.span.start, fix.span.end));
    let bare = |text: &str| text.trim_matches(['"', '\'']).to_owned();
    spelling::likeness(&bare(&written), &bare(&fix.replacement)) > 0.65
}

/// Applies `fixes`, which must be in order, to `bytes`.
pub fn apply_fixes(bytes: &[u8], fixes: &[&Fix]) -> Vec<u8> {
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
