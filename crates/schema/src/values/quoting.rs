//! Hints for a number, or a word such as `no`, in place of a string: most often, the quotes are missing.

use yardstick_diagnostics::Sources;

use crate::place::{Node, NodeKind};

/// The maximum number of bytes to look at: a key and a short scalar. There may be many mismatches on one long line.
const LONGEST: u32 = 200;

/// Returns what to write instead of the scalar in `node`; `None` if it comes from code.
pub(crate) fn hint(node: Node<'_>, sources: &Sources) -> Option<String> {
    node.position.span()?;
    Some(match written(node, sources) {
        Some(text) => format!("quote it: \"{text}\""),
        None => UNSEEN.to_owned(),
    })
}

/// Replaces hints that show the value, which is a secret.
pub(crate) fn keep_back(hints: &mut [String]) {
    for hint in hints.iter_mut().filter(|hint| hint.starts_with("quote it: ")) {
        UNSEEN.clone_into(hint);
    }
}

/// The hint for a value that must not be shown.
const UNSEEN: &str = "quote it to make it a string";

/// Returns the scalar after the key or the dash, if there is nothing else on the line.
fn written(node: Node<'_>, sources: &Sources) -> Option<String> {
    let span = node.position.span()?;
    let file = sources.get(span.file);
    let start = file.slice(span.start, span.start.saturating_add(LONGEST));
    let line = String::from_utf8_lossy(start.split(|byte| *byte == b'\n').next()?);
    let value = match node.kind {
        NodeKind::MapItem(_) => line.split_once(": ")?.1,
        NodeKind::ArrayItem => line.strip_prefix("- ")?,
        NodeKind::Document => return None,
    };
    let value = value.split(" #").next()?.trim();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_' | '~');
    (!value.is_empty() && value.chars().all(is_plain)).then(|| value.to_owned())
}
