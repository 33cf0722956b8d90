//! What a run has found: all problems of all files, with verdicts. Every renderer starts from here.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
    time::Duration,
};

use crate::{Diagnostic, FileId, Severity, Sources, Span, codes, findings};

/// What was found in one file.
#[derive(Debug, Default)]
pub struct FileReport {
    /// The file, as the user named it.
    pub name: String,
    /// What messages call the schema it was checked against; the first one's if documents differ.
    pub schema: Option<String>,
    /// Where that schema is.
    pub schema_url: Option<String>,
    /// The documents that were looked at, in order. Number 0 is the file as a whole, if that has errors.
    pub documents: Vec<Verdict>,
    /// What was found, by place; errors beyond the limit are only counted, with their document.
    pub findings: Vec<Diagnostic>,
    /// The lines that `ys` prints about it, if those were asked for.
    pub ys: Vec<YsLine>,
    /// The file's number, if anything was found.
    pub source: Option<FileId>,
    /// Its documents that were left out because no schema applies to them.
    pub skipped: Vec<Skipped>,
    /// Why it was left out as a whole, where that is not for want of a schema.
    pub excuse: Option<String>,
    /// Why it could not be checked at all, or not to its end.
    pub failure: Option<FileFailure>,
}

/// A document that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its number in its file, from 1.
    pub document: usize,
    /// What it says it is; may be empty.
    pub what: String,
}

impl Skipped {
    fn shown(&self) -> String {
        let Self { document, what } = self;
        if what.is_empty() { document.to_string() } else { format!("{document}: {what}") }
    }
}

/// How many errors a document has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The document's number in its file, from 1.
    pub document: usize,
    /// All its errors, whether they are shown or not.
    pub errors: usize,
}

/// Why a file could not be checked.
#[derive(Clone, Debug)]
pub enum FileFailure {
    /// For a reason of its own.
    Own(Box<Diagnostic>),
    /// Its schema is of no use. The reason is listed once, in [`RunReport::general`].
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

/// One line of `ys`. It does not follow from a diagnostic: `ys` counts and groups problems differently.
#[derive(Clone, Debug, PartialEq)]
pub struct YsLine {
    /// Offset of the place in the file, if there is one.
    pub offset: Option<u32>,
    /// Names on the way, joined by dots.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

/// Something that is wrong with what all files depend on: a schema, or a file that says which schemas apply.
#[derive(Clone, Debug)]
pub struct GeneralProblem {
    /// The file, as the user named it; for problems without a place in it.
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
    /// A file that could not be checked for the reason `failure`.
    pub fn failed(name: String, failure: FileFailure) -> Self {
        Self { name, failure: Some(failure), ..Self::default() }
    }

    /// Takes in `finding`, and counts it if it is an error.
    pub fn add(&mut self, finding: Diagnostic) {
        self.count(finding.document(), usize::from(finding.severity == Severity::Error));
        self.findings.push(finding);
    }

    /// Counts `errors` more of the document numbered `document`, which has been looked at.
    pub fn count(&mut self, document: usize, errors: usize) {
        match self.documents.binary_search_by_key(&document, |verdict| verdict.document) {
            Ok(at) => self.documents[at].errors += errors,
            Err(at) => self.documents.insert(at, Verdict { document, errors }),
        }
    }

    /// The findings of the document numbered `document`.
    pub(crate) fn findings_of(&self, document: usize) -> &[Diagnostic] {
        // They are sorted by place, and so by document.
        let from = self.findings.partition_point(|finding| finding.document() < document);
        let to = self.findings.partition_point(|finding| finding.document() <= document);
        &self.findings[from..to]
    }

    /// Whether no document of it was looked at, because no schema applies to any or for another reason.
    pub(crate) fn is_skipped(&self) -> bool {
        let is_left_out = !self.skipped.is_empty() || self.excuse.is_some();
        self.documents.is_empty() && self.failure.is_none() && is_left_out
    }

