//! The result of a run: the problems of all files, with a verdict per document. Every renderer starts from it.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
    time::Duration,
};

use crate::{Diagnostic, FileId, Severity, Sources, Span, codes, findings};

/// The result for one file.
#[derive(Debug, Default)]
pub struct FileReport {
    /// The name of the file, as the user wrote it.
    pub name: String,
    /// The name of its schema in messages; that of the first schema if the documents differ.
    pub schema: Option<Arc<str>>,
    /// The location of that schema.
    pub schema_url: Option<Arc<str>>,
    /// The documents that were checked, in order. Number 0 is the file as a whole, if that has errors.
    pub documents: Vec<Verdict>,
    /// The findings, by place. Errors beyond the limit are only counted, with their document.
    pub findings: Vec<Diagnostic>,
    /// The lines that `ys` prints about the file, if requested.
    pub ys: Vec<YsLine>,
    /// The number of the file, if anything was found.
    pub source: Option<FileId>,
    /// The documents that were skipped because no schema applies to them.
    pub skipped: Vec<Skipped>,
    /// The reason why the whole file was skipped, other than a missing schema.
    pub excuse: Option<String>,
    /// The reason why the file could not be checked at all, or not to its end.
    pub failure: Option<FileFailure>,
}

/// A document that was not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The number of the document in its file, from 1.
    pub document: usize,
    /// What the document claims to be; may be empty.
    pub what: String,
}

impl Skipped {
    fn shown(&self) -> String {
        let Self { document, what } = self;
        if what.is_empty() { document.to_string() } else { format!("{document}: {what}") }
    }
}

/// The number of errors in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The document's number in its file, from 1.
    pub document: usize,
    /// The number of its errors, shown or not.
    pub errors: usize,
}

/// The reason why a file could not be checked.
#[derive(Clone, Debug)]
pub enum FileFailure {
    /// The reason concerns only this file.
    Own(Box<Diagnostic>),
    /// The schema is unusable. The reason is listed once, in [`RunReport::general`].
    Schema(Box<Diagnostic>),
}

impl FileFailure {
    /// The reason.
    pub fn problem(&self) -> &Diagnostic {
        match self {
            FileFailure::Own(problem) | FileFailure::Schema(problem) => problem,
        }
    }

    /// The reason, unless it is listed elsewhere.
    pub fn own(&self) -> Option<&Diagnostic> {
        match self {
            FileFailure::Own(problem) => Some(problem),
            FileFailure::Schema(_) => None,
        }
    }
}

/// One line of `ys`. It cannot be derived from a diagnostic, because `ys` counts and groups problems differently.
#[derive(Clone, Debug, PartialEq)]
pub struct YsLine {
    /// Byte offset in the file, if the line has a place.
    pub offset: Option<u32>,
    /// The path to the value: names joined by dots.
    pub path: String,
    /// Describes the problem.
    pub message: String,
}

/// A problem of something that all files depend on: a schema, or a file that assigns schemas.
#[derive(Clone, Debug)]
pub struct GeneralProblem {
    /// The file, as the user named it; set for problems without a place in it.
    pub file: Option<String>,
    /// What is wrong.
    pub problem: Diagnostic,
}

impl From<Diagnostic> for GeneralProblem {
    fn from(problem: Diagnostic) -> Self {
        Self { file: None, problem }
    }
}

impl FileReport {
    /// A file that could not be checked, for the reason `failure`.
    pub fn failed(name: String, failure: FileFailure) -> Self {
        Self { name, failure: Some(failure), ..Self::default() }
    }

    /// Adds `finding`, and counts it if it is an error.
    pub fn add(&mut self, finding: Diagnostic) {
        self.count(finding.document(), usize::from(finding.severity == Severity::Error));
        self.findings.push(finding);
    }

    /// Adds `errors` to the count of the document numbered `document`, which must already be in the list.
    pub fn count(&mut self, document: usize, errors: usize) {
        match self.documents.binary_search_by_key(&document, |verdict| verdict.document) {
            Ok(at) => self.documents[at].errors += errors,
            Err(at) => {
                if self.documents.is_empty() {
                    // Most files have one document, and a run may have thousands of files.
                    self.documents.reserve_exact(1);
                }
                self.documents.insert(at, Verdict { document, errors });
            }
        }
    }

