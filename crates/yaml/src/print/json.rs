//! The JSON printer: keys sorted by their bytes, compact or indented.
//!
//! Pairs are written immediately, in the order of the tree. An object remembers where each pair starts. If the keys
//! are not sorted, it is rearranged at its end.

use std::convert::Infallible;

use super::{
    EmptyDocument, Printer, Scalar,
    json_text::write_json_string,
    number::{format_float_json, write_int, write_uint},
};

/// Values that JSON cannot represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonError {
    /// Infinity or NaN.
    NotFinite(&'static str),
    /// A key that is not a string.
    KeyNotString,
}

impl std::fmt::Display for JsonError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotFinite(name) => write!(f, "json: unsupported value: {name}"),
            Self::KeyNotString => f.write_str("json: map keys must be strings"),
        }
    }
}

impl std::error::Error for JsonError {}

impl From<Infallible> for JsonError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// The layout of JSON text.
#[derive(Clone, Copy, Debug)]
pub struct JsonOptions {
    /// Spaces per level; 0 puts everything on one line.
    pub indent: usize,
    /// Whether `<`, `>` and `&` are written as escapes.
    pub escape_html: bool,
}

impl Default for JsonOptions {
    fn default() -> Self {
        Self { indent: 0, escape_html: true }
    }
}

/// A pair of the current object: the start of its text, and the range of its key in `keys`.
#[derive(Clone, Copy, Debug)]
struct Pair {
    start: usize,
    key: (usize, usize),
}

#[derive(Clone, Copy, Debug)]
struct Level {
    /// The index of this object's first pair in `pairs`.
    first_pair: usize,
    /// The start of this object's keys in `keys`.
    first_key: usize,
    empty: bool,
    sorted: bool,
}

/// Prints documents as JSON, one after the other, with nothing between them.
#[derive(Debug, Default)]
pub struct JsonPrinter {
    out: Vec<u8>,
    options: JsonOptions,
    levels: Vec<Level>,
    pairs: Vec<Pair>,
    keys: Vec<u8>,
    scratch: Vec<u8>,
    /// The start of the current document.
    document: usize,
    empty: EmptyDocument,
}

impl JsonPrinter {
    /// Creates a printer.
    pub fn new(options: JsonOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Returns the printed text.
    pub fn finish(self) -> Vec<u8> {
        self.out
    }

    fn begin(&mut self, bracket: u8) {
        self.out.push(bracket);
        self.levels.push(Level {
            first_pair: self.pairs.len(),
            first_key: self.keys.len(),
            empty: true,
            sorted: true,
        });
    }

    /// Writes what comes before a child, and returns the start of the child's own text.
    fn start_child(&mut self) -> usize {
        let Some(level) = self.levels.last_mut() else { return self.out.len() };
        if !std::mem::replace(&mut level.empty, false) {
            self.out.push(b',');
        }
        self.new_line();
        self.out.len()
    }

    fn close(&mut self, empty: bool, bracket: u8) {
        if empty && self.skips_empty_here() {
            self.out.truncate(self.document);
            return;
        }
        if !empty {
            self.new_line();
        }
        self.out.push(bracket);
    }

    /// Whether an empty value here is a whole document that must be skipped.
    fn skips_empty_here(&self) -> bool {
        self.levels.is_empty() && self.empty == EmptyDocument::Skip
    }

    fn new_line(&mut self) {
        if self.options.indent > 0 {
            self.out.push(b'\n');
            super::text::indent(&mut self.out, self.options.indent * self.levels.len());
        }
    }

    /// Sorts the pairs from `first` on, which are the last printed text, by their keys.
    fn sort_pairs(&mut self, first: usize) {
        let Some(start) = self.pairs.get(first).map(|pair| pair.start) else { return };
        // The separator is the same everywhere: a comma, and a line break if the output is indented.
        let between = if self.options.indent > 0 {
            2 + self.options.indent * (self.levels.len() + 1)
        } else {
            1
        };
        let mut ranges: Vec<(Pair, usize)> = Vec::with_capacity(self.pairs.len() - first);
        for (at, &pair) in self.pairs.iter().enumerate().skip(first) {
            let end = self.pairs.get(at + 1).map_or(self.out.len(), |next| next.start - between);
            ranges.push((pair, end));
        }
        let Some(&(_, first_end)) = ranges.first() else { return };
        let separator = self.out[first_end..first_end + between].to_vec();
        let key = |pair: &Pair| &self.keys[pair.key.0..pair.key.1];
        ranges.sort_by(|(a, _), (b, _)| key(a).cmp(key(b)));
        self.scratch.clear();
        for (at, (pair, end)) in ranges.iter().enumerate() {
            if at > 0 {
                self.scratch.extend_from_slice(&separator);
            }
            self.scratch.extend_from_slice(&self.out[pair.start..*end]);
        }
        self.out.truncate(start);
        self.out.extend_from_slice(&self.scratch);
    }
}

impl Printer for JsonPrinter {
    type Error = JsonError;

