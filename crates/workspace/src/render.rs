//! From input files to the result.
//!
//! Files are read, parsed and printed side by side; which error is reported does not depend on which
//! thread came first.

use rayon::prelude::*;
use yardstick_diagnostics::{Diagnostic, Result, Sources};
use yardstick_yaml::{
    Tree,
    print::{JsonOptions, JsonPrinter, PositionsPrinter, YamlPrinter, print_documents},
};

use crate::{
    Directories, InputFile, Kind, World,
    options::{Format, Options, OutputTypes},
    output::OutputFile,
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
}

/// Renders `files`.
pub fn render(
    world: &dyn World,
    sources: &Sources,
    files: &[InputFile],
    options: &Options,
    target: Target,
) -> Result<Rendered> {
    if !options.data_values.is_empty() {
        return Err(unsupported("data values"));
    }
    if options.inspect.is_some() {
        return Err(unsupported("inspecting data values and their schema"));
    }
    let accessible: Vec<&InputFile> =
        Directories::of(files).accessible().into_iter().map(|index| &files[index]).collect();
    if accessible.iter().any(|file| file.kind() == Kind::Starlark) {
        return Err(unsupported("Starlark files"));
    }
    let mut yaml: Vec<&InputFile> =
        accessible.iter().copied().filter(|file| file.kind() == Kind::Yaml).collect();
    yaml.sort_by_key(|file| file.order());
    let trees = parse_all(world, sources, &yaml, options)?;
    let types = OutputTypes::from_words(&options.output_types)?;
    if types.openapi {
        return Err(Box::new(Diagnostic::error(
            "YS0227",
            "Output type currently only supported for data values schema (i.e. include \
             --data-values-schema-inspect)",
        )));
    }
    let for_output: Vec<(&InputFile, &Tree)> =
        yaml.iter().copied().zip(&trees).filter(|(file, _)| file.is_for_output()).collect();

    let mut rendered = Rendered::default();
    for file in &accessible {
        match file.kind() {
            Kind::Text => {
                let text = file.bytes(world)?;
                let evaluated = file.is_template() || file.is_library();
                if evaluated && text.windows(2).any(|pair| pair == b"(@") {
                    return Err(unsupported("text templates"));
                }
                if file.is_for_output() {
                    rendered.has_text = true;
                    rendered.files.push(OutputFile::text(file.path().to_owned(), text.to_vec()));
                }
            }
            Kind::Data if file.is_for_output() => {
                return Err(Box::new(Diagnostic::error("YS0226", "Unknown file type")));
            }
            _ => {}
        }
    }
    match (target, types.format) {
        (Target::Files, _) => {
            let printed = print_yaml(&for_output)?;
            // A file of empty documents leaves none behind.
            for (contents, (file, _)) in printed.into_iter().zip(&for_output) {
                if !contents.is_empty() {
                    rendered.files.push(OutputFile::yaml(file.path().to_owned(), contents));
                }
            }
        }
        (Target::Stream, Format::Yaml) => {
            for piece in print_yaml(&for_output)?.into_iter().filter(|piece| !piece.is_empty()) {
                if !rendered.stream.is_empty() {
                    rendered.stream.push(b"---\n".to_vec());
                }
                rendered.stream.push(piece);
            }
        }
        (Target::Stream, Format::Json) => {
            let mut printer = JsonPrinter::new(JsonOptions::default());
            for (_, tree) in &for_output {
                print_documents(tree, &mut printer)?;
            }
            rendered.stream.push(printer.finish());
        }
        (Target::Stream, Format::Positions) => {
            let mut printer = PositionsPrinter::new();
            for (_, tree) in &for_output {
                print_documents(tree, &mut printer)?;
            }
            rendered.stream.push(printer.finish());
        }
    }
    Ok(rendered)
}

fn parse_all(
    world: &dyn World,
    sources: &Sources,
    files: &[&InputFile],
    options: &Options,
) -> Result<Vec<Tree>> {
    let reading =
        yardstick_yaml::Options { strict: options.strict, ..yardstick_yaml::Options::reference() };
    side_by_side(files, |file| {
        let (id, source) = file.source_file(world, sources)?;
        let tree = yardstick_yaml::parse(source, id, &reading).map_err(|error| {
            error.within(format!("Unmarshaling YAML template '{}'", file.path()))
        })?;
        let is_code = |text: &str| text.starts_with('@');
        if (file.is_template() || file.is_library())
            && tree.comments().iter().any(|comment| is_code(tree.comment_text(comment)))
        {
            return Err(unsupported("YAML templates"));
        }
        Ok(tree)
    })
}

fn print_yaml(files: &[(&InputFile, &Tree)]) -> Result<Vec<Vec<u8>>> {
    side_by_side(files, |(_, tree)| {
        let mut printer = YamlPrinter::new();
        print_documents(tree, &mut printer)?;
        Ok(printer.finish())
    })
}

/// `work` on each of `items`; the first error in their order counts. Threads are not started for one.
fn side_by_side<I: Sync, O: Send>(
    items: &[I],
    work: impl Fn(&I) -> Result<O> + Send + Sync,
) -> Result<Vec<O>> {
    if items.len() < 2 {
        return items.iter().map(work).collect();
    }
    let results: Vec<Result<O>> = items.par_iter().map(work).collect();
    results.into_iter().collect()
}

fn unsupported(what: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("YS0299", format!("{what} are not supported by this version")))
}
