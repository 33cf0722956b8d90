//! Explains why an overlay does not apply: shows both nodes, and the closest matches.

use std::{collections::BTreeSet, fmt::Write};

use yardstick_diagnostics::{Diagnostic, Label, Sources, Span, codes, spelling};
use yardstick_starlark::{Error, Text, Value};
use yardstick_template::{
    convert::display_key,
    tree::{Map, MapItem, Position, Yaml},
};

use crate::{
    annotation::names,
    failure::Failure,
    matching::{Matcher, Operand, Rule},
    node::Node,
    siblings::Siblings,
};

/// The maximum number of nodes to search for close matches.
const MAX_NODES: usize = 5_000;

/// The maximum number of close matches to show.
const MAX_SHOWN: usize = 3;

/// The maximum number of differences to show for one node.
const MAX_DIFFERENCES: usize = 3;

/// Sets the position of the problem to the innermost overlay node, or to its annotation that is wrong.
pub(crate) fn right_node<N: Node>(failure: Failure, right: &N) -> Failure {
    failure.map(|mut problem| {
        let marked = problem.labels.iter().any(|label| label.text.is_empty());
        let place = blamed(&problem, right).unwrap_or_else(|| right.position());
        if let (false, Some(span)) = (marked, place.span()) {
            problem.labels.insert(0, Label { span, text: String::new() });
        }
        problem
    })
}

/// Returns the position of the annotation that a problem is about: the one that the message names, or the one that
/// selects nodes.
fn blamed<N: Node>(problem: &Diagnostic, right: &N) -> Option<Position> {
    let annotations = right.annotations();
    let named = annotations.into_iter().find(|one| problem.message.contains(&*one.name));
    let by = || annotations.get(names::MATCH).filter(|one| one.keyword("by").is_some());
    let annotation = if problem.code == codes::OVERLAY_ARGUMENTS {
        named.or_else(by)
    } else if [codes::OVERLAY_COUNT, codes::OVERLAY_FUNCTION].contains(&problem.code) {
        by()
    } else {
        None
    };
    annotation.map(|one| one.position).filter(|position| position.span().is_some())
}

/// Shows the left value whose kind differs from what the overlay needs.
pub(crate) fn left_value(
    failure: Failure,
    left: &Yaml,
    position: Position,
    sources: &Sources,
) -> Failure {
    failure.map(|problem| {
        let text = format!("the overlay is applied to this {}", left.kind().name());
        let problem = problem.note(format!("{text}, at {}", position.located(sources)));
        match position.span() {
            Some(span) => problem.label(span, text),
            None => problem,
        }
    })
}

/// Shows what matched, or the closest matches.
pub(crate) fn count<S: Siblings>(
    failure: Failure,
    left: &S,
    right: &S::Node,
    rule: &Rule<'_>,
    found: &[usize],
    sources: &Sources,
) -> Failure {
    failure.map(|mut problem| {
        if problem.code != codes::OVERLAY_COUNT {
            return problem;
        }
        for &at in found.iter().take(MAX_SHOWN) {
            let node = &left.nodes()[at];
            if let Some(span) = node.position().span() {
                problem = problem.label(span, format!("this {} matches", S::Node::KIND.name()));
            }
        }
        if found.len() == 1 {
            let kind = S::Node::KIND.name();
            problem.notes.push(format!(
                "one {kind} matches: change expects= to 1, or to \"1+\" for one or more, or widen by="
            ));
        }
        if found.len() > 1 {
            let kind = S::Node::KIND.name();
            problem.notes.push(format!(
                "to change all of them, add expects=\"1+\" to @overlay/match (or expects={}); to change one {kind}, narrow by=",
                found.len()
            ));
        }
        if found.is_empty() {
            // If code created the node, the message does not say where.
            if right.position().span().is_none() {
                problem.notes.push(format!(
                    "the overlay's node is {}",
                    S::Node::KIND.made_at(right.position(), sources)
                ));
            }
            problem.notes.extend(near_misses(left, right, rule, sources));
        }
        problem
    })
}

