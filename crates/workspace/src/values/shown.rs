//! Data values as code sees them.
//!
//! Code may change the lists in them, and what one file does must not be seen by another. Structs and
//! scalars cannot be changed, so only what holds lists is copied for each file; the first one gets the
//! original.

use std::cell::{OnceCell, RefCell};

use yardstick_diagnostics::{Diagnostic, codes, spelling};
use yardstick_starlark::Value;
use yardstick_template::{
    convert,
    structs::{self, Struct},
    tree::Yaml,
};
use yardstick_yaml::{NodeRef, Tree};

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

    pub(crate) fn new(document: &Yaml) -> Self {
        Self::of(convert::to_structs(document), document.clone())
    }

    fn of(values: Value, document: Yaml) -> Self {
        Self { untouched: RefCell::new(Some(values)), document, model: OnceCell::new() }
    }

    /// The values with their places.
    pub(crate) fn document(&self) -> &Yaml {
        &self.document
    }

    /// A warning if every key of the plain file `tree` is a data value: it was probably to give values, and is
    /// printed instead.
    pub(crate) fn are_all_keys_of(&self, tree: &Tree, path: &str) -> Option<Diagnostic> {
        let values = self.document.as_map().filter(|map| !map.is_empty())?;
        let mut documents = tree.documents();
        let root = documents.next()?.root();
        if documents.next().is_some() || !root.is_map() || root.is_empty() {
            return None;
        }
        let is_value = |key: &NodeRef<'_>| values.get(&Yaml::text(key.text())).is_some();
        let (known, others): (Vec<_>, Vec<_>) =
            root.entries().map(|entry| entry.key).partition(is_value);
        // A file that is to give values may have a misspelt key among them.
        let names: Vec<String> =
            values.items().iter().map(|item| convert::display_key(&item.key)).collect();
        let near = |key: &NodeRef<'_>| spelling::hint(key.text(), names.iter().map(String::as_str));
        if known.is_empty() || !others.iter().all(|key| near(key).is_some()) {
            return None;
        }
        let misspelt = others.first().and_then(|key| {
            near(key).map(|hint| format!("'{}' is not declared: {hint}", key.text()))
        });
        let all = if others.is_empty() { "All keys of" } else { "Keys of" };
        let message =
            format!("{all} {path} are data values, but the file is printed as a document");
        let note = format!(
            "to give values, pass it with --data-values-file {path} instead of -f, or write `#@data/values` and `---` at its top"
        );
        Some(
            Diagnostic::warning(codes::VALUES_AS_DOCUMENT, message)
                .at(root.content_span())
                .note(note)
                .notes(misspelt),
        )
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
            None => structs::copy(self.model.get_or_init(|| convert::to_structs(&self.document))),
        }
    }
}

/// A struct without fields: data values before there are any.
fn no_values() -> Value {
    Value::host(Struct::new(Vec::new()))
}
