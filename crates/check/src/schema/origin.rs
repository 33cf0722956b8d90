//! Reads the bytes of schemas: from mapped directories, files, directories of related schemas, the cache, or the
//! network.

use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rustc_hash::{FxHashMap, FxHashSet};
use url::Url;
use yardstick_world::{
    Policy, World,
    paths::{self, percent_decoded},
    reason,
};

use super::{
    cache::{Cache, Copy},
    claimed,
    reach::Reach,
};

/// Whether to use the network, and how.
#[derive(Clone, Debug, Default)]
pub struct Network {
    /// The rules for downloads; `None` if none are allowed.
    pub policy: Option<Policy>,
    /// Where downloads are stored. Cached copies are used even if downloads are not allowed.
    pub cache: Option<Cache>,
}

/// URL prefixes of the same place. `SchemaStore` has moved several times, and its schemas refer to each other by all
/// of these.
const SCHEMA_STORE: [&str; 15] = [
    "https://www.schemastore.org/schemas/json/",
    "https://json.schemastore.org/schemas/json/",
    "https://schemastore.org/schemas/json/",
    "http://www.schemastore.org/schemas/json/",
    "http://json.schemastore.org/schemas/json/",
    "http://schemastore.org/schemas/json/",
    "https://www.schemastore.org/",
    "https://json.schemastore.org/",
    "https://schemastore.org/",
    "http://www.schemastore.org/",
    "http://json.schemastore.org/",
    "http://schemastore.org/",
    "https://raw.githubusercontent.com/SchemaStore/schemastore/",
    "https://github.com/SchemaStore/schemastore/raw/",
    "https://cdn.jsdelivr.net/gh/SchemaStore/schemastore@",
];

/// The address of whichever draft is the newest. The schemas of Kubernetes that the community generates name it as their
/// meta-schema: thousands of files in one directory, and none of them is that meta-schema.
const NEWEST_DRAFT: [&str; 2] = ["http://json-schema.org/schema", "https://json-schema.org/schema"];

/// The path of the schemas in the `SchemaStore` repository, after the name of a branch.
const IN_REPOSITORY: &str = "/src/schemas/json/";

/// Reads bytes by URL.
pub(super) struct Origin {
    pub(super) world: Arc<dyn World>,
    /// URL prefixes and the directories that replace them.
    maps: Vec<(String, String)>,
    network: Network,
    pub(super) reach: Reach,
    /// Directories of schemas on disk.
    directories: Mutex<Vec<String>>,
    /// URL prefixes with their directories on disk, learned from schemas whose `$id` ends with the name of their
    /// file. Other URLs with the same prefix are expected in the same directory.
    homes: Mutex<Vec<(String, String)>>,
    /// Errors of failed downloads, so that a run does not wait twice for a slow server.
    failed: Mutex<FxHashMap<String, String>>,
    /// Directories with URLs that no file in them is at: looking again would mean to read all of their files.
    unclaimed: Mutex<FxHashSet<(String, String)>>,
}

impl Origin {
    pub(super) fn new(
        world: Arc<dyn World>,
        maps: Vec<(String, String)>,
        network: Network,
    ) -> Self {
        let (reach, directories, homes, failed, unclaimed) = Default::default();
        Self { world, maps, network, reach, directories, homes, failed, unclaimed }
    }

    /// Records that the schema file at `url` declares the URL `id`.
    pub(super) fn add_home(&self, url: &str, id: Option<&Url>) {
        let Some(path) = Url::parse(url).ok().and_then(|url| file_path(&url)) else { return };
        let Some((directory, name)) = path.rsplit_once('/') else { return };
        let mut directories = self.directories.lock().unwrap_or_else(PoisonError::into_inner);
        if !directories.iter().any(|known| known == directory) {
            directories.push(directory.to_owned());
        }
        drop(directories);
        let id = id.filter(|id| matches!(id.scheme(), "http" | "https"));
        let Some((prefix, own)) = id.and_then(|id| id.as_str().rsplit_once('/')) else { return };
        if stem(name) == stem(own) {
            self.add_directories(vec![(format!("{prefix}/"), directory.to_owned())]);
        }
    }

