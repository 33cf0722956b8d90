//! "Did you mean": finds the candidate nearest to a misspelled word. Every spelling hint of the workspace comes from
//! here.
//!
//! There is one distance: insertions, deletions and replacements each count as one edit. So do swaps of neighbors,
//! except in messages that must match the reference.

use std::fmt::Display;

/// The maximum length of a word, because the work grows with the product of two lengths.
const LONGEST: usize = 256;

/// The minimum length of a prefix. Shorter ones match too many words.
const SHORTEST_BEGINNING: usize = 3;

/// Returns the candidate nearest to `word`, unless half of the word or more is mistyped; otherwise the shortest
/// candidate that starts with `word`. Ignores case and underscores. Of equally near candidates, the first in byte
/// order wins. A candidate equal to `word` is never returned.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let candidates: Vec<&str> =
        candidates.into_iter().filter(|candidate| *candidate != word).collect();
    closest(word, candidates.iter().copied(), Swap::IsOneEdit).or_else(|| {
        let beginning = fold(word);
        let starts = |candidate: &&str| fold(candidate).starts_with(&beginning);
        let all = candidates.into_iter().filter(starts);
        all.min_by_key(|&candidate| (candidate.len(), candidate))
            .filter(|_| beginning.len() >= SHORTEST_BEGINNING)
    })
}

/// Like [`nearest`], but falls back to a candidate that is a prefix of `word` (`warning` among `warn` and `error`) or
/// that contains it (`healthy` among `service_healthy` and `service_started`), if there is only one.
pub fn nearest_or_part<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    nearest(word, candidates.iter().copied()).or_else(|| {
        let lower = word.to_lowercase();
        let is_related = |candidate: &&str| {
            let candidate = candidate.to_lowercase();
            let is_part = |piece: &str| piece == lower;
            candidate.len() >= SHORTEST_BEGINNING
                && lower.len() >= SHORTEST_BEGINNING
                && (lower.starts_with(&candidate)
                    || candidate.split(['_', '-', '.', '/', ' ']).any(is_part))
        };
        let mut related = candidates.into_iter().filter(is_related);
        related.next().filter(|_| related.next().is_none())
    })
}

/// The candidate that the reference would suggest: like [`nearest`], but without swaps and prefixes.
pub fn nearest_as_reference<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    closest(word, candidates, Swap::IsTwoEdits)
}

/// Like [`nearest`], for names with a common prefix, which does not count for the distance: `schema/titel` among
/// `schema/title` and `schema/type`.
pub fn nearest_below<'a>(
    prefix: &str,
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let known: Vec<&str> = candidates.into_iter().collect();
    let words = known.iter().filter_map(|known| known.strip_prefix(prefix));
    let near = nearest(word.strip_prefix(prefix).unwrap_or(word), words)?;
    known.iter().copied().find(|known| known.strip_prefix(prefix) == Some(near))
}

/// The only candidate that becomes `word` if one letter, not the first, is removed. For words that are too short for
/// [`nearest`]: `mn` among `min` and `max`.
pub fn shortened<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lacks_one = |candidate: &&str| {
        candidate.char_indices().skip(1).any(|(at, letter)| {
            let (before, after) = (&candidate[..at], &candidate[at + letter.len_utf8()..]);
            word.strip_prefix(before) == Some(after)
        })
    };
    let mut found = candidates.into_iter().filter(lacks_one);
    found.next().filter(|_| found.next().is_none())
}

/// `did you mean 'x'?`, if there is a near candidate.
pub fn hint<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, candidates).map(did_you_mean)
}

/// `did you mean 'x'?`: the single wording of all spelling hints.
pub fn did_you_mean(near: impl Display) -> String {
    format!("did you mean '{near}'?")
}

/// The similarity of two words, from 0 to 1. Only the start of very long words counts.
pub fn likeness(left: &str, right: &str) -> f64 {
    let letters = |word: &str| word.chars().take(LONGEST).collect::<Vec<_>>();
    let (left, right) = (letters(left), letters(right));
    let longest = left.len().max(right.len()).max(1);
    1.0 - distance(&left, &right, Swap::IsOneEdit) as f64 / longest as f64
}

/// How two letters in the wrong order are counted.
#[derive(Clone, Copy, PartialEq)]
enum Swap {
    IsOneEdit,
    IsTwoEdits,
}

