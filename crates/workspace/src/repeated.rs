//! Keys that a map of a plain file has twice.

use rustc_hash::FxHashMap;
use yardstick_diagnostics::{Diagnostic, Place, Sources, codes};
use yardstick_yaml::{NodeRef, Resolver, Scalar, Tree, mapping::KeyValue};

/// Up to this many keys, comparing each with each is faster than hashing.
const FEW: usize = 8;

/// A warning for each key of `tree` that its map has already: the last one counts, which is seldom what was
/// meant.
pub(crate) fn repeated_keys(tree: &Tree, sources: &Sources) -> Vec<Diagnostic> {
    let maps = tree.nodes().filter(|node| node.is_map() && node.len() > 1);
    let mut warnings = Vec::new();
    for map in maps {
        // Two merge keys are two merges.
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
    let before_place = Place::At(before.content_span()).compact(sources);
    let (text, other) = (key.text(), before.text());
    let (before, place) = (before.content_span(), before_place);
    if text != other
        && let Scalar::Bool(value) = key.scalar(Resolver::Yaml11)
    {
        let message =
            format!("Keys '{other}' and '{text}' of the same map are both read as {value}");
        return Diagnostic::warning(codes::REPEATED_KEY, message)
            .at(key.content_span())
            .label(before, "given before")
            .note(format!("YAML 1.1 takes them for booleans, and the last one counts: quote them, \"{other}\" and \"{text}\""));
    }
    let message = format!("Key '{text}' is given twice in the same map");
    Diagnostic::warning(codes::REPEATED_KEY, message)
        .at(key.content_span())
        .label(before, "given before")
        .note(format!("it was given before at {place}; the last one counts"))
}
