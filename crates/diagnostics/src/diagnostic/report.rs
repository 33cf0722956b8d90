//! Reports about values: what was found where, what was expected, and which rules were broken.
//!
//! The reference prints these as a block of text. Here they are data, so that every renderer can lay them out in its
//! own way.

use std::borrow::Cow;

use crate::{Audience, Fix, Secrecy, Sources, Span, Subject};

/// Where a value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A place in a file.
    At(Span),
    /// A place in a file whose line does not show the value: a document without `---`, or a map inside a command line
    /// value.
    Unquoted(Span),
    /// The value was made by code; the place is unknown.
    Unknown,
    /// The value was made by the expression at this place. Scripts see `?`, as for an unknown place.
    Computed(Span),
    /// The value is in no file, so the value itself is shown.
    Memory {
        /// The value on one line.
        text: String,
        /// The expression that produced it.
        origin: Option<Span>,
    },
}

impl Place {
    /// The span, if the value is in a file.
    pub fn span(&self) -> Option<Span> {
        match self {
            Place::At(span) | Place::Unquoted(span) => Some(*span),
            Place::Unknown | Place::Computed(_) | Place::Memory { .. } => None,
        }
    }

    /// The place to show to a reader of `audience`. People see the expression that produced the value.
    pub fn seen(&self, audience: Audience) -> Cow<'_, Place> {
        match (self, audience) {
            (Place::Computed(span), Audience::People) => Cow::Owned(Place::At(*span)),
            (Place::Memory { origin: Some(span), .. }, Audience::People) => {
                Cow::Owned(Place::At(*span))
            }
            _ => Cow::Borrowed(self),
        }
    }

    /// The place as `file:line`; only the line for text without a name; `?` if unknown.
    pub fn compact(&self, sources: &Sources) -> String {
        let Some(span) = self.span() else { return "?".to_owned() };
        let file = sources.get(span.file);
        let line = file.line(span.start);
        if file.name().is_empty() { line.to_string() } else { format!("{}:{line}", file.name()) }
    }
}

impl Place {
    /// The short form of the place for a reader of `audience`. People see which flag or variable a text came from.
    pub(crate) fn compact_for(&self, audience: Audience, sources: &Sources) -> String {
        let seen = self.seen(audience);
        if let (Audience::People, Some(span)) = (audience, seen.span()) {
            let file = sources.get(span.file);
            if let Some(origin) = file.origin() {
                return format!("{origin}, line {}", file.line(span.start));
            }
        }
        seen.compact(sources)
    }
}

/// A statement about a value with its source: `integer (by schema.yml:3)`.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The text.
    pub text: String,
    /// The source of the statement, and how the two are related.
    pub origin: Option<(Role, Place)>,
}

/// How a place is related to a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The thing itself is at the place.
    At,
    /// The place requires it.
    By,
    /// The place declares it, possibly for several values.
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

    /// A statement with its place.
    pub fn from(text: impl Into<String>, role: Role, place: Place) -> Self {
        Self { text: text.into(), origin: Some((role, place)) }
    }

    /// The statement as text.
    pub fn render(&self, audience: Audience, sources: &Sources) -> String {
        match &self.origin {
            None => self.text.clone(),
            Some((role, place)) => {
                let place = place.seen(audience).compact(sources);
                format!("{} ({} {place})", self.text, role.word())
            }
        }
    }
}

/// A node that is not as expected.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Describes the problem; empty if `found` and `expected` are enough.
    pub description: String,
    /// The node.
    pub place: Place,
    /// The annotations of the node that are involved, in file order.
    pub annotations: Vec<Span>,
    /// What the node holds.
    pub found: Option<Statement>,
    /// What the node should hold.
    pub expected: Option<Statement>,
    /// Hints.
    pub hints: Vec<String>,
    /// Hints that the reference does not give; for people only.
    pub extra_hints: Vec<String>,
    /// The actual value on one line; for people only.
    pub current: Option<String>,
    /// Identifies the value and the rule that it breaks.
    pub subject: Option<Box<Subject>>,
    /// The exact places of the mistake and of the declaration, if the files show them.
    pub exact: Exact,
    /// A change that would remove the problem.
    pub fix: Option<Fix>,
}

