//! Writes a tree as events, in the notation of the YAML test suite.
//!
//! One line per event: `+STR`, `+DOC ---`, `+MAP {} &anchor <tag>`, `=VAL :text`, `=ALI *name` and their ends.

use std::fmt::Write;

use yardstick_yaml::{Kind, NodeRef, Style, Tree};

/// Returns the events of all documents of `tree`, one per line.
pub(crate) fn events(tree: &Tree) -> String {
    let mut out = String::from("+STR\n");
    for document in tree.documents() {
        out.push_str(if document.marker().is_some() { "+DOC ---\n" } else { "+DOC\n" });
        // The open collections, each with the number of the first node after it.
        let mut open: Vec<(Kind, u32)> = Vec::new();
        for node in document.nodes() {
            close(&mut out, &mut open, node.id().0);
            start(&mut out, node);
            if matches!(node.kind(), Kind::Map | Kind::Sequence) {
                open.push((node.kind(), node.subtree_end().0));
            }
        }
        close(&mut out, &mut open, u32::MAX);
        out.push_str(if document.has_explicit_end() { "-DOC ...\n" } else { "-DOC\n" });
    }
    out.push_str("-STR\n");
    out
}

/// Ends the collections that do not contain node `next`.
fn close(out: &mut String, open: &mut Vec<(Kind, u32)>, next: u32) {
    while let Some((kind, _)) = open.pop_if(|&mut (_, end)| end <= next) {
        out.push_str(if kind == Kind::Map { "-MAP\n" } else { "-SEQ\n" });
    }
}

fn start(out: &mut String, node: NodeRef<'_>) {
    out.push_str(match node.kind() {
        Kind::Map => "+MAP",
        Kind::Sequence => "+SEQ",
        Kind::Scalar => "=VAL",
        Kind::Alias => "=ALI",
    });
    if node.style() == Style::Flow {
        out.push_str(if node.kind() == Kind::Map { " {}" } else { " []" });
    }
    if let Some(anchor) = node.anchor() {
        let _ = write!(out, " &{anchor}");
    }
    if let Some(tag) = node.tag() {
        let _ = write!(out, " <{tag}>");
    }
    match node.kind() {
        Kind::Scalar => {
            out.push(' ');
            out.push(match node.style() {
                Style::SingleQuoted => '\'',
                Style::DoubleQuoted => '"',
                Style::Literal => '|',
                Style::Folded => '>',
                Style::Plain | Style::Block | Style::Flow => ':',
            });
            escape(out, node.text());
        }
        Kind::Alias => {
            let _ = write!(out, " *{}", node.text());
        }
        Kind::Map | Kind::Sequence => {}
    }
    out.push('\n');
}

/// Appends `text` with control characters and backslashes escaped.
pub(crate) fn escape(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\0' => out.push_str("\\0"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\x0B' => out.push_str("\\v"),
            '\x0C' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            '\x1B' => out.push_str("\\e"),
            other => out.push(other),
        }
    }
}
