//! Input that a library gets from its caller, and documents that are addressed to a library.

use std::{cell::Cell, rc::Rc};

use yardstick_diagnostics::{Result, Sources, bail, codes};

use crate::values::{Layer, LibraryRef};

/// The role of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Schema,
    Values,
}

/// A document for a nested library.
#[derive(Debug)]
pub(crate) struct Addressed {
    pub(crate) purpose: Purpose,
    /// The remaining reference, as seen from the library that holds the document.
    pub(crate) reference: LibraryRef,
    /// The complete reference as written.
    written: Rc<str>,
    pub(crate) layer: Layer,
    used: Cell<bool>,
}

impl Addressed {
    pub(crate) fn new(purpose: Purpose, reference: LibraryRef, layer: Layer) -> Self {
        let written = reference.to_string().into();
        Self { purpose, reference, written, layer, used: Cell::new(false) }
    }

    /// The document as passed to the next nested library: addressed to `inner`.
    fn passed_on(&self, inner: LibraryRef) -> Self {
        Self {
            purpose: self.purpose,
            reference: inner,
            written: Rc::clone(&self.written),
            layer: self.layer.clone(),
            used: Cell::new(false),
        }
    }
}

/// The input of a library instance from its caller.
#[derive(Debug, Default)]
pub(crate) struct LibraryInputs {
    /// Schema documents, merged over its own.
    pub(crate) schema: Vec<Layer>,
    /// Data values, merged over its own.
    pub(crate) values: Vec<Layer>,
    /// Documents for libraries inside it.
    pub(crate) inner: Vec<Addressed>,
}

impl LibraryInputs {
    /// Sorts flags for the outermost library: its own values, and documents for nested libraries.
    pub(crate) fn by_flags(flags: Vec<Layer>) -> Self {
        let mut given = LibraryInputs::default();
        for layer in flags {
            match layer.reference.clone() {
                None => given.values.push(layer),
                Some(reference) => {
                    given.inner.push(Addressed::new(Purpose::Values, reference, layer));
                }
            }
        }
        given
    }

    /// The documents of `all` for the instance `name~alias`, and the values that the caller gives in code.
    pub(crate) fn collect(
        all: &[Addressed],
        name: &str,
        alias: Option<&str>,
        schema_in_code: &[Layer],
        values_in_code: &[Layer],
    ) -> Self {
        let mut given = LibraryInputs::default();
        let mut last = Vec::new();
        for addressed in all.iter().filter(|all| all.reference.first().matches(name, alias)) {
            addressed.used.set(true);
            let layer = addressed.layer.clone();
            match (addressed.reference.inner(), addressed.purpose) {
                (Some(inner), _) => given.inner.push(addressed.passed_on(inner)),
                (None, Purpose::Schema) => given.schema.push(layer),
                (None, Purpose::Values) if layer.after_library_module => last.push(layer),
                (None, Purpose::Values) => given.values.push(layer),
            }
        }
        given.schema.extend_from_slice(schema_in_code);
        given.values.extend_from_slice(values_in_code);
        given.values.append(&mut last);
        given
    }
}

/// Fails if a document was addressed to a library that was not evaluated.
pub(crate) fn check_all_used(all: &[Addressed], sources: &Sources) -> Result<()> {
    let unused = |purpose| all.iter().filter(move |one| !one.used.get() && one.purpose == purpose);
    let describe = |what: &str, one: &Addressed| {
        format!(
            "{what} belonging to library '{}' on line {}",
            one.written,
            one.layer.document.position.compact(sources)
        )
    };
    let values: Vec<String> =
        unused(Purpose::Values).map(|one| describe("Data Value", one)).collect();
    let schemas: Vec<String> = unused(Purpose::Schema).map(|one| describe("Schema", one)).collect();
    let kinds = match (values.is_empty(), schemas.is_empty()) {
        (true, true) => return Ok(()),
        (false, true) => "data values",
        (true, false) => "schema",
        (false, false) => "data values, and schema",
    };
    let list = [values, schemas].concat().join(", ");
    let note = "no template evaluates a library of this name: write the name that library.get() is given, with '@' before it";
    bail!(
        codes::UNUSED_LIBRARY_VALUES, list;
        note: note;
        within: format!("Expected all provided library {kinds} documents to be used but found unused")
    )
}
