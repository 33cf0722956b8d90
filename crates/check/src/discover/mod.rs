//! Decides which schema applies to a document. Sources are asked in a fixed order, and the first that has an answer
//! wins.

mod catalog;
mod config;
pub mod inputs;
mod kubernetes;
mod modeline;
mod patterns;

use yardstick_diagnostics::{Diagnostic, Span, codes};
use yardstick_world::paths;
use yardstick_yaml::{
    NodeId,
    json::{Type, View},
};

pub use catalog::Catalog;
pub use config::{Config, Setting, unknown_setting};
pub use kubernetes::Kubernetes;
pub(crate) use kubernetes::{Resource, holds_definitions};
pub use patterns::Match;

use crate::schema::{SchemaStore, find_keyword};

/// The schema of a Helm chart's values, next to them.
const HELM_SCHEMA: &str = "values.schema.json";

/// What applies to a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// This schema applies.
    Schema {
        /// The URL of the schema.
        url: String,
        /// Its name in messages.
        name: String,
        /// The position in the document that names the schema, if there is one.
        named_at: Option<Span>,
    },
    /// The document explicitly opts out of checking.
    Unchecked,
    /// No schema was found.
    Missing,
    /// The document is a list of Kubernetes resources, each with its own schema.
    List,
}

/// The places to look for schemas.
#[derive(Debug, Default)]
pub struct Discovery {
    /// The schema given on the command line, as (URL, name).
    pub fixed: Option<(String, String)>,
    /// The project's configuration.
    pub config: Option<Config>,
    /// A schema catalog in the format of `SchemaStore`.
    pub catalog: Option<Catalog>,
    /// Schemas of Kubernetes resources.
    pub kubernetes: Option<Kubernetes>,
    /// Schemas built into the program, as pairs of a file name and the URL of its schema.
    pub own: Vec<(String, String)>,
}

impl Discovery {
    /// Finds the schema for the document at `index` of `view`. `path` is the location of the file if it is on disk.
    pub fn choose(
        &self,
        store: &SchemaStore,
        view: &View,
        index: usize,
        path: Option<&str>,
    ) -> Result<Choice, Box<Diagnostic>> {
        if let Some((url, name)) = &self.fixed {
            return Ok(Choice::named(url.clone(), name));
        }
        let root =
            view.tree().document(index).map_or(NodeId(0), |one| one.root().dereferenced().id());
        let directory = path.map_or("", directory_of);
        let schema = |reference: &str, named_at| Choice::Schema {
            url: store.url_of(reference, directory),
            name: reference.to_owned(),
            named_at,
        };
        if let Some((reference, span)) = modeline::find(view.tree(), index) {
            let is_none = reference.eq_ignore_ascii_case("none");
            return Ok(if is_none { Choice::Unchecked } else { schema(reference, Some(span)) });
        }
        if let Some((reference, span)) = own_schema(view, index) {
            return own_choice(store, reference, |reference| schema(reference, Some(span)));
        }
        if let Some(path) = path {
            if let Some(config) = &self.config
                && let Some((reference, _)) = config.find(path)
            {
                let url = store.url_of(reference, &config.directory);
                return Ok(Choice::named(url, &config.shown(reference)));
            }
            if let Some((url, _)) = self.catalog.as_ref().and_then(|catalog| catalog.find(path)) {
                return Ok(Choice::named(url.to_owned(), &store.shown(url)));
            }
        }
        if let Some(kubernetes) = &self.kubernetes
            && let Some(resource) = Resource::of(view, root)
        {
            if resource.is_list() {
                return Ok(Choice::List);
            }
            if let Some((url, name)) = kubernetes.find(store, &resource) {
                return Ok(Choice::named(url, &name));
            }
        }
        if let Some(path) = path.filter(|path| is_helm_values(path)) {
            let above = &path[..path.len() - paths::base(path).len()];
            if store.exists(&format!("{above}{HELM_SCHEMA}")) {
                return Ok(schema(HELM_SCHEMA, None));
            }
        }
        let name = path.map(paths::base);
        if let Some((_, url)) = self.own.iter().find(|(own, _)| Some(own.as_str()) == name) {
            return Ok(Choice::named(url.clone(), url));
        }
        Ok(Choice::Missing)
    }

    /// Returns the schema of a resource as (URL, name).
    pub(crate) fn of_resource(
        &self,
        store: &SchemaStore,
        resource: &Resource,
    ) -> Option<(String, String)> {
        self.kubernetes.as_ref()?.find(store, resource)
    }

