//! The proposal `arrays-replace`: arrays of data values documents take the place of what is there.

use std::rc::Rc;

use yardstick_template::tree::{Annotation, Annotations, Array, Document, Position, Yaml};

const REPLACE: &str = "overlay/replace";

/// Makes arrays that say nothing about how they are laid over others replace them.
pub(super) fn replace(document: &mut Document) {
    if let Yaml::Array(array) = &document.value
        && is_free(&document.annotations, array)
    {
        annotate(&mut document.annotations);
        return;
    }
    below(&mut document.value);
}

fn below(value: &mut Yaml) {
    let Yaml::Map(map) = value else { return };
    for item in Rc::make_mut(map).values_mut() {
        match &mut item.value {
            Yaml::Array(array) if is_free(&item.annotations, array) => {
                annotate(&mut item.annotations);
            }
            inner => below(inner),
        }
    }
}

/// Whether neither the array nor its items say what is to be done with them. That new keys are allowed
/// says nothing about arrays.
fn is_free(annotations: &Annotations, array: &Array) -> bool {
    let is_silent = |annotations: &Annotations| {
        annotations
            .iter()
            .all(|one| !one.name.starts_with("overlay/") || &*one.name == "overlay/match")
    };
    let unmatched =
        |annotations: &Annotations| annotations.iter().all(|one| !one.name.starts_with("overlay/"));
    is_silent(annotations) && array.items.iter().all(|item| unmatched(&item.annotations))
}

fn annotate(annotations: &mut Annotations) {
    annotations.set(Annotation {
        name: REPLACE.into(),
        positional: Vec::new(),
        keywords: Vec::new(),
        position: Position::UNKNOWN,
    });
}
