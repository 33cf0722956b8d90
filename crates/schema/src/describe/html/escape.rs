//! Escapes text for HTML.

use std::fmt::{Display, Formatter, Result, Write};

/// Text between tags or in a quoted attribute.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            // Browsers take these for errors, and some of them for the end of the page.
            control if control.is_control() && !"\n\t".contains(control) => {
                f.write_char('\u{fffd}')
            }
            other => f.write_char(other),
        })
    }
}
