//! Rewrites RE2 patterns in the syntax that all engines share.
//!
//! Schemas are read by programs with other engines: ECMAScript's, Python's and our own. Some of them do not support
//! `\A`, `(?i)`, `[[:alpha:]]` or `(?P<name>)`, and `.`, `\d` and `\s` match other characters there. So a pattern that
//! is not plain is parsed, and written again from its meaning.

use std::fmt::Write as _;

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind, Look, Repetition};

use crate::{fault::Fault, pattern::Pattern, translate::translate};

/// A pattern with the same meaning in every engine; `None` if there is none, or if it would be very long.
pub fn portable(pattern: &str) -> Option<String> {
    if is_plain(pattern) {
        return translate(pattern).is_ok().then(|| pattern.to_owned());
    }
    written(&meaning(pattern).ok()??, "$")
}

/// Writes `meaning` as a pattern, with `end` for the end of the text. `None` if there is no such pattern, or if it
/// would be very long.
pub(crate) fn written(meaning: &Hir, end: &'static str) -> Option<String> {
    let mut writer = Writer { out: String::new(), end };
    writer.write(meaning, Binding::Alternation)?;
    (writer.out.len() <= LONGEST).then_some(writer.out)
}

/// True if a [portable] pattern uses lookarounds, which RE2 does not support.
pub fn looks_around(pattern: &str) -> bool {
    ["(?=", "(?!", "(?<"].iter().any(|look| pattern.contains(look))
}

/// Translates a [portable] pattern back to RE2: lookarounds for the end of a text, of a line or of a word become
/// anchors. `None` if RE2 does not support the result.
pub fn native(pattern: &str) -> Option<String> {
    let is_understood = |pattern: &str| Pattern::of(pattern.as_bytes()).is_ok();
    if is_understood(pattern) {
        return Some(pattern.to_owned());
    }
    let words = [
        (BOUNDARY, r"\b"),
        (NO_BOUNDARY, r"\B"),
        (EXACT_END, "$"),
        (r"(?<![^\n])", "(?m:^)"),
        (r"(?![^\n])", "(?m:$)"),
    ];
    let native =
        words.iter().fold(pattern.to_owned(), |text, (theirs, own)| text.replace(theirs, own));
    is_understood(&native).then_some(native)
}

/// The end of a text in all engines; RE2 writes `$`.
pub(crate) const EXACT_END: &str = r"(?![\s\S])";

/// True if all matching texts are ASCII, so that bytes and characters are the same.
pub fn is_ascii_only(pattern: &str) -> bool {
    let Ok(Some(meaning)) = meaning(pattern) else { return false };
    let HirKind::Concat(parts) = meaning.kind() else { return false };
    let is_look = |part: Option<&Hir>, look| matches!(part.map(Hir::kind), Some(HirKind::Look(own)) if *own == look);
    is_look(parts.first(), Look::Start) && is_look(parts.last(), Look::End) && is_ascii(&meaning)
}

/// A pattern that matches exactly `text`, for use inside another pattern.
pub fn quoted(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        push_literal(&mut out, c);
    }
    out
}

/// The maximum length of a rewritten pattern.
const LONGEST: usize = 10_000;

