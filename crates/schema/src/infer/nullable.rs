//! `@schema/nullable`: null is allowed, and the default.

use yardstick_diagnostics::{Sources, Statement};

use super::{
    Declared,
    error::{Result, found_by, invalid, misuse},
};

/// Whether the node may be null.
pub(super) fn requested(declared: &Declared<'_>, sources: &Sources) -> Result<bool> {
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
