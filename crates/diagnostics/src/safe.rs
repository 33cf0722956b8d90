//! Makes untrusted text safe for terminals and logs.
//!
//! Values, file names and messages come from input. An escape sequence in them could hide an error or change the
//! terminal. A line break in a file name could forge a line of our output. Every text format passes foreign text
//! through this module.

use std::{borrow::Cow, fmt::Write as _};

/// Escapes control characters except line breaks and tabs. It also defuses lines that a CI runner would execute: those
/// that start with `::` or `##[`, even after spaces.
pub fn text(text: &str) -> Cow<'_, str> {
    let text = escaped(text, |c| is_harmful(c) && c != '\n' && c != '\t');
    if text.lines().any(is_command) { Cow::Owned(without_commands(&text)) } else { text }
}

/// Escapes control characters except line breaks and tabs, for formats with their own syntax.
pub fn controls(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_harmful(c) && !matches!(c, '\n' | '\r' | '\t'))
}

/// Escapes `text` to one line: line breaks and tabs are escaped too.
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, is_harmful)
}

/// True for control characters, line breaks that only some programs know, and characters that reverse the direction in
/// which text is shown.
fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{061C}'
                | '\u{200E}'
                | '\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2066}'..='\u{2069}'
        )
}

fn is_command(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("::") || line.starts_with("##[")
}

/// Puts a backslash before text that a runner would execute.
fn without_commands(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for line in text.split_inclusive('\n') {
        let space = line.len() - line.trim_start().len();
        if is_command(line) {
            out.extend([&line[..space], "\\", &line[space..]]);
        } else {
            out.push_str(line);
        }
    }
    out
}

fn escaped(text: &str, is_bad: impl Fn(char) -> bool) -> Cow<'_, str> {
    // Fast path: nearly all text is harmless, and most of it is ASCII.
    if !text.chars().any(&is_bad) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            c if !is_bad(c) => out.push(c),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c => {
                let (mark, digits) = if c.is_ascii() { ('x', 2) } else { ('u', 4) };
                let _ = write!(out, "\\{mark}{:0digits$x}", c as u32);
            }
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_escaped() {
        assert_eq!(text("a\u{1b}[31mb\r\n\tc\u{9b}\u{202e}"), "a\\x1b[31mb\\r\n\tc\\u009b\\u202e");
        assert_eq!(line("a\n::error::b\t"), "a\\n::error::b\\t");
        assert_eq!(text("a\u{2028}\u{200f}"), "a\\u2028\\u200f");
        assert_eq!(text("a\n  ::error::b\n##[x]\na::b\n"), "a\n  \\::error::b\n\\##[x]\na::b\n");
        assert!(matches!(text("plain ünïcode\n"), Cow::Borrowed(_)));
    }
}
