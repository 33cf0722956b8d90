//! Adapts a layer of data values to the schema, or to a rule about layers.
//!
//! An overlay only knows existing keys; the schema also knows which keys are possible. So before a document is merged,
//! it gets annotations that its author did not write: keys may be missing, values replace others. If merging fails
//! anyway, the error says what the schema expects. Annotations by the author always win.

use std::rc::Rc;

use yardstick_diagnostics::{Diagnostic, Sources};
use yardstick_overlay::names;
use yardstick_schema::{MismatchKind, Schema};
use yardstick_starlark::{Text, Thread, Value};
use yardstick_template::tree::{Annotation, Annotations, Array, Document, Yaml};

/// Allows `document` to add keys, unless its annotations say otherwise.
///
/// An overlay rejects unknown keys. With a schema, that error is not helpful, because the schema knows the possible
/// keys and can suggest one. So items without an annotation about the number of matches may be missing.
pub(super) fn allow_new_keys(mut document: Document) -> Document {
    if !sets_counts(&document.annotations, names::CHILD_DEFAULTS) {
        let missing_ok = Annotation::unwritten(names::MATCH, &["missing_ok"]);
        allow_in(&mut document.value, &Annotations::new(vec![missing_ok]));
    }
    document
}

/// Adds the shared annotations `allowed` to items without annotations.
fn allow_in(value: &mut Yaml, allowed: &Annotations) {
    match value {
        Yaml::Map(map) => {
            for item in Rc::make_mut(map).values_mut() {
                if item.annotations.is_empty() {
                    item.annotations = allowed.clone();
                } else if is_merge(&item.annotations) && names_its_key(&item.annotations) {
                    allow(&mut item.annotations);
                }
                if !sets_counts(&item.annotations, names::CHILD_DEFAULTS) {
                    allow_in(&mut item.value, allowed);
                }
            }
        }
        Yaml::Array(array) => {
            // Items without a match annotation are appended unchanged.
            for item in &mut Rc::make_mut(array).items {
                let matched = item.annotations.has(names::MATCH);
                if matched && !sets_counts(&item.annotations, names::CHILD_DEFAULTS) {
                    allow_in(&mut item.value, allowed);
                }
            }
        }
        _ => {}
    }
}

/// True if the operation is the default one.
fn is_merge(annotations: &Annotations) -> bool {
    [names::REMOVE, names::REPLACE, names::ASSERT, names::INSERT, names::APPEND]
        .iter()
        .all(|operation| !annotations.has(operation))
}

/// True if the annotation called `name` sets the number of matches.
fn sets_counts(annotations: &Annotations, name: &str) -> bool {
    annotations.get(name).is_some_and(|annotation| {
        ["expects", "missing_ok", "when"].iter().any(|word| annotation.keyword(word).is_some())
    })
}

/// True if the item matches the key it names and does not set the number of matches. With a matcher, the key is only a
/// placeholder.
fn names_its_key(annotations: &Annotations) -> bool {
    let own = annotations.get(names::MATCH);
    let has_matcher = own.is_some_and(|own| own.keyword("by").is_some());
    !has_matcher && !sets_counts(annotations, names::MATCH)
}

fn allow(annotations: &mut Annotations) {
    let annotation = match annotations.get(names::MATCH) {
        Some(own) => {
            let mut own = own.clone();
            own.keywords.push((Text::from("missing_ok"), Value::Bool(true)));
            own
        }
        None => Annotation::unwritten(names::MATCH, &["missing_ok"]),
    };
    annotations.set(annotation);
}

/// The proposal `arrays-replace`: makes arrays without merge annotations replace existing ones.
pub(super) fn replace_arrays(document: &mut Document) {
    match &document.value {
        Yaml::Array(array) if is_free(&document.annotations, array) => {
            replace(&mut document.annotations);
        }
        _ => replace_arrays_in(&mut document.value),
    }
}

fn replace_arrays_in(value: &mut Yaml) {
    match value {
        Yaml::Map(map) => {
            for item in Rc::make_mut(map).values_mut() {
                match &mut item.value {
                    Yaml::Array(array) if is_free(&item.annotations, array) => {
                        replace(&mut item.annotations);
                    }
                    inner => replace_arrays_in(inner),
                }
            }
        }
        // Unmatched items are added unchanged.
        Yaml::Array(array) => {
            for item in &mut Rc::make_mut(array).items {
                if item.annotations.has(names::MATCH) {
                    replace_arrays_in(&mut item.value);
                }
            }
        }
        _ => {}
    }
}

/// True if neither the array nor its items have annotations about merging.
fn is_free(annotations: &Annotations, array: &Array) -> bool {
    let says_nothing = |annotations: &Annotations| {
        annotations.iter().all(|one| !one.name.starts_with(names::NAMESPACE))
    };
    is_silent(annotations) && array.items.iter().all(|item| says_nothing(&item.annotations))
}

/// True if the author does not say how to merge the node. That it may be missing does not count.
fn is_silent(annotations: &Annotations) -> bool {
    annotations
        .iter()
        .all(|one| !one.name.starts_with(names::NAMESPACE) || &*one.name == names::MATCH)
}

/// The start of the note that names the target of an overlay.
const OVERLAY: &str = "the overlay is applied to this ";

/// Makes a node replace another, unless its author says how to merge it.
pub(super) fn replace_silently(annotations: &mut Annotations) {
    if is_silent(annotations) {
        replace(annotations);
    }
}

fn replace(annotations: &mut Annotations) {
    annotations.set(Annotation::unwritten(names::REPLACE, &[]));
}

/// Adds what the schema expects to the `error` of merging `right`. The overlay rejects a map over an array before the
/// schema is consulted.
pub(super) fn explain(
    mut error: Box<Diagnostic>,
    thread: &mut Thread,
    schema: &Schema,
    right: &Document,
    sources: &Sources,
) -> Box<Diagnostic> {
    let further = std::mem::take(&mut error.further).into_iter();
    error.further =
        further.map(|one| *explain(Box::new(one), thread, schema, right, sources)).collect();
    let at = error.labels.iter().find(|label| label.text.is_empty()).map(|label| label.span.start);
    let misfits = schema.check(thread, right, sources);
    let here = misfits.into_iter().find(|misfit| {
        misfit.kind == MismatchKind::Structure
            && misfit.failure.place.span().is_some_and(|span| at == Some(span.start))
    });
    let Some(failure) = here.map(|misfit| misfit.failure) else { return error };
    // A secret of the wrong type is still a secret.
    error.subject = failure.subject;
    let Some((found, expected)) = failure.found.zip(failure.expected) else { return error };
    let place = expected
        .origin
        .map_or_else(String::new, |(_, place)| format!(" ({})", place.compact(sources)));
    // The author of a values file need not know that it is merged as an overlay.
    error.notes.retain(|note| !note.starts_with(OVERLAY));
    for label in error.labels.iter_mut().filter(|label| label.text.starts_with(OVERLAY)) {
        "the value is declared here".clone_into(&mut label.text);
    }
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
