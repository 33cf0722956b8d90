//! Problems as diagnostics.

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{Branch, Diagnostic, SchemaRule, Subject};
use yardstick_yaml::{NodeId, json::View};

use super::{Kind, Problem, code, describe, hints, related, union};
use crate::schema::Schema;

/// Puts problems of one document into words.
pub(crate) struct Writer<'v> {
    pub(crate) view: &'v View,
    pub(crate) schema: &'v Schema,
    pub(crate) document: usize,
    pub(crate) explain: bool,
}

impl Writer<'_> {
    /// The problems worth telling. That a required property is null is told once, as missing, and not
    /// again as null by the rules for its value, which would advise to remove it.
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
        problems.iter().filter(move |problem| !is_echo(problem))
    }

    /// How many findings [`write`](Self::write) would make of `problem`.
    pub(crate) fn count(&self, problem: &Problem) -> usize {
        let (Kind::AnyOf(branches) | Kind::OneOf(branches)) = &problem.kind else { return 1 };
        match union::best(problem, branches) {
            Some((_, problems)) => self.told(problems).map(|inner| self.count(inner)).sum(),
            None => 1,
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
        match union::best(problem, branches) {
            Some((at, problems)) => {
                for problem in self.told(problems) {
                    self.write(problem, findings);
                }
                for finding in &mut findings[from..] {
                    let note = format!(
                        "by branch {} of `{}` at {}, which fits best",
                        at + 1,
                        problem.keyword,
                        problem.path
                    );
                    finding.notes.push(note);
                }
            }
            None => findings.push(self.one(problem)),
        }
        if self.explain
            && let Some(subject) = &mut findings[from].subject
        {
            subject.branches = explained();
        }
    }

    fn one(&self, problem: &Problem) -> Diagnostic {
        let message = describe::message(problem, self.view);
        let mut diagnostic = Diagnostic::error(code::of(&problem.kind), message);
        related::labels(problem, self.view, &mut diagnostic);
        hints::add(problem, self.view, self.schema, &mut diagnostic);
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
