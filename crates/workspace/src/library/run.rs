//! One evaluation of a library: from its files to its documents.

use std::{cell::RefCell, rc::Rc, sync::Arc};

use yardstick_diagnostics::{Diagnostic, Result};
use yardstick_starlark::{Module, Text, Thread};
use yardstick_template::{
    Output,
    tree::{Document, is_blank},
};
use yardstick_yaml::Tree;

use super::{
    Addressed, DATA_VALUES, Given, Project, Purpose, SCHEMA, Settings, SpecialFiles,
    addressed::check_all_used,
    environment::FileEnvironment,
    is_special, output_rules,
    tree::{DirectoryId, FileIndex},
};
use crate::{
    Kind,
    values::{Computed, Layer, ShownValues},
};

/// A library while it is evaluated; files of it are run with this around them.
pub(crate) struct LibraryRun {
    pub(crate) project: Rc<Project>,
    pub(crate) settings: Settings,
    pub(crate) root: DirectoryId,
    /// What `data.values` is at the moment: nothing until the values are known.
    pub(crate) values: RefCell<ShownValues>,
    /// Documents for libraries further in.
    pub(crate) addressed: RefCell<Vec<Addressed>>,
}

/// What a file was rendered to.
#[derive(Debug)]
pub(crate) enum Content {
    /// YAML without templating, printed as it was read.
    Plain(Arc<Tree>),
    Documents(Vec<Document>),
    Text(Text),
}

/// A file of the result.
#[derive(Debug)]
pub(crate) struct RenderedFile {
    pub(crate) file: FileIndex,
    pub(crate) content: Content,
    /// Whether overlays saw its documents: it is then written, even if they left nothing of them.
    pub(crate) is_edited: bool,
}

/// What a library was rendered to.
#[derive(Default)]
pub(crate) struct Rendered {
    /// Text files first, in the order they were evaluated, then YAML files in file order.
    pub(crate) files: Vec<RenderedFile>,
    /// Globals of library files, with their paths inside the library.
    pub(crate) exports: Vec<(String, Rc<Module>)>,
}

/// A library whose data values are known.
pub(crate) struct Prepared {
    pub(crate) run: Rc<LibraryRun>,
    pub(crate) computed: Computed,
    /// Every file with its directory, in the order of evaluation.
    files: Vec<(DirectoryId, FileIndex)>,
    /// Files that are not rendered: they hold schema or data values.
    special: Vec<FileIndex>,
}

/// A library whose schema is known.
pub(crate) struct WithSchema {
    run: Rc<LibraryRun>,
    files: Vec<(DirectoryId, FileIndex)>,
    schema_files: Vec<(DirectoryId, FileIndex)>,
    values_files: Vec<(DirectoryId, FileIndex)>,
    /// What the library declares; nothing where it declares no data values.
    pub(crate) schema: Option<yardstick_schema::Schema>,
}

impl LibraryRun {
    pub(crate) fn new(project: &Rc<Project>, settings: Settings, root: DirectoryId) -> Rc<Self> {
        Rc::new(Self {
            project: Rc::clone(project),
            settings,
            root,
            values: RefCell::new(ShownValues::none()),
            addressed: RefCell::default(),
        })
    }

    fn environment(self: &Rc<Self>, directory: DirectoryId) -> FileEnvironment {
        FileEnvironment { run: Rc::clone(self), directory, root: self.root, values: Rc::default() }
    }

