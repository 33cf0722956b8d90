//! One-sided comparison: whether a value contains everything in a pattern.

use std::rc::Rc;

use yardstick_diagnostics::limits;
use yardstick_template::tree::Yaml;

use super::path_index::Step;

/// Deeper patterns match nothing, because no document is that deep.
const MAX_DEPTH: usize = limits::NESTING as usize;

/// The maximum number of leaves of a pattern to look up; the rest is compared.
const MAX_LEAVES: usize = 8;

/// The maximum depth of leaves to look up.
const MAX_LEAF_DEPTH: usize = 16;

/// Why a value does not contain a pattern.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Mismatch {
    NotMap(&'static str),
    NotArray(&'static str),
    NoSuchKey,
    TooShort,
    Leaf(&'static str, &'static str),
    TooDeep,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mismatch::NotMap(was) => write!(f, "Expected map, but was {was}"),
            Mismatch::NotArray(was) => write!(f, "Expected array, but was {was}"),
            Mismatch::NoSuchKey => f.write_str("Expected at least one map item to match by key"),
            Mismatch::TooShort => f.write_str("Expected to have matching number of array items"),
            Mismatch::Leaf(left, right) => {
                write!(f, "Expected leaf values to match {left} {right}")
            }
            Mismatch::TooDeep => write!(f, "Expected values nested at most {MAX_DEPTH} levels"),
        }
    }
}

/// Whether `value` contains everything in `pattern`.
pub(crate) fn holds(value: &Yaml, pattern: &Yaml) -> bool {
    compare(value, pattern).is_ok()
}

/// Checks that `value` contains everything in `pattern`, and returns the difference if not. Maps may have more keys,
/// and arrays more items after those of the pattern; leaves must be equal.
pub(crate) fn compare(value: &Yaml, pattern: &Yaml) -> Result<(), Mismatch> {
    compare_at(value, pattern, 0)
}

fn compare_at(value: &Yaml, pattern: &Yaml, depth: usize) -> Result<(), Mismatch> {
    if depth > MAX_DEPTH {
        return Err(Mismatch::TooDeep);
    }
    match pattern {
        Yaml::Map(pattern) => {
            let Yaml::Map(map) = value else { return Err(Mismatch::NotMap(value.kind().name())) };
            for wanted in pattern.items() {
                let item = map.get(&wanted.key).ok_or(Mismatch::NoSuchKey)?;
                compare_at(&item.value, &wanted.value, depth + 1)?;
            }
            Ok(())
        }
        Yaml::Array(pattern) => {
            let Yaml::Array(array) = value else {
                return Err(Mismatch::NotArray(value.kind().name()));
            };
            for (at, wanted) in pattern.items.iter().enumerate() {
                let item = array.items.get(at).ok_or(Mismatch::TooShort)?;
                compare_at(&item.value, &wanted.value, depth + 1)?;
            }
            Ok(())
        }
        leaf if value.same_scalar(leaf) => Ok(()),
        leaf => Err(Mismatch::Leaf(value.kind().name(), leaf.kind().name())),
    }
}

/// Returns scalars of a pattern with their paths. Every value that contains the pattern has these.
pub(crate) fn leaves(pattern: &Yaml) -> Vec<(Rc<[Step]>, Yaml)> {
    let (mut found, mut path) = (Vec::new(), Vec::new());
    collect_leaves(pattern, &mut path, &mut found);
    found
}

fn collect_leaves(pattern: &Yaml, path: &mut Vec<Step>, found: &mut Vec<(Rc<[Step]>, Yaml)>) {
    if path.len() > MAX_LEAF_DEPTH {
        return;
    }
    let mut descend = |step: Step, value: &Yaml, found: &mut Vec<_>| {
        if found.len() < MAX_LEAVES {
            path.push(step);
            collect_leaves(value, path, found);
            path.pop();
        }
    };
    match pattern {
        Yaml::Map(map) => {
            for item in map.items() {
                descend(Step::Key(item.key.clone()), &item.value, found);
            }
        }
        Yaml::Array(array) => {
            for (at, item) in array.items.iter().enumerate() {
                descend(Step::At(at), &item.value, found);
            }
        }
        scalar => found.push((Rc::from(path.as_slice()), scalar.clone())),
    }
}
