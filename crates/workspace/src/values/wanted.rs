//! What the schema has to say where an overlay cannot be laid over what is there.
//!
//! A map over an array is refused before the values are held to the schema, by someone who does not know it.

use yardstick_diagnostics::{Diagnostic, Sources};
use yardstick_schema::{MismatchKind, Schema};
use yardstick_starlark::Thread;
use yardstick_template::tree::Document;

/// The `error` of laying `right` over other values, with what the schema wants in that place.
pub(super) fn explain(
    error: Box<Diagnostic>,
    thread: &mut Thread,
    schema: &Schema,
    right: &Document,
    sources: &Sources,
) -> Box<Diagnostic> {
    let at = error.labels.iter().find(|label| label.text.is_empty()).map(|label| label.span.start);
    let misfits = schema.check(thread, right, sources);
    let here = misfits.into_iter().find(|misfit| {
        misfit.kind == MismatchKind::Structure
            && misfit.failure.place.span().is_some_and(|span| at == Some(span.start))
    });
    let failure = here.map(|misfit| misfit.failure);
    let Some((found, expected)) = failure.and_then(|one| one.found.zip(one.expected)) else {
        return error;
    };
    let place = expected
        .origin
        .map_or_else(String::new, |(_, place)| format!(" ({})", place.compact(sources)));
    let wanted = with_article(&expected.text);
    let found = with_article(&found.text);
    Box::new(error.note(format!("the schema wants {wanted} here{place}, not {found}")))
}

fn with_article(kind: &str) -> String {
    match kind {
        "array" | "integer" => format!("an {kind}"),
        "map" | "string" | "float" | "boolean" => format!("a {kind}"),
        other => other.to_owned(),
    }
}
