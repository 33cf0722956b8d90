//! Checks one file: reads it, finds its schema, validates each document, and turns the errors into findings.

use std::sync::{Arc, Mutex, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};
use yardstick_diagnostics::{
    Diagnostic, FileFailure, FileId, FileReport, GeneralProblem, Severity, Skipped, SourceFile,
    Sources, Span, YsLine as Line, codes, limits,
};
use yardstick_world::network::masked;
use yardstick_yaml::{
    NodeId, Tree,
    json::{LoadOptions, Path, Type, View, is_fatal},
};

use crate::{
    discover::{self, Choice, Discovery, Resource},
    engine::{
        Value,
        budget::{self, SharedBudget},
        handle, whole,
    },
    errors::{Kind, Problem, Splitter, Writer, ys},
    fill,
    missing::MissingSchema,
    read::{self, Format, Parsed, Places},
    rules::lost::{self, Judgment},
    schema::{Options as SchemaOptions, Schema, SchemaStore},
};

/// Options for checking files.
#[derive(Clone, Debug)]
pub struct Options {
    /// Options for compiling schemas.
    pub schema: SchemaOptions,
    /// Options for reading documents.
    pub load: LoadOptions,
    /// Whether to skip documents that are null.
    pub skip_empty: bool,
    /// Whether to check only the first document of a file.
    pub first_document_only: bool,
    /// The maximum number of findings to show for one file; 0 means no limit.
    pub max_errors: usize,
    /// Whether to stop checking a file at its first error.
    pub fail_fast: bool,
    /// Whether to explain why each branch of a union fails.
    pub explain: bool,
    /// Whether to produce lines in the format of the `ys` tool as well.
    pub ys: bool,
    /// The format of the files. By default, the file name decides.
    pub input: Option<Format>,
}

impl Default for Options {
    /// The options of the command without any flags, except that all findings are shown.
    fn default() -> Self {
        Self {
            schema: SchemaOptions::default(),
            load: LoadOptions::default(),
            skip_empty: false,
            first_document_only: false,
            max_errors: 0,
            fail_fast: false,
            explain: false,
            ys: false,
            input: None,
        }
    }
}

/// A compiled schema, or the reasons why it does not compile. The thread that needs it first sets it, once.
type Compiled = Arc<OnceLock<Result<Schema, Vec<Diagnostic>>>>;

/// A schema that was asked for.
#[derive(Clone)]
struct Slot {
    /// Its name as it was first given. All reports share it.
    name: Arc<str>,
    compiled: Compiled,
}

impl Slot {
    /// Returns `name`, which someone else may call the schema by.
    fn called(&self, name: &str) -> Arc<str> {
        if *self.name == *name { Arc::clone(&self.name) } else { Arc::from(name) }
    }
}

/// Checks files against their schemas and caches compiled schemas. Threads can share one checker.
pub struct Checker {
    store: Arc<SchemaStore>,
    discovery: Discovery,
    options: Options,
    /// Schemas by URL.
    schemas: Mutex<FxHashMap<String, Slot>>,
    /// The budget that remains for documents that take many steps.
    purse: SharedBudget,
}

impl Checker {
    /// Creates a checker that finds schemas with `discovery` and loads them from `store`.
    pub fn new(store: Arc<SchemaStore>, discovery: Discovery, options: Options) -> Self {
        let purse = SharedBudget::default();
        Self { store, discovery, options, schemas: Mutex::default(), purse }
    }

    /// Returns the store that schemas are loaded from.
    pub fn store(&self) -> &Arc<SchemaStore> {
        &self.store
    }

    /// Returns the rules that decide which schema applies to a document.
    pub fn discovery(&self) -> &Discovery {
        &self.discovery
    }

    /// Returns the table of files that spans refer to.
    pub fn sources(&self) -> &Arc<Sources> {
        self.store.sources()
    }

    /// Returns the compiled schema at `url`. Compiles it on first use.
    pub fn schema(&self, url: &str, name: &str) -> Compiled {
        self.slot(url, name).compiled
    }

