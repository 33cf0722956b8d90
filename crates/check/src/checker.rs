//! Checking one file: read it, find its schema, validate each document, put what is wrong into words.

use std::{
    path::Path,
    sync::{Arc, Mutex, OnceLock},
};

use rustc_hash::FxHashMap;
use yardstick_diagnostics::{Diagnostic, FileId, SourceFile, Sources, Span};
use yardstick_yaml::Tree;

use crate::{
    discover::{Choice, Discovery},
    errors::{Finding, Splitter, Writer, ys},
    instance::{LoadOptions, Type, Value, View, is_fatal},
    read,
    report::FileReport,
    schema::{Library, Options as SchemaOptions, Schema},
};

/// How files are checked.
#[derive(Clone, Debug)]
pub struct Options {
    /// How schemas are compiled.
    pub schema: SchemaOptions,
    /// How documents are read.
    pub load: LoadOptions,
    /// Whether documents that are null are passed over.
    pub skip_empty: bool,
    /// Whether only the first document of a file counts.
    pub first_document_only: bool,
    /// Findings reported for one file; 0 for all.
    pub max_errors: usize,
    /// Whether each branch of a union is explained.
    pub explain: bool,
    /// Whether lines in the words of `ys` are wanted.
    pub ys: bool,
}

type Compiled = Arc<OnceLock<Result<Schema, Vec<Diagnostic>>>>;

/// Checks files; shared between threads.
pub struct Checker {
    library: Arc<Library>,
    discovery: Discovery,
    options: Options,
    /// Each schema is compiled once, by whoever needs it first.
    schemas: Mutex<FxHashMap<String, Compiled>>,
}

impl Checker {
    /// A checker that finds schemas by `discovery` in `library`.
    pub fn new(library: Arc<Library>, discovery: Discovery, options: Options) -> Self {
        Self { library, discovery, options, schemas: Mutex::default() }
    }

    /// The files spans refer to.
    pub fn sources(&self) -> &Arc<Sources> {
        self.library.sources()
    }

    /// Compiles the schema at `url`, or finds it compiled.
    pub fn schema(&self, url: &str, name: &str) -> Compiled {
        let slot = {
            let mut schemas =
                self.schemas.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            Arc::clone(schemas.entry(url.to_owned()).or_default())
        };
        slot.get_or_init(|| Schema::compile(&self.library, url, name, self.options.schema));
        slot
    }

    /// What is wrong with the schemas used, in order of their URLs.
    pub fn schema_problems(&self) -> Vec<Diagnostic> {
        let schemas = self.schemas.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut urls: Vec<_> = schemas.iter().collect();
        urls.sort_by_key(|(url, _)| url.as_str());
        urls.into_iter()
            .filter_map(|(_, slot)| slot.get())
            .flat_map(|compiled| match compiled {
                Ok(schema) => schema.warnings.clone(),
                Err(problems) => problems.clone(),
            })
            .collect()
    }

    /// Checks the file called `name` in messages, which is at `path` if it is on disk.
    pub fn check(&self, name: &str, path: Option<&Path>, bytes: Vec<u8>) -> FileReport {
        let content = read::to_utf8(bytes);
        let source = Arc::new(SourceFile::new(name, content.clone()));
        let mut report = FileReport { name: name.to_owned(), ..FileReport::default() };
        match read::parse(source, FileId(0)) {
            Ok(tree) => self.check_tree(tree, path, &mut report),
            Err(problem) => report.findings.push(Finding::of_diagnostic(*problem, 0)),
        }
        if !report.findings.is_empty() || !report.ys.is_empty() || report.failure.is_some() {
            // Only files with something to show are kept; their spans get the number they have now.
            let file = self.sources().add(SourceFile::new(name, content));
            report.source = Some(file);
            report.findings.iter_mut().for_each(|finding| renumber_finding(finding, file));
            report.failure.iter_mut().for_each(|problem| renumber(problem, file));
        }
        report
    }

    fn check_tree(&self, tree: Tree, path: Option<&Path>, report: &mut FileReport) {
        let (mut view, problems) = View::new(tree, self.options.load);
        let fatal = problems.iter().any(is_fatal);
        for problem in problems {
            let at = problem.labels.first().map_or(0, |label| label.span.start);
            let before = view.tree().documents().filter(|document| document.span().start <= at);
            let document = before.count().max(1);
            report.findings.push(Finding::of_diagnostic(problem, document));
        }
        if fatal {
            return;
        }
        let mut roots: Vec<u32> =
            view.tree().documents().map(|document| document.root().id().0).collect();
        if self.options.first_document_only {
            roots.truncate(1);
        }
        if roots.is_empty() {
            report.failure = self.check_nothing(&view, path, report).err().map(|problem| *problem);
            return;
        }
        for (index, &root) in roots.iter().enumerate() {
            if self.options.skip_empty && view.type_of(root) == Type::Null {
                continue;
            }
            match self.check_document(&mut view, index, root, path, report) {
                Ok(()) => report.documents += 1,
                Err(problem) => {
                    report.failure = Some(*problem);
                    return;
                }
            }
            if self.is_full(report) {
                break;
            }
        }
        self.trim(report);
    }

