//! Decides what to report for `oneOf` and `anyOf`: the problems of the branch that was probably meant, or what all
//! branches have in common.

use serde_json::Value as Json;
use yardstick_yaml::{
    NodeId,
    json::{Path, Segment, Type, View},
};

use super::{
    Kind, Problem,
    describe::{self, alternatives, list_of},
    pattern,
    split::options,
};
use crate::rules::exact;

/// What to report for a value that no branch accepts.
pub(super) enum Judged<'p> {
    /// The problems of this branch, which was probably meant.
    Branch(usize, &'p [Problem]),
    /// Problems that follow from all branches together.
    Together(Vec<Problem>),
    /// The union error itself, because no branch stands out.
    Whole,
}

/// Decides what to report for `problem`, which says that no branch accepts the value. `knows` tests whether a branch
/// declares one of the value's members.
pub(super) fn judge<'p>(
    problem: &Problem,
    branches: &'p [Vec<Problem>],
    view: &View,
    knows: impl Fn(usize) -> bool,
) -> Judged<'p> {
    let mut fitting: Vec<(usize, &[Problem])> = branches
        .iter()
        .map(Vec::as_slice)
        .enumerate()
        .filter(|(_, branch)| type_fits(problem, branch, view) && !branch.is_empty())
        .collect();
    // A branch that knows none of the members and requires others is meant for something else.
    if fitting.len() > 1 {
        let lacks = |branch: &[Problem]| branch.iter().all(|inner| is_lack(problem, inner));
        let known: Vec<_> =
            fitting.iter().copied().filter(|&(at, branch)| !lacks(branch) || knows(at)).collect();
        if known.iter().any(|&(at, _)| knows(at)) {
            fitting = known;
        }
    }
    let lists: Vec<&[Problem]> = fitting.iter().map(|&(_, branch)| branch).collect();
    let together = discriminator(problem, &lists)
        .or_else(|| missing(problem, &lists))
        .or_else(|| excluded(problem, &lists))
        .or_else(|| exclusive(problem, &lists, view));
    if let Some(found) = together {
        return Judged::Together(found);
    }
    if let Some((at, branch)) = best(problem, fitting) {
        return Judged::Branch(at, branch);
    }
    match common(&lists) {
        found if found.is_empty() => Judged::Whole,
        found => Judged::Together(found),
    }
}

/// Whether the branch is meant for values of this type. A pattern that only accepts text in brackets, such as
/// `${{ }}`, is not meant for text without them.
fn type_fits(problem: &Problem, branch: &[Problem], view: &View) -> bool {
    let depth = problem.path.0.len();
    !branch.iter().filter(|inner| inner.path.0.len() == depth).any(|inner| match &inner.kind {
        Kind::Type(_) => true,
        Kind::Enum(list) => !options(list).iter().any(|value| is_alike(value, view, inner.node)),
        Kind::Const(value) => !is_alike(value, view, inner.node),
        Kind::Pattern(text) => {
            let value = view.node(inner.node).text();
            pattern::brackets(text).is_some_and(|(open, _)| !value.contains(&open))
        }
        _ => false,
    })
}

/// Whether `value` has the same type as the value at `id`.
fn is_alike(value: &Json, view: &View, id: NodeId) -> bool {
    match view.type_of(view.node(id).id()) {
        Type::Null => value.is_null(),
        Type::True | Type::False => value.is_boolean(),
        Type::Integer | Type::Float => value.is_number(),
        Type::String => value.is_string(),
        Type::Array => value.is_array(),
        Type::Object => value.is_object(),
    }
}

/// Whether `inner` says that the object lacks a property, or has one that is not allowed.
fn is_lack(problem: &Problem, inner: &Problem) -> bool {
    let below = inner.path.0.len().saturating_sub(problem.path.0.len());
    match inner.kind {
        Kind::Required(_) => below == 0,
        Kind::AdditionalProperty(_) | Kind::UnevaluatedProperty { .. } => below == 1,
        _ => false,
    }
}

/// If every branch requires a different value for the same member, returns one problem that lists these values.
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

