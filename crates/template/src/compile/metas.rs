//! Groups the comments of a template by the node that owns them.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use yardstick_diagnostics::{Diagnostic, FileId, Result, Span, codes};
use yardstick_yaml::{NodeId, Tree, tree::Owner};

use crate::comment::{self, Comment};

/// The comments of one node.
#[derive(Debug, Default)]
pub(super) struct Metas {
    /// Lines of the program, in order.
    pub(super) code: Vec<Span>,
    /// Expressions for the value of the node; the last one wins.
    pub(super) values: Vec<Span>,
    /// Annotations, in order.
    pub(super) annotations: Vec<RawAnnotation>,
}

/// An annotation as written.
#[derive(Debug)]
pub(super) struct RawAnnotation {
    pub(super) name: Rc<str>,
    pub(super) arguments: Span,
    /// The position of its `#`.
    pub(super) comment: u32,
}

/// All comments of a file, by owner.
#[derive(Debug)]
pub(super) struct Comments {
    metas: Vec<Meta>,
    /// The index of the first comment of each owner.
    first: FxHashMap<OwnerKey, u32>,
    /// The nodes that own comments, in order, to test whether a subtree has any.
    owners: Vec<u32>,
    /// The names of annotations, without duplicates.
    names: Vec<Rc<str>>,
    file: FileId,
}

/// One classified comment.
#[derive(Clone, Copy, Debug)]
struct Meta {
    owner: OwnerKey,
    kind: MetaKind,
    /// The start of the code, value or arguments.
    start: u32,
    end: u32,
}

#[derive(Clone, Copy, Debug)]
enum MetaKind {
    Code,
    Value,
    Annotation {
        /// The number of its name.
        name: u32,
        /// The position of its `#`.
        comment: u32,
    },
}

/// The owner of a comment. Documents are numbered separately from nodes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum OwnerKey {
    Document(u32),
    Node(NodeId),
}

impl Comments {
    /// Groups the comments of `tree`. Rejects comments of unknown form unless `ignore_unknown`.
    pub(super) fn collect(tree: &Tree, ignore_unknown: bool) -> Result<Self> {
        let mut metas = Vec::with_capacity(tree.comments().len());
        let mut names = Vec::new();
        let mut numbers: FxHashMap<Rc<str>, u32> = FxHashMap::default();
        for attached in &tree.attach_comments().comments {
            let start = attached.comment.start;
            let text = tree.comment_text(&attached.comment);
            let data = text.as_bytes();
            let owner = match attached.owner {
                Owner::Document(index) => OwnerKey::Document(index),
                Owner::MapItem(node) | Owner::ArrayItem(node) => OwnerKey::Node(node),
            };
            let (kind, range) = match comment::classify(data, attached.same_line) {
                Comment::Prose => continue,
                Comment::Unknown if ignore_unknown => continue,
                Comment::Unknown => {
                    return Err(unknown_comment(tree, &attached.comment, attached.line));
                }
                Comment::Code(range) => (MetaKind::Code, range),
                Comment::Value(range) => (MetaKind::Value, range),
                Comment::Annotation { name, arguments } => {
                    if !comment::can_be_name(&data[name.clone()]) {
                        return Err(no_name(tree, &attached.comment, name.end as u32 - 1));
                    }
                    let name = &text[name];
                    let known = numbers.get(name).copied();
                    let name = known.unwrap_or_else(|| {
                        let name: Rc<str> = Rc::from(name);
                        names.push(Rc::clone(&name));
                        numbers.insert(name, names.len() as u32 - 1);
                        names.len() as u32 - 1
                    });
                    (MetaKind::Annotation { name, comment: start - 1 }, arguments)
                }
            };
            let (start, end) = (start + range.start as u32, start + range.end as u32);
            metas.push(Meta { owner, kind, start, end });
        }
        // The sort is stable, so the comments of one owner stay in order.
        metas.sort_by_key(|meta| meta.owner);
        let mut first = FxHashMap::default();
        let mut owners = Vec::new();
        for (at, meta) in metas.iter().enumerate() {
            if at == 0 || metas[at - 1].owner != meta.owner {
                first.insert(meta.owner, at as u32);
                if let OwnerKey::Node(node) = meta.owner {
                    owners.push(node.0);
                }
            }
        }
        Ok(Self { metas, first, owners, names, file: tree.file() })
    }

    /// Returns the number of comments.
    pub(super) fn count(&self) -> usize {
        self.metas.len()
    }

    /// Returns the comments of a document. After the last document, returns those at the end of the file.
    pub(super) fn of_document(&self, index: usize) -> Option<Metas> {
        self.of(OwnerKey::Document(index as u32))
    }

    /// Returns the comments of a map item (given by its key) or array item (given by its value).
    pub(super) fn of_node(&self, node: NodeId) -> Option<Metas> {
        self.of(OwnerKey::Node(node))
    }

    fn of(&self, owner: OwnerKey) -> Option<Metas> {
        let first = *self.first.get(&owner)? as usize;
        let mut metas = Metas::default();
        for meta in self.metas[first..].iter().take_while(|meta| meta.owner == owner) {
            let span = Span::new(self.file, meta.start, meta.end);
            match meta.kind {
                MetaKind::Code => metas.code.push(span),
                MetaKind::Value => metas.values.push(span),
                MetaKind::Annotation { name, comment } => metas.annotations.push(RawAnnotation {
                    name: Rc::clone(&self.names[name as usize]),
                    arguments: span,
                    comment,
                }),
            }
        }
        Some(metas)
    }

    /// Whether any node numbered `from..to` owns comments.
    pub(super) fn any_in(&self, from: NodeId, to: NodeId) -> bool {
        // A scalar has no nodes in it.
        if from >= to {
            return false;
        }
        let at = self.owners.partition_point(|&owner| owner < from.0);
        self.owners.get(at).is_some_and(|&owner| owner < to.0)
    }
}

/// Returns the error for a comment that looks like an annotation of `length` bytes but is not one: usually code
/// without the space before it.
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

/// Returns a hint for `a: # x`: the comment may be meant as the value.
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
