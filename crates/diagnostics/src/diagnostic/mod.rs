//! [`Diagnostic`]: the one type for every problem that the workspace reports.

pub(crate) mod evaluation;
pub(crate) mod report;
pub(crate) mod subject;

use std::collections::HashSet;

use crate::{Code, EvaluationError, Report, Span, Subject, Violation, codes, limits};

/// The result of a fallible function. The error is boxed because it is large and rare, and the `Ok` path is hot.
pub type Result<T, E = Box<Diagnostic>> = std::result::Result<T, E>;

/// The maximum number of notes about broken rules below one error.
const MANY_NOTES: usize = 50;

/// How serious a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The run fails.
    Error,
    /// The run continues, but something is probably a mistake.
    Warning,
}

/// A place that is related to the problem, with an explanation.
#[derive(Clone, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// How the place is related; empty for the place of the problem itself.
    pub text: String,
}

/// A change to the source that would remove the problem.
#[derive(Clone, Debug)]
pub struct Fix {
    /// The text to replace.
    pub span: Span,
    /// The new text.
    pub replacement: String,
    /// Describes the change for a human.
    pub description: String,
}

impl Fix {
    /// The description of a fix that renames a key.
    pub const RENAME: &str = "rename the key";
    /// The description of a fix that replaces a value with the allowed spelling.
    pub const ALLOWED_VALUE: &str = "use the allowed value";
    /// The description of a fix that turns a value into a string.
    pub const QUOTE: &str = "quote the value";
    /// The description of a fix that turns a string into a number.
    pub const NUMBER: &str = "use the number";
    /// The description of a fix that turns a string into a boolean.
    pub const BOOLEAN: &str = "use the boolean";
    /// The description of a fix that wraps a value in a list.
    pub const LIST: &str = "make it a list";

    /// The fix as one line for people: its description, and the new text if that fits.
    pub(crate) fn in_one_line(&self) -> String {
        let replacement = self.replacement.trim();
        let is_short = replacement.len() <= 80 && !replacement.contains('\n');
        if is_short && !replacement.is_empty() && self.span.start == self.span.end {
            format!("{}: insert `{replacement}`", self.description)
        } else if is_short && !replacement.is_empty() {
            format!("{}: {replacement}", self.description)
        } else {
            self.description.clone()
        }
    }
}

/// Structured data that does not fit into the message.
#[derive(Clone, Debug, Default)]
pub enum Detail {
    /// No structured data: the message is complete.
    #[default]
    Message,
    /// Template code failed. Each error has its call stack; the message is empty.
    Evaluation(Vec<EvaluationError>),
    /// Values are not as expected. The message is empty.
    Report(Report),
    /// Values break rules. The message is the heading.
    Violations(Vec<Violation>),
}

/// A problem as data: what is wrong, where and why, with hints and a fix.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The stable identifier of the kind of problem.
    pub code: Code,
    /// How serious it is.
    pub severity: Severity,
    /// The operations that were running, outermost first: `Overlaying (in following order: a.yml)`.
    pub context: Vec<String>,
    /// Text that the reference prints before the message: `yaml: line 3`. Reports that print the place omit it.
    pub prefix: Option<String>,
    /// The problem in one sentence.
    pub message: String,
    /// The related places. The first one is the place of the problem.
    pub labels: Vec<Label>,
    /// Structured data that does not fit into the message.
    pub detail: Detail,
    /// Hints; shown on a terminal or on request.
    pub notes: Vec<String>,
    /// A change that would remove the problem.
    pub fix: Option<Fix>,
    /// The value and the document that the problem concerns, and the schema rule that the value breaks.
    pub subject: Option<Box<Subject>>,
    /// True if values were rejected; false if code failed.
    pub refuses_values: bool,
    /// Problems that were found after this one. The reference stops at the first.
    pub further: Vec<Diagnostic>,
    /// Warnings of the run that this error ended. They often point to its cause.
    pub warnings: Vec<Diagnostic>,
}

impl Diagnostic {
    /// An error with only a code and a message.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            context: Vec::new(),
            prefix: None,
            message: limits::clip(message.into()),
            labels: Vec::new(),
            detail: Detail::Message,
            notes: Vec::new(),
            fix: None,
            subject: None,
            refuses_values: false,
            further: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// The error for a schema whose patterns exceed [`limits::PATTERN_RANGES`].
    pub fn patterns_too_large() -> Self {
        let most = limits::PATTERN_RANGES;
        let message = format!(
            "The patterns of the schema make more than {most} ranges of characters together"
        );
        Self::error(codes::TOO_MUCH_WORK, message).note(
            "repetitions such as {100} and classes such as \\p{L} multiply; write fewer of them",
        )
    }

    /// The first of `errors`, with the others attached as further problems.
    pub fn first_of(errors: impl IntoIterator<Item = Diagnostic>) -> Option<Box<Self>> {
        let mut errors = errors.into_iter();
        errors.next().map(|first| Box::new(first.and(errors)))
    }

    /// Attaches problems that were found after this one.
    #[must_use]
    pub fn and(mut self, others: impl IntoIterator<Item = Diagnostic>) -> Self {
        self.further.extend(others);
        self
    }

