//! What a diagnostic is about, beyond its place in a file: which value of which document, and which rule
//! of a schema that value breaks. Machine-readable reports list it; messages do not need it.

use crate::{Diagnostic, Path, Secrecy, Span};

/// The value that a problem is about.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    /// The 1-based number of the document in its file; 0 for the file as a whole.
    pub document: usize,
    /// The value in that document.
    pub path: Path,
    /// Its key, if it is a member of a map.
    pub key: Option<Span>,
    /// The rule it breaks; none for problems of YAML itself.
    pub rule: Option<SchemaRule>,
    /// How far the value is kept back.
    pub secrecy: Secrecy,
    /// For a rule with several branches, if an explanation was asked for: what is wrong with each.
    pub branches: Vec<Branch>,
}

/// A keyword of a schema, and the ways to it.
#[derive(Clone, Debug)]
pub struct SchemaRule {
    /// The keyword; empty where the whole schema is `false`.
    pub keyword: String,
    /// Its place in its schema document, as a JSON pointer.
    pub pointer: String,
    /// The way to it through references.
    pub evaluation_pointer: String,
    /// Its place as a URL.
    pub location: Option<String>,
}

impl SchemaRule {
    /// A rule that is known by the name of its keyword only.
    pub fn named(keyword: &str) -> Self {
        Self {
            keyword: keyword.to_owned(),
            pointer: String::new(),
            evaluation_pointer: String::new(),
            location: None,
        }
    }
}

/// What is wrong with one branch of a rule that has several.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Its number, from 1.
    pub number: usize,
    /// What is wrong; empty if the branch matches.
    pub problems: Vec<Diagnostic>,
}

impl Diagnostic {
    /// Says what value of which document it is about.
    #[must_use]
    pub fn about(mut self, subject: Subject) -> Self {
        self.subject = Some(Box::new(subject));
        self
    }

    /// Says which document it is about: the 1-based number, 0 for the file as a whole.
    #[must_use]
    pub fn in_document(self, document: usize) -> Self {
        self.about(Subject { document, ..Subject::default() })
    }

    /// The 1-based number of the document it is about; 0 for the file as a whole.
    pub fn document(&self) -> usize {
        self.subject.as_ref().map_or(0, |subject| subject.document)
    }

    /// The path to the value it is about, if it is about a value: `.a.b[2]`.
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

    /// The value as a JSON pointer; the root's if it is about no value.
    pub fn pointer(&self) -> String {
        self.subject.as_ref().map_or_else(String::new, |subject| subject.path.pointer())
    }

    /// What is wrong with each branch of the rule, if that was asked for.
    pub fn branches(&self) -> &[Branch] {
        self.subject.as_ref().map_or(&[], |subject| &subject.branches)
    }
}
