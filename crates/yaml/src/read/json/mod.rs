//! A fast reader for text that is strict JSON.
//!
//! JSON is YAML, so the general reader can parse it, but most of the syntax it looks for cannot occur. This reader
//! creates the same tree with about a sixth of the instructions. It succeeds only if the whole text is one object or
//! array in strict JSON, and if YAML would not read any part of it differently. Everything else, including errors, is
//! left to the general reader.
//!
//! It looks at eight bytes at a time. They begin where a token begins, so one look shows what the token is and, if it
//! is short, where it ends.

mod number;
mod quoted;

use std::sync::Arc;

use yardstick_diagnostics::{FileId, SourceFile};

use super::{
    Mode, Options,
    eight::{self, byte, eight},
};
use crate::tree::{DocumentData, FAR, Flags, Kind, Node, Style, Tree};

/// Returns the tree of `bytes`, the text of `source`. `has_marker` means that the line `---` is assumed in front of
/// it.
pub(super) fn read(
    bytes: &[u8],
    source: &Arc<SourceFile>,
    file: FileId,
    options: &Options,
    has_marker: bool,
) -> Option<Tree> {
    let start = blank_end(bytes, 0);
    let opening = bytes.get(start)?;
    let inside = bytes.get(blank_end(bytes, start + 1))?;
    // A tab before the first token is not indentation. Text that is YAML in braces is detected here, so that it is
    // not read twice.
    if bytes[..start].contains(&b'\t')
        || !matches!((opening, inside), (b'{', b'"' | b'}') | (b'[', _))
    {
        return None;
    }
    let mut reader = Reader::new(bytes, options);
    reader.document(bytes, start)?;
    let end = reader.nodes.first()?.end;
    let rest = &bytes[end as usize..];
    if blank_end(rest, 0) != rest.len() {
        return None;
    }
    // The reference rejects a tab at the start of a line, even if nothing follows.
    if options.mode == Mode::Reference && rest.contains(&b'\t') {
        return None;
    }
    let text = match source.content().text() {
        Some(text) if text.len() == bytes.len() => Arc::clone(text),
        _ => Arc::new(std::str::from_utf8(bytes).ok()?.to_owned()),
    };
    let mut tree = Tree::empty(Arc::clone(source), file);
    tree.text = text;
    tree.nodes = reader.nodes;
    tree.cooked = String::from_utf8(reader.cooked).ok()?;
    tree.far_indicators = reader.far_indicators;
    tree.documents.push(DocumentData {
        root: 0,
        marker: None,
        start: if has_marker { 0 } else { start as u32 },
        explicit_end: false,
        end,
        directives: None,
    });
    Some(tree)
}

/// The approximate number of bytes per node.
const BYTES_PER_NODE: usize = 12;

/// Simple keys of YAML are shorter than this.
const LONGEST_KEY: usize = 1000;

/// Where a token ends, and the bytes from there on, the first one lowest. At least two of them are those of the text.
type Ended = (usize, u64);

/// The innermost collection that is not complete.
///
/// There is no stack of them. The node of an open collection has the number of the node around it as its `bound`, and,
/// as long as another one is open inside it, the number of its items or pairs so far as its `extent`.
#[derive(Clone, Copy)]
struct Open {
    node: u32,
    /// The number of items or pairs so far.
    count: u32,
    /// The bracket that ends it.
    closing: u8,
    depth: u32,
}

struct Reader {
    mode: Mode,
    nesting: u32,
    nodes: Vec<Node>,
    cooked: Vec<u8>,
    far_indicators: Vec<(u32, u32)>,
}

impl Reader {
    fn new(text: &[u8], options: &Options) -> Self {
        Self {
            mode: options.mode,
            nesting: options.limits.nesting,
            nodes: Vec::with_capacity(text.len() / BYTES_PER_NODE + 1),
            cooked: Vec::new(),
            far_indicators: Vec::new(),
        }
    }

    /// Reads one collection from `at` on. Returns `None` if it is not JSON.
    fn document(&mut self, text: &[u8], mut at: usize) -> Option<()> {
        let mut inside = Open { node: 0, count: 0, closing: 0, depth: 0 };
        // What makes the next node an item: the `[` or `,` before it. Without one, the node itself.
        let mut indicator = at;
        loop {
            if inside.closing == b'}' {
                at = self.key(text, at)?;
                indicator = at;
            }
            let mut value = eight(text, at);
            if byte(value, 0) <= b' ' {
                at = after_blank(text, at)?;
                value = eight(text, at);
                if inside.closing == b'}' {
                    indicator = at;
                }
            }
            let mut next;
            if byte(value, 0) == b'"' {
                (at, next) = self.quoted(text, at, value, indicator)?;
            } else {
                match byte(value, 0) {
                    b'-' | b'0'..=b'9' => {
                        let end;
                        (end, next) = number::end(text, at, value)?;
                        at = self.plain(at, end, indicator);
                    }
                    bracket @ (b'{' | b'[') => {
                        inside = self.open(inside, bracket, at, indicator)?;
                        indicator = at;
                        at = after_punctuation(text, at, value);
                        next = eight(text, at);
                        if byte(next, 0) <= b' ' {
                            at = after_blank(text, at)?;
                            next = eight(text, at);
                        }
                        if byte(next, 0) != inside.closing {
                            inside.count = 1;
                            continue;
                        }
                    }
                    b't' | b'f' | b'n' => {
                        let end = at + number::word(value)?;
                        at = self.plain(at, end, indicator);
                        next = eight(text, at);
                    }
                    _ => return None,
                }
            }
            // A value is complete, or an empty collection is about to end.
            loop {
                if byte(next, 0) == b',' {
                    inside.count += 1;
                    indicator = at;
                    at = after_punctuation(text, at, next);
                    break;
                }
                if byte(next, 0) == inside.closing {
                    at += 1;
                    let around = self.close(inside, at)?;
                    if inside.node == 0 {
                        return Some(());
                    }
                    inside = around;
                } else if byte(next, 0) == b'\n' {
                    at = eight::after_spaces(text, at + 1);
                } else {
                    at = after_blank(text, at)?;
                }
                next = eight(text, at);
            }
        }
    }

