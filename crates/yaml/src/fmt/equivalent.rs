//! Checks that a reformatted text has the same content, so that a bug in the formatter cannot change a file.

use crate::tree::{NodeRef, Tree};

/// Whether the new text has the same nodes and comments as `tree`.
pub(super) fn is_equivalent(tree: &Tree, tidied: &[u8]) -> bool {
    let source = yardstick_diagnostics::SourceFile::new(tree.source().name(), tidied.to_vec());
    let options = crate::Options::reference();
    let Ok(again) =
        crate::parse(std::sync::Arc::new(source.with_yaml_lines()), tree.file(), &options)
    else {
        return false;
    };
    let node = |node: NodeRef<'_>| {
        let text = node.is_scalar().then(|| node.text_bytes().to_vec());
        let words = |word: Option<&str>| word.map(str::to_owned);
        (node.kind(), node.style(), text, words(node.anchor()), words(node.tag()), node.len())
    };
    let comment = |tree: &Tree, comment| tree.comment_text(comment).trim_end().to_owned();
    tree.node_count() == again.node_count()
        && tree.nodes().zip(again.nodes()).all(|(one, other)| node(one) == node(other))
        && tree.documents().len() == again.documents().len()
        && tree
            .comments()
            .iter()
            .map(|one| comment(tree, one))
            .eq(again.comments().iter().map(|one| comment(&again, one)))
}
