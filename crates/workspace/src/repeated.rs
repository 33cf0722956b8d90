//! Finds duplicate keys in the maps of plain files. In a template they are an error; in a plain file the last one
//! silently wins.

use rustc_hash::FxHashMap;
use yardstick_diagnostics::{Diagnostic, Place, Sources, codes};
use yardstick_yaml::{NodeRef, Resolver, mapping::KeyValue};

/// Up to this number of keys, comparing all pairs is faster than hashing.
const FEW: usize = 8;

/// A warning for each duplicate key of the maps in `nodes`: the last one wins, which is rarely what its author wanted.
pub(crate) fn repeated_keys<'t>(
    nodes: impl Iterator<Item = NodeRef<'t>>,
    sources: &Sources,
) -> Vec<Diagnostic> {
    let maps = nodes.filter(|node| node.is_map() && node.len() > 1);
    let mut warnings = Vec::new();
    for map in maps {
        // Several merge keys are several merges.
        let keys = map.entries().map(|entry| entry.key).filter(|key| !key.is_merge_key());
        if map.len() <= FEW {
            let mut seen: Vec<(KeyValue<'_>, NodeRef<'_>)> = Vec::with_capacity(FEW);
            for key in keys {
                let value = KeyValue::new(key, Resolver::Yaml11);
                let before = seen.iter().rev().find(|(other, _)| *other == value);
                warnings.extend(before.map(|(_, before)| given_twice(key, *before, sources)));
                seen.push((value, key));
            }
        } else {
            let mut seen = FxHashMap::default();
            for key in keys {
                let before = seen.insert(KeyValue::new(key, Resolver::Yaml11), key);
                warnings.extend(before.map(|before| given_twice(key, before, sources)));
            }
        }
    }
    warnings
}

fn given_twice(key: NodeRef<'_>, before: NodeRef<'_>, sources: &Sources) -> Diagnostic {
    let other = before.text();
    let before = before.content_span();
    let place = Place::At(before).compact(sources);
    let message = match key.text() {
        name if name == other => format!("Key '{name}' is given twice in the same map"),
        // Such as `on` and `yes`.
        name => {
            format!("Keys '{other}' and '{name}' are the same in YAML 1.1: one of them is lost")
        }
    };
    Diagnostic::warning(codes::REPEATED_KEY, message)
        .at(key.content_span())
        .label(before, "given before")
        .note(format!("it was given before at {place}; the last one counts"))
}
