//! A number or a word like `no` where a string is wanted: most often quotes were forgotten.

use yardstick_diagnostics::Sources;

use crate::place::{Node, NodeKind};

/// What to write instead of the scalar that `node` holds; nothing if code made it.
pub(crate) fn hint(node: Node<'_>, sources: &Sources) -> Option<String> {
    node.position.span()?;
    Some(match written(node, sources) {
        Some(text) => format!("quote it: \"{text}\""),
        None => "quote it to make it a string".to_owned(),
    })
}

/// The scalar as it stands behind the key or the dash, where there is nothing else on the line.
fn written(node: Node<'_>, sources: &Sources) -> Option<String> {
    let span = node.position.span()?;
    let file = sources.get(span.file);
    let rest = String::from_utf8_lossy(file.slice(span.start, u32::MAX)).into_owned();
    let line = rest.lines().next()?;
    let value = match node.kind {
        NodeKind::MapItem(_) => line.split_once(": ")?.1,
        NodeKind::ArrayItem => line.strip_prefix("- ")?,
        NodeKind::Document => return None,
    };
    let value = value.split(" #").next()?.trim();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_' | '~');
    (!value.is_empty() && value.chars().all(is_plain)).then(|| value.to_owned())
}