    fn document(&mut self, empty: EmptyDocument, _: Option<&str>) {
        self.document = self.out.len();
        self.empty = empty;
        self.levels.clear();
        self.pairs.clear();
        self.keys.clear();
    }

    fn abandon_document(&mut self) {
        self.out.truncate(self.document);
        self.document(self.empty, None);
    }

    fn begin_map(&mut self) {
        self.begin(b'{');
    }

    fn begin_key(&mut self, _: Option<&str>) -> Result<(), JsonError> {
        Err(JsonError::KeyNotString)
    }

    fn end_key(&mut self) {}

    fn key(&mut self, key: Scalar<'_>, _: Option<&str>) -> Result<(), JsonError> {
        let Scalar::Str(text) = key else {
            return Err(JsonError::KeyNotString);
        };
        let start = self.start_child();
        let key = (self.keys.len(), self.keys.len() + text.len());
        if let Some(level) = self.levels.last_mut()
            && level.sorted
            && let Some(last) = self.pairs[level.first_pair..].last()
        {
            level.sorted = self.keys[last.key.0..last.key.1] <= *text;
        }
        self.keys.extend_from_slice(text);
        self.pairs.push(Pair { start, key });
        write_json_string(&mut self.out, text, self.options.escape_html);
        self.out.push(b':');
        if self.options.indent > 0 {
            self.out.push(b' ');
        }
        Ok(())
    }

    fn end_map(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        if !level.sorted {
            self.sort_pairs(level.first_pair);
        }
        self.pairs.truncate(level.first_pair);
        self.keys.truncate(level.first_key);
        self.close(level.empty, b'}');
    }

    fn begin_array(&mut self) {
        self.begin(b'[');
    }

    fn item(&mut self, _: Option<&str>) {
        self.start_child();
    }

    fn end_array(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        self.close(level.empty, b']');
    }

    fn scalar(&mut self, scalar: Scalar<'_>) -> Result<(), JsonError> {
        match scalar {
            Scalar::Null if self.skips_empty_here() => {}
            Scalar::Null => self.out.extend_from_slice(b"null"),
            Scalar::Bool(true) => self.out.extend_from_slice(b"true"),
            Scalar::Bool(false) => self.out.extend_from_slice(b"false"),
            Scalar::Int(value) => write_int(&mut self.out, value),
            Scalar::UInt(value) => write_uint(&mut self.out, value),
            Scalar::Float(value) if value.is_nan() => return Err(JsonError::NotFinite("NaN")),
            Scalar::Float(f64::INFINITY) => return Err(JsonError::NotFinite("+Inf")),
            Scalar::Float(f64::NEG_INFINITY) => return Err(JsonError::NotFinite("-Inf")),
            Scalar::Float(value) => format_float_json(&mut self.out, value),
            Scalar::Str(text) => write_json_string(&mut self.out, text, self.options.escape_html),
        }
        Ok(())
    }
}
