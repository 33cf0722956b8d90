//! The evaluation of a library: from its files to its data values.

use std::{
    cell::{Cell, OnceCell, RefCell},
    rc::Rc,
};

use memchr::memmem;
use yardstick_diagnostics::{Diagnostic, Result, codes};
use yardstick_schema::{Proposals, Schema};
use yardstick_starlark::Thread;
use yardstick_template::{
    Output,
    tree::{Document, is_blank},
};

use super::{
    Addressed, FileAt, LibraryInputs, Project, Purpose,
    environment::FileEnvironment,
    files::{Declared, LibraryFiles},
    special::{holds_special, is_special},
    tree::{DirectoryId, FileIndex, FileTree},
};
use crate::{
    Kind,
    annotations::{DATA_VALUES, SCHEMA},
    options::LibraryOptions,
    values::{self, Computed, Layer, MergeOptions, ShownValues},
};

/// A library during its evaluation. It is the context for running its files.
pub(crate) struct LibraryRun {
    pub(crate) project: Rc<Project>,
    pub(crate) options: LibraryOptions,
    pub(crate) root: DirectoryId,
    /// The current `data.values`; empty until the values are known.
    pub(crate) values: RefCell<ShownValues>,
    /// Documents for nested libraries.
    pub(crate) addressed: RefCell<Vec<Addressed>>,
    /// The proposals that the run selects and, once the schema is known, those that the library's authors select.
    pub(crate) proposals: Cell<Proposals>,
}

/// A library whose data values are known.
pub(crate) struct Prepared {
    pub(crate) run: Rc<LibraryRun>,
    pub(crate) computed: Computed,
    pub(super) files: Rc<LibraryFiles>,
    /// Files that are not rendered because they contain schema or data values.
    pub(super) special: Vec<FileIndex>,
    /// A warning that nothing reads the data values, for runs that render.
    pub(super) unread: Option<Diagnostic>,
}

/// A library whose schema is known.
pub(crate) struct WithSchema {
    run: Rc<LibraryRun>,
    files: Rc<LibraryFiles>,
    /// Data values from the caller.
    given: Vec<Layer>,
    /// The schema; `None` if the library declares no data values.
    pub(crate) schema: Option<Schema>,
}

impl LibraryRun {
    pub(crate) fn new(
        project: &Rc<Project>,
        options: LibraryOptions,
        root: DirectoryId,
    ) -> Rc<Self> {
        Rc::new(Self {
            project: Rc::clone(project),
            options,
            root,
            values: RefCell::new(ShownValues::none()),
            addressed: RefCell::default(),
            proposals: Cell::new(project.proposals),
        })
    }

    pub(super) fn environment(self: &Rc<Self>, directory: DirectoryId) -> FileEnvironment {
        FileEnvironment { run: Rc::clone(self), directory, root: self.root, values: Rc::default() }
    }

    /// Finds special files and builds the schema.
    pub(crate) fn schema(
        self: &Rc<Self>,
        thread: &mut Thread,
        given: LibraryInputs,
    ) -> Result<WithSchema> {
        let project = &self.project;
        let files = project.library_files(self.root, self.options, || self.find_files())?;
        let is_given = !given.schema.is_empty();
        let Declared { schema, warnings } =
            match files.declared.get() {
                Some(known) if !is_given => known.clone(),
                _ => self.declared(thread, &files, given.schema).map_err(|error| {
                    let more = is_given.then_some("additional data value schema");
                    let names = self.names(&files.schema, more);
                    Box::new(error.within(format!(
                        "Overlaying data values schema (in following order: {names})"
                    )))
                })?,
            };
        project.session.warn(warnings);
        project.session.warn(schema.iter().flat_map(Schema::warnings).cloned());
        if let Some(schema) = &schema {
            self.proposals.set(project.proposals.and(schema.proposals()));
        }
        self.addressed.borrow_mut().extend(given.inner);
        let (run, given) = (Rc::clone(self), given.values);
        Ok(WithSchema { run, files, given, schema })
    }

