//! Going on after a failed step: offending nodes get back what they held before.
//!
//! A run reports the problems of all its sources together. For that a step whose result does not fit
//! must not spoil what later steps are checked against.

use std::rc::Rc;

use yardstick_template::tree::{Map, Yaml};

use crate::{
    conform::{Mismatch, MismatchKind},
    types::{Declaration, Type},
};

/// `value` with the offending nodes put back to what `previous` has there, or else to their defaults;
/// undeclared keys are taken out again.
pub(crate) fn restored(
    root: &Declaration,
    value: &Yaml,
    previous: &Yaml,
    mismatches: &[Mismatch],
) -> Yaml {
    let mut value = value.clone();
    // From the last to the first, so that removing an item does not renumber those still to come.
    for mismatch in mismatches.iter().rev() {
        let removes = mismatch.kind == MismatchKind::UndeclaredKey;
        put_back(&root.type_, &root.default, &mut value, Some(previous), &mismatch.path, removes);
    }
    value
}

fn put_back(
    type_: &Type,
    default: &Yaml,
    value: &mut Yaml,
    previous: Option<&Yaml>,
    path: &[u32],
    removes: bool,
) {
    let Some((&at, rest)) = path.split_first() else {
        *value = previous.unwrap_or(default).clone();
        return;
    };
    let at = at as usize;
    match (type_.not_null(), value) {
        (Type::Map(type_), Yaml::Map(map)) => {
            let map = Rc::make_mut(map);
            if rest.is_empty() && removes {
                if at < map.len() {
                    map.items_mut().remove(at);
                }
                return;
            }
            let Some(item) = map.values_mut().get_mut(at) else { return };
            let Some(declaration) = type_.get(&item.key) else { return };
            let previous = previous.and_then(Yaml::as_map).and_then(|map: &Map| map.get(&item.key));
            let previous = previous.map(|item| &item.value);
            put_back(
                &declaration.type_,
                &declaration.default,
                &mut item.value,
                previous,
                rest,
                removes,
            );
        }
        (Type::Array(declaration), Yaml::Array(array)) => {
            let Some(item) = Rc::make_mut(array).items.get_mut(at) else { return };
            let previous = previous.and_then(Yaml::as_array).and_then(|array| array.items.get(at));
            let previous = previous.map(|item| &item.value);
            put_back(
                &declaration.type_,
                &declaration.default,
                &mut item.value,
                previous,
                rest,
                removes,
            );
        }
        _ => {}
    }
}
