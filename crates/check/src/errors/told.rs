//! Which problems are worth telling: those that are not only the echo of another one.

use rustc_hash::FxHashSet;
use yardstick_yaml::NodeId;

use super::{Kind, Problem, Writer, hints, union::Judged};

/// With more problems than this, each is reported.
const MOST_COMPARED: usize = 500;

impl Writer<'_> {
    /// The problems worth reporting. That a required property is null is reported once, as missing, and not
    /// again as null by the rules for its value, which would advise to remove it. What a subschema would
    /// describe if it did not fail for another reason is reported by that reason. Problems with a value of the
    /// wrong type can wait until the type is right. And a property with a misspelled name is reported by that name, not again
    /// as missing.
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
        // Comparing all with all is for as many as a person reads.
        let may_compare = problems.len() <= MOST_COMPARED;
        let is_told = move |problem: &&Problem| {
            let is_consequence = || {
                self.is_cascade(problem, problems)
                    || is_beside_type(problem, problems)
                    || self.is_misspelt(problem, problems)
            };
            !(is_echo(problem) || may_compare && is_consequence())
        };
        problems.iter().filter(is_told)
    }

    /// Whether `problem` is only that a property was not evaluated, by a schema that failed elsewhere.
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

    /// Whether `problem` is that a property is missing which is there with a misspelled name.
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

    /// The properties that `problem` is about, if it is that one of them is missing and nothing else.
    fn wanted(&self, problem: &Problem) -> Vec<String> {
        match &problem.kind {
            Kind::Required(name) => vec![name.clone()],
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

/// Whether `problem` is about a value that another problem says is of the wrong type.
fn is_beside_type(problem: &Problem, problems: &[Problem]) -> bool {
    use Kind::{AnyOf, Const, Exclusive, NeedsOne, Not, NotValue, OneOf, OneOfMany};
    let can_wait = matches!(
        problem.kind,
        AnyOf(_)
            | OneOf(_)
            | OneOfMany(_)
            | Exclusive(_)
            | NeedsOne(_)
            | Const(_)
            | Not(_)
            | NotValue(_)
    );
    can_wait
        && problems
            .iter()
            .any(|other| matches!(other.kind, Kind::Type(_)) && other.path == problem.path)
}
