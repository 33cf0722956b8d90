//! Makes `$` mean the same to all engines.
//!
//! `$` is the end of the text in RE2 and in ECMAScript. In Python it also matches before a line break that ends the
//! text. So a pattern for all of them needs an addition. If no matching text ends in a line break, a second rule can
//! say so. Otherwise the pattern itself has to assert that nothing follows.

use regex_syntax::hir::{Class, Hir, HirKind, Look};

use crate::portable::{self, meaning};

/// How engines whose `$` also matches before a final line break understand a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// They match the same texts.
    Alike,
    /// They also match texts that end in a line break, which never match here.
    NoLineBreak,
    /// They match other texts. This pattern means the same to all of them; it uses a lookahead.
    Exact(String),
}

/// Finds a line break at the end of a text, in all engines.
pub const LINE_BREAK_AT_END: &str = r"\n$";

/// How engines treat the end of `pattern`, which must be [portable](crate::portable()).
pub fn ending(pattern: &str) -> Ending {
    let Ok(Some(meaning)) = meaning(pattern) else { return Ending::Alike };
    if is_open(&meaning) {
        Ending::Alike
    } else if never_ends_in_line_break(&meaning) {
        Ending::NoLineBreak
    } else {
        portable::written(&meaning, portable::EXACT_END).map_or(Ending::Alike, Ending::Exact)
    }
}

/// Rewrites the end of `pattern`, which must be [portable](crate::portable()), so that all engines agree. May use a
/// lookahead.
pub fn exact_end(pattern: &str) -> String {
    let Ok(Some(meaning)) = meaning(pattern) else { return pattern.to_owned() };
    let exact = || portable::written(&meaning, portable::EXACT_END);
    let exact = if is_open(&meaning) { None } else { exact() };
    exact.unwrap_or_else(|| pattern.to_owned())
}

/// True if no text that ends in a line break matches.
pub fn refuses_line_break_at_end(pattern: &str) -> bool {
    matches!(meaning(pattern), Ok(Some(meaning)) if never_ends_in_line_break(&meaning))
}

fn never_ends_in_line_break(meaning: &Hir) -> bool {
    ends_at_end(meaning) && is_free_of_break(meaning, false)
}

fn is_end(part: &Hir) -> bool {
    matches!(part.kind(), HirKind::Look(Look::End))
}

fn has_end(part: &Hir) -> bool {
    part.properties().look_set().contains(Look::End)
}

fn is_class_with_break(part: &Hir) -> bool {
    match part.kind() {
        HirKind::Class(Class::Unicode(class)) => {
            class.ranges().iter().any(|range| range.start() <= '\n' && '\n' <= range.end())
        }
        HirKind::Class(Class::Bytes(class)) => {
            class.ranges().iter().any(|range| range.start() <= b'\n' && b'\n' <= range.end())
        }
        _ => false,
    }
}

/// True if one more line break at the end changes nothing: there is no `$`, or each `$` follows something that can
/// match a line break.
fn is_open(part: &Hir) -> bool {
    if !has_end(part) {
        return true;
    }
    match part.kind() {
        HirKind::Capture(capture) => is_open(&capture.sub),
        HirKind::Alternation(parts) => {
            let is_taken = parts.iter().any(is_class_with_break);
            parts.iter().all(|part| is_open(part) || is_taken && is_end(part))
        }
        HirKind::Concat(parts) => match parts.as_slice() {
            [before @ .., last, end] if is_end(end) => {
                !before.iter().any(has_end) && takes_breaks(last)
            }
            [before @ .., last] => !before.iter().any(has_end) && is_open(last),
            [] => true,
        },
        _ => false,
    }
}

/// True if a match of the part may be extended by a line break.
fn takes_breaks(part: &Hir) -> bool {
    match part.kind() {
        HirKind::Repetition(repetition) => {
            repetition.max.is_none() && is_class_with_break(&repetition.sub)
        }
        HirKind::Capture(capture) => takes_breaks(&capture.sub),
        HirKind::Concat(parts) => {
            !parts.iter().any(has_end) && parts.last().is_some_and(takes_breaks)
        }
        HirKind::Alternation(parts) => parts.iter().all(takes_breaks),
        _ => false,
    }
}

/// True if a match always reaches the end of the text.
fn ends_at_end(part: &Hir) -> bool {
    match part.kind() {
        HirKind::Look(look) => *look == Look::End,
        HirKind::Capture(capture) => ends_at_end(&capture.sub),
        HirKind::Alternation(parts) => parts.iter().all(ends_at_end),
        HirKind::Concat(parts) => parts.last().is_some_and(ends_at_end),
        HirKind::Repetition(repetition) => repetition.min > 0 && ends_at_end(&repetition.sub),
        HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) => false,
    }
}

/// True if the text up to the end of `part` cannot end in a line break. `before` says the same about the text before
/// `part`.
fn is_free_of_break(part: &Hir, before: bool) -> bool {
    match part.kind() {
        HirKind::Look(Look::Start) => true,
        HirKind::Empty | HirKind::Look(_) => before,
        HirKind::Literal(literal) => literal.0.last() != Some(&b'\n'),
        HirKind::Class(_) => !is_class_with_break(part),
        HirKind::Capture(capture) => is_free_of_break(&capture.sub, before),
        HirKind::Repetition(repetition) => {
            let inner = is_free_of_break(&repetition.sub, before);
            inner && (repetition.min > 0 || before)
        }
        HirKind::Concat(parts) => {
            parts.iter().fold(before, |before, part| is_free_of_break(part, before))
        }
        HirKind::Alternation(parts) => parts.iter().all(|part| is_free_of_break(part, before)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_engines_make_of_the_end() {
        for pattern in ["^a", "", r"^\s*$", "^[^/]+$", "a(?:[^b]*|c[^b]+)$", "^a(?:$|[^b])"] {
            assert_eq!(ending(pattern), Ending::Alike, "{pattern}");
        }
        for pattern in ["^a$", "b$", "^[a-z]*$", "^(?:a|b$)$", "^$", "^(?:a|[^\n]b?)$", "^a?$|c$"] {
            assert_eq!(ending(pattern), Ending::NoLineBreak, "{pattern}");
        }
        for (pattern, expected) in [
            ("a|^b$", r"a|^b(?![\s\S])"),
            ("^[^a]{1,3}$", r"^[^a]{1,3}(?![\s\S])"),
            ("a*$", r"a*(?![\s\S])"),
            ("a\n$", r"a\n(?![\s\S])"),
        ] {
            assert_eq!(ending(pattern), Ending::Exact(expected.to_owned()), "{pattern}");
        }
        assert_eq!(exact_end("^a$"), r"^a(?![\s\S])");
        assert_eq!(exact_end("^a"), "^a");
        assert!(refuses_line_break_at_end("^a$") && !refuses_line_break_at_end("a"));
    }
}
