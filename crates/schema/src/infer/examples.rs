//! Reads example values: `@schema/examples (description, value), ...`, and `@schema/example value` or
//! `@schema/example (description, value)`.

use yardstick_diagnostics::{Diagnostic, Report, Role, Statement, codes};
use yardstick_starlark::{Text, Value};
use yardstick_template::{
    convert,
    tree::{Annotation, Kind, Yaml},
};

use super::{
    Declared, Inference,
    error::{Result, invalid, misread},
    too_deep,
};
use crate::{
    model::{Example, Type},
    place,
    values::{conform::conform, one_line, settle::settled},
};

const NAME: &str = "schema/examples";
const ONE: &str = "schema/example";

/// Returns the examples of a node. All are checked.
pub(super) fn read(
    inference: &mut Inference<'_>,
    declared: &Declared<'_>,
    type_: &Type,
) -> Result<Vec<Example>> {
    let (many, one) = (declared.annotations.get(NAME), declared.annotations.get(ONE));
    match (many, one) {
        (None, None) => Ok(Vec::new()),
        (None, Some(annotation)) => Ok(read_one(inference, declared, annotation, type_)),
        (Some(annotation), other) => {
            if let Some(other) = other {
                let message = format!("@{ONE} is ignored: @{NAME} is given as well");
                inference.warnings.push(warning(message, other));
            }
            read_many(inference, declared, annotation, type_)
        }
    }
}

fn read_many(
    inference: &mut Inference<'_>,
    declared: &Declared<'_>,
    annotation: &Annotation,
    type_: &Type,
) -> Result<Vec<Example>> {
    let sources = inference.sources;
    let refuse = |found: String, role: Role| {
        let expected =
            "2-tuple containing description (string) and example value (of expected type)";
        invalid(
            misread(declared, annotation, sources)
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
        let description = Some(description.to_lossy().into_owned());
        examples.push(Example { description, value, proposed: false });
    }
    check(inference, declared, annotation, type_, &examples)?;
    Ok(examples)
}

/// Returns the examples of a single list argument, which is equivalent to several arguments.
fn listed(annotation: &Annotation) -> Option<Vec<Value>> {
    let [Value::List(list)] = &annotation.positional[..] else { return None };
    let list = list.to_vec();
    let are_pairs = list.iter().all(|item| matches!(item, Value::Tuple(_)));
    (are_pairs && !list.is_empty()).then_some(list)
}

/// Reads `@schema/example`, with or without a description. The reference does not have this annotation, so schemas
/// written for it may contain anything here. Values that do not fit are ignored.
fn read_one(
    inference: &mut Inference<'_>,
    declared: &Declared<'_>,
    annotation: &Annotation,
    type_: &Type,
) -> Vec<Example> {
    let position = declared.node.position;
    let example = |description: Option<&Text>, value: &Value| {
        let value = convert::to_yaml(value).ok()?;
        let value = settled(&value, position)?;
        let description = description.map(|text| text.to_lossy().into_owned());
        Some(Example { description, value, proposed: true })
    };
    let described = match annotation.positional.as_slice() {
        [Value::Str(description), value] => example(Some(description), value),
        [Value::Tuple(pair)] => match &**pair {
            [Value::Str(description), value] => example(Some(description), value),
            _ => None,
        },
        _ => None,
    };
    let plain = match annotation.positional.as_slice() {
        [value] => example(None, value),
        _ => None,
    };
    // A pair may be a description and a value, or an example of an array.
    for candidate in [described, plain].into_iter().flatten() {
        let candidate = [candidate];
        if annotation.keywords.is_empty()
            && check(inference, declared, annotation, type_, &candidate).is_ok()
        {
            return candidate.into();
        }
    }
    let message = format!("@{ONE} is ignored: it does not fit its node");
    let note = format!("write @{ONE} value, or @{ONE} (\"description\", value)");
    inference.warnings.push(warning(message, annotation).note(note));
    Vec::new()
}

fn warning(message: String, annotation: &Annotation) -> Diagnostic {
    Diagnostic::warning(codes::EXAMPLE_IGNORED, message).at(annotation.position.span())
}

/// Adds a hint on how to write a value of `type_` in code. The usual hints are about YAML syntax.
pub(super) fn code_hint(failure: &mut yardstick_diagnostics::Failure, type_: &Type, value: &Yaml) {
    let type_ = type_.not_null();
    let written = one_line::line(value);
    let bare = written.trim_matches('"').to_owned();
    let hint = match (type_, value) {
        (Type::Scalar(Kind::Text), Yaml::Int(_) | Yaml::Float(_) | Yaml::Bool(_)) => {
            format!("quote it: \"{bare}\"")
        }
        (Type::Scalar(Kind::Int | Kind::Float), Yaml::Text(_)) if bare.parse::<f64>().is_ok() => {
            format!("remove the quotes: {bare}")
        }
        (Type::Scalar(Kind::Bool), Yaml::Text(_)) if ["true", "True"].contains(&bare.as_str()) => {
            "write True, without quotes".to_owned()
        }
        (Type::Scalar(Kind::Bool), Yaml::Text(_))
            if ["false", "False"].contains(&bare.as_str()) =>
        {
            "write False, without quotes".to_owned()
        }
        _ => return,
    };
    failure.extra_hints = vec![hint];
}

/// Checks that every example fits.
fn check(
    inference: &mut Inference<'_>,
    declared: &Declared<'_>,
    annotation: &Annotation,
    type_: &Type,
    examples: &[Example],
) -> Result<()> {
    let sources = inference.sources;
    let position = declared.node.position;
    let mut failures = Vec::new();
    for example in examples {
        let conformed =
            conform(inference.thread, type_, position, &example.value, declared.node, sources);
        failures.extend(conformed.mismatches.into_iter().map(|mismatch| {
            let mut failure = mismatch.failure;
            failure.annotations.extend(annotation.position.span());
            failure.fix = None;
            code_hint(&mut failure, type_, &example.value);
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
