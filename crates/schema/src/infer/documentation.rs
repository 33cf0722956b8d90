//! Reads the documentation of a node: `@schema/desc`, `@schema/title`, `@schema/deprecated`, `@schema/removed`,
//! `@schema/secret`.

use yardstick_diagnostics::{Sources, Statement};
use yardstick_starlark::Value;

use super::{
    Declared, Inference,
    error::{Result, found_by, invalid, misread, misuse},
    examples,
};
use crate::{
    model::{Documentation, Type},
    place::NodeKind,
};

/// Reads the documentation from the annotations of a node.
pub(super) fn read(
    inference: &mut Inference<'_>,
    declared: &Declared<'_>,
    type_: &Type,
) -> Result<Option<Box<Documentation>>> {
    let sources = inference.sources;
    if declared.annotations.is_empty() {
        return Ok(None);
    }
    // For map keys, this is checked where the map is read, because removed keys have no type.
    if !matches!(declared.node.kind, NodeKind::MapItem(_)) {
        removed(declared, sources)?;
    }
    let description = description(declared, sources)?;
    let title = text(declared, "schema/title", sources)?;
    let examples = examples::read(inference, declared, type_)?;
    let deprecated = deprecated(declared, sources)?;
    let secret = secret(declared, sources)?;
    let is_described = description.is_some() || title.is_some() || deprecated.is_some();
    if !is_described && examples.is_empty() && !secret {
        return Ok(None);
    }
    Ok(Some(Box::new(Documentation {
        title: title.unwrap_or_default(),
        description: description.unwrap_or_default(),
        deprecated,
        examples,
        secret,
    })))
}

/// Reads `@schema/secret`: whether the value must not be shown.
fn secret(declared: &Declared<'_>, sources: &Sources) -> Result<bool> {
    const NAME: &str = "schema/secret";
    let Some(annotation) = declared.annotations.get(NAME) else { return Ok(false) };
    if annotation.positional.is_empty() && annotation.keywords.is_empty() {
        return Ok(true);
    }
    let failure = misread(declared, annotation, sources)
        .found(found_by(format!("arguments in @{NAME}"), annotation))
        .expected(Statement::new("no arguments"));
    Err(invalid(failure))
}

/// Reads `@schema/desc`, also called `@schema/doc`.
fn description(declared: &Declared<'_>, sources: &Sources) -> Result<Option<String>> {
    const NAMES: [&str; 2] = ["schema/desc", "schema/doc"];
    match NAMES.map(|name| declared.annotations.get(name)) {
        [Some(desc), Some(doc)] => {
            let description = "@schema/desc and @schema/doc cannot be combined";
            let mut failure = misuse(declared, desc, description, sources);
            failure.annotations.extend(doc.position.span());
            Err(invalid(failure.hint("both mean the same; @schema/desc is the usual name.")))
        }
        [None, Some(_)] => text(declared, NAMES[1], sources),
        _ => text(declared, NAMES[0], sources),
    }
}

fn deprecated(declared: &Declared<'_>, sources: &Sources) -> Result<Option<String>> {
    const NAME: &str = "schema/deprecated";
    if let (NodeKind::Document, Some(annotation)) =
        (declared.node.kind, declared.annotations.get(NAME))
    {
        let description = "@schema/deprecated not supported on a document";
        return Err(invalid(
            misuse(declared, annotation, description, sources)
                .hint("do you mean to deprecate the entire schema document?")
                .hint("use schema/deprecated on individual keys."),
        ));
    }
    text(declared, NAME, sources)
}

/// Reads what to use instead of a removed key.
pub(super) fn removed(declared: &Declared<'_>, sources: &Sources) -> Result<Option<String>> {
    const NAME: &str = "schema/removed";
    let kind = match declared.node.kind {
        NodeKind::MapItem(_) => {
            let remedy = text(declared, NAME, sources)?;
            let pattern = ["schema/key", "schema/any-key"];
            if let (Some(_), Some(other)) =
                (&remedy, pattern.into_iter().find(|name| declared.annotations.has(name)))
                && let Some(annotation) = declared.annotations.get(NAME)
            {
                let description = format!("@schema/removed cannot be combined with @{other}");
                let failure = misuse(declared, annotation, description, sources);
                return Err(invalid(failure.hint("remove keys by name.")));
            }
            return Ok(remedy);
        }
        NodeKind::ArrayItem => "an array item",
        NodeKind::Document => "a document",
    };
    let Some(annotation) = declared.annotations.get(NAME) else { return Ok(None) };
    let description = format!("@schema/removed not supported on {kind}");
    let failure = misuse(declared, annotation, description, sources);
    Err(invalid(failure.hint("use schema/removed on individual keys.")))
}

/// Returns the only argument of the annotation `name`, a string.
fn text(declared: &Declared<'_>, name: &str, sources: &Sources) -> Result<Option<String>> {
    let Some(annotation) = declared.annotations.get(name) else { return Ok(None) };
    let mistake = match annotation.positional.as_slice() {
        _ if !annotation.keywords.is_empty() => "keyword argument".to_owned(),
        [Value::Str(text)] => return Ok(Some(text.to_lossy().into_owned())),
        [] => "missing value".to_owned(),
        [_] => "Non-string value".to_owned(),
        several => format!("{} values", several.len()),
    };
    let mut failure = misread(declared, annotation, sources)
        .found(found_by(format!("{mistake} in @{name}"), annotation))
        .expected(Statement::new("string"));
    if !annotation.keywords.is_empty() {
        failure = failure.hint("this annotation only accepts one argument: a string.");
    }
    Err(invalid(failure))
}
