//! Handles several keys of one map that look like misspellings of the same declared key. At most one of them can be
//! meant, so none is renamed.

use yardstick_diagnostics::FileId;
use yardstick_template::tree::Map;

use super::conform::Mismatch;
use crate::remedy::Remedy;

/// Removes the suggested new name from those of `mismatches`, all about keys of `map`, that would get the same name
/// in the same file. Adds a hint that says so.
#[cold]
pub(super) fn settle(mismatches: &mut [Mismatch], map: &Map) {
    let wanted: Vec<_> = mismatches.iter().map(|one| wanted(one, map)).collect();
    for at in 0..mismatches.len() {
        let Some((name, file)) = &wanted[at] else { continue };
        let same = |other: &usize| {
            wanted[*other].as_ref().is_some_and(|(key, place)| key == name && place == file)
        };
        let rivals: Vec<usize> = (0..mismatches.len()).filter(same).collect();
        if rivals.len() < 2 {
            continue;
        }
        let written: Vec<String> =
            rivals.iter().filter_map(|rival| key_of(&mismatches[*rival])).collect();
        let Some((last, others)) = written.split_last() else { continue };
        let both = if others.len() == 1 { "both" } else { "all" };
        let hint = format!("{} and {last} {both} look like '{name}': keep one", others.join(", "));
        let mismatch = &mut mismatches[at];
        mismatch.remedy = None;
        mismatch.failure.extra_hints.push(hint);
    }
}

/// Returns the key that a mismatch would be renamed to, and its file.
fn wanted(mismatch: &Mismatch, map: &Map) -> Option<(String, FileId)> {
    let Some(Remedy::Key(name)) = &mismatch.remedy else { return None };
    let item = map.items().get(*mismatch.path.last()? as usize)?;
    Some((name.clone(), item.position.span()?.file))
}

/// Returns the key as written, in quotes.
fn key_of(mismatch: &Mismatch) -> Option<String> {
    mismatch.failure.found.as_ref().map(|found| format!("'{}'", found.text))
}