fn near_misses<S: Siblings>(
    left: &S,
    right: &S::Node,
    rule: &Rule<'_>,
    sources: &Sources,
) -> Vec<String> {
    let kind = S::Node::KIND.name();
    let count = left.nodes().len();
    if count == 0 {
        return vec![format!("there are no {kind}s to match")];
    }
    match rule {
        Rule::Nothing | Rule::Everything => Vec::new(),
        Rule::SameKey => near_keys(left, right, sources),
        Rule::MapKey(key) => {
            let mut notes = near_patterns(left, &under(key, right.value()), sources);
            notes.extend(add_item(right));
            notes
        }
        Rule::By(by) => match Operand::of(by) {
            Operand::Matcher(Matcher::Index(_)) => {
                vec![match count {
                    1 => format!("there is 1 {kind}, its index is 0"),
                    _ => format!("there are {count} {kind}s, their indexes are 0 to {}", count - 1),
                }]
            }
            Operand::Matcher(Matcher::MapKey(key)) => {
                let mut notes = near_patterns(left, &under(key, right.value()), sources);
                notes.extend(add_item(right));
                notes
            }
            operand => match pattern(operand) {
                Some(pattern) if dotted(&pattern).is_some() => {
                    let key = dotted(&pattern).unwrap_or_default();
                    let inner: Vec<String> =
                        key.split('.').map(|one| format!("{{\"{one}\": ")).collect();
                    let (open, close) = (inner.concat(), "}".repeat(inner.len()));
                    vec![format!(
                        "a dot is part of a key: for a key in a key write {open}...{close}"
                    )]
                }
                Some(pattern) if !matches!(pattern, Yaml::Map(_)) && are_maps(left) => {
                    vec![format!(
                        "overlay.subset compares with {}, but each {kind} is a map: give it one, as in overlay.subset({{\"kind\": \"Deployment\"}})",
                        show(&pattern)
                    )]
                }
                Some(pattern) => near_patterns(left, &pattern, sources),
                None => vec![format!("the matcher picked none of {count} {kind}(s)")],
            },
        },
    }
}

/// Returns a hint on how to add a missing item.
fn add_item<N: Node>(right: &N) -> Option<String> {
    let annotations = right.annotations();
    let changes = [names::REMOVE, names::INSERT, names::ASSERT].iter();
    let is_other = changes.into_iter().any(|name| annotations.has(name));
    (!is_other).then(|| {
        "to add the item if it is missing, write @overlay/match by=..., missing_ok=True".to_owned()
    })
}

/// Whether all values are maps.
fn are_maps<S: Siblings>(left: &S) -> bool {
    left.nodes().iter().take(MAX_NODES).all(|node| node.value().as_map().is_some())
}

/// Finds a key of a pattern that is written like a path.
fn dotted(pattern: &Yaml) -> Option<String> {
    let keys = pattern.as_map()?.items().iter().filter_map(|item| item.key.as_text());
    let mut keys = keys.map(|key| key.to_lossy().into_owned());
    keys.find(|key| key.contains('.') && !key.contains('/'))
}

/// Returns the pattern that a matcher for `key` looks for.
fn under(key: &Text, right: &Yaml) -> Yaml {
    let key = Yaml::Text(key.clone());
    let value = right.as_map().and_then(|map| map.get(&key)).map(|item| item.value.clone());
    Map::new(vec![MapItem::new(key, value.unwrap_or_default())]).into()
}

/// Returns the pattern of `overlay.subset`, alone or as a part of `overlay.and_op`.
fn pattern(operand: Operand<'_>) -> Option<Yaml> {
    match operand {
        Operand::Matcher(Matcher::Subset(pattern)) => {
            pattern.converted().ok().map(|it| it.yaml.clone())
        }
        Operand::Matcher(Matcher::And(operands)) => operands.iter().find_map(pattern),
        _ => None,
    }
}