    fn slot(&self, url: &str, name: &str) -> Slot {
        let slot = {
            let mut schemas =
                self.schemas.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            schemas.get(url).cloned().unwrap_or_else(|| {
                let slot = Slot { name: Arc::from(name), compiled: Compiled::default() };
                schemas.insert(url.to_owned(), slot.clone());
                slot
            })
        };
        let compile = || Schema::compile(&self.store, url, name, self.options.schema);
        slot.compiled.get_or_init(compile);
        slot
    }

    /// Returns the severity of warnings about schemas: an error in strict mode.
    pub(crate) fn severity_of_warnings(&self) -> Severity {
        if self.options.schema.strict { Severity::Error } else { Severity::Warning }
    }

    /// Returns the errors and warnings of all schemas used so far, ordered by URL.
    pub fn schema_problems(&self) -> Vec<GeneralProblem> {
        let schemas = self.schemas.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut urls: Vec<_> = schemas.iter().collect();
        urls.sort_by_key(|(url, _)| url.as_str());
        let mut all: Vec<GeneralProblem> = Vec::new();
        for (_, slot) in urls {
            let found = match slot.compiled.get() {
                Some(Ok(schema)) => schema.problems(),
                Some(Err(problems)) => problems.clone(),
                None => Vec::new(),
            };
            // Report a problem only once: two schemas may be parts of one file, or refer to the same file.
            let is_known = |all: &[GeneralProblem], problem: &Diagnostic| {
                let is_same = |known: &GeneralProblem| {
                    known.problem.message == problem.message
                        && known.problem.span() == problem.span()
                };
                problem.span().is_some() && all.iter().any(is_same)
            };
            for problem in found {
                if !is_known(&all, &problem) {
                    all.push(GeneralProblem { file: Some(masked(&slot.name)), problem });
                }
            }
        }
        all
    }

    /// Checks one file. Messages call it `name`; `path` is its location if it is on disk.
    pub fn check(&self, name: &str, path: Option<&str>, bytes: Vec<u8>) -> FileReport {
        self.check_as(name, path, bytes, MissingSchema::Error)
    }

    /// Checks one file, like [`check`](Self::check). `missing` decides about documents that no schema applies to.
    pub fn check_as(
        &self,
        name: &str,
        path: Option<&str>,
        bytes: Vec<u8>,
        missing: MissingSchema,
    ) -> FileReport {
        let file = self.sources().add(SourceFile::new(name, read::to_utf8(bytes)));
        let mut report = FileReport { name: name.to_owned(), ..FileReport::default() };
        let format = self.options.input.unwrap_or_else(|| Format::of(path.unwrap_or(name)));
        match read::parse_as(self.sources().get(file), file, format) {
            Ok(Parsed { tree, places, unread }) => {
                let left_out: Vec<usize> = unread.iter().map(|(index, _)| *index).collect();
                let origin = Origin { path, missing, unread: &left_out };
                self.check_tree(tree, origin, &mut report);
                if let Some(places) = places {
                    restore(&mut report, &places, file);
                }
                if !unread.is_empty() {
                    for (index, problem) in unread {
                        report.add(problem.in_document(index + 1));
                    }
                    in_order(&mut report);
                    self.trim(&mut report);
                }
            }
            Err(problem) => report.add(about_other_tools(*problem)),
        }
        if report.findings.is_empty() && report.ys.is_empty() && report.failure.is_none() {
            // Keep the source text only if there is something to report.
            self.sources().forget(file);
        } else {
            report.source = Some(file);
        }
        report
    }

