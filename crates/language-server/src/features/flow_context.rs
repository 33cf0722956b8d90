//! Finds the context of a position in a flow collection: in `{a: 1, |}`, in `[x, |`, and everywhere in JSON.
//!
//! It skips block lines until one opens a collection. From there on, brackets, quotes and commas matter. A collection
//! that is not closed yet ends at the next line of the surrounding block.

use super::context::{Line, Typing, colon};
use crate::{Step, Text};

/// The context of a position in a flow collection.
#[derive(Debug)]
pub(super) struct Flow {
    /// The line that opens the outermost collection.
    pub(super) line: usize,
    /// The path from the value of the outermost collection.
    pub(super) path: Vec<Step>,
    /// What is being typed.
    pub(super) typing: Typing,
    /// The start of the word that is being typed.
    pub(super) start: usize,
    /// The keys of the map that contains the word.
    pub(super) siblings: Vec<String>,
}

/// An open collection.
#[derive(Clone, Debug, Default)]
struct Frame {
    is_map: bool,
    /// The key of the current entry, after its colon.
    key: Option<String>,
    keys: Vec<String>,
    /// The number of items before the current one.
    items: usize,
    /// The start of the current word.
    word: Option<usize>,
}

/// The state at a position in the text.
struct Scan<'t> {
    text: &'t Text,
    is_json: bool,
    frames: Vec<Frame>,
    /// The line that opens the outermost collection, and its column.
    opened: (usize, usize),
    /// Whether the outermost collection is the root of the document.
    is_root: bool,
    is_comment: bool,
}

/// The maximum number of lines after the position to search for other keys.
const MANY_LINES: usize = 500;

/// The flow collection at `offset` of a document that starts at `first_line`; `None` outside of flow collections and
/// in comments.
pub(super) fn flow_at(
    text: &Text,
    offset: usize,
    first_line: usize,
    is_json: bool,
) -> Option<Flow> {
    let mut scan = Scan {
        text,
        is_json,
        frames: Vec::new(),
        opened: (0, 0),
        is_root: false,
        is_comment: false,
    };
    let number = text.line_of(offset);
    let mut scalar: Option<usize> = None;
    for line in first_line..=number {
        scan.line(line, offset, &mut scalar);
    }
    if scan.is_comment {
        return None;
    }
    let depth = scan.frames.len();
    let here = scan.frames.last()?.clone();
    let (line, mut path) = (scan.opened.0, scan.path());
    let start = here.word.unwrap_or(offset);
    if here.is_map && here.key.is_none() {
        path.pop();
        let siblings = scan.keys_of(depth, offset, number);
        return Some(Flow { line, path, typing: Typing::Key, start, siblings });
    }
    Some(Flow { line, path, typing: Typing::Value, start, siblings: Vec::new() })
}

