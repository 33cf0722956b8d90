//! Prints plain YAML files, which are trees as they were read.
//!
//! Large ones are printed on several threads. The reported error does not depend on which thread is first. They are
//! printed from the end to the start: what is printed can be forgotten, so the text that is made takes the place of the
//! nodes that it was made of.

use std::{ops::Range, sync::Arc};

use rayon::prelude::*;
use yardstick_diagnostics::{Diagnostic, Result, Sources};
use yardstick_yaml::{
    Document, Tree,
    print::{YamlPrinter, print_some},
};

use crate::repeated::repeated_keys;

/// The separator of documents.
pub(crate) const MARKER: &[u8] = b"---\n";

/// A text in pieces, none of them empty. A marker belongs between them. They are not joined, so that large texts are not
/// in memory twice.
pub(crate) type Pieces = Vec<Vec<u8>>;

/// Joins the pieces to one text.
pub(crate) fn joined(mut pieces: Pieces) -> Vec<u8> {
    if pieces.len() > 1 { pieces.join(MARKER) } else { pieces.pop().unwrap_or_default() }
}

/// The minimum number of nodes for printing on several threads.
const MANY_NODES: usize = 20_000;

/// The number of nodes to print before they are forgotten.
const NODES_AT_ONCE: usize = 16 * MANY_NODES;

/// The number of pieces of work that are shared by threads at a time.
const PIECES: usize = 32;

/// Whether a tree takes so much memory that it is worth forgetting.
pub(crate) fn is_large(tree: &Tree) -> bool {
    tree.node_count() >= MANY_NODES
}

/// Printed plain files.
pub(crate) struct Plain {
    /// The text of each tree.
    pub(crate) texts: Vec<Pieces>,
    /// Warnings about keys that are given twice.
    pub(crate) warnings: Vec<Diagnostic>,
}

impl Plain {
    /// Prints `trees`. Forgets large ones on the way, unless somebody else has them, too.
    pub(crate) fn print(mut trees: Vec<&mut Arc<Tree>>, sources: &Sources) -> Result<Self> {
        let parts: Vec<Part> =
            trees.iter().enumerate().flat_map(|(at, tree)| Part::all(at, tree)).collect();
        let mut plain = Self { texts: vec![Pieces::new(); trees.len()], warnings: Vec::new() };
        if trees.iter().map(|tree| tree.node_count()).sum::<usize>() < MANY_NODES {
            for part in &parts {
                plain.add(part, part.print(trees[part.tree], sources)?);
            }
            return Ok(plain);
        }
        let mut groups = Vec::new();
        let mut left = &parts[..];
        while !left.is_empty() {
            let (before, group) = left.split_at(Part::start_of_last(left));
            let trees_now: Vec<&Tree> = trees.iter().map(|tree| &***tree).collect();
            let print = |part: &Part| part.print(trees_now[part.tree], sources);
            let most = group.len().div_ceil(PIECES);
            groups.push(group.par_iter().with_max_len(most).map(print).collect::<Vec<_>>());
            left = before;
            for part in group {
                let tree = &mut *trees[part.tree];
                if is_large(tree)
                    && let Some(tree) = Arc::get_mut(tree)
                {
                    tree.forget_from(part.documents.start);
                }
            }
        }
        // The last group was printed first.
        for (part, printed) in parts.iter().zip(groups.into_iter().rev().flatten()) {
            plain.add(part, printed?);
        }
        Ok(plain)
    }

    fn add(&mut self, part: &Part, (text, warnings): (Vec<u8>, Vec<Diagnostic>)) {
        self.texts[part.tree].extend(Some(text).filter(|text| !text.is_empty()));
        self.warnings.extend(warnings);
    }
}

/// Documents that one thread prints at a time.
struct Part {
    tree: usize,
    documents: Range<usize>,
    /// The approximate number of their nodes.
    nodes: usize,
}

impl Part {
    /// The parts of the tree at `index`.
    fn all(index: usize, tree: &Tree) -> impl Iterator<Item = Self> {
        let count = tree.documents().len();
        let nodes_each = tree.node_count() / count.max(1) + 1;
        let length = (MANY_NODES / 4 / nodes_each).max(1);
        (0..count).step_by(length).map(move |from| {
            let documents = from..(from + length).min(count);
            Self { tree: index, nodes: documents.len() * nodes_each, documents }
        })
    }