    /// Returns the content of a file with the defaults of its schemas filled in.
    pub fn fill(
        &self,
        name: &str,
        path: Option<&str>,
        bytes: Vec<u8>,
    ) -> Result<Vec<u8>, Box<Diagnostic>> {
        let format = self.options.input.unwrap_or_else(|| Format::of(path.unwrap_or_default()));
        if !matches!(format, Format::Yaml | Format::Json) {
            let message = format!("Defaults can be filled in only in YAML and JSON files: {name}");
            return Err(Box::new(Diagnostic::error(codes::NOT_ITS_FORMAT, message)));
        }
        let file = self.sources().add(SourceFile::new(name, read::to_utf8(bytes)));
        let source = self.sources().get(file);
        let tree = read::parse_as(Arc::clone(&source), file, format)?.tree;
        let (view, _) = View::new(tree, self.options.load);
        let roots: Vec<NodeId> =
            view.tree().documents().map(|document| document.root().id()).collect();
        let origin = Origin { path, missing: MissingSchema::Skip, unread: &[] };
        let mut additions = Vec::new();
        for (index, &root) in roots.iter().enumerate() {
            let mut report = FileReport::default();
            let found = self.find_schema(&view, index, origin, &mut report);
            if let Ok(Some(compiled)) = found
                && let Ok(schema) = usable(&compiled)
            {
                let quotes_keys = format == Format::Json;
                let lacking = fill::additions(&view, root, schema, quotes_keys);
                additions.extend(lacking.ok_or_else(|| {
                    let limit = limits::FILLED_BYTES;
                    let message =
                        format!("{name} would exceed {limit} bytes with its defaults filled in");
                    Box::new(Diagnostic::error(codes::TOO_MUCH_WORK, message))
                })?);
            }
        }
        Ok(fill::apply(source.bytes(), &additions))
    }

    fn check_tree(&self, tree: Tree, origin: Origin<'_>, report: &mut FileReport) {
        let (mut view, problems) = View::new(tree, self.options.load);
        let is_unfit = problems.iter().any(is_fatal);
        let of_yaml: Vec<Diagnostic> = problems
            .into_iter()
            .map(|problem| {
                let at = problem.span().map_or(0, |span| span.start);
                let before = view.tree().documents().filter(|document| document.span().start <= at);
                problem.in_document(before.count().max(1))
            })
            .collect();
        if !is_unfit {
            self.check_documents(&mut view, origin, report);
        }
        for finding in of_yaml {
            report.add(finding);
        }
        in_order(report);
        if is_template(view.tree())
            && let Some(first) = report.findings.first_mut()
        {
            first.notes.push(RENDER_FIRST.to_owned());
        }
        self.trim(report);
    }

    fn check_documents(&self, view: &mut View, origin: Origin<'_>, report: &mut FileReport) {
        let mut roots: Vec<NodeId> =
            view.tree().documents().map(|document| document.root().id()).collect();
        if self.options.first_document_only {
            roots.truncate(1);
        }
        if roots.is_empty() {
            report.failure = self.check_nothing(view, origin, report).err();
            return;
        }
        for (index, &root) in roots.iter().enumerate() {
            let is_empty = self.options.skip_empty && view.type_of(root) == Type::Null;
            if is_empty || origin.unread.contains(&index) {
                continue;
            }
            match self.check_document(view, index, root, origin, report) {
                Ok(()) => {}
                Err(failure) => fail(report, failure),
            }
            if self.options.fail_fast && !report.is_valid() {
                break;
            }
        }
    }

    /// Checks a file without any document. It is valid if the schema accepts null.
    fn check_nothing(
        &self,
        view: &View,
        origin: Origin<'_>,
        report: &mut FileReport,
    ) -> Result<(), FileFailure> {
        if self.options.skip_empty {
            return Ok(());
        }
        let Some(compiled) = self.find_schema(view, 0, origin, report)? else { return Ok(()) };
        let schema = usable(&compiled)?;
        report.count(1, 0);
        if !schema.accepts_null() {
            let text = "Empty YAML document is not allowed";
            let problem = Diagnostic::error(codes::TYPE, text).at(Span::at(view.tree().file(), 0));
            report.add(problem.in_document(1));
            let line = Line { offset: None, path: String::new(), message: text.to_owned() };
            report.ys.push(line);
        }
        Ok(())
    }

