//! Prints documents as text: one stream, or files.
//!
//! Large amounts of plain YAML are printed on several threads. The reported error does not depend on which thread is
//! first.

use std::{
    ops::Range,
    sync::atomic::{AtomicBool, Ordering},
};

use rayon::prelude::*;
use yardstick_diagnostics::{Diagnostic, Result, Sources};
use yardstick_template::{print, tree::Document};
use yardstick_yaml::{
    Tree,
    print::{
        JsonOptions, JsonPrinter, PositionsPrinter, Printer, YamlPrinter, print_documents,
        print_some,
    },
};

use crate::{
    library::{Project, RenderedContent, RenderedFile},
    options::Format,
    output::OutputFile,
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
        files: &[RenderedFile],
    ) -> Result<Rendered> {
        let mut rendered = self.files(project, files)?;
        if self.target == Target::Stream {
            let texts = std::mem::take(&mut rendered.files);
            rendered.stream.splice(0..0, texts.into_iter().map(|file| file.contents));
            rendered.has_text = false;
        }
        Ok(rendered)
    }

    /// Prints the rendered files of a library.
    pub(crate) fn files(self, project: &Project, files: &[RenderedFile]) -> Result<Rendered> {
        let mut rendered = Rendered::default();
        for file in files {
            if let RenderedContent::Text(text) = &file.content {
                rendered.has_text = true;
                let path = project.file(file.file).path().to_owned();
                rendered.files.push(OutputFile::text(path, text.as_bytes().to_vec()));
            }
        }
        let sources = &project.session.sources;
        let repeated = AtomicBool::new(false);
        match (self.target, self.format) {
            (Target::Files, _) => {
                for (file, pieces) in yaml_pieces(sources, files, &repeated)? {
                    let contents = joined(pieces);
                    // A file with only empty documents has no output.
                    if !contents.is_empty() || file.is_edited {
                        let path = project.file(file.file).path().to_owned();
                        rendered.files.push(OutputFile::yaml(path, contents));
                    }
                }
            }
            (Target::Stream, Format::Yaml) => {
                for (_, pieces) in yaml_pieces(sources, files, &repeated)? {
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
                rendered.stream.push(all_with(printer, files, sources, &repeated)?.finish());
            }
            (Target::Stream, Format::Positions) => {
                let printer = PositionsPrinter::new();
                rendered.stream.push(all_with(printer, files, sources, &repeated)?.finish());
            }
        }
        // This is rare. Only now are the trees searched for the keys.
        if repeated.into_inner() {
            let trees = files.iter().filter_map(|file| match &file.content {
                RenderedContent::Plain(tree) => Some(tree),
                RenderedContent::Documents(_) | RenderedContent::Text(_) => None,
            });
            project.session.warn(trees.flat_map(|tree| repeated_keys(tree, sources)));
        }
        Ok(rendered)
    }
}

/// The separator of documents.
const MARKER: &[u8] = b"---\n";

/// A text in pieces, none of them empty. A marker belongs between them.
type Pieces = Vec<Vec<u8>>;

/// Joins the pieces to one text.
fn joined(mut pieces: Pieces) -> Vec<u8> {
    if pieces.len() > 1 { pieces.join(MARKER) } else { pieces.pop().unwrap_or_default() }
}

/// Prints each YAML file, in order. Plain files are printed in parallel.
fn yaml_pieces<'a>(
    sources: &Sources,
    files: &'a [RenderedFile],
    repeated: &AtomicBool,
) -> Result<Vec<(&'a RenderedFile, Pieces)>> {
    let trees: Vec<&Tree> = files
        .iter()
        .filter_map(|file| match &file.content {
            RenderedContent::Plain(tree) => Some(&**tree),
            RenderedContent::Documents(_) | RenderedContent::Text(_) => None,
        })
        .collect();
    let mut plain = print_trees(&trees, repeated)?.into_iter();
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
        pieces.push((file, piece));
    }
    Ok(pieces)
}

/// The minimum number of nodes for printing on several threads.
const MANY_NODES: usize = 20_000;

/// Prints each tree as YAML, in pieces that are not joined, so that large texts are not in memory twice. Large numbers
/// of documents are printed in parallel.
fn print_trees(trees: &[&Tree], repeated: &AtomicBool) -> Result<Vec<Pieces>> {
    let print = |tree: &Tree, documents: Range<usize>| -> Result<Vec<u8>> {
        let mut printer = YamlPrinter::into_buffer(Vec::with_capacity(room(tree, &documents)));
        let settled = print_some(documents.filter_map(|at| tree.document(at)), &mut printer)?;
        repeated.fetch_or(settled, Ordering::Relaxed);
        Ok(printer.finish())
    };
    let mut texts: Vec<Pieces> = vec![Pieces::new(); trees.len()];
    if trees.iter().map(|tree| tree.node_count()).sum::<usize>() < MANY_NODES {
        for (text, tree) in texts.iter_mut().zip(trees) {
            let piece = print(tree, 0..tree.documents().len())?;
            text.extend(Some(piece).filter(|piece| !piece.is_empty()));
        }
        return Ok(texts);
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
    for ((at, _), piece) in runs.iter().zip(printed) {
        texts[*at].extend(Some(piece?).filter(|piece| !piece.is_empty()));
    }
    Ok(texts)
}

/// The estimated size of the printed `documents` in bytes: usually a little more than in the file.
fn room(tree: &Tree, documents: &Range<usize>) -> usize {
    let start = tree.document(documents.start).map_or(0, |document| document.span().start);
    let last = documents.end.checked_sub(1).and_then(|last| tree.document(last));
    let end = last.map_or(0, |document| document.span().end);
    let written = end.saturating_sub(start) as usize;
    written + written / 16 + 64
}

fn all_with<P: Printer>(
    mut printer: P,
    files: &[RenderedFile],
    sources: &Sources,
    repeated: &AtomicBool,
) -> Result<P> {
    for file in files {
        match &file.content {
            RenderedContent::Plain(tree) => {
                repeated.fetch_or(print_documents(tree, &mut printer)?, Ordering::Relaxed);
            }
            RenderedContent::Documents(documents) => {
                print::documents(documents, sources, &mut printer)?;
            }
            RenderedContent::Text(_) => {}
        }
    }
    Ok(printer)
}

fn print_with<P: Printer>(mut printer: P, documents: &[Document], sources: &Sources) -> Result<P> {
    print::documents(documents, sources, &mut printer)?;
    Ok(printer)
}
