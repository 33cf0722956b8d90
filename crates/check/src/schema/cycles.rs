//! References that lead back to themselves without looking at a part of the instance.
//!
//! Such a schema can never be decided. The engine takes it for satisfied; we refuse it.

use yardstick_diagnostics::{Diagnostic, Span, codes};
use yardstick_yaml::json::Member;

use super::{
    keywords::{self, Applies},
    references::{Atlas, Place},
};

/// A cycle: the reference that closes it.
#[derive(Clone, Debug)]
pub struct Cycle {
    /// The text of the reference.
    pub reference: String,
    /// Where it is written.
    pub span: Span,
}

impl Cycle {
    /// What is wrong, at the reference.
    pub fn problem(&self) -> Diagnostic {
        Diagnostic::error(
            codes::REFERENCE_CYCLE,
            format!("Circular $ref detected: {}", self.reference),
        )
        .at(self.span)
        .note("it leads back to itself without looking into the document: nothing can be checked")
    }
}

/// All cycles, those a check would meet first in front.
pub(super) fn find(atlas: &Atlas) -> Vec<Cycle> {
    let mut search = Search { atlas, states: rustc_hash::FxHashMap::default(), cycles: Vec::new() };
    let roots = (0..atlas.files.len()).filter_map(|file| Some((file, atlas.files[file].root()?)));
    // Every cycle passes through a reference.
    for start in roots.chain(atlas.references.iter().map(|reference| reference.schema)) {
        search.from(start);
    }
    search.cycles
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Open,
    Done,
}

struct Search<'a> {
    atlas: &'a Atlas,
    states: rustc_hash::FxHashMap<Place, State>,
    cycles: Vec<Cycle>,
}

impl Search<'_> {
    /// Depth first, with a stack of our own: a chain of references may be long.
    fn from(&mut self, start: Place) {
        if self.states.contains_key(&start) {
            return;
        }
        self.states.insert(start, State::Open);
        let mut stack = vec![(start, self.next(start))];
        while let Some((place, targets)) = stack.last_mut() {
            let Some((target, by_reference)) = targets.pop() else {
                self.states.insert(*place, State::Done);
                stack.pop();
                continue;
            };
            let from = *place;
            match self.states.get(&target) {
                Some(State::Done) => {}
                Some(State::Open) => {
                    // Only a reference can lead upwards.
                    if by_reference && let Some(reference) = self.atlas.reference_at(from) {
                        let view = &self.atlas.files[from.0].view;
                        self.cycles.push(Cycle {
                            reference: reference.text.clone(),
                            span: view.node(reference.value).content_span(),
                        });
                    }
                }
                None => {
                    self.states.insert(target, State::Open);
                    let next = self.next(target);
                    stack.push((target, next));
                }
            }
        }
    }

    /// Schemas that apply to the same value as the one at `place`, and whether a reference leads there;
    /// the last is visited first.
    fn next(&self, (file, id): Place) -> Vec<(Place, bool)> {
        let view = &self.atlas.files[file].view;
        let mut targets = Vec::new();
        if !view.node(id).is_map() {
            return targets;
        }
        for Member { key, value } in view.members(id) {
            let name = view.name(key);
            let Some(keyword) =
                keywords::find(name).filter(|known| known.applies == Applies::InPlace)
            else {
                continue;
            };
            let value = view.node(value);
            match keyword.holds {
                keywords::Holds::Plain if name == "$ref" => {
                    let reference = self.atlas.reference_at((file, id));
                    targets.extend(
                        reference.and_then(|to| self.atlas.resolve(to)).map(|to| (to, true)),
                    );
                }
                keywords::Holds::Plain => {}
                keywords::Holds::Schema => targets.push(((file, value.id()), false)),
                keywords::Holds::Schemas => targets
                    .extend(value.items().map(|item| ((file, item.dereferenced().id()), false))),
                _ => targets.extend(
                    value.entries().map(|entry| ((file, entry.value.dereferenced().id()), false)),
                ),
            }
        }
        targets.reverse();
        targets
    }
}
