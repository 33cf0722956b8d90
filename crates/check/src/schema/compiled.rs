//! A compiled schema, and queries about it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use jsonschema::Validator;
use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};
use url::Url;
use yardstick_diagnostics::{Diagnostic, FileId, SourceFile, codes};
use yardstick_yaml::{
    NodeId,
    json::{LoadOptions, Member, Type, View},
};

use super::{Cycle, SchemaFile, SchemaStore, references::Atlas, rewrite::Rewrite};
use crate::{
    ecma,
    engine::{
        Value, Yaml,
        budget::{self, Names},
    },
    read,
    rules::{backtracking, property_names::CompileAt},
};

/// A compiled schema, created by [`Schema::compile`].
pub struct Schema {
    /// The name for messages.
    pub name: String,
    /// The file it comes from.
    pub file: Arc<SchemaFile>,
    /// References that lead back to themselves.
    pub cycles: Vec<Cycle>,
    /// Probable mistakes in the schema.
    pub warnings: Vec<Diagnostic>,
    /// URLs that cannot be loaded, each with the error to report if a document needs it.
    pub(super) lost: Vec<(String, Diagnostic)>,
    /// The indexes of the entries of `lost` that documents needed, with the names of these documents.
    pub(super) reached: Mutex<BTreeMap<usize, BTreeSet<String>>>,
    pub(super) store: Arc<SchemaStore>,
    pub(super) validator: Validator<Yaml>,
    pub(super) compile_at: CompileAt,
    /// Subschemas compiled on demand, to give more details about errors.
    pub(super) parts: Mutex<FxHashMap<String, Option<Arc<Validator<Yaml>>>>>,
    pub(super) atlas: Atlas,
    pub(super) base: String,
    pub(super) entry: &'static str,
    /// The fragment of the URL: the part of the file that is the schema.
    pub(super) fragment: Option<String>,
    pub(super) shared_location: OnceLock<Arc<str>>,
    pub(super) declares_itself: bool,
    /// Maps translated patterns to the patterns in the schema. Created for the first error.
    pub(super) patterns: OnceLock<FxHashMap<String, String>>,
    /// The cost of the patterns for property names; see [`Schema::patterns_for_names`].
    pub(super) for_names: OnceLock<Names>,
}

impl Schema {
    /// Returns the errors and warnings of the schema.
    pub fn problems(&self) -> Vec<Diagnostic> {
        let cycles = self.cycles.iter().map(Cycle::problem);
        let reached = self.reached();
        let lost = reached.iter().filter_map(|(&at, files)| {
            let first = files.first()?;
            let more = match files.len() - 1 {
                0 => String::new(),
                1 => " and 1 other file".to_owned(),
                more => format!(" and {more} other files"),
            };
            Some(self.lost.get(at)?.1.clone().note(format!("needed by {first}{more}")))
        });
        cycles.chain(lost).chain(self.warnings.iter().cloned()).collect()
    }

    /// Whether the file at `url` is the schema's own file or one that it refers to.
    pub(crate) fn uses(&self, url: &str) -> bool {
        let url = url.split('#').next().unwrap_or(url);
        self.atlas.files.iter().any(|file| file.url == url)
    }

    /// Whether some references cannot be loaded, so that the verdict may stay open.
    pub(crate) fn has_lost_references(&self) -> bool {
        !self.lost.is_empty()
    }

    /// Records that `file` needs the schemas at `urls`, which cannot be loaded. Returns the error for the first one.
    pub(crate) fn reach(&self, urls: &[String], file: &str) -> Diagnostic {
        let mut first = None;
        for (at, (_, problem)) in
            self.lost.iter().enumerate().filter(|(_, (url, _))| urls.contains(url))
        {
            self.reached().entry(at).or_default().insert(file.to_owned());
            first.get_or_insert_with(|| problem.clone());
        }
        first.unwrap_or_else(|| {
            let message = format!("Cannot resolve reference to {}", urls.join(", "));
            Diagnostic::error(codes::UNRESOLVED_REFERENCE, message)
        })
    }

