//! `@schema/type any=True`: no restriction at all.

use yardstick_diagnostics::{Failure, Sources, Statement};
use yardstick_starlark::Value;
use yardstick_template::tree::{Annotations, Yaml};

use super::{
    Declared,
    error::{Result, found_by, invalid, misuse},
};
use crate::{
    place::{Node, NodeKind},
    positions::MAX_DEPTH,
    reference_names::internal_type,
};

/// Whether the node may hold anything.
pub(super) fn requested(declared: &Declared<'_>, sources: &Sources) -> Result<bool> {
    let Some(annotation) = declared.annotations.get("schema/type") else { return Ok(false) };
    if annotation.keywords.is_empty() {
        let description = "expected @schema/type annotation to have keyword argument and value";
        return Err(invalid(
            misuse(declared, annotation, description, sources)
                .found(found_by("missing keyword argument and value", annotation))
                .expected(Statement::new("valid keyword argument and value"))
                .hint("Supported key-value pairs are 'any=True', 'any=False'"),
        ));
    }
    let mut any = false;
    for (name, value) in &annotation.keywords {
        let (found, expected) = match value {
            _ if *name != "any" => (name.to_lossy().into_owned(), "A valid kwarg"),
            Value::Bool(value) => {
                any = *value;
                continue;
            }
            other => (internal_type(other).to_owned(), "starlark.Bool"),
        };
        let description = "unknown @schema/type annotation keyword argument";
        return Err(invalid(
            misuse(declared, annotation, description, sources)
                .found(found_by(found, annotation))
                .expected(Statement::new(expected))
                .hint("Supported kwargs are 'any'"),
        ));
    }
    Ok(any)
}

/// Annotations that say something about the type of a node, in the order messages list them.
const TYPING: [&str; 3] = ["schema/nullable", "schema/type", "schema/default"];

/// Below a node that may hold anything nothing may be typed.
pub(super) fn refuse_schema_inside(value: &Yaml, sources: &Sources) -> Result<()> {
    inside(value, sources, MAX_DEPTH)
}

fn inside(value: &Yaml, sources: &Sources, depth: usize) -> Result<()> {
    // Deeper values are refused when the default is taken over.
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
