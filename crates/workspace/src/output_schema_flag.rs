//! `--output-schema [KEY=VALUE[,KEY=VALUE]:]PATH`: schemas for output documents.
//!
//! The file is a schema by example, or a YAML Schema, JSON Schema, `OpenAPI` document or custom resource definition,
//! which is then converted to one. So errors of all of them show places in templates. A custom resource definition
//! selects the documents of its kind by itself, and does not restrict `apiVersion`, `kind` and `metadata`.

use std::{rc::Rc, sync::Arc};

use yardstick_bridge::import;
use yardstick_diagnostics::{Diagnostic, FileId, Result, SourceFile, bail, codes};
use yardstick_schema::{Standalone, Type};
use yardstick_template::{
    convert::display_key,
    plain_documents,
    tree::{Document, Map, Yaml},
};

use crate::{Session, inputs};

/// A schema, and the documents that it applies to.
pub(crate) struct GivenSchema {
    /// The argument as written.
    pub(crate) written: String,
    pub(crate) selector: Selector,
    pub(crate) held_to: Standalone,
    /// Whether the schema ignores the keys that every Kubernetes resource has.
    is_of_resource: bool,
}

/// The suffix of the name of a converted schema.
pub(crate) const CONVERTED: &str = " (converted)";

/// The keys that every Kubernetes resource has.
const OF_RESOURCES: [&str; 3] = ["apiVersion", "kind", "metadata"];

impl GivenSchema {
    /// The part of `document` that the schema applies to.
    pub(crate) fn part_of(&self, document: &Document) -> Document {
        let mut part = document.clone();
        if let (true, Yaml::Map(map)) = (self.is_of_resource, &mut part.value) {
            let is_implied = |key: &Yaml| {
                let name =
                    key.as_text().filter(|name| OF_RESOURCES.iter().any(|one| **name == **one));
                name.is_some() && !self.declares(key)
            };
            let items = map.items().iter().filter(|item| !is_implied(&item.key)).cloned();
            *map = Rc::new(Map::new(items.collect()));
        }
        part
    }

    fn declares(&self, key: &Yaml) -> bool {
        matches!(self.held_to.schema.root().type_.not_null(), Type::Map(map) if map.known(key).is_some())
    }
}

/// Keys that a document must have, with their values. An empty selector selects all documents.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Selector(Vec<(String, String)>);

impl Selector {
    /// True if `document` has all of them.
    pub(crate) fn selects(&self, document: &Document) -> bool {
        self.0.iter().all(|(path, wanted)| {
            let mut here = &document.value;
            for key in path.split('.') {
                match here.as_map().and_then(|map| map.get(&Yaml::text(key))) {
                    Some(item) => here = &item.value,
                    None => return false,
                }
            }
            display_key(here) == *wanted
        })
    }
}

/// Reads the schemas that `arguments` name.
pub(crate) fn read(session: &Session, arguments: &[String]) -> Result<Vec<GivenSchema>> {
    arguments.iter().map(|argument| read_one(session, argument)).collect()
}

fn read_one(session: &Session, argument: &str) -> Result<GivenSchema> {
    let (mut selector, path) = split(argument);
    let mut is_of_resource = false;
    let doing = || format!("Reading the output schema '{path}'");
    let mut load = || {
        let files = inputs::resolve(&*session.world, &[path], &session.links)?;
        let [file] = &files[..] else {
            bail!(codes::VALUE_FILE, "Expected '{path}' to be a file, but is a directory");
        };
        let (id, source) = file.source_file(&*session.world, &session.sources)?;
        let text = String::from_utf8_lossy(source.bytes()).into_owned();
        if is_by_example(&text) {
            return Standalone::among(&session.sources, path, &text);
        }
        if let Some(kind) = defined_kind(&source, id) {
            is_of_resource = true;
            if selector.0.is_empty() {
                selector.0.push(("kind".to_owned(), kind));
            }
        }
        let imported = import(source, id, &yardstick_bridge::Options::default())
            .map_err(|problems| problems.into_iter().next().map_or_else(unreadable, Box::new))?;
        let is_lossy = |warning: &Diagnostic| warning.code == codes::LOSSY;
        session.warn(imported.warnings.into_iter().filter(is_lossy));
        Standalone::among(&session.sources, &format!("{path}{CONVERTED}"), &imported.text)
    };
    let held_to = load().map_err(|error: Box<Diagnostic>| Box::new(error.within(doing())))?;
    Ok(GivenSchema { written: argument.to_owned(), selector, held_to, is_of_resource })
}

/// The kind that a custom resource definition defines; `None` for other files.
fn defined_kind(source: &Arc<SourceFile>, id: FileId) -> Option<String> {
    let options = yardstick_yaml::Options::yaml12();
    let tree = yardstick_yaml::parse(Arc::clone(source), id, &options).ok()?;
    let document = plain_documents(&tree).into_iter().next()?;
    let is_definition = Selector(vec![("kind".to_owned(), "CustomResourceDefinition".to_owned())]);
    let mut here = is_definition.selects(&document).then_some(&document.value)?;
    for key in ["spec", "names", "kind"] {
        here = &here.as_map()?.get(&Yaml::text(key))?.value;
    }
    Some(display_key(here))
}

fn unreadable() -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::UNUSABLE_SCHEMA, "the schema cannot be converted"))
}

/// True if a text is a schema by example, which an annotation shows.
fn is_by_example(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.any(|line| line.starts_with("#@data/values-schema") || line.starts_with("#@schema/"))
}

/// Splits an argument into the selector, if there is one, and the path.
fn split(argument: &str) -> (Selector, &str) {
    let pairs = |text: &str| {
        let pair = |pair: &str| {
            let (key, value) = pair.split_once('=')?;
            Some((key.to_owned(), value.to_owned()))
        };
        text.split(',').map(pair).collect::<Option<Vec<_>>>()
    };
    let parts = argument.split_once(':');
    match parts.and_then(|(before, path)| Some((pairs(before)?, path))) {
        Some((pairs, path)) => (Selector(pairs), path),
        None => (Selector(Vec::new()), argument),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selector_comes_before_the_path() {
        let pairs = |argument| {
            let (Selector(pairs), path) = split(argument);
            (pairs.iter().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>().join(" "), path)
        };
        assert_eq!(pairs("a.yml"), (String::new(), "a.yml"));
        assert_eq!(pairs("kind=Pod:a.yml"), ("kind=Pod".to_owned(), "a.yml"));
        let two = "kind=Pod,apiVersion=apps/v1:https://example.com/a.json";
        let said = ("kind=Pod apiVersion=apps/v1".to_owned(), "https://example.com/a.json");
        assert_eq!(pairs(two), said);
        let url = "https://example.com/a.json";
        assert_eq!(pairs(url), (String::new(), url));
    }
}
