//! What a pattern takes, estimated before it is compiled.
//!
//! A pattern of a few bytes may stand for a program of many megabytes: counts repeat what is before them, counts of counts
//! multiply, and a class such as `\p{L}` is hundreds of ranges. So a pattern is weighed in ranges of characters, repeated parts
//! as often as they are repeated. Compiling takes time and memory in proportion to its weight; searching a text takes, at worst,
//! time in proportion to the weight times the length of the text.

use std::cell::Cell;

use regex_syntax::{
    ParserBuilder,
    hir::{Class, Hir, HirKind},
};
use yardstick_diagnostics::limits::PATTERN_RANGES;

/// About what a class of Unicode weighs, such as `\p{L}`.
const PROPERTY: u64 = 650;

/// Levels that a pattern may have to be weighed part by part.
const NESTING: u32 = 1_000;

/// What a pattern weighs at least, without its counts: reading spells out classes, so very many of them must not be read.
pub(crate) fn least(pattern: &str) -> u64 {
    pattern.len() as u64 + PROPERTY.saturating_mul(properties(pattern))
}

/// What a pattern in the syntax of the crate `regex` weighs.
pub fn weight(pattern: &str) -> u64 {
    let least = least(pattern);
    if least > PATTERN_RANGES {
        return least;
    }
    // One of a related syntax may be compiled all the same: at worst each count repeats all others.
    let written_out = || counts(pattern).fold(least, u64::saturating_mul);
    // Equal parts of an alternation are compiled once, but each is read.
    read(pattern).unwrap_or_else(written_out).max(least)
}

/// The same; nothing if `pattern` has another syntax, or is far too large.
pub fn weighed(pattern: &str) -> Option<u64> {
    if least(pattern) > PATTERN_RANGES { None } else { read(pattern) }
}

fn read(pattern: &str) -> Option<u64> {
    let mut parser = ParserBuilder::new().utf8(false).nest_limit(NESTING).build();
    let meaning = parser.parse(pattern).ok()?;
    Some(of(&meaning))
}

/// How many classes of Unicode it names.
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

/// What a part weighs. As deep as the pattern, whose depth is bounded.
fn of(part: &Hir) -> u64 {
    let sum = |parts: &[Hir]| parts.iter().fold(1, |sum: u64, part| sum.saturating_add(of(part)));
    match part.kind() {
        HirKind::Empty | HirKind::Look(_) => 1,
        HirKind::Literal(literal) => literal.0.len() as u64,
        HirKind::Class(Class::Bytes(class)) => class.ranges().len() as u64,
        HirKind::Class(Class::Unicode(class)) => {
            // Those across lengths of characters are spelled as several.
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
    /// What patterns may still weigh; nothing outside of [`bounded`].
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Does `work`, in which all patterns that are compiled may weigh as much as those of one schema. Once they weigh more,
/// [`Pattern::of`](crate::Pattern::of) refuses all that are new, and nothing comes of `work`.
pub fn bounded<T>(work: impl FnOnce() -> T) -> Option<T> {
    /// Restores what was left, also if `work` panics.
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

/// Whether a pattern of this weight may be compiled.
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
            // Each of the parts of an alternation once.
            (r"\d{9}|\d{9}", 18, 2_000),
            // Not in this syntax.
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
        // Alone each is accepted.
        assert!(Pattern::of(heavy(0).as_bytes()).is_ok());
        assert!(bounded(|| Pattern::of(heavy(1).as_bytes()).is_ok()).is_some());
        let done =
            bounded(|| (2..20).filter(|&at| Pattern::of(heavy(at).as_bytes()).is_ok()).count());
        assert_eq!(done, None);
        // Afterwards there is room again.
        assert!(Pattern::of(b"^other$").is_ok());
    }
}