/// True if all engines agree on the pattern: it has only literals, groups, repetitions, anchors and simple classes.
fn is_plain(pattern: &str) -> bool {
    let mut rest = pattern.chars().peekable();
    let mut class: Option<usize> = None;
    while let Some(c) = rest.next() {
        #[allow(clippy::match_same_arms, reason = "the order of the arms is the meaning")]
        let is_fine = match (c, &mut class) {
            ('\\', _) => rest.next().is_some_and(|c| SYNTAX.contains(c)),
            (']', Some(1..)) => {
                class = None;
                true
            }
            ('[' | ']' | '&' | '~', Some(_)) => false,
            ('-', Some(members)) => {
                // Some engines read `--` as a set operation.
                *members += 1;
                rest.peek() != Some(&'-')
            }
            ('^', Some(0)) => true,
            (_, Some(members)) => {
                *members += 1;
                true
            }
            ('[', None) => {
                class = Some(0);
                true
            }
            ('(', None) if rest.peek() == Some(&'?') => {
                rest.next();
                rest.next() == Some(':')
            }
            ('{', None) => {
                let mut counts = String::new();
                while let Some(c) = rest.next_if(|c| c.is_ascii_digit() || *c == ',') {
                    counts.push(c);
                }
                rest.next() == Some('}') && counts.starts_with(|c: char| c.is_ascii_digit())
            }
            ('.' | ']' | '}', None) => false,
            ('^' | '$', None) => !rest.peek().is_some_and(|next| "*+?{".contains(*next)),
            _ => true,
        };
        if !is_fine {
            return false;
        }
    }
    class.is_none()
}

/// Characters that every engine allows to be escaped.
const SYNTAX: &str = "^$\\.*+?()[]{}|/";

/// Parses the pattern; `None` if it matches bytes that are not characters.
pub(crate) fn meaning(pattern: &str) -> Result<Option<Hir>, Fault> {
    let translated = translate(pattern)?.text;
    // `(?-u:\b)` works on bytes, but never matches inside a character.
    let mut parser = regex_syntax::ParserBuilder::new().utf8(false).build();
    Ok(parser.parse(&translated).ok())
}

fn is_ascii(meaning: &Hir) -> bool {
    match meaning.kind() {
        HirKind::Empty | HirKind::Look(_) => true,
        HirKind::Literal(literal) => literal.0.is_ascii(),
        HirKind::Class(Class::Unicode(class)) => class.is_ascii(),
        HirKind::Class(Class::Bytes(class)) => class.is_ascii(),
        HirKind::Repetition(repetition) => is_ascii(&repetition.sub),
        HirKind::Capture(capture) => is_ascii(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().all(is_ascii),
    }
}

/// What surrounds a part, from loosest to tightest binding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Alternation,
    Sequence,
    Repetition,
}

/// A pattern that is being written.
struct Writer {
    out: String,
    /// The notation for the end of the text.
    end: &'static str,
}

impl Writer {
    // The recursion is as deep as the pattern, whose depth is bounded.
    fn write(&mut self, part: &Hir, within: Binding) -> Option<()> {
        match part.kind() {
            HirKind::Empty if within == Binding::Repetition => self.out.push_str("(?:)"),
            HirKind::Empty => {}
            HirKind::Literal(literal) => {
                let text = std::str::from_utf8(&literal.0).ok()?;
                let is_single = text.chars().nth(1).is_none();
                self.grouped(!is_single && within == Binding::Repetition, |this| {
                    text.chars().for_each(|c| push_literal(&mut this.out, c));
                    Some(())
                })?;
            }
            HirKind::Class(Class::Unicode(class)) => push_class(&mut self.out, class),
            HirKind::Class(Class::Bytes(class)) => {
                push_class(&mut self.out, &class.to_unicode_class()?);
            }
            HirKind::Look(look) => self.out.push_str(match look {
                Look::Start => "^",
                Look::End => self.end,
                Look::StartLF => r"(?<![^\n])",
                Look::EndLF => r"(?![^\n])",
                Look::WordAscii => BOUNDARY,
                Look::WordAsciiNegate => NO_BOUNDARY,
                _ => return None,
            }),
            // An empty match need not be repeated, and some engines reject that.
            HirKind::Repetition(repetition)
                if repetition.sub.properties().maximum_len() == Some(0) =>
            {
                if repetition.min > 0 {
                    self.write(&repetition.sub, within)?;
                }
            }
            HirKind::Repetition(repetition) => {
                self.grouped(within == Binding::Repetition, |this| {
                    this.write(&repetition.sub, Binding::Repetition)?;
                    push_counts(&mut this.out, repetition);
                    Some(())
                })?;
            }
            HirKind::Capture(capture) => {
                self.grouped(true, |this| this.write(&capture.sub, Binding::Alternation))?;
            }
            HirKind::Concat(parts) => {
                self.grouped(within == Binding::Repetition, |this| this.sequence(parts))?;
            }
            HirKind::Alternation(parts) => {
                self.grouped(within > Binding::Alternation, |this| {
                    for (at, part) in parts.iter().enumerate() {
                        if at > 0 {
                            this.out.push('|');
                        }
                        this.write(part, Binding::Sequence)?;
                    }
                    Some(())
                })?;
            }
        }
        Some(())
    }

