//! Finds the code in a file, as pieces that make up one program.
//!
//! If a piece cannot be parsed, it can be removed and the rest parsed again.

use std::collections::BTreeSet;

use yardstick_diagnostics::{FileId, Span};
use yardstick_starlark::{Operand, Segment};
use yardstick_template::{
    comment::{Comment, classify},
    text::{Piece as TextPiece, scan},
};
use yardstick_yaml::{NodeRef, Tree, tree::Owner};

use super::{Annotation, Place};

/// The annotation that makes strings of a subtree templates.
const TEXT_STRINGS: &str = "yaml/text-templated-strings";

/// The meaning of a statement between the lines of code.
#[derive(Clone, Debug)]
pub(super) enum Host {
    /// The arguments of the annotation with this index.
    Annotation(usize),
    /// A value or text.
    Value,
}

/// A piece of a program, and its place.
struct Piece {
    at: u32,
    /// Pieces of one comment are removed together.
    group: u32,
    segment: Segment,
}

/// All pieces of a file.
#[derive(Default)]
pub(super) struct Pieces {
    list: Vec<Piece>,
    left_out: BTreeSet<u32>,
    pub(super) hosts: Vec<Host>,
    /// Annotations as written: the name, its place and its node.
    pub(super) annotations: Vec<(String, Place, Owner)>,
}

impl Pieces {
    pub(super) fn of_starlark(text: &str) -> Self {
        let mut pieces = Self::default();
        // Add statement by statement, so that each can be removed.
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = start + line.len() as u32;
            let code = start..start + line.trim_end_matches(['\n', '\r']).len() as u32;
            if !line.trim().is_empty() {
                pieces.push(start, start, Segment::Code(code));
            }
            start = end;
        }
        pieces
    }

    pub(super) fn of_text(text: &str) -> Self {
        let mut pieces = Self::default();
        pieces.scan(text, 0);
        pieces
    }

    pub(super) fn of_yaml(tree: &Tree, text: &str) -> Self {
        let mut pieces = Self::default();
        let mut templated: Vec<Owner> = Vec::new();
        for attached in &tree.attach_comments().comments {
            // What an alias stands for is written once.
            let (start, end) = (attached.comment.start, attached.comment.end);
            let Some(data) = text.get(start as usize..end as usize) else { continue };
            let place = |range: std::ops::Range<usize>| {
                start + range.start as u32..start + range.end as u32
            };
            match classify(data.as_bytes(), attached.same_line) {
                Comment::Prose | Comment::Unknown => {}
                Comment::Code(range) => pieces.code(&place(range), text, || {
                    let end = end_of(tree, attached.owner);
                    text[end as usize..].find('\n').map_or(text.len() as u32, |at| end + at as u32)
                }),
                Comment::Value(range) => {
                    let operand = Operand::Value(place(range.clone()));
                    pieces.host(Host::Value, place(range), vec![operand]);
                }
                Comment::Annotation { name, arguments } => {
                    let written = data[name.clone()].to_owned();
                    if written == TEXT_STRINGS {
                        templated.push(attached.owner);
                    }
                    let host = Host::Annotation(pieces.annotations.len());
                    pieces.annotations.push((written, place(name), attached.owner));
                    let operand = Operand::Arguments(place(arguments.clone()));
                    pieces.host(host, place(arguments), vec![operand]);
                }
            }
        }
        for owner in templated {
            for node in scalars_of(tree, owner) {
                let (start, end) = (node.content_span().start, node.content_span().end);
                if let Some(raw) = text.get(start as usize..end as usize)
                    && raw.contains("(@")
                {
                    pieces.scan(raw, start);
                }
            }
        }
        pieces.list.sort_by_key(|piece| piece.at);
        // A node and a node inside of it may both have templated strings.
        pieces.list.dedup_by(|a, b| a.at == b.at && a.group == b.group && a.is_same_kind(b));
        pieces
    }

    fn push(&mut self, at: u32, group: u32, segment: Segment) {
        self.list.push(Piece { at, group, segment });
    }

    fn host(&mut self, host: Host, place: Place, operands: Vec<Operand>) {
        let id = self.hosts.len() as u32;
        self.hosts.push(host);
        let span = Span::new(FileId(0), place.start, place.end);
        self.push(place.start, place.start, Segment::Host { id, span, operands });
    }

    /// Adds a line of code; `end` returns the end of its node.
    fn code(&mut self, place: &Place, text: &str, end: impl FnOnce() -> u32) {
        let line = &text[place.start as usize..place.end as usize];
        let blanks = (line.len() - line.trim_start().len()) as u32;
        let word = first_word(line);
        let behind = blanks as usize + word.len();
        let group = place.start;
        if !word.is_empty() && line[behind..].starts_with("/end") {
            let slash = place.start + behind as u32;
            self.push(place.start, group, Segment::Code(place.start + blanks..slash));
            self.push(place.start, group, Segment::Continued(slash + 4..place.end));
            self.push(end(), group, Segment::End);
        } else {
            self.push(place.start, group, Segment::Code(place.clone()));
        }
    }

    /// Adds the code in `(@ @)` of `text`, which starts at `offset` of the file.
    fn scan(&mut self, text: &str, offset: u32) {
        for piece in scan(text.as_bytes()).unwrap_or_default() {
            match piece {
                TextPiece::Text(_) => {}
                TextPiece::Code(range) => {
                    let place = offset + range.start as u32..offset + range.end as u32;
                    self.push(place.start, place.start, Segment::Code(place));
                }
                TextPiece::Print(range) => {
                    let place = offset + range.start as u32..offset + range.end as u32;
                    self.host(Host::Value, place.clone(), vec![Operand::Value(place)]);
                }
            }
        }
    }

    /// The segments of the program.
    pub(super) fn segments(&self) -> Vec<Segment> {
        let kept = self.list.iter().filter(|piece| !self.left_out.contains(&piece.group));
        kept.map(|piece| piece.segment.clone()).collect()
    }

    /// The ranges of code, including arguments of annotations.
    pub(super) fn ranges(&self) -> Vec<Place> {
        let mut ranges = Vec::new();
        for piece in &self.list {
            match &piece.segment {
                Segment::Code(range) | Segment::Continued(range) => ranges.push(range.clone()),
                Segment::Host { operands, .. } => {
                    ranges.extend(operands.iter().map(|operand| match operand {
                        Operand::Value(range) | Operand::Arguments(range) => range.clone(),
                    }));
                }
                Segment::End => {}
            }
        }
        ranges
    }

    /// Removes pieces with a bracket that is not closed before the next node, because the lexer would read on to the
    /// end. Returns true if there were any.
    pub(super) fn leave_out_unclosed(&mut self, text: &str) -> bool {
        let mut depth = 0_i32;
        let mut opened: Option<u32> = None;
        for piece in &self.list {
            match &piece.segment {
                Segment::Code(range) | Segment::Continued(range) => {
                    depth += balance(&text[range.start as usize..range.end as usize]);
                    if depth <= 0 {
                        (depth, opened) = (0, None);
                    } else if opened.is_none() {
                        opened = Some(piece.group);
                    }
                }
                Segment::Host { .. } | Segment::End => {
                    self.left_out.extend(opened.take());
                    depth = 0;
                }
            }
        }
        self.left_out.extend(opened);
        !self.left_out.is_empty()
    }

    /// Removes the piece at `offset`, or the last one before it. Returns true if there was one.
    pub(super) fn leave_out(&mut self, offset: u32) -> bool {
        let kept = self.list.iter().filter(|piece| !self.left_out.contains(&piece.group));
        let Some(group) =
            kept.filter(|piece| piece.at <= offset).map(|piece| piece.group).next_back()
        else {
            return false;
        };
        self.left_out.insert(group)
    }

    /// The blocks, from the line that opens them to their `end`.
    pub(super) fn blocks(&self, text: &str) -> Vec<Place> {
        let mut open: Vec<(u32, bool)> = Vec::new();
        let mut blocks = Vec::new();
        for piece in &self.list {
            match &piece.segment {
                Segment::Code(range) => {
                    for line in text[range.start as usize..range.end as usize].lines() {
                        match first_word(line) {
                            "if" | "for" | "while" | "def" => open.push((range.start, false)),
                            "end" => {
                                if let Some((start, _)) = open.pop() {
                                    blocks.push(start..range.end);
                                }
                            }
                            _ => {}
                        }
                    }
                }
                Segment::Continued(_) => {
                    if let Some(last) = open.last_mut() {
                        last.1 = true;
                    }
                }
                Segment::End => {
                    let at = open.iter().rposition(|&(_, ends_itself)| ends_itself);
                    if let Some(at) = at {
                        blocks.push(open.remove(at).0..piece.at);
                    }
                }
                Segment::Host { .. } => {}
            }
        }
        blocks
    }

    /// The annotations without arguments, for code that cannot be parsed.
    pub(super) fn annotations_without_arguments(&self) -> Vec<Annotation> {
        let all = self.annotations.iter().cloned();
        all.map(|(name, place, owner)| Annotation { name, place, arguments: Vec::new(), owner })
            .collect()
    }
}