    /// Its name, with the documents that were left out if others were not; none if nothing was.
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

    /// Whether there is nothing wrong with it.
    pub fn is_valid(&self) -> bool {
        self.failure.is_none() && self.errors() == 0
    }

    /// Number of all errors.
    pub fn errors(&self) -> usize {
        self.documents.iter().map(|verdict| verdict.errors).sum()
    }

    /// Number of errors that are not among the findings because there were too many.
    pub fn omitted(&self) -> usize {
        let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error;
        self.errors() - self.findings.iter().filter(is_error).count()
    }

    /// How many problems are not shown, as text; `None` if all are.
    pub fn not_shown(&self) -> Option<String> {
        let omitted = self.omitted();
        (omitted > 0).then(|| format!("{omitted} more not shown (see --max-errors)"))
    }
}

/// What was found in all files.
#[derive(Debug)]
pub struct RunReport {
    /// The files in the order in which they were named.
    pub files: Vec<FileReport>,
    /// What is wrong with schemas and settings: errors and warnings.
    pub general: Vec<GeneralProblem>,
    /// The files that spans refer to.
    pub sources: Arc<Sources>,
    /// How long it took.
    pub duration: Duration,
    /// Whether the run was to end at the first error, so that there may be more.
    pub fail_fast: bool,
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
    /// After the last character.
    pub end: Position,
}

impl RunReport {
    /// A report about no file in particular.
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

    /// A report about `diagnostics`, taken apart and sorted by place. Only files with findings are in it.
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
        let told = report.told_by_errors(&all);
        let is_told = |finding: &Diagnostic, report: &Self| {
            finding.severity == Severity::Warning
                && report.lines_of(finding).any(|(line, note)| told.contains(&(line, note)))
        };
        for finding in all {
            if is_told(&finding, &report) {
                continue;
            }
            // Templates that load the same broken file fail in the same way.
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

    /// Places in texts that were taken out of a file become places in the file.
    fn settle(&self, finding: &mut Diagnostic) {
        let settle = |span: &mut Span| {
            if let Some(own) = self.sources.get(span.file).own_span(*span) {
                *span = own;
            }
        };
        finding.labels.iter_mut().for_each(|label| settle(&mut label.span));
        finding.fix.iter_mut().for_each(|fix| settle(&mut fix.span));
    }

    /// What errors say about which lines: a warning that says the same there is not needed.
    fn told_by_errors(&self, all: &[Diagnostic]) -> HashSet<((FileId, u32), String)> {
        let errors = all.iter().filter(|one| one.severity == Severity::Error);
        errors.flat_map(|one| self.lines_of(one)).collect()
    }

    /// The line of a finding, with each of its notes.
    fn lines_of(&self, finding: &Diagnostic) -> impl Iterator<Item = ((FileId, u32), String)> {
        let line = finding.span().map(|span| {
            let file = self.sources.get(span.file);
            (span.file, file.line(span.start))
        });
        let notes = finding.notes.clone();
        line.into_iter()
            .flat_map(move |line| notes.clone().into_iter().map(move |note| (line, note)))
    }

    /// The exit status: 0 all valid, 1 findings, 2 something could not be checked. A circular reference
    /// is a mistake in the schema, but no document passes it: that is 1, as in `ys`.
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

    /// All findings with the name of their file.
    pub fn findings(&self) -> impl Iterator<Item = (&FileReport, &Diagnostic)> {
        self.files.iter().flat_map(|file| file.findings.iter().map(move |finding| (file, finding)))
    }

    /// Problems that are not findings in a document, each once and with the name of its file: those of
    /// schemas and of unreadable files.
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

    /// `problem` in one line, with its place if it has one.
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
        // The first line of an argument is the argument.
        if start.line == 1 && self.sources.get(span.file).is_argument() {
            return name;
        }
        format!("{name}:{}:{}", start.line, start.column)
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
        self.sources.get(span.file).shown_name().to_owned()
    }
}
