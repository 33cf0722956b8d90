//! From input files to the result.
//!
//! Files are read and parsed side by side, and plain YAML is printed so too; which error is reported
//! does not depend on which thread came first.

use std::{ops::Range, rc::Rc, sync::Arc};

use rayon::prelude::*;
use yardstick_bridge::export::export;
use yardstick_diagnostics::{Diagnostic, Result, Sources};
use yardstick_schema::Proposals;
pub use yardstick_starlark::Limits;
use yardstick_starlark::Thread;
use yardstick_template::{TemplateHost, print, tree::Document};
use yardstick_yaml::{
    Tree,
    print::{
        JsonOptions, JsonPrinter, PositionsPrinter, Printer, YamlPrinter, print_documents,
        print_some,
    },
};

use crate::{
    InputFile, SymlinkRules, World,
    library::{
        Addressed, Content, FileTree, Given, LibraryRun, Project, Purpose, RenderedFile, Settings,
        refuse,
    },
    options::{Format, Inspect, Options, OutputTypes, SchemaFormat},
    output::OutputFile,
    schema_templates::SchemaTemplates,
    values::{FlagReader, Layer, from_flags},
};

/// What the result is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// One stream of documents.
    Stream,
    /// Files.
    Files,
}

/// The result.
#[derive(Debug, Default)]
pub struct Rendered {
    /// All documents, piece by piece, for [`Target::Stream`].
    pub stream: Vec<Vec<u8>>,
    /// Text files, then YAML files, for [`Target::Files`].
    pub files: Vec<OutputFile>,
    /// Whether there are text files, which a stream leaves out.
    pub has_text: bool,
    /// Whether the documents answer a question about the input instead of rendering it.
    pub is_inspection: bool,
    /// What is probably not meant.
    pub warnings: Vec<Diagnostic>,
}

/// What a run needs from outside.
pub struct Surroundings {
    /// Files, environment, network.
    pub world: Arc<dyn World>,
    /// The table that places in messages refer to.
    pub sources: Arc<Sources>,
    /// Takes the lines that templates print.
    pub print: Box<dyn Fn(&str)>,
    /// Which links data value flags may follow.
    pub links: SymlinkRules,
    /// Bounds on template code.
    pub limits: Limits,
    /// Whether the process ends after this run, so that memory need not be given back piece by piece.
    pub short_lived: bool,
}

/// Renders `files`.
pub fn render(
    surroundings: Surroundings,
    files: Vec<InputFile>,
    options: &Options,
    target: Target,
) -> Result<Rendered> {
    let sources = Arc::clone(&surroundings.sources);
    let rendered = render_doubtful(surroundings, files, options, target)?;
    if options.warnings_as_errors {
        refuse(&rendered.warnings, &sources)?;
    }
    Ok(rendered)
}

/// The same, whatever warnings there are.
fn render_doubtful(
    surroundings: Surroundings,
    files: Vec<InputFile>,
    options: &Options,
    target: Target,
) -> Result<Rendered> {
    let short_lived = surroundings.short_lived;
    let links = surroundings.links.clone();
    let (mut thread, run, given) = start(surroundings, files, options)?;
    let project = Rc::clone(&run.project);
    let with_schema = run.schema(&mut thread, given.schema, given.inner)?;
    let mut printing = Printing { target, format: Format::Yaml, rendered: Rendered::default() };
    if let Some(inspect @ (Inspect::Schema | Inspect::SchemaFields)) = options.inspect {
        let types = OutputTypes::from_words(&options.output_types)?;
        printing.format = types.format;
        let schema = with_schema.schema.unwrap_or_default();
        if !options.schema_templates.is_empty() {
            let templates = SchemaTemplates { values: &options.schema_templates, links: &links };
            let fields = schema.to_fields(&mut thread);
            let (project, files) = templates.render(&mut thread, &run, types.schema, fields)?;
            let mut rendered = printing.documentation(&project, &files)?;
            rendered.warnings.splice(0..0, run.project.take_warnings());
            return Ok(rendered);
        }
        let mut rendered = match (types.schema, inspect) {
            (Some(SchemaFormat::Export(target)), _) => {
                let exported = export(&schema, &mut thread, target, options.openapi);
                let mut rendered = printing.inspection(exported.document, &project.sources)?;
                rendered.warnings = exported.warnings;
                rendered
            }
            (Some(SchemaFormat::Html), _) => {
                printing.answer(schema.to_html(&mut thread).into_bytes())
            }
            (Some(SchemaFormat::Fields), _) | (None, Inspect::SchemaFields) => {
                printing.inspection(schema.to_fields(&mut thread), &project.sources)?
            }
            (None, _) => {
                return Err(Box::new(Diagnostic::error(
                    "YS0228",
                    "Data values schema export only supported in OpenAPI v3 format; specify format with --output=openapi-v3 flag",
                )));
            }
        };
        rendered.warnings.splice(0..0, project.take_warnings());
        return Ok(rendered);
    }
    let types = OutputTypes::from_words(&options.output_types)?;
    if types.schema.is_some() {
        return Err(Box::new(Diagnostic::error(
            "YS0227",
            "Output type currently only supported for data values schema (i.e. include --data-values-schema-inspect)",
        )));
    }
    printing.format = types.format;
    let prepared = with_schema.values(&mut thread, given.values)?;
    if options.inspect == Some(Inspect::DataValues) {
        let mut rendered = printing.inspection(prepared.computed.document, &project.sources)?;
        rendered.warnings = project.take_warnings();
        return Ok(rendered);
    }
    let files = prepared.render(&mut thread)?;
    let mut rendered = printing.files(&project, &files.files)?;
    rendered.warnings = project.take_warnings();
    if short_lived {
        // The process ends soon, and the system takes its memory back faster than we could.
        std::mem::forget((files, project, thread));
    }
    Ok(rendered)
}

