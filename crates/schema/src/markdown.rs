//! Escapes text for Markdown.

use std::fmt::{Display, Formatter, Result, Write};

/// Returns the text on one line.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text as a code span, with enough backticks around it.
pub(crate) fn code(text: &str) -> String {
    let marks = "`".repeat(longest_run(text) + 1);
    let space =
        if text.starts_with('`') || text.ends_with('`') || text.is_empty() { " " } else { "" };
    format!("{marks}{space}{text}{space}{marks}")
}

/// Returns the length of the longest run of backticks.
pub(crate) fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

/// Escapes all markup of Markdown and HTML.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let mut is_start = true;
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => write!(f, "\\{c}")?,
                '#' | '+' | '-' | '=' if is_start => write!(f, "\\{c}")?,
                other => f.write_char(other)?,
            }
            is_start = false;
        }
        Ok(())
    }
}
