//! Estimates the cost of a pattern before it is compiled.
//!
//! A pattern of a few bytes can compile to many megabytes: counts repeat what precedes them, nested counts multiply,
//! and a class such as `\p{L}` has hundreds of ranges. The weight of a pattern is therefore its number of character
//! ranges, where a part counts once per repetition. Compiling takes time and memory in proportion to the weight.
//! Searching a text takes, in the worst case, time in proportion to the weight times the length of the text.

use std::cell::Cell;

use regex_syntax::{
    ParserBuilder,
    hir::{Class, Hir, HirKind},
};
use yardstick_diagnostics::limits::PATTERN_RANGES;

/// The approximate weight of a Unicode class such as `\p{L}`.
const PROPERTY: u64 = 650;

/// The maximum nesting of a pattern that is weighed part by part.
const NESTING: u32 = 1_000;

/// The minimum weight of a pattern, without its counts. Parsing expands classes, so a pattern with very many of them
/// must not even be parsed.
pub(crate) fn least(pattern: &str) -> u64 {
    pattern.len() as u64 + PROPERTY.saturating_mul(properties(pattern))
}

/// The weight of a pattern in the syntax of the crate `regex`.
pub fn weight(pattern: &str) -> u64 {
    let least = least(pattern);
    if least > PATTERN_RANGES {
        return least;
    }
    // A pattern in a related syntax may still be compiled. In the worst case, each count repeats all others.
    let written_out = || counts(pattern).fold(least, u64::saturating_mul);
    // Equal branches of an alternation are compiled once, but each has to be parsed.
    read(pattern).unwrap_or_else(written_out).max(least)
}

/// Like [`weight`], but `None` if `pattern` has another syntax or is far too large.
pub fn weighed(pattern: &str) -> Option<u64> {
    if least(pattern) > PATTERN_RANGES { None } else { read(pattern) }
}

fn read(pattern: &str) -> Option<u64> {
    let mut parser = ParserBuilder::new().utf8(false).nest_limit(NESTING).build();
    let meaning = parser.parse(pattern).ok()?;
    Some(of(&meaning))
}

/// The number of Unicode classes in the pattern.
fn properties(pattern: &str) -> u64 {
    let is_property = |pair: &&[u8]| matches!(pair, [b'\\', b'p' | b'P']);
    pattern.as_bytes().windows(2).filter(is_property).count() as u64
}

/// The counts in braces.
fn counts(pattern: &str) -> impl Iterator<Item = u64> {
    pattern.split('{').skip(1).map(|after| {
        let is_count = |c: char| c.is_ascii_digit() || c == ',';
        let count = after.split(|c| !is_count(c)).next().unwrap_or_default();
        let largest = |text: &str| text.parse().unwrap_or(u64::from(!text.is_empty()) * u64::MAX);
        count.split(',').map(largest).max().unwrap_or(1).max(1)
    })
}

/// The weight of a part. The recursion is as deep as the pattern, whose depth is bounded.
fn of(part: &Hir) -> u64 {
    let sum = |parts: &[Hir]| parts.iter().fold(1, |sum: u64, part| sum.saturating_add(of(part)));
    match part.kind() {
        HirKind::Empty | HirKind::Look(_) => 1,
        HirKind::Literal(literal) => literal.0.len() as u64,
        HirKind::Class(Class::Bytes(class)) => class.ranges().len() as u64,
        HirKind::Class(Class::Unicode(class)) => {
            // A range across encoded lengths compiles to several byte ranges.
            let spelled =
                |(first, last): (char, char)| 1 + 8 * (last.len_utf8() - first.len_utf8()) as u64;
            class.ranges().iter().map(|range| spelled((range.start(), range.end()))).sum()
        }
        HirKind::Repetition(repetition) => {
            let times = repetition.max.unwrap_or(repetition.min).max(1);
            of(&repetition.sub).saturating_mul(u64::from(times))
        }
        HirKind::Capture(capture) => of(&capture.sub).saturating_add(2),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => sum(parts),
    }
}

thread_local! {
    /// The weight that patterns may still have; `None` outside of [`bounded`].
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Runs `work` with a limit on the total weight of the patterns that it compiles: that of one schema. Beyond the
/// limit, [`Pattern::of`](crate::Pattern::of) rejects new patterns, and the result is `None`.
pub fn bounded<T>(work: impl FnOnce() -> T) -> Option<T> {
    /// Restores the previous limit, even if `work` panics.
    struct Before(Option<u64>);
    impl Drop for Before {
        fn drop(&mut self) {
            LEFT.set(self.0);
        }
    }
    let _before = Before(LEFT.replace(Some(PATTERN_RANGES)));
    let done = work();
    (LEFT.get() != Some(0)).then_some(done)
}

/// Takes `weight` from the limit. Returns false if a pattern of this weight must not be compiled.
pub(crate) fn take(weight: u64) -> bool {
    match LEFT.get() {
        _ if weight > PATTERN_RANGES => false,
        None => true,
        Some(left) => {
            LEFT.set(Some(left.saturating_sub(weight)));
            left > weight
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pattern;

    #[test]
    fn repetitions_multiply() {
        for (pattern, least, most) in [
            ("abc", 3, 3),
            ("[a-z]{1,255}", 255, 255),
            ("((a{10}){10}){10}", 1_000, 2_000),
            (r"\p{L}{10}", 5_000, 8_000),
            ("[^a]", 20, 40),
            (".{3,65535}", 1_000_000, 4_000_000),
            // Each branch of the alternation counts once.
            (r"\d{9}|\d{9}", 18, 2_000),
            // Not valid in this syntax.
            ("(?=a)(b{100}){100}", 100_000, 1_000_000),
            ("(?=a)b{99999999999999999999}", u64::MAX, u64::MAX),
        ] {
            let weight = weight(pattern);
            assert!((least..=most).contains(&weight), "{pattern} weighs {weight}");
        }
        assert!(weight(&r"\pL".repeat(1_000_000)) > PATTERN_RANGES);
    }

    #[test]
    fn what_weighs_too_much_is_not_compiled() {
        let heavy = |at: usize| format!(r"^x{at}(?:\p{{L}}{{30}}){{30}}$");
        // Each one alone is accepted.
        assert!(Pattern::of(heavy(0).as_bytes()).is_ok());
        assert!(bounded(|| Pattern::of(heavy(1).as_bytes()).is_ok()).is_some());
        let done =
            bounded(|| (2..20).filter(|&at| Pattern::of(heavy(at).as_bytes()).is_ok()).count());
        assert_eq!(done, None);
        // Afterwards the limit no longer applies.
        assert!(Pattern::of(b"^other$").is_ok());
    }
}