    /// Writes a sequence of parts. `\b` at either end of a whole pattern needs no lookaround: it is enough to match
    /// the end of the text or a non-word character there.
    fn sequence(&mut self, parts: &[Hir]) -> Option<()> {
        let is_boundary = |part: &Hir| matches!(part.kind(), HirKind::Look(Look::WordAscii));
        let is_whole = self.out.is_empty();
        let last = parts.len() - 1;
        for (at, part) in parts.iter().enumerate() {
            if is_whole && is_boundary(part) && at == 0 && is_word(parts.get(1), Side::Start) {
                self.out.push_str("(?:^|[^0-9A-Z_a-z])");
            } else if is_whole
                && is_boundary(part)
                && at == last
                && is_word(parts.get(last.wrapping_sub(1)), Side::End)
            {
                let _ = write!(self.out, "(?:{}|[^0-9A-Z_a-z])", self.end);
            } else {
                self.write(part, Binding::Sequence)?;
            }
        }
        Some(())
    }

    fn grouped(
        &mut self,
        is_group: bool,
        write: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        if is_group {
            self.out.push_str("(?:");
        }
        write(self)?;
        if is_group {
            self.out.push(')');
        }
        Some(())
    }
}

/// `\b` and `\B` for ASCII. Some engines use the letters of all languages.
const BOUNDARY: &str = "(?:(?<![0-9A-Z_a-z])(?=[0-9A-Z_a-z])|(?<=[0-9A-Z_a-z])(?![0-9A-Z_a-z]))";
const NO_BOUNDARY: &str = "(?:(?<![0-9A-Z_a-z])(?![0-9A-Z_a-z])|(?<=[0-9A-Z_a-z])(?=[0-9A-Z_a-z]))";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Start,
    End,
}

/// True if every match of `part` has an ASCII letter, digit or `_` on this side.
fn is_word(part: Option<&Hir>, side: Side) -> bool {
    let Some(part) = part else { return false };
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    match part.kind() {
        HirKind::Literal(literal) => {
            let byte = if side == Side::Start { literal.0.first() } else { literal.0.last() };
            byte.is_some_and(|byte| is_letter(*byte))
        }
        HirKind::Class(Class::Unicode(class)) => class.ranges().iter().all(|range| {
            (range.start()..=range.end()).take(128).all(|c| u8::try_from(c).is_ok_and(is_letter))
        }),
        HirKind::Class(Class::Bytes(class)) => {
            class.ranges().iter().all(|range| (range.start()..=range.end()).all(is_letter))
        }
        HirKind::Repetition(repetition) => {
            repetition.min > 0 && is_word(Some(&repetition.sub), side)
        }
        HirKind::Capture(capture) => is_word(Some(&capture.sub), side),
        HirKind::Concat(parts) => {
            is_word(if side == Side::Start { parts.first() } else { parts.last() }, side)
        }
        HirKind::Alternation(parts) => parts.iter().all(|part| is_word(Some(part), side)),
        HirKind::Empty | HirKind::Look(_) => false,
    }
}

fn push_counts(out: &mut String, repetition: &Repetition) {
    let _ = match (repetition.min, repetition.max) {
        (0, Some(1)) => write!(out, "?"),
        (0, None) => write!(out, "*"),
        (1, None) => write!(out, "+"),
        (least, None) => write!(out, "{{{least},}}"),
        (least, Some(most)) if least == most => write!(out, "{{{least}}}"),
        (least, Some(most)) => write!(out, "{{{least},{most}}}"),
    };
}

