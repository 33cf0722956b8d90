//! A number or a word like `no` where a string is wanted: most often quotes were forgotten.

use yardstick_diagnostics::Sources;

use crate::place::{Node, NodeKind};

/// Bytes that are looked at: a key and a short scalar. There may be many misfits on one long line.
const LONGEST: u32 = 200;

/// What to write instead of the scalar that `node` holds; nothing if code made it.
pub(crate) fn hint(node: Node<'_>, sources: &Sources) -> Option<String> {
    node.position.span()?;
    Some(match written(node, sources) {
        Some(text) => format!("quote it: \"{text}\""),
        None => UNSEEN.to_owned(),
    })
}

/// Hints without the value, which is a secret.
pub(crate) fn keep_back(hints: &mut [String]) {
    for hint in hints.iter_mut().filter(|hint| hint.starts_with("quote it: ")) {
        UNSEEN.clone_into(hint);
    }
}

/// What to do with a value that is not shown.
const UNSEEN: &str = "quote it to make it a string";

/// The scalar as it follows the key or the dash, where there is nothing else on the line.
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
