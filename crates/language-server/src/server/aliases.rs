//! What an editor calls its documents, and what the server calls them.
//!
//! Editors write the address of a file in several ways (`c%3A` or `C:`, `%28` or `(`), and documents that were never
//! saved have an address without a file. Inside of the server each document has one path, and one address that is
//! made of it. Addresses are exchanged on the way in and on the way out, so that editors get back what they sent.

use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
};

use lsp_types::Url;
use serde_json::Value as Json;

use crate::address;

/// Where documents without a file are: a directory that there is not.
const UNTITLED: &str = "/untitled documents";

/// Addresses that editors write in their own way.
#[derive(Default)]
pub(super) struct Aliases(RwLock<Both>);

#[derive(Default)]
struct Both {
    inward: HashMap<String, String>,
    outward: HashMap<String, String>,
}

impl Aliases {
    /// Learns the address of a document that is opened. Documents that are neither files nor new ones are left alone:
    /// old versions of files, for one.
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
            // The file is open under its plain address again.
            both.outward.remove(&own);
        } else {
            both.inward.insert(written.to_owned(), own.clone());
            both.outward.insert(own, written.to_owned());
        }
    }

    /// Makes the addresses in a message of the editor those of the server.
    pub(super) fn inward(&self, message: &mut Json) {
        let both = self.0.read().unwrap_or_else(PoisonError::into_inner);
        exchange(message, &both.inward);
    }

    /// Makes the addresses in a message of the server those of the editor.
    pub(super) fn outward(&self, message: &mut Json) {
        let both = self.0.read().unwrap_or_else(PoisonError::into_inner);
        exchange(message, &both.outward);
    }
}

/// The path of a document that has no file; nothing if its language is none of ours.
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

/// Replaces every text in `json` that is a key of `table`, also where it names a member.
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
