//! Rules attached to documents themselves, with `@assert/validate`.

use std::rc::Rc;

use yardstick_template::tree::{Annotations, Document, Yaml};

use super::{Validation, attached::is_numbered};
use crate::values::settle::MAX_DEPTH;

fn is_rule(name: &str) -> bool {
    is_numbered(name, Validation::ASSERT)
}

/// Whether rules are attached to `document` or below.
pub fn has_rules(document: &Document) -> bool {
    has(&document.annotations) || has_below(&document.value, MAX_DEPTH)
}

fn has(annotations: &Annotations) -> bool {
    annotations.iter().any(|annotation| is_rule(&annotation.name))
}

fn has_below(value: &Yaml, depth: usize) -> bool {
    let Some(below) = depth.checked_sub(1) else { return false };
    match value {
        Yaml::Map(map) => {
            map.items().iter().any(|item| has(&item.annotations) || has_below(&item.value, below))
        }
        Yaml::Array(array) => {
            array.items.iter().any(|item| has(&item.annotations) || has_below(&item.value, below))
        }
        _ => false,
    }
}

/// Removes the rules attached to `document` and below, after they have been run.
pub fn take_rules_off(document: &mut Document) {
    document.annotations.retain(|annotation| !is_rule(&annotation.name));
    take_off_below(&mut document.value, MAX_DEPTH);
}

fn take_off_below(value: &mut Yaml, depth: usize) {
    let Some(below) = depth.checked_sub(1) else { return };
    match value {
        Yaml::Map(map) => {
            for item in Rc::make_mut(map).values_mut() {
                item.annotations.retain(|annotation| !is_rule(&annotation.name));
                take_off_below(&mut item.value, below);
            }
        }
        Yaml::Array(array) => {
            for item in &mut Rc::make_mut(array).items {
                item.annotations.retain(|annotation| !is_rule(&annotation.name));
                take_off_below(&mut item.value, below);
            }
        }
        _ => {}
    }
}
