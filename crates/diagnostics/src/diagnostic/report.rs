//! Reports about values: what was found where, what was expected, which rules were broken.

use std::borrow::Cow;

use crate::{Extent, Fix, Secrecy, Sources, Span, Subject};

/// Where a value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a file.
    At(Span),
    /// In a file, at a line whose text does not show it: a document without `---`, a map inside a
    /// command line value.
    Unquoted(Span),
    /// Made by code: unknown.
    Unknown,
    /// Made by code, by the expression that is here. Scripts see `?`, as for an unknown place.
    Computed(Span),
    /// In no file: the value itself is shown.
    Memory {
        /// The value, in one line.
        text: String,
        /// The expression that made it.
        origin: Option<Span>,
    },
}

impl Place {
    /// The span, if it is in a file.
    pub fn span(&self) -> Option<Span> {
        match self {
            Place::At(span) | Place::Unquoted(span) => Some(*span),
            Place::Unknown | Place::Computed(_) | Place::Memory { .. } => None,
        }
    }

    /// The place as a reader of `extent` sees it: people see the expression that made the value.
    pub fn seen(&self, extent: Extent) -> Cow<'_, Place> {
        match (self, extent) {
            (Place::Computed(span), Extent::Full) => Cow::Owned(Place::At(*span)),
            (Place::Memory { origin: Some(span), .. }, Extent::Full) => {
                Cow::Owned(Place::At(*span))
            }
            _ => Cow::Borrowed(self),
        }
    }

    /// `file:line`; only the line for text without a name; `?` when unknown.
    pub fn compact(&self, sources: &Sources) -> String {
        let Some(span) = self.span() else { return "?".to_owned() };
        let file = sources.get(span.file);
        let line = file.line(span.start);
        if file.name().is_empty() { line.to_string() } else { format!("{}:{line}", file.name()) }
    }
}

impl Place {
    /// The place in short, for a reader of `extent`: people see which flag or variable a text came from.
    pub(crate) fn compact_for(&self, extent: Extent, sources: &Sources) -> String {
        let seen = self.seen(extent);
        if let (Extent::Full, Some(span)) = (extent, seen.span()) {
            let file = sources.get(span.file);
            if let Some(origin) = file.origin() {
                return format!("{origin}, line {}", file.line(span.start));
            }
        }
        seen.compact(sources)
    }
}

/// A statement about a value, and its source: `integer (by schema.yml:3)`.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The text.
    pub text: String,
    /// Where it comes from, and what that place has to do with it.
    pub origin: Option<(Role, Place)>,
}

/// What a place has to do with a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The thing itself is there.
    At,
    /// It is demanded there.
    By,
    /// It is declared there, for others too.
    From,
}

impl Role {
    fn word(self) -> &'static str {
        match self {
            Role::At => "at",
            Role::By => "by",
            Role::From => "from",
        }
    }
}

impl Statement {
    /// A statement without a place.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), origin: None }
    }

    /// A statement with the place it comes from.
    pub fn from(text: impl Into<String>, role: Role, place: Place) -> Self {
        Self { text: text.into(), origin: Some((role, place)) }
    }

    /// The statement as text.
    pub fn render(&self, extent: Extent, sources: &Sources) -> String {
        match &self.origin {
            None => self.text.clone(),
            Some((role, place)) => {
                let place = place.seen(extent).compact(sources);
                format!("{} ({} {place})", self.text, role.word())
            }
        }
    }
}

/// A node that is not as it should be.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What is wrong; empty when found and expected say it.
    pub description: String,
    /// The node.
    pub place: Place,
    /// Annotations of the node that take part, in file order.
    pub annotations: Vec<Span>,
    /// What is there.
    pub found: Option<Statement>,
    /// What should be there.
    pub expected: Option<Statement>,
    /// What may help.
    pub hints: Vec<String>,
    /// What may help and the reference does not say: for people only.
    pub extra_hints: Vec<String>,
    /// The value that is there, in one line: for people only.
    pub current: Option<String>,
    /// Which value it is, and in which way it does not fit.
    pub subject: Option<Box<Subject>>,
    /// The exact places of what is wrong and of what declares it, where the files tell.
    pub exact: Exact,
    /// A change that would remove the problem.
    pub fix: Option<Fix>,
}

/// The exact places that take part in a problem of a value; its [`Place`] is only where it starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exact {
    /// What is wrong: a value, or the key of one that must not be there.
    pub wrong: Option<Span>,
    /// The value, which is masked if it is a secret.
    pub value: Option<Span>,
    /// What declares it.
    pub declared: Option<Span>,
}

impl Failure {
    /// A failure of the node at `place`.
    pub fn at(place: Place) -> Self {
        Self {
            description: String::new(),
            place,
            annotations: Vec::new(),
            found: None,
            expected: None,
            hints: Vec::new(),
            extra_hints: Vec::new(),
            current: None,
            subject: None,
            exact: Exact::default(),
            fix: None,
        }
    }

