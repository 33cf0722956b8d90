//! The one type in which every problem is reported.

pub(crate) mod evaluation;
pub(crate) mod report;
pub(crate) mod subject;

use std::collections::HashSet;

use crate::{Code, EvaluationError, Report, Span, Subject, Violation, codes, limits};

/// What a function that may fail returns. Boxed: the failing path is rare and the `Ok` path hot.
pub type Result<T, E = Box<Diagnostic>> = std::result::Result<T, E>;

/// The most notes about broken rules below one error.
const MANY_NOTES: usize = 50;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The run fails.
    Error,
    /// The run goes on; something is probably not meant.
    Warning,
}

/// A place that takes part in the problem, and what it has to do with it.
#[derive(Clone, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// Why it is shown; empty for the place of the problem itself.
    pub text: String,
}

/// A change of the source that would remove the problem.
#[derive(Clone, Debug)]
pub struct Fix {
    /// What to replace.
    pub span: Span,
    /// With what.
    pub replacement: String,
    /// What the change does, for a human.
    pub description: String,
}

impl Fix {
    /// The description of a fix that gives a key another name.
    pub const RENAME: &str = "rename the key";
    /// The description of a fix that gives a value the allowed spelling.
    pub const ALLOWED_VALUE: &str = "use the allowed value";
    /// The description of a fix that makes a string of a value.
    pub const QUOTE: &str = "quote the value";
    /// The description of a fix that makes a number of a string.
    pub const NUMBER: &str = "use the number";
    /// The description of a fix that makes a boolean of a string.
    pub const BOOLEAN: &str = "use the boolean";
    /// The description of a fix that makes a list of a value.
    pub const LIST: &str = "make it a list";

    /// What to write, for people: what the change does and the new text, if it fits in a line.
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

/// What the message alone cannot carry.
#[derive(Clone, Debug, Default)]
pub enum Detail {
    /// Nothing: the message says it all.
    #[default]
    Message,
    /// Template code failed: each error with its call stack. The message is empty.
    Evaluation(Vec<EvaluationError>),
    /// Values are not as they should be. The message is empty.
    Report(Report),
    /// Values break rules; the message is the heading.
    Violations(Vec<Violation>),
}

/// A problem, as data: what, where, why, and what may help.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Stable name of the kind of problem.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What was being done when it happened, outermost first: `Overlaying (in following order: a.yml)`.
    pub context: Vec<String>,
    /// What the reference writes before the message: `yaml: line 3`. Reports that have the place leave it out.
    pub prefix: Option<String>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where; the first label is the place of the problem.
    pub labels: Vec<Label>,
    /// What the message alone cannot carry.
    pub detail: Detail,
    /// What may help; shown on a terminal or when asked for.
    pub notes: Vec<String>,
    /// A change that would remove the problem.
    pub fix: Option<Fix>,
    /// Which value of which document it is about, and which rule of a schema that value breaks.
    pub subject: Option<Box<Subject>>,
    /// Whether values were refused, rather than code failing.
    pub refuses_values: bool,
    /// Problems that were found after this one, where the reference stops at the first.
    pub further: Vec<Diagnostic>,
    /// Warnings of the run that this error ended: they often name its cause.
    pub warnings: Vec<Diagnostic>,
}

impl Diagnostic {
    /// An error with a message and nothing else yet.
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

    /// The error of a schema whose patterns are more than [`limits::PATTERN_RANGES`].
    pub fn heavy_patterns() -> Self {
        let most = limits::PATTERN_RANGES;
        let message = format!(
            "The patterns of the schema make more than {most} ranges of characters together"
        );
        Self::error(codes::TOO_MUCH_WORK, message).note(
            "repetitions such as {100} and classes such as \\p{L} multiply; write fewer of them",
        )
    }

    /// The first of `errors`, with the others as further problems.
    pub fn first_of(errors: impl IntoIterator<Item = Diagnostic>) -> Option<Box<Self>> {
        let mut errors = errors.into_iter();
        errors.next().map(|first| Box::new(first.and(errors)))
    }

    /// Adds problems that were found after this one.
    #[must_use]
    pub fn and(mut self, others: impl IntoIterator<Item = Diagnostic>) -> Self {
        self.further.extend(others);
        self
    }

