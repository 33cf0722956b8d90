//! New keys in data values documents, where a schema decides about them.
//!
//! An overlay refuses keys that are not there. With a schema that is the wrong complaint: the schema
//! knows which keys there could be and which one was probably meant. So items that say nothing about
//! how often they match may be missing.

use std::rc::Rc;

use yardstick_starlark::{Text, Value};
use yardstick_template::tree::{Annotation, Annotations, Document, Position, Yaml};

const MATCH: &str = "overlay/match";
const CHILD_DEFAULTS: &str = "overlay/match-child-defaults";

/// The document with leave to add keys wherever it does not say otherwise.
pub(super) fn allow_new_keys(mut document: Document) -> Document {
    if !sets_counts(&document.annotations, CHILD_DEFAULTS) {
        allow_in(&mut document.value);
    }
    document
}

fn allow_in(value: &mut Yaml) {
    match value {
        Yaml::Map(map) => {
            for item in Rc::make_mut(map).values_mut() {
                if is_merge(&item.annotations) && names_its_key(&item.annotations) {
                    allow(&mut item.annotations);
                }
                if !sets_counts(&item.annotations, CHILD_DEFAULTS) {
                    allow_in(&mut item.value);
                }
            }
        }
        Yaml::Array(array) => {
            // Items without a match are appended as they are.
            for item in &mut Rc::make_mut(array).items {
                let matched = item.annotations.has(MATCH);
                if matched && !sets_counts(&item.annotations, CHILD_DEFAULTS) {
                    allow_in(&mut item.value);
                }
            }
        }
        _ => {}
    }
}

/// Whether the operation is the default one.
fn is_merge(annotations: &Annotations) -> bool {
    ["overlay/remove", "overlay/replace", "overlay/assert", "overlay/insert", "overlay/append"]
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
    let has_matcher = annotations.get(MATCH).is_some_and(|own| own.keyword("by").is_some());
    !has_matcher && !sets_counts(annotations, MATCH)
}

fn allow(annotations: &mut Annotations) {
    let missing_ok = (Text::from("missing_ok"), Value::Bool(true));
    let annotation = match annotations.get(MATCH) {
        Some(own) => {
            let mut own = own.clone();
            own.keywords.push(missing_ok);
            own
        }
        None => Annotation {
            name: MATCH.into(),
            positional: Vec::new(),
            keywords: vec![missing_ok],
            position: Position::UNKNOWN,
            earlier: None,
        },
    };
    annotations.set(annotation);
}
