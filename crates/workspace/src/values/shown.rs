//! Data values as code sees them.
//!
//! Code may change lists in them, and other files must not see these changes. So each file gets its own values, made of
//! the document as far as the file reads them. Structs and scalars are immutable, so values without lists are shared.

use std::rc::Rc;

use yardstick_diagnostics::{Diagnostic, codes, spelling};
use yardstick_schema::{Schema, Type};
use yardstick_starlark::Value;
use yardstick_template::{
    convert,
    structs::Struct,
    tree::{Kind, Yaml},
};
use yardstick_yaml::{NodeRef, Tree};

use crate::InputFile;

/// The data values of a library, to be passed to its files.
pub(crate) struct ShownValues {
    /// The values that all files share, if nothing in them can change.
    shared: Option<Value>,
    /// What the values of a file are made of.
    document: Yaml,
    /// The schema they were checked against. Without one, nothing is known about the values of other runs.
    schema: Option<Rc<Schema>>,
}

impl ShownValues {
    /// No values, as long as they are unknown.
    pub(crate) fn none() -> Self {
        let nothing = Value::host(Struct::new(Vec::new()));
        Self { shared: Some(nothing), document: Yaml::Null, schema: None }
    }

    pub(crate) fn new(document: &Yaml, schema: &Rc<Schema>) -> Self {
        let shared = (!has_lists(document)).then(|| convert::to_structs(document));
        Self { shared, document: document.clone(), schema: Some(Rc::clone(schema)) }
    }

    /// The kind of scalar that the schema allows at `keys`, if there is only one. The values of this run say nothing
    /// about those of the next.
    pub(crate) fn declared_kind(&self, keys: &[&str]) -> Option<Kind> {
        let root = &self.schema.as_ref()?.root().type_;
        let type_ = keys.iter().try_fold(root, |type_, key| match type_.not_null() {
            Type::Map(map) => {
                let is_named = |name: &Yaml| {
                    name.as_text().is_some_and(|name| name.as_bytes() == key.as_bytes())
                };
                map.named().find(|(name, _)| is_named(name)).map(|(_, declared)| &declared.type_)
            }
            _ => None,
        })?;
        match type_.not_null() {
            Type::Scalar(kind) => Some(*kind),
            _ => None,
        }
    }

    /// The values with their places.
    pub(crate) fn document(&self) -> &Yaml {
        &self.document
    }

    /// A warning if every key of `file`, a plain file parsed as `tree`, is a data value: it was probably meant to set
    /// values, but is printed instead. Documents may have such keys too. So the values must fit, and the file must be
    /// named like a values file or be an argument itself.
    pub(crate) fn are_all_keys_of(&self, tree: &Tree, file: &InputFile) -> Option<Diagnostic> {
        let path = file.path();
        let values = self.document.as_map().filter(|map| !map.is_empty())?;
        let mut documents = tree.documents();
        let root = documents.next()?.root();
        if documents.next().is_some() || !root.is_map() || root.is_empty() {
            return None;
        }
        let has = |name: &str| root.entries().any(|entry| entry.key.text() == name);
        if has("apiVersion") && has("kind") {
            return None;
        }
        let is_value = |key: &NodeRef<'_>| values.get(&Yaml::text(key.text())).is_some();
        let (known, others): (Vec<_>, Vec<_>) =
            root.entries().map(|entry| entry.key).partition(is_value);
        // A values file may have one misspelled key.
        let names: Vec<String> =
            values.items().iter().map(|item| convert::display_key(&item.key)).collect();
        let near = |key: &NodeRef<'_>| spelling::hint(key.text(), names.iter().map(String::as_str));
        if known.is_empty() || !others.iter().all(|key| near(key).is_some()) {
            return None;
        }
        let speaks = names_values(path) || file.is_named();
        let fits = root.entries().all(|entry| {
            values.get(&Yaml::text(entry.key.text())).is_none_or(|item| {
                let is_map = item.value.as_map().is_some();
                let is_array = matches!(item.value, Yaml::Array(_));
                entry.value.is_map() == is_map && entry.value.is_sequence() == is_array
            })
        });
        if !speaks || !fits {
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
        self.shared.clone().unwrap_or_else(|| convert::to_structs(&self.document))
    }
}

/// Whether there is an array anywhere in `yaml`. The recursion is bounded, because the depth of values is.
fn has_lists(yaml: &Yaml) -> bool {
    match yaml {
        Yaml::Array(_) => true,
        Yaml::Map(map) => map.items().iter().any(|item| has_lists(&item.value)),
        _ => false,
    }
}

/// True if the path looks like a values file: `values.yml`, `prod-values.yml`, `envs/prod.yml`.
fn names_values(path: &str) -> bool {
    let (directories, file) = path.rsplit_once('/').unwrap_or(("", path));
    let is_of_values = |name: &str| ["env", "envs", "environments", "values"].contains(&name);
    file.contains("values") || directories.split('/').any(is_of_values)
}
