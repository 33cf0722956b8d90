//! What to say about `oneOf` and `anyOf`: which branch was meant, or what all of them agree on.

use serde_json::Value as Json;
use yardstick_yaml::json::{Segment, View};

use super::{
    Kind, Problem,
    describe::{self, alternatives, list_of},
    pattern,
    split::options,
};
use crate::rules::exact;

/// What is wrong with a value that satisfies no branch.
pub(super) enum Judged<'p> {
    /// This branch was meant: what is wrong by it.
    Branch(usize, &'p [Problem]),
    /// Something that the branches say together.
    Together(Vec<Problem>),
    /// Nothing stands out.
    Whole,
}

/// Decides what to say about `problem`, which is that no branch accepts the value.
pub(super) fn judge<'p>(
    problem: &Problem,
    branches: &'p [Vec<Problem>],
    view: &View,
) -> Judged<'p> {
    let fitting: Vec<&[Problem]> = branches
        .iter()
        .map(Vec::as_slice)
        .filter(|branch| type_fits(problem, branch, view) && !branch.is_empty())
        .collect();
    let together = discriminator(problem, &fitting)
        .or_else(|| missing(problem, &fitting))
        .or_else(|| exclusive(problem, &fitting, view));
    if let Some(found) = together {
        return Judged::Together(found);
    }
    if let Some((at, branch)) = best(problem, branches, view) {
        return Judged::Branch(at, branch);
    }
    match common(&fitting) {
        found if found.is_empty() => Judged::Whole,
        found => Judged::Together(found),
    }
}

/// Whether the branch is about values of this type. A pattern that only takes text in brackets, `${{ }}`, is not
/// about text without them.
fn type_fits(problem: &Problem, branch: &[Problem], view: &View) -> bool {
    let depth = problem.path.0.len();
    !branch.iter().filter(|inner| inner.path.0.len() == depth).any(|inner| match &inner.kind {
        Kind::Type(_) => true,
        Kind::Pattern(text) => {
            let value = view.node(inner.node).text();
            pattern::brackets(text).is_some_and(|(open, _)| !value.contains(&open))
        }
        _ => false,
    })
}

