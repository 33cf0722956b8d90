//! Keys that stand in a map of a values file twice. The last one counts, which is seldom what was meant.

use rustc_hash::FxHashMap;
use yardstick_diagnostics::{Diagnostic, Place, Sources};
use yardstick_yaml::{Tree, mapping::KeyValue, resolve::Resolver};

/// A warning for each key of `tree` that its map has already.
pub(super) fn keys(tree: &Tree, sources: &Sources) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    let mut seen = FxHashMap::default();
    for map in tree.nodes().filter(|node| node.is_map() && node.len() > 1) {
        seen.clear();
        for entry in map.entries() {
            let key = entry.key;
            // Two merge keys are two merges.
            if key.is_merge_key() {
                continue;
            }
            let Some(first) = seen.insert(KeyValue::new(key, Resolver::Yaml11), key) else {
                continue;
            };
            let before = first.content_span();
            let place = Place::At(before).compact(sources);
            let message = format!("Key '{}' is given twice in the same map", key.text());
            warnings.push(
                Diagnostic::warning("YS0722", message)
                    .at(key.content_span())
                    .label(before, "given before")
                    .note(format!("it was given before at {place}; the last one counts")),
            );
        }
    }
    warnings
}