    /// Adds the collection that `bracket` starts at `at`. It is inside of `around`.
    #[inline]
    fn open(&mut self, around: Open, bracket: u8, at: usize, indicator: usize) -> Option<Open> {
        if around.depth >= self.nesting {
            return None;
        }
        if let Some(node) = self.nodes.get_mut(around.node as usize) {
            node.extent = around.count;
        }
        let (kind, closing) =
            if bracket == b'{' { (Kind::Map, b'}') } else { (Kind::Sequence, b']') };
        let node = self.nodes.len() as u32;
        self.push(kind, Style::Flow, at, at, (around.node as usize, 0), indicator);
        Some(Open { node, count: 0, closing, depth: around.depth + 1 })
    }

    /// Completes the collection `inside`, which ends before `end`. Returns the one around it: itself for the root.
    #[inline]
    fn close(&mut self, inside: Open, end: usize) -> Option<Open> {
        let subtree_end = self.nodes.len() as u32;
        let node = self.nodes.get_mut(inside.node as usize)?;
        let around = node.bound;
        node.extent = inside.count;
        node.bound = subtree_end;
        node.end = end as u32;
        let node = self.nodes.get(around as usize)?;
        let closing = if node.kind == Kind::Map { b'}' } else { b']' };
        Some(Open { node: around, count: node.extent, closing, depth: inside.depth - 1 })
    }

    /// Reads a key from `at` on, with its colon. Returns about where the value starts, see [`after_punctuation`].
    #[expect(clippy::inline_always, reason = "called once, in the loop over all nodes")]
    #[inline(always)]
    fn key(&mut self, text: &[u8], mut at: usize) -> Option<usize> {
        let mut key = eight(text, at);
        if byte(key, 0) != b'"' {
            at = after_blank(text, at)?;
            key = eight(text, at);
            if byte(key, 0) != b'"' {
                return None;
            }
        }
        let (mut end, mut next) = self.quoted(text, at, key, at)?;
        if byte(next, 0) != b':' {
            // YAML requires the colon on the line of the key.
            while let b' ' | b'\t' = byte(next, 0) {
                end += 1;
                next = eight(text, end);
            }
            if byte(next, 0) != b':' {
                return None;
            }
        }
        (end - at <= LONGEST_KEY).then(|| after_punctuation(text, end, next))
    }

    /// Appends a node. `indicator` is what makes it an item, or its own start.
    #[expect(clippy::inline_always, reason = "a call costs as much as most strings")]
    #[inline(always)]
    fn push(
        &mut self,
        kind: Kind,
        style: Style,
        start: usize,
        end: usize,
        text: (usize, usize),
        indicator: usize,
    ) {
        let indicator_distance = match u8::try_from(start - indicator) {
            Ok(distance) if distance != FAR => distance,
            _ => self.far(indicator),
        };
        self.nodes.push(Node {
            kind,
            style,
            flags: Flags::default(),
            indicator_distance,
            start: start as u32,
            end: end as u32,
            bound: text.0 as u32,
            extent: text.1 as u32,
        });
    }

    /// Remembers the indicator of the next node, which is far before it.
    #[cold]
    #[inline(never)]
    fn far(&mut self, indicator: usize) -> u8 {
        self.far_indicators.push((self.nodes.len() as u32, indicator as u32));
        FAR
    }

    #[inline]
    fn plain(&mut self, start: usize, end: usize, indicator: usize) -> usize {
        self.push(Kind::Scalar, Style::Plain, start, end, (start, end), indicator);
        end
    }
}

/// Returns about where the token after the punctuation at `at` starts. `bytes` begin with it. Skips what is common
/// between tokens: nothing, a space, or a line break with indentation. Rarely, more blanks follow.
#[inline]
fn after_punctuation(text: &[u8], at: usize, bytes: u64) -> usize {
    match byte(bytes, 1) {
        b'!'.. => at + 1,
        b'\n' => eight::after_spaces(text, at + 2),
        _ => at + 2,
    }
}

/// Returns the end of the blanks at `at`; `None` if there are none.
#[inline(never)]
fn after_blank(text: &[u8], at: usize) -> Option<usize> {
    Some(blank_end(text, at)).filter(|&end| end > at)
}

/// Returns the offset of the first byte from `at` on that is not blank.
#[inline]
fn blank_end(text: &[u8], mut at: usize) -> usize {
    loop {
        match text.get(at) {
            // Indentation may be long.
            Some(b'\n') => at = eight::after_spaces(text, at + 1),
            Some(b' ' | b'\r' | b'\t') => at += 1,
            _ => return at,
        }
    }
}
