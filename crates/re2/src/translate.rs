//! Translates RE2 patterns to the syntax of the `regex` crate.
//!
//! It reads the pattern once from left to right, writes the translation, and reports mistakes in the words of RE2.
//! Nothing here recurses; a counter limits the nesting.

use yardstick_diagnostics::limits::PATTERN_RANGES;

use crate::{
    class,
    escape::{self, NEVER},
    fault::{Fault, Kind},
    weight,
};

/// The maximum nesting of groups.
const MAX_DEPTH: usize = 1_000;
/// The maximum count of a repetition; nested counts multiply.
const MAX_REPEAT: u32 = 1_000;

/// A translated pattern.
#[derive(Debug)]
pub(crate) struct Translation {
    /// The pattern for the `regex` crate.
    pub(crate) text: String,
    /// The names of the groups, in order. The first group is the whole match. Names may repeat.
    pub(crate) names: Vec<Option<Box<str>>>,
}

/// Translates `pattern`.
pub(crate) fn translate(pattern: &str) -> Result<Translation, Fault> {
    if weight::least(pattern) > PATTERN_RANGES {
        return Err(Fault::new(Kind::TooLarge, pattern));
    }
    let mut translator = Translator {
        whole: pattern,
        rest: pattern,
        out: String::with_capacity(pattern.len() + 8),
        level: Level::default(),
        open: Vec::new(),
        names: vec![None],
        repeated_at: None,
    };
    while !translator.rest.is_empty() {
        translator.step()?;
    }
    if !translator.open.is_empty() {
        return Err(Fault::new(Kind::MissingParen, pattern));
    }
    Ok(Translation { text: translator.out, names: translator.names })
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Flags {
    ignore_case: bool,
    multi_line: bool,
    dot_all: bool,
    /// Repetitions are lazy, and greedy with a `?`.
    swap_greed: bool,
}

/// The state inside one group.
#[derive(Clone, Copy, Default)]
struct Level {
    /// The flags in force in the original pattern.
    flags: Flags,
    /// The flags in force in the translation.
    written: Flags,
    /// What a repetition would apply to.
    operand: Option<Operand>,
    /// The largest weight of an operand so far.
    heaviest: u32,
}

#[derive(Clone, Copy)]
struct Operand {
    /// Its start in the translation.
    start: usize,
    /// The maximum number of times that counts may repeat its innermost part.
    weight: u32,
    repeated: bool,
}

struct Translator<'p> {
    whole: &'p str,
    rest: &'p str,
    out: String,
    level: Level,
    /// The enclosing levels, each with the start of its group in the translation.
    open: Vec<(Level, usize)>,
    names: Vec<Option<Box<str>>>,
    /// The pattern from the last repetition on, if that was just read.
    repeated_at: Option<&'p str>,
}

impl<'p> Translator<'p> {
    fn step(&mut self) -> Result<(), Fault> {
        let repeated_at = self.repeated_at.take();
        let Some(first) = self.rest.chars().next() else { return Ok(()) };
        match first {
            '(' => self.open_group(),
            ')' => self.close_group(),
            '|' => {
                self.out.push('|');
                self.level.operand = None;
                self.skip(1);
                Ok(())
            }
            '*' | '+' | '?' => self.repeat(&self.rest[..1], &self.rest[1..], None, repeated_at),
            '{' => {
                if let Some((counts, after)) = counts(self.rest) {
                    return self.repeat_counted(counts, after, repeated_at);
                }
                self.literal('{');
                self.skip(1);
                Ok(())
            }
            '[' => {
                let (set, after) = class::bracketed(self.rest)?;
                self.atom(&set);
                self.rest = after;
                Ok(())
            }
            '\\' => self.backslash(),
            '^' | '$' | '.' => {
                self.atom(&self.rest[..1]);
                self.skip(1);
                Ok(())
            }
            literal => {
                self.literal(literal);
                self.skip(literal.len_utf8());
                Ok(())
            }
        }
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
    }

    /// Writes something that can be repeated.
    fn atom(&mut self, text: &str) {
        self.write_flags();
        let start = self.out.len();
        self.out.push_str(text);
        self.operand(Operand { start, weight: 1, repeated: false });
    }

