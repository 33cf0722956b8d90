//! Maps between the URLs of the editor and those of the server.
//!
//! Editors write the URL of a file in several ways (`c%3A` or `C:`, `%28` or `(`), and unsaved documents have a URL
//! without a file. Inside the server, each document has one path, and one URL derived from it. URLs are replaced in
//! both directions, so that editors get back what they sent.

use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
};

use lsp_types::Url;
use serde_json::Value as Json;

use crate::address;

/// The directory of documents without a file. It does not exist.
const UNTITLED: &str = "/untitled documents";

/// URLs that editors write in their own way.
#[derive(Default)]
pub(super) struct Aliases(RwLock<Both>);

#[derive(Default)]
struct Both {
    inward: HashMap<String, String>,
    outward: HashMap<String, String>,
}

impl Aliases {
    /// Records the URL of an opened document. Ignores documents that are neither files nor new, such as old versions
    /// of files.
    pub(super) fn learn(&self, written: &str, language: &str) {
        let Ok(url) = Url::parse(written) else { return };
        let path = match url.scheme() {
            "untitled" => untitled(&url, language),
            _ => address::to_path(&url),
        };
        let Some(own) = path.and_then(|path| address::from_path(&path)).map(String::from) else {
            return;
        };
        let mut both = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if own == written {
            // The file is open under its normal URL again.
            both.outward.remove(&own);
        } else {
            both.inward.insert(written.to_owned(), own.clone());
            both.outward.insert(own, written.to_owned());
        }
    }

    /// Replaces the URLs in a message of the editor with those of the server.
    pub(super) fn inward(&self, message: &mut Json) {
        let both = self.0.read().unwrap_or_else(PoisonError::into_inner);
        exchange(message, &both.inward);
    }

    /// Replaces the URLs in a message of the server with those of the editor.
    pub(super) fn outward(&self, message: &mut Json) {
        let both = self.0.read().unwrap_or_else(PoisonError::into_inner);
        exchange(message, &both.outward);
    }
}

/// The path of a document without a file; `None` if the server does not support its language.
fn untitled(url: &Url, language: &str) -> Option<String> {
    let ending = match language {
        "yaml" | "helm" | "dockercompose" => "yml",
        "json" | "jsonc" => "json",
        "json5" => "json5",
        "jsonl" => "jsonl",
        "toml" => "toml",
        "starlark" | "bzl" => "star",
        _ => return None,
    };
    let name: String =
        url.path().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    Some(format!("{UNTITLED}/{name}/{name}.{ending}"))
}

/// Replaces every string in `json` that is a key of `table`, including names of members.
fn exchange(json: &mut Json, table: &HashMap<String, String>) {
    if table.is_empty() {
        return;
    }
    match json {
        Json::String(text) => {
            if let Some(other) = table.get(text) {
                text.clone_from(other);
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| exchange(item, table)),
        Json::Object(members) => {
            let renamed: Vec<String> =
                members.keys().filter(|key| table.contains_key(*key)).cloned().collect();
            for key in renamed {
                if let Some(value) = members.remove(&key) {
                    members.insert(table[&key].clone(), value);
                }
            }
            members.values_mut().for_each(|value| exchange(value, table));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn editors_get_back_what_they_sent() {
        let aliases = Aliases::default();
        for written in ["file:///c%3A/a.yml", "file:///a%28b%29.yml", "untitled:Untitled-1"] {
            aliases.learn(written, "yaml");
            let mut message = json!({ "uri": written, "changes": { written: [] } });
            aliases.inward(&mut message);
            let own = message["uri"].as_str().unwrap().to_owned();
            assert!(own.starts_with("file:///") && own != written, "{own}");
            assert!(message["changes"].get(&own).is_some());
            aliases.outward(&mut message);
            assert_eq!(message, json!({ "uri": written, "changes": { written: [] } }));
        }
        let mut old = json!("git:/a.yml");
        aliases.learn("git:/a.yml", "yaml");
        aliases.inward(&mut old);
        assert_eq!(old, "git:/a.yml");
    }
}
