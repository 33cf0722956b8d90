//! Prints documents as text: one stream, or files.

use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, Result, Sources};
use yardstick_template::{print, tree::Document};
use yardstick_yaml::{
    Tree,
    print::{JsonOptions, JsonPrinter, PositionsPrinter, Printer, YamlPrinter, print_documents},
};

use crate::{
    library::{Project, RenderedContent, RenderedFile},
    options::Format,
    output::OutputFile,
    plain::{MARKER, Pieces, Plain, joined},
    repeated::repeated_keys,
};

/// The form of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// One stream of documents.
    Stream,
    /// Files.
    Files,
}

/// The result as text.
#[derive(Debug, Default)]
pub struct Rendered {
    /// All documents in pieces, for [`Target::Stream`].
    pub stream: Vec<Vec<u8>>,
    /// Text files, then YAML files, for [`Target::Files`].
    pub files: Vec<OutputFile>,
    /// Whether there are text files, which a stream omits.
    pub has_text: bool,
    /// Whether the documents answer a question about the input instead of rendering it.
    pub is_inspection: bool,
    /// Warnings about probable mistakes.
    pub warnings: Vec<Diagnostic>,
}

impl Rendered {
    /// The answer to a question. It is printed to the destination of results.
    pub(crate) fn answer(text: Vec<u8>) -> Self {
        Self { stream: vec![text], is_inspection: true, ..Self::default() }
    }
}

/// Settings for printing the result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printing {
    pub(crate) target: Target,
    pub(crate) format: Format,
}

impl Printing {
    /// One document that answers a question.
    pub(crate) fn answer(self, document: &Document, sources: &Sources) -> Result<Rendered> {
        let documents = std::slice::from_ref(document);
        let text = match self.format {
            Format::Yaml => print_with(YamlPrinter::new(), documents, sources)?.finish(),
            Format::Json => {
                print_with(JsonPrinter::new(JsonOptions::default()), documents, sources)?.finish()
            }
            Format::Positions => print_with(PositionsPrinter::new(), documents, sources)?.finish(),
        };
        Ok(Rendered::answer(text))
    }

    /// Prints the documentation of a schema. Text is its main form, so a stream includes it, before the documents.
    pub(crate) fn documentation(
        self,
        project: &Project,
        files: &mut [RenderedFile],
    ) -> Result<Rendered> {
        let mut rendered = self.files(project, files)?;
        if self.target == Target::Stream {
            let texts = std::mem::take(&mut rendered.files);
            rendered.stream.splice(0..0, texts.into_iter().map(|file| file.contents));
            rendered.has_text = false;
        }
        Ok(rendered)
    }

    /// Prints the rendered files of a library. Large plain files may be forgotten, because that saves memory.
    pub(crate) fn files(self, project: &Project, files: &mut [RenderedFile]) -> Result<Rendered> {
        let mut rendered = Rendered::default();
        for file in &*files {
            if let RenderedContent::Text(text) = &file.content {
                rendered.has_text = true;
                let path = project.file(file.file).path().to_owned();
                rendered.files.push(OutputFile::text(path, text.as_bytes().to_vec()));
            }
        }
        match (self.target, self.format) {
            (Target::Files, _) => {
                for (file, pieces) in yaml_pieces(project, files)? {
                    let contents = joined(pieces);
                    // A file with only empty documents has no output.
                    if !contents.is_empty() || file.is_edited {
                        let path = project.file(file.file).path().to_owned();
                        rendered.files.push(OutputFile::yaml(path, contents));
                    }
                }
            }
            (Target::Stream, Format::Yaml) => {
                for (_, pieces) in yaml_pieces(project, files)? {
                    for piece in pieces {
                        if !rendered.stream.is_empty() {
                            rendered.stream.push(MARKER.to_vec());
                        }
                        rendered.stream.push(piece);
                    }
                }
            }
            (Target::Stream, Format::Json) => {
                let printer = JsonPrinter::new(JsonOptions::default());
                rendered.stream.push(all_with(printer, project, files)?.finish());
            }
            (Target::Stream, Format::Positions) => {
                let printer = PositionsPrinter::new();
                rendered.stream.push(all_with(printer, project, files)?.finish());
            }
        }
        Ok(rendered)
    }
}

/// Prints each YAML file, in order.
fn yaml_pieces<'a>(
    project: &Project,
    files: &'a mut [RenderedFile],
) -> Result<Vec<(&'a RenderedFile, Pieces)>> {
    let sources = &project.session.sources;
    let trees: Vec<&mut Arc<Tree>> = files
        .iter_mut()
        .filter_map(|file| match &mut file.content {
            RenderedContent::Plain(tree) => Some(tree),
            RenderedContent::Documents(_) | RenderedContent::Text(_) => None,
        })
        .collect();
    let Plain { texts, warnings } = Plain::print(trees, sources)?;
    let mut plain = texts.into_iter();
    let mut pieces = Vec::with_capacity(files.len());
    for file in files {
        let piece = match &file.content {
            RenderedContent::Plain(_) => plain.next().unwrap_or_default(),
            RenderedContent::Documents(documents) => {
                let text = print_with(YamlPrinter::new(), documents, sources)?.finish();
                if text.is_empty() { Vec::new() } else { vec![text] }
            }
            RenderedContent::Text(_) => continue,
        };
        pieces.push((&*file, piece));
    }
    // If a file cannot be printed, that error comes alone.
    project.session.warn(warnings);
    Ok(pieces)
}

fn all_with<P: Printer>(mut printer: P, project: &Project, files: &[RenderedFile]) -> Result<P> {
    let sources = &project.session.sources;
    let mut warnings = Vec::new();
    for file in files {
        match &file.content {
            RenderedContent::Plain(tree) => {
                if print_documents(tree, &mut printer)? {
                    warnings.extend(repeated_keys(tree.nodes(), sources));
                }
            }
            RenderedContent::Documents(documents) => {
                print::documents(documents, sources, &mut printer)?;
            }
            RenderedContent::Text(_) => {}
        }
    }
    project.session.warn(warnings);
    Ok(printer)
}

fn print_with<P: Printer>(mut printer: P, documents: &[Document], sources: &Sources) -> Result<P> {
    print::documents(documents, sources, &mut printer)?;
    Ok(printer)
}
