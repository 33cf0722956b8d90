//! Character classes in brackets, such as `[a-z\d]`.

use std::fmt::Write;

use super::escape::{self, Escape, LAST};

/// One member of a class, or one end of a range.
enum Atom {
    Char(u32),
    Set(Vec<(u32, u32)>),
    Property(String),
}

/// The contents of a character class.
#[derive(Default)]
pub(super) struct Class {
    is_negated: bool,
    ranges: Vec<(u32, u32)>,
    properties: Vec<String>,
}

impl Class {
    /// Returns the numbers of ranges and Unicode properties, and whether the class is negated.
    pub(super) fn size(&self) -> (usize, usize, bool) {
        (self.ranges.len(), self.properties.len(), self.is_negated)
    }

    /// Parses the class at the start of `text`, after the opening bracket. Returns it with the number of characters
    /// it takes, including the closing bracket.
    pub(super) fn read(text: &[char]) -> Option<(Self, usize)> {
        let mut class = Self { is_negated: text.first() == Some(&'^'), ..Self::default() };
        let mut at = usize::from(class.is_negated);
        loop {
            if *text.get(at)? == ']' {
                return Some((class, at + 1));
            }
            let first = atom(text, &mut at)?;
            let is_range = text.get(at) == Some(&'-') && *text.get(at + 1)? != ']';
            if !is_range {
                class.add(first);
                continue;
            }
            at += 1;
            match (first, atom(text, &mut at)?) {
                (Atom::Char(first), Atom::Char(last)) if first <= last => {
                    class.ranges.push((first, last));
                }
                (Atom::Char(_), Atom::Char(_)) => return None,
                // A class such as `\d` cannot be an end of a range, so the hyphen is a literal.
                (first, last) => {
                    class.add(first);
                    class.add(Atom::Char(u32::from('-')));
                    class.add(last);
                }
            }
        }
    }

    fn add(&mut self, atom: Atom) {
        match atom {
            Atom::Char(code) => self.ranges.push((code, code)),
            Atom::Set(ranges) => self.ranges.extend(ranges),
            Atom::Property(name) => self.properties.push(name),
        }
    }

    /// Writes the class in the engine's syntax. Omits surrogates, because no text contains them.
    pub(super) fn write(&self, out: &mut String) {
        let ranges = || self.ranges.iter().filter_map(|&range| without_surrogates(range));
        if ranges().next().is_none() && self.properties.is_empty() {
            out.push_str(if self.is_negated { ANY } else { NONE });
            return;
        }
        out.push('[');
        if self.is_negated {
            out.push('^');
        }
        for (first, last) in ranges() {
            character(first, out);
            if last > first {
                out.push('-');
                character(last, out);
            }
        }
        for name in &self.properties {
            out.push_str(name);
        }
        out.push(']');
    }
}

/// Matches every character.
pub(super) const ANY: &str = "[\\u0000-\u{10FFFF}]";
/// Matches no character.
pub(super) const NONE: &str = "[^\\u0000-\u{10FFFF}]";

/// Returns the part of a range that is not in the surrogate block.
fn without_surrogates((first, last): (u32, u32)) -> Option<(u32, u32)> {
    let is_surrogate = |code: u32| (0xD800..0xE000).contains(&code);
    let first = if is_surrogate(first) { 0xE000 } else { first };
    let last = if is_surrogate(last) { 0xD7FF } else { last.min(LAST) };
    (first <= last).then_some((first, last))
}

fn atom(text: &[char], at: &mut usize) -> Option<Atom> {
    let &first = text.get(*at)?;
    *at += 1;
    if first != '\\' {
        return Some(Atom::Char(u32::from(first)));
    }
    let rest = text.get(*at..)?;
    let (atom, length) = match rest.first()? {
        'b' => (Atom::Char(0x08), 1),
        'c' => {
            let (code, length) = escape::control(rest, true);
            (Atom::Char(code), length)
        }
        _ => match escape::read(rest)? {
            (Escape::Char(code), length) => (Atom::Char(code), length),
            (Escape::Set(ranges), length) => (Atom::Set(ranges), length),
            (Escape::Property(name), length) => (Atom::Property(name), length),
        },
    };
    *at += length;
    Some(atom)
}

/// Writes a code point as a literal, inside or outside of brackets. Both the engine and the meta-schemas, which
/// expect ECMA-262, must read it that way.
pub(super) fn character(code: u32, out: &mut String) {
    match char::from_u32(code) {
        Some(c) if c.is_ascii_alphanumeric() || c == '_' || c > '\u{A0}' => out.push(c),
        _ => {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{code:04x}");
        }
    }
}