    /// Splits this problem from the further ones, and returns all of them in order.
    pub fn into_single(mut self) -> Vec<Diagnostic> {
        let further = std::mem::take(&mut self.further);
        let mut all = vec![self];
        all.extend(further.into_iter().flat_map(Diagnostic::into_single));
        all
    }

    /// Keeps only the violations that `keep` accepts. Returns `None` if there are none left, or none to begin with.
    pub fn retaining(mut self, keep: impl Fn(&Violation) -> bool) -> Option<Self> {
        let Detail::Violations(violations) = self.detail else { return None };
        let kept: Vec<Violation> = violations.into_iter().filter(keep).collect();
        self.detail = Detail::Message;
        (!kept.is_empty()).then(|| {
            let notes = self.notes;
            Self::violations(self.code, self.message, kept).notes(notes)
        })
    }

    /// A warning with only a code and a message.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// The failure of template code: `errors` with their call stacks.
    pub fn evaluation(code: Code, errors: Vec<EvaluationError>) -> Self {
        Self { detail: Detail::Evaluation(errors), ..Self::error(code, "") }
    }

    /// An error for values that are not as expected.
    pub fn report(code: Code, report: Report) -> Self {
        let mut diagnostic = Self::error(code, "");
        for failure in report.all_failures() {
            if let Some(span) = failure.place.span() {
                diagnostic = diagnostic.label(span, failure.headline());
            }
        }
        Self { detail: Detail::Report(report), ..diagnostic }
    }

    /// An error for values that break rules, under the heading `message`.
    pub fn violations(code: Code, message: impl Into<String>, violations: Vec<Violation>) -> Self {
        let mut diagnostic = Self::error(code, message);
        for violation in &violations {
            if let Some(span) = violation.from.span() {
                let text = violation.headline();
                diagnostic = diagnostic.label(span, text);
            }
        }
        Self { detail: Detail::Violations(violations), ..diagnostic }
    }

    /// Sets the place of the problem, if `span` holds one.
    #[must_use]
    pub fn at(self, span: impl Into<Option<Span>>) -> Self {
        match span.into() {
            Some(span) => self.label(span, ""),
            None => self,
        }
    }

    /// Sets the place of the problem, unless it already has one.
    #[must_use]
    pub fn or_at(self, span: Span) -> Self {
        if self.labels.is_empty() { self.at(span) } else { self }
    }

    /// Adds a related place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Sets the text that the reference prints before the message.
    #[must_use]
    pub fn prefixed(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = Some(prefix.into());
        self
    }

    /// Adds an operation around the context so far.
    #[must_use]
    pub fn within(mut self, doing: impl Into<String>) -> Self {
        self.context.insert(0, doing.into());
        self
    }

    /// Adds an operation around the context of this problem and of the further ones.
    #[must_use]
    pub fn all_within(mut self, doing: &str) -> Self {
        let further = std::mem::take(&mut self.further);
        self.further = further.into_iter().map(|one| one.all_within(doing)).collect();
        self.within(doing)
    }

    /// Adds a hint.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds any number of hints; an `Option` works too.
    #[must_use]
    pub fn notes(mut self, texts: impl IntoIterator<Item = String>) -> Self {
        self.notes.extend(texts);
        self
    }

    /// Where the problem is.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }

    /// The context and the message in one line.
    pub fn message_in_context(&self) -> String {
        let mut text = String::new();
        for doing in self.context.iter().chain(&self.prefix) {
            text.push_str(doing);
            text.push_str(": ");
        }
        text.push_str(&self.message);
        text
    }

    /// The message and the hints, one per line.
    pub fn message_with_help(&self) -> String {
        let mut text = self.message.clone();
        for note in &self.notes {
            text.push_str("\nhelp: ");
            text.push_str(note);
        }
        text
    }

    /// The notes of this problem and of its causes, without duplicates.
    pub fn notes_with_causes(&self) -> Vec<&str> {
        let mut all: Vec<&str> = Vec::new();
        if let Detail::Violations(violations) = &self.detail {
            let rules = violations.iter().flat_map(|violation| &violation.rules);
            all.extend(rules.filter_map(|rule| rule.note.as_deref()).take(MANY_NOTES));
        }
        all.extend(self.notes.iter().map(String::as_str));
        if let Detail::Evaluation(errors) = &self.detail {
            for error in errors {
                all.extend(error.notes.iter().map(String::as_str));
                all.extend(error.cause.iter().flat_map(|cause| cause.notes_with_causes()));
            }
        }
        let mut seen = HashSet::new();
        all.retain(|note| seen.insert(*note));
        all
    }

    /// True if the last cause in the chain is a rejected value rather than code that failed.
    pub fn is_rejection(&self) -> bool {
        let is_caused = |error: &EvaluationError| {
            error.cause.as_ref().is_some_and(|cause| cause.is_rejection())
        };
        self.refuses_values
            || matches!(&self.detail, Detail::Evaluation(errors) if errors.iter().any(is_caused))
    }

    /// Marks an error that the author of the values has to fix, not the author of the templates.
    #[must_use]
    pub fn refusal(self) -> Self {
        Self { refuses_values: true, ..self }
    }

    /// Sets the suggested change.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }
}