    /// The findings of the document numbered `document`.
    pub(crate) fn findings_of(&self, document: usize) -> &[Diagnostic] {
        // The findings are sorted by place, and so by document.
        let from = self.findings.partition_point(|finding| finding.document() < document);
        let to = self.findings.partition_point(|finding| finding.document() <= document);
        &self.findings[from..to]
    }

    /// True if none of its documents was checked, for whatever reason.
    pub(crate) fn is_skipped(&self) -> bool {
        let is_left_out = !self.skipped.is_empty() || self.excuse.is_some();
        self.documents.is_empty() && self.failure.is_none() && is_left_out
    }

    /// The name of the file, with its skipped documents if others were checked. `None` if nothing was skipped.
    pub fn left_out(&self) -> Option<String> {
        match self.skipped.as_slice() {
            [] => None,
            documents if self.is_skipped() && documents.iter().all(|one| one.what.is_empty()) => {
                Some(self.name.clone())
            }
            [one] => Some(format!("{} (document {})", self.name, one.shown())),
            many => {
                let shown: Vec<String> = many.iter().map(Skipped::shown).collect();
                Some(format!("{} (documents {})", self.name, shown.join(", ")))
            }
        }
    }

    /// True if the file has no problems.
    pub fn is_valid(&self) -> bool {
        self.failure.is_none() && self.errors() == 0
    }

    /// The number of all errors.
    pub fn errors(&self) -> usize {
        self.documents.iter().map(|verdict| verdict.errors).sum()
    }

    /// The number of errors that are not among the findings because there were too many.
    pub fn omitted(&self) -> usize {
        let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error;
        self.errors() - self.findings.iter().filter(is_error).count()
    }

    /// Says how many problems are not shown; `None` if all are.
    pub fn not_shown(&self) -> Option<String> {
        let omitted = self.omitted();
        (omitted > 0).then(|| format!("{omitted} more not shown (see --max-errors)"))
    }
}

/// The results for all files.
#[derive(Debug)]
pub struct RunReport {
    /// The files, in the order in which they were named.
    pub files: Vec<FileReport>,
    /// Errors and warnings about schemas and settings.
    pub general: Vec<GeneralProblem>,
    /// The files that spans refer to.
    pub sources: Arc<Sources>,
    /// The duration of the run.
    pub duration: Duration,
    /// Whether the run was to stop at the first error, so that there may be more.
    pub fail_fast: bool,
}

/// A 1-based line and column, with the byte offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
    /// The offset, in bytes.
    pub offset: u32,
}

/// The start and end of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The position of the first character.
    pub start: Position,
    /// The position after the last character.
    pub end: Position,
}

impl RunReport {
    /// A report about problems that belong to no file in particular.
    pub fn of_problems(
        problems: impl IntoIterator<Item = impl Into<GeneralProblem>>,
        sources: &Arc<Sources>,
    ) -> Self {
        Self {
            files: Vec::new(),
            general: problems.into_iter().map(Into::into).collect(),
            sources: Arc::clone(sources),
            duration: Duration::ZERO,
            fail_fast: false,
        }
    }

