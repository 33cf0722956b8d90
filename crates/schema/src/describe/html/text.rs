//! Writes descriptions and values as escaped HTML.

use std::fmt::{self, Display, Formatter, Write};

use crate::describe::prose::{Block, Inline};

/// Text that is escaped for use between tags or in a quoted attribute.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            // Browsers treat these characters as errors, and some as the end of the page.
            control if control.is_control() && !"\n\t".contains(control) => {
                f.write_char('\u{fffd}')
            }
            other => f.write_char(other),
        })
    }
}

/// Writes the paragraphs and lists of a description.
pub(super) fn blocks(out: &mut String, blocks: &[Block]) {
    if blocks.is_empty() {
        return;
    }
    out.push_str("<div class=\"documentation\">\n");
    for block in blocks {
        match block {
            Block::Paragraph(parts) => {
                out.push_str("<p>");
                inlines(out, parts);
                out.push_str("</p>\n");
            }
            Block::List { is_numbered, items } => {
                let tag = if *is_numbered { "ol" } else { "ul" };
                let _ = writeln!(out, "<{tag}>");
                for item in items {
                    out.push_str("<li>");
                    inlines(out, item);
                    out.push_str("</li>\n");
                }
                let _ = writeln!(out, "</{tag}>");
            }
            Block::Code(text) => code_block(out, text, "code"),
        }
    }
    out.push_str("</div>\n");
}

/// Writes the parts of a line.
pub(super) fn inlines(out: &mut String, parts: &[Inline]) {
    for part in parts {
        let _ = match part {
            Inline::Text(text) => write!(out, "{}", Escaped(text)),
            Inline::Code(text) => write!(out, "<code>{}</code>", Escaped(text)),
            Inline::Strong(text) => write!(out, "<strong>{}</strong>", Escaped(text)),
            Inline::Emphasis(text) => write!(out, "<em>{}</em>", Escaped(text)),
            Inline::Link { text, url } => write!(
                out,
                "<a href=\"{}\" rel=\"noopener noreferrer\">{}</a>",
                Escaped(url),
                Escaped(text)
            ),
        };
    }
}

/// Writes preformatted lines. What is wider than the page can be scrolled, also with the keyboard.
pub(super) fn code_block(out: &mut String, text: &str, class: &str) {
    let _ =
        writeln!(out, "<pre class=\"{class}\" tabindex=\"0\"><code>{}</code></pre>", Escaped(text));
}