/// Everything up to the first line of template code: flags read, files arranged.
pub(crate) fn start(
    surroundings: Surroundings,
    files: Vec<InputFile>,
    options: &Options,
) -> Result<(Thread, Rc<LibraryRun>, Given)> {
    let Surroundings { world, sources, print, links, limits, .. } = surroundings;
    let reader = FlagReader::new(&*world, &sources, &links, options.strict);
    let flags = from_flags(&reader, &options.data_values)?;
    let doubts = reader.into_warnings();
    let host = Rc::new(TemplateHost::new(print));
    let thread = Thread::new(host.clone(), limits);
    let project = Rc::new(Project::new(world, sources, files, host));
    project.warn(doubts);
    let settings = Settings {
        strict: options.strict,
        ignore_unknown_comments: options.ignore_unknown_comments,
        implicit_map_key_overrides: options.implicit_map_key_overrides,
        disable_validation: options.disable_validation,
        warnings_as_errors: options.warnings_as_errors,
        disable_output_validation: options.disable_output_validation,
        strict_annotations: options.strict_annotations,
        proposals: Proposals::named(&options.proposals)?,
    };
    Ok((thread, LibraryRun::new(&project, settings, FileTree::ROOT), given_by_flags(flags)))
}

/// Flags as the root library sees them: values of its own, and documents for libraries in it.
fn given_by_flags(flags: Vec<Layer>) -> Given {
    let mut given = Given::default();
    for layer in flags {
        match layer.reference.clone() {
            None => given.values.push(layer),
            Some(reference) => {
                given.inner.push(Addressed::new(Purpose::Values, reference, layer));
            }
        }
    }
    given
}

/// The result as text.
struct Printing {
    target: Target,
    format: Format,
    rendered: Rendered,
}

impl Printing {
    /// One document that answers a question; it is printed wherever results go.
    fn inspection(self, document: Document, sources: &Sources) -> Result<Rendered> {
        let documents = [document];
        let text = match self.format {
            Format::Yaml => print_with(YamlPrinter::new(), &documents, sources)?.finish(),
            Format::Json => {
                print_with(JsonPrinter::new(JsonOptions::default()), &documents, sources)?.finish()
            }
            Format::Positions => print_with(PositionsPrinter::new(), &documents, sources)?.finish(),
        };
        Ok(self.answer(text))
    }

    fn answer(mut self, text: Vec<u8>) -> Rendered {
        self.rendered.is_inspection = true;
        self.rendered.stream.push(text);
        self.rendered
    }

    /// What templates made of a schema: text is what they are for, so a stream has it too, in front.
    fn documentation(self, project: &Project, files: &[RenderedFile]) -> Result<Rendered> {
        let is_stream = self.target == Target::Stream;
        let mut rendered = self.files(project, files)?;
        rendered.warnings = project.take_warnings();
        if is_stream {
            let texts = std::mem::take(&mut rendered.files);
            rendered.stream.splice(0..0, texts.into_iter().map(|file| file.contents));
            rendered.has_text = false;
        }
        Ok(rendered)
    }