    fn reached(&self) -> MutexGuard<'_, BTreeMap<usize, BTreeSet<String>>> {
        self.reached.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the engine's validator.
    pub fn validator(&self) -> &Validator<Yaml> {
        &self.validator
    }

    /// Returns the store that its files come from.
    pub fn store(&self) -> &Arc<SchemaStore> {
        &self.store
    }

    /// Whether the schema accepts null, and so a file without any document.
    pub fn accepts_null(&self) -> bool {
        let source = Arc::new(SourceFile::new("", "null"));
        read::parse(source, FileId(0)).is_ok_and(|tree| {
            let (view, _) = View::new(tree, LoadOptions::default());
            let null = Value::new(&view, NodeId(0));
            budget::within(budget::steps(1), || self.validator.is_valid(null)).unwrap_or(false)
        })
    }

    /// Whether a `$schema` key of the document is checked like any other member.
    pub fn declares_dollar_schema(&self) -> bool {
        self.declares_itself
    }

    /// Returns the number of items of the array `id` that the subschema at `target` accepts; see [`Schema::at`].
    pub fn count_matches(&self, target: &str, view: &View, id: NodeId) -> Option<usize> {
        let validator = self.at(target)?;
        let items = view.node(id).items();
        Some(items.filter(|item| validator.is_valid(Value::new(view, item.id()))).count())
    }

    /// Returns the base URL: the schema's `$id`, or the URL it was read from.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Returns the base URL with the fragment, if the schema is a part of its file.
    pub fn location(&self) -> String {
        match &self.fragment {
            Some(fragment) => format!("{}#{fragment}", self.base),
            None => self.base.clone(),
        }
    }

    /// Returns the [`location`](Self::location), which the reports of all files share.
    pub(crate) fn shared_location(&self) -> Arc<str> {
        Arc::clone(self.shared_location.get_or_init(|| Arc::from(self.location())))
    }

    /// Returns the pattern as the author wrote it. `pattern` is its translation for the engine.
    pub(crate) fn written_pattern(&self, pattern: &str) -> Option<&str> {
        let patterns = self.patterns.get_or_init(|| {
            let written = self.atlas.files.iter().flat_map(|file| patterns(file, true));
            written.filter_map(|text| Some((ecma::translated(text)?, text.to_owned()))).collect()
        });
        let plain = pattern.trim_end_matches("(?:)");
        patterns.get(pattern).or_else(|| patterns.get(plain)).map(String::as_str)
    }

    /// Returns the cost of the patterns that the schema applies to property names.
    pub(crate) fn patterns_for_names(&self) -> Names {
        *self.for_names.get_or_init(|| {
            // Every document asks for this, and most schemas have no such patterns.
            let has_names = |file: &&Arc<SchemaFile>| {
                let bytes = file.view.tree().source().bytes();
                memchr::memmem::find(bytes, b"patternProperties").is_some()
            };
            let files = self.atlas.files.iter().filter(has_names);
            let names = files.flat_map(|file| patterns(file, false));
            let mut all = Names::default();
            for name in names {
                let translated = ecma::translated(name);
                all.needs_backtracking |=
                    backtracking::needs_backtracking(translated.as_deref().unwrap_or(name));
                all.weight = all.weight.max(ecma::weight(name));
            }
            all
        })
    }

    /// Returns a location that the engine reports, with patterns as the author wrote them.
    pub(crate) fn written_location(&self, location: String) -> String {
        let written = |name: &str| self.written_pattern(name).map(str::to_owned);
        ecma::renamed(&location, written).unwrap_or(location)
    }

    /// Returns the validator of a subschema. `target` is its URL or its JSON pointer in the root file.
    pub fn at(&self, target: &str) -> Option<Arc<Validator<Yaml>>> {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let key = target;
        let part = parts.entry(target.to_owned()).or_insert_with(|| {
            let target = ecma::translated_location(target);
            (self.compile_at)(target.as_deref().unwrap_or(key)).map(Arc::new)
        });
        part.clone()
    }