    fn check_document(
        &self,
        view: &mut View,
        index: usize,
        root: NodeId,
        origin: Origin<'_>,
        report: &mut FileReport,
    ) -> Result<(), FileFailure> {
        let Some(compiled) = self.find_schema(view, index, origin, report)? else { return Ok(()) };
        let schema = usable(&compiled)?;
        if names_its_schema(view, root)
            && !schema.declares_dollar_schema()
            && is_valid_either_way(view, root, schema, &self.purse)
        {
            report.count(index + 1, 0);
            return Ok(());
        }
        self.check_value(view, &Place { index, root, path: Path::default() }, schema, report)
    }

    /// Checks the resources in a Kubernetes `List`, each against its own schema.
    fn check_list(
        &self,
        view: &View,
        index: usize,
        origin: Origin<'_>,
        report: &mut FileReport,
    ) -> Result<(), FileFailure> {
        let Some(document) = view.tree().document(index) else { return Ok(()) };
        let root = document.root().dereferenced().id();
        report.count(index + 1, 0);
        let items = view.get(root, "items").map(|items| view.node(items));
        for (at, item) in items.iter().flat_map(|items| items.items()).enumerate() {
            let path = Path::default().property("items").item(at);
            let place = Place { index, root: item.id(), path };
            let resource = Resource::of(view, item.id());
            let found =
                resource.as_ref().and_then(|one| self.discovery.of_resource(&self.store, one));
            let Some((url, name)) = found else {
                self.missing(view, &place, origin, report)?;
                continue;
            };
            let slot = self.slot(&url, &name);
            report.schema.get_or_insert_with(|| slot.called(&name));
            self.check_value(view, &place, usable(&slot.compiled)?, report)?;
        }
        Ok(())
    }

    /// Handles a value without a schema: reports an error, or counts the value as skipped.
    fn missing(
        &self,
        view: &View,
        place: &Place,
        origin: Origin<'_>,
        report: &mut FileReport,
    ) -> Result<(), FileFailure> {
        let resource =
            self.discovery.kubernetes.as_ref().and_then(|_| Resource::of(view, place.root));
        let document = place.index + 1;
        if origin.missing != MissingSchema::Error {
            let what = resource.map_or_else(String::new, |resource| resource.shown());
            report.skipped.push(Skipped { document, what });
            return Ok(());
        }
        let problem = if let Some(resource) = resource {
            let message = format!("No schema for {} (document {document})", resource.shown());
            let kind = view.get(place.root, "kind").unwrap_or(place.root);
            Diagnostic::error(codes::NO_SCHEMA, message)
                .at(view.written(kind).content_span())
                .notes(self.discovery.near_resource(&self.store, &resource))
                .note("add a place with --k8s, or skip such documents: --missing-schema skip")
        } else if let Some(problem) = self.discovery.not_a_resource(view, place.root, document) {
            problem
        } else {
            let problem = Diagnostic::error(codes::NO_SCHEMA, NO_SCHEMA);
            problem
                .notes(self.discovery.not_in_catalog(origin.path))
                .note(discover::without_schema(view, place.index, origin.path))
        };
        Err(FileFailure::Own(Box::new(problem)))
    }