    /// Returns the error for the map at `root` if resources are expected but the map does not say which one it is.
    pub(crate) fn not_a_resource(
        &self,
        view: &View,
        root: NodeId,
        document: usize,
    ) -> Option<Diagnostic> {
        self.kubernetes.as_ref().and_then(|_| kubernetes::not_a_resource(view, root, document))
    }

    /// Returns a hint for a resource that has no schema.
    pub(crate) fn near_resource(&self, store: &SchemaStore, resource: &Resource) -> Option<String> {
        self.kubernetes.as_ref()?.near(store, resource)
    }

    /// Returns a note that the catalog has no schema for the file at `path`.
    pub(crate) fn not_in_catalog(&self, path: Option<&str>) -> Option<String> {
        let (catalog, path) = (self.catalog.as_ref()?, path?);
        Some(format!("no `fileMatch` of {} matches {path}", catalog.name()))
    }

    /// Returns details about the pattern of the configuration or the catalog that matches `path`, if there is one.
    pub(super) fn declares(&self, path: &str) -> Option<Match> {
        let configured = self.config.as_ref().and_then(|config| config.find(path));
        let listed = || self.catalog.as_ref().and_then(|catalog| catalog.find(path));
        configured.map(|(_, found)| found).or_else(|| listed().map(|(_, found)| found))
    }

    /// Whether any pattern explicitly names a hidden file or directory.
    fn names_hidden(&self) -> bool {
        self.config.as_ref().is_some_and(Config::names_hidden)
            || self.catalog.as_ref().is_some_and(Catalog::names_hidden)
    }

    /// Whether to skip the file at `path` if the user did not name it explicitly.
    fn excludes(&self, path: &str, here: &str) -> bool {
        self.config.as_ref().is_some_and(|config| config.excludes(path))
            || self.kubernetes.as_ref().is_some_and(|kubernetes| kubernetes.holds(path, here))
    }

    /// Returns the paths of the configuration and of the schemas that apply to several documents. These files are not
    /// documents themselves.
    pub fn schema_files(&self, store: &SchemaStore) -> Vec<String> {
        let fixed = self.fixed.iter().map(|(url, _)| url.clone());
        let configured = self.config.iter().flat_map(|config| {
            config.references().map(|reference| store.url_of(reference, &config.directory))
        });
        let files = fixed.chain(configured).filter_map(|url| store.path_of(&url));
        files.chain(self.config.iter().map(|config| config.path.clone())).collect()
    }
}

/// Returns a hint for the document at `index` of `view`, which has no schema.
pub(crate) fn without_schema(view: &View, index: usize, path: Option<&str>) -> String {
    if let Some(named) = modeline::nearly(view.tree()) {
        return format!("write the comment as `# yaml-language-server: $schema={named}`");
    }
    let root = view.tree().document(index).map(|document| document.root().dereferenced());
    let is_schema = root.filter(|root| root.is_map()).is_some_and(|root| {
        let mut names = view.members(root.id()).map(|member| view.name(member.key));
        let has = |name| view.get(root.id(), name).is_some();
        names.all(|name| find_keyword(name).is_some())
            && (has("properties") || has("required") || has("$defs"))
    });
    match path.filter(|_| is_schema) {
        Some(path) => format!("{path} looks like a schema: yardstick check -f {path} FILES"),
        None => "a comment `# yaml-language-server: $schema=SCHEMA` and `schemas` in yardstick.yaml name schemas, too".to_owned(),
    }
}

impl Choice {
    fn named(url: String, name: &str) -> Self {
        Choice::Schema { url, name: name.to_owned(), named_at: None }
    }
}

/// Returns the string under `$schema` at the root of a document.
fn own_schema(view: &View, index: usize) -> Option<(&str, Span)> {
    let root = view.tree().document(index)?.root().dereferenced();
    if !root.is_map() {
        return None;
    }
    let value = view.get(root.id(), "$schema")?;
    let node = view.node(value);
    (view.type_of(value) == Type::String).then(|| (node.text(), node.content_span()))
}

fn own_choice(
    store: &SchemaStore,
    reference: &str,
    schema: impl Fn(&str) -> Choice,
) -> Result<Choice, Box<Diagnostic>> {
    if store.is_official(reference) {
        // The file is itself a JSON Schema, so check it against the meta-schema.
        let url = store.meta_schema(reference);
        return Ok(Choice::named(url, reference));
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

/// Returns the directory part of `path`; empty if there is none.
pub fn directory_of(path: &str) -> &str {
    match path.rfind('/') {
        Some(0) => "/",
        Some(at) => &path[..at],
        None => "",
    }
}