impl Scan<'_> {
    /// The path to what is being typed. In a map without a key, the last step is meaningless.
    fn path(&self) -> Vec<Step> {
        let step = |frame: &Frame| match (&frame.key, frame.is_map) {
            (Some(key), _) => Step::Key(key.clone()),
            (None, true) => Step::Key(String::new()),
            (None, false) => Step::Item(frame.items),
        };
        self.frames.iter().map(step).collect()
    }

    /// Scans a line, up to `until`. `scalar` is the indentation of the parent of a block scalar.
    fn line(&mut self, number: usize, until: usize, scalar: &mut Option<usize>) {
        let (start, end) = self.text.line_span(number);
        let whole = self.text.line(number);
        let line = Line::new(whole);
        let is_blank = whole.trim().is_empty();
        if self.frames.is_empty() {
            if scalar
                .is_some_and(|column| is_blank || line.column > column && line.dashes.is_empty())
            {
                return;
            }
            *scalar = None;
            if line.body.starts_with('#') {
                return;
            }
            let is_open = line.body.starts_with(['{', '[']);
            let after = if is_open { 0 } else { colon(line.body).map_or(0, |at| at + 1) };
            let value = line.body[after..].trim_start();
            let value = properties(value);
            let at = start + whole.len() - value.len();
            if value.starts_with(['|', '>']) {
                *scalar = Some(line.dashes.first().copied().unwrap_or(line.column));
            } else if value.starts_with(['{', '[']) && at < until {
                self.opened = (number, line.dashes.first().copied().unwrap_or(line.column));
                self.is_root = after == 0 && line.dashes.is_empty();
                self.flow(at, end.min(until));
            }
        } else {
            // A line of the surrounding block ends unclosed collections.
            let is_block = !line.body.starts_with(['}', ']', '{', '[', ',', '"', '\''])
                && line.column <= self.opened.1
                && colon(line.body).is_some();
            if is_block && !self.is_root {
                self.frames.clear();
                return self.line(number, until, scalar);
            }
            self.flow(start, end.min(until));
        }
    }

    /// Scans a part of a line inside a collection.
    fn flow(&mut self, from: usize, until: usize) {
        let text = self.text.as_str();
        let bytes = text.as_bytes();
        let mut at = from;
        self.is_comment = false;
        while at < until {
            let byte = bytes[at];
            let is_first = at == from || bytes[at - 1].is_ascii_whitespace();
            let is_comment = byte == b'#' && is_first && !self.is_json
                || self.is_json && text[at..].starts_with("//");
            if is_comment {
                self.is_comment = true;
                return;
            }
            match byte {
                b'{' | b'[' => {
                    self.frames.push(Frame { is_map: byte == b'{', ..Frame::default() });
                }
                b'}' | b']' => {
                    self.frames.pop();
                    let Some(frame) = self.frames.last_mut() else { return };
                    frame.word.get_or_insert(at);
                }
                b',' => self.next(at),
                b':' => self.colon(at, until),
                b'"' | b'\'' if self.frames.last().is_some_and(|frame| frame.word.is_none()) => {
                    self.word(at);
                    at = closing(bytes, at, until);
                    continue;
                }
                _ if byte.is_ascii_whitespace() => {}
                _ => self.word(at),
            }
            at += 1;
        }
    }

    fn word(&mut self, at: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.word.get_or_insert(at);
        }
    }

    /// Handles a comma: starts the next entry.
    fn next(&mut self, at: usize) {
        let text = self.text.as_str();
        let Some(frame) = self.frames.last_mut() else { return };
        if let (true, None, Some(start)) = (frame.is_map, &frame.key, frame.word) {
            frame.keys.push(bare(&text[start..at]));
        }
        frame.key = None;
        frame.word = None;
        frame.items += 1;
    }

    /// Handles a colon: ends a key, unless it is part of a word.
    fn colon(&mut self, at: usize, until: usize) {
        let text = self.text.as_str();
        let Some(frame) = self.frames.last_mut() else { return };
        let Some(start) = frame.word else { return };
        let written = text[start..at].trim_end();
        let is_quoted = written.len() > 1 && written.ends_with(['"', '\'']);
        let ends_word = text.as_bytes().get(at + 1).is_none_or(u8::is_ascii_whitespace)
            || at + 1 == until
            || is_quoted;
        if frame.is_map && frame.key.is_none() && ends_word {
            let key = bare(written);
            frame.keys.push(key.clone());
            frame.key = Some(key);
            frame.word = None;
        }
    }

    /// The keys of the innermost map, including those after `offset`.
    fn keys_of(mut self, depth: usize, offset: usize, number: usize) -> Vec<String> {
        let last = self.text.line_count().min(number + MANY_LINES);
        for line in number..last {
            let (start, end) = self.text.line_span(line);
            let mut at = start.max(offset);
            // Stop before the next bracket, so that the map is still open when it is read.
            while at < end {
                let rest = &self.text.as_str()[at..end];
                let step = rest.find(['}', ']']).unwrap_or(rest.len());
                self.flow(at, at + step);
                at += step;
                if at < end {
                    if self.frames.len() == depth {
                        self.next(at);
                        return self.frames.pop().map(|frame| frame.keys).unwrap_or_default();
                    }
                    self.flow(at, at + 1);
                    at += 1;
                }
                if self.is_comment {
                    break;
                }
            }
            let following = Line::new(self.text.line(line + 1));
            let is_block = following.column <= self.opened.1 && following.key().is_some();
            if is_block && !self.is_root {
                break;
            }
        }
        self.frames.truncate(depth);
        self.frames.pop().map(|frame| frame.keys).unwrap_or_default()
    }
}

/// Removes the tag and anchor from `value`.
fn properties(value: &str) -> &str {
    let mut value = value;
    while value.starts_with(['!', '&']) {
        let Some((_, rest)) = value.split_once(' ') else { return value };
        value = rest.trim_start();
    }
    value
}

/// The offset after the quote that closes the one at `at`. A quote never extends beyond its line.
fn closing(bytes: &[u8], at: usize, until: usize) -> usize {
    let quote = bytes[at];
    let mut next = at + 1;
    while next < until {
        match bytes[next] {
            b'\\' if quote == b'"' => next += 1,
            byte if byte == quote => return next + 1,
            _ => {}
        }
        next += 1;
    }
    until
}

/// A key without its quotes.
pub(super) fn bare(written: &str) -> String {
    written.trim().trim_matches(['"', '\'']).to_owned()
}
