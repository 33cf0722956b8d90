//! Recovers after a failed step: invalid nodes are reset to their previous values.
//!
//! A run reports the problems of all its sources together. So a step with an invalid result must not affect the
//! checks of later steps.

use std::rc::Rc;

use yardstick_starlark::Thread;
use yardstick_template::tree::Yaml;

use crate::{
    model::{Declaration, Type},
    values::conform::{Mismatch, MismatchKind},
};

/// Returns `value` with the invalid nodes reset to their values in `previous`, or else to their defaults. Undeclared
/// keys are removed.
pub(crate) fn restored(
    thread: &mut Thread,
    root: &Declaration,
    value: &Yaml,
    previous: &Yaml,
    mismatches: &[Mismatch],
) -> Yaml {
    let mut value = value.clone();
    // Go from last to first, so that removing keys does not change the indexes of earlier items. All undeclared keys
    // of a map are removed together, so that a wide map is rewritten once.
    for group in mismatches.chunk_by(are_keys_of_one_map).rev() {
        let Some((first, _)) = group.split_first() else { continue };
        let (path, repair) = match first.kind {
            MismatchKind::UndeclaredKey | MismatchKind::RemovedKey => {
                (parent(first), Repair::TakeOut(group))
            }
            MismatchKind::Structure | MismatchKind::Scalar => (&*first.path, Repair::PutBack),
            MismatchKind::Count => continue,
        };
        Repairer { thread, repair }.mend(root, &mut value, Some(previous), path);
    }
    value
}

fn are_keys_of_one_map(one: &Mismatch, next: &Mismatch) -> bool {
    let goes = |mismatch: &Mismatch| {
        matches!(mismatch.kind, MismatchKind::UndeclaredKey | MismatchKind::RemovedKey)
    };
    goes(one) && goes(next) && parent(one) == parent(next)
}

fn parent(mismatch: &Mismatch) -> &[u32] {
    mismatch.path.split_last().map_or(&[], |(_, parent)| parent)
}

/// How to repair a node.
#[derive(Clone, Copy)]
enum Repair<'a> {
    /// Reset it to its previous value.
    PutBack,
    /// Remove these keys from its map.
    TakeOut(&'a [Mismatch]),
}

struct Repairer<'a> {
    thread: &'a mut Thread,
    repair: Repair<'a>,
}

impl Repairer<'_> {
    /// Repairs the node at `path` below `value`, which `declared` declares.
    fn mend(
        &mut self,
        declared: &Declaration,
        value: &mut Yaml,
        previous: Option<&Yaml>,
        path: &[u32],
    ) {
        let Some((&at, rest)) = path.split_first() else {
            return self.repair(declared, value, previous);
        };
        let at = at as usize;
        match (declared.type_.of_value(value), value) {
            (Type::Map(type_), Yaml::Map(map)) => {
                let Some(item) = Rc::make_mut(map).values_mut().get_mut(at) else { return };
                let Ok(Some(slot)) = type_.find(self.thread, &item.key) else { return };
                let Some(declared) = type_.declaration(slot) else { return };
                let previous = previous.and_then(Yaml::as_map).and_then(|map| map.get(&item.key));
                self.mend(declared, &mut item.value, previous.map(|item| &item.value), rest);
            }
            (Type::Array(declared), Yaml::Array(array)) => {
                let Some(item) = Rc::make_mut(array).items.get_mut(at) else { return };
                let previous =
                    previous.and_then(Yaml::as_array).and_then(|array| array.items.get(at));
                self.mend(declared, &mut item.value, previous.map(|item| &item.value), rest);
            }
            _ => {}
        }
    }

    fn repair(&self, declared: &Declaration, value: &mut Yaml, previous: Option<&Yaml>) {
        match (self.repair, value) {
            (Repair::PutBack, value) => *value = previous.unwrap_or(&declared.default).clone(),
            (Repair::TakeOut(keys), Yaml::Map(map)) => {
                let mut gone = keys.iter().filter_map(|key| key.path.last()).peekable();
                let mut number = 0;
                Rc::make_mut(map).items_mut().retain(|_| {
                    let goes = gone.next_if(|&&at| at == number).is_some();
                    number += 1;
                    !goes
                });
            }
            (Repair::TakeOut(_), _) => {}
        }
    }
}
