//! Follows the paths between schemas that apply to the same value: references, `allOf`, `if` and similar keywords.
//!
//! A reference that leads back to itself on such a path can never be decided. The engine treats it as satisfied; we
//! reject it. The number of paths from a schema is also the amount of work it causes: references that fork at every
//! level double the work each time, in a few lines of schema.

use rustc_hash::FxHashMap;
use yardstick_diagnostics::{Diagnostic, Span, codes, limits};
use yardstick_yaml::json::Member;

use super::{
    keywords::{self, Applies},
    references::{Atlas, Place},
};

/// From this many visits per value on, each visit is counted; see [`Rewrite`](super::Rewrite).
const HEAVY: u64 = 256;

/// A cycle, identified by the reference that closes it.
#[derive(Clone, Debug)]
pub struct Cycle {
    /// The text of the reference.
    pub reference: String,
    /// The position of the reference.
    pub span: Span,
}

impl Cycle {
    /// Returns the error, positioned at the reference.
    pub fn problem(&self) -> Diagnostic {
        Diagnostic::error(
            codes::REFERENCE_CYCLE,
            format!("Circular $ref detected: {}", self.reference),
        )
        .at(self.span)
        .note("the references form a cycle that never looks into the document, so nothing can be checked")
    }
}

/// The result of following all paths of an atlas.
#[derive(Debug, Default)]
pub(super) struct Ways {
    /// All cycles, ordered as a check would reach them.
    pub(super) cycles: Vec<Cycle>,
    /// The maximum number of schemas visited for one value.
    most: u64,
    /// The start of the longest path, and its length.
    longest: Option<(Place, u32)>,
    /// For schemas with `unevaluated...`: the total number of schemas that they search, and the schema that adds
    /// most.
    unevaluated: (u64, Option<Place>),
}

impl Ways {
    /// Whether the work for one value must be counted.
    pub(super) fn are_many(&self) -> bool {
        self.most > HEAVY
    }

    /// Returns an error if the engine cannot compile the schemas in reasonable time and memory.
    pub(super) fn problem(&self, atlas: &Atlas) -> Option<Diagnostic> {
        let at = |(file, id): Place| atlas.files[file].view.node(id).content_span();
        if let Some((place, length)) = self.longest
            && length > limits::SCHEMA_CHAIN
        {
            let message = format!(
                "References of the schema follow one another over more than {} levels",
                limits::SCHEMA_CHAIN
            );
            let problem = Diagnostic::error(codes::TOO_MUCH_WORK, message).at(at(place));
            return Some(problem.note("refer to the last schema of the chain directly"));
        }
        let (sum, place) = self.unevaluated;
        let place = place.filter(|_| sum > limits::UNEVALUATED_SCHEMAS)?;
        let message = format!(
            "`unevaluatedProperties` and `unevaluatedItems` look through more than {} schemas",
            limits::UNEVALUATED_SCHEMAS
        );
        let problem = Diagnostic::error(codes::TOO_MUCH_WORK, message).at(at(place));
        Some(problem.note("references of the schema that fork at every level multiply the work"))
    }
}

/// Follows all paths of `atlas`.
pub(super) fn find(atlas: &Atlas) -> Ways {
    let mut search = Search { atlas, states: FxHashMap::default(), ways: Ways::default() };
    let roots = (0..atlas.files.len()).filter_map(|file| Some((file, atlas.files[file].root()?)));
    // Every cycle passes through a reference, and every path starts at a schema that applies others.
    let references = atlas.references.iter().map(|reference| reference.schema);
    for start in roots.chain(references).chain(atlas.leading.iter().copied()) {
        search.from(start);
    }
    let mut most = 0;
    for &place in &atlas.unevaluated {
        search.from(place);
        let visits = search.known(place).visits;
        search.ways.unevaluated.0 = search.ways.unevaluated.0.saturating_add(visits);
        if visits > most {
            most = visits;
            search.ways.unevaluated.1 = Some(place);
        }
    }
    search.ways
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Open,
    Done(Known),
}

/// What is known about a schema once all paths from it have been followed.
#[derive(Clone, Copy, Default, PartialEq)]
struct Known {
    /// The number of schemas that apply to a value, counted once per path.
    visits: u64,
    /// The length of the longest path.
    depth: u32,
}

struct Search<'a> {
    atlas: &'a Atlas,
    states: FxHashMap<Place, State>,
    ways: Ways,
}

/// A schema whose paths are being followed.
struct Step {
    place: Place,
    targets: Vec<(Place, bool)>,
    known: Known,
}

impl Step {
    fn add(&mut self, below: Known) {
        self.known.visits = self.known.visits.saturating_add(below.visits);
        self.known.depth = self.known.depth.max(below.depth.saturating_add(1));
    }
}

impl Search<'_> {
    fn known(&self, place: Place) -> Known {
        match self.states.get(&place) {
            Some(State::Done(known)) => *known,
            _ => Known::default(),
        }
    }

    /// Depth-first search with an explicit stack, because a chain of references may be long.
    fn from(&mut self, start: Place) {
        if self.states.contains_key(&start) {
            return;
        }
        let mut stack = vec![self.enter(start)];
        while let Some(step) = stack.last_mut() {
            let Some((target, by_reference)) = step.targets.pop() else {
                let (place, known) = (step.place, step.known);
                self.leave(place, known);
                stack.pop();
                if let Some(above) = stack.last_mut() {
                    above.add(known);
                }
                continue;
            };
            let from = step.place;
            match self.states.get(&target) {
                Some(State::Done(known)) => step.add(*known),
                Some(State::Open) => {
                    // Only a reference can lead to a parent.
                    if by_reference && let Some(reference) = self.atlas.reference_at(from) {
                        let view = &self.atlas.files[from.0].view;
                        self.ways.cycles.push(Cycle {
                            reference: reference.text.clone(),
                            span: view.node(reference.value).content_span(),
                        });
                    }
                }
                None => stack.push(self.enter(target)),
            }
        }
    }

    fn enter(&mut self, place: Place) -> Step {
        self.states.insert(place, State::Open);
        Step { place, targets: self.next(place), known: Known { visits: 1, depth: 0 } }
    }

    fn leave(&mut self, place: Place, known: Known) {
        self.states.insert(place, State::Done(known));
        self.ways.most = self.ways.most.max(known.visits);
        if self.ways.longest.is_none_or(|(_, length)| length < known.depth) {
            self.ways.longest = Some((place, known.depth));
        }
    }

    /// Returns the schemas that apply to the same value as the one at `place`, and whether a reference leads there.
    /// The last one is visited first.
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
                keywords::Holds::Plain => {
                    // The target of a dynamic reference depends on the path. Use the place that it names as a
                    // representative.
                    let reference = self.atlas.dynamic_at((file, id));
                    targets.extend(
                        reference.and_then(|to| self.atlas.resolve(to)).map(|to| (to, false)),
                    );
                }
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