    /// Finds all files, reads the templates among them, and looks for schemas.
    fn find_files(&self) -> Result<LibraryFiles> {
        let project = &self.project;
        let all = project.tree.walk(self.root);
        let is_template = |at: &FileAt| {
            let input = project.file(at.file);
            input.kind() == Kind::Yaml && input.is_template()
        };
        let mut templates: Vec<FileAt> = all.iter().copied().filter(is_template).collect();
        let mut indexes: Vec<FileIndex> = templates.iter().map(|at| at.file).collect();
        if let Err(error) = project.parse_all(&indexes, self.options.strict) {
            self.go_on_without(&mut templates, error)?;
            indexes = templates.iter().map(|at| at.file).collect();
        }
        if self.options.strict_annotations {
            project
                .refuse_doubts(&indexes, self.options)
                .map_err(|error| Box::new(error.within("Checking annotations")))?;
        }
        project.look_through_all(&indexes, self.options)?;
        let schema = self.special_files(&templates, SCHEMA)?;
        Ok(LibraryFiles {
            all,
            templates,
            schema,
            values: OnceCell::new(),
            declared: OnceCell::new(),
        })
    }

    /// Builds the schema of its files and of `given`. Keeps it for other instances if it is the same for all.
    fn declared(
        self: &Rc<Self>,
        thread: &mut Thread,
        files: &LibraryFiles,
        given: Vec<Layer>,
    ) -> Result<Declared> {
        let (layers, addressed) = self.special_layers(thread, &files.schema, SCHEMA)?;
        // Code may print, or address documents to libraries, for each instance.
        let is_same = given.is_empty() && addressed.is_empty() && self.are_constant(&files.schema);
        *self.addressed.borrow_mut() = addressed;
        let session = &self.project.session;
        // A library may be evaluated many times, so that what it lets go must be free again.
        let let_go = |document| {
            if self.root == FileTree::ROOT {
                session.let_go(document);
            }
        };
        let (schema, warnings) =
            values::build_schema(thread, &session.sources, layers, given, let_go)?;
        let declared = Declared { schema, warnings };
        if is_same {
            return Ok(files.declared.get_or_init(|| declared).clone());
        }
        Ok(declared)
    }

    /// True if `files`, which have run, have the same result whenever they run.
    fn are_constant(&self, files: &[FileAt]) -> bool {
        let is_constant = |at: &FileAt| {
            let compiled = self.project.compiled(at.file, self.options);
            compiled.is_ok_and(|compiled| compiled.is_constant())
        };
        self.root != FileTree::ROOT && files.iter().all(is_constant)
    }

    /// Whether to look for more errors after the first one. Only for the outermost library, because templates report
    /// the errors of nested ones.
    pub(super) fn is_thorough(&self) -> bool {
        self.root == FileTree::ROOT && (self.project.session.thorough)()
    }

    /// Removes those of `templates` that could not be read, if the others can be checked without them. That is not
    /// possible if one of them may be the schema.
    fn go_on_without(&self, templates: &mut Vec<FileAt>, error: Box<Diagnostic>) -> Result<()> {
        let (project, strict) = (&self.project, self.options.strict);
        let is_parsed = |at: &FileAt| project.is_parsed(at.file, strict);
        let may_declare = |at: &FileAt| {
            project.bytes(at.file).is_ok_and(|bytes| {
                let names: [&[u8]; 2] = [b"data/values-schema", b"schema/definition"];
                names.iter().any(|name| bytes.windows(name.len()).any(|part| part == *name))
            })
        };
        let is_hopeless = templates.iter().any(|at| !is_parsed(at) && may_declare(at));
        if !self.is_thorough() || is_hopeless {
            return Err(error);
        }
        for one in error.into_single() {
            project.session.defer::<()>(Err(Box::new(one)))?;
        }
        templates.retain(is_parsed);
        Ok(())
    }

    /// Those of `templates` that contain documents with `annotation`, in file order.
    fn special_files(&self, templates: &[FileAt], annotation: &str) -> Result<Vec<FileAt>> {
        let project = &self.project;
        let mut special = Vec::new();
        for &at in templates {
            let parsed = project.parsed(at.file, self.options.strict)?;
            if holds_special(&parsed, annotation, &project.session.sources)? {
                special.push(at);
            }
        }
        special.sort_by_key(|at| project.file(at.file).order());
        Ok(special)
    }

