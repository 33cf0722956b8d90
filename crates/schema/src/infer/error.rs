//! Errors in a schema document.

use yardstick_diagnostics::{
    Diagnostic, Failure, Nested, Path, Report, Role, Sources, Span, Statement,
};
use yardstick_template::tree::Annotation;

use super::Declared;
use crate::{place, validate::Malformed};

pub(super) type Result<T> = std::result::Result<T, AuthorError>;

/// A mistake of the schema's author.
#[derive(Debug)]
pub(super) enum AuthorError {
    /// A report with details.
    Report(Report),
    /// A message, and its position.
    Message(String, Option<Span>),
    /// Invalid rules.
    Rules(Malformed),
    /// Invalid rules for strings.
    Diagnostic(Box<Diagnostic>),
}

impl AuthorError {
    /// Prepends `way` to the paths of the error.
    pub(super) fn below(mut self, way: &Path) -> Self {
        if let AuthorError::Report(report) = &mut self {
            for subject in report.failures.iter_mut().filter_map(|one| one.subject.as_mut()) {
                let inside = std::mem::replace(&mut subject.path, way.clone());
                subject.path.0.extend(inside.0);
            }
        }
        self
    }

    /// Adds a heading to the error.
    pub(super) fn under(self, summary: &str) -> Self {
        let nested = match self {
            AuthorError::Report(report) => Nested::Report(report),
            AuthorError::Message(message, _) | AuthorError::Rules(Malformed { message, .. }) => {
                Nested::Message(message)
            }
            AuthorError::Diagnostic(diagnostic) => Nested::Message(diagnostic.message),
        };
        AuthorError::Report(Report::around(summary, nested))
    }
}

impl From<Report> for AuthorError {
    fn from(report: Report) -> Self {
        AuthorError::Report(report)
    }
}

/// Creates the error for a misused annotation of a node. Shows both.
pub(super) fn misuse(
    declared: &Declared<'_>,
    annotation: &Annotation,
    description: impl Into<String>,
    sources: &Sources,
) -> Failure {
    let mut failure = declared.failure(sources).description(description);
    failure.annotations.extend(annotation.position.span());
    failure
}

/// An annotation of a node whose arguments make no sense.
pub(super) fn misread(
    declared: &Declared<'_>,
    annotation: &Annotation,
    sources: &Sources,
) -> Failure {
    let description = format!("syntax error in @{} annotation", annotation.name);
    let hint = usage(&annotation.name).map(|usage| match usage.split_once(' ') {
        Some(_) => format!("write `#@{usage}`"),
        None => format!("write `#@{usage}`, without arguments, above each key that it is about"),
    });
    misuse(declared, annotation, description, sources).extra_hint(hint)
}

/// Returns the correct form of an annotation.
fn usage(name: &str) -> Option<&'static str> {
    const USAGES: [&str; 15] = [
        "schema/default [\"a\", \"b\"]",
        "schema/desc \"What the value is for\"",
        "schema/doc \"What the value is for\"",
        "schema/title \"Name of the value\"",
        "schema/deprecated \"Use 'replicas' instead\"",
        "schema/removed \"Use 'replicas' instead\"",
        "schema/example (\"What it shows\", \"value\")",
        "schema/examples (\"What it shows\", \"value\"), (\"Another one\", \"value\")",
        "schema/key allowed=\"any\", expects=\"0+\"",
        "schema/any-key",
        "schema/any-of 0, \"text\"",
        "schema/one-of 0, \"text\"",
        "schema/all-of first(), second()",
        "schema/ref function",
        "schema/required",
    ];
    USAGES.into_iter().find(|usage| usage.split(' ').next() == Some(name))
}

/// Describes what was found in an annotation.
pub(super) fn found_by(text: impl Into<String>, annotation: &Annotation) -> Statement {
    Statement::from(text, Role::By, place::of(annotation.position))
}

/// Creates the report for one failure of a schema.
pub(super) fn invalid(failure: Failure) -> AuthorError {
    Report::new("Invalid schema", vec![failure]).into()
}
