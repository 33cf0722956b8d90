//! All schema files of a run, by URL: each is read once, from disk, a mapped directory or the network.

use std::{
    error::Error,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use jsonschema::{Draft, Retrieve, Uri};
use rustc_hash::FxHashMap;
use serde_json::Value;
use url::Url;
use yardstick_diagnostics::{Diagnostic, SourceFile, Sources};
use yardstick_yaml::{
    NodeId,
    json::{LoadOptions, Type, View},
};

use super::rewrite::Rewrite;
use crate::{read, world::World};

/// Whether and where the network may be used.
#[derive(Clone, Debug, Default)]
pub struct Network {
    /// `None`: not at all. An empty list: everywhere. Otherwise these hosts.
    pub hosts: Option<Vec<String>>,
    /// Where answers are kept.
    pub cache: Option<PathBuf>,
}

impl Network {
    fn allows(&self, url: &Url) -> bool {
        self.hosts.as_ref().is_some_and(|hosts| {
            hosts.is_empty()
                || url.host_str().is_some_and(|host| hosts.iter().any(|known| known == host))
        })
    }
}

/// A schema file.
#[derive(Debug)]
pub struct SchemaFile {
    /// Its URL.
    pub url: String,
    /// Its content.
    pub view: View,
}

impl SchemaFile {
    /// The node of the schema: the root of the first document.
    pub fn root(&self) -> Option<NodeId> {
        self.view.tree().document(0).map(|document| document.root().dereferenced().id())
    }

    /// The string member `name` of the root.
    pub fn root_text(&self, name: &str) -> Option<&str> {
        let value = self.view.get(self.root()?, name)?;
        let node = self.view.node(value);
        (self.view.type_of(value) == Type::String).then(|| node.text())
    }
}

/// Schema files by URL.
pub struct Library {
    world: Arc<dyn World>,
    sources: Arc<Sources>,
    /// URL prefixes served from directories.
    maps: Vec<(String, PathBuf)>,
    network: Network,
    rewrite: Rewrite,
    files: Mutex<FxHashMap<String, Arc<SchemaFile>>>,
}

impl Library {
    /// An empty library.
    pub fn new(
        world: Arc<dyn World>,
        sources: Arc<Sources>,
        maps: Vec<(String, PathBuf)>,
        network: Network,
        rewrite: Rewrite,
    ) -> Self {
        Self { world, sources, maps, network, rewrite, files: Mutex::default() }
    }

    /// The table that numbers the files.
    pub fn sources(&self) -> &Arc<Sources> {
        &self.sources
    }

    /// What is compiled into schemas of this library.
    pub fn rewrite(&self) -> Rewrite {
        self.rewrite
    }

    /// The URL of what a user wrote: a URL, or a path relative to `directory`.
    pub fn url_of(&self, reference: &str, directory: &Path) -> String {
        // `c:\x` is a path, not a URL with the scheme `c`.
        if let Ok(url) = Url::parse(reference)
            && url.scheme().len() > 1
        {
            return url.into();
        }
        let (name, fragment) = self.split_fragment(reference, directory);
        let path = self.world.canonical(&directory.join(name));
        let url = Url::from_file_path(&path)
            .map_or_else(|()| format!("file://{}", path.display()), Url::into);
        match fragment {
            Some(fragment) => format!("{url}#{fragment}"),
            None => url,
        }
    }

    /// A path and what it names inside the file: `a.yml#/x` is `/x` of `a.yml`, unless there is a file that
    /// is really called so.
    fn split_fragment<'r>(
        &self,
        reference: &'r str,
        directory: &Path,
    ) -> (&'r str, Option<&'r str>) {
        let Some(first) = reference.find('#') else { return (reference, None) };
        if self.exists(&directory.join(reference)) {
            return (reference, None);
        }
        let mut marks = reference.match_indices('#').map(|(at, _)| at);
        let at = marks.find(|&at| self.exists(&directory.join(&reference[..at])));
        let at = at.unwrap_or(first);
        (&reference[..at], Some(&reference[at + 1..]).filter(|fragment| !fragment.is_empty()))
    }

    /// The file at `url`, read if it is not there yet. `name` is what messages call it.
    pub fn load(&self, url: &str, name: Option<&str>) -> Result<Arc<SchemaFile>, Box<Diagnostic>> {
        let (key, fragment) = url.split_once('#').unwrap_or((url, ""));
        if let Some(file) = self.files().get(key) {
            return Ok(Arc::clone(file));
        }
        // What a reference names inside the file is no part of the file's name.
        let name = name.map(|name| {
            let inside = name.strip_suffix(fragment).filter(|_| !fragment.is_empty());
            inside.and_then(|name| name.strip_suffix('#')).unwrap_or(name)
        });
        let bytes = self.read(key).map_err(|reason| {
            Box::new(Diagnostic::error(
                "YS201",
                format!("Failed to read YAML schema file: {}: {reason}", name.unwrap_or(key)),
            ))
        })?;
        let path = Url::parse(key).ok().and_then(|url| url.to_file_path().ok());
        let shown = name.map_or_else(
            || path.map_or_else(|| key.to_owned(), |path| shorten(&path).display().to_string()),
            str::to_owned,
        );
        let file = self.parse(&shown, key, bytes)?;
        Ok(self.add(key, file))
    }

    /// A file that is not a schema but tells which schemas apply; `what` says what it is.
    pub fn load_setting(&self, path: &Path, what: &str) -> Result<SchemaFile, Box<Diagnostic>> {
        let name = path.display().to_string();
        let bytes = self.world.read(path).map_err(|reason| {
            let message = format!("Failed to read {what}: {name}: {reason}");
            Box::new(Diagnostic::error("YS220", message))
        })?;
        self.parse(&name, &name, bytes)
    }

    /// Reads `bytes` as the schema file at `url`.
    fn parse(&self, name: &str, url: &str, bytes: Vec<u8>) -> Result<SchemaFile, Box<Diagnostic>> {
        let file = self.sources.add(SourceFile::new(name, read::to_utf8(bytes)));
        let tree = read::parse(self.sources.get(file), file)?;
        let (view, problems) = View::new(tree, LoadOptions::default());
        match problems.into_iter().next() {
            Some(problem) => Err(Box::new(problem)),
            None => Ok(SchemaFile { url: url.to_owned(), view }),
        }
    }

    /// Takes `file` in under `url` and, if its root has an absolute `$id`, under that too.
    fn add(&self, url: &str, file: SchemaFile) -> Arc<SchemaFile> {
        let id = file.root_text("$id").or_else(|| file.root_text("id"));
        let id = id.and_then(|id| Url::parse(url).ok()?.join(id).ok()).map(|mut id| {
            id.set_fragment(None);
            String::from(id)
        });
        let file = Arc::new(file);
        let mut files = self.files();
        if let Some(id) = id {
            files.entry(id).or_insert_with(|| Arc::clone(&file));
        }
        Arc::clone(files.entry(url.to_owned()).or_insert(file))
    }

    /// Whether there is a file at `path`.
    pub fn exists(&self, path: &Path) -> bool {
        self.world.read(path).is_ok()
    }

    /// Whether `url` names the meta-schema of a draft.
    pub fn is_official(&self, url: &str) -> bool {
        Draft::from_schema_uri(url) != Draft::Unknown
    }

    /// The URL of a schema for schemas: it refers to the meta-schema the engine has built in.
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

    /// All files read so far, each once, in order of their URLs.
    pub fn loaded(&self) -> Vec<Arc<SchemaFile>> {
        let mut files: Vec<_> = self.files().values().cloned().collect();
        files.sort_by(|left, right| left.url.cmp(&right.url));
        files.dedup_by(|left, right| Arc::ptr_eq(left, right));
        files
    }

    fn files(&self) -> std::sync::MutexGuard<'_, FxHashMap<String, Arc<SchemaFile>>> {
        self.files.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn read(&self, url: &str) -> Result<Vec<u8>, String> {
        for (prefix, directory) in &self.maps {
            if let Some(rest) = url.strip_prefix(prefix.as_str()) {
                let path = directory.join(rest.trim_start_matches('/'));
                return self.world.read(&path).map_err(|error| error.to_string());
            }
        }
        let parsed = Url::parse(url).map_err(|error| error.to_string())?;
        match parsed.scheme() {
            "file" => {
                let path = parsed.to_file_path().map_err(|()| "not a path".to_owned())?;
                self.world.read(&path).map_err(|error| error.to_string())
            }
            "http" | "https" => self.fetch(&parsed),
            scheme => Err(format!("unsupported URL scheme `{scheme}`")),
        }
    }

    fn fetch(&self, url: &Url) -> Result<Vec<u8>, String> {
        if !self.network.allows(url) {
            return Err("the network is not used; allow it with --allow-net, \
                        or serve it from disk with --map URL-PREFIX=DIR/"
                .to_owned());
        }
        let cached =
            self.network.cache.as_ref().map(|directory| {
                directory.join(yardstick_diagnostics::render::hex(&[url.as_str()]))
            });
        if let Some(content) = cached.as_ref().and_then(|path| self.world.read(path).ok()) {
            return Ok(content);
        }
        let content = self.world.fetch(url.as_str())?;
        if let Some(path) = cached {
            // A cache that cannot be written is only slower.
            let _ = self.world.write(&path, &content);
        }
        Ok(content)
    }
}

/// A path as a user would write it: relative to the current directory where that is shorter.
fn shorten(path: &Path) -> PathBuf {
    let here = std::env::current_dir().ok().and_then(|here| here.canonicalize().ok());
    here.and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned))
        .unwrap_or_else(|| path.to_owned())
}

/// The library as the engine's source of references.
pub(super) struct Retriever(pub(super) Arc<Library>);

impl Retrieve for Retriever {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        let file = self.0.load(uri.as_str(), None).map_err(|problem| problem.message)?;
        let root = file.root().ok_or("the file is empty")?;
        Ok(self.0.rewrite.schema(&file.view, root))
    }
}
