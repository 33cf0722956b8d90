//! Checks values below `@schema/type any=True`: type annotations are errors there, and others have no effect.

use yardstick_diagnostics::{Diagnostic, Failure, Sources, Statement, codes};
use yardstick_template::tree::{Annotations, Yaml};

use super::error::{Result, invalid};
use crate::{
    place::{Node, NodeKind},
    values::settle::MAX_DEPTH,
};

/// Annotations about the type of a node, in the order in which messages list them.
const TYPING: [&str; 5] =
    ["schema/nullable", "schema/type", "schema/default", "schema/key", "schema/any-key"];

/// Rejects type annotations below a node that accepts anything.
pub(super) fn refuse_schema_inside(value: &Yaml, sources: &Sources) -> Result<()> {
    inside(value, sources, MAX_DEPTH)
}

/// Returns a warning for each annotation below a node that accepts anything, because it has no effect there.
pub(super) fn without_effect(value: &Yaml) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    let mut left = vec![(value, MAX_DEPTH)];
    while let Some((value, depth)) = left.pop() {
        let Some(below) = depth.checked_sub(1) else { continue };
        let mut visit = |annotations: &Annotations| {
            let of_schema = annotations.iter().filter(|one| one.name.starts_with("schema/"));
            warnings.extend(of_schema.map(|one| {
                let message = format!("Annotation @{} has no effect below @schema/type any=True", one.name);
                let warning = Diagnostic::warning(codes::NO_EFFECT, message);
                warning.at(one.position.span()).note(
                    "values there may be anything: move the annotation to the node with any=True, or declare the types below it",
                )
            }));
        };
        match value {
            Yaml::Map(map) => {
                for item in map.items() {
                    visit(&item.annotations);
                    left.push((&item.value, below));
                }
            }
            Yaml::Array(array) => {
                for item in &array.items {
                    visit(&item.annotations);
                    left.push((&item.value, below));
                }
            }
            _ => {}
        }
    }
    warnings
}

fn inside(value: &Yaml, sources: &Sources, depth: usize) -> Result<()> {
    // Deeper values are rejected when they become the default.
    let Some(below) = depth.checked_sub(1) else { return Ok(()) };
    match value {
        Yaml::Map(map) => map.items().iter().try_for_each(|item| {
            let node = Node { position: item.position, kind: NodeKind::MapItem(&item.key) };
            at_node(node, &item.value, &item.annotations, sources)?;
            inside(&item.value, sources, below)
        }),
        Yaml::Array(array) => array.items.iter().try_for_each(|item| {
            let node = Node { position: item.position, kind: NodeKind::ArrayItem };
            at_node(node, &item.value, &item.annotations, sources)?;
            inside(&item.value, sources, below)
        }),
        _ => Ok(()),
    }
}

fn at_node(
    node: Node<'_>,
    value: &Yaml,
    annotations: &Annotations,
    sources: &Sources,
) -> Result<()> {
    if annotations.is_empty() {
        return Ok(());
    }
    let found: Vec<_> = TYPING.iter().filter_map(|name| annotations.get(name)).collect();
    if found.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = found.iter().map(|annotation| format!("@{}", annotation.name)).collect();
    let mut failure = Failure::at(node.place(value, sources))
        .description("Schema was specified within an \"any type\" fragment")
        .found(Statement::new(format!("{} annotation(s)", names.join(", "))))
        .expected(Statement::new(
            "no '@schema/...' on nodes within a node annotated '@schema/type any=True'",
        ))
        .hint(
            "an \"any type\" fragment has no constraints; nested schema annotations conflict and \
             are disallowed",
        );
    failure.annotations.extend(found.iter().filter_map(|annotation| annotation.position.span()));
    Err(invalid(failure))
}