    /// This problem without the further ones, and then those, one by one.
    pub fn one_by_one(mut self) -> Vec<Diagnostic> {
        let further = std::mem::take(&mut self.further);
        let mut all = vec![self];
        all.extend(further.into_iter().flat_map(Diagnostic::one_by_one));
        all
    }

    /// The diagnostic with only the violations that `keep` accepts; `None` if none is left, or if it holds none.
    pub fn retaining(mut self, keep: impl Fn(&Violation) -> bool) -> Option<Self> {
        let Detail::Violations(violations) = self.detail else { return None };
        let kept: Vec<Violation> = violations.into_iter().filter(keep).collect();
        self.detail = Detail::Message;
        (!kept.is_empty()).then(|| {
            let notes = self.notes;
            Self::violations(self.code, self.message, kept).notes(notes)
        })
    }

    /// A warning with a message and nothing else yet.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// Failed template code: `errors` with their call stacks.
    pub fn evaluation(code: Code, errors: Vec<EvaluationError>) -> Self {
        Self { detail: Detail::Evaluation(errors), ..Self::error(code, "") }
    }

    /// Values that are not as they should be.
    pub fn report(code: Code, report: Report) -> Self {
        let mut diagnostic = Self::error(code, "");
        for failure in report.all_failures() {
            if let Some(span) = failure.place.span() {
                diagnostic = diagnostic.label(span, failure.headline());
            }
        }
        Self { detail: Detail::Report(report), ..diagnostic }
    }

    /// Values that break rules, under the heading `message`.
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

    /// Adds the place of the problem, if there is one.
    #[must_use]
    pub fn at(self, span: impl Into<Option<Span>>) -> Self {
        match span.into() {
            Some(span) => self.label(span, ""),
            None => self,
        }
    }

    /// Adds the place of the problem, unless it has one.
    #[must_use]
    pub fn or_at(self, span: Span) -> Self {
        if self.labels.is_empty() { self.at(span) } else { self }
    }

    /// Adds a place that takes part in the problem.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Sets what the reference writes before the message.
    #[must_use]
    pub fn prefixed(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = Some(prefix.into());
        self
    }

    /// Adds what was being done, around the context so far.
    #[must_use]
    pub fn within(mut self, doing: impl Into<String>) -> Self {
        self.context.insert(0, doing.into());
        self
    }

    /// Says what was being done, for this problem and the further ones.
    #[must_use]
    pub fn all_within(mut self, doing: &str) -> Self {
        let further = std::mem::take(&mut self.further);
        self.further = further.into_iter().map(|one| one.all_within(doing)).collect();
        self.within(doing)
    }

    /// Adds help.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds help if there is some: an `Option`, or several.
    #[must_use]
    pub fn notes(mut self, texts: impl IntoIterator<Item = String>) -> Self {
        self.notes.extend(texts);
        self
    }

    /// Where the problem is.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }

    /// What was being done and what is wrong, in one line.
    pub fn message_in_context(&self) -> String {
        let mut text = String::new();
        for doing in self.context.iter().chain(&self.prefix) {
            text.push_str(doing);
            text.push_str(": ");
        }
        text.push_str(&self.message);
        text
    }

    /// What is wrong and what may help, a line each.
    pub fn message_with_help(&self) -> String {
        let mut text = self.message.clone();
        for note in &self.notes {
            text.push_str("\nhelp: ");
            text.push_str(note);
        }
        text
    }

    /// The notes of this problem and of its causes, each once.
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

    /// Whether it comes from values that were refused, at the end of the chain of causes, rather than from
    /// code that failed.
    pub fn is_refusal(&self) -> bool {
        let is_caused =
            |error: &EvaluationError| error.cause.as_ref().is_some_and(|cause| cause.is_refusal());
        self.refuses_values
            || matches!(&self.detail, Detail::Evaluation(errors) if errors.iter().any(is_caused))
    }

    /// Marks an error that the author of values has to fix, not the author of templates.
    #[must_use]
    pub fn refusal(self) -> Self {
        Self { refuses_values: true, ..self }
    }

    /// Suggests a change.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }
}
