//! Modelines: comments before a document that name its schema, as editors read them:
//! `# yaml-language-server: $schema=URL` or `# $schema: URL`.

use yardstick_diagnostics::Span;
use yardstick_yaml::Tree;

/// Returns the schema that the comments before the document at `index` name, or else the comments at the start of the
/// file.
pub(super) fn find(tree: &Tree, index: usize) -> Option<(&str, Span)> {
    header(tree, index).or_else(|| (index > 0).then(|| header(tree, 0)).flatten())
}

fn header(tree: &Tree, index: usize) -> Option<(&str, Span)> {
    let start = match index.checked_sub(1) {
        Some(before) => tree.document(before)?.root().end(),
        None => 0,
    };
    let end = match tree.document(index) {
        Some(document) if !document.root().is_absent() => document.root().start(),
        _ => u32::MAX,
    };
    let comments = tree.comments().iter().chain(tree.overlooked_comments());
    comments.filter(|comment| comment.start >= start && comment.start <= end).find_map(|comment| {
        let span = tree.span(comment.start.saturating_sub(1), comment.end);
        Some((reference(tree.comment_text(comment))?, span))
    })
}

/// Returns the schema reference in the text of a comment (what follows `#`).
fn reference(text: &str) -> Option<&str> {
    let body = text.trim_start();
    // Require at least one space, so that `#$schema: x` remains an ordinary comment.
    if body.len() == text.len() {
        return None;
    }
    let rest = match body.strip_prefix("yaml-language-server") {
        Some(rest) => {
            let rest = rest.trim_start().strip_prefix(':')?;
            let at = rest.find("$schema=")?;
            &rest[at + "$schema=".len()..]
        }
        None => body.strip_prefix("$schema:")?,
    };
    rest.split_whitespace().next()
}

/// Returns the text of a comment that seems to name a schema, but in a form that no tool reads.
pub(super) fn nearly(tree: &Tree) -> Option<String> {
    let comments = tree.comments().iter().chain(tree.overlooked_comments());
    comments.map(|comment| tree.comment_text(comment)).find_map(|text| {
        let body = text.trim();
        let rest = body.strip_prefix("yaml-language-server")?;
        let rest = rest.trim_start_matches([':', ' ', '$']);
        let named = rest.strip_prefix("schema")?.trim_start_matches([':', '=', ' ']);
        (reference(text).is_none() && !named.is_empty()).then(|| named.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::reference;

    #[test]
    fn reads_what_editors_read() {
        assert_eq!(reference(" yaml-language-server: $schema=a.json x"), Some("a.json"));
        assert_eq!(reference(" yaml-language-server : foo=1 $schema=b"), Some("b"));
        assert_eq!(reference(" $schema: https://x/y.json"), Some("https://x/y.json"));
        assert_eq!(reference("$schema: c"), None);
        assert_eq!(reference(" schema: c"), None);
    }
}