    fn files(mut self, project: &Project, files: &[RenderedFile]) -> Result<Rendered> {
        for file in files {
            if let Content::Text(text) = &file.content {
                self.rendered.has_text = true;
                let path = project.files[file.file].path().to_owned();
                self.rendered.files.push(OutputFile::text(path, text.as_bytes().to_vec()));
            }
        }
        match (self.target, self.format) {
            (Target::Files, _) => {
                for (file, contents) in yaml_pieces(project, files)? {
                    // A file of empty documents leaves none behind.
                    if !contents.is_empty() || file.is_edited {
                        let path = project.files[file.file].path().to_owned();
                        self.rendered.files.push(OutputFile::yaml(path, contents));
                    }
                }
            }
            (Target::Stream, Format::Yaml) => {
                for (_, piece) in yaml_pieces(project, files)? {
                    if piece.is_empty() {
                        continue;
                    }
                    if !self.rendered.stream.is_empty() {
                        self.rendered.stream.push(b"---\n".to_vec());
                    }
                    self.rendered.stream.push(piece);
                }
            }
            (Target::Stream, Format::Json) => {
                let printer = JsonPrinter::new(JsonOptions::default());
                self.rendered.stream.push(all_with(printer, files, &project.sources)?.finish());
            }
            (Target::Stream, Format::Positions) => {
                let printer = PositionsPrinter::new();
                self.rendered.stream.push(all_with(printer, files, &project.sources)?.finish());
            }
        }
        Ok(self.rendered)
    }
}

/// Each YAML file as text, in order; plain files are printed side by side.
fn yaml_pieces<'a>(
    project: &Project,
    files: &'a [RenderedFile],
) -> Result<Vec<(&'a RenderedFile, Vec<u8>)>> {
    let trees: Vec<&Tree> = files
        .iter()
        .filter_map(|file| match &file.content {
            Content::Plain(tree) => Some(&**tree),
            Content::Documents(_) | Content::Text(_) => None,
        })
        .collect();
    let mut plain = print_trees(&trees)?.into_iter();
    let mut pieces = Vec::with_capacity(files.len());
    for file in files {
        let piece = match &file.content {
            Content::Plain(_) => plain.next().unwrap_or_default(),
            Content::Documents(documents) => {
                print_with(YamlPrinter::new(), documents, &project.sources)?.finish()
            }
            Content::Text(_) => continue,
        };
        pieces.push((file, piece));
    }
    Ok(pieces)
}

/// Nodes from which on printing on several threads pays.
const MANY_NODES: usize = 20_000;

/// Each tree as YAML. Runs of documents are printed side by side where there is enough of them.
fn print_trees(trees: &[&Tree]) -> Result<Vec<Vec<u8>>> {
    let print = |tree: &Tree, documents: Range<usize>| -> Result<Vec<u8>> {
        let mut printer = YamlPrinter::new();
        print_some(documents.filter_map(|at| tree.document(at)), &mut printer)?;
        Ok(printer.finish())
    };
    if trees.iter().map(|tree| tree.node_count()).sum::<usize>() < MANY_NODES {
        return trees.iter().map(|tree| print(tree, 0..tree.documents().len())).collect();
    }
    let runs: Vec<(usize, Range<usize>)> = trees
        .iter()
        .enumerate()
        .flat_map(|(at, tree)| {
            let count = tree.documents().len();
            let nodes_each = tree.node_count() / count.max(1) + 1;
            let length = (MANY_NODES / 4 / nodes_each).max(1);
            (0..count.max(1))
                .step_by(length)
                .map(move |from| (at, from..(from + length).min(count)))
        })
        .collect();
    let printed: Vec<Result<Vec<u8>>> =
        runs.par_iter().map(|(at, documents)| print(trees[*at], documents.clone())).collect();
    let mut texts = vec![Vec::new(); trees.len()];
    for ((at, _), piece) in runs.iter().zip(printed) {
        let (text, piece) = (&mut texts[*at], piece?);
        if text.is_empty() {
            *text = piece;
        } else if !piece.is_empty() {
            text.extend_from_slice(b"---\n");
            text.extend_from_slice(&piece);
        }
    }
    Ok(texts)
}

fn all_with<P: Printer>(mut printer: P, files: &[RenderedFile], sources: &Sources) -> Result<P> {
    for file in files {
        match &file.content {
            Content::Plain(tree) => print_documents(tree, &mut printer)?,
            Content::Documents(documents) => print::documents(documents, sources, &mut printer)?,
            Content::Text(_) => {}
        }
    }
    Ok(printer)
}

fn print_with<P: Printer>(mut printer: P, documents: &[Document], sources: &Sources) -> Result<P> {
    print::documents(documents, sources, &mut printer)?;
    Ok(printer)
}
