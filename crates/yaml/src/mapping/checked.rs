//! Merge keys as YAML 1.2 tools interpret them.

use std::borrow::Cow;

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{Diagnostic, Result, codes};

use super::key::property_name;
use crate::tree::{Entry, Kind, NodeRef};

/// Returns the pairs of `map` with merge keys applied. `<<` takes a map or a sequence of maps. A key in the map
/// itself takes precedence over merged ones, and an earlier merged key over later ones. `<<` itself is not among the
/// pairs. Duplicates in `map` itself are kept, so that the caller can report them.
pub fn merged_entries(map: NodeRef<'_>) -> Result<Vec<Entry<'_>>> {
    if !map.has_merge_key() {
        return Ok(map.entries().collect());
    }
    let mut seen: FxHashSet<Cow<'_, str>> = map
        .entries()
        .filter(|entry| !entry.key.is_merge_key())
        .filter_map(|entry| property_name(entry.key))
        .collect();
    let mut entries = Vec::new();
    for entry in map.entries() {
        if entry.key.is_merge_key() {
            merge(entry.value, &mut seen, &mut entries)?;
        } else {
            entries.push(entry);
        }
    }
    Ok(entries)
}

/// Adds the pairs that `value` merges, unless their names have been seen.
fn merge<'t>(
    value: NodeRef<'t>,
    seen: &mut FxHashSet<Cow<'t, str>>,
    entries: &mut Vec<Entry<'t>>,
) -> Result<()> {
    // Merged maps may merge others. Their pairs come after those of the map itself.
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        let source = value.dereferenced();
        match source.kind() {
            Kind::Map => {
                let mut merged = Vec::new();
                for entry in source.entries() {
                    if entry.key.is_merge_key() {
                        merged.push(entry.value);
                    } else if property_name(entry.key).is_none_or(|name| seen.insert(name)) {
                        entries.push(entry);
                    }
                }
                waiting.extend(merged.into_iter().rev());
            }
            Kind::Sequence if value.kind() != Kind::Sequence || source.items().all(is_map) => {
                let first = waiting.len();
                waiting.extend(source.items());
                waiting[first..].reverse();
            }
            _ => {
                let message = "map merge requires map or sequence of maps as the value";
                let error = Diagnostic::error(codes::YAML_SYNTAX, message).within("yaml");
                return Err(Box::new(error.at(value.span())));
            }
        }
    }
    Ok(())
}

fn is_map(node: NodeRef<'_>) -> bool {
    node.dereferenced().is_map()
}
