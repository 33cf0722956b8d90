//! The debugging view: one row per node, its source position in front.
//!
//! The column of positions widens as longer ones come, by ten more than needed, and never shrinks;
//! rows of nodes that no source knows have no such column.

use super::{EmptyDocument, Scalar, number::write_uint, text::write_scalar};

/// Prints documents as rows of `position | node`.
///
/// Driven like the YAML printer, but each document, key and item comes with its position.
#[derive(Debug)]
pub struct PositionsPrinter {
    out: Vec<u8>,
    /// Width of the column of positions.
    width: usize,
    /// How many items each open collection has printed.
    levels: Vec<usize>,
    /// Whether the value that comes next is a whole document.
    at_document: bool,
    /// Where the document under way starts.
    document: usize,
    empty: EmptyDocument,
    scratch: Vec<u8>,
}

impl Default for PositionsPrinter {
    fn default() -> Self {
        Self::new()
    }
}

impl PositionsPrinter {
    /// A printer with nothing printed.
    pub fn new() -> Self {
        Self {
            out: Vec::new(),
            width: 0,
            levels: Vec::new(),
            at_document: true,
            document: 0,
            empty: EmptyDocument::Skip,
            scratch: Vec::new(),
        }
    }

    /// The text printed.
    pub fn finish(self) -> Vec<u8> {
        self.out
    }

    /// Starts a document; its one value follows.
    pub fn document(&mut self, empty: EmptyDocument, position: Option<&str>) {
        self.levels.clear();
        self.document = self.out.len();
        self.empty = empty;
        self.position(position);
        self.out.extend_from_slice(b"[doc]");
        self.at_document = true;
    }

    /// Starts a map or an array.
    pub fn begin(&mut self) {
        self.out.push(b'\n');
        self.levels.push(0);
    }

    /// Ends a map or an array.
    pub fn end(&mut self) {
        self.levels.pop();
        // Rows below the document's own take back that its value comes next.
        if self.at_document && self.empty == EmptyDocument::Skip {
            self.out.truncate(self.document);
        }
    }

    /// The next key of the map; its value follows.
    pub fn key(&mut self, key: Scalar<'_>, position: Option<&str>) {
        self.row(position);
        match key {
            Scalar::Str(text) => self.out.extend_from_slice(text),
            other => {
                write_scalar(&mut self.out, other, 0);
            }
        }
        self.out.push(b':');
        self.at_document = false;
    }

    /// Introduces a key that is a collection; its rows follow.
    pub fn begin_key(&mut self, position: Option<&str>) {
        self.row(position);
        self.out.push(b'?');
        self.at_document = false;
    }

    /// Ends a key that is a collection; its value follows.
    pub fn end_key(&mut self) {
        self.row(None);
        self.out.push(b':');
    }

    /// The next item of the array; its value follows.
    pub fn item(&mut self, position: Option<&str>) {
        self.row(position);
        self.out.push(b'[');
        if let Some(items) = self.levels.last_mut() {
            write_uint(&mut self.out, *items as u64);
            *items += 1;
        }
        self.out.push(b']');
        self.at_document = false;
    }

    /// A value without children.
    pub fn scalar(&mut self, scalar: Scalar<'_>) {
        if self.at_document && scalar == Scalar::Null && self.empty == EmptyDocument::Skip {
            self.out.truncate(self.document);
            return;
        }
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        write_scalar(&mut text, scalar, 2);
        if text.ends_with(b"\n") {
            text.pop();
        }
        let alone = self.at_document || memchr::memchr(b'\n', &text).is_some();
        if alone {
            self.out.push(b'\n');
            self.out.extend(std::iter::repeat_n(b' ', self.width));
            self.out.extend_from_slice(b" | ");
            super::text::indent(&mut self.out, 2 * (self.levels.len() + 1));
        } else {
            self.out.push(b' ');
        }
        self.out.extend_from_slice(&text);
        self.out.push(b'\n');
        self.scratch = text;
    }

    fn row(&mut self, position: Option<&str>) {
        self.position(position);
        super::text::indent(&mut self.out, 2 * self.levels.len());
    }

    fn position(&mut self, position: Option<&str>) {
        let Some(position) = position else { return };
        // The column is measured in bytes and filled up in characters, as in the reference.
        if position.len() > self.width {
            self.width = position.len() + 10;
        }
        let length = position.chars().count();
        self.out.extend(std::iter::repeat_n(b' ', self.width - length));
        self.out.extend_from_slice(position.as_bytes());
        self.out.extend_from_slice(b" | ");
    }
}
