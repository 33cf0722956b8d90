//! Checks the expectations of a test case about parts of documents.

use yardstick_diagnostics::{Diagnostic, codes};
use yardstick_yaml::{NodeId, json::View};

use super::{
    documents::Document,
    subset::{Misfit, Node, misfits},
};

/// The maximum number of differences shown for the nearest document.
const SHOWN: usize = 3;

fn compare(view: &View, id: NodeId, document: &Document<'_>) -> Vec<Misfit> {
    misfits(Node { view, id }, Node { view: document.view, id: document.root })
}

/// The documents that contain everything in `node`.
pub(super) fn holding<'d>(
    view: &View,
    node: NodeId,
    documents: &[Document<'d>],
) -> Vec<Document<'d>> {
    documents.iter().copied().filter(|document| compare(view, node, document).is_empty()).collect()
}

/// The problem, if no document contains everything in `node`.
pub(super) fn missing(view: &View, node: NodeId, documents: &[Document<'_>]) -> Option<Diagnostic> {
    let mut nearest: Option<(&Document<'_>, Vec<Misfit>)> = None;
    for document in documents {
        let misfits = compare(view, node, document);
        if misfits.is_empty() {
            return None;
        }
        if nearest.as_ref().is_none_or(|(_, known)| misfits.len() < known.len()) {
            nearest = Some((document, misfits));
        }
    }
    let place = view.written(node).content_span();
    let Some((document, misfits)) = nearest else {
        let message = "no document was rendered";
        return Some(Diagnostic::error(codes::TEST_FAILED, message).at(place));
    };
    let mut lines = Vec::new();
    for Misfit { path, found, .. } in misfits.iter().take(SHOWN) {
        lines.push(format!("{path}: {found}"));
    }
    if misfits.len() > SHOWN {
        lines.push(format!("and {} more differences", misfits.len() - SHOWN));
    }
    let message = format!("no rendered document matches: {}", lines.join("; "));
    let place = misfits.first().map_or(place, |misfit| misfit.expected);
    let note = format!("the nearest is {}", document.name());
    Some(Diagnostic::error(codes::TEST_FAILED, message).at(place).note(note))
}

/// The problem, if some document contains everything in `node`.
pub(super) fn unwanted(
    view: &View,
    node: NodeId,
    documents: &[Document<'_>],
) -> Option<Diagnostic> {
    let found = holding(view, node, documents);
    let first = found.first()?;
    let message = format!("a document that should be absent was rendered: {}", first.name());
    let place = view.written(node).content_span();
    Some(Diagnostic::error(codes::TEST_FAILED, message).at(place))
}
