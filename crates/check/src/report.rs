//! What a run has found.

use std::{sync::Arc, time::Duration};

use yardstick_diagnostics::{Diagnostic, FileId, Severity, Sources, Span};

use crate::errors::{Finding, ys::Line};

/// What was found in one file.
#[derive(Debug, Default)]
pub struct FileReport {
    /// The file, as the user named it.
    pub name: String,
    /// What messages call the schema it was checked against; the first one's if documents differ.
    pub schema: Option<String>,
    /// How many documents were checked.
    pub documents: usize,
    /// What was found.
    pub findings: Vec<Finding>,
    /// How many findings were left out because there were too many.
    pub omitted: usize,
    /// The same in the words of `ys`, if that is asked for.
    pub ys: Vec<Line>,
    /// The file's number, if anything was found.
    pub source: Option<FileId>,
    /// Why it could not be checked at all.
    pub failure: Option<Diagnostic>,
}

impl FileReport {
    /// Whether there is nothing wrong with it.
    pub fn is_valid(&self) -> bool {
        self.failure.is_none() && self.errors() == 0
    }

    /// Number of errors among the findings.
    pub fn errors(&self) -> usize {
        self.findings
            .iter()
            .filter(|finding| finding.diagnostic.severity == Severity::Error)
            .count()
            + self.omitted
    }
}

/// What was found in all files.
#[derive(Debug)]
pub struct Report {
    /// The files in the order in which they were named.
    pub files: Vec<FileReport>,
    /// What is wrong with schemas: errors and warnings.
    pub schemas: Vec<Diagnostic>,
    /// The files that spans refer to.
    pub sources: Arc<Sources>,
    /// How long it took.
    pub duration: Duration,
}

/// A 1-based line and column with the byte offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
    /// The offset, in bytes.
    pub offset: u32,
}

/// Start and end of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first character.
    pub start: Position,
    /// Behind the last character.
    pub end: Position,
}

impl Report {
    /// The exit status: 0 all valid, 1 findings, 2 something could not be checked.
    pub fn status(&self) -> u8 {
        let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
        if self.schemas.iter().any(is_error) || self.files.iter().any(|file| file.failure.is_some())
        {
            2
        } else {
            u8::from(!self.files.iter().all(FileReport::is_valid))
        }
    }

    /// All findings with the name of their file.
    pub fn findings(&self) -> impl Iterator<Item = (&FileReport, &Finding)> {
        self.files.iter().flat_map(|file| file.findings.iter().map(move |finding| (file, finding)))
    }

    /// Problems that are not findings in an instance: of schemas and of unreadable files.
    pub fn failures(&self) -> impl Iterator<Item = &Diagnostic> {
        self.schemas.iter().chain(self.files.iter().filter_map(|file| file.failure.as_ref()))
    }

    /// Lines and columns of `span`.
    pub fn range(&self, span: Span) -> Range {
        let file = self.sources.get(span.file);
        let position = |offset| {
            let (line, column) = file.line_column(offset);
            Position { line, column, offset }
        };
        Range { start: position(span.start), end: position(span.end) }
    }

    /// The name of the file `span` is in.
    pub fn file_name(&self, span: Span) -> String {
        self.sources.get(span.file).name().to_owned()
    }
}
