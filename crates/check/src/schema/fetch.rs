//! Downloads schemas, with everything they refer to, for runs without a network.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use url::Url;

use super::{Copy, SchemaStore, references::Atlas};

/// The result of a download.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// The requested URL.
    pub url: String,
    /// The copy, or the reason why it failed.
    pub result: Result<Copy, String>,
}

/// Downloads the schemas at `urls`, and everything they refer to on the network, into the cache of `store`. Replaces
/// existing copies.
pub fn fetch(store: &SchemaStore, urls: &[String]) -> Vec<Fetched> {
    let mut fetched = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open: Vec<String> = urls.iter().rev().cloned().collect();
    while let Some(url) = open.pop() {
        let url = url.split('#').next().unwrap_or(&url).to_owned();
        if !seen.insert(url.clone()) {
            continue;
        }
        let result = store.download(&url);
        if result.is_ok()
            && let Ok(file) = store.load(&url, None)
        {
            let atlas = Atlas::new(vec![Arc::clone(&file)]);
            let targets = atlas.references.iter().filter_map(|reference| {
                let target = reference.base.join(&reference.text).ok()?;
                let is_far = atlas.resolve(reference).is_none() && is_remote(&target);
                (is_far && !store.is_official(target.as_str())).then(|| target.into())
            });
            let targets: Vec<String> = targets.collect();
            open.extend(targets.into_iter().rev());
        }
        fetched.push(Fetched { url, result });
    }
    fetched
}

fn is_remote(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}

#[cfg(test)]
mod tests {
    use yardstick_diagnostics::Sources;
    use yardstick_world::{Memory, Policy};

    use super::*;
    use crate::schema::{Cache, Network, rewrite::Rewrite};

    #[test]
    fn schemas_with_all_that_they_refer_to() {
        let world = Arc::new(
            Memory::new()
                .with_page("https://example.com/a.json", "{\"$ref\": \"b.json#/x\"}")
                .with_page("https://example.com/b.json", "{\"x\": {\"$ref\": \"gone.json\"}}"),
        );
        let network =
            Network { policy: Some(Policy::default()), cache: Some(Cache::new("/cache")) };
        let store = SchemaStore::new(
            Arc::clone(&world) as _,
            Arc::new(Sources::new()),
            Vec::new(),
            network,
            Rewrite::default(),
        );
        let fetched = fetch(&store, &["https://example.com/a.json".to_owned()]);
        let names: Vec<(&str, bool)> =
            fetched.iter().map(|one| (one.url.as_str(), one.result.is_ok())).collect();
        assert_eq!(
            names,
            [
                ("https://example.com/a.json", true),
                ("https://example.com/b.json", true),
                ("https://example.com/gone.json", false),
            ]
        );
        assert_eq!(Cache::new("/cache").copies(&*world).len(), 2);
    }
}
