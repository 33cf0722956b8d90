//! Tidies the layout of a file that people edit, and nothing else: indentation, the space after `:` and `-`, empty
//! lines, and trailing spaces. Every scalar, anchor, alias, bracket and comment stays as written. Teams differ in
//! whether they indent array items below their key, so the first array of a file decides for all of them.
//!
//! [`format`](super::format) prints the content of a file in its own layout, which changes more than a team wants.
//! This module keeps the lines of the source; the tree only determines where each one belongs.

use super::{Tree, equivalent::is_equivalent};
use crate::tree::{Kind, NodeRef, Style};

/// Spaces per level.
const STEP: usize = 2;

/// Returns the tidied text, or `None` if that would change the content, which can happen if the layout is very
/// unusual.
pub fn tidy(tree: &Tree) -> Option<Vec<u8>> {
    let text = tree.source().bytes();
    let mut layout = Layout::new(text);
    layout.indents_items = indents_items(tree, &layout);
    for document in tree.documents() {
        if !document.root().is_absent() {
            layout.place(document.root());
        }
    }
    let tidied = layout.print();
    is_equivalent(tree, &tidied).then_some(tidied)
}

/// Where a line belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// Unknown: an empty line, a comment, or a marker.
    Other,
    /// The line starts with a key or a dash, which moves to this column.
    Entry(usize),
    /// The line continues a scalar or a collection in brackets, and moves with it.
    Continued(isize),
}

struct Layout<'t> {
    text: &'t [u8],
    /// The offsets of the lines.
    starts: Vec<usize>,
    lines: Vec<Line>,
    /// Ranges to replace, in any order.
    edits: Vec<(usize, usize, &'static str)>,
    /// Whether to indent array items below their key.
    indents_items: bool,
}

/// A block collection to place, with its new column.
struct Placed<'t> {
    node: NodeRef<'t>,
    column: usize,
}

impl<'t> Layout<'t> {
    fn new(text: &'t [u8]) -> Self {
        let breaks = memchr::memchr_iter(b'\n', text).map(|at| at + 1);
        let starts: Vec<usize> = [0].into_iter().chain(breaks).collect();
        let lines = vec![Line::Other; starts.len()];
        Self { text, lines, starts, edits: Vec::new(), indents_items: true }
    }

    fn row(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    fn old_column(&self, offset: usize) -> usize {
        offset - self.starts[self.row(offset)]
    }

    fn line_text(&self, row: usize) -> &'t [u8] {
        let end = self.starts.get(row + 1).copied().unwrap_or(self.text.len());
        &self.text[self.starts[row]..end]
    }

    /// Whether only spaces come before `offset` on its line.
    fn is_first(&self, offset: usize) -> bool {
        self.text[self.starts[self.row(offset)]..offset].iter().all(|&byte| byte == b' ')
    }

    fn place(&mut self, root: NodeRef<'t>) {
        let mut stack = Vec::new();
        self.value(root, 0, 0, &mut stack);
        while let Some(Placed { node, column }) = stack.pop() {
            if node.is_map() {
                self.map(node, column, &mut stack);
            } else {
                self.sequence(node, column, &mut stack);
            }
        }
    }

    /// Places a value inside a collection that moves by `shift`. A block collection moves to `column`.
    fn value(
        &mut self,
        node: NodeRef<'t>,
        column: usize,
        shift: isize,
        stack: &mut Vec<Placed<'t>>,
    ) {
        if node.is_absent() {
            return;
        }
        if node.style() == Style::Block && node.kind() != Kind::Alias {
            stack.push(Placed { node, column });
            return;
        }
        let (start, end) = (node.start() as usize, node.end() as usize);
        let last = self.row(end.saturating_sub(1).max(start));
        for row in self.row(start) + 1..=last {
            self.lines[row] = Line::Continued(shift);
        }
    }

    fn map(&mut self, node: NodeRef<'t>, column: usize, stack: &mut Vec<Placed<'t>>) {
        let Some(first) = node.entries().next() else { return };
        let start = first.key.start() as usize;
        // The `?` of a complex key comes before it.
        let line = self.line_text(self.row(start));
        let old = if line.trim_ascii_start().starts_with(b"?") {
            indentation(line)
        } else {
            self.old_column(start)
        };
        let shift = column as isize - old as isize;
        for entry in node.entries() {
            let (start, end) = (entry.key.start() as usize, entry.key.end() as usize);
            let row = self.row(start);
            if self.is_first(start) {
                self.lines[row] = Line::Entry(column);
            } else if self.line_text(row).trim_ascii_start().starts_with(b"?") {
                self.lines[row] = Line::Entry(column);
                let row = self.row(entry.value.start() as usize);
                if self.line_text(row).trim_ascii_start().starts_with(b":") {
                    self.lines[row] = Line::Entry(column);
                }
                self.value(entry.key, column + STEP, shift, stack);
            }
            let value = entry.value.start() as usize;
            if !entry.value.is_absent()
                && self.row(end) == self.row(value)
                && self.text.get(end..value).is_some_and(|gap| gap.trim_ascii() == b":")
            {
                self.edits.push((end, value, ": "));
            }
            let is_array = entry.value.is_sequence();
            let step = if is_array && !self.indents_items { 0 } else { STEP };
            self.value(entry.value, column + step, shift, stack);
        }
    }

    fn sequence(&mut self, node: NodeRef<'t>, column: usize, stack: &mut Vec<Placed<'t>>) {
        let Some(first) = node.items().next() else { return };
        let shift = column as isize - self.old_column(first.indicator() as usize) as isize;
        for item in node.items() {
            let dash = item.indicator() as usize;
            if self.is_first(dash) {
                let row = self.row(dash);
                self.lines[row] = Line::Entry(column);
            }
            let value = item.start() as usize;
            if !item.is_absent()
                && self.row(dash) == self.row(value)
                && self.text.get(dash + 1..value).is_some_and(|gap| gap.trim_ascii().is_empty())
            {
                self.edits.push((dash + 1, value, " "));
            }
            self.value(item, column + STEP, shift, stack);
        }
    }