    fn literal(&mut self, char: char) {
        self.atom(&regex::escape(char.encode_utf8(&mut [0; 4])));
    }

    fn operand(&mut self, operand: Operand) {
        self.level.heaviest = self.level.heaviest.max(operand.weight);
        self.level.operand = Some(operand);
    }

    /// Updates the flags of the translation. This affects only what follows, never a repetition, because that belongs
    /// to what comes before.
    fn write_flags(&mut self) {
        let (wanted, written) = (self.level.flags, self.level.written);
        let all = [
            ('i', wanted.ignore_case, written.ignore_case),
            ('m', wanted.multi_line, written.multi_line),
            ('s', wanted.dot_all, written.dot_all),
        ];
        let set = all.iter().filter(|(_, wanted, written)| *wanted && !written);
        let cleared = all.iter().filter(|(_, wanted, written)| !wanted && *written);
        let mut text: String = set.map(|(flag, ..)| *flag).collect();
        let cleared: String = cleared.map(|(flag, ..)| *flag).collect();
        if !cleared.is_empty() {
            text.push('-');
            text.push_str(&cleared);
        }
        if !text.is_empty() {
            self.out.push_str("(?");
            self.out.push_str(&text);
            self.out.push(')');
        }
        self.level.written = wanted;
    }

    fn open_group(&mut self) -> Result<(), Fault> {
        let Some(inner) = self.rest.strip_prefix("(?") else {
            self.skip(1);
            self.names.push(None);
            return self.begin("(");
        };
        let named = inner.strip_prefix("P<").or_else(|| {
            // Newer versions of the reference support this form. A lookbehind is not one.
            inner.strip_prefix('<').filter(|name| !name.starts_with(['=', '!']))
        });
        if let Some(named) = named {
            let Some(end) = named.find('>') else {
                return Err(Fault::new(Kind::NamedCapture, self.rest));
            };
            let name = &named[..end];
            let valid = |char: char| char == '_' || char.is_ascii_alphanumeric();
            if name.is_empty() || !name.chars().all(valid) {
                let length = self.rest.len() - named.len() + end + 1;
                return Err(Fault::new(Kind::NamedCapture, &self.rest[..length]));
            }
            self.rest = &named[end + 1..];
            self.names.push(Some(name.into()));
            return self.begin("(");
        }
        self.flags(inner)
    }

    /// Reads `(?flags)` or `(?flags:`, starting after the question mark.
    fn flags(&mut self, inner: &'p str) -> Result<(), Fault> {
        let mut flags = self.level.flags;
        let mut value = true;
        let mut any = false;
        for (at, char) in inner.char_indices() {
            let flag = match char {
                'i' => &mut flags.ignore_case,
                'm' => &mut flags.multi_line,
                's' => &mut flags.dot_all,
                'U' => &mut flags.swap_greed,
                '-' if value => {
                    value = false;
                    any = false;
                    continue;
                }
                ':' | ')' if value || any => {
                    self.rest = &inner[at + 1..];
                    if char == ':' {
                        self.begin("(?:")?;
                    }
                    self.level.flags = flags;
                    return Ok(());
                }
                _ => {
                    let length = 2 + at + char.len_utf8();
                    return Err(Fault::new(Kind::PerlSyntax, &self.rest[..length]));
                }
            };
            *flag = value;
            any = true;
        }
        Err(Fault::new(Kind::PerlSyntax, self.rest))
    }

    fn begin(&mut self, text: &str) -> Result<(), Fault> {
        if self.open.len() >= MAX_DEPTH {
            return Err(Fault::new(Kind::TooDeep, self.whole));
        }
        self.open.push((self.level, self.out.len()));
        self.out.push_str(text);
        self.level.operand = None;
        self.level.heaviest = 0;
        Ok(())
    }

    fn close_group(&mut self) -> Result<(), Fault> {
        let Some((outer, start)) = self.open.pop() else {
            return Err(Fault::new(Kind::UnexpectedParen, self.whole));
        };
        let weight = self.level.heaviest.max(1);
        self.level = outer;
        self.out.push(')');
        self.operand(Operand { start, weight, repeated: false });
        self.skip(1);
        Ok(())
    }

