//! Files become programs.
//!
//! YAML and text templates are cut into segments: code as it is in the file, and statements that
//! build nodes or text, which the host carries out. Plain Starlark files are one segment of code.

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

/// What a compiled file yields when it is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yields {
    /// Documents: a YAML template.
    Documents,
    /// Text: a text template.
    Text,
    /// Only definitions: a Starlark file.
    Definitions,
}

/// A file ready to run, any number of times.
pub struct Compiled {
    pub(crate) program: Rc<Program>,
    pub(crate) yields: Yields,
    remarks: Vec<Remark>,
}

impl Compiled {
    /// What running it yields.
    pub fn yields(&self) -> Yields {
        self.yields
    }

    /// What its code does and hardly means.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }
}

/// What may differ from run to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompileOptions {
    /// Comments of no known form are skipped instead of refused.
    pub ignore_unknown_comments: bool,
    /// A repeated key replaces the earlier one instead of failing.
    pub implicit_map_key_overrides: bool,
}

/// Whether any comment of `tree` makes it a template.
pub fn is_template(tree: &Tree) -> bool {
    tree.comments()
        .iter()
        .any(|comment| comment::is_templating(tree.comment_text(comment).as_bytes()))
}

/// The comments that make documents of `tree` templates, each with the index of its document; the number of documents is
/// the implied one at the end of the file.
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

/// A YAML template as a program.
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

/// A text template as a program.
pub fn text(source: &SourceFile, file: FileId, language: &Language) -> Result<Compiled> {
    let parts = text::compile(source, file)?;
    finish(source, file, parts.segments, parts.unit, Yields::Text, language)
        .map_err(|error| Box::new(error.within("Evaluating text template")))
}

/// A Starlark file as a program.
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

/// Whether a remark about a program is worth a word, now that it is known what its statements are.
fn is_meant(remark: &Remark, unit: &Unit, yields: Yields) -> bool {
    match &remark.kind {
        // Outside text templates a text on its own may be documentation.
        RemarkKind::Unused { is_text, .. } => !is_text || yields == Yields::Text,
        RemarkKind::Unreachable { has_code, hosts, .. } => *has_code || unit.builds(hosts),
        RemarkKind::Overridden { hosts } => unit.builds(hosts),
        RemarkKind::ComparesText { .. }
        | RemarkKind::UsesNothing { .. }
        | RemarkKind::DropsCopy { .. } => true,
    }
}

/// The documents of a file that is not a template: comments dropped, of repeated keys the last wins.
pub fn plain_documents(tree: &Tree) -> Vec<Document> {
    settled_documents(tree).0
}

/// The documents of a file that is not a template, and whether a key is repeated anywhere.
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