    fn print(mut self) -> Vec<u8> {
        self.edits.sort_unstable_by_key(|edit| edit.0);
        let mut out: Vec<u8> = Vec::with_capacity(self.text.len());
        let mut is_after_empty = true;
        let mut entries = Entries::new(&self);
        for row in 0..self.lines.len() {
            let line = self.line_text(row);
            entries.pass(row);
            let content = line.trim_ascii();
            if let Line::Continued(shift) = self.lines[row] {
                self.continued(row, shift, &mut out);
                is_after_empty = false;
                continue;
            }
            if content.is_empty() {
                if !is_after_empty {
                    out.push(b'\n');
                }
                is_after_empty = true;
                continue;
            }
            is_after_empty = false;
            let column = match self.lines[row] {
                Line::Entry(column) => column,
                _ if content.starts_with(b"#") => entries.column_of_comment(indentation(line)),
                _ => indentation(line),
            };
            out.extend(std::iter::repeat_n(b' ', column));
            self.edited(row, &mut out);
            out.truncate(out.trim_ascii_end().len());
            out.push(b'\n');
        }
        while out.ends_with(b"\n\n") && !self.ends_in_a_scalar() {
            out.pop();
        }
        out
    }

    fn ends_in_a_scalar(&self) -> bool {
        self.lines
            .iter()
            .rev()
            .find(|line| **line != Line::Other)
            .is_some_and(|line| matches!(line, Line::Continued(_)))
            && self.lines.last().is_some_and(|line| *line != Line::Other)
    }

    /// Writes a line of a scalar, moved as a whole.
    fn continued(&self, row: usize, shift: isize, out: &mut Vec<u8>) {
        let line = self.line_text(row);
        let old = indentation(line);
        if line.trim_ascii().is_empty() && old == line.trim_ascii_end().len() {
            let kept = old.saturating_add_signed(shift);
            // An empty line of a literal may contain significant spaces.
            if old > 0 && line.len() > 1 {
                out.extend(std::iter::repeat_n(b' ', kept));
            }
            out.push(b'\n');
            return;
        }
        out.extend(std::iter::repeat_n(b' ', old.saturating_add_signed(shift)));
        out.extend_from_slice(line[old..].strip_suffix(b"\n").unwrap_or(&line[old..]));
        if out.ends_with(b"\r") {
            out.pop();
        }
        out.push(b'\n');
    }

    /// Writes a line without its indentation, with its edits applied.
    fn edited(&self, row: usize, out: &mut Vec<u8>) {
        let start = self.starts[row] + indentation(self.line_text(row));
        let end = self.starts[row] + self.line_text(row).trim_ascii_end().len();
        let mut at = start;
        let first = self.edits.partition_point(|edit| edit.0 < start);
        for &(from, to, text) in self.edits[first..].iter().take_while(|edit| edit.0 < end) {
            out.extend_from_slice(&self.text[at..from]);
            out.extend_from_slice(text.as_bytes());
            at = to;
        }
        if at < end {
            out.extend_from_slice(&self.text[at..end]);
        }
    }
}

/// The entries around the current line, while walking over all lines. This stays fast even if there are as many
/// comments as entries.
struct Entries {
    /// The entries of the following lines, next one last: line, old column and new column.
    after: Vec<(usize, usize, usize)>,
    /// The entries before the line that comments can belong to, each further to the right than the one before it.
    before: Vec<(usize, usize)>,
}

impl Entries {
    fn new(layout: &Layout<'_>) -> Self {
        let entry = |(row, line): (usize, &Line)| match line {
            Line::Entry(column) => Some((row, indentation(layout.line_text(row)), *column)),
            _ => None,
        };
        let after = layout.lines.iter().enumerate().rev().filter_map(entry).collect();
        Self { after, before: Vec::new() }
    }

    /// Advances to line `row`.
    fn pass(&mut self, row: usize) {
        while let Some(&(_, old, column)) = self.after.last().filter(|(at, ..)| *at <= row) {
            self.after.pop();
            self.before.truncate(self.before.partition_point(|&(before, _)| before < old));
            self.before.push((old, column));
        }
    }

    /// Returns the new column of a comment: that of the next entry, or of an earlier one that had the same column.
    fn column_of_comment(&self, old: usize) -> usize {
        let next = self.after.last().map(|&(_, before, column)| (before, column));
        if let Some((before, column)) = next
            && before == old
        {
            return column;
        }
        let count = self.before.partition_point(|&(before, _)| before <= old);
        let earlier = self.before[..count].last().copied();
        match (earlier, next) {
            (Some((before, column)), _) if before == old => column,
            (_, Some((_, column))) => column,
            (Some((before, column)), None) => column + (old - before),
            (None, None) => old,
        }
    }
}

/// Whether the first array below a key has its items further to the right than the key.
fn indents_items(tree: &Tree, layout: &Layout<'_>) -> bool {
    let is_array = |node: NodeRef<'_>| node.is_sequence() && node.style() == Style::Block;
    let mut entries = tree.nodes().flat_map(NodeRef::entries);
    entries.find(|entry| is_array(entry.value)).is_none_or(|entry| {
        let key = layout.old_column(entry.key.start() as usize);
        let dash = entry.value.items().next().map(|item| item.indicator() as usize);
        dash.is_none_or(|dash| layout.old_column(dash) > key)
    })
}

fn indentation(line: &[u8]) -> usize {
    line.iter().take_while(|&&byte| byte == b' ').count()
}