    /// A report about `diagnostics`, split and sorted by place. It contains only files with findings.
    pub fn of_findings<'d>(
        diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
        sources: &Arc<Sources>,
    ) -> Self {
        let mut report = Self::of_problems(Vec::<Diagnostic>::new(), sources);
        let mut files: BTreeMap<String, FileReport> = BTreeMap::new();
        let mut seen = HashSet::new();
        let mut all: Vec<Diagnostic> = diagnostics.into_iter().flat_map(findings).collect();
        for finding in &mut all {
            report.settle(finding);
        }
        let told = report.notes_of_errors(&all);
        let is_told = |finding: &Diagnostic, report: &Self| {
            finding.severity == Severity::Warning
                && report.lines_of(finding).any(|(line, note)| told.contains(&(line, note)))
        };
        for finding in all {
            if is_told(&finding, &report) {
                continue;
            }
            // Templates that load the same broken file all fail in the same way.
            let place = finding.span().map(|span| (report.file_name(span), span.start));
            if !seen.insert((finding.code.id(), finding.message.clone(), place)) {
                continue;
            }
            let Some(span) = finding.span() else {
                report.general.push(finding.into());
                continue;
            };
            let name = report.file_name(span);
            let file = files.entry(name.clone()).or_insert_with(|| FileReport {
                name,
                source: Some(span.file),
                ..FileReport::default()
            });
            file.add(finding);
        }
        for file in files.values_mut() {
            file.findings.sort_by_key(|one| (one.document(), one.span().map(|span| span.start)));
        }
        report.files = files.into_values().collect();
        report
    }

    /// Maps places in texts that were extracted from a file to places in that file.
    fn settle(&self, finding: &mut Diagnostic) {
        let settle = |span: &mut Span| {
            if let Some(own) = self.sources.get(span.file).own_span(*span) {
                *span = own;
            }
        };
        finding.labels.iter_mut().for_each(|label| settle(&mut label.span));
        finding.fix.iter_mut().for_each(|fix| settle(&mut fix.span));
    }

    /// The notes of errors by line. A warning that repeats one of them is not needed.
    fn notes_of_errors(&self, all: &[Diagnostic]) -> HashSet<((FileId, u32), String)> {
        let errors = all.iter().filter(|one| one.severity == Severity::Error);
        errors.flat_map(|one| self.lines_of(one)).collect()
    }

    /// Pairs the line of a finding with each of its notes.
    fn lines_of(&self, finding: &Diagnostic) -> impl Iterator<Item = ((FileId, u32), String)> {
        let line = finding.span().map(|span| {
            let file = self.sources.get(span.file);
            (span.file, file.line(span.start))
        });
        let notes = finding.notes.clone();
        line.into_iter()
            .flat_map(move |line| notes.clone().into_iter().map(move |note| (line, note)))
    }

    /// The exit status: 0 if all is valid, 1 if there are findings, 2 if something could not be checked. A circular
    /// reference is a mistake in the schema, but no document can pass it. Its status is therefore 1, as in `ys`.
    pub fn status(&self) -> u8 {
        let is_fatal = |problem: &Diagnostic| {
            problem.severity == Severity::Error && problem.code != codes::REFERENCE_CYCLE
        };
        let has_failed =
            |file: &FileReport| file.failure.as_ref().is_some_and(|why| is_fatal(why.problem()));
        if self.general.iter().any(|one| is_fatal(&one.problem))
            || self.files.iter().any(has_failed)
        {
            2
        } else {
            u8::from(!self.files.iter().all(FileReport::is_valid))
        }
    }

    /// All findings, each with its file.
    pub fn findings(&self) -> impl Iterator<Item = (&FileReport, &Diagnostic)> {
        self.files.iter().flat_map(|file| file.findings.iter().map(move |finding| (file, finding)))
    }

    /// The problems of schemas and unreadable files, without duplicates and each with the name of its file. They are
    /// not findings in a document.
    pub fn failures(&self) -> impl Iterator<Item = (Option<String>, &Diagnostic)> {
        let own_place = |problem: &Diagnostic| problem.span().map(|span| self.file_name(span));
        let general = self
            .general
            .iter()
            .map(move |one| (own_place(&one.problem).or_else(|| one.file.clone()), &one.problem));
        let files = self.files.iter().flat_map(move |file| {
            let first = file.failure.as_ref().and_then(FileFailure::own).into_iter();
            let all = first.flat_map(|first| std::iter::once(first).chain(&first.further));
            all.map(move |one| (own_place(one).or_else(|| Some(file.name.clone())), one))
        });
        general.chain(files)
    }

    /// `problem` on one line, with its place if it has one.
    pub(crate) fn in_one_line(&self, problem: &Diagnostic) -> String {
        match self.place(problem) {
            Some(place) => format!("{place}: {}", problem.message),
            None => problem.message.clone(),
        }
    }

    /// The place of `problem` as `file:line:column`.
    pub fn place(&self, problem: &Diagnostic) -> Option<String> {
        problem.span().map(|span| self.place_of(span))
    }

    /// The start of `span` as `file:line:column`.
    pub(crate) fn place_of(&self, span: Span) -> String {
        let start = self.range(span).start;
        let name = self.file_name(span);
        // The first line of an argument needs no line number: it is the argument itself.
        if start.line == 1 && self.sources.get(span.file).is_argument() {
            return name;
        }
        format!("{name}:{}:{}", start.line, start.column)
    }

    /// The lines and columns of `span`.
    pub fn range(&self, span: Span) -> Range {
        let file = self.sources.get(span.file);
        let position = |offset| {
            let (line, column) = file.line_column(offset);
            Position { line, column, offset }
        };
        Range { start: position(span.start), end: position(span.end) }
    }

    /// The name of the file that contains `span`.
    pub fn file_name(&self, span: Span) -> String {
        self.sources.get(span.file).shown_name().to_owned()
    }
}
