//! A disk cache for schemas from the network.
//!
//! Each copy is two files named after its URL: the bytes, and a record with the URL, the digest of the bytes and the
//! time of the download. A copy whose bytes do not match the digest is damaged and is not used.

use std::{io, time::Duration};

use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use yardstick_world::{World, paths};

/// A directory of cached schemas.
#[derive(Clone, Debug)]
pub struct Cache {
    directory: String,
}

/// A cached schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    /// The URL it was downloaded from.
    pub url: String,
    /// The SHA-256 digest of its bytes, in hexadecimal.
    pub sha256: String,
    /// The size in bytes.
    pub size: usize,
    /// The time of the download, in seconds since 1970.
    pub fetched: u64,
    /// Whether the bytes on disk still match the digest.
    pub is_whole: bool,
}

impl Copy {
    /// Returns the time since the download.
    pub fn age(&self, world: &dyn World) -> Duration {
        Duration::from_secs(world.now().saturating_sub(self.fetched))
    }
}

impl Cache {
    /// Creates a cache in `directory`.
    pub fn new(directory: impl Into<String>) -> Self {
        Self { directory: directory.into() }
    }

    /// Returns the user's cache, below `XDG_CACHE_HOME` or below `.cache` in the home directory.
    pub fn of_user(world: &dyn World) -> Option<Self> {
        let base = world.variable("XDG_CACHE_HOME").filter(|path| path.starts_with('/'));
        let home = || Some(paths::join(&world.home_directory()?, ".cache"));
        Some(Self::new(paths::join(&base.or_else(home)?, "yardstick/schemas")))
    }

    /// Returns the directory of the cache.
    pub fn directory(&self) -> &str {
        &self.directory
    }

    /// Returns the cached content of `url`, or an error if the copy is damaged.
    pub fn read(&self, url: &str, world: &dyn World) -> Result<Option<Vec<u8>>, String> {
        let path = self.path(url);
        let Ok(bytes) = world.read(&path) else { return Ok(None) };
        match record(&path, world) {
            Some(copy) if copy.url == url && copy.sha256 == digest(&bytes) => Ok(Some(bytes)),
            _ => Err(format!(
                "the copy in the cache is damaged; get it again with `yardstick schema fetch {url}`"
            )),
        }
    }

    /// Stores `bytes`, the content of `url`. Each file is written completely or not at all.
    pub fn write(&self, url: &str, bytes: &[u8], world: &dyn World) -> io::Result<Copy> {
        world.create_directory(&self.directory)?;
        let path = self.path(url);
        let copy = Copy {
            url: url.to_owned(),
            sha256: digest(bytes),
            size: bytes.len(),
            fetched: world.now(),
            is_whole: true,
        };
        let record = json!({ "url": url, "sha256": copy.sha256, "fetched": copy.fetched });
        for (path, bytes) in
            [(record_of(&path), format!("{record}\n").as_bytes()), (path.clone(), bytes)]
        {
            let other = format!("{path}.{:x}", world.unique_number());
            world.write(&other, bytes)?;
            world.rename(&other, &path)?;
        }
        Ok(copy)
    }

    /// Returns all copies, ordered by URL.
    pub fn copies(&self, world: &dyn World) -> Vec<Copy> {
        let entries = world.list(&self.directory).unwrap_or_default();
        let records = entries.iter().filter_map(|entry| entry.name.strip_suffix(RECORD));
        let mut copies: Vec<Copy> = records
            .filter_map(|name| {
                let path = paths::join(&self.directory, name);
                let mut copy = record(&path, world)?;
                let bytes = world.read(&path).unwrap_or_default();
                copy.size = bytes.len();
                copy.is_whole = copy.sha256 == digest(&bytes);
                Some(copy)
            })
            .collect();
        copies.sort_by(|left, right| left.url.cmp(&right.url));
        copies
    }

    fn path(&self, url: &str) -> String {
        paths::join(&self.directory, &yardstick_diagnostics::render::hex(&[url]))
    }
}

/// The suffix of record files.
const RECORD: &str = ".copy.json";

fn record_of(path: &str) -> String {
    format!("{path}{RECORD}")
}

/// Reads the record at `path`.
fn record(path: &str, world: &dyn World) -> Option<Copy> {
    let record: Json = serde_json::from_slice(&world.read(&record_of(path)).ok()?).ok()?;
    Some(Copy {
        url: record.get("url")?.as_str()?.to_owned(),
        sha256: record.get("sha256")?.as_str()?.to_owned(),
        size: 0,
        fetched: record.get("fetched")?.as_u64()?,
        is_whole: false,
    })
}

fn digest(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use yardstick_world::Memory;

    use super::*;

    #[test]
    fn copies_are_whole_or_refused() {
        let world = Memory::new().with_time(1_000);
        let cache = Cache::new("/cache");
        let url = "https://example.com/a.json";
        assert_eq!(cache.read(url, &world), Ok(None));
        cache.write(url, b"{}", &world).unwrap();
        assert_eq!(cache.read(url, &world), Ok(Some(b"{}".to_vec())));
        let copies = cache.copies(&world);
        assert_eq!(copies.len(), 1);
        assert!(copies[0].is_whole && copies[0].size == 2 && copies[0].url == url);
        let later = Memory::new().with_time(1_060);
        assert_eq!(copies[0].age(&later), Duration::from_secs(60));
        world.write(&cache.path(url), b"{ }").unwrap();
        assert!(cache.read(url, &world).is_err());
        assert!(!cache.copies(&world)[0].is_whole);
    }
}
