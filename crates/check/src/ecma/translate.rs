//! Translates a pattern from one syntax to the other in one pass. Open groups are on an explicit stack, because the
//! input decides how deep they nest.

use std::fmt::Write;

use super::{
    class::{ANY, Class, NONE, character},
    escape::{self, Escape},
    groups::{Groups, name},
};

const LINE_ENDS: &str = r"\n\r\u2028\u2029";
const WORD: &str = "[0-9A-Z_a-z]";

/// The last thing that was written, which decides whether a quantifier may follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Nothing that can be repeated.
    Nothing,
    /// An atom, with its start in the output.
    Atom(usize),
    /// A lookahead, with its start in the output. Annex B allows quantifiers on it.
    Lookahead(usize),
}

/// Flags of a group (`(?i:...)`).
#[derive(Clone, Copy, Default)]
struct Flags {
    dot_takes_all: bool,
    lines: bool,
}

/// An open group.
struct Group {
    flags: Flags,
    /// Its start in the output.
    start: usize,
    is_lookahead: bool,
    is_lookbehind: bool,
    /// The weight of the text around the group so far, and whether that contains repetitions.
    outer: Weight,
}

/// The estimated size of an automaton for a part of a pattern.
#[derive(Clone, Copy, Default)]
struct Weight {
    /// Approximate size in character ranges, with repetitions expanded.
    ranges: u64,
    /// Whether it contains a repetition.
    repeats: bool,
}

/// The largest automaton, in ranges (about 200 KB), for which repetitions are expanded. A larger pattern counts
/// repetitions instead and backtracks where it must.
const MOST: u64 = 4_000;
/// The limit for nested repetitions. Backtracking over them may take very long, so they are counted only if the
/// automaton would be too large (about 10 MB).
const MOST_NESTED: u64 = 150_000;
/// Repetitions up to this number are always expanded.
const FEW: u64 = 8;
/// The weight of a negated class, which the engine stores as byte sequences.
const NEGATED: u64 = 30;
/// The weight of a Unicode property.
const PROPERTY: u64 = 600;

pub(super) struct Translator {
    text: Vec<char>,
    at: usize,
    out: String,
    groups: Groups,
    open: Vec<Group>,
    flags: Flags,
    last: Last,
    /// The weights of the open group and of its last part.
    weight: Weight,
    last_weight: Weight,
    /// Whether a large repetition is inside another repetition.
    is_nested: bool,
    /// Whether repetitions are counted instead of expanded.
    counts: bool,
    /// Whether a backreference is written as a conditional.
    has_conditions: bool,
    /// Whether flags occur without a group, as in `(?i)`, which is not ECMA-262.
    has_loose_flags: bool,
}

/// A pattern in the engine's syntax.
pub(super) struct Translated {
    pub(super) text: String,
    /// Whether the pattern uses only ECMA-262.
    pub(super) is_proper: bool,
}

/// Estimates the size of the automaton for `pattern`, in character ranges. Returns `None` if it is not ECMA-262.
pub(super) fn weight(pattern: &str) -> Option<u64> {
    Some(read(pattern)?.weight.ranges.max(pattern.len() as u64))
}

/// Translates `pattern`. Returns `None` if it is not ECMA-262.
pub(super) fn translate(pattern: &str) -> Option<Translated> {
    read(pattern).map(Translator::finish)
}

/// Parses `pattern` with repetitions expanded, or again with repetitions counted if that is too large.
fn read(pattern: &str) -> Option<Translator> {
    let text: Vec<char> = pattern.chars().collect();
    let groups = Groups::of(&text);
    let mut first = Translator::new(text.clone(), groups, false);
    first.read()?;
    let most = if first.is_nested { MOST_NESTED } else { MOST };
    if first.weight.ranges <= most {
        return Some(first);
    }
    let groups = Groups { needs_backtracking: true, ..Groups::of(&text) };
    let mut counted = Translator::new(text, groups, true);
    counted.read()?;
    Some(counted)
}