    /// Forgets the trees and programs of special files, which have run. Those of libraries run for every instance.
    fn forget(&self, files: &[FileAt]) {
        if self.root == FileTree::ROOT {
            for at in files {
                self.project.forget(at.file, self.options);
            }
        }
    }

    fn names(&self, files: &[FileAt], additional: Option<&str>) -> String {
        let paths = files.iter().map(|at| self.project.file(at.file).path());
        paths.chain(additional).collect::<Vec<_>>().join(", ")
    }

    /// Evaluates special files. Documents that are addressed to a library are collected separately.
    fn special_layers(
        self: &Rc<Self>,
        thread: &mut Thread,
        files: &[FileAt],
        annotation: &str,
    ) -> Result<(Vec<Layer>, Vec<Addressed>)> {
        let (mut own, mut addressed) = (Vec::new(), Vec::new());
        let mut errors = Vec::new();
        for &FileAt { directory, file } in files {
            let path = self.project.file(file).path();
            let layers = self
                .environment(directory)
                .evaluate(thread, file)
                .and_then(|evaluated| match evaluated.output {
                    Output::Documents(documents) => special_documents(documents, annotation, path),
                    Output::Text(_) | Output::None => Ok(Vec::new()),
                })
                .map_err(|error| Box::new(error.within(format!("Templating file '{path}'"))));
            let layers = match layers {
                Ok(layers) => layers,
                Err(error) if self.is_thorough() => {
                    self.project.session.be_quiet();
                    errors.push(*error);
                    continue;
                }
                Err(error) => return Err(error),
            };
            for document in layers {
                let layer = Layer::of_document(document)?;
                match layer.reference.clone() {
                    None => own.push(layer),
                    Some(reference) => {
                        let purpose =
                            if annotation == SCHEMA { Purpose::Schema } else { Purpose::Values };
                        addressed.push(Addressed::new(purpose, reference, layer));
                    }
                }
            }
        }
        Diagnostic::first_of(errors).map_or(Ok((own, addressed)), Err)
    }
}

/// The documents annotated with `annotation`. All other documents of the file must be empty.
fn special_documents(
    documents: Vec<Document>,
    annotation: &str,
    path: &str,
) -> Result<Vec<Document>> {
    let (special, others): (Vec<_>, Vec<_>) =
        documents.into_iter().partition(|document| is_special(document, annotation));
    if others.iter().all(|document| is_blank(&document.value)) {
        return Ok(special);
    }
    let (file, only) =
        if annotation == SCHEMA { ("schema", "schema") } else { ("data values", "data values") };
    let message = format!("Expected {file} file '{path}' to only have {only} documents");
    let error = Diagnostic::error(codes::MIXED_DOCUMENTS, message);
    let place = others.iter().find(|one| !is_blank(&one.value)).and_then(|one| one.position.span());
    let of_other_kind = if annotation == SCHEMA { DATA_VALUES } else { SCHEMA };
    let note = if others.iter().any(|document| is_special(document, of_other_kind)) {
        format!("move the `#@{of_other_kind}` document to a file of its own")
    } else {
        format!(
            "write `#@{annotation}` above the `---` of every document, or move the others to a file of their own"
        )
    };
    Err(Box::new(error.at(place).note(note)))
}

