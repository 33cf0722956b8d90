//! Applies an overlay (right) to the tree that it edits (left).

use std::rc::Rc;

use yardstick_diagnostics::{Diagnostic, Sources, Span, codes};
use yardstick_starlark::{Thread, Value};
use yardstick_template::{
    convert,
    fragment::{Content, Fragment},
    tree::{Array, ArrayItem, NodeKind, Position, Yaml},
};

use crate::{
    annotation::strip::{self, Stripped},
    array_cache::ArrayCache,
    depth::Level,
    explain,
    failure::{Failure, Result, for_all},
    matching::{
        Candidate, Counts, MatchArguments, Matcher, Operand, Rule, Side, Strategy, Verdict,
        candidates,
    },
    node::Node,
    operation,
    siblings::{Entries, Sequence, Siblings},
};

/// What the caller must do after an overlay was applied to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Nothing: the value was edited.
    Edited,
    /// Replace the value by the overlay's value, a scalar.
    Replace,
}

/// Which documents an overlay document applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Documents {
    /// Those that it matches.
    Matched,
    /// The only document. Nothing needs to be matched.
    TheOne,
}

/// The state for applying overlays, besides the two trees.
pub(crate) struct Engine<'a> {
    pub(crate) thread: &'a mut Thread,
    pub(crate) sources: &'a Sources,
    pub(crate) strategy: Strategy,
    documents: Documents,
    pub(crate) stripped: Stripped,
    pub(crate) arrays: ArrayCache,
    /// Probable mistakes in the overlays so far.
    pub(crate) warnings: Vec<Diagnostic>,
    /// The nodes that were matched, if they are recorded.
    pub(crate) applied: Option<Vec<Applied>>,
}

/// A node of an overlay, and a node that it was applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The position of the overlay node.
    pub overlay: Span,
    /// The position of the matched node, or of the code that created it.
    pub to: Span,
}

impl<'a> Engine<'a> {
    pub(crate) fn new(
        thread: &'a mut Thread,
        sources: &'a Sources,
        strategy: Strategy,
        documents: Documents,
    ) -> Self {
        let (stripped, arrays) = (Stripped::default(), ArrayCache::default());
        let (warnings, applied) = (Vec::new(), None);
        Self { thread, sources, strategy, documents, stripped, arrays, warnings, applied }
    }

    /// Edits `left` as `right` specifies. `defaults` apply to the items of `right`. `position` is the position of
    /// `left`.
    pub(crate) fn apply(
        &mut self,
        left: &mut Yaml,
        right: &Yaml,
        defaults: &Counts,
        position: Position,
    ) -> Result<Outcome> {
        let _level = Level::enter()?;
        match right {
            Yaml::Map(right) => {
                let Yaml::Map(left) = left else { return Err(self.misfit("map", left, position)) };
                if !right.is_empty() {
                    let mut left = Entries::new(Rc::make_mut(left));
                    let applied =
                        for_all(right.items(), |item| self.apply_node(&mut left, item, defaults));
                    left.settle();
                    applied?;
                }
            }
            Yaml::Array(right) => {
                let Yaml::Array(left) = left else {
                    return Err(self.misfit("array", left, position));
                };
                if !right.is_empty() {
                    self.apply_array(left, right, defaults)?;
                }
            }
            _ => return Ok(Outcome::Replace),
        }
        Ok(Outcome::Edited)
    }

    fn apply_array(
        &mut self,
        left: &mut Rc<Array>,
        right: &Array,
        defaults: &Counts,
    ) -> Result<()> {
        let index = self.arrays.take(left);
        let items = std::mem::take(Rc::make_mut(left).items_mut());
        let mut items: Sequence<ArrayItem> = Sequence::new(items, index, (0, 0));
        let applied = for_all(&right.items, |item| self.apply_node(&mut items, item, defaults));
        let (items, index) = items.into_parts();
        *Rc::make_mut(left).items_mut() = items;
        self.arrays.keep(left, index);
        applied
    }

    /// Runs the operation of one overlay node.
    pub(crate) fn apply_node<S: Siblings>(
        &mut self,
        left: &mut S,
        right: &S::Node,
        defaults: &Counts,
    ) -> Result<()> {
        operation::run(self, left, right, defaults).map_err(|failure| {
            let failure = failure.within(|| right.title(self.sources));
            explain::right_node(failure, right)
        })
    }

