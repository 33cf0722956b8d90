//! Finds the nodes of a document that can own comments, by line.

use yardstick_diagnostics::SourceFile;

use super::attach::Owner;
use super::{Document, Entries, Items, Kind, NodeId, NodeRef};

/// A node that can own a comment, or a copy of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) owner: Owner,
    /// The aliases that lead to the copy, outermost first.
    pub(super) through: Box<[NodeId]>,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    line: u32,
    /// The node that determines its place in document order.
    node: u32,
    owner: Owner,
}

/// An alias, and the range of nodes that it refers to.
#[derive(Clone, Copy, Debug)]
struct AliasRange {
    node: u32,
    start: u32,
    end: u32,
}

/// All nodes of a document that can own comments, in order, which is also the order of their lines.
#[derive(Debug)]
pub(super) struct Owners {
    candidates: Vec<Candidate>,
    aliases: Vec<AliasRange>,
}

/// A collection being walked.
enum Open<'t> {
    Map(Entries<'t>),
    Sequence(Items<'t>),
}

impl Owners {
    pub(super) fn new(document: Document<'_>) -> Self {
        let mut lines = LineCursor::new(document);
        let mut owners = Self { candidates: Vec::new(), aliases: Vec::new() };
        if let Some(marker) = document.marker() {
            let owner = Owner::Document(document.index() as u32);
            let line = lines.line(document.position().min(marker));
            owners.candidates.push(Candidate { line, node: document.root().id().0, owner });
        }
        let mut open = Vec::new();
        owners.enter(document.root(), &mut open);
        while let Some(collection) = open.last_mut() {
            match collection {
                Open::Map(entries) => match entries.next() {
                    Some(entry) => {
                        // A merge key is not an item: the pairs that it adds take its place.
                        if !entry.key.is_merge_key() {
                            let owner = Owner::MapItem(entry.key.id());
                            owners.add(entry.key, owner, lines.line(entry.key.start()));
                        }
                        owners.enter(entry.value, &mut open);
                    }
                    None => {
                        open.pop();
                    }
                },
                Open::Sequence(items) => match items.next() {
                    Some(item) => {
                        let owner = Owner::ArrayItem(item.id());
                        owners.add(item, owner, lines.line(item.indicator()));
                        owners.enter(item, &mut open);
                    }
                    None => {
                        open.pop();
                    }
                },
            }
        }
        owners
    }

    fn add(&mut self, node: NodeRef<'_>, owner: Owner, line: u32) {
        self.candidates.push(Candidate { line, node: node.id().0, owner });
    }

    fn enter<'t>(&mut self, node: NodeRef<'t>, open: &mut Vec<Open<'t>>) {
        match node.kind() {
            Kind::Map => open.push(Open::Map(node.entries())),
            Kind::Sequence => open.push(Open::Sequence(node.items())),
            Kind::Alias => {
                let target = node.dereferenced();
                self.aliases.push(AliasRange {
                    node: node.id().0,
                    start: target.id().0 + 1,
                    end: target.subtree_end().0,
                });
            }
            Kind::Scalar => {}
        }
    }

    /// Returns the owner of a comment on `line`, and whether it is on the same line.
    pub(super) fn find(&self, line: u32) -> (Option<Place>, bool) {
        let first = self.candidates.partition_point(|candidate| candidate.line < line);
        let Some(candidate) = self.candidates.get(first) else {
            return (None, false);
        };
        if candidate.line > line {
            return (Some(Place { owner: candidate.owner, through: Box::default() }), false);
        }
        let count = self.candidates[first..].partition_point(|candidate| candidate.line == line);
        (self.last(&self.candidates[first..first + count]), true)
    }

    /// Returns the last of `on_line`, including copies that aliases create.
    fn last(&self, on_line: &[Candidate]) -> Option<Place> {
        let copies = self.count_copies(on_line);
        let (mut start, mut end) = (0, u32::MAX);
        let mut through = Vec::new();
        loop {
            let direct = in_range(on_line, start, end).last();
            let alias = self.last_with_copies(&copies, start, end);
            match (direct, alias) {
                (direct, Some(alias)) if direct.is_none_or(|direct| direct.node <= alias.node) => {
                    through.push(NodeId(alias.node));
                    (start, end) = (alias.start, alias.end);
                }
                (direct, _) => {
                    return direct.map(|candidate| Place {
                        owner: candidate.owner,
                        through: through.into_boxed_slice(),
                    });
                }
            }
        }
    }

    /// Counts, for each alias, how many aliases up to it create copies of a node in `on_line`. Empty if none does.
    fn count_copies(&self, on_line: &[Candidate]) -> Vec<u32> {
        let holds = |alias: &AliasRange| !in_range(on_line, alias.start, alias.end).is_empty();
        if !self.aliases.iter().any(holds) {
            return Vec::new();
        }
        let mut counts: Vec<u32> = Vec::with_capacity(self.aliases.len());
        for alias in &self.aliases {
            let inside = self.aliases_in(alias.start, alias.end);
            let before = |index: usize| index.checked_sub(1).map_or(0, |last| counts[last]);
            let brings = holds(alias) || before(inside.end) > before(inside.start);
            counts.push(before(counts.len()) + u32::from(brings));
        }
        counts
    }

    /// Returns the last alias between two nodes that creates copies, according to `counts`.
    fn last_with_copies(&self, counts: &[u32], start: u32, end: u32) -> Option<AliasRange> {
        if counts.is_empty() {
            return None;
        }
        let range = self.aliases_in(start, end);
        let reached = *counts.get(range.end.checked_sub(1)?)?;
        let before = range.start.checked_sub(1).map_or(0, |last| counts[last]);
        if reached == before {
            return None;
        }
        // The first alias at which the count is reached is the last one that increased it.
        Some(self.aliases[counts.partition_point(|&count| count < reached)])
    }

    fn aliases_in(&self, start: u32, end: u32) -> std::ops::Range<usize> {
        self.aliases.partition_point(|alias| alias.node < start)
            ..self.aliases.partition_point(|alias| alias.node < end)
    }
}

/// Returns the candidates in `all` whose nodes are in `start..end`.
fn in_range(all: &[Candidate], start: u32, end: u32) -> &[Candidate] {
    let from = all.partition_point(|candidate| candidate.node < start);
    let to = all.partition_point(|candidate| candidate.node < end);
    &all[from..to.max(from)]
}

/// Computes line numbers of increasing offsets, without a table of lines.
struct LineCursor<'t> {
    source: &'t SourceFile,
    offset: u32,
    line: u32,
}

impl<'t> LineCursor<'t> {
    fn new(document: Document<'t>) -> Self {
        let start = document.span().start;
        let tree = document.tree();
        Self { source: tree.source(), offset: start, line: tree.line(start) }
    }

    fn line(&mut self, offset: u32) -> u32 {
        if offset > self.offset {
            self.line += self.source.lines_between(self.offset, offset);
            self.offset = offset;
        }
        self.line
    }
}
