//! The common interface of printers, for code that prints a tree in a format that the user chooses.

use super::{EmptyDocument, JsonError, Scalar};

/// A printer driven by events: a document, then its value. A map is `begin_map`, then keys, each followed by its
/// value, then `end_map`. An array works in the same way with items.
///
/// Positions have the form `file:line`. They are needed only if [`Printer::POSITIONS`] is true.
pub trait Printer {
    /// Whether positions are printed.
    const POSITIONS: bool = false;

    /// Why a value cannot be printed. Only JSON has such values.
    type Error: Into<JsonError> + std::error::Error;

    /// Makes room for about so many times the text printed so far, so that it need not be moved as it grows.
    fn expect_more(&mut self, times: usize) {
        let _ = times;
    }

    /// Starts a document.
    fn document(&mut self, empty: EmptyDocument, position: Option<&str>);

    /// Starts a map.
    fn begin_map(&mut self);

    /// The next key of the map.
    fn key(&mut self, key: Scalar<'_>, position: Option<&str>) -> Result<(), Self::Error>;

    /// Introduces a key that is a collection: its events follow, then `end_key`, then the value.
    fn begin_key(&mut self, position: Option<&str>) -> Result<(), Self::Error>;

    /// Ends a key that is a collection.
    fn end_key(&mut self);

    /// Ends the map.
    fn end_map(&mut self);

    /// Starts an array.
    fn begin_array(&mut self);

    /// Introduces the next item of the array.
    fn item(&mut self, position: Option<&str>);

    /// Ends the array.
    fn end_array(&mut self);

    /// A value without children.
    fn scalar(&mut self, scalar: Scalar<'_>) -> Result<(), Self::Error>;

    /// Writes a key that is a string without the need for quotes in YAML.
    fn word_key(&mut self, text: &[u8], position: Option<&str>) -> Result<(), Self::Error> {
        self.key(Scalar::Str(text), position)
    }

    /// Writes a string that needs no quotes in YAML.
    fn word(&mut self, text: &[u8]) -> Result<(), Self::Error> {
        self.scalar(Scalar::Str(text))
    }

    /// Discards what was printed of this document. Only a printer that rejects values needs it.
    fn abandon_document(&mut self) {}
}
