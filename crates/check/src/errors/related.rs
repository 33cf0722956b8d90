//! The positions of a problem in the file: the main one, and related ones.

use yardstick_diagnostics::{Diagnostic, Label, Span};
use yardstick_yaml::{NodeId, json::View};

use super::Problem;

/// Returns the position of the key or value that `problem` is about, without regard to aliases.
pub(super) fn own_place(problem: &Problem, view: &View) -> Span {
    match problem.key.filter(|_| problem.at_key) {
        Some(key) => view.written(key).content_span(),
        None => first_line(view, problem.node),
    }
}

/// Returns the first line of a node. Marking a whole container would be too much.
fn first_line(view: &View, id: NodeId) -> Span {
    let node = view.written(id);
    let mut span = node.content_span();
    if !node.is_scalar() {
        let source = view.tree().source();
        let line = source.slice(span.start, span.end);
        if let Some(end) = memchr::memchr(b'\n', line) {
            span.end = span.start + line[..end].trim_ascii_end().len() as u32;
        }
    }
    span
}

/// Adds the labels of `problem`: its position, the definition behind an alias, and related nodes.
pub(super) fn labels(problem: &Problem, view: &View, diagnostic: &mut Diagnostic) {
    let own = own_place(problem, view);
    let mut add = |span, text: &str| diagnostic.labels.push(Label { span, text: text.to_owned() });
    let target = view.node(problem.node);
    if let Some(&alias) = problem.aliases.first() {
        // The value is inside an aliased node, so the main position is the alias in this document.
        add(view.written(alias).span(), "");
        add(own, "defined here");
    } else {
        add(own, "");
        if !problem.at_key && target.id() != problem.node {
            add(first_line(view, target.id()), "defined here");
        }
    }
    for &(node, text) in &problem.related {
        add(first_line(view, node), text);
    }
}
