//! Reads a text that is being typed: invalid parts are blanked out, and the rest is parsed.
//!
//! Offsets do not change, because bytes are replaced by spaces and never removed. Each step blanks out as little as
//! lets the reader get further: from an open quote or bracket to the end of its line, the line of the problem, or the
//! line above it. This uses the strict reader unchanged, so that the strict reader stays fast.

use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, FileId, SourceFile};

use super::{Options, parse};
use crate::tree::Tree;

/// The maximum number of steps before the rest of the text is given up.
const STEPS: usize = 40;

/// Ranges of a text, each with its first offset and the offset after its last.
type Ranges = Vec<(usize, usize)>;

/// The tree of the valid parts.
#[derive(Debug)]
pub struct Tolerant {
    /// The tree. Its text has spaces where it was invalid.
    pub tree: Tree,
    /// The problem with the original text.
    pub problem: Option<Box<Diagnostic>>,
    /// The ranges that were blanked out, in order: start and end.
    pub blanked: Vec<(u32, u32)>,
}

/// Reads as much of `source` as possible.
pub fn parse_tolerantly(source: &Arc<SourceFile>, file: FileId, options: &Options) -> Tolerant {
    let first = match parse(Arc::clone(source), file, options) {
        Ok(tree) => return Tolerant { tree, problem: None, blanked: Vec::new() },
        Err(problem) => problem,
    };
    let mut text = Repair { bytes: utf8(source.bytes()), blanked: Vec::new() };
    let read = |bytes: &[u8]| {
        let copy = SourceFile::new(source.name(), bytes.to_vec()).with_yaml_lines();
        parse(Arc::new(copy), file, options)
    };
    let mut problem = first.clone();
    for _ in 0..STEPS {
        let at = place(&problem);
        let mut best: Option<(usize, Ranges, Box<Diagnostic>)> = None;
        for ranges in text.candidates(&problem) {
            let mut trial = text.bytes.clone();
            for &(from, to) in &ranges {
                blank(&mut trial, from, to);
            }
            match read(&trial) {
                Ok(tree) => {
                    text.blanked.extend(ranges);
                    return text.finish(tree, first);
                }
                Err(next) => {
                    let reached = place(&next);
                    let is_further = reached > at;
                    if is_further && best.as_ref().is_none_or(|(known, ..)| reached > *known) {
                        best = Some((reached, ranges, next));
                    }
                }
            }
        }
        let Some((_, ranges, next)) = best else { break };
        for (from, to) in ranges {
            blank(&mut text.bytes, from, to);
            text.blanked.push((from, to));
        }
        problem = next;
    }
    // Everything above the problem is valid. In the worst case, nothing is left.
    let mut from = text.line(place(&problem)).0;
    loop {
        let mut trial = text.bytes.clone();
        let end = trial.len();
        blank(&mut trial, from, end);
        if let Ok(tree) = read(&trial) {
            text.blanked.push((from, end));
            return text.finish(tree, first);
        }
        if from == 0 {
            let tree = Tree::empty(Arc::clone(source), file);
            return Tolerant { tree, problem: Some(first), blanked: vec![(0, end as u32)] };
        }
        // Few texts get here. Try fewer lines the longer it takes.
        from = text.line(from / 2).0;
    }
}

/// The text being repaired.
struct Repair {
    bytes: Vec<u8>,
    blanked: Ranges,
}

impl Repair {
    fn finish(mut self, tree: Tree, problem: Box<Diagnostic>) -> Tolerant {
        self.blanked.sort_unstable();
        let blanked = self.blanked.iter().map(|&(from, to)| (from as u32, to as u32)).collect();
        Tolerant { tree, problem: Some(problem), blanked }
    }