    fn check_value(
        &self,
        view: &View,
        place: &Place,
        schema: &Schema,
        report: &mut FileReport,
    ) -> Result<(), FileFailure> {
        let &Place { index, root, .. } = place;
        if let Some(cycle) = schema.cycles.first() {
            // A schema with reference cycles cannot decide anything. `ys` reports that for each document.
            let offset = Some(view.written(root).content_span().start);
            let problem = cycle.problem();
            let message = problem.message.clone();
            report.ys.push(Line { offset, path: String::new(), message });
            return Err(FileFailure::Schema(Box::new(problem)));
        }
        report.count(index + 1, 0);
        let instance = Value::new(view, root);
        // Validating is several times cheaper than explaining errors, and most documents are valid. So ask for the
        // verdict first.
        let nodes = size(view, root);
        let steps = self.purse.steps(nodes);
        let names = schema.patterns_for_names();
        let decide = || {
            let done = budget::watched(names, steps, || schema.validator().is_valid(instance));
            self.purse.pay(nodes);
            done
        };
        let judgment = if schema.has_lost_references() {
            lost::judge(decide)
        } else {
            decide().map(Judgment::Sure)
        };
        match judgment {
            Ok(Judgment::Sure(true)) => return Ok(()),
            Ok(Judgment::Sure(false)) => {}
            Ok(Judgment::Open(references)) => {
                let problem = schema.reach(&references, &report.name);
                return Err(FileFailure::Schema(Box::new(problem)));
            }
            Err(budget::Exhausted) => {
                let problem = too_much(view, root, steps, "Checking this document");
                report.add(problem.in_document(index + 1));
                return Ok(());
            }
        }
        let mut splitter = Splitter::new(view, root, schema);
        let steps = self.purse.steps(nodes);
        let problems = budget::watched(names, steps, || {
            let mut errors: Vec<_> =
                whole::within(view.node(root).id(), names.needs_backtracking, || {
                    schema.validator().iter_errors(instance).collect()
                });
            errors.sort_by_key(|error| handle::of(error));
            if self.options.fail_fast {
                errors.truncate(1);
            }
            errors.into_iter().flat_map(|error| splitter.split(error)).collect()
        });
        self.purse.pay(nodes);
        let Ok(mut problems): std::result::Result<Vec<_>, _> = problems else {
            let problem = too_much(view, root, steps, "Listing what is wrong with this document");
            report.add(problem.in_document(index + 1));
            return Ok(());
        };
        problems.retain(|problem| !is_about_name(view, root, problem));
        for problem in &mut problems {
            problem.set_below(&place.path);
        }
        let resource = self.discovery.kubernetes.as_ref().and_then(|_| Resource::of(view, root));
        if self.options.ys {
            report.ys.extend(ys::lines(&problems, view, schema));
        }
        let document = index + 1;
        if problems.is_empty() {
            // The engine rejected the value without giving a reason, so this error has none either.
            let place = view.written(root).content_span();
            let problem =
                Diagnostic::error(codes::OTHER_KEYWORD, "Value does not match the schema")
                    .at(place);
            report.add(problem.in_document(document));
        }
        let writer = Writer::new(view, schema, document, self.options.explain).among(&problems);
        // Several parts of a schema that share a definition report the same fault. Keep one.
        let mut seen = FxHashSet::default();
        for problem in writer.told(&problems) {
            if report.findings.len() < self.limit() {
                let mut findings = Vec::new();
                writer.write(problem, &mut findings);
                findings.retain(|one| {
                    let place = one.span().map(|span| (span.start, span.end));
                    seen.insert((place, one.message.clone()))
                });
                for finding in findings {
                    let note = resource
                        .as_ref()
                        .map(|resource| format!("in {} (document {document})", resource.shown()));
                    report.add(finding.notes(note));
                }
            } else {
                // Creating messages costs more than validating, so only count the problems beyond the limit.
                report.count(document, writer.count(problem));
            }
        }
        Ok(())
    }

