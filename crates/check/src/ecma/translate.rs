//! From one syntax to the other, in one pass. Groups are kept on a stack of our own: they nest as deep as input says.

use std::fmt::Write;

use super::{
    class::{ANY, Class, NONE, character},
    escape::{self, Escape},
    groups::{Groups, name},
};

const LINE_ENDS: &str = r"\n\r\u2028\u2029";
const WORD: &str = "[0-9A-Z_a-z]";

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Nothing that can be repeated.
    Nothing,
    Atom,
    /// A lookahead that was written from here on. Annex B lets it be repeated.
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
    /// Where it starts in the output.
    start: usize,
    is_lookahead: bool,
    is_lookbehind: bool,
}

pub(super) struct Translator {
    text: Vec<char>,
    at: usize,
    out: String,
    groups: Groups,
    open: Vec<Group>,
    flags: Flags,
    last: Last,
}

impl Translator {
    pub(super) fn new(pattern: &str) -> Self {
        let text: Vec<char> = pattern.chars().collect();
        let groups = Groups::of(&text);
        Self {
            out: String::with_capacity(text.len() + 16),
            text,
            at: 0,
            groups,
            open: Vec::new(),
            flags: Flags::default(),
            last: Last::Nothing,
        }
    }

    /// The pattern in the other syntax; none if it is not ECMA-262.
    pub(super) fn run(mut self) -> Option<String> {
        while let Some(&c) = self.text.get(self.at) {
            self.at += 1;
            self.next(c)?;
        }
        if !self.open.is_empty() {
            return None;
        }
        Some(self.out)
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
            '.' if self.flags.dot_takes_all => self.atom(ANY),
            '.' => self.atom(&format!("[^{LINE_ENDS}]")),
            '(' => self.open_group()?,
            ')' => self.close_group()?,
            '[' => {
                let (class, length) = Class::read(&self.text[self.at..])?;
                self.at += length;
                class.write(&mut self.out);
                self.last = Last::Atom;
            }
            '\\' => self.escape()?,
            '*' => self.repeat("*", 0)?,
            '+' => self.repeat("+", 1)?,
            '?' => self.repeat("?", 0)?,
            '{' => match self.counts() {
                Some((least, most, length)) => {
                    if most.as_ref().is_some_and(|most| is_less(most, &least)) {
                        return None;
                    }
                    let text: String = self.text[self.at - 1..self.at + length].iter().collect();
                    self.at += length;
                    self.repeat(&text, usize::from(least.chars().any(|digit| digit != '0')))?;
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

    fn atom(&mut self, text: &str) {
        self.out.push_str(text);
        self.last = Last::Atom;
    }

    /// One character that stands for itself.
    fn character(&mut self, code: u32) {
        match char::from_u32(code) {
            None => self.out.push_str(NONE),
            Some(c) if "\\^$.|?*+()[]{}".contains(c) => self.out.extend(['\\', c]),
            Some(c) if c.is_ascii_punctuation() || c == ' ' => self.out.push(c),
            Some(_) => character(code, &mut self.out),
        }
        self.last = Last::Atom;
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
            // Flags for what comes after them open no group.
            self.last = Last::Nothing;
            return Some(());
        }
        self.open.push(Group { flags: outer, start, is_lookahead, is_lookbehind });
        self.last = Last::Nothing;
        Some(())
    }

    /// `(?i:` and `(?i)`; whether a group is open now.
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
            // Writing to text does not fail.
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
            Last::Atom
        };
        Some(())
    }

    fn repeat(&mut self, how: &str, least: usize) -> Option<()> {
        match self.last {
            Last::Nothing => return None,
            Last::Atom => self.out.push_str(how),
            // It takes no text: as often as wanted is once, or not at all.
            Last::Lookahead(start) if least == 0 => {
                self.out.insert_str(start, "(?:");
                self.out.push_str("|)");
            }
            Last::Lookahead(_) => {}
        }
        if self.text.get(self.at) == Some(&'?') {
            self.at += 1;
            if self.last == Last::Atom {
                self.out.push('?');
            }
        }
        self.last = Last::Nothing;
        Some(())
    }

    /// The bounds after an opening brace and how many characters they take, if they are bounds.
    fn counts(&self) -> Option<(String, Option<String>, usize)> {
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|&c| c == '}')?;
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
                // Of several groups with one name, the one that has matched.
                let each = numbers.iter().map(|number| format!("\\{number}"));
                let any = each.collect::<Vec<_>>().join("|");
                self.atom(&format!("(?:{any})"));
            }
            '1'..='9' if self.numbered().is_some() => {
                let (number, length) = self.numbered()?;
                self.at += length;
                self.reference(number);
            }
            _ => {
                let (escape, length) = escape::read(rest)?;
                let letter = rest[0];
                self.at += length;
                match escape {
                    Escape::Char(code) => self.character(code),
                    Escape::Property(name) => self.atom(&name),
                    // The engine means the same, unless there is something to go back for.
                    Escape::Set(_) if !self.groups.goes_back => self.atom(&format!("\\{letter}")),
                    Escape::Set(_) => {
                        let (class, _) = Class::read(&['\\', letter, ']'])?;
                        class.write(&mut self.out);
                        self.last = Last::Atom;
                    }
                }
            }
        }
        Some(())
    }

    /// The group that the digits here name, if there are as many.
    fn numbered(&self) -> Option<(usize, usize)> {
        let digits: String =
            self.text[self.at..].iter().take_while(|c| c.is_ascii_digit()).take(4).collect();
        let number = digits.parse().ok().filter(|&number| number <= self.groups.count)?;
        Some((number, digits.len()))
    }

    /// What a group has matched. Digits may follow, so it is in brackets.
    fn reference(&mut self, number: usize) {
        self.atom(&format!("(?:\\{number})"));
    }
}

/// Whether one number is less than another, both in digits of any length.
fn is_less(left: &str, right: &str) -> bool {
    let (left, right) = (left.trim_start_matches('0'), right.trim_start_matches('0'));
    (left.len(), left) < (right.len(), right)
}
