//! Which schema applies to a document: the first of these that says so.

mod catalog;
mod config;
pub mod inputs;
mod kubernetes;
mod modeline;
mod patterns;

use yardstick_diagnostics::{Diagnostic, codes};
use yardstick_world::paths;
use yardstick_yaml::json::{Type, View};

pub use catalog::Catalog;
pub use config::Config;
pub use kubernetes::Kubernetes;

use crate::schema::SchemaStore;

/// What applies to a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// That schema.
    Schema {
        /// Where it is.
        url: String,
        /// What messages call it.
        name: String,
    },
    /// Nothing, on purpose.
    Unchecked,
}

/// Where schemas are looked for.
#[derive(Debug, Default)]
pub struct Discovery {
    /// The schema named on the command line: (URL, name).
    pub fixed: Option<(String, String)>,
    /// The project's configuration.
    pub config: Option<Config>,
    /// A catalog in the form of `SchemaStore`'s.
    pub catalog: Option<Catalog>,
    /// Schemas of Kubernetes resources.
    pub kubernetes: Option<Kubernetes>,
}

const NO_SCHEMA: &str =
    "No schema: pass -f/--schema or add a string `$schema` key to the YAML root mapping";

impl Discovery {
    /// The schema of the document at `index` of `view`, which is read from `path` if it is on disk.
    pub fn choose(
        &self,
        store: &SchemaStore,
        view: &View,
        index: usize,
        path: Option<&str>,
    ) -> Result<Choice, Box<Diagnostic>> {
        if let Some((url, name)) = &self.fixed {
            return Ok(Choice::Schema { url: url.clone(), name: name.clone() });
        }
        let directory = path.map_or("", directory_of);
        let schema = |reference: &str| Choice::Schema {
            url: store.url_of(reference, directory),
            name: reference.to_owned(),
        };
        if let Some(reference) = modeline::find(view.tree(), index) {
            let is_none = reference.eq_ignore_ascii_case("none");
            return Ok(if is_none { Choice::Unchecked } else { schema(reference) });
        }
        if let Some(reference) = own_schema(view, index) {
            return own_choice(store, reference, schema);
        }
        if let Some(path) = path {
            if let Some(reference) = self.config.as_ref().and_then(|config| config.find(path)) {
                return Ok(Choice::Schema {
                    url: store.url_of(&reference.0, &reference.1),
                    name: reference.0,
                });
            }
            if let Some(url) = self.catalog.as_ref().and_then(|catalog| catalog.find(path)) {
                return Ok(Choice::Schema { url: url.to_owned(), name: url.to_owned() });
            }
        }
        if let Some(reference) =
            self.kubernetes.as_ref().and_then(|kubernetes| kubernetes.find(view, index))
        {
            let url = store.url_of(&reference, "");
            return Ok(Choice::Schema { url, name: reference });
        }
        if let Some(path) = path.filter(|path| is_helm_values(path)) {
            let above = &path[..path.len() - paths::base(path).len()];
            if store.exists(&format!("{above}values.schema.json")) {
                return Ok(schema("values.schema.json"));
            }
        }
        Err(Box::new(Diagnostic::error(codes::NO_SCHEMA, NO_SCHEMA)))
    }
}

/// The string `$schema` at the root of a document.
fn own_schema(view: &View, index: usize) -> Option<&str> {
    let root = view.tree().document(index)?.root().dereferenced();
    if !root.is_map() {
        return None;
    }
    let value = view.get(root.id(), "$schema")?;
    (view.type_of(value) == Type::String).then(|| view.node(value).text())
}

fn own_choice(
    store: &SchemaStore,
    reference: &str,
    schema: impl Fn(&str) -> Choice,
) -> Result<Choice, Box<Diagnostic>> {
    if store.is_official(reference) {
        // The file is itself a schema.
        let url = store.meta_schema(reference);
        return Ok(Choice::Schema { url, name: reference.to_owned() });
    }
    match url::Url::parse(reference) {
        Ok(url) if url.scheme().len() > 1 && !matches!(url.scheme(), "http" | "https" | "file") => {
            let message = format!("Unsupported URL scheme in `$schema`: {reference}");
            Err(Box::new(Diagnostic::error(codes::NO_SCHEMA, message)))
        }
        _ => Ok(schema(reference)),
    }
}

fn is_helm_values(path: &str) -> bool {
    matches!(paths::base(path), "values.yaml" | "values.yml")
}

/// The directory in front of the last piece of `path`; empty if there is none.
pub fn directory_of(path: &str) -> &str {
    match path.rfind('/') {
        Some(0) => "/",
        Some(at) => &path[..at],
        None => "",
    }
}
