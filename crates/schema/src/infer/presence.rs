//! `@schema/nullable`: null is allowed, and the default. `@schema/required`: there is no default, a value has
//! to be given.

use yardstick_diagnostics::{Sources, Statement};
use yardstick_template::tree::{Annotation, Position};

use super::{
    Declared,
    error::{AuthorError, Result, found_by, invalid, misuse},
};

const REQUIRED: &str = "schema/required";
const DEFAULT: &str = "schema/default";

/// Whether the node may be null.
pub(super) fn nullable(declared: &Declared<'_>, sources: &Sources) -> Result<bool> {
    let Some(annotation) = declared.annotations.get("schema/nullable") else { return Ok(false) };
    if annotation.keywords.is_empty() {
        return Ok(true);
    }
    let description = "expected @schema/nullable annotation to not contain any keyword arguments";
    Err(invalid(
        misuse(declared, annotation, description, sources)
            .found(found_by("keyword argument in @schema/nullable", annotation))
            .expected(Statement::new("starlark.Bool"))
            .hint("Supported kwargs are 'any'"),
    ))
}

/// The annotation that asks for a value.
pub(super) fn required(declared: &Declared<'_>, sources: &Sources) -> Result<Option<Position>> {
    let Some(annotation) = declared.annotations.get(REQUIRED) else { return Ok(None) };
    if annotation.positional.is_empty() && annotation.keywords.is_empty() {
        return match declared.annotations.get(DEFAULT) {
            Some(default) => Err(contradiction(declared, annotation, default, sources)),
            None => Ok(Some(annotation.position)),
        };
    }
    let description = format!("syntax error in @{REQUIRED} annotation");
    Err(invalid(
        misuse(declared, annotation, description, sources)
            .found(found_by(format!("argument in @{REQUIRED}"), annotation))
            .expected(Statement::new("no arguments")),
    ))
}

/// What has a default need not be given.
fn contradiction(
    declared: &Declared<'_>,
    annotation: &Annotation,
    default: &Annotation,
    sources: &Sources,
) -> AuthorError {
    let description = format!("@{REQUIRED} and @{DEFAULT} cannot be combined");
    let mut failure = misuse(declared, annotation, description, sources)
        .found(found_by("a default for what must be given", default))
        .expected(Statement::new("one of the two"))
        .hint("to refuse null but keep a default, use @schema/validation not_null=True.");
    failure.annotations.extend(default.position.span());
    invalid(failure)
}