/// The exact places involved in a problem of a value. Its [`Place`] only says where the node starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exact {
    /// The mistake: a value, or a key that is not allowed.
    pub wrong: Option<Span>,
    /// The value. It is masked if it is a secret.
    pub value: Option<Span>,
    /// The declaration of the value.
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

    /// Whether the value must be hidden.
    pub fn secrecy(&self) -> Secrecy {
        self.subject.as_ref().map_or(Secrecy::Open, |subject| subject.secrecy)
    }

    /// Sets the description of the problem.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = text.into();
        self
    }

    /// Sets what the node holds.
    #[must_use]
    pub fn found(mut self, found: Statement) -> Self {
        self.found = Some(found);
        self
    }

    /// Sets what the node should hold.
    #[must_use]
    pub fn expected(mut self, expected: Statement) -> Self {
        self.expected = Some(expected);
        self
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, text: impl Into<String>) -> Self {
        self.hints.push(text.into());
        self
    }

    /// Adds a hint that the reference does not give.
    #[must_use]
    pub fn extra_hint(mut self, text: Option<String>) -> Self {
        self.extra_hints.extend(text);
        self
    }

    /// The problem on one line, for renderers without room for a report.
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
    /// Failures one level deeper.
    pub nested: Vec<Nested>,
}

/// A failure one level deeper.
#[derive(Clone, Debug)]
pub enum Nested {
    /// A complete report.
    Report(Report),
    /// Only a message.
    Message(String),
}

impl Report {
    /// Failures under a heading.
    pub fn new(summary: impl Into<String>, failures: Vec<Failure>) -> Self {
        Self { summary: summary.into(), failures, nested: Vec::new() }
    }

    /// Wraps a nested failure under the heading `summary`.
    pub fn around(summary: impl Into<String>, nested: Nested) -> Self {
        Self { summary: summary.into(), failures: Vec::new(), nested: vec![nested] }
    }

    /// All failures, including those of nested reports.
    pub(crate) fn all_failures(&self) -> Vec<&Failure> {
        let nested = self.nested.iter().flat_map(|nested| match nested {
            Nested::Report(report) => report.all_failures(),
            Nested::Message(_) => Vec::new(),
        });
        self.failures.iter().chain(nested).collect()
    }
}

/// A rule that a value breaks.
#[derive(Clone, Debug)]
pub struct BrokenRule {
    /// Describes a valid value, in the words of the rule's author.
    pub must_be: String,
    /// The annotation that defines the rule.
    pub by: Place,
    /// The rule's comment on the actual value; may be empty.
    pub found: String,
    /// A message by the rule's author that replaces the texts above.
    pub message: Option<String>,
    /// A hint that names the value.
    pub note: Option<String>,
    /// A change that would remove the problem.
    pub fix: Option<Fix>,
}

/// A value that breaks rules.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Keys and indexes from the document to the value: `a.b[0]`.
    pub path: String,
    /// Where the value came from.
    pub from: Place,
    /// The broken rules, in the order in which they were tried.
    pub rules: Vec<BrokenRule>,
    /// Identifies the value.
    pub subject: Option<Box<Subject>>,
    /// The value on one line, if the user gave it and it is not a secret.
    pub value: Option<String>,
    /// True if the user gave the value; false if it is a default.
    pub is_given: bool,
    /// The exact place of the value.
    pub exact: Exact,
}

impl Violation {
    /// The `rules` that the value called `path`, which came from `from`, breaks.
    pub fn new(path: String, from: Place, rules: Vec<BrokenRule>) -> Self {
        let (subject, value, exact) = (None, None, Exact::default());
        Self { path, from, rules, subject, value, is_given: false, exact }
    }

    /// The problem on one line, for renderers without room for a list.
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
