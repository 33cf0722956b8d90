//! Text of others for terminals and logs.
//!
//! Values, file names and messages come from input. An escape sequence in them could hide what is wrong, or
//! change the terminal; a line break in a file name could begin a line that looks like ours. Every text format
//! passes what it did not write itself through here.

use std::borrow::Cow;

/// `text` with control characters as escapes; line breaks and tabs stay.
pub fn text(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_harmful(c) && c != '\n' && c != '\t')
}

/// `text` on one line: line breaks and tabs are escaped too.
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, is_harmful)
}

/// Controls, and the marks that turn around the order in which text is shown.
fn is_harmful(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn escaped(text: &str, is_bad: impl Fn(char) -> bool) -> Cow<'_, str> {
    // Nearly all text is fine, and most of it is ASCII.
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
            c if c.is_ascii() => out.push_str(&format!("\\x{:02x}", c as u32)),
            c => out.push_str(&format!("\\u{:04x}", c as u32)),
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
        assert!(matches!(text("plain ünïcode\n"), Cow::Borrowed(_)));
    }
}
