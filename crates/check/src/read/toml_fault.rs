//! What is wrong with a line that is not TOML, and what to write instead. The parser says where it stopped; the words are
//! chosen by what is written there, because people bring habits from YAML, JSON, Python and INI files.

use super::{fault::Fault, help::foreign};

/// Returns the fault of `text` at offset `at`, where the parser stopped with `message`, and what to do.
pub(super) fn of(text: &str, at: usize, message: &str) -> (Fault, Option<String>) {
    let other = || (Fault::from(message.to_owned()), None);
    let Some((before, rest)) = text.split_at_checked(at) else { return other() };
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let words = header(line)
        .or_else(|| key(line))
        .or_else(|| escape(&before[start..], rest))
        .or_else(|| value(line))
        .or_else(|| repeated(&text[..start], line));
    words.map_or_else(other, |(fault, help)| (fault.into(), Some(help)))
}

/// A line that starts like a comment of another language, or the header of a table.
fn header(line: &str) -> Option<(String, String)> {
    let line = line.trim();
    if line.starts_with("//") || line.starts_with("/*") || line.starts_with(';') {
        return Some(("this is no comment in TOML".to_owned(), "start comments with #".to_owned()));
    }
    let name = line.strip_prefix('[').filter(|rest| !rest.contains([']', '=']))?;
    let (open, close) = match name.strip_prefix('[') {
        Some(_) => ("[[", "]]"),
        None => ("[", "]"),
    };
    let name = name.trim_start_matches('[');
    let what = format!("the header of a table does not end with '{close}'");
    Some((what, format!("write {open}{name}{close}")))
}

/// A key that is not followed by `=`.
fn key(line: &str) -> Option<(String, String)> {
    let line = line.trim();
    let is_bare = |name: &str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        !name.is_empty() && name.chars().all(is_part)
    };
    match line.split_once('=') {
        None => {
            let (name, value) = line.split_once(':')?;
            let (name, value) = (name.trim(), value.trim());
            is_bare(name.trim_matches('"')).then(|| {
                let value = if value.is_empty() { "..." } else { value };
                ("a key is followed by '='".to_owned(), format!("write {name} = {value}"))
            })
        }
        Some((name, _)) => {
            let name = name.trim();
            let is_spaced = name.contains(' ') && name.split_whitespace().all(is_bare);
            is_spaced.then(|| {
                ("a key with spaces needs quotes".to_owned(), format!("write \"{name}\" = ..."))
            })
        }
    }
}

/// A backslash that starts no escape: a path of Windows, or a regular expression. `before` is the line up to it.
fn escape(before: &str, rest: &str) -> Option<(String, String)> {
    let open = before.rfind('"').filter(|_| before.matches('"').count() % 2 == 1)?;
    let inside = &before[open + 1..];
    // The parser stops at the backslash, or at the letter after it.
    let is_escape = inside.trim_end_matches(|c: char| c.is_ascii_alphanumeric()).ends_with('\\')
        || rest.starts_with('\\');
    let end = rest.find(['"', '\n']).filter(|&end| rest[end..].starts_with('"'))?;
    let whole = format!("{inside}{}", &rest[..end]);
    let help = if whole.contains('\'') {
        "write \\\\ for a backslash".to_owned()
    } else {
        format!("write it in single quotes, '{whole}', or write \\\\ for a backslash")
    };
    is_escape.then(|| ("in double quotes a backslash starts an escape".to_owned(), help))
}

/// A value that TOML writes in another way.
fn value(line: &str) -> Option<(String, String)> {
    let value = line.split_once('=')?.1;
    let value = value.split(" #").next().unwrap_or_default().trim();
    let word = value.trim_end_matches(',');
    let said = |what: String, help: String| Some((what, help));
    if word.is_empty() {
        let help = "write a value, or leave the key out: TOML has no null".to_owned();
        return said("the key has no value".to_owned(), help);
    }
    if matches!(word, "null" | "Null" | "NULL" | "None" | "nil" | "undefined" | "~") {
        return said(format!("TOML has no {word}"), "leave the key out".to_owned());
    }
    if let Some(help) = foreign(word) {
        return said(format!("TOML has no '{word}'"), help.to_owned());
    }
    let digits = word.trim_start_matches(['+', '-']);
    if digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit()) {
        let plain = digits.trim_start_matches('0');
        let plain = if plain.is_empty() { "0" } else { plain };
        let octal = if plain.bytes().all(|b| b < b'8') {
            format!("0o{plain} for an octal number, ")
        } else {
            String::new()
        };
        let help = format!("write {octal}{plain} for a decimal one, or \"{word}\" for text");
        return said(format!("'{word}' is not a number in TOML: it starts with 0"), help);
    }
    for quote in ['"', '\''] {
        let is_open = word.starts_with(quote) && word.matches(quote).count() == 1;
        if is_open {
            let help =
                format!("end it with {quote}; text of several lines is in {quote}{quote}{quote}");
            return said("the string does not end on its line".to_owned(), help);
        }
    }
    let is_text = word.starts_with(|c: char| {
        c.is_alphabetic() || matches!(c, '/' | '.' | '$' | '@' | '^' | '~' | '*')
    });
    if is_text && !word.contains(['"', '\\', '[', ']', '{', '}']) && word.len() < 60 {
        return said("text needs quotes in TOML".to_owned(), format!("write \"{word}\""));
    }
    None
}

/// A table or key that `above` has already.
fn repeated(above: &str, line: &str) -> Option<(String, String)> {
    let own = line.split('#').next().unwrap_or_default().trim();
    let numbered = || above.lines().map(str::trim).enumerate();
    let is_header = own.starts_with('[') && own.ends_with(']');
    if is_header {
        let (at, _) = numbered().find(|(_, other)| *other == own)?;
        let name = own.trim_matches(['[', ']']);
        let help = format!("it is on line {}, too: write its keys there", at + 1);
        return Some((format!("the table '{name}' is given twice"), help));
    }
    let name = own.split_once('=')?.0.trim();
    let first =
        numbered().filter(|(_, other)| other.starts_with('[')).last().map_or(0, |(at, _)| at);
    let is_same = |other: &str| other.split_once('=').is_some_and(|(key, _)| key.trim() == name);
    let (at, _) = numbered().skip(first).find(|(_, other)| is_same(other))?;
    let name = name.trim_matches('"');
    Some((
        format!("the key '{name}' is given twice"),
        format!("it is on line {}, too: keep one", at + 1),
    ))
}
