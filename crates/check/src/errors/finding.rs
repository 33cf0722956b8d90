//! Turns problems into diagnostics.

use std::fmt::Write;

use yardstick_diagnostics::{Branch, Diagnostic, SchemaRule, Subject};
use yardstick_yaml::json::{Path, View};

use super::{
    Kind, Problem, code, condition, describe,
    hints::{self, Hints},
    layout, related,
    union::{self, Judged},
};
use crate::schema::Schema;

/// Writes the diagnostics for the problems of one document.
pub(crate) struct Writer<'v> {
    pub(crate) view: &'v View,
    pub(crate) schema: &'v Schema,
    pub(crate) document: usize,
    pub(crate) explain: bool,
    /// Required properties that the document lacks, with the paths of the objects.
    missing: Vec<(Path, String)>,
    pub(super) hints: Hints,
}

impl<'v> Writer<'v> {
    /// Creates a writer for document `document` (from 1) of `view`. With `explain`, union errors show why each branch
    /// fails.
    pub(crate) fn new(view: &'v View, schema: &'v Schema, document: usize, explain: bool) -> Self {
        Self { view, schema, document, explain, missing: Vec::new(), hints: Hints::default() }
    }

    /// Tells the writer about all `problems` of the document, because some explain others.
    pub(crate) fn among(mut self, problems: &[Problem]) -> Self {
        self.missing = layout::missing(problems);
        self
    }

    /// Decides what to report for `problem`, which says that none of `branches` accepts the value.
    pub(super) fn judge<'p>(&self, problem: &Problem, branches: &'p [Vec<Problem>]) -> Judged<'p> {
        let knows = |at| self.hints.knows(self.schema, self.view, problem, at);
        union::judge(problem, branches, self.view, knows)
    }

    /// Returns the number of findings that [`write`](Self::write) would create for `problem`.
    pub(crate) fn count(&self, problem: &Problem) -> usize {
        let (Kind::AnyOf(branches) | Kind::OneOf(branches)) = &problem.kind else { return 1 };
        match self.judge(problem, branches) {
            Judged::Branch(_, problems) => self.told(problems).map(|inner| self.count(inner)).sum(),
            Judged::Together(problems) => self.told(&problems).map(|inner| self.count(inner)).sum(),
            Judged::Whole => 1,
        }
    }

    /// Adds the findings for `problem`: the problem itself, or the problems of the union branch that was probably
    /// meant.
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
        match self.judge(problem, branches) {
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
                let names = self.allowed_together(problem, branches.len());
                let outer = self.hints.together.replace(Some(names).filter(|all| !all.is_empty()));
                for problem in self.told(&problems) {
                    self.write(problem, findings);
                }
                self.hints.together.replace(outer);
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

    /// Returns the properties that at least one of the `count` branches of a union allows.
    fn allowed_together(&self, problem: &Problem, count: usize) -> Vec<String> {
        let (location, pointer) = (problem.schema_location.as_deref(), &problem.schema_pointer);
        let mut names: Vec<String> = Vec::new();
        // Only objects have properties.
        let count = if self.view.node(problem.node).is_map() { count } else { 0 };
        for at in 0..count {
            for name in self.schema.declared_by_branch(location, pointer, at) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
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
        layout::add(problem, self.view, self.schema, &self.missing, &mut diagnostic);
        // Two rules may give the same advice.
        let mut known = Vec::new();
        diagnostic.notes.retain(|note| {
            let is_new = !known.contains(note);
            known.push(note.clone());
            is_new
        });
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