    /// Returns the arguments of `@overlay/match` on a node.
    pub(crate) fn match_arguments<'n, N: Node>(
        &self,
        right: &'n N,
        inherited: &Counts,
    ) -> Result<MatchArguments<'n>> {
        MatchArguments::read(right.annotations(), N::KIND, self.documents, inherited)
    }

    /// Returns the indexes of the nodes of `left` that `right` matches; `None` if `when` skips the node because of
    /// their number.
    pub(crate) fn matches<S: Siblings>(
        &mut self,
        left: &mut S,
        right: &S::Node,
        arguments: &MatchArguments<'_>,
    ) -> Result<Option<Vec<usize>>> {
        let rule = arguments.rule(S::Node::KIND, self.documents)?;
        if !matches!(rule, Rule::SameKey) {
            left.settle();
        }
        let found = match &rule {
            // Such nodes are neither searched nor counted.
            Rule::Nothing => return Ok(Some(Vec::new())),
            Rule::Everything => (0..left.nodes().len()).collect(),
            Rule::SameKey => left.same_key(right).into_iter().collect(),
            Rule::MapKey(key) => {
                let matcher = Matcher::MapKey((*key).clone());
                self.find(left, right, Operand::Matcher(&matcher))?
            }
            Rule::By(by) => self.find(left, right, Operand::of(by))?,
        };
        let sources = self.sources;
        let lines = || {
            found.iter().map(|&at| left.nodes()[at].position().compact(sources)).collect::<Vec<_>>()
        };
        let verdict = arguments.counts.check(self.thread, found.len(), &lines);
        match verdict {
            Ok(Verdict::Proceed) => {
                if let (Some(applied), Some(overlay)) =
                    (&mut self.applied, right.position().origin())
                {
                    let places =
                        found.iter().filter_map(|&at| left.nodes()[at].position().origin());
                    applied.extend(places.map(|to| Applied { overlay, to }));
                }
                Ok(Some(found))
            }
            Ok(Verdict::Skip) => Ok(None),
            Err(failure) if found.is_empty() => {
                left.settle();
                Err(explain::count(failure, left, right, &rule, &found, sources))
            }
            Err(failure) => Err(explain::count(failure, left, right, &rule, &found, sources)),
        }
    }

    /// Finds the nodes of `left` that `by` matches.
    fn find<S: Siblings>(
        &mut self,
        left: &mut S,
        right: &S::Node,
        by: Operand<'_>,
    ) -> Result<Vec<usize>> {
        let likely = match self.strategy {
            Strategy::Indexed => {
                left.sequence().and_then(|left| candidates(left, right.value(), by))
            }
            Strategy::Scan => None,
        };
        let mut found = Vec::new();
        let mut ask = |left: &mut S, at: usize| -> Result<()> {
            let (this, that) = (Side::Yaml(left.nodes()[at].value()), Side::Yaml(right.value()));
            let mut candidate = Candidate::new(left.place(at), this, that);
            let matched = by.test(self.thread, &mut candidate).map_err(|error| match by {
                Operand::Function(by) => {
                    let node = &left.nodes()[at];
                    let (kind, place) =
                        (S::Node::KIND.name(), node.position().compact(self.sources));
                    let note = format!("by= failed for the {kind} at {place}");
                    explain::three_parameters(error, by).note(Some(note))
                }
                Operand::Matcher(_) => error,
            });
            if let Some(changed) = candidate.changed_left() {
                left.edit(at, |node| *node.value_mut() = changed);
            }
            if matched? {
                found.push(at);
            }
            Ok(())
        };
        match likely {
            Some(likely) => likely.into_iter().try_for_each(|at| ask(left, at))?,
            None => (0..left.nodes().len()).try_for_each(|at| ask(left, at))?,
        }
        Ok(found)
    }

    /// Calls `via` with two values, for a node of `kind`, and returns the result.
    pub(crate) fn via(
        &mut self,
        via: &Value,
        left: Option<&Yaml>,
        right: &Yaml,
        kind: NodeKind,
    ) -> Result<Yaml> {
        let left = left.map_or(Value::None, Fragment::of_yaml);
        let returned = self
            .thread
            .call(via, &[left, Fragment::of_yaml(right)], &[])
            .map_err(|error| explain::two_parameters(error, via))?;
        if let Some(fragment) = returned.downcast::<Fragment>()
            && matches!(fragment.content(), Content::Documents(_))
        {
            return Err(Failure::new(codes::OVERLAY_FUNCTION, kind.refusal_of_documents()));
        }
        if returned.is_callable() {
            let message = "Expected via to return a YAML-compatible value, but was function";
            return Err(Failure::new(codes::OVERLAY_FUNCTION, message));
        }
        let mut value = convert::to_yaml(&returned)?;
        strip::strip_value(&mut value);
        Ok(value)
    }

    /// Returns a copy of an overlay node for use in the left tree.
    pub(crate) fn copy<N: Node>(&mut self, right: &N) -> N {
        let mut copy = right.clone();
        *copy.value_mut() = self.stripped.of(right.value());
        strip::strip_annotations(copy.annotations_mut());
        copy
    }

    /// Creates the failure for a left value of a kind that the overlay cannot edit.
    fn misfit(&self, wanted: &str, left: &Yaml, position: Position) -> Failure {
        let message = format!("Expected {wanted}, but was {}", left.kind().name());
        let failure = Failure::new(codes::OVERLAY_MISFIT, message);
        let failure = explain::left_value(failure, left, position, self.sources);
        match (wanted, left) {
            // Data values are merged without annotations; the caller knows what the schema expects.
            _ if self.documents == Documents::TheOne => failure,
            ("map", Yaml::Array(_)) => failure.note(
                "write items of an array: `- name: ...`, with `#@overlay/match by=\"name\"` above the one to change",
            ),
            _ => failure
                .note("to put another kind of value there, write `#@overlay/replace` above the node"),
        }
    }
}
