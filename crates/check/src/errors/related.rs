//! The places of a problem: where it is, and where else to look.

use yardstick_diagnostics::{Diagnostic, Label, Span};
use yardstick_yaml::{NodeId, json::View};

use super::Problem;

/// The place of `problem` in the file, ignoring aliases: its key or its value.
pub(super) fn own_place(problem: &Problem, view: &View) -> Span {
    match problem.key.filter(|_| problem.at_key) {
        Some(key) => view.written(key).content_span(),
        None => first_line(view, problem.node),
    }
}

/// A container is marked on its first line only.
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

/// Adds the labels of `problem`: the place, the definition if an alias leads there, related nodes.
pub(super) fn labels(problem: &Problem, view: &View, diagnostic: &mut Diagnostic) {
    let own = own_place(problem, view);
    let mut add = |span, text: &str| diagnostic.labels.push(Label { span, text: text.to_owned() });
    let target = view.node(problem.node);
    if let Some(&alias) = problem.aliases.first() {
        // Inside what an alias stands for: the alias is what this document says here.
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