    /// Returns the schema of a document, or `None` if the document should not be checked.
    fn find_schema(
        &self,
        view: &View,
        index: usize,
        origin: Origin<'_>,
        report: &mut FileReport,
    ) -> Result<Option<Compiled>, FileFailure> {
        let choice = self.discovery.choose(&self.store, view, index, origin.path);
        match choice.map_err(FileFailure::Own)? {
            Choice::Unchecked => {
                report.count(index + 1, 0);
                Ok(None)
            }
            Choice::Missing => {
                let root = view.tree().document(index).map_or(NodeId(0), |one| one.root().id());
                let place = Place { index, root, path: Path::default() };
                self.missing(view, &place, origin, report)?;
                Ok(None)
            }
            Choice::List => {
                self.check_list(view, index, origin, report)?;
                Ok(None)
            }
            Choice::Schema { url, name, named_at } => {
                if let Some(span) = named_at {
                    // The document itself names a schema that does not exist, so report the error in the document.
                    let loaded = self.store.load_named(&url, &name, origin.path);
                    loaded.map_err(|problem| FileFailure::Own(Box::new(problem.or_at(span))))?;
                }
                let slot = self.slot(&url, &name);
                report.schema.get_or_insert_with(|| slot.called(&name));
                if let Some(Ok(schema)) = slot.compiled.get() {
                    report.schema_url.get_or_insert_with(|| schema.shared_location());
                }
                Ok(Some(slot.compiled))
            }
        }
    }

    /// Returns the maximum number of findings to show for a file.
    fn limit(&self) -> usize {
        match self.options.max_errors {
            _ if self.options.fail_fast => 1,
            0 => usize::MAX,
            limit => limit,
        }
    }

    fn trim(&self, report: &mut FileReport) {
        report.findings.truncate(self.limit());
        if self.options.fail_fast {
            // Counting stopped at the first error, so the number of further errors is unknown.
            for verdict in &mut report.documents {
                let is_own = |finding: &&Diagnostic| finding.document() == verdict.document;
                verdict.errors = report.findings.iter().filter(is_own).count();
            }
        } else {
            report.ys.truncate(self.limit());
        }
    }
}

/// Records why a document could not be checked. The report keeps the first reason. If each document has its own
/// reason, the others are attached to the first.
fn fail(report: &mut FileReport, failure: FileFailure) {
    match (&mut report.failure, failure) {
        (Some(FileFailure::Own(first)), FileFailure::Own(other)) => {
            let is_same =
                |known: &Diagnostic| known.message == other.message && known.span() == other.span();
            if !is_same(first) && !first.further.iter().any(is_same) {
                first.further.push(*other);
            }
        }
        (Some(_), _) => {}
        (none, failure) => *none = Some(failure),
    }
}

/// The location of a file, and what to do about its documents without a schema.
#[derive(Clone, Copy)]
struct Origin<'p> {
    path: Option<&'p str>,
    missing: MissingSchema,
    /// Indexes of the documents that could not be parsed.
    unread: &'p [usize],
}

/// A value to check against a schema: a document or a part of one.
struct Place {
    /// The index of its document, from 0.
    index: usize,
    root: NodeId,
    /// The path to the value from the root of its document.
    path: Path,
}

const NO_SCHEMA: &str =
    "No schema: pass -f/--schema or add a string `$schema` key to the YAML root mapping";

/// Replaces the note about Helm and Jinja templates in a syntax error. The usual note is meant for rendering, and a
/// user of `check` needs different advice.
fn about_other_tools(mut problem: Diagnostic) -> Diagnostic {
    let is_helm = |note: &String| note.starts_with("{{ }} belongs to Helm");
    if let Some(note) = problem.notes.iter_mut().find(|note| is_helm(note)) {
        *note = String::from(
            "{{ }} belongs to Helm or Jinja: check what it renders, as in \
             `helm template . | yardstick check -f SCHEMA -`",
        );
    }
    problem
}

/// The note for a file that is one of our own templates.
const RENDER_FIRST: &str = "the file has template code (`#@ `), which is not run here: check what it renders, as in \
                            `yardstick -f config | yardstick check -f SCHEMA -`";

/// Whether `tree` contains template code: comments that start with `#@ `. Annotations alone (`#@schema/...`) do not
/// count, because they do not change values.
fn is_template(tree: &Tree) -> bool {
    let mut comments = tree.comments().iter().chain(tree.overlooked_comments());
    comments.any(|comment| tree.comment_text(comment).starts_with("@ "))
}

/// Returns the number of nodes in the subtree at `root`, including `root`.
fn size(view: &View, root: NodeId) -> usize {
    (view.node(root).subtree_end().0 - root.0) as usize
}

