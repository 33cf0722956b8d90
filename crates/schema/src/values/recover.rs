//! Going on after a failed step: offending nodes get back what they held before.
//!
//! A run reports the problems of all its sources together. For that a step whose result does not fit
//! must not spoil what later steps are checked against.

use std::rc::Rc;

use yardstick_starlark::Thread;
use yardstick_template::tree::Yaml;

use crate::{
    model::{Declaration, Type},
    values::conform::{Mismatch, MismatchKind},
};

/// `value` with the offending nodes put back to what `previous` has there, or else to their defaults;
/// undeclared keys are taken out again.
pub(crate) fn restored(
    thread: &mut Thread,
    root: &Declaration,
    value: &Yaml,
    previous: &Yaml,
    mismatches: &[Mismatch],
) -> Yaml {
    let mut value = value.clone();
    // From the last to the first, so that taking out keys does not renumber items still to come. The
    // undeclared keys of a map are together and go together: a wide map is rewritten once.
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

/// What to do with a node.
#[derive(Clone, Copy)]
enum Repair<'a> {
    /// Gives it what it held before.
    PutBack,
    /// Takes these keys out of the map it holds.
    TakeOut(&'a [Mismatch]),
}

struct Repairer<'a> {
    thread: &'a mut Thread,
    repair: Repair<'a>,
}

impl Repairer<'_> {
    /// Repairs the node that `path` leads to from `value`, which `declared` declares.
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