/// Lists the keys that are most similar to the key of `right`.
fn near_keys<S: Siblings>(left: &S, right: &S::Node, sources: &Sources) -> Vec<String> {
    let key = |node: &S::Node| node.key().map(display_key).unwrap_or_default();
    let wanted = key(right);
    if wanted == "$patch" {
        return vec!["kustomize's `$patch: delete` is `#@overlay/remove` above the key, `$patch: replace` is `#@overlay/replace`".to_owned()];
    }
    let mut near: Vec<(f64, &S::Node)> = left
        .nodes()
        .iter()
        .take(MAX_NODES)
        .map(|node| (spelling::likeness(&wanted, &key(node)), node))
        .filter(|(likeness, _)| *likeness > 0.6)
        .collect();
    near.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut notes: Vec<String> = near
        .iter()
        .take(MAX_SHOWN)
        .map(|(_, node)| {
            format!("{} ({})", spelling::did_you_mean(key(node)), node.position().located(sources))
        })
        .collect();
    if notes.is_empty() {
        let shown: Vec<String> =
            left.nodes().iter().take(8).map(|node| format!("'{}'", key(node))).collect();
        let more = if left.nodes().len() > shown.len() { ", …" } else { "" };
        notes.push(format!("keys there: {}{more}", shown.join(", ")));
    }
    notes.extend(further_in(left, right, sources));
    if right.position().span().is_some_and(|span| is_replaced(span, sources)) {
        notes.push(
            "annotations above `_:` do not reach the keys that replace it: write `#@overlay/match-child-defaults missing_ok=True` above the key that holds `_:`"
                .to_owned(),
        );
        return notes;
    }
    let removes = right.annotations().has(names::REMOVE);
    let purpose = if removes { "to allow a missing key" } else { "to add a missing key" };
    notes.push(format!("{purpose}, annotate it with @overlay/match missing_ok=True"));
    notes
}

/// Whether the text at `span` is replaced by `template.replace`.
fn is_replaced(span: Span, sources: &Sources) -> bool {
    let file = sources.get(span.file);
    file.line_text(file.line(span.start)).contains("template.replace(")
}

/// Finds the key of `right` one level further in: the overlay probably lacks a level.
fn further_in<S: Siblings>(left: &S, right: &S::Node, sources: &Sources) -> Option<String> {
    let key = right.key()?;
    left.nodes().iter().take(MAX_NODES).find_map(|node| {
        let item = node.value().as_map()?.get(key)?;
        let above = node.key().map(display_key).unwrap_or_default();
        let place = item.position.located(sources);
        Some(format!(
            "there is '{above}.{}' ({place}): write it below '{above}:'",
            display_key(key)
        ))
    })
}

/// The differences between a value and a pattern.
#[derive(Default)]
struct Comparison {
    same: usize,
    different: usize,
    /// The similarity of the values that differ.
    likeness: f64,
    shown: Vec<String>,
}

/// Explains why no node is similar to a pattern: names a key that none has, or lists the nodes.
fn nothing_near<S: Siblings>(left: &S, pattern: &Yaml, sources: &Sources) -> String {
    let kind = S::Node::KIND.name();
    let keys = pattern.as_map().map_or(&[][..], |map| map.items());
    let has = |key: &Yaml| {
        let mut nodes = left.nodes().iter().take(MAX_NODES);
        nodes.any(|node| node.value().as_map().is_some_and(|map| map.get(key).is_some()))
    };
    if let Some(missing) = keys.iter().find(|item| !has(&item.key)) {
        let key = display_key(&missing.key);
        let nodes = left.nodes().iter().take(MAX_NODES);
        let maps = nodes.filter_map(|node| node.value().as_map());
        let there = maps.flat_map(Map::items).map(|item| display_key(&item.key));
        let there: BTreeSet<String> = there.collect();
        let near = spelling::nearest(&key, there.iter().map(String::as_str));
        let near =
            near.map_or_else(String::new, |near| format!(": {}", spelling::did_you_mean(near)));
        return format!("no {kind} has the key '{key}'{near}");
    }
    let some: Vec<String> = left
        .nodes()
        .iter()
        .take(MAX_SHOWN)
        .map(|node| {
            let found = keys.iter().filter_map(|item| {
                let found = node.value().as_map()?.get(&item.key)?;
                let is_scalar = !matches!(found.value, Yaml::Map(_) | Yaml::Array(_));
                is_scalar
                    .then(|| format!("{}: {}", display_key(&item.key), display_key(&found.value)))
            });
            let found: Vec<String> = found.collect();
            let place = node.position().located(sources);
            if found.is_empty() { place } else { format!("{place} ({})", found.join(", ")) }
        })
        .collect();
    format!("the {kind}s to match are {}", some.join(", "))
}

