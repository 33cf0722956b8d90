//! Merges values of different types.
//!
//! If a schema accepts a string or a map, a map cannot be merged into a string: it replaces it. The same applies to
//! maps that belong to different alternatives.

use std::rc::Rc;

use yardstick_starlark::Thread;
use yardstick_template::tree::{Annotations, Kind, Map, Yaml};

use crate::model::Type;

/// Calls `mark` for the items of `right` that replace those of `left`. `type_` is the declared type of both.
pub(crate) fn mark_replaced(
    thread: &mut Thread,
    type_: &Type,
    left: &Yaml,
    right: &mut Yaml,
    mark: &mut dyn FnMut(&mut Annotations),
) {
    let declared = type_.of_value(right);
    let (Yaml::Map(left), Yaml::Map(right)) = (left, right) else { return };
    let type_ = match declared {
        Type::Map(type_) => type_,
        Type::Any => return mark_in_anything(left, right, mark),
        _ => return,
    };
    for item in Rc::make_mut(right).values_mut() {
        let Some(old) = left.get(&item.key) else { continue };
        let Ok(Some(slot)) = type_.find(thread, &item.key) else { continue };
        let Some(declared) = type_.declaration(slot) else { continue };
        if takes_place(&declared.type_, &old.value, &item.value) {
            mark(&mut item.annotations);
        } else {
            mark_replaced(thread, &declared.type_, &old.value, &mut item.value, mark);
        }
    }
}

/// Marks values that replace others where anything is allowed, also inside maps.
// Recursion is safe because the depth of values is bounded.
fn mark_in_anything(left: &Map, right: &mut Rc<Map>, mark: &mut dyn FnMut(&mut Annotations)) {
    for item in Rc::make_mut(right).values_mut() {
        let Some(old) = left.get(&item.key) else { continue };
        if takes_place(&Type::Any, &old.value, &item.value) {
            mark(&mut item.annotations);
        } else if let (Yaml::Map(old), Yaml::Map(new)) = (&old.value, &mut item.value) {
            mark_in_anything(old, new, mark);
        }
    }
}

fn takes_place(type_: &Type, left: &Yaml, right: &Yaml) -> bool {
    if matches!(left, Yaml::Null) || matches!(right, Yaml::Null) {
        return false;
    }
    let collection = |value: &Yaml| match value.kind() {
        kind @ (Kind::Map | Kind::Array) => Some(kind),
        _ => None,
    };
    let is_other_kind = collection(left) != collection(right);
    match type_ {
        Type::Nullable(inner) => takes_place(inner, left, right),
        Type::Except(except) => takes_place(&except.inner, left, right),
        Type::Any => is_other_kind,
        Type::Ref(shape) => {
            shape.declaration().is_some_and(|declared| takes_place(&declared.type_, left, right))
        }
        Type::Union(_) => is_other_kind && type_.is_of_kind(right.kind()),
        Type::Choice(_) if is_other_kind => type_.is_of_kind(right.kind()),
        Type::Choice(choice) => {
            let Some(current) = choice.chosen(left) else { return false };
            match choice.selected(right) {
                Some(selected) => !std::ptr::eq(current, selected),
                None => !current.type_.fits(right) && choice.chosen(right).is_some(),
            }
        }
        _ => false,
    }
}