    /// How far the value is kept back.
    pub fn secrecy(&self) -> Secrecy {
        self.subject.as_ref().map_or(Secrecy::Open, |subject| subject.secrecy)
    }

    /// Says what is wrong.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = text.into();
        self
    }

    /// Says what is there.
    #[must_use]
    pub fn found(mut self, found: Statement) -> Self {
        self.found = Some(found);
        self
    }

    /// Says what should be there.
    #[must_use]
    pub fn expected(mut self, expected: Statement) -> Self {
        self.expected = Some(expected);
        self
    }

    /// Adds help.
    #[must_use]
    pub fn hint(mut self, text: impl Into<String>) -> Self {
        self.hints.push(text.into());
        self
    }

    /// Adds help that the reference does not give.
    #[must_use]
    pub fn extra_hint(mut self, text: Option<String>) -> Self {
        self.extra_hints.extend(text);
        self
    }

    /// What is wrong in one line, for renderers without room for a report.
    pub(crate) fn headline(&self) -> String {
        let mut parts = Vec::new();
        if !self.description.is_empty() {
            parts.push(self.description.clone());
        }
        if let Some(expected) = &self.expected {
            parts.push(format!("expected {}", expected.text));
        }
        if let Some(found) = &self.found {
            parts.push(format!("found {}", found.text));
        }
        parts.join(", ")
    }
}

/// Failures under a heading.
#[derive(Clone, Debug)]
pub struct Report {
    /// The heading.
    pub summary: String,
    /// What failed.
    pub failures: Vec<Failure>,
    /// What failed inside.
    pub nested: Vec<Nested>,
}

/// A failure inside of what a report is about.
#[derive(Clone, Debug)]
pub enum Nested {
    /// A report of its own.
    Report(Report),
    /// A mere message.
    Message(String),
}

impl Report {
    /// Failures under a heading.
    pub fn new(summary: impl Into<String>, failures: Vec<Failure>) -> Self {
        Self { summary: summary.into(), failures, nested: Vec::new() }
    }

    /// A failure inside, under the heading `summary`.
    pub fn around(summary: impl Into<String>, nested: Nested) -> Self {
        Self { summary: summary.into(), failures: Vec::new(), nested: vec![nested] }
    }

    /// All failures, those of nested reports too.
    pub(crate) fn all_failures(&self) -> Vec<&Failure> {
        let nested = self.nested.iter().flat_map(|nested| match nested {
            Nested::Report(report) => report.all_failures(),
            Nested::Message(_) => Vec::new(),
        });
        self.failures.iter().chain(nested).collect()
    }
}

/// A rule that a value does not keep.
#[derive(Clone, Debug)]
pub struct BrokenRule {
    /// What a valid value is, in the words of the rule's author.
    pub must_be: String,
    /// The annotation that demands it.
    pub by: Place,
    /// What the rule says about the value; may be empty.
    pub found: String,
    /// What the rule's author says instead of all that.
    pub message: Option<String>,
    /// What may help; it names the value.
    pub note: Option<String>,
    /// A change that would remove the problem.
    pub fix: Option<Fix>,
}

/// A value that breaks rules.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Keys and item numbers from the document to the value: `a.b[0]`.
    pub path: String,
    /// Where the value came from.
    pub from: Place,
    /// The rules it breaks, in the order they were tried.
    pub rules: Vec<BrokenRule>,
    /// Which value it is.
    pub subject: Option<Box<Subject>>,
    /// The value in one line, if it was given by the user and is no secret.
    pub value: Option<String>,
    /// Whether it was given, rather than being a default.
    pub is_given: bool,
    /// The exact place of the value.
    pub exact: Exact,
}

impl Violation {
    /// Rules that the value called `path`, which came from `from`, breaks.
    pub fn new(path: String, from: Place, rules: Vec<BrokenRule>) -> Self {
        let (subject, value, exact) = (None, None, Exact::default());
        Self { path, from, rules, subject, value, is_given: false, exact }
    }

    /// What is wrong in one line, for renderers without room for a list.
    pub(crate) fn headline(&self) -> String {
        let said = self.rules.iter().filter_map(|rule| rule.message.clone());
        let must_be: Vec<_> = self.rules.iter().filter(|rule| rule.message.is_none()).collect();
        let must_be = (!must_be.is_empty()).then(|| {
            let wanted: Vec<_> = must_be.iter().map(|rule| rule.must_be.as_str()).collect();
            format!("{} must be: {}", self.path, wanted.join(", "))
        });
        must_be.into_iter().chain(said).collect::<Vec<_>>().join("; ")
    }
}
