//! `@schema/examples (description, value), ...`: values one could give.

use yardstick_diagnostics::{Report, Sources, Statement};
use yardstick_starlark::{Thread, Value};
use yardstick_template::{convert, tree::Annotation};

use super::{
    Declared,
    error::{Result, invalid, misuse},
    too_deep,
};
use crate::{
    conform::conform,
    place,
    positions::settled,
    types::{Example, Type},
};

const NAME: &str = "schema/examples";

/// The examples given for a node, checked.
pub(super) fn read(
    thread: &mut Thread,
    declared: &Declared<'_>,
    type_: &Type,
    sources: &Sources,
) -> Result<Vec<Example>> {
    let Some(annotation) = declared.annotations.get(NAME) else { return Ok(Vec::new()) };
    let refuse = |found: String, word: &'static str| {
        let description = format!("syntax error in @{NAME} annotation");
        let expected =
            "2-tuple containing description (string) and example value (of expected type)";
        invalid(
            misuse(declared, annotation, description, sources)
                .found(Statement::from(found, word, place::of(annotation.position)))
                .expected(Statement::new(expected)),
        )
    };
    if !annotation.keywords.is_empty() {
        return Err(refuse(format!("keyword argument in @{NAME}"), "by"));
    }
    if annotation.positional.is_empty() {
        return Err(refuse(format!("missing value in @{NAME}"), "by"));
    }
    let mut examples = Vec::with_capacity(annotation.positional.len());
    for argument in &annotation.positional {
        let Value::Tuple(tuple) = argument else {
            return Err(refuse(format!("{} for @{NAME}", argument.type_name()), "at"));
        };
        let (description, value) = match &**tuple {
            [] | [_] => return Err(refuse(format!("empty tuple in @{NAME}"), "by")),
            [Value::Str(description), value] => (description, value),
            [other, _] => {
                return Err(refuse(format!("{} value for @{NAME}", other.type_name()), "at"));
            }
            more => return Err(refuse(format!("{}-tuple argument in @{NAME}", more.len()), "by")),
        };
        let value = convert::to_yaml(value).map_err(|_| {
            refuse(format!("{} as example value in @{NAME}", value.type_name()), "by")
        })?;
        let position = declared.node.position;
        let value = settled(&value, position).ok_or_else(|| too_deep(position))?;
        examples.push(Example { description: description.to_lossy().into_owned(), value });
    }
    check(thread, declared, annotation, type_, &examples, sources)?;
    Ok(examples)
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
                found.origin = Some(("by", place::of(annotation.position)));
            }
            failure
        }));
    }
    if failures.is_empty() {
        return Ok(());
    }
    Err(Report::new("Invalid schema - @schema/examples has wrong type", failures).into())
}