fn push_literal(out: &mut String, c: char) {
    if SYNTAX.contains(c) && c != '/' {
        out.push('\\');
        out.push(c);
    } else {
        push_char(out, c);
    }
}

/// Writes a literal character, escaped if needed.
fn push_char(out: &mut String, c: char) {
    let _ = match c {
        '\t' => write!(out, r"\t"),
        '\n' => write!(out, r"\n"),
        '\r' => write!(out, r"\r"),
        // The notation that all engines share.
        c if c.is_control() => write!(out, r"\x{:02x}", u32::from(c)),
        c => write!(out, "{c}"),
    };
}

fn push_class(out: &mut String, class: &ClassUnicode) {
    let ends_open = class.ranges().last().is_some_and(|range| range.end() == char::MAX);
    let mut shown = class.clone();
    if ends_open {
        shown.negate();
    }
    match (shown.ranges(), ends_open) {
        ([], true) => return out.push_str(r"[\s\S]"),
        ([], false) => return out.push_str(r"[^\s\S]"),
        ([only], false) if only.start() == only.end() => return push_literal(out, only.start()),
        _ => {}
    }
    out.push_str(if ends_open { "[^" } else { "[" });
    for range in shown.ranges() {
        push_range(out, *range);
    }
    out.push(']');
}

fn push_range(out: &mut String, range: ClassUnicodeRange) {
    let (first, last) = (range.start(), range.end());
    push_member(out, first);
    if first < last {
        if u32::from(last) - u32::from(first) > 1 {
            out.push('-');
        }
        push_member(out, last);
    }
}

fn push_member(out: &mut String, c: char) {
    if matches!(c, '\\' | ']' | '[' | '^' | '-') {
        out.push('\\');
        out.push(c);
    } else {
        push_char(out, c);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_patterns_stay_as_they_are() {
        for pattern in ["^[a-z]+$", "a|b", r"^v[0-9]{1,3}\.[0-9]+$", "(?:ab)*", "^[^/]+/x$", ""] {
            assert_eq!(portable(pattern).as_deref(), Some(pattern));
        }
    }

    #[test]
    fn others_are_written_anew() {
        let pairs = [
            (r"\Aab\z", "^ab$"),
            (r"^\d+\s\w$", r"^[0-9]+[\t\n\x0c\r ][0-9A-Z_a-z]$"),
            ("^.$", r"^[^\n]$"),
            ("(?s)^.$", r"^[\s\S]$"),
            ("(?i)^ab$", "^[Aa][Bb]$"),
            ("[[:alpha:]]+", "[A-Za-z]+"),
            ("(?P<n>a|b)c", "(?:[ab])c"),
            (r"\Qa.b\E", r"a\.b"),
            (r"\bx", "(?:^|[^0-9A-Z_a-z])x"),
            (r"\b[xy]+\b", "(?:^|[^0-9A-Z_a-z])[xy]+(?:$|[^0-9A-Z_a-z])"),
            ("(?m)^a$", r"(?<![^\n])a(?![^\n])"),
            (r"(a\d){2}", "(?:a[0-9]){2}"),
            ("a{,3}", r"a\{,3\}"),
            ("^*a", "a"),
            ("a$+", "a$"),
        ];
        for (pattern, expected) in pairs {
            assert_eq!(portable(pattern).as_deref(), Some(expected), "{pattern}");
        }
        assert!(portable("(a").is_none());
    }

    #[test]
    fn ascii() {
        assert!(is_ascii_only("^[a-z0-9-]+$") && is_ascii_only(r"\A\w*\z"));
        assert!(!is_ascii_only("[a-z]") && !is_ascii_only("^é$") && !is_ascii_only("^.*$"));
    }
}
