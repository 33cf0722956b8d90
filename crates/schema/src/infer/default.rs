//! Reads `@schema/default value`: a default that differs from the example.

use yardstick_diagnostics::{Report, Role, Sources};
use yardstick_starlark::{Thread, Value};
use yardstick_template::{
    convert,
    tree::{Annotation, Yaml},
};

use super::{
    Declared, declared_type,
    error::{AuthorError, Result, found_by, invalid, misread, misuse},
    examples::code_hint,
    too_deep,
};
use crate::{
    model::Type,
    place::{self, NodeKind},
    values::{conform::conform, settle::settled},
};

/// Returns the default given for a node, with defaults filled in and checked.
pub(super) fn given(
    thread: &mut Thread,
    declared: &Declared<'_>,
    type_: &Type,
    sources: &Sources,
) -> Result<Option<Yaml>> {
    let Some(annotation) = declared.annotations.get("schema/default") else { return Ok(None) };
    if let NodeKind::ArrayItem = declared.node.kind {
        return Err(on_array_item(declared, annotation, sources));
    }
    let value = match annotation.positional.as_slice() {
        [value] if annotation.keywords.is_empty() => value,
        _ => return Err(wrong_arguments(declared, annotation, type_, sources)),
    };
    let value = convert::to_yaml(value).map_err(|error| {
        not_a_value(declared, annotation, type_, value, error.message(), sources)
    })?;
    let position = declared.node.position;
    let mut value = settled(&value, position).ok_or_else(|| too_deep(position))?;
    let conformed = conform(thread, type_, position, &value, declared.node, sources);
    if conformed.mismatches.is_empty() {
        conformed.lacking.fill(&mut value);
        return Ok(Some(value));
    }
    let failures = conformed.mismatches.into_iter().map(|mismatch| {
        let mut failure = mismatch.failure;
        code_hint(&mut failure, type_, &value);
        failure.annotations.extend(annotation.position.span());
        if let Some(found) = &mut failure.found {
            found.origin = Some((Role::At, place::of(annotation.position)));
        }
        failure.fix = None;
        failure.extra_hint(Some(
            "a default is written in code: \"text\", 80, True, [\"a\"] or {\"a\": 1}, and is of the type declared below it"
                .to_owned(),
        ))
    });
    Err(Report::new("Invalid schema - @schema/default is wrong type", failures.collect()).into())
}

fn wrong_arguments(
    declared: &Declared<'_>,
    annotation: &Annotation,
    type_: &Type,
    sources: &Sources,
) -> AuthorError {
    let by_name = !annotation.keywords.is_empty();
    let mistake = match annotation.positional.len() {
        _ if by_name => "keyword argument".to_owned(),
        0 => "missing value".to_owned(),
        several => format!("{several} values"),
    };
    let mut failure = misread(declared, annotation, sources)
        .found(found_by(format!("{mistake} in @schema/default"), annotation))
        .expected(declared_type(type_, declared));
    if by_name {
        failure = failure
            .hint("this annotation only accepts one argument: the default value.")
            .hint("value must be in Starlark format, e.g.: {'key': 'value'}, True.");
    }
    invalid(failure)
}

/// Reports a function, module or other value that YAML cannot represent.
fn not_a_value(
    declared: &Declared<'_>,
    annotation: &Annotation,
    type_: &Type,
    value: &Value,
    reason: &str,
    sources: &Sources,
) -> AuthorError {
    let found = format!("{} in @schema/default", value.type_name());
    invalid(
        misread(declared, annotation, sources)
            .found(found_by(found, annotation))
            .expected(declared_type(type_, declared))
            .hint(reason),
    )
}

fn on_array_item(
    declared: &Declared<'_>,
    annotation: &Annotation,
    sources: &Sources,
) -> AuthorError {
    let failure = misuse(declared, annotation, "", sources)
        .hint("do you mean to set a default value for the array?")
        .hint("set an array's default by annotating its parent.");
    let summary = "Invalid schema - @schema/default not supported on array item";
    AuthorError::from(Report::new(summary, vec![failure])).under("Invalid schema")
}
