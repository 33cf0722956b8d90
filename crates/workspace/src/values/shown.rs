//! Data values as code sees them.
//!
//! Code may change the lists in them, and what one file does must not be seen by another. Structs and
//! scalars cannot be changed, so only what holds lists is copied for each file; the first one gets the
//! original.

use std::cell::{OnceCell, RefCell};

use yardstick_diagnostics::{Result, codes};
use yardstick_starlark::Value;
use yardstick_template::{
    convert,
    structs::{self, Struct},
    tree::Yaml,
};

/// The data values of a library, to be handed to its files.
pub(crate) struct ShownValues {
    /// The values, as long as nobody has got hold of lists in them.
    untouched: RefCell<Option<Value>>,
    /// Where further ones come from.
    document: Yaml,
    model: OnceCell<Value>,
}

impl ShownValues {
    /// No values, as long as they are not known.
    pub(crate) fn none() -> Self {
        Self::of(no_values(), Yaml::Null)
    }

    pub(crate) fn new(document: &Yaml) -> Result<Self> {
        let values = convert::to_structs(document)
            .map_err(|error| error.into_diagnostic(codes::VALUES_NOT_SHOWN))?;
        Ok(Self::of(values, document.clone()))
    }

    fn of(values: Value, document: Yaml) -> Self {
        Self { untouched: RefCell::new(Some(values)), document, model: OnceCell::new() }
    }

    /// The values for one more file.
    pub(crate) fn for_a_file(&self) -> Value {
        let mut untouched = self.untouched.borrow_mut();
        match untouched.take() {
            Some(values) if structs::can_change(&values) => values,
            Some(values) => {
                *untouched = Some(values.clone());
                values
            }
            None => structs::copy(self.model.get_or_init(|| {
                // It was possible before.
                convert::to_structs(&self.document).unwrap_or_else(|_| no_values())
            })),
        }
    }
}

/// A struct without fields: data values before there are any.
fn no_values() -> Value {
    Value::host(Struct::new(Vec::new()))
}
