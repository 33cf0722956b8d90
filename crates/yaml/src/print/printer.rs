//! What all printers have in common, for code that prints a tree in a form chosen by the user.

use super::{EmptyDocument, JsonError, Scalar};

/// A printer, driven by events: a document, then its one value. A map is `begin_map`, then keys, each
/// followed by its value, then `end_map`; an array likewise with items.
///
/// Positions are the text `file:line`; they need only be given if [`Printer::POSITIONS`] says so.
pub trait Printer {
    /// Whether positions are printed.
    const POSITIONS: bool = false;

    /// What keeps a value from being printed: only JSON has no text for some.
    type Error: Into<JsonError> + std::error::Error;

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

    /// A string that needs no quotes in YAML, as a key.
    fn word_key(&mut self, text: &[u8], position: Option<&str>) -> Result<(), Self::Error> {
        self.key(Scalar::Str(text), position)
    }

    /// A string that needs no quotes in YAML.
    fn word(&mut self, text: &[u8]) -> Result<(), Self::Error> {
        self.scalar(Scalar::Str(text))
    }

    /// Takes back what was printed of this document; only a printer that refuses values needs it.
    fn abandon_document(&mut self) {}
}
