//! Compiles files to programs.
//!
//! YAML and text templates are split into segments: code as it is in the file, and statements that build nodes or
//! text, which the host runs. Plain Starlark files are one segment of code.

mod annotated;
mod instantiate;
mod metas;
mod text;
pub(crate) mod unit;
mod yaml;

use std::{rc::Rc, sync::Arc};

use yardstick_diagnostics::{Diagnostic, FileId, Result, SourceFile, Sources, Span, codes};
use yardstick_starlark::{Options as Language, Program, Remark, RemarkKind, Segment};
use yardstick_yaml::{
    Tree,
    tree::{Attached, Owner},
};

use crate::{
    comment, hints,
    text::CODE_PIECE,
    tree::{Document, Position},
};
use unit::Unit;

pub use annotated::{Annotated, AnnotatedNode, Standing, annotations_in, annotations_under};

/// The result of running a compiled file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yields {
    /// Documents: a YAML template.
    Documents,
    /// Text: a text template.
    Text,
    /// Only definitions: a Starlark file.
    Definitions,
}

/// A compiled file, which can run any number of times.
pub struct Compiled {
    pub(crate) program: Rc<Program>,
    pub(crate) yields: Yields,
    remarks: Vec<Remark>,
}

impl Compiled {
    /// Returns the kind of its result.
    pub fn yields(&self) -> Yields {
        self.yields
    }

    /// Whether it does the same whenever it runs, and what it leaves behind cannot change: it loads and calls nothing.
    pub fn is_constant(&self) -> bool {
        self.program.is_constant()
    }

    /// Whether those who load it may all have the same module, and nobody could tell.
    pub fn is_shareable(&self) -> bool {
        self.program.is_constant() && !self.program.has_functions()
    }

    /// Returns probable mistakes in its code.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }
}

/// Options for compiling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompileOptions {
    /// Whether to ignore comments of unknown form instead of rejecting them.
    pub ignore_unknown_comments: bool,
    /// Whether a repeated key replaces the earlier one instead of being an error.
    pub implicit_map_key_overrides: bool,
}

/// Whether any comment of `tree` makes it a template.
pub fn is_template(tree: &Tree) -> bool {
    tree.comments()
        .iter()
        .any(|comment| comment::is_templating(tree.comment_text(comment).as_bytes()))
}

/// Returns the comments that make documents of `tree` templates, each with the index of its document. The implied
/// document at the end of the file has the number of documents as its index.
pub fn templating_comments(tree: &Tree) -> impl Iterator<Item = (usize, Span)> {
    let is_templating =
        |one: &&Attached| comment::is_templating(tree.comment_text(&one.comment).as_bytes());
    tree.attach_comments().comments.iter().filter(is_templating).map(|one| {
        let document = match one.owner {
            Owner::Document(index) => index as usize,
            Owner::MapItem(_) | Owner::ArrayItem(_) => one.comment.document as usize,
        };
        (document, Span::new(tree.file(), one.comment.start.saturating_sub(1), one.comment.end))
    })
}

/// Compiles a YAML template.
pub fn yaml(
    tree: &Tree,
    sources: &Sources,
    options: CompileOptions,
    language: &Language,
) -> Result<Compiled> {
    let name = tree.source().name();
    let parts = yaml::compile(tree, sources, options)
        .map_err(|error| Box::new(error.within(format!("Compiling YAML template '{name}'"))))?;
    let mut source = (Arc::clone(tree.source()), tree.file());
    if !parts.appended.is_empty() {
        let texts: Vec<(u32, &[u8])> =
            parts.appended.iter().map(|(line, text)| (*line, &text[..])).collect();
        let file = sources.add(source.0.with_appended(&texts, CODE_PIECE));
        source = (sources.get(file), file);
    }
    finish(&source.0, source.1, parts.segments, parts.unit, Yields::Documents, language)
}

/// Compiles a text template.
pub fn text(source: &SourceFile, file: FileId, language: &Language) -> Result<Compiled> {
    let parts = text::compile(source, file)?;
    finish(source, file, parts.segments, parts.unit, Yields::Text, language)
        .map_err(|error| Box::new(error.within("Evaluating text template")))
}

/// Compiles a Starlark file.
pub fn starlark(source: &SourceFile, file: FileId, language: &Language) -> Result<Compiled> {
    let whole = Segment::Code(0..source.bytes().len() as u32);
    finish(source, file, vec![whole], Unit::default(), Yields::Definitions, language)
        .map_err(|error| Box::new(error.within("Evaluating starlark template")))
}

fn finish(
    source: &SourceFile,
    file: FileId,
    segments: Vec<Segment>,
    unit: Unit,
    yields: Yields,
    language: &Language,
) -> Result<Compiled> {
    let unit = Rc::new(unit);
    let shared: Rc<dyn std::any::Any> = Rc::clone(&unit) as _;
    let program =
        Program::compile(file, source.bytes(), segments, language, shared).map_err(|errors| {
            let (errors, fix) = hints::explain(errors, source, yields);
            let refused = Diagnostic::evaluation(codes::CODE_SYNTAX, errors);
            Box::new(Diagnostic { fix, ..refused })
        })?;
    let remarks = program.remarks().iter().filter(|remark| is_meant(remark, &unit, yields));
    let remarks = remarks.cloned().collect();
    Ok(Compiled { program, yields, remarks })
}

/// Whether to report a remark about a program, now that the kinds of its statements are known.
fn is_meant(remark: &Remark, unit: &Unit, yields: Yields) -> bool {
    match &remark.kind {
        // Outside of text templates, a text on its own may be documentation.
        RemarkKind::Unused { is_text, .. } => !is_text || yields == Yields::Text,
        RemarkKind::Unreachable { has_code, hosts, .. } => *has_code || unit.builds(hosts),
        RemarkKind::Overridden { hosts } => unit.builds(hosts),
        RemarkKind::ComparesText { .. }
        | RemarkKind::UsesNothing { .. }
        | RemarkKind::DropsCopy { .. } => true,
    }
}

/// Returns the documents of a file that is not a template, without comments. For repeated keys, the last one wins.
pub fn plain_documents(tree: &Tree) -> Vec<Document> {
    settled_documents(tree).0
}

/// Returns the documents of a file that is not a template, and whether a key is repeated anywhere.
pub fn settled_documents(tree: &Tree) -> (Vec<Document>, bool) {
    let values = instantiate::Instantiate::new(tree);
    let documents = tree
        .documents()
        .map(|document| {
            let position = Position::at(tree.file(), document.position());
            Document::new(values.value(document.root()), position)
        })
        .collect();
    (documents, values.has_settled())
}