    /// Returns the bytes at `url`, or the reason why they cannot be read.
    pub(super) fn read(&self, url: &str) -> Result<Vec<u8>, String> {
        for (prefix, directory) in &self.maps {
            if let Some(rest) = below(url, prefix) {
                let path = relative_to(directory, rest.trim_start_matches('/'));
                self.reach.check_mapped(&path, directory, &*self.world)?;
                return self.read_mapped(&path).map_err(|error| reason(&error));
            }
        }
        let parsed = Url::parse(url).map_err(|error| error.to_string())?;
        match parsed.scheme() {
            "file" => {
                let path = file_path(&parsed).ok_or("not a path")?;
                self.reach.check(&path, &*self.world)?;
                self.reach.check_kind(&path, &*self.world)?;
                self.world.read(&path).map_err(|error| reason(&error))
            }
            "http" | "https" => match self.read_neighbor(url) {
                Some(bytes) => Ok(bytes),
                None => self.fetch(&parsed),
            },
            scheme => Err(format!("unsupported URL scheme `{scheme}`")),
        }
    }

    /// Whether the user mapped `url` to a directory.
    pub(super) fn is_mapped(&self, url: &str) -> bool {
        self.maps.iter().any(|(prefix, _)| below(url, prefix).is_some())
    }

    /// Reads the file at `path`, or one with the same name and an extension: URLs often omit it.
    fn read_mapped(&self, path: &str) -> io::Result<Vec<u8>> {
        self.world.read(self.mapped(path).as_deref().unwrap_or(path))
    }

    fn mapped(&self, path: &str) -> Option<String> {
        let endings = ["", ".json", ".yaml", ".yml"].into_iter();
        let mut names = endings.map(|ending| format!("{path}{ending}"));
        names.find(|name| self.world.is_readable(name))
    }

    /// Finds the file for `url` on disk next to other schemas: by the `$id` of a neighbor, or by its own `$id`.
    fn read_neighbor(&self, url: &str) -> Option<Vec<u8>> {
        let homes = self.homes().clone();
        let near = homes.iter().find_map(|(prefix, directory)| {
            let rest = below(url, prefix).filter(|rest| !rest.is_empty())?;
            self.read_in(directory, rest)
        });
        near.or_else(|| {
            let name = url.rsplit('/').next().filter(|name| !name.is_empty())?;
            let name = percent_decoded(name);
            let directories = self.directories();
            let mut files =
                directories.iter().filter_map(|directory| self.read_in(directory, &name));
            files.find(|bytes| claimed::is_called(bytes, url))
        })
    }

