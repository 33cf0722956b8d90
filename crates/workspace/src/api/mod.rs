//! The interface for programs: takes files and settings, returns text.

mod failure;
mod output;

use std::{rc::Rc, sync::Arc};

use yardstick_bridge::export::Exported;
use yardstick_diagnostics::{Diagnostic, Severity, Sources};
use yardstick_starlark::Limits;

pub use failure::Failure;
pub use output::Output;

use crate::{
    InputFile, Rendered, Session, SymlinkRules, Target, World, inputs, marks,
    options::{ExportOptions, ExportTarget, Format, GivenDocument, Options, OutputType},
    project_schema::ProjectSchema,
    render::render,
    validate::validate,
    world::Real,
};

type Print = Arc<dyn Fn(&str) + Send + Sync>;

/// Renders a project: takes files, data values and options, returns text.
///
/// Files come from memory or from disk. Data values are merged in this order: files, YAML text, single values. Nothing
/// is printed or written. A renderer can be used any number of times, and from several threads.
///
/// ```
/// use yardstick_workspace::Renderer;
///
/// let template = "#@ load(\"@ytt:data\", \"data\")\nhost: #@ \"www.\" + data.values.domain\n";
/// let schema = "#@data/values-schema\n---\ndomain: localhost\nreplicas: 1\n";
/// let renderer = Renderer::new().file("config.yml", template).file("schema.yml", schema);
///
/// let output = renderer.clone().data_value("domain", "example.com").render()?;
/// assert_eq!(output.text(), "host: www.example.com\n");
///
/// let failure = renderer.data_value_yaml("replicas", "many").render().unwrap_err();
/// assert!(failure.to_string().contains("expected: integer"), "{failure}");
/// # Ok::<(), yardstick_workspace::Failure>(())
/// ```
#[derive(Clone)]
pub struct Renderer {
    inputs: Vec<Input>,
    marks: Vec<String>,
    links: SymlinkRules,
    options: Options,
    limits: Limits,
    world: Arc<dyn World>,
    print: Print,
}

/// An input of a renderer.
#[derive(Clone)]
enum Input {
    Given { path: String, text: Vec<u8> },
    Named(String),
}

impl Default for Renderer {
    fn default() -> Self {
        Self {
            inputs: Vec::new(),
            marks: Vec::new(),
            links: SymlinkRules::default(),
            options: Options::default(),
            limits: Limits::default(),
            world: Arc::new(Real::new()),
            print: Arc::new(|_| {}),
        }
    }
}

impl Renderer {
    /// A renderer without input. Paths are those of the process; see [`world`](Self::world).
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file from memory. Its path determines its kind, as on disk.
    #[must_use]
    pub fn file(mut self, path: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        self.inputs.push(Input::Given { path: path.into(), text: text.into() });
        self
    }

