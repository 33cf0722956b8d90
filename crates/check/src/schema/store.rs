//! Holds all schema files of a run by URL. Each file is read once: from disk, a mapped directory or the network.

use std::{
    error::Error,
    sync::{Arc, Mutex},
};

use jsonschema::{Draft, Retrieve, Uri};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;
use url::Url;
use yardstick_diagnostics::{Diagnostic, SourceFile, Sources, codes};
use yardstick_world::{World, cannot_read, nearby, network::masked, paths, reason};
use yardstick_yaml::{
    NodeId,
    json::{LoadOptions, Type, View},
};

use super::{
    beside_reference,
    cache::Copy,
    draft3, later_words, openapi,
    origin::{Network, Origin, file_path, relative_to},
    reached::LeftOut,
    references::{Atlas, Reference},
    rewrite::Rewrite,
};
use crate::{
    read,
    rules::{self, lost::Fate},
};

/// A schema file.
#[derive(Debug)]
pub struct SchemaFile {
    /// Its URL.
    pub url: String,
    /// Its content.
    pub view: View,
}

impl SchemaFile {
    /// Returns the node of the schema: the root of the first document.
    pub fn root(&self) -> Option<NodeId> {
        self.view.tree().document(0).map(|document| document.root().dereferenced().id())
    }

    /// Returns the member `name` of the root, if it is a string.
    pub fn root_text(&self, name: &str) -> Option<&str> {
        let value = self.view.get(self.root()?, name)?;
        let node = self.view.node(value);
        (self.view.type_of(value) == Type::String).then(|| node.text())
    }
}

/// Schema files by URL.
pub struct SchemaStore {
    world: Arc<dyn World>,
    sources: Arc<Sources>,
    origin: Origin,
    rewrite: Rewrite,
    files: Mutex<FxHashMap<String, Arc<SchemaFile>>>,
    /// URLs that cannot be loaded, and why; see [`SchemaStore::give_up`].
    lost: Mutex<FxHashMap<String, String>>,
    /// URLs of lists that references name in place of schemas; see [`SchemaStore::give_up_lists`].
    lists: Mutex<FxHashSet<String>>,
}

impl SchemaStore {
    /// Creates an empty store.
    pub fn new(
        world: Arc<dyn World>,
        sources: Arc<Sources>,
        maps: Vec<(String, String)>,
        network: Network,
        rewrite: Rewrite,
    ) -> Self {
        let origin = Origin::new(Arc::clone(&world), maps, network);
        let (files, lost, lists) = Default::default();
        Self { world, sources, origin, rewrite, files, lost, lists }
    }

    /// Allows references to any file.
    #[must_use]
    pub fn allow_outside(mut self, is_allowed: bool) -> Self {
        self.origin.reach.is_unlimited = is_allowed;
        self
    }

    /// Returns the table of source files.
    pub fn sources(&self) -> &Arc<Sources> {
        &self.sources
    }

    /// Returns the rewrites that apply to schemas of this store.
    pub fn rewrite(&self) -> Rewrite {
        self.rewrite
    }

    /// Returns the URL for user input: a URL, or a path relative to `directory`.
    pub fn url_of(&self, reference: &str, directory: &str) -> String {
        // `c:\x` is a path, not a URL with the scheme `c`.
        if let Ok(url) = Url::parse(reference)
            && url.scheme().len() > 1
        {
            return url.into();
        }
        let (name, fragment) = self.split_fragment(reference, directory);
        let path = self.world.canonical(&relative_to(directory, name));
        let url = paths::file_url(&path).map_or_else(|| format!("file://{path}"), Url::into);
        match fragment {
            Some(fragment) => format!("{url}#{fragment}"),
            None => url,
        }
    }

