//! `@schema/examples (description, value), ...` and `@schema/example value`: values one could give.

use yardstick_diagnostics::{Report, Role, Sources, Statement};
use yardstick_starlark::{Thread, Value};
use yardstick_template::{convert, tree::Annotation};

use super::{
    Declared, declared_type,
    error::{AuthorError, Result, found_by, invalid, misuse},
    too_deep,
};
use crate::{
    model::{Example, Type},
    place,
    values::{conform::conform, settle::settled},
};

const NAME: &str = "schema/examples";
const ONE: &str = "schema/example";

/// The examples given for a node, checked.
pub(super) fn read(
    thread: &mut Thread,
    declared: &Declared<'_>,
    type_: &Type,
    sources: &Sources,
) -> Result<Vec<Example>> {
    let (many, one) = (declared.annotations.get(NAME), declared.annotations.get(ONE));
    let annotation = match (many, one) {
        (None, None) => return Ok(Vec::new()),
        (None, Some(annotation)) => return read_one(thread, declared, annotation, type_, sources),
        (Some(annotation), None) => annotation,
        (Some(annotation), Some(other)) => {
            return Err(both(declared, annotation, other, sources));
        }
    };
    let refuse = |found: String, role: Role| {
        let description = format!("syntax error in @{NAME} annotation");
        let expected =
            "2-tuple containing description (string) and example value (of expected type)";
        invalid(
            misuse(declared, annotation, description, sources)
                .found(Statement::from(found, role, place::of(annotation.position)))
                .expected(Statement::new(expected)),
        )
    };
    if !annotation.keywords.is_empty() {
        return Err(refuse(format!("keyword argument in @{NAME}"), Role::By));
    }
    if annotation.positional.is_empty() {
        return Err(refuse(format!("missing value in @{NAME}"), Role::By));
    }
    let listed = listed(annotation);
    let arguments = listed.as_ref().unwrap_or(&annotation.positional);
    let mut examples = Vec::with_capacity(arguments.len());
    for argument in arguments {
        let Value::Tuple(tuple) = argument else {
            return Err(refuse(format!("{} for @{NAME}", argument.type_name()), Role::At));
        };
        let (description, value) = match &**tuple {
            [] | [_] => return Err(refuse(format!("empty tuple in @{NAME}"), Role::By)),
            [Value::Str(description), value] => (description, value),
            [other, _] => {
                return Err(refuse(format!("{} value for @{NAME}", other.type_name()), Role::At));
            }
            more => {
                return Err(refuse(format!("{}-tuple argument in @{NAME}", more.len()), Role::By));
            }
        };
        let value = convert::to_yaml(value).map_err(|_| {
            refuse(format!("{} as example value in @{NAME}", value.type_name()), Role::By)
        })?;
        let position = declared.node.position;
        let value = settled(&value, position).ok_or_else(|| too_deep(position))?;
        examples.push(Example { description: Some(description.to_lossy().into_owned()), value });
    }
    check(thread, declared, annotation, type_, &examples, sources)?;
    Ok(examples)
}

/// The examples of a single list, which is as good as several arguments.
fn listed(annotation: &Annotation) -> Option<Vec<Value>> {
    let [Value::List(list)] = &annotation.positional[..] else { return None };
    let list = list.to_vec();
    let are_pairs = list.iter().all(|item| matches!(item, Value::Tuple(_)));
    (are_pairs && !list.is_empty()).then_some(list)
}

/// The example without a description.
fn read_one(
    thread: &mut Thread,
    declared: &Declared<'_>,
    annotation: &Annotation,
    type_: &Type,
    sources: &Sources,
) -> Result<Vec<Example>> {
    let refuse = |found: String| {
        let description = format!("syntax error in @{ONE} annotation");
        invalid(
            misuse(declared, annotation, description, sources)
                .found(found_by(found, annotation))
                .expected(declared_type(type_, declared)),
        )
    };
    let value = match annotation.positional.as_slice() {
        _ if !annotation.keywords.is_empty() => {
            return Err(refuse(format!("keyword argument in @{ONE}")));
        }
        [value] => value,
        [] => return Err(refuse(format!("missing value in @{ONE}"))),
        several => return Err(refuse(format!("{} values in @{ONE}", several.len()))),
    };
    let value =
        convert::to_yaml(value).map_err(|_| refuse(format!("{} in @{ONE}", value.type_name())))?;
    let position = declared.node.position;
    let value = settled(&value, position).ok_or_else(|| too_deep(position))?;
    let examples = vec![Example { description: None, value }];
    check(thread, declared, annotation, type_, &examples, sources)?;
    Ok(examples)
}

fn both(
    declared: &Declared<'_>,
    annotation: &Annotation,
    other: &Annotation,
    sources: &Sources,
) -> AuthorError {
    let description = format!("@{ONE} and @{NAME} cannot be combined");
    let mut failure = misuse(declared, annotation, description, sources);
    failure.annotations.extend(other.position.span());
    invalid(failure)
}

/// Every example must be one.
fn check(
    thread: &mut Thread,
    declared: &Declared<'_>,
    annotation: &Annotation,
    type_: &Type,
    examples: &[Example],
    sources: &Sources,
) -> Result<()> {
    let position = declared.node.position;
    let mut failures = Vec::new();
    for example in examples {
        let conformed = conform(thread, type_, position, &example.value, declared.node, sources);
        failures.extend(conformed.mismatches.into_iter().map(|mismatch| {
            let mut failure = mismatch.failure;
            failure.annotations.extend(annotation.position.span());
            if let Some(found) = &mut failure.found {
                found.origin = Some((Role::By, place::of(annotation.position)));
            }
            failure
        }));
    }
    if failures.is_empty() {
        return Ok(());
    }
    let summary = format!("Invalid schema - @{} has wrong type", annotation.name);
    Err(Report::new(summary, failures).into())
}