    /// Returns the prefix of the path to every error: empty, or the reference that compilation started from.
    pub fn entry(&self) -> &'static str {
        self.entry
    }

    /// Returns the schema that contains a keyword (`up` is 1) or the value of the keyword itself (`up` is 0). The
    /// keyword is given by its URL or, without one, by its JSON pointer in the root file.
    pub fn node_of(
        &self,
        url: Option<&str>,
        pointer: &str,
        up: usize,
    ) -> Option<(Arc<SchemaFile>, NodeId)> {
        let mut target = url.map_or_else(|| format!("{}#{pointer}", self.base), str::to_owned);
        for _ in 0..up {
            target.truncate(target.rfind('/').filter(|&at| at > target.find('#').unwrap_or(0))?);
        }
        let (file, node) = self.atlas.resolve_url(&Url::parse(&target).ok()?)?;
        Some((Arc::clone(&self.atlas.files[file]), node))
    }

    /// Returns the names of all properties declared by the schema that contains a keyword, or by the schemas that it
    /// applies to the same value. The keyword is given as for [`node_of`](Self::node_of).
    pub fn declared(&self, url: Option<&str>, pointer: &str) -> Vec<String> {
        let mut target = url.map_or_else(|| format!("{}#{pointer}", self.base), str::to_owned);
        let Some(at) = target.rfind('/').filter(|&at| at > target.find('#').unwrap_or(0)) else {
            return Vec::new();
        };
        let keyword = target.split_off(at);
        let start = Url::parse(&target).ok().and_then(|url| self.atlas.resolve_url(&url));
        // `additionalProperties` only considers its sibling keywords.
        let is_far = keyword.starts_with("/unevaluated");
        start.map_or_else(Vec::new, |start| self.atlas.declared(start, is_far))
    }

    /// Returns the names of all properties that one branch declares. `at` is the index of the branch in the list
    /// under the keyword.
    pub(crate) fn declared_by_branch(
        &self,
        url: Option<&str>,
        pointer: &str,
        at: usize,
    ) -> Vec<String> {
        let target = url.map_or_else(|| format!("{}#{pointer}", self.base), str::to_owned);
        let branch = Url::parse(&format!("{target}/{at}")).ok();
        let start = branch.and_then(|url| self.atlas.resolve_url(&url));
        start.map_or_else(Vec::new, |start| self.atlas.declared(start, true))
    }

    /// Whether the schema is a part of its file.
    pub fn is_part(&self) -> bool {
        self.fragment.is_some()
    }

    /// Returns the schema as JSON, without the YAML rules. A part of a file becomes a reference to it.
    pub fn to_json(&self) -> Json {
        if self.is_part() {
            return json!({ "$ref": self.location() });
        }
        match self.file.root() {
            Some(root) => Rewrite::NONE.schema(&self.file.view, root),
            None => json!({}),
        }
    }
}

/// Returns the patterns that a schema file applies to property names, and with `of_values` also those for values.
fn patterns(file: &SchemaFile, of_values: bool) -> Vec<&str> {
    pattern_places(file, of_values).into_iter().map(|(pattern, _)| pattern).collect()
}

/// Returns the same patterns as [`patterns`], each with its node.
pub(super) fn pattern_places(file: &SchemaFile, of_values: bool) -> Vec<(&str, NodeId)> {
    let view = &file.view;
    let mut found = Vec::new();
    for node in view.tree().nodes().filter(|node| node.is_map()) {
        for Member { key, value } in view.members(node.id()) {
            match view.name(key) {
                "pattern" if of_values && view.type_of(value) == Type::String => {
                    found.push((view.node(value).text(), value));
                }
                "patternProperties" if view.node(value).is_map() => {
                    let names = view.members(value).map(|member| member.key);
                    found.extend(names.map(|key| (view.name(key), key)));
                }
                _ => {}
            }
        }
    }
    found
}
