//! The annotations that give a document its role: data values or schema, and for which library.

use yardstick_template::tree::{Argument, Arguments};

/// The annotation of documents with data values.
pub(crate) const DATA_VALUES: &str = "data/values";
/// The keyword arguments of [`DATA_VALUES`].
pub(crate) const ARGUMENTS: &[Arguments] = &[(
    DATA_VALUES,
    &[Argument::new(
        "after_library_module",
        "after_library_module=True",
        "With @library/ref: apply after the values that the library is called with",
    )],
)];
/// The annotation of documents that declare data values.
pub(crate) const SCHEMA: &str = "data/values-schema";
/// Another name of [`SCHEMA`].
pub(crate) const DEFINITION: &str = "schema/definition";
/// The annotation that addresses a document to a library.
pub(crate) const LIBRARY_REF: &str = "library/ref";
