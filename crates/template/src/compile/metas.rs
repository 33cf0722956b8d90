//! The comments of a template, sorted by the node that owns them.

use rustc_hash::FxHashMap;
use yardstick_diagnostics::{Diagnostic, Result, Span, codes};
use yardstick_yaml::{NodeId, Tree, tree::Owner};

use crate::comment::{self, Comment};

/// What the comments of one node say.
#[derive(Debug, Default)]
pub(super) struct Metas {
    /// Lines of the program, in order.
    pub(super) code: Vec<Span>,
    /// Expressions that give the node its value; the last one wins.
    pub(super) values: Vec<Span>,
    /// Annotations, in order.
    pub(super) annotations: Vec<RawAnnotation>,
}

/// An annotation as written.
#[derive(Debug)]
pub(super) struct RawAnnotation {
    pub(super) name: String,
    pub(super) arguments: Span,
    /// Its `#`.
    pub(super) comment: u32,
}

/// All comments of a file.
#[derive(Debug, Default)]
pub(super) struct Comments {
    by_owner: FxHashMap<OwnerKey, Metas>,
    /// Nodes that own comments, in order: to see whether a subtree has any.
    owners: Vec<u32>,
}

/// Documents are numbered apart from nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum OwnerKey {
    Document(u32),
    Node(NodeId),
}

impl Comments {
    /// Sorts the comments of `tree`; a comment of no known form is refused unless `ignore_unknown`.
    pub(super) fn collect(tree: &Tree, ignore_unknown: bool) -> Result<Self> {
        let mut comments = Comments::default();
        for attached in tree.attach_comments().comments {
            let start = attached.comment.start;
            let data = tree.comment_text(&attached.comment).as_bytes();
            let span = |range: std::ops::Range<usize>| {
                tree.span(start + range.start as u32, start + range.end as u32)
            };
            let owner = match attached.owner {
                Owner::Document(index) => OwnerKey::Document(index),
                Owner::MapItem(node) | Owner::ArrayItem(node) => OwnerKey::Node(node),
            };
            let meaning = comment::classify(data, attached.same_line);
            if matches!(meaning, Comment::Prose) {
                continue;
            }
            if matches!(meaning, Comment::Unknown) {
                if ignore_unknown {
                    continue;
                }
                return Err(unknown_comment(tree, &attached.comment, attached.line));
            }
            if let Comment::Annotation { name, .. } = &meaning
                && !comment::can_be_name(&data[name.clone()])
            {
                return Err(no_name(tree, &attached.comment, name.end as u32 - 1));
            }
            if let OwnerKey::Node(node) = owner {
                comments.owners.push(node.0);
            }
            let metas = comments.by_owner.entry(owner).or_default();
            match meaning {
                Comment::Code(range) => metas.code.push(span(range)),
                Comment::Value(range) => metas.values.push(span(range)),
                Comment::Annotation { name, arguments } => metas.annotations.push(RawAnnotation {
                    name: String::from_utf8_lossy(&data[name]).into_owned(),
                    arguments: span(arguments),
                    comment: start - 1,
                }),
                Comment::Prose | Comment::Unknown => {}
            }
        }
        comments.owners.sort_unstable();
        Ok(comments)
    }

    /// The comments of a document; after the last one, what is left over at the end of the file.
    pub(super) fn of_document(&self, index: usize) -> Option<&Metas> {
        self.by_owner.get(&OwnerKey::Document(index as u32))
    }

    /// The comments of a map item (given by its key) or array item (given by its value).
    pub(super) fn of_node(&self, node: NodeId) -> Option<&Metas> {
        self.by_owner.get(&OwnerKey::Node(node))
    }

    /// Whether any node numbered `from..to` owns comments.
    pub(super) fn any_in(&self, from: NodeId, to: NodeId) -> bool {
        let at = self.owners.partition_point(|&owner| owner < from.0);
        self.owners.get(at).is_some_and(|&owner| owner < to.0)
    }
}

/// An annotation of `length` bytes that is none: usually code without the blank before it.
fn no_name(tree: &Tree, comment: &yardstick_yaml::Comment, length: u32) -> Box<Diagnostic> {
    let start = comment.start + 1;
    let span = tree.span(start, start + length);
    let name = String::from_utf8_lossy(tree.source().slice(start, start + length)).into_owned();
    let message = format!(
        "Expected the name of an annotation after '#@', but found '{name}' (hint: write a space after '#@' for code)"
    );
    let space = yardstick_diagnostics::Fix {
        span: tree.span(start, start),
        replacement: " ".to_owned(),
        description: "make it code".to_owned(),
    };
    let line = tree.line(comment.start);
    Box::new(
        Diagnostic::error(codes::ANNOTATION_NAME, message)
            .within(format!("Failed to parse line {line}"))
            .at(span)
            .fix(space),
    )
}

/// `a: # x`: the comment may be meant as the value.
fn value(tree: &Tree, comment: &yardstick_yaml::Comment, text: &str) -> Option<String> {
    let before = &tree.source().bytes()[..comment.start as usize - 1];
    let line = before.rsplit(|c| *c == b'\n').next()?.trim_ascii_end();
    let (is_name, code) = (line.ends_with(b":") || line.ends_with(b"-"), text.trim());
    (is_name && !code.is_empty() && !code.contains(' '))
        .then(|| format!("write `#@ {code}` for the value of {code}"))
}

fn unknown_comment(tree: &Tree, comment: &yardstick_yaml::Comment, line: u32) -> Box<Diagnostic> {
    let text = tree.comment_text(comment);
    let span = tree.span(comment.start - 1, comment.end);
    let name = text.trim().trim_start_matches('@').split([' ', '(']).next().unwrap_or_default();
    let is_annotation = name.split_once('/').is_some_and(|(namespace, rest)| {
        crate::hints::NAMESPACES.contains(&namespace) && rest.starts_with(char::is_lowercase)
    });
    let meant = is_annotation.then(|| format!("an annotation starts with '#@': write `#@{name}`"));
    Box::new(
        Diagnostic::error(
            codes::PLAIN_COMMENT,
            "Expected ytt-formatted string (use '#@' for annotations or code, '#!' for comments)",
        )
        .within(format!("'#{text}'"))
        .within(format!("Failed to parse line {line}"))
        .at(span)
        .notes(meant)
        .note("write `#!` for a comment, or pass --ignore-unknown-comments")
        .notes(value(tree, comment, text))
        .fix(yardstick_diagnostics::Fix {
            span,
            replacement: format!("#!{text}"),
            description: "make it a comment for readers".to_owned(),
        }),
    )
}