    /// A file without any document: fine if the schema accepts null.
    fn check_nothing(
        &self,
        view: &View,
        path: Option<&Path>,
        report: &mut FileReport,
    ) -> Result<(), Box<Diagnostic>> {
        if self.options.skip_empty {
            return Ok(());
        }
        let Some(compiled) = self.find_schema(view, 0, path, report)? else { return Ok(()) };
        let Some(Ok(schema)) = compiled.get() else { return Ok(()) };
        report.documents = 1;
        if !schema.accepts_null() {
            let text = "Empty YAML document is not allowed";
            let problem = Diagnostic::error("YS110", text).at(Span::at(FileId(0), 0));
            report.findings.push(Finding::of_diagnostic(problem, 1));
            let line = ys::Line { offset: None, path: String::new(), message: text.to_owned() };
            report.ys.push(line);
        }
        Ok(())
    }

    fn check_document(
        &self,
        view: &mut View,
        index: usize,
        root: u32,
        path: Option<&Path>,
        report: &mut FileReport,
    ) -> Result<(), Box<Diagnostic>> {
        let Some(compiled) = self.find_schema(view, index, path, report)? else { return Ok(()) };
        // A schema that does not compile is reported once, with the schemas.
        let Some(Ok(schema)) = compiled.get() else {
            return Err(Box::new(Diagnostic::error("YS200", String::new())));
        };
        if names_its_schema(view, root) && !schema.declares_dollar_schema() {
            view.hide_schema(view.node(root).id().0);
        }
        let view = &*view;
        if let Some(cycle) = schema.cycles.first() {
            report_cycle(view, index, root, cycle, report);
            return Ok(());
        }
        let instance = Value::new(view, root);
        // Deciding is several times cheaper than explaining, and most documents are valid.
        if schema.validator().is_valid(instance) {
            return Ok(());
        }
        let mut errors: Vec<_> = schema.validator().iter_errors(instance).collect();
        let limit = if self.options.max_errors == 0 { usize::MAX } else { self.options.max_errors };
        errors.sort_by_key(|error| error.instance().as_u64().unwrap_or(0));
        report.omitted += errors.len().saturating_sub(limit);
        errors.truncate(limit);
        let mut splitter = Splitter::new(view, root, schema);
        let problems: Vec<_> = errors.into_iter().flat_map(|error| splitter.split(error)).collect();
        if self.options.ys {
            report.ys.extend(ys::lines(&problems, view, schema));
        }
        if problems.is_empty() {
            // The engine has said no without a reason; better a bare no than a yes.
            let place = view.written(root).content_span();
            let problem = Diagnostic::error("YS190", "Value does not match the schema").at(place);
            report.findings.push(Finding::of_diagnostic(problem, index + 1));
        }
        let writer = Writer { view, schema, document: index + 1, explain: self.options.explain };
        let from = report.findings.len();
        for problem in &problems {
            writer.write(problem, &mut report.findings);
        }
        report.findings[from..].sort_by_key(|finding| finding.span().map_or(0, |span| span.start));
        Ok(())
    }

    /// The schema of a document: `None` if it is not to be checked.
    fn find_schema(
        &self,
        view: &View,
        index: usize,
        path: Option<&Path>,
        report: &mut FileReport,
    ) -> Result<Option<Compiled>, Box<Diagnostic>> {
        match self.discovery.choose(&self.library, view, index, path)? {
            Choice::Unchecked => Ok(None),
            Choice::Schema { url, name } => {
                let compiled = self.schema(&url, &name);
                report.schema.get_or_insert(name);
                Ok(Some(compiled))
            }
        }
    }

    fn is_full(&self, report: &FileReport) -> bool {
        self.options.max_errors != 0 && report.findings.len() >= self.options.max_errors
    }

    fn trim(&self, report: &mut FileReport) {
        if self.is_full(report) {
            report.omitted += report.findings.len() - self.options.max_errors;
            report.findings.truncate(self.options.max_errors);
        }
    }
}

/// A schema with a cycle can decide nothing: that is what is wrong with every document.
fn report_cycle(
    view: &View,
    index: usize,
    root: u32,
    cycle: &crate::schema::Cycle,
    report: &mut FileReport,
) {
    let message = format!("Circular $ref detected: {}", cycle.reference);
    let node = view.written(root);
    let problem = Diagnostic::error("YS204", message.clone())
        .at(Span::new(FileId(0), node.content_span().start, node.content_span().start))
        .label(cycle.span, "this reference of the schema leads back to itself")
        .note("no document can be checked against a schema that refers to itself in place");
    let finding = Finding::of_diagnostic(problem, index + 1);
    report.findings.push(Finding { keyword: "$ref".to_owned(), ..finding });
    let offset = Some(node.content_span().start);
    report.ys.push(ys::Line { offset, path: String::new(), message });
}

fn names_its_schema(view: &View, root: u32) -> bool {
    let root = view.node(root);
    root.is_map()
        && view
            .member(root.id().0, "$schema")
            .is_some_and(|(_, value)| view.type_of(value) == Type::String)
}

/// Instances are read as file 0; schema files keep their numbers, which are never 0 then.
fn renumber(problem: &mut Diagnostic, file: FileId) {
    for label in problem.labels.iter_mut().filter(|label| label.span.file == FileId(0)) {
        label.span.file = file;
    }
    if let Some(fix) = &mut problem.fix {
        fix.span.file = file;
    }
}

fn renumber_finding(finding: &mut Finding, file: FileId) {
    renumber(&mut finding.diagnostic, file);
    if let Some(key) = &mut finding.key {
        key.file = file;
    }
    for branch in &mut finding.branches {
        branch.findings.iter_mut().for_each(|finding| renumber_finding(finding, file));
    }
}