    /// Splits a path from its fragment: `a.yml#/x` is `/x` of `a.yml`, unless a file with that full name exists.
    fn split_fragment<'r>(
        &self,
        reference: &'r str,
        directory: &str,
    ) -> (&'r str, Option<&'r str>) {
        let Some(first) = reference.find('#') else { return (reference, None) };
        if self.exists(&relative_to(directory, reference)) {
            return (reference, None);
        }
        let mut marks = reference.match_indices('#').map(|(at, _)| at);
        let at = marks.find(|&at| self.exists(&relative_to(directory, &reference[..at])));
        let at = at.unwrap_or(first);
        (&reference[..at], Some(&reference[at + 1..]).filter(|fragment| !fragment.is_empty()))
    }

    /// Returns the file at `url`. Reads it on first use. `name` is its name in messages.
    pub fn load(&self, url: &str, name: Option<&str>) -> Result<Arc<SchemaFile>, Box<Diagnostic>> {
        let (key, fragment) = url.split_once('#').unwrap_or((url, ""));
        if let Some(file) = self.files().get(key) {
            return Ok(Arc::clone(file));
        }
        // The fragment of a reference is not part of the file's name.
        let name = name.map(|name| {
            let inside = name.strip_suffix(fragment).filter(|_| !fragment.is_empty());
            inside.and_then(|name| name.strip_suffix('#')).unwrap_or(name)
        });
        if name.is_some() {
            self.origin.reach.add_named(key, &*self.world);
            self.origin.reach.add_given(key);
        }
        let bytes = self.origin.read(key).map_err(|reason| {
            let message = cannot_read(&masked(name.unwrap_or(key)), &reason);
            let problem = Diagnostic::error(codes::UNREADABLE_SCHEMA, message);
            if name == Some("-") {
                return Box::new(problem.note(
                    "only documents are read from standard input: write the schema to a file",
                ));
            }
            // Suggest a similar file only if the user named this one.
            Box::new(problem.notes(name.and_then(|_| self.near_file(key))))
        })?;
        let shown = match (name, Url::parse(key).ok().and_then(|url| file_path(&url))) {
            (None, Some(path)) => self.shorten(&path),
            (name, _) => masked(name.unwrap_or(key)),
        };
        let file = self.parse(&shown, key, bytes)?;
        Ok(self.add(key, file))
    }

    /// Returns the file at `url`, which the document at `path` names. A document comes from other people, like a
    /// schema, so it may only name what a schema in its directory could refer to.
    pub fn load_named(
        &self,
        url: &str,
        name: &str,
        path: Option<&str>,
    ) -> Result<Arc<SchemaFile>, Box<Diagnostic>> {
        let (key, _) = url.split_once('#').unwrap_or((url, ""));
        let is_known = self.files().contains_key(key);
        let is_mapped = self.origin.is_mapped(key);
        if let Some(target) = self.path_of(key).filter(|_| !is_known && !is_mapped) {
            if let Some(path) = path {
                self.origin.reach.add_named(&self.url_of(path, ""), &*self.world);
            }
            self.origin.reach.check_kind(&target, &*self.world).map_err(|reason| {
                let message = cannot_read(&masked(name), &reason);
                Box::new(Diagnostic::error(codes::UNREADABLE_SCHEMA, message))
            })?;
            self.origin.reach.check(&target, &*self.world).map_err(|_| {
                let reason = "the file is outside the directory of the document; \
                              allow it with --allow-ref-outside";
                let message = cannot_read(&masked(name), reason);
                Box::new(Diagnostic::error(codes::UNREADABLE_SCHEMA, message))
            })?;
        }
        self.load(url, Some(name))
    }

    /// Uses `text` as the content of `url`. `name` is its name in messages.
    pub fn put(&self, url: &str, name: &str, text: String) -> Result<(), Box<Diagnostic>> {
        let key = url.split('#').next().unwrap_or(url);
        let file = self.parse(name, key, text.into_bytes())?;
        self.add(key, file);
        Ok(())
    }

    /// Reads a file that is not a schema but decides which schemas apply. `what` describes it in messages.
    pub fn load_setting(&self, path: &str, what: &str) -> Result<SchemaFile, Box<Diagnostic>> {
        let bytes = if path.contains("://") {
            self.origin.read(path)
        } else {
            self.world.read(path).map_err(|error| reason(&error))
        };
        let bytes = bytes.map_err(|reason| {
            let message = format!("Cannot read the {what} '{}': {reason}", masked(path));
            let is_there = path.contains("://") || self.world.kind(path).is_ok();
            let near = (!is_there).then(|| nearby::hint(&*self.world, path)).flatten();
            Box::new(Diagnostic::error(codes::CONFIGURATION, message).notes(near))
        })?;
        self.parse(path, path, bytes)
    }

    /// Parses `bytes` as the schema file at `url`.
    fn parse(&self, name: &str, url: &str, bytes: Vec<u8>) -> Result<SchemaFile, Box<Diagnostic>> {
        let file = self.sources.add(SourceFile::new(name, read::to_utf8(bytes)));
        let tree = read::parse(self.sources.get(file), file)?;
        let (view, problems) = View::new(tree, LoadOptions::default());
        match problems.into_iter().next() {
            Some(problem) => Err(Box::new(problem)),
            None => Ok(SchemaFile { url: url.to_owned(), view }),
        }
    }

    /// Adds `file` under `url`, and also under the `$id` of its root if that is absolute.
    fn add(&self, url: &str, file: SchemaFile) -> Arc<SchemaFile> {
        let id = file.root_text("$id").or_else(|| file.root_text("id"));
        let id = id.and_then(|id| Url::parse(url).ok()?.join(id).ok()).map(|mut id| {
            id.set_fragment(None);
            id
        });
        let file = Arc::new(file);
        let mut files = self.files();
        self.origin.add_home(url, id.as_ref());
        if let Some(id) = id {
            files.entry(String::from(id)).or_insert_with(|| Arc::clone(&file));
        }
        Arc::clone(files.entry(url.to_owned()).or_insert(file))
    }

    /// Returns the path of `url`, if it is a file on disk.
    pub fn path_of(&self, url: &str) -> Option<String> {
        Url::parse(url).ok().filter(|url| url.scheme() == "file").and_then(|url| file_path(&url))
    }

    /// Whether there is a directory at `path`.
    pub fn is_directory(&self, path: &str) -> bool {
        self.world.is_directory(path)
    }

    /// Returns the name of the file at `url` for messages: a relative path for a file on disk.
    pub(crate) fn shown(&self, url: &str) -> String {
        self.path_of(url).map_or_else(|| masked(url), |path| self.shorten(&path))
    }

    /// Suggests a similar file if there is none at `url`.
    pub(super) fn near_file(&self, url: &str) -> Option<String> {
        let path = match self.shorten(&self.path_of(url)?) {
            path if path.is_empty() => ".".to_owned(),
            path => path,
        };
        if self.world.is_directory(&path) {
            return Some(format!("{path} is a directory: name a file in it"));
        }
        self.world.kind(&path).is_err().then(|| nearby::hint(&*self.world, &path)).flatten()
    }

    /// Returns the files below `directory`; empty if it cannot be read.
    pub fn files_below(&self, directory: &str) -> Vec<String> {
        self.world.files_below(directory, false).unwrap_or_default()
    }

    /// Whether the file at `path` contains one of `words`.
    pub fn mentions(&self, path: &str, words: &[&str]) -> bool {
        self.world.read(path).is_ok_and(|bytes| {
            words.iter().any(|word| memchr::memmem::find(&bytes, word.as_bytes()).is_some())
        })
    }

    /// Adds `schema`, which was generated from another file, under `url`. Messages call it `name`.
    pub fn provide(&self, url: &str, name: &str, schema: &Value) -> Result<(), Box<Diagnostic>> {
        if !self.files().contains_key(url) {
            let file = self.parse(name, url, format!("{schema:#}").into_bytes())?;
            self.add(url, file);
        }
        Ok(())
    }

    /// Whether there is a file at `path`.
    pub fn exists(&self, path: &str) -> bool {
        self.world.is_readable(path)
    }

    /// Whether `url` names the meta-schema of a draft.
    pub fn is_official(&self, url: &str) -> bool {
        Draft::from_schema_uri(url) != Draft::Unknown
    }

    /// Returns the URL of a schema for schemas, which refers to the engine's built-in meta-schema `official`.
    pub fn meta_schema(&self, official: &str) -> String {
        let url = format!("yardstick:///meta?{official}");
        let key = url.split('#').next().unwrap_or(&url).to_owned();
        let text = serde_json::json!({ "$schema": official, "$ref": official }).to_string();
        if !self.files().contains_key(&key)
            && let Ok(file) = self.parse(official, &key, text.into_bytes())
        {
            self.add(&key, file);
        }
        key
    }

    /// Returns all files read so far, without duplicates, ordered by URL.
    pub fn loaded(&self) -> Vec<Arc<SchemaFile>> {
        let mut files: Vec<_> = self.files().values().cloned().collect();
        files.sort_by(|left, right| left.url.cmp(&right.url));
        files.dedup_by(|left, right| Arc::ptr_eq(left, right));
        files
    }

    fn files(&self) -> std::sync::MutexGuard<'_, FxHashMap<String, Arc<SchemaFile>>> {
        self.files.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Returns the schema at `root` of `file` in the form that the engine compiles, without the definitions in
    /// `left_out`.
    pub(super) fn contents(
        &self,
        file: &SchemaFile,
        root: NodeId,
        left_out: &LeftOut,
        rewrite: Rewrite,
    ) -> Value {
        let contents = rewrite.for_file(file).schema_without(&file.view, root, left_out);
        let contents = draft3::translated(file, openapi::translated(file, contents));
        let contents = later_words::adopted(file, contents);
        let mut contents = beside_reference::heeded(file, contents);
        let (lost, lists) = (self.lost(), self.lists());
        let are_all_kept = lost.is_empty() && lists.is_empty();
        if let (false, Ok(base)) = (are_all_kept, Url::parse(&file.url)) {
            // Up to draft 7 nothing counts next to a reference.
            let draft = Draft::default().detect(&contents);
            let alone = matches!(draft, Draft::Draft4 | Draft::Draft6 | Draft::Draft7);
            rules::lost::replace(&mut contents, &base, alone, &|url| {
                if lost.contains_key(url.as_str().split('#').next().unwrap_or_default()) {
                    Fate::Lost
                } else if lists.contains(url.as_str()) {
                    Fate::Dropped
                } else {
                    Fate::Kept
                }
            });
        }
        contents
    }

    /// Downloads `url` into the cache, even if there is a copy.
    pub(super) fn download(&self, url: &str) -> Result<Copy, String> {
        self.origin.download(url)
    }

    /// Makes URLs that start with a prefix resolve to files in a directory, before the network is used. All pairs of
    /// prefix and directory differ.
    pub fn add_directories(&self, homes: Vec<(String, String)>) {
        self.origin.add_directories(homes);
    }

    /// Marks the network URLs that `references` name and that cannot be read as lost. Returns whether any of them is
    /// new.
    pub(super) fn give_up<'r>(&self, references: impl Iterator<Item = &'r Reference>) -> bool {
        let mut is_new = false;
        for reference in references {
            let Ok(mut url) = reference.base.join(&reference.text) else { continue };
            url.set_fragment(None);
            let is_known = self.lost().contains_key(url.as_str());
            if !matches!(url.scheme(), "http" | "https")
                || is_known
                || self.is_official(url.as_str())
            {
                continue;
            }
            if let Err(problem) = self.load(url.as_str(), None) {
                self.lost().insert(url.into(), problem.message);
                is_new = true;
            }
        }
        is_new
    }

    /// Does without the references of `atlas` that name a list: it has no keywords, so that it checks nothing. Whether
    /// there is such a reference that was not known before.
    pub(super) fn give_up_lists(&self, atlas: &Atlas) -> bool {
        let mut lists = self.lists();
        let before = lists.len();
        let named = atlas.references.iter().filter(|reference| atlas.names_list(reference));
        let urls = named.filter_map(|reference| reference.base.join(&reference.text).ok());
        lists.extend(urls.map(String::from));
        lists.len() > before
    }

    /// Whether any reference names a list.
    pub(super) fn has_lists(&self) -> bool {
        !self.lists().is_empty()
    }

    fn lists(&self) -> std::sync::MutexGuard<'_, FxHashSet<String>> {
        self.lists.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Why `url` cannot be read, if it was given up.
    pub(super) fn reason_of_loss(&self, url: &str) -> Option<String> {
        self.lost().get(url.split('#').next().unwrap_or(url)).cloned()
    }

    fn lost(&self) -> std::sync::MutexGuard<'_, FxHashMap<String, String>> {
        self.lost.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Returns a path as a user would write it: relative to the current directory if that is shorter.
    fn shorten(&self, path: &str) -> String {
        let here = self.world.canonical(".");
        let below = path.strip_prefix(&here).map(|rest| rest.trim_start_matches('/'));
        below.filter(|_| paths::is_within(path, &here)).unwrap_or(path).to_owned()
    }
}

/// Resolves references for the engine from the store.
pub(super) struct Retriever {
    pub(super) store: Arc<SchemaStore>,
    /// The rewrites that apply to the schema that contains the references.
    pub(super) rewrite: Rewrite,
    /// The files that the engine asked for.
    pub(super) used: Used,
}

/// The files that a schema refers to, in the order in which the engine asks for them.
pub(super) type Used = Arc<Mutex<Vec<Arc<SchemaFile>>>>;

impl Retrieve for Retriever {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        let file = self.store.load(uri.as_str(), None).map_err(|problem| problem.message)?;
        self.used.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(Arc::clone(&file));
        let root = file.root().ok_or("the file is empty")?;
        Ok(self.store.contents(&file, root, &LeftOut::default(), self.rewrite))
    }
}
