//! What happens to a layer of data values because there is a schema, or a rule about layers.
//!
//! An overlay knows only what is there; the schema also knows what could be there. So before a document is
//! merged it gets annotations that its author did not write: keys may be missing, values replace what is
//! there. And where merging fails all the same, the schema says what it expected. Annotations that the author
//! wrote always win.

use std::rc::Rc;

use yardstick_diagnostics::{Diagnostic, Sources};
use yardstick_overlay::names;
use yardstick_schema::{MismatchKind, Schema};
use yardstick_starlark::{Text, Thread, Value};
use yardstick_template::tree::{Annotation, Annotations, Array, Document, Yaml};

/// Lets `document` add keys wherever it does not say otherwise.
///
/// An overlay refuses keys that are not there. With a schema that is the wrong complaint: the schema knows
/// which keys there could be and which one was probably meant. So items that say nothing about how often
/// they match may be missing.
pub(super) fn allow_new_keys(mut document: Document) -> Document {
    if !sets_counts(&document.annotations, names::CHILD_DEFAULTS) {
        let missing_ok = Annotation::unwritten(names::MATCH, &["missing_ok"]);
        allow_in(&mut document.value, &Annotations::new(vec![missing_ok]));
    }
    document
}

/// Items without annotations get `allowed`, which all of them share.
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
            // Items without a match are appended as they are.
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

/// Whether the operation is the default one.
fn is_merge(annotations: &Annotations) -> bool {
    [names::REMOVE, names::REPLACE, names::ASSERT, names::INSERT, names::APPEND]
        .iter()
        .all(|operation| !annotations.has(operation))
}

/// Whether the annotation called `name` says how many nodes are to match.
fn sets_counts(annotations: &Annotations, name: &str) -> bool {
    annotations.get(name).is_some_and(|annotation| {
        ["expects", "missing_ok", "when"].iter().any(|word| annotation.keyword(word).is_some())
    })
}

/// Whether the item is about the key it names, and says nothing about how many nodes are to match. With
/// a matcher the key is a placeholder.
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

/// The proposal `arrays-replace`: makes arrays that say nothing about how they are merged take the place of
/// what is there.
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
        // Items that are not matched are added as they are.
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

/// Whether neither the array nor its items say what is to be done with them.
fn is_free(annotations: &Annotations, array: &Array) -> bool {
    let says_nothing = |annotations: &Annotations| {
        annotations.iter().all(|one| !one.name.starts_with(names::NAMESPACE))
    };
    is_silent(annotations) && array.items.iter().all(|item| says_nothing(&item.annotations))
}

/// Whether the author does not say how the node is merged. That it may be missing says nothing about that.
fn is_silent(annotations: &Annotations) -> bool {
    annotations
        .iter()
        .all(|one| !one.name.starts_with(names::NAMESPACE) || &*one.name == names::MATCH)
}

/// How the note begins that names what an overlay is applied to.
const OVERLAY: &str = "the overlay is applied to this ";

/// Makes a node take the place of another, unless its author says what is to be done.
pub(super) fn replace_silently(annotations: &mut Annotations) {
    if is_silent(annotations) {
        replace(annotations);
    }
}

fn replace(annotations: &mut Annotations) {
    annotations.set(Annotation::unwritten(names::REPLACE, &[]));
}

/// The `error` of merging `right` with other values, and what the schema expects in that place. A map over
/// an array is refused by the overlay, before the schema is asked.
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
    // A secret is none the less one for being of the wrong kind.
    error.subject = failure.subject;
    let Some((found, expected)) = failure.found.zip(failure.expected) else { return error };
    let place = expected
        .origin
        .map_or_else(String::new, |(_, place)| format!(" ({})", place.compact(sources)));
    // The author of a values file need not know that it is an overlay.
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
