//! The debugging output: one row per node, with its source position in front.
//!
//! The position column grows when a longer position comes, to ten more than needed, and never shrinks. Rows of nodes
//! without a source have no such column.

use std::convert::Infallible;

use super::{
    EmptyDocument, Printer, Scalar,
    number::write_uint,
    text::{indent, write_scalar},
};

/// Prints documents as rows of `position | node`.
///
/// Driven like the YAML printer, but each document, key and item comes with its position.
#[derive(Debug)]
pub struct PositionsPrinter {
    out: Vec<u8>,
    /// Width of the position column.
    width: usize,
    /// The number of items printed so far in each open collection.
    levels: Vec<usize>,
    /// Whether the next value is a whole document.
    at_document: bool,
    /// The start of the current document.
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
    /// Creates a printer.
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

    /// Returns the printed text.
    pub fn finish(self) -> Vec<u8> {
        self.out
    }

    fn begin(&mut self) {
        self.out.push(b'\n');
        self.levels.push(0);
    }

    fn end(&mut self) {
        self.levels.pop();
        // A row below the document means that its value is not empty.
        if self.at_document && self.empty == EmptyDocument::Skip {
            self.out.truncate(self.document);
        }
    }

    fn row(&mut self, position: Option<&str>) {
        self.position(position);
        indent(&mut self.out, 2 * self.levels.len());
    }

    fn position(&mut self, position: Option<&str>) {
        let Some(position) = position else { return };
        // As in the reference, the column is measured in bytes but padded in characters.
        if position.len() > self.width {
            self.width = position.len() + 10;
        }
        let length = position.chars().count();
        self.out.extend(std::iter::repeat_n(b' ', self.width - length));
        self.out.extend_from_slice(position.as_bytes());
        self.out.extend_from_slice(b" | ");
    }
}

impl Printer for PositionsPrinter {
    const POSITIONS: bool = true;
    type Error = Infallible;

    fn begin_map(&mut self) {
        self.begin();
    }

    fn end_map(&mut self) {
        self.end();
    }

    fn begin_array(&mut self) {
        self.begin();
    }

    fn end_array(&mut self) {
        self.end();
    }

    fn document(&mut self, empty: EmptyDocument, position: Option<&str>) {
        self.levels.clear();
        self.document = self.out.len();
        self.empty = empty;
        self.position(position);
        self.out.extend_from_slice(b"[doc]");
        self.at_document = true;
    }

    fn key(&mut self, key: Scalar<'_>, position: Option<&str>) -> Result<(), Infallible> {
        self.row(position);
        match key {
            Scalar::Str(text) => self.out.extend_from_slice(text),
            other => {
                write_scalar(&mut self.out, other, 0);
            }
        }
        self.out.push(b':');
        self.at_document = false;
        Ok(())
    }

    fn begin_key(&mut self, position: Option<&str>) -> Result<(), Infallible> {
        self.row(position);
        self.out.push(b'?');
        self.at_document = false;
        Ok(())
    }

    fn end_key(&mut self) {
        self.row(None);
        self.out.push(b':');
    }

    fn item(&mut self, position: Option<&str>) {
        self.row(position);
        self.out.push(b'[');
        if let Some(items) = self.levels.last_mut() {
            write_uint(&mut self.out, *items as u64);
            *items += 1;
        }
        self.out.push(b']');
        self.at_document = false;
    }

    fn scalar(&mut self, scalar: Scalar<'_>) -> Result<(), Infallible> {
        if self.at_document && scalar == Scalar::Null && self.empty == EmptyDocument::Skip {
            self.out.truncate(self.document);
            return Ok(());
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
            indent(&mut self.out, 2 * (self.levels.len() + 1));
        } else {
            self.out.push(b' ');
        }
        self.out.extend_from_slice(&text);
        self.out.push(b'\n');
        self.scratch = text;
        Ok(())
    }
}