    /// Finds special files and builds the schema. `inner` are documents for libraries further in.
    pub(crate) fn schema(
        self: &Rc<Self>,
        thread: &mut Thread,
        given_schema: Vec<Layer>,
        inner: Vec<Addressed>,
    ) -> Result<WithSchema> {
        let project = &self.project;
        let files = project.tree.walk(self.root);
        let is_template = |&(_, file): &(DirectoryId, FileIndex)| {
            let input = &project.files[file];
            input.kind() == Kind::Yaml && input.is_template()
        };
        let templates: Vec<(DirectoryId, FileIndex)> =
            files.iter().copied().filter(is_template).collect();
        let indexes: Vec<FileIndex> = templates.iter().map(|&(_, file)| file).collect();
        project.parse_all(&indexes, self.settings.strict)?;
        if self.settings.strict_annotations {
            project
                .refuse_doubts(&indexes, self.settings)
                .map_err(|error| Box::new(error.within("Checking annotations")))?;
        }
        let (mut schema_files, mut values_files) = (Vec::new(), Vec::new());
        for &(directory, file) in &templates {
            let parsed = project.parsed(file, self.settings.strict)?;
            let found = SpecialFiles::find(&parsed, &project.sources)?;
            if found.schema {
                schema_files.push((directory, file));
            }
            if found.values {
                values_files.push((directory, file));
            }
        }
        let in_order = |files: &mut Vec<(DirectoryId, FileIndex)>| {
            files.sort_by_key(|&(_, file)| project.files[file].order());
        };
        in_order(&mut schema_files);
        in_order(&mut values_files);
        let names = self.names(
            &schema_files,
            (!given_schema.is_empty()).then_some("additional data value schema"),
        );
        let schema =
            self.special_layers(thread, &schema_files, SCHEMA)
                .and_then(|(layers, addressed)| {
                    *self.addressed.borrow_mut() = addressed;
                    crate::values::build_schema(thread, &project.sources, layers, given_schema)
                })
                .map_err(|error| {
                    Box::new(error.within(format!(
                        "Overlaying data values schema (in following order: {names})"
                    )))
                })?;
        self.addressed.borrow_mut().extend(inner);
        Ok(WithSchema { run: Rc::clone(self), files, schema_files, values_files, schema })
    }

    fn names(&self, files: &[(DirectoryId, FileIndex)], additional: Option<&str>) -> String {
        let paths = files.iter().map(|&(_, file)| self.project.files[file].path());
        paths.chain(additional).collect::<Vec<_>>().join(", ")
    }

    /// Evaluates special files; documents with an address are kept apart.
    fn special_layers(
        self: &Rc<Self>,
        thread: &mut Thread,
        files: &[(DirectoryId, FileIndex)],
        annotation: &str,
    ) -> Result<(Vec<Layer>, Vec<Addressed>)> {
        let (mut own, mut addressed) = (Vec::new(), Vec::new());
        for &(directory, file) in files {
            let path = self.project.files[file].path();
            let layers = self
                .environment(directory)
                .evaluate(thread, file)
                .and_then(|evaluated| match evaluated.output {
                    Output::Documents(documents) => special_documents(documents, annotation, path),
                    Output::Text(_) | Output::None => Ok(Vec::new()),
                })
                .map_err(|error| Box::new(error.within(format!("Templating file '{path}'"))))?;
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
        Ok((own, addressed))
    }
}

/// The documents annotated with `annotation`; others of the file must be empty.
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
    Err(Box::new(Diagnostic::error(
        "YS0707",
        format!("Expected {file} file '{path}' to only have {only} documents"),
    )))
}

impl WithSchema {
    /// Computes the data values.
    pub(crate) fn values(self, thread: &mut Thread, given: Vec<Layer>) -> Result<Prepared> {
        let run = self.run;
        let names =
            run.names(&self.values_files, (!given.is_empty()).then_some("additional data values"));
        let mut computed = run
            .special_layers(thread, &self.values_files, DATA_VALUES)
            .and_then(|(layers, addressed)| {
                let mut all = run.addressed.borrow_mut();
                all.splice(0..0, addressed);
                drop(all);
                let proposals = run.settings.proposals;
                let sources = &run.project.sources;
                crate::values::compute(thread, sources, self.schema, layers, given, proposals)
            })
            .map_err(|error| {
                Box::new(
                    error.within(format!("Overlaying data values (in following order: {names})")),
                )
            })?;
        run.project.warn(std::mem::take(&mut computed.warnings));
        if !run.settings.disable_validation {
            let sources = &run.project.sources;
            let judged = computed.validate(thread, sources, run.settings.proposals)?;
            run.project.warn(judged.warnings);
        }
        let deprecations = computed.deprecations(thread);
        if run.settings.warnings_as_errors && !deprecations.is_empty() {
            let error = yardstick_schema::deprecated_values(deprecations);
            return Err(Box::new(error.within("Checking for deprecated data values")));
        }
        let sources = &run.project.sources;
        run.project.warn(deprecations.iter().map(|found| found.warning(sources)).collect());
        let special =
            self.schema_files.iter().chain(&self.values_files).map(|&(_, file)| file).collect();
        *run.values.borrow_mut() = ShownValues::new(&computed.document.value)?;
        Ok(Prepared { run, computed, files: self.files, special })
    }
}