/// Returns the error for a document at `root` that needs more than `steps` steps. `doing` names the activity.
fn too_much(view: &View, root: NodeId, steps: u64, doing: &str) -> Diagnostic {
    let message = if steps < limits::CHECK_STEPS {
        let most = limits::CHECK_RUN_STEPS;
        format!("The documents take more than {most} steps together, and this one {steps} more")
    } else {
        format!("{doing} takes more than {steps} steps")
    };
    Diagnostic::error(codes::TOO_MUCH_WORK, message)
        .at(view.written(root).content_span())
        .note("references of the schema that fork at every level, and patterns that backtrack, multiply the work")
}

/// Returns the schema, or the failure to report if it did not compile.
fn usable(compiled: &Compiled) -> Result<&Schema, FileFailure> {
    match compiled.get() {
        Some(Ok(schema)) => Ok(schema),
        Some(Err(problems)) => Err(unusable(problems)),
        None => Err(unusable(&[])),
    }
}

/// Returns the failure of a file whose schema has `problems`. It shows the first problem.
pub(crate) fn unusable(problems: &[Diagnostic]) -> FileFailure {
    let first = problems.first().cloned();
    let unknown = || Diagnostic::error(codes::INVALID_SCHEMA, "Invalid schema");
    FileFailure::Schema(Box::new(first.unwrap_or_else(unknown)))
}

/// Translates all positions of `report` in `file` from the rewritten text back to the original text.
fn restore(report: &mut FileReport, places: &Places, file: FileId) {
    for finding in &mut report.findings {
        places.restore(finding, file);
    }
    if let Some(FileFailure::Own(problem)) = &mut report.failure {
        places.restore(problem, file);
        problem.further.iter_mut().for_each(|problem| places.restore(problem, file));
    }
    for offset in report.ys.iter_mut().filter_map(|line| line.offset.as_mut()) {
        *offset = places.own(Span::at(file, *offset)).start;
    }
    in_order(report);
}

/// Sorts the findings of `report` by position.
fn in_order(report: &mut FileReport) {
    report.findings.sort_by_key(|finding| finding.span().map_or(0, |span| span.start));
}

/// Whether the document at `root`, which names its schema in a `$schema` key, is valid with that key or without it.
/// Schemas that forbid undeclared properties rarely declare `$schema`, so the key alone must not make a document
/// invalid. If the verdict may stay open, this hides the key and returns false.
fn is_valid_either_way(
    view: &mut View,
    root: NodeId,
    schema: &Schema,
    purse: &SharedBudget,
) -> bool {
    let (names, nodes) = (schema.patterns_for_names(), size(view, root));
    let is_valid = |view: &View| {
        let instance = Value::new(view, root);
        let is_valid = || schema.validator().is_valid(instance);
        let done = budget::watched(names, purse.steps(nodes), is_valid);
        purse.pay(nodes);
        done.unwrap_or(false)
    };
    if schema.has_lost_references() || !schema.cycles.is_empty() {
        view.hide_member(root, "$schema");
        return false;
    }
    if is_valid(view) {
        return true;
    }
    let hidden = view.hide_member(root, "$schema");
    let is_valid = is_valid(view);
    if !is_valid {
        view.show_member(hidden);
    }
    is_valid
}

/// Whether `problem` only says that the schema does not allow the `$schema` key of the document.
fn is_about_name(view: &View, root: NodeId, problem: &Problem) -> bool {
    let (Kind::AdditionalProperty(name) | Kind::UnevaluatedProperty { name, .. }) = &problem.kind
    else {
        return false;
    };
    name == "$schema" && problem.path.0.len() == 1 && names_its_schema(view, root)
}

fn names_its_schema(view: &View, root: NodeId) -> bool {
    let root = view.node(root);
    root.is_map()
        && view.get(root.id(), "$schema").is_some_and(|value| view.type_of(value) == Type::String)
}