impl Translator {
    fn new(text: Vec<char>, groups: Groups, counts: bool) -> Self {
        Self {
            out: String::with_capacity(text.len() + 16),
            text,
            at: 0,
            groups,
            open: Vec::new(),
            flags: Flags::default(),
            last: Last::Nothing,
            weight: Weight::default(),
            last_weight: Weight::default(),
            is_nested: false,
            counts,
            has_conditions: false,
            has_loose_flags: false,
        }
    }

    /// Parses the whole pattern. Returns `None` if it is not ECMA-262.
    fn read(&mut self) -> Option<()> {
        while let Some(&c) = self.text.get(self.at) {
            self.at += 1;
            self.next(c)?;
        }
        self.open.is_empty().then_some(())
    }

    fn finish(self) -> Translated {
        // The validator passes patterns with lookarounds on unchanged, but does not know conditionals. An empty
        // lookahead makes it pass the pattern on.
        let front = if self.has_conditions { "(?=)" } else { "" };
        Translated { text: format!("{front}{}", self.out), is_proper: !self.has_loose_flags }
    }

    fn next(&mut self, c: char) -> Option<()> {
        match c {
            '^' => {
                let lines = format!("(?:^|(?<=[{LINE_ENDS}]))");
                self.assertion(if self.flags.lines { &lines } else { "^" });
            }
            '$' => {
                let lines = format!("(?=[{LINE_ENDS}]|$)");
                self.assertion(if self.flags.lines { &lines } else { "$" });
            }
            '|' => self.assertion("|"),
            '.' if self.flags.dot_takes_all => self.atom(ANY, NEGATED),
            '.' => self.atom(&format!("[^{LINE_ENDS}]"), NEGATED),
            '(' => self.open_group()?,
            ')' => self.close_group()?,
            '[' => {
                let (class, length) = Class::read(&self.text[self.at..])?;
                self.at += length;
                self.class(&class);
            }
            '\\' => self.escape()?,
            '*' => self.repeat("*", 0, 1)?,
            '+' => self.repeat("+", 1, 1)?,
            '?' => self.repeat("?", 0, 1)?,
            '{' => match self.counts() {
                Some((least, most, length)) => {
                    if most.as_ref().is_some_and(|most| is_less(most, &least)) {
                        return None;
                    }
                    let text: String = self.text[self.at - 1..self.at + length].iter().collect();
                    self.at += length;
                    let times = most.as_ref().unwrap_or(&least).parse().unwrap_or(u64::MAX);
                    let least = usize::from(least.chars().any(|digit| digit != '0'));
                    self.repeat(&text, least, times)?;
                }
                None => self.character(u32::from('{')),
            },
            c => self.character(u32::from(c)),
        }
        Some(())
    }

    fn assertion(&mut self, text: &str) {
        self.out.push_str(text);
        self.last = Last::Nothing;
    }

    /// Writes an atom that can be repeated, with its weight.
    fn atom(&mut self, text: &str, ranges: u64) {
        let start = self.out.len();
        self.out.push_str(text);
        self.weigh(start, ranges);
    }

    /// Marks the output from `start` on as an atom with a weight of `ranges`.
    fn weigh(&mut self, start: usize, ranges: u64) {
        self.last = Last::Atom(start);
        self.last_weight = Weight { ranges, repeats: false };
        self.weight.ranges = self.weight.ranges.saturating_add(ranges);
    }

    fn class(&mut self, class: &Class) {
        let start = self.out.len();
        class.write(&mut self.out);
        let (ranges, properties, is_negated) = class.size();
        let all = if is_negated { NEGATED } else { 0 };
        self.weigh(start, ranges as u64 + PROPERTY * properties as u64 + all);
    }

    /// Writes one literal character.
    fn character(&mut self, code: u32) {
        let start = self.out.len();
        match char::from_u32(code) {
            None => self.out.push_str(NONE),
            Some(c) if "\\^$.|?*+()[]{}".contains(c) => self.out.extend(['\\', c]),
            Some(c) if c.is_ascii_punctuation() || c == ' ' => self.out.push(c),
            Some(_) => character(code, &mut self.out),
        }
        self.weigh(start, 1);
    }

