//! What all printers have in common, for code that prints a tree in a form chosen by the user.

use super::{EmptyDocument, JsonError, JsonPrinter, PositionsPrinter, Scalar, YamlPrinter};

/// A printer, driven by events: a document, then its one value. A map is `begin_map`, then keys, each
/// followed by its value, then `end_map`; an array likewise with items.
///
/// Positions are the text `file:line`; they need only be given if [`Printer::POSITIONS`] says so.
pub trait Printer {
    /// Whether positions are printed.
    const POSITIONS: bool = false;

    /// Starts a document.
    fn document(&mut self, empty: EmptyDocument, position: Option<&str>);

    /// Starts a map.
    fn begin_map(&mut self);

    /// The next key of the map.
    fn key(&mut self, key: Scalar<'_>, position: Option<&str>) -> Result<(), JsonError>;

    /// Introduces a key that is a collection: its events follow, then `end_key`, then the value.
    fn begin_key(&mut self, position: Option<&str>) -> Result<(), JsonError>;

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
    fn scalar(&mut self, scalar: Scalar<'_>) -> Result<(), JsonError>;

    /// Takes back what was printed of this document; only a printer that refuses values needs it.
    fn abandon_document(&mut self) {}
}

impl Printer for YamlPrinter {
    fn document(&mut self, empty: EmptyDocument, _: Option<&str>) {
        self.document(empty);
    }

    fn begin_map(&mut self) {
        self.begin_map();
    }

    fn key(&mut self, key: Scalar<'_>, _: Option<&str>) -> Result<(), JsonError> {
        self.key(key);
        Ok(())
    }

    fn begin_key(&mut self, _: Option<&str>) -> Result<(), JsonError> {
        self.begin_key();
        Ok(())
    }

    fn end_key(&mut self) {
        self.end_key();
    }

    fn end_map(&mut self) {
        self.end_map();
    }

    fn begin_array(&mut self) {
        self.begin_array();
    }

    fn item(&mut self, _: Option<&str>) {
        self.item();
    }

    fn end_array(&mut self) {
        self.end_array();
    }

    fn scalar(&mut self, scalar: Scalar<'_>) -> Result<(), JsonError> {
        self.scalar(scalar);
        Ok(())
    }
}

impl Printer for JsonPrinter {
    fn document(&mut self, empty: EmptyDocument, _: Option<&str>) {
        self.document(empty);
    }

    fn begin_map(&mut self) {
        self.begin_map();
    }

    fn key(&mut self, key: Scalar<'_>, _: Option<&str>) -> Result<(), JsonError> {
        self.key(key)
    }

    fn begin_key(&mut self, _: Option<&str>) -> Result<(), JsonError> {
        Err(JsonError::KeyNotString)
    }

    fn end_key(&mut self) {}

    fn end_map(&mut self) {
        self.end_map();
    }

    fn begin_array(&mut self) {
        self.begin_array();
    }

    fn item(&mut self, _: Option<&str>) {
        self.item();
    }

    fn end_array(&mut self) {
        self.end_array();
    }

    fn scalar(&mut self, scalar: Scalar<'_>) -> Result<(), JsonError> {
        self.scalar(scalar)
    }

    fn abandon_document(&mut self) {
        self.abandon_document();
    }
}

impl Printer for PositionsPrinter {
    const POSITIONS: bool = true;

    fn document(&mut self, empty: EmptyDocument, position: Option<&str>) {
        self.document(empty, position);
    }

    fn begin_map(&mut self) {
        self.begin();
    }

    fn key(&mut self, key: Scalar<'_>, position: Option<&str>) -> Result<(), JsonError> {
        self.key(key, position);
        Ok(())
    }

    fn begin_key(&mut self, position: Option<&str>) -> Result<(), JsonError> {
        self.begin_key(position);
        Ok(())
    }

    fn end_key(&mut self) {
        self.end_key();
    }

    fn end_map(&mut self) {
        self.end();
    }

    fn begin_array(&mut self) {
        self.begin();
    }

    fn item(&mut self, position: Option<&str>) {
        self.item(position);
    }

    fn end_array(&mut self) {
        self.end();
    }

    fn scalar(&mut self, scalar: Scalar<'_>) -> Result<(), JsonError> {
        self.scalar(scalar);
        Ok(())
    }
}
