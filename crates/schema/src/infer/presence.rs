//! Reads `@schema/nullable` (null is allowed and is the default) and `@schema/required` (there is no default, and
//! users must give a value).

use yardstick_diagnostics::{Sources, Statement};
use yardstick_template::tree::{Annotation, Position, Yaml};

use super::{
    Declared,
    error::{AuthorError, Result, found_by, invalid, misread, misuse},
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

/// Returns the position of the annotation that requires a value.
pub(super) fn required(declared: &Declared<'_>, sources: &Sources) -> Result<Option<Position>> {
    let Some(annotation) = declared.annotations.get(REQUIRED) else { return Ok(None) };
    if annotation.positional.is_empty() && annotation.keywords.is_empty() {
        return match declared.annotations.get(DEFAULT) {
            Some(default) => Err(contradiction(declared, annotation, default, sources)),
            None => Ok(Some(annotation.position)),
        };
    }
    Err(invalid(
        misread(declared, annotation, sources)
            .found(found_by(format!("argument in @{REQUIRED}"), annotation))
            .expected(Statement::new("no arguments")),
    ))
}

/// Whether an overlay leaves the node unchanged, so that the value written here is irrelevant.
pub(super) fn is_left_alone(declared: &Declared<'_>) -> bool {
    matches!(declared.value, Yaml::Null) && declared.annotations.has("overlay/noop")
}

/// Rejects `@schema/required` on an optional key.
pub(super) fn refuse_required_optional(declared: &Declared<'_>, sources: &Sources) -> Result<()> {
    let required = declared.annotations.get(REQUIRED);
    let (Some(annotation), Some(key)) = (required, declared.annotations.get("schema/key")) else {
        return Ok(());
    };
    let description = format!("@{REQUIRED} and @schema/key missing_ok=True cannot be combined");
    let mut failure = misuse(declared, annotation, description, sources)
        .found(found_by("a key that may be left out, but must be given", key))
        .expected(Statement::new("one of the two"))
        .hint("to refuse null where the key is given, use @schema/validation not_null=True.");
    failure.annotations.extend(key.position.span());
    Err(invalid(failure))
}

/// Reports `@schema/required` on a node with a default.
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