impl Prepared {
    /// Runs every file and lays overlays over the result.
    pub(crate) fn render(self, thread: &mut Thread) -> Result<Rendered> {
        let project = &self.run.project;
        let mut rendered = Rendered::default();
        let mut yaml = Vec::new();
        for &(directory, file) in &self.files {
            if self.special.contains(&file) {
                continue;
            }
            let input = &project.files[file];
            let environment = self.run.environment(directory);
            if input.is_for_output() {
                match input.kind() {
                    Kind::Yaml => {
                        let content = self.yaml(thread, environment, file)?;
                        yaml.push(RenderedFile { file, content, is_edited: false });
                    }
                    Kind::Text => {
                        let content = Content::Text(self.text(thread, environment, file)?);
                        rendered.files.push(RenderedFile { file, content, is_edited: false });
                    }
                    Kind::Starlark | Kind::Data => {
                        return Err(Box::new(Diagnostic::error("YS0702", "Unknown file type")));
                    }
                }
            } else if input.is_library() && input.kind() != Kind::Data {
                let evaluated = environment.evaluate(thread, file)?;
                let base = project.tree.path(self.run.root);
                let below = input.path()[base.len()..].trim_start_matches('/').to_owned();
                rendered.exports.push((below, evaluated.module));
            }
        }
        check_all_used(&self.run.addressed.borrow(), &project.sources)?;
        yaml.sort_by_key(|one| project.files[one.file].order());
        rendered.files.extend(crate::overlays::apply(thread, project, yaml)?);
        output_rules::check(thread, project, &rendered.files, self.run.settings)?;
        Ok(rendered)
    }

    /// Runs every file only for the failures of libraries that are about their data values. What a
    /// library is given is decided by templates, so that nothing less than running them tells.
    pub(crate) fn library_failures(&self, thread: &mut Thread) -> Vec<Diagnostic> {
        let project = &self.run.project;
        if !project.tree.has_private_libraries() {
            return Vec::new();
        }
        let mut failures = Vec::new();
        for &(directory, file) in &self.files {
            let input = &project.files[file];
            let runs = matches!(input.kind(), Kind::Yaml | Kind::Text) && input.is_for_output();
            if !runs || input.is_plain() || self.special.contains(&file) {
                continue;
            }
            project.values_failed.set(false);
            let evaluated = self.run.environment(directory).evaluate(thread, file);
            failures.extend(evaluated.err().filter(|_| project.values_failed.get()).map(|e| *e));
        }
        failures
    }

    fn yaml(
        &self,
        thread: &mut Thread,
        environment: FileEnvironment,
        file: FileIndex,
    ) -> Result<Content> {
        let project = &self.run.project;
        let parsed = project.parsed(file, self.run.settings.strict)?;
        if !parsed.is_template || project.files[file].is_plain() {
            return Ok(Content::Plain(parsed.tree));
        }
        match environment.evaluate(thread, file)?.output {
            Output::Documents(documents) => Ok(Content::Documents(documents)),
            Output::Text(text) => Ok(Content::Text(text)),
            Output::None => Ok(Content::Documents(Vec::new())),
        }
    }

    fn text(
        &self,
        thread: &mut Thread,
        environment: FileEnvironment,
        file: FileIndex,
    ) -> Result<Text> {
        let project = &self.run.project;
        if project.files[file].is_plain() {
            return Ok(Text::from(&project.files[file].bytes(&*project.world)?[..]));
        }
        match environment.evaluate(thread, file)?.output {
            Output::Text(text) => Ok(text),
            Output::Documents(_) | Output::None => Ok(Text::EMPTY),
        }
    }
}

/// All steps for one instance of a library.
pub(crate) fn prepare(run: &Rc<LibraryRun>, thread: &mut Thread, given: Given) -> Result<Prepared> {
    run.schema(thread, given.schema, given.inner)?.values(thread, given.values)
}