impl Piece {
    /// True if both are code of the same kind. A block that closes itself has pieces of different kinds in one place.
    fn is_same_kind(&self, other: &Piece) -> bool {
        std::mem::discriminant(&self.segment) == std::mem::discriminant(&other.segment)
            && !matches!(self.segment, Segment::End)
    }
}

/// The first word of a line.
pub(super) fn first_word(line: &str) -> &str {
    let line = line.trim_start();
    let end = line.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(line.len());
    &line[..end]
}

/// The number of brackets that a line opens but does not close; negative if it closes more.
fn balance(line: &str) -> i32 {
    let mut depth = 0;
    let mut quote: Option<char> = None;
    let mut escaped = false;
    for c in line.chars() {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '#') => break,
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            _ => {}
        }
    }
    depth
}

/// The end of the node that a comment belongs to.
fn end_of(tree: &Tree, owner: Owner) -> u32 {
    match owner {
        Owner::Document(index) => {
            tree.document(index as usize).map_or(u32::MAX, |document| document.span().end)
        }
        Owner::MapItem(key) => {
            let key = tree.node(key);
            let value = tree.node(key.subtree_end());
            if value.is_absent() { key.end() } else { value.end() }
        }
        Owner::ArrayItem(value) => {
            let value = tree.node(value);
            if value.is_absent() { value.indicator() } else { value.end() }
        }
    }
    .min(tree.source().bytes().len() as u32)
}

/// The scalars of a node with comments, including keys.
fn scalars_of(tree: &Tree, owner: Owner) -> Vec<NodeRef<'_>> {
    let (from, to) = match owner {
        Owner::Document(index) => match tree.document(index as usize) {
            Some(document) => (document.root().id().0, document.root().subtree_end().0),
            None => return Vec::new(),
        },
        Owner::MapItem(key) => (key.0, tree.node(tree.node(key).subtree_end()).subtree_end().0),
        Owner::ArrayItem(value) => (value.0, tree.node(value).subtree_end().0),
    };
    (from..to)
        .map(|id| tree.node(yardstick_yaml::NodeId(id)))
        .filter(|node| node.is_scalar())
        .collect()
}
