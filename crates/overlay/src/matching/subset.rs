//! One-sided comparison: whether all that a pattern says holds of a value.

use std::rc::Rc;

use yardstick_diagnostics::limits;
use yardstick_template::tree::Yaml;

use super::path_index::Step;

/// Patterns nested deeper than this match nothing: no document is that deep.
const MAX_DEPTH: usize = limits::NESTING as usize;

/// Number of leaves of a pattern that are looked up; the rest is compared.
const MAX_LEAVES: usize = 8;

/// How deep leaves may be to be looked up.
const MAX_LEAF_DEPTH: usize = 16;

/// Why a value does not hold what a pattern says.
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

/// Whether `value` holds all that `pattern` says.
pub(crate) fn holds(value: &Yaml, pattern: &Yaml) -> bool {
    compare(value, pattern).is_ok()
}

/// Whether `value` holds all that `pattern` says, and if not, why: maps may have more keys, arrays more
/// items after those of the pattern, leaves must be the same.
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

/// Scalars of a pattern and the paths to them: what every value that holds the pattern has.
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