    /// The start of the last parts that are printed together.
    fn start_of_last(parts: &[Self]) -> usize {
        let mut nodes = 0;
        let is_enough = |part: &Self| {
            nodes += part.nodes;
            nodes >= NODES_AT_ONCE
        };
        parts.iter().rposition(is_enough).unwrap_or(0)
    }

    /// The text, with warnings about keys that are given twice.
    fn print(&self, tree: &Tree, sources: &Sources) -> Result<(Vec<u8>, Vec<Diagnostic>)> {
        let documents = || self.documents.clone().filter_map(|at| tree.document(at));
        let mut printer = YamlPrinter::into_buffer(Vec::with_capacity(self.room(tree)));
        let has_repeated = print_some(documents(), &mut printer)?;
        // This is rare. Only now are the keys compared.
        let warnings = if has_repeated {
            repeated_keys(documents().flat_map(Document::nodes), sources)
        } else {
            Vec::new()
        };
        Ok((printer.finish(), warnings))
    }

    /// The estimated size of the text in bytes: usually a little more than in the file.
    fn room(&self, tree: &Tree) -> usize {
        let start = tree.document(self.documents.start).map_or(0, |first| first.span().start);
        let last = self.documents.end.checked_sub(1).and_then(|last| tree.document(last));
        let end = last.map_or(0, |last| last.span().end);
        let written = end.saturating_sub(start) as usize;
        written + written / 16 + 64
    }
}

#[cfg(test)]
mod tests {
    use yardstick_diagnostics::SourceFile;

    use super::*;

    fn tree(text: &str, sources: &Sources) -> Arc<Tree> {
        let id = sources.add(SourceFile::new("a.yml", text));
        let tree = yardstick_yaml::parse(sources.get(id), id, &yardstick_yaml::Options::default());
        Arc::new(tree.unwrap())
    }

    fn print(trees: &mut [Arc<Tree>], sources: &Sources) -> (Vec<String>, Vec<String>) {
        let Plain { texts, warnings } = Plain::print(trees.iter_mut().collect(), sources).unwrap();
        let texts = texts.into_iter().map(|text| String::from_utf8(joined(text)).unwrap());
        (texts.collect(), warnings.into_iter().map(|one| one.message).collect())
    }

    #[test]
    fn large_trees_are_printed_in_order_and_forgotten() {
        // Enough for several groups.
        let documents = NODES_AT_ONCE / 8;
        let document = |number: usize| {
            let repeated =
                if number % 15_000 == 7 { format!("k{number}: 1\n") } else { String::new() };
            format!("{repeated}k{number}: [a, &b b, *b]\nl: 2\n")
        };
        let text = |number| format!("---\n{}# {number}\n", document(number));
        let sources = Sources::new();
        let all: String = (0..documents).map(text).collect();
        let mut trees = [tree("a: 1\n", &sources), tree(&all, &sources), tree("b: 2\n", &sources)];
        let kept = trees.clone();
        let expected = print(&mut trees, &sources);
        assert!(expected.0[1].starts_with("k0:\n- a\n- b\n- b\nl: 2\n---\nk1:\n"));
        assert_eq!(expected.0[1].matches("---\n").count(), documents - 1);
        assert_eq!(expected.1[0], "Key 'k7' is given twice in the same map");
        assert_eq!(expected.1.len(), documents.div_ceil(15_000));
        drop(kept);
        assert!(print(&mut trees, &sources) == expected);
        assert_eq!(trees.map(|tree| tree.node_count()), [3, 0, 3]);
    }

    #[test]
    fn keys_given_twice_beside_merge_keys_are_found() {
        let sources = Sources::new();
        let warnings = |text: &str| print(&mut [tree(text, &sources)], &sources).1;
        assert_eq!(warnings("<<: {b: 1}\na: 1\nb: 2\n"), [""; 0]);
        for text in ["<<: {b: 1}\na: 1\na: 2\n", "<<: {a: 1, a: 2}\nb: 1\n"] {
            assert_eq!(warnings(text), ["Key 'a' is given twice in the same map"], "{text}");
        }
    }
}
