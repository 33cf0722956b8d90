//! A fast reader for text that is strict JSON.
//!
//! JSON is YAML, so the general reader can parse it, but most of the syntax it looks for cannot occur. This reader
//! creates the same tree with a quarter of the instructions. It succeeds only if the whole text is one object or array in
//! strict JSON, and if YAML would not read any part of it differently. Everything else, including errors, is left to
//! the general reader.

use std::sync::Arc;

use yardstick_diagnostics::{FileId, SourceFile};

use super::{Mode, Options, eight};
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
    reader.document(start)?;
    let end = reader.nodes.first()?.end;
    if blank_end(bytes, end as usize) != bytes.len() {
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

/// A collection that is not complete.
#[derive(Clone, Copy)]
struct Frame {
    node: u32,
    /// The number of nodes inside it so far, including keys.
    count: u32,
    /// The bracket that ends it.
    closing: u8,
}

struct Reader<'b> {
    bytes: &'b [u8],
    mode: Mode,
    nesting: u32,
    nodes: Vec<Node>,
    cooked: Vec<u8>,
    far_indicators: Vec<(u32, u32)>,
}

impl<'b> Reader<'b> {
    fn new(bytes: &'b [u8], options: &Options) -> Self {
        Self {
            bytes,
            mode: options.mode,
            nesting: options.limits.nesting,
            nodes: Vec::with_capacity(bytes.len() / BYTES_PER_NODE + 1),
            cooked: Vec::new(),
            far_indicators: Vec::new(),
        }
    }

    /// Reads one collection from `at` on, with an explicit stack. Returns `None` if it is not JSON.
    fn document(&mut self, mut at: usize) -> Option<()> {
        let mut around: Vec<Frame> = Vec::with_capacity(16);
        let mut frame = Frame { node: 0, count: 0, closing: 0 };
        // What makes the next node an item: the `[` or `,` before it.
        let mut indicator = None;
        loop {
            // Expect a value.
            match *self.bytes.get(at)? {
                b'"' => at = self.string(at, indicator)?,
                b'-' | b'0'..=b'9' => at = self.plain(at, number_end(self.bytes, at)?, indicator),
                bracket @ (b'{' | b'[') => {
                    if around.len() as u32 >= self.nesting {
                        return None;
                    }
                    let is_map = bracket == b'{';
                    let (kind, closing) =
                        if is_map { (Kind::Map, b'}') } else { (Kind::Sequence, b']') };
                    around.push(frame);
                    frame = Frame { node: self.nodes.len() as u32, count: 0, closing };
                    self.push(kind, Style::Flow, at, at, (0, 0), indicator);
                    let opened = at;
                    at = blank_end(self.bytes, at + 1);
                    if *self.bytes.get(at)? != closing {
                        frame.count = 1;
                        indicator = (!is_map).then_some(opened);
                        if is_map {
                            at = self.key(at)?;
                        }
                        continue;
                    }
                }
                b't' => at = self.word(at, b"true", indicator)?,
                b'f' => at = self.word(at, b"false", indicator)?,
                b'n' => at = self.word(at, b"null", indicator)?,
                _ => return None,
            }
            // A value is complete, or an empty collection is about to end.
            loop {
                at = blank_end(self.bytes, at);
                let byte = *self.bytes.get(at)?;
                if byte == b',' && frame.count > 0 {
                    frame.count += 1;
                    let is_map = frame.closing == b'}';
                    indicator = (!is_map).then_some(at);
                    at = blank_end(self.bytes, at + 1);
                    if is_map {
                        at = self.key(at)?;
                    }
                    break;
                }
                if byte != frame.closing {
                    return None;
                }
                at += 1;
                let subtree_end = self.nodes.len() as u32;
                let node = &mut self.nodes[frame.node as usize];
                node.extent = frame.count;
                node.bound = subtree_end;
                node.end = at as u32;
                frame = around.pop()?;
                if around.is_empty() {
                    return Some(());
                }
            }
        }
    }

    /// Reads a key at `at` with its colon. Returns the start of the value.
    #[inline]
    fn key(&mut self, at: usize) -> Option<usize> {
        if *self.bytes.get(at)? != b'"' {
            return None;
        }
        let end = self.string(at, None)?;
        if end - at > LONGEST_KEY {
            return None;
        }
        let mut colon = end;
        // YAML requires the colon on the line of the key.
        while let Some(b' ' | b'\t') = self.bytes.get(colon) {
            colon += 1;
        }
        (*self.bytes.get(colon)? == b':' && colon - at <= LONGEST_KEY)
            .then(|| blank_end(self.bytes, colon + 1))
    }