/// Describes the nodes that contain most of `pattern`, and what they lack.
fn near_patterns<S: Siblings>(left: &S, pattern: &Yaml, sources: &Sources) -> Vec<String> {
    let mut near: Vec<(Comparison, &S::Node)> = left
        .nodes()
        .iter()
        .take(MAX_NODES)
        .map(|node| {
            let mut comparison = Comparison::default();
            comparison.walk(Some(node.value()), pattern, &mut String::new(), 0);
            (comparison, node)
        })
        .filter(|(comparison, _)| comparison.same > 0 || comparison.likeness > 0.6)
        .collect();
    near.sort_by(|(a, _), (b, _)| {
        a.different.cmp(&b.different).then(b.likeness.total_cmp(&a.likeness))
    });
    if near.is_empty() {
        return vec![nothing_near(left, pattern, sources)];
    }
    let shown = near.iter().take(MAX_SHOWN);
    shown
        .map(|(comparison, node)| {
            format!(
                "closest match: {}: {}{}",
                S::Node::KIND.made_at(node.position(), sources),
                comparison.shown.join("; "),
                below_metadata(node.value(), pattern),
            )
        })
        .collect()
}

/// Describes where a key of `pattern` is that `value` does not have: below another key.
fn below_metadata(value: &Yaml, pattern: &Yaml) -> String {
    let found = || {
        let map = value.as_map()?;
        let wanted = pattern.as_map()?.items().iter().find(|item| map.get(&item.key).is_none())?;
        let (above, below) = map.items().iter().find_map(|item| {
            let below = item.value.as_map()?.get(&wanted.key)?;
            below.value.same_scalar(&wanted.value).then_some((item, below))
        })?;
        let (above, key) = (display_key(&above.key), display_key(&below.key));
        Some(format!(
            "; it is below {above}: write {{\"{above}\": {{\"{key}\": {}}}}}",
            show(&below.value)
        ))
    };
    found().unwrap_or_default()
}

impl Comparison {
    fn walk(&mut self, value: Option<&Yaml>, pattern: &Yaml, path: &mut String, depth: usize) {
        if depth > 100 {
            return;
        }
        let length = path.len();
        match (pattern, value) {
            (Yaml::Map(pattern), Some(Yaml::Map(map))) => {
                for item in pattern.items() {
                    if length > 0 {
                        path.push('.');
                    }
                    path.push_str(&display_key(&item.key));
                    let value = map.get(&item.key).map(|item| &item.value);
                    self.walk(value, &item.value, path, depth + 1);
                    path.truncate(length);
                }
            }
            (Yaml::Array(pattern), Some(Yaml::Array(array))) => {
                for (at, item) in pattern.items.iter().enumerate() {
                    let _ = write!(path, "[{at}]");
                    self.walk(
                        array.items.get(at).map(|item| &item.value),
                        &item.value,
                        path,
                        depth + 1,
                    );
                    path.truncate(length);
                }
            }
            (leaf, Some(value)) if value.same_scalar(leaf) => self.same += 1,
            (leaf, value) => {
                self.different += 1;
                if let (Yaml::Text(leaf), Some(Yaml::Text(value))) = (leaf, value) {
                    self.likeness =
                        self.likeness.max(spelling::likeness(&leaf.to_lossy(), &value.to_lossy()));
                }
                if self.shown.len() < MAX_DIFFERENCES {
                    let is = value
                        .map_or("is missing".to_owned(), |value| format!("is {}", show(value)));
                    let what = if path.is_empty() { "it" } else { path };
                    self.shown.push(format!("{what} {is}, not {}", show(leaf)));
                }
            }
        }
    }
}

/// Formats a value in few words.
fn show(value: &Yaml) -> String {
    match value {
        Yaml::Map(_) => "a map".to_owned(),
        Yaml::Array(_) => "an array".to_owned(),
        Yaml::Text(text) => {
            let text = text.to_lossy();
            let start: String = text.chars().take(60).collect();
            let dots = if start.len() < text.len() { "…" } else { "" };
            format!("{start:?}{dots}")
        }
        scalar => display_key(scalar),
    }
}

/// Adds the arguments of a `via=` function to the error, if the function has another number of parameters.
pub(crate) fn two_parameters(error: Error, via: &Value) -> Error {
    let Value::Function(function) = via else { return error };
    let note = (function.parameter_count() != 2).then(|| {
        "via= receives two values, the existing one and the overlay's: write `lambda left, right: ...`"
            .to_owned()
    });
    error.note(note)
}

/// Adds the arguments of a `by=` function to the error, if the function has another number of parameters.
pub(crate) fn three_parameters(error: Error, by: &Value) -> Error {
    let Value::Function(function) = by else { return error };
    let note = (function.parameter_count() != 3)
        .then(|| "by= gets three values: write `lambda index, left, right: ...`".to_owned());
    error.note(note)
}
