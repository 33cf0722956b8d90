//! Descriptions and values of a page.

use std::fmt::Write;

use super::escape::Escaped;
use crate::describe::prose::{Block, Inline};

/// The paragraphs and lists of a description.
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

/// The parts of a line.
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

/// Lines as they are. What is wider than the page is scrolled, also with the keyboard.
pub(super) fn code_block(out: &mut String, text: &str, class: &str) {
    let _ =
        writeln!(out, "<pre class=\"{class}\" tabindex=\"0\"><code>{}</code></pre>", Escaped(text));
}
