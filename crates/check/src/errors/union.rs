//! Which branch of `oneOf` or `anyOf` was meant.

use serde_json::Value as Json;
use yardstick_yaml::json::View;

use super::{
    Kind, Problem,
    describe::{alternatives, list_of},
    split::options,
};

/// The branch that fits best, if one stands out: its discriminators match, its errors lie deepest, it has
/// the fewest of them.
pub(super) fn best<'p>(
    problem: &Problem,
    branches: &'p [Vec<Problem>],
) -> Option<(usize, &'p [Problem])> {
    let depth = problem.path.0.len();
    let ranked = |branch: &[Problem]| {
        let type_fits = !branch.iter().any(|inner| inner.path.0.len() == depth && is_type(inner));
        // A `const` or `enum` that fails on a direct member tells that another branch is meant.
        let is_meant = !branch.iter().any(|inner| {
            inner.path.0.len() == depth + 1 && matches!(inner.kind, Kind::Const(_) | Kind::Enum(_))
        });
        // A key that is not allowed is a fault of its map, just as one that is missing.
        let depth_of =
            |inner: &Problem| inner.path.0.len().saturating_sub(usize::from(inner.at_key));
        let deepest = branch.iter().map(depth_of).max().unwrap_or(0);
        (type_fits, is_meant, deepest, std::cmp::Reverse(branch.len()))
    };
    let mut order: Vec<(usize, &[Problem])> = branches
        .iter()
        .map(Vec::as_slice)
        .enumerate()
        .filter(|(_, branch)| !branch.is_empty())
        .collect();
    order.sort_by_key(|&(at, branch)| (std::cmp::Reverse(ranked(branch)), at));
    let &(at, first) = order.first()?;
    let rank = ranked(first);
    if !rank.0 {
        return None;
    }
    // A tie says nothing about what was meant.
    match order.get(1) {
        Some(&(_, second)) if ranked(second) == rank => None,
        _ => Some((at, first)),
    }
}

fn is_type(problem: &Problem) -> bool {
    matches!(problem.kind, Kind::Type(_))
}

/// `expected one of ...` for unions of types or of values only.
pub(super) fn summary(problem: &Problem, branches: &[Vec<Problem>], view: &View) -> Option<String> {
    let depth = problem.path.0.len();
    let only = |branch: &Vec<Problem>| match branch.as_slice() {
        [one] if one.path.0.len() == depth => Some(one.kind.clone()),
        _ => None,
    };
    let kinds: Option<Vec<Kind>> = branches.iter().map(only).collect();
    let kinds = kinds.filter(|kinds| !kinds.is_empty())?;
    let mut types: Vec<&str> = Vec::new();
    let mut values: Vec<Json> = Vec::new();
    for kind in &kinds {
        match kind {
            Kind::Type(names) => {
                types
                    .extend(names.iter().filter(|name| !types.contains(*name)).collect::<Vec<_>>());
            }
            Kind::Enum(list) => values.extend(options(list).iter().cloned()),
            Kind::Const(value) => values.push(value.as_ref().clone()),
            _ => return None,
        }
    }
    let expected = match (types.is_empty(), values.is_empty()) {
        (false, true) => alternatives(&types),
        (true, false) => format!("one of {}", list_of(&values)),
        _ => format!("{} or one of {}", alternatives(&types), list_of(&values)),
    };
    Some(format!("Expected {expected}, but got {}", super::describe::found(view, problem.node)))
}