fn closest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    swap: Swap,
) -> Option<&'a str> {
    let word = fold(word);
    if word.len() > LONGEST {
        return None;
    }
    let mut limit = word.len().div_ceil(2);
    let mut best: Option<&str> = None;
    for candidate in candidates {
        let folded = fold(candidate);
        // The distance is at least the difference in length.
        if folded.len().abs_diff(word.len()) > limit {
            continue;
        }
        let distance = distance(&word, &folded, swap);
        let ahead = best.is_some_and(|best| candidate < best);
        if distance < limit || (distance == limit && ahead) {
            limit = distance;
            best = Some(candidate);
        }
    }
    best
}

fn fold(word: &str) -> Vec<u8> {
    word.replace('_', "").to_lowercase().into_bytes()
}

/// The number of edits from `left` to `right` (optimal string alignment): no letter is edited twice.
fn distance<T: PartialEq>(left: &[T], right: &[T], swap: Swap) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut row = Vec::with_capacity(right.len() + 1);
        row.push(i + 1);
        for (j, b) in right.iter().enumerate() {
            let mut edits = (last[j] + usize::from(a != b)).min(last[j + 1] + 1).min(row[j] + 1);
            let is_swap = i > 0 && j > 0 && *a == right[j - 1] && left[i - 1] == *b;
            if is_swap && swap == Swap::IsOneEdit {
                edits = edits.min(before[j - 1] + 1);
            }
            row.push(edits);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_than_half_of_the_word_may_be_wrong() {
        assert_eq!(nearest("abcdxy", ["abcdef"]), Some("abcdef"));
        assert_eq!(nearest("abcxyz", ["abcdef"]), None);
        assert_eq!(nearest("b", ["a", "ab"]), None);
        assert_eq!(nearest("", ["a", ""]), None);
    }

    #[test]
    fn swapped_letters_are_one_slip_except_for_the_reference() {
        assert_eq!(nearest("nmae", ["name", "game"]), Some("name"));
        assert_eq!(nearest("eman", ["name"]), None);
        assert_eq!(nearest_as_reference("nmae", ["name"]), None);
        assert_eq!(nearest_as_reference("nam", ["name"]), Some("name"));
        assert_eq!(nearest_as_reference("desc", ["description"]), None);
    }

    #[test]
    fn a_beginning_is_enough_if_nothing_is_near() {
        assert_eq!(nearest("desc", ["describes", "description"]), Some("describes"));
        assert_eq!(nearest("desc", ["descr", "description"]), Some("descr"));
        assert_eq!(nearest("de", ["description"]), None);
    }

    #[test]
    fn a_part_is_enough_if_nothing_else_has_it() {
        assert_eq!(nearest_or_part("warning", ["warn", "error"]), Some("warn"));
        let states = ["service_healthy", "service_started"];
        assert_eq!(nearest_or_part("healthy", states), Some("service_healthy"));
        assert_eq!(nearest_or_part("service", states), Some("service_healthy"));
        assert_eq!(nearest_or_part("healthy", ["first-healthy", "second-healthy"]), None);
    }

    #[test]
    fn case_and_underscores_do_not_count() {
        assert_eq!(nearest("namespace", ["name_Space"]), Some("name_Space"));
        assert_eq!(nearest("log-level", ["log_level"]), Some("log_level"));
    }

    #[test]
    fn the_nearest_wins_and_ties_go_to_the_first_in_byte_order() {
        assert_eq!(nearest("hostnam", ["host", "hosts", "hostname"]), Some("hostname"));
        assert_eq!(nearest("tokenc", ["tokenb", "tokena"]), Some("tokena"));
    }

    #[test]
    fn a_word_does_not_correct_itself() {
        assert_eq!(nearest("name", ["name"]), None);
        assert_eq!(nearest("name", ["name", "names"]), Some("names"));
        assert_eq!(nearest("Name", ["name"]), Some("name"));
    }

    #[test]
    fn a_common_beginning_does_not_make_words_near() {
        let known = ["schema/title", "schema/type"];
        assert_eq!(nearest_below("schema/", "schema/titel", known), Some("schema/title"));
        assert_eq!(nearest_below("schema/", "schema/nope", known), None);
    }

    #[test]
    fn distances() {
        let edits = |left: &str, right: &str| {
            let of = |swap| distance(left.as_bytes(), right.as_bytes(), swap);
            (of(Swap::IsOneEdit), of(Swap::IsTwoEdits))
        };
        assert_eq!(edits("", "abc"), (3, 3));
        assert_eq!(edits("kitten", "sitting"), (3, 3));
        assert_eq!(edits("ab", "ba"), (1, 2));
        assert_eq!(edits("ca", "abc"), (3, 3));
        assert!((likeness("labels", "label") - 5.0 / 6.0).abs() < 1e-9);
        assert!((likeness("", "") - 1.0).abs() < 1e-9);
    }
}