    /// Adds a file, a directory or a URL, as `-f` does.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.inputs.push(Input::Named(path.into()));
        self
    }

    /// Changes the path or kind of a file: `path:key=value`, as `--file-mark` does.
    #[must_use]
    pub fn mark(mut self, mark: impl Into<String>) -> Self {
        self.marks.push(mark.into());
        self
    }

    /// Sets which symbolic links may be followed; by default none.
    #[must_use]
    pub fn links(self, links: SymlinkRules) -> Self {
        Self { links, ..self }
    }

    /// Sets a data value to a string. The key is a path with dots, optionally after a library reference.
    #[must_use]
    pub fn data_value(mut self, key: &str, text: &str) -> Self {
        self.options.data_values.strings.push(format!("{key}={text}"));
        self
    }

    /// Sets a data value to YAML.
    #[must_use]
    pub fn data_value_yaml(mut self, key: &str, yaml: &str) -> Self {
        self.options.data_values.yaml.push(format!("{key}={yaml}"));
        self
    }

    /// Sets data values from plain YAML text.
    #[must_use]
    pub fn data_values(mut self, yaml: impl Into<String>) -> Self {
        self.options.data_values.documents.push(GivenDocument { text: yaml.into(), place: None });
        self
    }

    /// Sets data values from a plain YAML file.
    #[must_use]
    pub fn data_values_file(mut self, path: impl Into<String>) -> Self {
        self.options.data_values.values_files.push(path.into());
        self
    }

    /// Replaces all options, including data values.
    #[must_use]
    pub fn options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// Rejects scalars whose type is ambiguous.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.options.library.strict = strict;
        self
    }

    /// Limits the resources of template code. Set this if templates come from strangers.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets the world for paths, URLs and the environment. With a [`Memory`](crate::world::Memory), nothing of the
    /// machine can be reached.
    #[must_use]
    pub fn world(self, world: Arc<dyn World>) -> Self {
        Self { world, ..self }
    }

    /// Receives the lines that templates print; by default they are dropped.
    #[must_use]
    pub fn on_print(self, print: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { print: Arc::new(print), ..self }
    }

    /// Renders all files.
    pub fn render(&self) -> Result<Output, Failure> {
        let (rendered, sources) = self.run(&self.options, Target::Files)?;
        Ok(Output::new(rendered, &sources))
    }

    /// Renders all documents as one text in `format`.
    pub fn render_as(&self, format: Format) -> Result<String, Failure> {
        let output_types = vec![OutputType::Documents(format)];
        let options = Options { output_types, ..self.options.clone() };
        let (rendered, _) = self.run(&options, Target::Stream)?;
        Ok(output::text(rendered.stream.concat()))
    }

    /// Checks data values against their schema and its rules, without rendering documents. Returns all problems; the
    /// list is empty if everything is valid.
    pub fn validate(&self) -> Vec<Failure> {
        let sources = Arc::new(Sources::new());
        let found = match self.files() {
            Ok(files) => validate(self.session(&sources), files, &self.options),
            Err(error) => vec![*error],
        };
        let errors = found.into_iter().filter(|one| one.severity == Severity::Error);
        errors.map(|error| Failure::new(error, &sources)).collect()
    }

    /// Converts the data values schema to another language.
    pub fn export(
        &self,
        target: ExportTarget,
        options: &ExportOptions,
    ) -> Result<Exported, Failure> {
        let sources = Arc::new(Sources::new());
        let loaded = self
            .files()
            .and_then(|files| ProjectSchema::new(self.session(&sources), files, "the input files"));
        match loaded {
            Ok(mut loaded) => Ok(loaded.export(target, options)),
            Err(error) => Err(Failure::new(*error, &sources)),
        }
    }

    /// Returns errors in the data values schema, and warnings about probable mistakes. Their places are in `sources`.
    pub fn review(&self, sources: &Arc<Sources>) -> Vec<Diagnostic> {
        let loaded = self
            .files()
            .and_then(|files| ProjectSchema::new(self.session(sources), files, "the input files"));
        match loaded.and_then(|mut loaded| loaded.review()) {
            Ok(found) => found,
            Err(error) if error.labels.is_empty() => {
                let failure = Failure::new(*error, sources);
                vec![Diagnostic::error(failure.diagnostic().code, failure.to_string())]
            }
            Err(error) => vec![*error],
        }
    }

    fn run(&self, options: &Options, target: Target) -> Result<(Rendered, Arc<Sources>), Failure> {
        let sources = Arc::new(Sources::new());
        let rendered =
            self.files().and_then(|files| render(self.session(&sources), files, options, target));
        match rendered {
            Ok(rendered) => Ok((rendered, sources)),
            Err(error) => Err(Failure::new(*error, &sources)),
        }
    }

    fn files(&self) -> Result<Vec<InputFile>, Box<Diagnostic>> {
        let mut files = Vec::new();
        for input in &self.inputs {
            match input {
                Input::Given { path, text } => files.push(inputs::given(path, text)),
                Input::Named(path) => {
                    files.extend(inputs::resolve(&*self.world, &[path], &self.links)?);
                }
            }
        }
        inputs::number(&mut files);
        marks::apply(&mut files, &self.marks)?;
        Ok(files)
    }

    fn session(&self, sources: &Arc<Sources>) -> Session {
        let print = Arc::clone(&self.print);
        let mut session = Session::new(Arc::clone(&self.world), Arc::clone(sources));
        session.print = Rc::new(move |line| print(line));
        session.links = self.links.clone();
        session.limits = self.limits.clone();
        session
    }
}
