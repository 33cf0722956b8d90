//! The proposal `arrays-replace`: arrays of data values documents take the place of what is there.

use std::rc::Rc;

use yardstick_template::tree::{Annotations, Array, Document, Yaml};

use super::replacing;

/// Makes arrays that say nothing about how they are laid over others replace them.
pub(super) fn replace(document: &mut Document) {
    if let Yaml::Array(array) = &document.value
        && is_free(&document.annotations, array)
    {
        replacing::set(&mut document.annotations);
        return;
    }
    below(&mut document.value);
}

fn below(value: &mut Yaml) {
    match value {
        Yaml::Map(map) => {
            for item in Rc::make_mut(map).values_mut() {
                match &mut item.value {
                    Yaml::Array(array) if is_free(&item.annotations, array) => {
                        replacing::set(&mut item.annotations);
                    }
                    inner => below(inner),
                }
            }
        }
        // Items that are not matched are added as they are.
        Yaml::Array(array) => {
            for item in &mut Rc::make_mut(array).items {
                if item.annotations.has("overlay/match") {
                    below(&mut item.value);
                }
            }
        }
        _ => {}
    }
}

/// Whether neither the array nor its items say what is to be done with them. That new keys are allowed
/// says nothing about arrays.
fn is_free(annotations: &Annotations, array: &Array) -> bool {
    let unmatched =
        |annotations: &Annotations| annotations.iter().all(|one| !one.name.starts_with("overlay/"));
    replacing::is_silent(annotations) && array.items.iter().all(|item| unmatched(&item.annotations))
}