    fn directories(&self) -> Vec<String> {
        self.directories.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The file `name` in `directory`, with an ending if need be; none that a link leads elsewhere from.
    fn read_in(&self, directory: &str, name: &str) -> Option<Vec<u8>> {
        let path = self.mapped(&relative_to(directory, name))?;
        self.reach.check_mapped(&path, directory, &*self.world).ok()?;
        self.reach.check_kind(&path, &*self.world).ok()?;
        self.world.read(&path).ok()
    }

    /// Finds the file for `url` in the directories of schemas, by its own `$id`.
    fn read_claimed(&self, url: &str) -> Option<Vec<u8>> {
        if NEWEST_DRAFT.contains(&url) {
            return None;
        }
        let unclaimed = || self.unclaimed.lock().unwrap_or_else(PoisonError::into_inner);
        self.directories().into_iter().find_map(|directory| {
            let place = (directory, url.to_owned());
            if unclaimed().contains(&place) {
                return None;
            }
            let found = claimed::find(&*self.world, &place.0, url);
            if found.is_none() {
                unclaimed().insert(place);
            }
            found
        })
    }

    fn fetch(&self, url: &Url) -> Result<Vec<u8>, String> {
        let cache = self.network.cache.as_ref();
        let copy = cache.map_or(Ok(None), |cache| cache.read(url.as_str(), &*self.world));
        if let Ok(Some(bytes)) = copy {
            return Ok(bytes);
        }
        if let Some(bytes) = self.read_claimed(url.as_str()) {
            return Ok(bytes);
        }
        let policy = self.network.policy.as_ref().filter(|policy| policy.check(url).is_ok());
        let Some(policy) = policy else {
            // Report a damaged copy, which cannot be replaced without a network.
            copy?;
            return Err(
                "the network is not used; allow it with --allow-net, get a copy once with \
                        `yardstick schema fetch`, or serve it from disk with --map URL-PREFIX=DIR/"
                    .to_owned(),
            );
        };
        let failed = || self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reason) = failed().get(url.as_str()) {
            return Err(reason.clone());
        }
        let bytes = self.world.fetch(url.as_str(), policy).map_err(|error| {
            let reason = error.to_string();
            failed().insert(url.to_string(), reason.clone());
            reason
        })?;
        if let Some(cache) = cache {
            // If the cache cannot be written, the next run is only slower.
            let _ = cache.write(url.as_str(), &bytes, &*self.world);
        }
        Ok(bytes)
    }

    /// Downloads `url` into the cache, even if there is a copy.
    pub(super) fn download(&self, url: &str) -> Result<Copy, String> {
        let cache = self.network.cache.as_ref().ok_or("there is no directory for copies")?;
        let url = Url::parse(url).map_err(|error| error.to_string())?;
        let policy = self.network.policy.clone().unwrap_or_default();
        policy.check(&url).map_err(|error| error.to_string())?;
        let bytes = self.world.fetch(url.as_str(), &policy).map_err(|error| error.to_string())?;
        cache
            .write(url.as_str(), &bytes, &*self.world)
            .map_err(|error| format!("cannot write to {}: {}", cache.directory(), reason(&error)))
    }

    /// Makes URLs that start with a prefix resolve to files in a directory. All pairs of `new` differ.
    pub(super) fn add_directories(&self, new: Vec<(String, String)>) {
        let mut homes = self.homes();
        let known = homes.len();
        for home in new {
            if !homes[..known].contains(&home) {
                homes.push(home);
            }
        }
    }

    fn homes(&self) -> MutexGuard<'_, Vec<(String, String)>> {
        self.homes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name of a file without an ending that URLs go without.
pub(super) fn stem(name: &str) -> &str {
    let endings = [".json", ".yaml", ".yml"];
    endings.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

/// What of `url` comes after `prefix`, or after another address of the same place.
fn below<'u>(url: &'u str, prefix: &str) -> Option<&'u str> {
    url.strip_prefix(prefix).or_else(|| {
        let place = format!("{}/", prefix.trim_end_matches('/'));
        in_store(&place).filter(|name| name.is_empty())?;
        in_store(url)
    })
}

/// What `SchemaStore` calls the schema at `url`, which is empty for the place itself.
pub(super) fn in_store(url: &str) -> Option<&str> {
    SCHEMA_STORE.iter().find_map(|address| {
        let start = url.get(..address.len())?;
        let rest = &url[address.len()..];
        if !start.eq_ignore_ascii_case(address) {
            return None;
        }
        // The name of a branch may contain slashes.
        if address.contains("/schemastore/") || address.ends_with('@') {
            return rest.split_once(IN_REPOSITORY).map(|(_, name)| name);
        }
        Some(rest)
    })
}

/// Resolves `name` against `directory`. An absolute path stays unchanged.
pub(super) fn relative_to(directory: &str, name: &str) -> String {
    if directory.is_empty() || paths::is_absolute(name) {
        return name.to_owned();
    }
    format!("{}/{name}", directory.trim_end_matches('/'))
}

/// Returns the path of a `file` URL.
pub(super) fn file_path(url: &Url) -> Option<String> {
    paths::of_file_url(url)
}