    fn repeat_counted(
        &mut self,
        counts: Counts,
        after: &'p str,
        repeated_at: Option<&'p str>,
    ) -> Result<(), Fault> {
        let operator = &self.rest[..self.rest.len() - after.len()];
        let most = counts.most.unwrap_or(counts.least);
        if counts.least > most || most > MAX_REPEAT {
            return Err(Fault::new(Kind::RepeatCount, operator));
        }
        self.repeat(operator, after, Some(counts), repeated_at)
    }

    /// Repeats the operand; `after` is the pattern after `operator`.
    fn repeat(
        &mut self,
        operator: &'p str,
        after: &'p str,
        counts: Option<Counts>,
        repeated_at: Option<&'p str>,
    ) -> Result<(), Fault> {
        let from = self.rest;
        let (after, marked) = match after.strip_prefix('?') {
            Some(after) => (after, true),
            None => (after, false),
        };
        let written = |from: &'p str| &from[..from.len() - after.len()];
        if let Some(first) = repeated_at {
            return Err(Fault::new(Kind::NestedRepeat, written(first)));
        }
        let Some(mut operand) = self.level.operand else {
            return Err(Fault::new(Kind::MissingOperand, written(from)));
        };
        if let Some(Counts { least, most }) = counts {
            // A part that is repeated zero times multiplies nothing.
            operand.weight = match most.unwrap_or(least) {
                0 => 1,
                times => times.saturating_mul(operand.weight),
            };
            if (least >= 2 || most.is_some_and(|most| most >= 2)) && operand.weight > MAX_REPEAT {
                return Err(Fault::new(Kind::RepeatCount, written(from)));
            }
        }
        if operand.repeated {
            self.out.insert_str(operand.start, "(?:");
            self.out.push(')');
        }
        self.out.push_str(operator);
        if marked != self.level.flags.swap_greed {
            self.out.push('?');
        }
        operand.repeated = true;
        self.operand(operand);
        self.rest = after;
        self.repeated_at = Some(from);
        Ok(())
    }

    fn backslash(&mut self) -> Result<(), Fault> {
        let assertion = match self.rest.as_bytes().get(1) {
            Some(b'A') => Some(r"\A"),
            Some(b'z') => Some(r"\z"),
            // In the reference, words are ASCII words.
            Some(b'b') => Some(r"(?-u:\b)"),
            Some(b'B') => Some(r"(?-u:\B)"),
            Some(b'C') => return Err(Fault::new(Kind::Escape, &self.rest[..2])),
            Some(b'Q') => {
                let quoted = &self.rest[2..];
                let (literal, after) = quoted.split_once(r"\E").unwrap_or((quoted, ""));
                literal.chars().for_each(|char| self.literal(char));
                self.rest = after;
                return Ok(());
            }
            _ => None,
        };
        if let Some(assertion) = assertion {
            self.atom(assertion);
            self.skip(2);
            return Ok(());
        }
        if let Some((set, after)) = class::escaped(self.rest)? {
            self.atom(&set);
            self.rest = after;
            return Ok(());
        }
        let (code, after) = escape::character(self.rest)?;
        match char::from_u32(code) {
            Some(char) => self.literal(char),
            None => self.atom(NEVER),
        }
        self.rest = after;
        Ok(())
    }
}

/// The bounds in `{least}`, `{least,}` or `{least,most}`.
#[derive(Clone, Copy)]
struct Counts {
    least: u32,
    most: Option<u32>,
}

/// Reads the counts at the start of `text`. Returns `None` if the brace is a literal.
fn counts(text: &str) -> Option<(Counts, &str)> {
    let (least, rest) = number(text.strip_prefix('{')?)?;
    let (most, rest) = match rest.strip_prefix(',') {
        None => (Some(least), rest),
        Some(rest) if rest.starts_with('}') => (None, rest),
        Some(rest) => {
            let (most, rest) = number(rest)?;
            (Some(most), rest)
        }
    };
    Some((Counts { least, most }, rest.strip_prefix('}')?))
}

/// Reads a number without leading zeros. One that overflows is too large in any case.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|char: char| !char.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    if digits.is_empty() || (digits.len() > 1 && digits.starts_with('0')) {
        return None;
    }
    Some((digits.parse().unwrap_or(u32::MAX), rest))
}
