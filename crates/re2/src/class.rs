//! Translates character classes: `[a-z]`, `\d`, `\p{Greek}`, `[[:alpha:]]`.

use std::cell::RefCell;

use rustc_hash::FxHashSet;

use crate::{
    escape::{self, NEVER},
    fault::{Fault, Kind},
};

/// The names that are valid between `[:` and `:]`.
const NAMED: [&str; 14] = [
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct",
    "space", "upper", "word", "xdigit",
];

/// Reads the class in brackets at the start of `text`. Returns its translation and the rest of the text.
pub(crate) fn bracketed(text: &str) -> Result<(String, &str), Fault> {
    let inner = &text[1..];
    let (mut rest, negated) = match inner.strip_prefix('^') {
        Some(rest) => (rest, true),
        None => (inner, false),
    };
    let mut set = String::new();
    // A closing bracket in first position is a literal.
    let mut first = true;
    while first || !rest.starts_with(']') {
        first = false;
        if let Some((named, after)) = named(rest)? {
            set.push_str(named);
            rest = after;
        } else if let Some((escaped, after)) = escaped(rest)? {
            set.push_str(&escaped);
            rest = after;
        } else {
            rest = range(&mut set, rest, text)?;
        }
    }
    let class = match (set.is_empty(), negated) {
        (true, false) => NEVER.to_owned(),
        (true, true) => "(?s:.)".to_owned(),
        (false, false) => format!("[{set}]"),
        (false, true) => format!("[^{set}]"),
    };
    Ok((class, &rest[1..]))
}

/// Reads `[:alpha:]` or `[:^alpha:]`.
fn named(text: &str) -> Result<Option<(&str, &str)>, Fault> {
    let Some(inner) = text.strip_prefix("[:") else { return Ok(None) };
    let Some(end) = inner.find(":]") else { return Ok(None) };
    let (whole, rest) = text.split_at(end + 4);
    let name = inner[..end].strip_prefix('^').unwrap_or(&inner[..end]);
    if !NAMED.contains(&name) {
        return Err(Fault::new(Kind::CharClass, whole));
    }
    Ok(Some((whole, rest)))
}

/// Reads one character or range; `class` is the text from the opening bracket.
fn range<'p>(set: &mut String, text: &'p str, class: &str) -> Result<&'p str, Fault> {
    let (low, mut rest) = member(text, class)?;
    let mut high = low;
    if rest.len() >= 2 && rest.starts_with('-') && !rest.starts_with("-]") {
        (high, rest) = member(&rest[1..], class)?;
        if high < low {
            return Err(Fault::new(Kind::CharClass, &text[..text.len() - rest.len()]));
        }
    }
    // Unpaired surrogates occur in no text, and our engine does not support them.
    let low = char::from_u32(low).unwrap_or('\u{E000}');
    let high = char::from_u32(high).unwrap_or('\u{D7FF}');
    if low <= high {
        push(set, low);
        if low < high {
            set.push('-');
            push(set, high);
        }
    }
    Ok(rest)
}

fn member<'p>(text: &'p str, class: &str) -> Result<(u32, &'p str), Fault> {
    match text.chars().next() {
        None => Err(Fault::new(Kind::MissingBracket, class)),
        Some('\\') => escape::character(text),
        Some(char) => Ok((u32::from(char), &text[char.len_utf8()..])),
    }
}

fn push(set: &mut String, char: char) {
    set.push_str(&regex::escape(char.encode_utf8(&mut [0; 4])));
}

/// Reads `\d`, `\p{Greek}` and the like at the start of `text`. Returns the translation and the rest of the text. The
/// Perl classes are ASCII classes in RE2.
pub(crate) fn escaped(text: &str) -> Result<Option<(String, &str)>, Fault> {
    let set = match text.as_bytes() {
        [b'\\', b'd', ..] => "[0-9]",
        [b'\\', b'D', ..] => "[^0-9]",
        [b'\\', b's', ..] => r"[\t\n\f\r ]",
        [b'\\', b'S', ..] => r"[^\t\n\f\r ]",
        [b'\\', b'w', ..] => "[0-9A-Za-z_]",
        [b'\\', b'W', ..] => "[^0-9A-Za-z_]",
        [b'\\', b'p' | b'P', ..] => return unicode(text).map(Some),
        _ => return Ok(None),
    };
    Ok(Some((set.to_owned(), &text[2..])))
}

/// Reads `\pL`, `\p{Greek}`, `\P{Greek}` or `\p{^Greek}`.
fn unicode(text: &str) -> Result<(String, &str), Fault> {
    let body = &text[2..];
    let (whole, name, rest) = if let Some(inner) = body.strip_prefix('{') {
        let Some(end) = inner.find('}') else { return Err(Fault::new(Kind::CharClass, text)) };
        let (whole, rest) = text.split_at(end + 4);
        (whole, &inner[..end], rest)
    } else {
        let length = body.chars().next().map_or(0, char::len_utf8);
        let (name, rest) = body.split_at(length);
        (&text[..2 + length], name, rest)
    };
    let (name, inverted) = match name.strip_prefix('^') {
        Some(name) => (name, true),
        None => (name, false),
    };
    let negated = text.as_bytes()[1] == b'P';
    let sign = if negated == inverted { "" } else { "^" };
    let set = match name {
        // In RE2, unassigned characters belong to no category.
        "C" => format!(r"[{sign}\p{{Cc}}\p{{Cf}}\p{{Co}}]"),
        "Cs" => if sign.is_empty() { NEVER } else { "(?s:.)" }.to_owned(),
        _ => format!(r"[{sign}\p{{{name}}}]"),
    };
    let valid = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if name.is_empty() || !valid || !is_known(&set) {
        return Err(Fault::new(Kind::CharClass, whole));
    }
    Ok((set, rest))
}

/// True if the crate `regex` supports the class.
fn is_known(set: &str) -> bool {
    thread_local! {
        /// The classes found so far. The number of names is limited, so the set stays small.
        static KNOWN: RefCell<FxHashSet<Box<str>>> = RefCell::default();
    }
    if KNOWN.with_borrow(|known| known.contains(set)) {
        return true;
    }
    let is_known = regex_syntax::Parser::new().parse(set).is_ok();
    if is_known {
        KNOWN.with_borrow_mut(|known| known.insert(set.into()));
    }
    is_known
}
