//! A problem as reports show it.

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{Diagnostic, Span};
use yardstick_yaml::{
    NodeId,
    json::{Path, View},
};

use super::{Kind, Problem, code, describe, hints, related, union};
use crate::schema::Schema;

/// Something to report about a document, or about a file as a whole.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Code, message, place, related places, hints, fix.
    pub diagnostic: Diagnostic,
    /// The 1-based number of the document in its file; 0 for the file as a whole.
    pub document: usize,
    /// The keyword that says so; empty for problems of YAML.
    pub keyword: String,
    /// The value concerned.
    pub path: Path,
    /// Its key, if it is a member.
    pub key: Option<Span>,
    /// The keyword's place in its schema document, as a JSON pointer.
    pub schema_pointer: String,
    /// The way to it through references.
    pub evaluation_pointer: String,
    /// The keyword's place as a URL.
    pub schema_location: Option<String>,
    /// For unions, if asked for: what is wrong with each branch.
    pub branches: Vec<Branch>,
}

/// What is wrong with one branch of a union.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Its number, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
}

impl Finding {
    /// A finding that is not about a schema's rule.
    pub fn of_diagnostic(diagnostic: Diagnostic, document: usize) -> Self {
        Finding {
            diagnostic,
            document,
            keyword: String::new(),
            path: Path::default(),
            key: None,
            schema_pointer: String::new(),
            evaluation_pointer: String::new(),
            schema_location: None,
            branches: Vec::new(),
        }
    }

    /// The place of the problem.
    pub fn span(&self) -> Option<Span> {
        self.diagnostic.labels.first().map(|label| label.span)
    }
}

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
    pub(crate) fn write(&self, problem: &Problem, findings: &mut Vec<Finding>) {
        let (Kind::AnyOf(branches) | Kind::OneOf(branches)) = &problem.kind else {
            findings.push(self.one(problem));
            return;
        };
        let explained = || {
            let branch = |(at, problems): (usize, &Vec<Problem>)| {
                let mut findings = Vec::new();
                for problem in self.told(problems) {
                    self.write(problem, &mut findings);
                }
                Branch { number: at + 1, findings }
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
                    finding.diagnostic.notes.push(note);
                }
            }
            None => findings.push(self.one(problem)),
        }
        if self.explain {
            findings[from].branches = explained();
        }
    }

    fn one(&self, problem: &Problem) -> Finding {
        let message = describe::message(problem, self.view);
        let mut diagnostic = Diagnostic::error(code::of(&problem.kind), message);
        related::labels(problem, self.view, &mut diagnostic);
        hints::add(problem, self.view, self.schema, &mut diagnostic);
        let key = problem.key.map(|key| self.view.written(key).content_span());
        Finding {
            diagnostic,
            document: self.document,
            keyword: problem.keyword.clone(),
            path: problem.path.clone(),
            key,
            schema_pointer: problem.schema_pointer.clone(),
            evaluation_pointer: problem.evaluation_pointer.clone(),
            schema_location: problem.schema_location.clone(),
            branches: Vec::new(),
        }
    }
}
