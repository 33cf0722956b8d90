//! Selects the problems to report, without those that only follow from another problem.

use rustc_hash::FxHashSet;
use yardstick_yaml::{NodeId, json::Segment};

use super::{Kind, Problem, Writer, condition, hints, union::Judged};

/// With more problems than this, all are reported, because comparing each with each would take too long.
const MOST_COMPARED: usize = 500;

impl Writer<'_> {
    /// Returns the problems to report. Omits the following:
    ///
    /// - Problems with a null in place of a required property. It is reported once as missing, and not again as null:
    ///   that message would advise removing it.
    /// - Properties that are unevaluated only because a subschema failed for another reason, which is reported.
    /// - Problems with a value that has the wrong type. They can wait until the type is right.
    /// - Missing properties that are present under a misspelled name, which is reported.
    /// - Problems under `then` or `else`, if the value that decided the condition is wrong itself.
    pub(crate) fn told<'p>(&self, problems: &'p [Problem]) -> impl Iterator<Item = &'p Problem> {
        let missing = |problem: &Problem| match &problem.kind {
            Kind::Required(name) => {
                let object = self.view.node(problem.node).id();
                self.view.get(object, name)
            }
            _ => None,
        };
        let nulls: FxHashSet<NodeId> = problems.iter().filter_map(missing).collect();
        let is_echo = move |problem: &Problem| {
            use Kind::{AnyOf, Const, Enum, OneOf, Type};
            nulls.contains(&problem.node)
                && matches!(problem.kind, Type(_) | Enum(_) | Const(_) | AnyOf(_) | OneOf(_))
        };
        // Comparing all with all is only worth it for as many problems as a person reads.
        let may_compare = problems.len() <= MOST_COMPARED;
        let is_told = move |problem: &&Problem| {
            let is_consequence = || {
                self.is_cascade(problem, problems)
                    || is_beside_type(problem, problems)
                    || self.is_misspelt(problem, problems)
                    || self.is_by_wrong_condition(problem, problems)
            };
            !(is_echo(problem) || may_compare && is_consequence())
        };
        problems.iter().filter(is_told)
    }

    /// Whether `problem` only says that a property is unevaluated, by a schema that failed elsewhere.
    fn is_cascade(&self, problem: &Problem, problems: &[Problem]) -> bool {
        let Kind::UnevaluatedProperty { name, inner } = &problem.kind else { return false };
        let Some((_, object)) = problem.path.0.split_last().filter(|_| inner.is_empty()) else {
            return false;
        };
        let is_reason = |other: &Problem| {
            other.path.0.starts_with(object)
                && !matches!(other.kind, Kind::UnevaluatedProperty { .. })
        };
        problems.iter().any(is_reason) && {
            let location = problem.schema_location.as_deref();
            self.schema.declared(location, &problem.schema_pointer).contains(name)
        }
    }

    /// Whether `problem` applies only because of a condition on a property whose value is reported as wrong.
    fn is_by_wrong_condition(&self, problem: &Problem, problems: &[Problem]) -> bool {
        let is_value = |other: &&Problem| {
            matches!(other.kind, Kind::Enum(_) | Kind::Const(_) | Kind::Type(_)) && !other.at_key
        };
        let mut wrong = problems.iter().filter(is_value).peekable();
        if wrong.peek().is_none() {
            return false;
        }
        let tested = condition::tested(problem, self.schema);
        !tested.is_empty()
            && wrong.any(|other| {
                let Some((Segment::Property(name), object)) = other.path.0.split_last() else {
                    return false;
                };
                problem.path.0.starts_with(object)
                    && problem.path != other.path
                    && tested.contains(name)
                    && condition::find(other, self.schema).is_none()
            })
    }

    /// Whether `problem` says that a property is missing that is present under a misspelled name.
    fn is_misspelt(&self, problem: &Problem, problems: &[Problem]) -> bool {
        let is_refused = |other: &&Problem| {
            matches!(other.kind, Kind::AdditionalProperty(_) | Kind::UnevaluatedProperty { .. })
                && other.path.0.split_last().is_some_and(|(_, object)| object == problem.path.0)
        };
        let mut refused = problems.iter().filter(is_refused).peekable();
        if refused.peek().is_none() {
            return false;
        }
        let wanted = self.wanted(problem);
        !wanted.is_empty()
            && refused.any(|other| {
                hints::meant(other, self.view, self.schema, &self.hints)
                    .is_some_and(|name| wanted.contains(&name))
            })
    }

    /// Returns the properties that `problem` says are missing. Empty if it is about anything else.
    fn wanted(&self, problem: &Problem) -> Vec<String> {
        match &problem.kind {
            Kind::Required(name) | Kind::DependentRequired(_, name) => vec![name.clone()],
            Kind::NeedsOne(groups) => {
                groups.iter().filter(|one| one.len() == 1).flatten().cloned().collect()
            }
            Kind::AnyOf(branches) | Kind::OneOf(branches) => {
                let only = match self.judge(problem, branches) {
                    Judged::Together(problems) => problems,
                    Judged::Branch(_, problems) => problems.to_vec(),
                    Judged::Whole => Vec::new(),
                };
                match only.as_slice() {
                    [one] if one.path == problem.path => self.wanted(one),
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }
}

/// Whether `problem` is about a value that another problem reports as having the wrong type.
fn is_beside_type(problem: &Problem, problems: &[Problem]) -> bool {
    use Kind::{AnyOf, Const, Enum, Exclusive, NeedsOne, Not, NotValue, OneOf, OneOfMany};
    let can_wait = matches!(
        problem.kind,
        AnyOf(_)
            | OneOf(_)
            | OneOfMany(_)
            | Exclusive(_)
            | NeedsOne(_)
            | Const(_)
            | Enum(_)
            | Not(_)
            | NotValue(_)
    );
    can_wait
        && problems
            .iter()
            .any(|other| matches!(other.kind, Kind::Type(_)) && other.path == problem.path)
}