/// If all branches fail only because properties are missing, returns the problem for them.
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
    // Ignore groups that include all properties of a smaller group.
    let smaller = groups.clone();
    groups.retain(|group| {
        !smaller
            .iter()
            .any(|other| other.len() < group.len() && other.iter().all(|name| group.contains(name)))
    });
    // First report what all branches require. The rest can be reported once that exists.
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

/// Returns the problem of the branch that forbids the most properties together, if the other branches only forbid
/// some of the same.
fn excluded(problem: &Problem, branches: &[&[Problem]]) -> Option<Vec<Problem>> {
    let of = |inner: &Problem| match &inner.kind {
        Kind::Not(names) if inner.path == problem.path => names.clone(),
        Kind::Not(names) if inner.at_key && is_member(&inner.path, &problem.path) => names.clone(),
        _ => Vec::new(),
    };
    let all = branches.iter().copied().flatten();
    let whole = all.clone().max_by_key(|inner| of(inner).len())?;
    let names = of(whole);
    let is_same = |inner: &Problem| {
        let own = of(inner);
        !own.is_empty() && own.iter().all(|name| names.contains(name))
    };
    (names.len() > 1 && all.clone().all(is_same)).then(|| vec![whole.clone()])
}

/// Whether `path` is a direct member of the object at `object`.
fn is_member(path: &Path, object: &Path) -> bool {
    path.0.split_last().is_some_and(|(_, parent)| parent == object.0)
}

/// If each branch rejects some properties and none rejects all, returns the problem that these exclude each other.
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
    // In document order.
    let object = view.node(problem.node).id();
    names.sort_by_key(|name| view.member(object, name).map(|member| member.key));
    (names.len() > 1).then(|| {
        let groups = names.into_iter().map(|name| vec![name]).collect();
        vec![Problem { kind: Kind::Exclusive(groups), ..problem.clone() }]
    })
}

/// Returns the problems that all branches report.
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

/// Returns the branch that fits best, if one stands out: its discriminators match, its errors lie deepest, and it has
/// the fewest errors.
fn best<'p>(
    problem: &Problem,
    mut branches: Vec<(usize, &'p [Problem])>,
) -> Option<(usize, &'p [Problem])> {
    let depth = problem.path.0.len();
    let ranked = |branch: &[Problem]| {
        // If a `const` or `enum` fails on a direct member, another branch is meant.
        let is_meant = !branch.iter().any(|inner| {
            inner.path.0.len() == depth + 1 && matches!(inner.kind, Kind::Const(_) | Kind::Enum(_))
        });
        // A key that is not allowed is a fault of its map, like a key that is missing.
        let depth_of =
            |inner: &Problem| inner.path.0.len().saturating_sub(usize::from(inner.at_key));
        let deepest = branch.iter().map(depth_of).max().unwrap_or(0);
        (is_meant, deepest, std::cmp::Reverse(branch.len()))
    };
    branches.sort_by_key(|&(at, branch)| (std::cmp::Reverse(ranked(branch)), at));
    let &(at, first) = branches.first()?;
    // If two branches fit equally well, we cannot tell which one was meant.
    match branches.get(1) {
        Some(&(_, second)) if ranked(second) == ranked(first) => None,
        _ => Some((at, first)),
    }
}

/// Returns `expected one of ...` if each branch makes a single statement about the value itself.
pub(super) fn summary(problem: &Problem, branches: &[Vec<Problem>], view: &View) -> Option<String> {
    let depth = problem.path.0.len();
    // If a branch is for another type, its other statements do not matter.
    let only = |branch: &Vec<Problem>| {
        let is_type = |inner: &&Problem| matches!(inner.kind, Kind::Type(_));
        let mut own = branch.iter().filter(|inner| inner.path.0.len() == depth);
        match branch.as_slice() {
            [one] if one.path.0.len() == depth => Some(one.kind.clone()),
            _ => own.find(is_type).map(|one| one.kind.clone()),
        }
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
                forms.push(format!("a string of at least {least} characters"));
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