impl WithSchema {
    /// Computes the data values.
    pub(crate) fn values(self, thread: &mut Thread) -> Result<Prepared> {
        let Self { run, files, given, schema } = self;
        let project = &run.project;
        let sources = &project.session.sources;
        // Only now, because a run that needs only the schema must not report mistakes in values.
        let values_files = if let Some(known) = files.values.get() {
            known
        } else {
            let found = run.special_files(&files.templates, DATA_VALUES)?;
            files.values.get_or_init(|| found)
        };
        run.forget(&files.schema);
        let is_root = run.root == FileTree::ROOT;
        let additional = (!given.is_empty()).then_some("additional data values");
        let arguments = values::arguments(&given, sources);
        let is_declared = schema.is_some() || !values_files.is_empty();
        let has_own = given.iter().any(|layer| layer.reference.is_none());
        let unread = (is_root && !is_declared && has_own)
            .then(|| unread_values(project, &files.all))
            .flatten();
        let given_files: Vec<_> = given
            .iter()
            .filter_map(|layer| layer.document.position.span())
            .map(|span| sources.get(span.file))
            .collect();
        let mut computed = run
            .special_layers(thread, values_files, DATA_VALUES)
            .and_then(|(layers, addressed)| {
                run.forget(values_files);
                run.addressed.borrow_mut().splice(0..0, addressed);
                let rules = !run.options.disable_validation;
                let thorough = || run.is_thorough();
                let options =
                    MergeOptions { proposals: run.proposals.get(), rules, thorough: &thorough };
                if let (Some(coverage), true) = (&project.session.coverage, is_root) {
                    let own = layers.iter().chain(&given).filter(|layer| layer.reference.is_none());
                    coverage.note(schema.as_ref(), own.map(|layer| &layer.document));
                }
                values::compute(thread, sources, schema, layers, given, options)
            })
            .map_err(|error| {
                let names = run.names(values_files, additional);
                Box::new(
                    error.within(format!("Overlaying data values (in following order: {names})")),
                )
            })?;
        project.session.warn(std::mem::take(&mut computed.warnings));
        if !run.options.disable_validation {
            match computed.validate(thread, sources, run.proposals.get()) {
                Ok(warnings) => project.session.warn(warnings),
                // Some values are missing, so check only those that exist.
                Err(error) if run.is_thorough() && project.session.has_failed() => {
                    let error = error.retaining(|violation| violation.is_given);
                    project.session.settle(error.map_or(Ok(()), |error| Err(Box::new(error))))?;
                }
                Err(error) => return Err(error),
            }
        }
        if project.session.has_failed() && run.is_thorough() {
            project.session.settle(Ok(()))?;
        }
        let deprecations = computed.deprecations(thread);
        if run.options.warnings_as_errors && !deprecations.is_empty() {
            let error = yardstick_schema::deprecated_values(deprecations);
            return Err(Box::new(error.within("Checking for deprecated data values")));
        }
        project.session.warn(deprecations.iter().map(|found| found.warning(sources)));
        project.session.warn(values::joined_by_commas(&arguments, &computed.document.value));
        *run.values.borrow_mut() = computed.shown();
        let special: Vec<FileIndex> =
            files.schema.iter().chain(values_files).map(|at| at.file).collect();
        for at in files.templates.iter().filter(|at| is_root && !special.contains(&at.file)) {
            let (input, parsed) =
                (project.file(at.file), project.parsed(at.file, run.options.strict)?);
            let is_given =
                given_files.iter().any(|file| file.bytes() == parsed.tree.source().bytes());
            if !parsed.is_template && !is_given {
                project.session.warn(run.values.borrow().are_all_keys_of(&parsed.tree, input));
            }
        }
        Ok(Prepared { run, computed, files, special, unread })
    }
}

/// Warns that data values are given, but no file declares or reads any.
fn unread_values(project: &Project, files: &[FileAt]) -> Option<Diagnostic> {
    let world = &*project.session.world;
    let reads = |at: &FileAt| {
        let modules: [&[u8]; 2] = [b"@ytt:data", b"@ytt:library"];
        let bytes = project.file(at.file).bytes(world);
        let has = |bytes: &[u8]| modules.iter().any(|name| memmem::find(bytes, name).is_some());
        bytes.is_ok_and(|bytes| has(bytes))
    };
    if files.iter().any(reads) {
        return None;
    }
    let message = "The data values are not used: no file declares or reads any";
    let warning = Diagnostic::warning(codes::NO_DATA_VALUES_SCHEMA, message);
    Some(warning.note("templates read them after `#@ load(\"@ytt:data\", \"data\")`; a schema, which starts with `#@data/values-schema`, declares them"))
}