    /// Returns the start and end of the line that contains the byte at `offset`, without its line break.
    fn line(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.bytes.len());
        let start = self.bytes[..offset].iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let end = self.bytes[offset..].iter().position(|&b| b == b'\n');
        (start, end.map_or(self.bytes.len(), |at| offset + at))
    }

    /// Returns the nearest line that is not blank before the one at `start`.
    fn line_above(&self, start: usize) -> Option<(usize, usize)> {
        let above = self.bytes[..start].iter().rposition(|b| !b.is_ascii_whitespace())?;
        Some(self.line(above))
    }

    /// Returns the ranges that could be blanked out because of `problem`, smallest first.
    fn candidates(&self, problem: &Diagnostic) -> Vec<Ranges> {
        let mut all: Vec<Ranges> = Vec::new();
        // The construct that the problem started in: a quote or bracket that is never closed.
        for label in problem.labels.iter().skip(1) {
            let start = (label.span.start as usize).min(self.bytes.len());
            all.push(vec![(start, self.line(start).1)]);
        }
        let here = place(problem).min(self.bytes.len());
        let line = self.line(here);
        all.push(vec![(here, line.1)]);
        all.push(vec![line]);
        if let Some(opening) = self.opening(line) {
            all.push(vec![(opening, line.1)]);
        }
        if let Some(above) = self.line_above(line.0) {
            if let Some(opening) = self.opening(above) {
                all.push(vec![(opening, above.1)]);
            }
            all.push(vec![above]);
            all.push(vec![above, line]);
        }
        all.retain(|ranges| {
            ranges.iter().any(|&(from, to)| {
                self.bytes[from..to].iter().any(|byte| !byte.is_ascii_whitespace())
            })
        });
        all
    }

    /// Returns the first quote or bracket of a line that opens something.
    fn opening(&self, (from, to): (usize, usize)) -> Option<usize> {
        let at = self.bytes[from..to].iter().position(|b| b"\"'[{*&!|>%@`".contains(b))?;
        Some(from + at)
    }
}

fn place(problem: &Diagnostic) -> usize {
    problem.span().map_or(0, |span| span.start as usize)
}

/// Replaces everything but line breaks by spaces.
fn blank(bytes: &mut [u8], from: usize, to: usize) {
    for byte in &mut bytes[from..to] {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}

/// Returns the bytes with spaces in place of invalid UTF-8.
fn utf8(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        out.extend_from_slice(chunk.valid().as_bytes());
        out.extend(chunk.invalid().iter().map(|_| b' '));
    }
    for byte in &mut out {
        if *byte < b' ' && !matches!(byte, b'\n' | b'\r' | b'\t') {
            *byte = b' ';
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> (Vec<String>, bool) {
        let source = Arc::new(SourceFile::new("a.yml", text.as_bytes()));
        let read = parse_tolerantly(&source, FileId(0), &Options::reference());
        let scalars = (0..read.tree.node_count() as u32)
            .map(|id| read.tree.node(crate::NodeId(id)))
            .filter(|node| node.is_scalar() && !node.is_absent());
        (scalars.map(|node| node.text().to_owned()).collect(), read.problem.is_some())
    }

    #[test]
    fn good_text_is_read_as_it_is() {
        assert_eq!(keys("a: 1\nb: [x]\n"), (["a", "1", "b", "x"].map(str::to_owned).into(), false));
    }

    #[test]
    fn what_is_being_typed_does_not_hide_the_rest() {
        for (text, expected) in [
            ("a: 1\nna\nb: 2\n", vec!["a", "1", "b", "2"]),
            ("a: 1\nb: \"open\nc: 3\n", vec!["a", "1", "b", "c", "3"]),
            ("a: 1\nb: [1, 2\nc: 3\n", vec!["a", "1", "b", "c", "3"]),
            ("a: 1\nb: {x: 1\nc: 3\n", vec!["a", "1", "b", "c", "3"]),
            ("a:\n  b: 1\n c: 2\nd: 3\n", vec!["a", "b", "1", "d", "3"]),
            ("a: *nobody\nb: 2\n", vec!["a", "b", "2"]),
            ("a: 1\n\tb: 2\nc: 3\n", vec!["a", "1", "c", "3"]),
            ("a: b: c\nd: 1\n", vec!["a", "d", "1"]),
            ("- a\n- b\nc", vec!["a", "b"]),
        ] {
            let (found, is_wrong) = keys(text);
            let missing: Vec<_> =
                expected.iter().filter(|one| !found.iter().any(|known| known == *one)).collect();
            assert!(is_wrong && missing.is_empty(), "{text:?}: {found:?}");
        }
    }

    #[test]
    fn every_beginning_and_every_gap_can_be_read() {
        let text =
            "#@data/values\n---\na: \"x\"\nb:\n- {c: [1, 'd']}\n- |\n  text\ne: &f 1\ng: *f\n";
        for at in 0..=text.len() {
            keys(&text[..at]);
            let mut gap = text.to_owned();
            if at < text.len() {
                gap.remove(at);
            }
            keys(&gap);
        }
        keys("\u{0}\u{1}: [");
    }
}
