//! `@schema/required`: there is no default, a value has to be given.

use yardstick_diagnostics::{Sources, Statement};
use yardstick_template::tree::Position;

use super::{
    Declared,
    error::{Result, found_by, invalid, misuse},
};

const NAME: &str = "schema/required";

/// The annotation that asks for a value.
pub(super) fn read(declared: &Declared<'_>, sources: &Sources) -> Result<Option<Position>> {
    let Some(annotation) = declared.annotations.get(NAME) else { return Ok(None) };
    if annotation.positional.is_empty() && annotation.keywords.is_empty() {
        return Ok(Some(annotation.position));
    }
    let description = format!("syntax error in @{NAME} annotation");
    Err(invalid(
        misuse(declared, annotation, description, sources)
            .found(found_by(format!("argument in @{NAME}"), annotation))
            .expected(Statement::new("no arguments")),
    ))
}