    #[expect(clippy::inline_always, reason = "a call costs as much as most strings")]
    #[inline(always)]
    fn push(
        &mut self,
        kind: Kind,
        style: Style,
        start: usize,
        end: usize,
        text: (usize, usize),
        indicator: Option<usize>,
    ) {
        let id = self.nodes.len() as u32;
        let mut indicator_distance = 0;
        if let Some(indicator) = indicator {
            indicator_distance = match u8::try_from(start - indicator) {
                Ok(distance) if distance != FAR => distance,
                _ => {
                    self.far_indicators.push((id, indicator as u32));
                    FAR
                }
            };
        }
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

    #[inline]
    fn plain(&mut self, start: usize, end: usize, indicator: Option<usize>) -> usize {
        self.push(Kind::Scalar, Style::Plain, start, end, (start, end), indicator);
        end
    }

    fn word(&mut self, at: usize, word: &[u8], indicator: Option<usize>) -> Option<usize> {
        let end = at + word.len();
        (self.bytes.get(at..end)? == word && ends_plain(self.bytes, end))
            .then(|| self.plain(at, end, indicator))
    }

    /// Reads a quoted string at `at`. Returns its end.
    #[expect(clippy::inline_always, reason = "a call costs as much as most strings")]
    #[inline(always)]
    fn string(&mut self, at: usize, indicator: Option<usize>) -> Option<usize> {
        let start = at + 1;
        let mut end = start;
        loop {
            end = eight::end_of_quoted(self.bytes, end, b'"');
            match *self.bytes.get(end)? {
                b'"' => {
                    let style = Style::DoubleQuoted;
                    self.push(Kind::Scalar, style, at, end + 1, (start, end), indicator);
                    return Some(end + 1);
                }
                b'\\' => return self.escaped(at, end, indicator),
                _ => end = self.foreign(end)?,
            }
        }
    }

    /// Skips characters that are not ASCII. Returns `None` if the first is a control character, or any may be a line
    /// break in YAML.
    #[cold]
    #[inline(never)]
    fn foreign(&self, mut at: usize) -> Option<usize> {
        loop {
            match self.bytes.get(at..)? {
                [0xC2, 0x85, ..] | [0xE2, 0x80, 0xA8 | 0xA9, ..] | [0xEF, 0xBB, 0xBF, ..] => {
                    return None;
                }
                [byte, next, ..] if *byte >= 0x80 => {
                    at += 1;
                    if *next < 0x80 {
                        return Some(at);
                    }
                }
                _ => return None,
            }
        }
    }

    /// Reads the rest of a string from its first escape on.
    #[cold]
    #[inline(never)]
    fn escaped(&mut self, at: usize, first: usize, indicator: Option<usize>) -> Option<usize> {
        let from = self.cooked.len();
        self.cooked.extend_from_slice(&self.bytes[at + 1..first]);
        let mut next = first;
        loop {
            match *self.bytes.get(next)? {
                b'"' => break,
                b'\\' => next = self.escape(next)?,
                _ => {
                    let mut until = eight::end_of_quoted(self.bytes, next, b'"');
                    if until == next {
                        until = self.foreign(next)?;
                    }
                    self.cooked.extend_from_slice(&self.bytes[next..until]);
                    next = until;
                }
            }
        }
        let text = (from, self.cooked.len());
        self.push(Kind::Scalar, Style::DoubleQuoted, at, next + 1, text, indicator);
        if let Some(node) = self.nodes.last_mut() {
            node.flags = node.flags.with(Flags::COOKED);
        }
        Some(next + 1)
    }

    /// Appends the character of the escape at `at`. Returns the end of the escape.
    fn escape(&mut self, at: usize) -> Option<usize> {
        let byte = match self.bytes.get(at + 1)? {
            b'"' => b'"',
            b'\\' => b'\\',
            b'/' if self.mode == Mode::Yaml12 => b'/',
            b'b' => 0x08,
            b'f' => 0x0C,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                let digits = self.bytes.get(at + 2..at + 6)?;
                let digits = std::str::from_utf8(digits).ok()?;
                if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                    return None;
                }
                // Surrogate pairs are left to the general reader.
                let character = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
                self.cooked.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                return Some(at + 6);
            }
            _ => return None,
        };
        self.cooked.push(byte);
        Some(at + 2)
    }
}

/// Returns the offset of the first byte from `at` on that is not blank.
#[inline]
fn blank_end(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at) {
            // Indentation may be long.
            Some(b'\n') => at = eight::after_spaces(bytes, at + 1),
            Some(b' ' | b'\r' | b'\t') => at += 1,
            _ => return at,
        }
    }
}

/// Whether a number or word may end before `at`.
#[inline]
fn ends_plain(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at), Some(b' ' | b'\n' | b'\r' | b'\t' | b',' | b']' | b'}'))
}

/// Returns the end of the number at `at`; `None` if it is not a JSON number.
#[inline]
fn number_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    let digits_end = |mut at: usize| {
        while let Some(b'0'..=b'9') = bytes.get(at) {
            at += 1;
        }
        at
    };
    let at_least_one = |at: usize| Some(digits_end(at)).filter(|&end| end > at);
    if bytes[at] == b'-' {
        at += 1;
    }
    at = if bytes.get(at) == Some(&b'0') { at + 1 } else { at_least_one(at)? };
    if bytes.get(at) == Some(&b'.') {
        at = at_least_one(at + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        at += 1;
        if let Some(b'+' | b'-') = bytes.get(at) {
            at += 1;
        }
        at = at_least_one(at)?;
    }
    ends_plain(bytes, at).then_some(at)
}
