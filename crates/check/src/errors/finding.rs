//! Problems as diagnostics.

use std::fmt::Write;

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{Branch, Diagnostic, SchemaRule, Subject};
use yardstick_yaml::{NodeId, json::View};

use super::{
    Kind, Problem, code, condition, describe,
    hints::{self, Hints},
    related,
    union::{self, Judged},
};
use crate::schema::Schema;

/// With more problems than this, each is told.
const MOST_COMPARED: usize = 500;

/// Puts problems of one document into words.
pub(crate) struct Writer<'v> {
    pub(crate) view: &'v View,
    pub(crate) schema: &'v Schema,
    pub(crate) document: usize,
    pub(crate) explain: bool,
    hints: Hints,
}

impl<'v> Writer<'v> {
    /// A writer for the document numbered `document` (from 1) of `view`; `explain` says how unions were judged.
    pub(crate) fn new(view: &'v View, schema: &'v Schema, document: usize, explain: bool) -> Self {
        Self { view, schema, document, explain, hints: Hints::default() }
    }

    /// The problems worth telling. That a required property is null is told once, as missing, and not
    /// again as null by the rules for its value, which would advise to remove it. And what a subschema would
    /// describe if it did not fail for another reason is told by that reason.
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
        let may_cascade = problems.len() <= MOST_COMPARED
            && !problems.iter().all(|one| matches!(one.kind, Kind::UnevaluatedProperty { .. }));
        let is_told = move |problem: &&Problem| {
            !(is_echo(problem) || may_cascade && self.is_cascade(problem, problems))
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

    /// How many findings [`write`](Self::write) would make of `problem`.
    pub(crate) fn count(&self, problem: &Problem) -> usize {
        let (Kind::AnyOf(branches) | Kind::OneOf(branches)) = &problem.kind else { return 1 };
        match union::judge(problem, branches, self.view) {
            Judged::Branch(_, problems) => self.told(problems).map(|inner| self.count(inner)).sum(),
            Judged::Together(problems) => self.told(&problems).map(|inner| self.count(inner)).sum(),
            Judged::Whole => 1,
        }
    }

    /// The findings of `problem`: itself, or those of the branch of a union that was meant.
    pub(crate) fn write(&self, problem: &Problem, findings: &mut Vec<Diagnostic>) {
        let (Kind::AnyOf(branches) | Kind::OneOf(branches)) = &problem.kind else {
            findings.push(self.one(problem));
            return;
        };
        let explained = || {
            let branch = |(at, problems): (usize, &Vec<Problem>)| {
                let mut found = Vec::new();
                for problem in self.told(problems) {
                    self.write(problem, &mut found);
                }
                Branch { number: at + 1, problems: found }
            };
            branches.iter().enumerate().map(branch).collect::<Vec<_>>()
        };
        let from = findings.len();
        match union::judge(problem, branches, self.view) {
            Judged::Branch(at, problems) => {
                for problem in self.told(problems) {
                    self.write(problem, findings);
                }
                for finding in findings[from..].iter_mut().filter(|_| self.explain) {
                    let note = format!(
                        "by branch {} of `{}` at {}, which fits best",
                        at + 1,
                        problem.keyword,
                        problem.path
                    );
                    finding.notes.push(note);
                }
            }
            Judged::Together(problems) => {
                for problem in self.told(&problems) {
                    self.write(problem, findings);
                }
                for finding in findings[from..].iter_mut().filter(|_| self.explain) {
                    let note = format!(
                        "this is what the branches of `{}` at {} have in common",
                        problem.keyword, problem.path
                    );
                    finding.notes.push(note);
                }
            }
            Judged::Whole => findings.push(self.one(problem)),
        }
        if self.explain
            && let Some(subject) = findings.get_mut(from).and_then(|one| one.subject.as_mut())
        {
            subject.branches = explained();
        }
    }

    fn one(&self, problem: &Problem) -> Diagnostic {
        let mut message = describe::message(problem, self.view);
        let condition = condition::find(problem, self.schema);
        if let Some(words) = condition.as_ref().and_then(|condition| condition.words.as_ref()) {
            let _ = write!(message, ", because {words}");
        }
        let mut diagnostic = Diagnostic::error(code::of(&problem.kind), message);
        related::labels(problem, self.view, &mut diagnostic);
        hints::add(problem, self.view, self.schema, &self.hints, &mut diagnostic);
        if let Some(condition) = condition {
            diagnostic.notes.push(format!("the condition is `if` at {}", condition.place));
        }
        diagnostic.about(Subject {
            document: self.document,
            path: problem.path.clone(),
            key: problem.key.map(|key| self.view.written(key).content_span()),
            rule: Some(SchemaRule {
                keyword: problem.keyword.clone(),
                pointer: problem.schema_pointer.clone(),
                evaluation_pointer: problem.evaluation_pointer.clone(),
                location: problem.schema_location.clone(),
            }),
            ..Subject::default()
        })
    }
}
