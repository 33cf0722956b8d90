//! One document of data values or schema, before it is merged with others. A layer knows how it is merged and which
//! library it is for.

use yardstick_diagnostics::{Diagnostic, Result, bail, codes, spelling};
use yardstick_template::{
    expect_bool,
    tree::{Annotation, Argument, Document},
};

use super::LibraryRef;
use crate::annotations::{ARGUMENTS, DATA_VALUES, LIBRARY_REF};

/// How to merge a document with existing values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merge {
    /// As an overlay: new keys need `missing_ok`, arrays append.
    Overlay,
    /// Maps merge, everything else is replaced, new keys are allowed.
    Plain,
    /// One value under a path of keys: it replaces an existing value or is added.
    Value,
}

/// A document of data values or schema, and the library it is addressed to.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) document: Document,
    pub(crate) merge: Merge,
    /// The library it is addressed to.
    pub(crate) reference: Option<LibraryRef>,
    /// Merged after the values that the caller of the library gave in code.
    pub(crate) after_library_module: bool,
}

impl Layer {
    /// A document that is merged as an overlay.
    pub(crate) fn overlay(document: Document) -> Self {
        Self { document, merge: Merge::Overlay, reference: None, after_library_module: false }
    }

    /// A document of plain values.
    pub(crate) fn plain(document: Document) -> Self {
        Self { merge: Merge::Plain, ..Self::overlay(document) }
    }

    /// A value of a flag or of the environment, made by `value_at_path`.
    pub(crate) fn value(document: Document) -> Self {
        Self { merge: Merge::Value, ..Self::overlay(document) }
    }

    /// A document of a file, addressed by its annotations.
    pub(crate) fn of_document(document: Document) -> Result<Self> {
        let reference = document.annotations.get(LIBRARY_REF).map(|annotation| {
            reference(annotation).map_err(|error| Box::new(error.at(annotation.position.span())))
        });
        let reference = reference.transpose()?;
        let after_library_module = match document.annotations.get(DATA_VALUES) {
            Some(annotation) => after_library_module(annotation, reference.is_some())?,
            None => false,
        };
        Ok(Self { reference, after_library_module, ..Self::overlay(document) })
    }
}

fn reference(annotation: &Annotation) -> Result<LibraryRef> {
    let [argument] = &annotation.positional[..] else {
        let count = annotation.positional.len();
        bail!(
            codes::LIBRARY_REF_COUNT,
            "Expected library/ref annotation to have one arg, got {count}";
            note: "write the name of a library: #@library/ref \"@name\""
        );
    };
    let Some(text) = argument.as_str() else {
        bail!(codes::LIBRARY_REF_TYPE, "expected a string, but was {}", argument.type_name());
    };
    LibraryRef::parse(text)
        .map_err(|error| Box::new(error.within(format!("Annotation {LIBRARY_REF}"))))
}

fn after_library_module(annotation: &Annotation, is_addressed: bool) -> Result<bool> {
    let mut after = false;
    for (keyword, value) in &annotation.keywords {
        if *keyword != "after_library_module" {
            let message = format!("Unknown kwarg {keyword} for annotation {DATA_VALUES}");
            let error = Diagnostic::error(codes::VALUES_ARGUMENT, message);
            let near =
                spelling::nearest(&keyword.to_lossy(), Argument::names(ARGUMENTS, DATA_VALUES));
            let note = near.map(|near| spelling::did_you_mean(format_args!("{near}=")));
            return Err(Box::new(error.notes(note)));
        }
        if !is_addressed {
            let message =
                "Expected kwarg 'after_library_module' to be used with library/ref annotation";
            let error = Diagnostic::error(codes::VALUES_WITHOUT_LIBRARY, message);
            return Err(Box::new(error.within(format!("Annotation {DATA_VALUES}"))));
        }
        after = expect_bool(value)
            .map_err(|message| Box::new(Diagnostic::error(codes::VALUES_ARGUMENT_TYPE, message)))?;
    }
    Ok(after)
}
