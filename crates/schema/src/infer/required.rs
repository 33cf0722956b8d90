//! `@schema/required`: there is no default, a value has to be given.

use yardstick_diagnostics::{Sources, Statement};
use yardstick_template::tree::{Annotation, Position};

use super::{
    Declared,
    error::{AuthorError, Result, found_by, invalid, misuse},
};

const NAME: &str = "schema/required";
const DEFAULT: &str = "schema/default";

/// The annotation that asks for a value.
pub(super) fn read(declared: &Declared<'_>, sources: &Sources) -> Result<Option<Position>> {
    let Some(annotation) = declared.annotations.get(NAME) else { return Ok(None) };
    if annotation.positional.is_empty() && annotation.keywords.is_empty() {
        return match declared.annotations.get(DEFAULT) {
            Some(default) => Err(contradiction(declared, annotation, default, sources)),
            None => Ok(Some(annotation.position)),
        };
    }
    let description = format!("syntax error in @{NAME} annotation");
    Err(invalid(
        misuse(declared, annotation, description, sources)
            .found(found_by(format!("argument in @{NAME}"), annotation))
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
    let description = format!("@{NAME} and @{DEFAULT} cannot be combined");
    let mut failure = misuse(declared, annotation, description, sources)
        .found(found_by("a default for what must be given", default))
        .expected(Statement::new("one of the two"))
        .hint("to refuse null but keep a default, use @schema/validation not_null=True.");
    failure.annotations.extend(default.position.span());
    invalid(failure)
}
