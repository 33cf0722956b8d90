//! Prints a file in a canonical layout, including comments: two spaces per level, array items indented below their
//! key, block style, one space before a comment after a node, and an empty line around nodes with comments above
//! them.

mod comments;
mod equivalent;
mod tidy;

use crate::{
    Resolver,
    mapping::{SplicedEntries, spliced_entries},
    print::{Scalar, write_key, write_one_line, write_scalar},
    tree::{Document, Items, Kind, NodeRef, Tree},
};
use comments::{Comments, Owned};
pub use tidy::tidy;

/// Returns the text of `tree` in the canonical layout. Aliases are replaced by the nodes they refer to.
pub fn format(tree: &Tree) -> Vec<u8> {
    let mut formatter = Formatter::new(tree);
    for document in tree.documents() {
        formatter.document(document);
    }
    formatter.left_over(tree.documents().len());
    formatter.after_the_end(tree);
    formatter.out
}

/// The position after the last write, which decides how the next node starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cursor {
    LineStart,
    /// After `key:`, or after `-` with a comment: children start on the next line.
    BeforeLine,
    /// After `-`, or the `?` or `:` of a complex pair: the first child may follow on the same line.
    Dash,
}

/// The nodes being printed, outermost first.
enum Frame<'t> {
    Map(SplicedEntries<'t>, Open),
    Array(Items<'t>, Open),
    Key(NodeRef<'t>),
}

/// A collection being printed.
#[derive(Clone, Copy)]
struct Open {
    column: usize,
    first: bool,
    /// Whether the current child has comments above it, so that an empty line follows it.
    commented: bool,
    /// Whether it is a copy of an anchored node. The comments stay with the original.
    copied: bool,
}

struct Formatter<'t> {
    out: Vec<u8>,
    comments: Comments<'t>,
    cursor: Cursor,
    /// Whether to write an empty line before the next node.
    blank: bool,
}

impl<'t> Formatter<'t> {
    fn new(tree: &'t Tree) -> Self {
        Self {
            out: Vec::new(),
            comments: Comments::of(tree),
            cursor: Cursor::LineStart,
            blank: false,
        }
    }

    fn document(&mut self, document: Document<'t>) {
        let owned = self.comments.of_document(document.index());
        let root = document.root();
        if document.index() > 0 || !owned.is_empty() {
            self.marker(&owned);
        }
        if !root.is_absent() {
            self.value(root);
        }
        self.blank |= !owned.above.is_empty();
    }

    /// Prints the comments after the last `...`, which stay there because they are never executed.
    fn after_the_end(&mut self, tree: &'t Tree) {
        let Some(last) = tree.documents().last().filter(|last| last.has_explicit_end()) else {
            return;
        };
        let end = last.span().end;
        let mut after = tree.overlooked_comments().iter().filter(|one| one.start >= end).peekable();
        if after.peek().is_some() {
            self.out.extend_from_slice(b"...\n");
        }
        for comment in after {
            self.out.push(b'#');
            self.out.extend_from_slice(tree.comment_text(comment).as_bytes());
            self.out.push(b'\n');
        }
    }

    /// Prints comments after the last node, before a document of their own.
    fn left_over(&mut self, index: usize) {
        let owned = self.comments.of_document(index);
        if !owned.is_empty() {
            self.marker(&owned);
        }
    }

    fn marker(&mut self, owned: &Owned<'t>) {
        self.start_line(0, owned, false);
        self.out.extend_from_slice(b"---");
        self.behind(owned);
        self.end_line();
    }

    /// Prints a whole value at the start of a line.
    fn value(&mut self, root: NodeRef<'t>) {
        let mut stack: Vec<Frame<'t>> = Vec::new();
        let none = Owned::default();
        let mut next = Some((root, none, 0, false));
        loop {
            if let Some((node, owned, column, copied)) = next.take() {
                let copied = copied || node.kind() == Kind::Alias;
                let node = node.dereferenced();
                let open = Open { column, first: true, commented: false, copied };
                // If the map only has an empty merge, it has no pairs.
                if node.is_map() && spliced_entries(node).next().is_some() {
                    self.begin(&owned);
                    stack.push(Frame::Map(spliced_entries(node), open));
                } else if node.is_sequence() && !node.is_empty() {
                    self.begin(&owned);
                    stack.push(Frame::Array(node.items(), open));
                } else {
                    self.leaf(node, &owned, column);
                }
            }
            match stack.last_mut() {
                None => return,
                Some(Frame::Map(pairs, open)) => {
                    let pair = pairs.next();
                    self.blank |= std::mem::take(&mut open.commented);
                    let Some(pair) = pair else {
                        stack.pop();
                        continue;
                    };
                    let owned = self.comments.of_node(pair.key, open.copied);
                    self.start_line(open.column, &owned, open.first);
                    open.first = false;
                    open.commented = !owned.above.is_empty();
                    let (column, copied) = (open.column, open.copied);
                    let key = pair.key.dereferenced();
                    if key.is_scalar() {
                        self.key(key, column);
                        next = Some((pair.value, owned.behind_only(), column + 2, copied));
                    } else {
                        self.out.push(b'?');
                        self.cursor = Cursor::Dash;
                        stack.push(Frame::Key(pair.value));
                        next = Some((key, owned.behind_only(), column + 2, copied));
                    }
                }
                Some(Frame::Array(items, open)) => {
                    let item = items.next();
                    self.blank |= std::mem::take(&mut open.commented);
                    let Some(item) = item else {
                        stack.pop();
                        continue;
                    };
                    let owned = self.comments.of_node(item, open.copied);
                    self.start_line(open.column, &owned, open.first);
                    open.first = false;
                    open.commented = !owned.above.is_empty();
                    self.out.push(b'-');
                    self.cursor = Cursor::Dash;
                    next = Some((item, owned.behind_only(), open.column + 2, open.copied));
                }
                Some(Frame::Key(value)) => {
                    let value = *value;
                    stack.pop();
                    if let Some(Frame::Map(_, open)) = stack.last() {
                        let (column, copied) = (open.column, open.copied);
                        indent(&mut self.out, column);
                        self.out.push(b':');
                        self.cursor = Cursor::Dash;
                        next = Some((value, Owned::default(), column + 2, copied));
                    }
                }
            }
        }
    }

    fn key(&mut self, key: NodeRef<'t>, column: usize) {
        let name = key.scalar(Resolver::Yaml11);
        if name == crate::Scalar::Str("<<") {
            // Merge keys have been applied, so this key was quoted. Without quotes, it would merge.
            self.out.extend_from_slice(b"\"<<\":");
            self.cursor = Cursor::BeforeLine;
            return;
        }
        if write_key(&mut self.out, Scalar::from(&name)) {
            self.out.push(b':');
            self.cursor = Cursor::BeforeLine;
        } else {
            self.out.extend_from_slice(b"? ");
            if !write_scalar(&mut self.out, Scalar::from(&name), column + 2) {
                self.out.push(b'\n');
            }
            indent(&mut self.out, column);
            self.out.push(b':');
            self.cursor = Cursor::Dash;
        }
    }

    /// Prints a value without children, after its key or dash or alone.
    fn leaf(&mut self, node: NodeRef<'t>, owned: &Owned<'t>, column: usize) {
        let value = node.is_scalar().then(|| node.scalar(Resolver::Yaml11));
        let scalar = value.as_ref().map(Scalar::from);
        // If the value is absent, a comment in its place is code that computes it.
        let omitted = scalar == Some(Scalar::Null) && !owned.behind.is_empty();
        if !omitted && self.cursor != Cursor::LineStart {
            self.out.push(b' ');
        }
        let literal_ended = match scalar {
            None => {
                self.out.extend_from_slice(if node.is_map() { b"{}" } else { b"[]" });
                false
            }
            Some(_) if omitted => false,
            // A comment on the first line of a literal would no longer belong to the node.
            Some(scalar) if !owned.behind.is_empty() => {
                write_one_line(&mut self.out, scalar);
                false
            }
            Some(scalar) => write_scalar(&mut self.out, scalar, column.max(2)),
        };
        self.behind(owned);
        if literal_ended {
            self.cursor = Cursor::LineStart;
        } else {
            self.end_line();
        }
    }

    /// Starts a collection after its key or dash.
    fn begin(&mut self, owned: &Owned<'t>) {
        if !owned.behind.is_empty() {
            self.behind(owned);
            self.cursor = Cursor::BeforeLine;
        }
    }

    /// Moves to the start of a node, and prints the comments above it.
    fn start_line(&mut self, column: usize, owned: &Owned<'t>, first: bool) {
        if self.cursor == Cursor::Dash && owned.above.is_empty() {
            self.out.push(b' ');
            return;
        }
        if self.cursor != Cursor::LineStart {
            self.end_line();
        }
        if self.blank || !first && !owned.above.is_empty() {
            // After a literal that keeps its trailing line breaks, another one would be part of the value.
            if !self.out.ends_with(b"\n\n") {
                self.out.push(b'\n');
            }
            self.blank = false;
        }
        for text in &owned.above {
            indent(&mut self.out, column);
            self.out.push(b'#');
            self.out.extend_from_slice(text.as_bytes());
            self.out.push(b'\n');
        }
        indent(&mut self.out, column);
    }

    fn behind(&mut self, owned: &Owned<'t>) {
        for text in &owned.behind {
            self.out.extend_from_slice(b" #");
            self.out.extend_from_slice(text.as_bytes());
        }
    }

    fn end_line(&mut self) {
        self.out.push(b'\n');
        self.cursor = Cursor::LineStart;
    }
}

fn indent(out: &mut Vec<u8>, width: usize) {
    out.extend(std::iter::repeat_n(b' ', width));
}