    fn open_group(&mut self) -> Option<()> {
        let start = self.out.len();
        let outer = self.flags;
        let rest = &self.text[self.at..];
        let starts = |with: &str| rest.iter().copied().take(with.len()).eq(with.chars());
        let (mut is_lookahead, mut is_lookbehind) = (false, false);
        if !starts("?") {
            self.out.push('(');
        } else if let Some(kind) =
            ["?:", "?=", "?!", "?<=", "?<!"].into_iter().find(|kind| starts(kind))
        {
            self.at += kind.len();
            self.out.extend(["(", kind]);
            is_lookbehind = kind.starts_with("?<");
            is_lookahead = !is_lookbehind && kind != "?:";
        } else if starts("?<") {
            let (_, length) = name(&rest[2..])?;
            self.at += length + 2;
            self.out.push('(');
        } else if !self.flags_of_group()? {
            // Flags for the rest of the pattern do not open a group.
            self.has_loose_flags = true;
            self.last = Last::Nothing;
            return Some(());
        }
        let weight = std::mem::take(&mut self.weight);
        self.open.push(Group { flags: outer, start, is_lookahead, is_lookbehind, outer: weight });
        self.last = Last::Nothing;
        Some(())
    }

    /// Parses `(?i:` and `(?i)`. Returns whether a group is open now.
    fn flags_of_group(&mut self) -> Option<bool> {
        self.at += 1;
        let end = self.text[self.at..].iter().position(|c| matches!(c, ':' | ')'))?;
        let letters = &self.text[self.at..self.at + end];
        let (mut is_on, mut cases) = (true, String::new());
        for letter in letters {
            match letter {
                '-' if is_on => is_on = false,
                'i' if is_on => cases.push('i'),
                'i' => cases.push_str("-i"),
                's' => self.flags.dot_takes_all = is_on,
                'm' => self.flags.lines = is_on,
                _ => return None,
            }
        }
        if letters.is_empty() {
            return None;
        }
        let closing = self.text[self.at + end];
        self.at += end + 1;
        if closing == ':' || !cases.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(self.out, "(?{cases}{closing}");
        }
        Some(closing == ':')
    }

    fn close_group(&mut self) -> Option<()> {
        let group = self.open.pop()?;
        self.flags = group.flags;
        self.out.push(')');
        self.last = if group.is_lookahead {
            Last::Lookahead(group.start)
        } else if group.is_lookbehind {
            Last::Nothing
        } else {
            Last::Atom(group.start)
        };
        self.last_weight = self.weight;
        self.weight = Weight {
            ranges: group.outer.ranges.saturating_add(self.last_weight.ranges),
            repeats: group.outer.repeats || self.last_weight.repeats,
        };
        Some(())
    }

    /// Applies the quantifier `how` to the last atom. `least` is the minimum count; an automaton contains the atom
    /// `times` times.
    fn repeat(&mut self, how: &str, least: usize, times: u64) -> Option<()> {
        match self.last {
            Last::Nothing => return None,
            // Repeating an empty group has no effect, and the engine rejects it.
            Last::Atom(start) if &self.out[start..] == "(?:)" => {}
            Last::Atom(start) => {
                let is_counted = self.counts && times > FEW;
                if is_counted {
                    // The engine does not expand patterns with lookarounds, so an empty lookahead makes it count.
                    self.out.insert_str(start, "(?:(?=)");
                    self.out.push(')');
                }
                self.is_nested |= times > FEW && self.last_weight.repeats;
                let written = if is_counted { 1 } else { times };
                let more = self.last_weight.ranges.saturating_mul(written.saturating_sub(1));
                self.weight.ranges = self.weight.ranges.saturating_add(more);
                self.weight.repeats = true;
                self.out.push_str(how);
            }
            // A lookahead consumes no text, so repeating it means trying it once or not at all.
            Last::Lookahead(start) if least == 0 => {
                self.out.insert_str(start, "(?:");
                self.out.push_str("|)");
            }
            Last::Lookahead(_) => {}
        }
        if self.text.get(self.at) == Some(&'?') {
            self.at += 1;
            if matches!(self.last, Last::Atom(start) if &self.out[start..] != "(?:)") {
                self.out.push('?');
            }
        }
        self.last = Last::Nothing;
        Some(())
    }

    /// Parses the bounds after an opening brace. Returns them with the number of characters they take, or `None` if
    /// these are not bounds.
    fn counts(&self) -> Option<(String, Option<String>, usize)> {
        let rest = &self.text[self.at..];
        let is_part = |&c: &char| c.is_ascii_digit() || c == ',';
        let end = rest.iter().position(|c| !is_part(c)).filter(|&end| rest[end] == '}')?;
        let inside: String = rest[..end].iter().collect();
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let (least, most) = match inside.split_once(',') {
            None => (inside.as_str(), Some(inside.as_str())),
            Some((least, "")) => (least, None),
            Some((least, most)) => (least, Some(most)),
        };
        let is_fit = is_number(least) && most.is_none_or(is_number);
        is_fit.then(|| (least.to_owned(), most.map(str::to_owned), end + 1))
    }

    fn escape(&mut self) -> Option<()> {
        let rest = &self.text[self.at..];
        match rest.first()? {
            'b' => {
                self.at += 1;
                self.assertion(&format!("(?:(?<={WORD})(?!{WORD})|(?<!{WORD})(?={WORD}))"));
            }
            'B' => {
                self.at += 1;
                self.assertion(&format!("(?:(?<={WORD})(?={WORD})|(?<!{WORD})(?!{WORD}))"));
            }
            'c' => {
                let (code, length) = escape::control(rest, false);
                self.at += length;
                self.character(code);
            }
            'k' => {
                if self.groups.names.is_empty() {
                    self.at += 1;
                    self.character(u32::from('k'));
                    return Some(());
                }
                let (name, length) = name(rest.get(2..)?).filter(|_| rest[1] == '<')?;
                let numbers = self.groups.names.get(&name)?.clone();
                self.at += length + 2;
                // If several groups have this name, refer to the one that took part in the match.
                self.reference(&numbers);
            }
            '1'..='9' if self.numbered().is_some() => {
                let (number, length) = self.numbered()?;
                self.at += length;
                self.reference(&[number]);
            }
            _ => {
                let (escape, length) = escape::read(rest)?;
                let letter = rest[0];
                self.at += length;
                match escape {
                    Escape::Char(code) => self.character(code),
                    Escape::Property(name) => self.atom(&name, PROPERTY),
                    // The engine reads the class in the same way, unless it has to backtrack.
                    Escape::Set(_) if !self.groups.needs_backtracking => {
                        let ranges = if letter.is_ascii_uppercase() { NEGATED } else { 4 };
                        self.atom(&format!("\\{letter}"), ranges);
                    }
                    Escape::Set(_) => {
                        let (class, _) = Class::read(&['\\', letter, ']'])?;
                        self.class(&class);
                    }
                }
            }
        }
        Some(())
    }

    /// Returns the group that the digits here refer to, if the pattern has that many groups.
    fn numbered(&self) -> Option<(usize, usize)> {
        let digits: String =
            self.text[self.at..].iter().take_while(|c| c.is_ascii_digit()).take(4).collect();
        let number = digits.parse().ok().filter(|&number| number <= self.groups.count)?;
        Some((number, digits.len()))
    }

    /// Writes a reference to the first of these groups that took part in the match. It matches the empty text if none
    /// did.
    fn reference(&mut self, numbers: &[usize]) {
        self.has_conditions = true;
        let mut text = String::new();
        for number in numbers {
            // Writing to a string cannot fail.
            let _ = write!(text, "(?({number})\\{number}|");
        }
        text.push_str(&")".repeat(numbers.len()));
        self.atom(&text, 1);
    }
}

/// Compares two decimal numbers of any length.
fn is_less(left: &str, right: &str) -> bool {
    let (left, right) = (left.trim_start_matches('0'), right.trim_start_matches('0'));
    (left.len(), left) < (right.len(), right)
}
