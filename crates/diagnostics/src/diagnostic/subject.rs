//! The subject of a diagnostic, beyond its place in a file: which value of which document, and which schema rule that
//! value breaks. Machine-readable reports list it; messages do not need it.

use crate::{Diagnostic, Path, Secrecy, Span};

/// The value that a problem is about.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    /// The 1-based number of the document in its file; 0 for the file as a whole.
    pub document: usize,
    /// The path to the value in that document.
    pub path: Path,
    /// Its key, if it is a member of a map.
    pub key: Option<Span>,
    /// The rule that the value breaks; none for problems of YAML itself.
    pub rule: Option<SchemaRule>,
    /// Whether the value must be hidden.
    pub secrecy: Secrecy,
    /// The problems of each branch of a rule with several branches, if an explanation was requested.
    pub branches: Vec<Branch>,
}

/// A keyword of a schema and its location.
#[derive(Clone, Debug)]
pub struct SchemaRule {
    /// The keyword; empty if the whole schema is `false`.
    pub keyword: String,
    /// Its location in its schema document, as a JSON pointer.
    pub pointer: String,
    /// The path to it through references.
    pub evaluation_pointer: String,
    /// Its location as a URL.
    pub location: Option<String>,
}

impl SchemaRule {
    /// A rule of which only the keyword is known.
    pub fn named(keyword: &str) -> Self {
        Self {
            keyword: keyword.to_owned(),
            pointer: String::new(),
            evaluation_pointer: String::new(),
            location: None,
        }
    }
}

/// The problems of one branch of a rule with several branches.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The number of the branch, from 1.
    pub number: usize,
    /// The problems; empty if the branch matches.
    pub problems: Vec<Diagnostic>,
}

impl Diagnostic {
    /// Sets the subject.
    #[must_use]
    pub fn about(mut self, subject: Subject) -> Self {
        self.subject = Some(Box::new(subject));
        self
    }

    /// Sets the 1-based number of the document; 0 for the file as a whole.
    #[must_use]
    pub fn in_document(self, document: usize) -> Self {
        self.about(Subject { document, ..Subject::default() })
    }

    /// The 1-based number of the document; 0 for the file as a whole.
    pub fn document(&self) -> usize {
        self.subject.as_ref().map_or(0, |subject| subject.document)
    }

    /// The path to the value, if the problem concerns one: `.a.b[2]`.
    pub fn path(&self) -> Option<&Path> {
        let subject = self.subject.as_ref()?;
        subject.rule.as_ref().filter(|rule| !rule.keyword.is_empty()).map(|_| &subject.path)
    }

    /// The rule of a schema that is broken.
    pub fn rule(&self) -> Option<&SchemaRule> {
        self.subject.as_ref()?.rule.as_ref()
    }

    /// The keyword of that rule; empty if there is none.
    pub fn keyword(&self) -> &str {
        self.rule().map_or("", |rule| &rule.keyword)
    }

    /// The JSON pointer to the value; that of the root if the problem concerns no value.
    pub fn pointer(&self) -> String {
        self.subject.as_ref().map_or_else(String::new, |subject| subject.path.pointer())
    }

    /// The problems of each branch of the rule, if they were requested.
    pub fn branches(&self) -> &[Branch] {
        self.subject.as_ref().map_or(&[], |subject| &subject.branches)
    }
}