/// A member that every branch wants to be another value: the list of these values.
fn discriminator(problem: &Problem, branches: &[&[Problem]]) -> Option<Vec<Problem>> {
    let depth = problem.path.0.len();
    let (first, others) = branches.split_first().filter(|(_, others)| !others.is_empty())?;
    let is_value = |inner: &&Problem| {
        inner.path.0.len() == depth + 1
            && matches!(inner.path.0.last(), Some(Segment::Property(_)))
            && matches!(inner.kind, Kind::Const(_) | Kind::Enum(_))
    };
    first.iter().filter(is_value).find_map(|candidate| {
        let mut values: Vec<Json> = Vec::new();
        let mut take = |one: &Problem| {
            let given = match &one.kind {
                Kind::Const(value) => vec![value.as_ref().clone()],
                Kind::Enum(list) => options(list).to_vec(),
                _ => Vec::new(),
            };
            for value in given {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        };
        take(candidate);
        for branch in others {
            let same = branch.iter().filter(is_value).find(|one| one.path == candidate.path)?;
            take(same);
        }
        let kind = Kind::Enum(std::sync::Arc::new(Json::Array(values)));
        Some(vec![Problem { kind, ..candidate.clone() }])
    })
}

/// Properties of which one group has to be there: all that is wrong with any branch is that they are missing.
fn missing(problem: &Problem, branches: &[&[Problem]]) -> Option<Vec<Problem>> {
    if branches.len() < 2 {
        return None;
    }
    let mut groups: Vec<Vec<String>> = Vec::new();
    for branch in branches {
        let names: Option<Vec<String>> = branch
            .iter()
            .map(|inner| match &inner.kind {
                Kind::Required(name) if inner.path == problem.path => Some(name.clone()),
                _ => None,
            })
            .collect();
        let names = names?;
        if !groups.contains(&names) {
            groups.push(names);
        }
    }
    // What needs more than another branch does is not worth naming.
    let smaller = groups.clone();
    groups.retain(|group| {
        !smaller
            .iter()
            .any(|other| other.len() < group.len() && other.iter().all(|name| group.contains(name)))
    });
    // What all need comes first; the rest can be told when that is there.
    let in_all = |inner: &&Problem| match &inner.kind {
        Kind::Required(name) => groups.iter().all(|group| group.contains(name)),
        _ => false,
    };
    let by_all: Vec<Problem> = branches[0].iter().filter(in_all).cloned().collect();
    match groups.as_slice() {
        _ if !by_all.is_empty() => Some(by_all),
        [_] => Some(branches.iter().min_by_key(|branch| branch.len())?.to_vec()),
        _ => Some(vec![Problem { kind: Kind::NeedsOne(groups), ..problem.clone() }]),
    }
}

/// Properties that do not go together: each branch refuses some, none refuses all.
fn exclusive(problem: &Problem, branches: &[&[Problem]], view: &View) -> Option<Vec<Problem>> {
    if branches.len() < 2 {
        return None;
    }
    let refused = |branch: &&[Problem]| -> Option<Vec<String>> {
        branch
            .iter()
            .map(|inner| match (&inner.kind, inner.path.0.last()) {
                (
                    Kind::AdditionalProperty(name) | Kind::UnevaluatedProperty { name, .. },
                    Some(Segment::Property(_)),
                ) if inner.path.0.len() == problem.path.0.len() + 1 => Some(name.clone()),
                (Kind::Never, Some(Segment::Property(name)))
                    if inner.at_key && inner.path.0.len() == problem.path.0.len() + 1 =>
                {
                    Some(name.clone())
                }
                _ => None,
            })
            .collect()
    };
    let sets: Vec<(Vec<String>, &[Problem])> =
        branches.iter().filter_map(|branch| Some((refused(branch)?, *branch))).collect();
    let (first, others) = sets.split_first().filter(|(_, others)| !others.is_empty())?;
    let by_all = |name: &String| others.iter().all(|(names, _)| names.contains(name));
    let never: Vec<&String> = first.0.iter().filter(|name| by_all(name)).collect();
    if sets.len() == branches.len() && !never.is_empty() {
        let is_never = |inner: &&Problem| match inner.path.0.last() {
            Some(Segment::Property(name)) => never.contains(&name),
            _ => false,
        };
        return Some(first.1.iter().filter(is_never).cloned().collect());
    }
    if !never.is_empty() {
        return None;
    }
    let fewest = sets.iter().map(|(names, _)| names.len()).min()?;
    let mut names: Vec<String> = Vec::new();
    for (refused, _) in sets.iter().filter(|(names, _)| names.len() == fewest) {
        names.extend(
            refused.iter().filter(|name| !names.contains(name)).cloned().collect::<Vec<_>>(),
        );
    }
    // In the order of the document.
    let object = view.node(problem.node).id();
    names.sort_by_key(|name| view.member(object, name).map(|member| member.key));
    (names.len() > 1).then(|| {
        let groups = names.into_iter().map(|name| vec![name]).collect();
        vec![Problem { kind: Kind::Exclusive(groups), ..problem.clone() }]
    })
}

/// What is wrong by every branch.
fn common(branches: &[&[Problem]]) -> Vec<Problem> {
    let Some((first, others)) = branches.split_first().filter(|(_, others)| !others.is_empty())
    else {
        return Vec::new();
    };
    let same = |left: &Problem, right: &Problem| {
        left.path == right.path
            && match (&left.kind, &right.kind) {
                (Kind::Required(left), Kind::Required(right))
                | (Kind::AdditionalProperty(left), Kind::AdditionalProperty(right)) => {
                    left == right
                }
                (Kind::Type(left), Kind::Type(right)) => left == right,
                _ => false,
            }
    };
    let by_all =
        |one: &&Problem| others.iter().all(|branch| branch.iter().any(|other| same(one, other)));
    first.iter().filter(by_all).cloned().collect()
}

/// The branch that fits best, if one stands out: its discriminators match, its errors lie deepest, it has
/// the fewest of them.
fn best<'p>(
    problem: &Problem,
    branches: &'p [Vec<Problem>],
    view: &View,
) -> Option<(usize, &'p [Problem])> {
    let depth = problem.path.0.len();
    let ranked = |branch: &[Problem]| {
        // A `const` or `enum` that fails on a direct member tells that another branch is meant.
        let is_meant = !branch.iter().any(|inner| {
            inner.path.0.len() == depth + 1 && matches!(inner.kind, Kind::Const(_) | Kind::Enum(_))
        });
        // A key that is not allowed is a fault of its map, just as one that is missing.
        let depth_of =
            |inner: &Problem| inner.path.0.len().saturating_sub(usize::from(inner.at_key));
        let deepest = branch.iter().map(depth_of).max().unwrap_or(0);
        (type_fits(problem, branch, view), is_meant, deepest, std::cmp::Reverse(branch.len()))
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

/// `expected one of ...` for unions that say one thing each about the value itself.
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
    let mut forms: Vec<String> = Vec::new();
    for kind in &kinds {
        match kind {
            Kind::Type(names) => {
                types
                    .extend(names.iter().filter(|name| !types.contains(*name)).collect::<Vec<_>>());
            }
            Kind::Enum(list) => values.extend(options(list).iter().cloned()),
            Kind::Const(value) => values.push(value.as_ref().clone()),
            Kind::Pattern(text) => forms.push(pattern::described(text)),
            Kind::Format(format) => forms.push(describe::format_name(format)),
            Kind::MinLength(least) => {
                forms.push(format!("a string of at least {least} characters"))
            }
            Kind::MaxLength(most) => forms.push(format!("a string of at most {most} characters")),
            Kind::Bound(bound, limit) => {
                forms.push(format!("a number {} {}", bound.word(), exact::shown(limit)));
            }
            Kind::MultipleOf(of) => forms.push(format!("a multiple of {of}")),
            _ => return None,
        }
    }
    let has_null = types.contains(&"null");
    types.retain(|name| *name != "null");
    let mut parts: Vec<String> = types.iter().map(|name| alternatives(&[*name])).collect();
    forms.dedup();
    parts.extend(forms);
    if !values.is_empty() {
        parts.push(match values.as_slice() {
            [one] => exact::shown(one),
            many => format!("one of {}", list_of(many)),
        });
    }
    let expected = match (parts.split_last(), has_null) {
        (None, _) => "null".to_owned(),
        (Some((last, rest)), has_null) => {
            let start =
                if rest.is_empty() { String::new() } else { format!("{} or ", rest.join(", ")) };
            format!("{start}{last}{}", if has_null { " (or null)" } else { "" })
        }
    };
    Some(format!("Expected {expected}, but got {}", describe::found(view, problem.node)))
}
