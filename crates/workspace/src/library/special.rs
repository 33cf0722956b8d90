//! Files that hold schema or data values instead of output, found by their annotations.

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{Diagnostic, Result, Sources};
use yardstick_schema::{is_schema_annotation, nearest_schema_annotation};
use yardstick_template::{
    Annotated, AnnotatedNode, annotations_in, annotations_under, tree::Document,
};
use yardstick_yaml::Tree;

use super::project::ParsedFile;

/// The annotation of documents with data values.
pub(crate) const DATA_VALUES: &str = "data/values";
/// The annotation of documents that declare data values.
pub(crate) const SCHEMA: &str = "data/values-schema";
/// Another name for it.
const DEFINITION: &str = "schema/definition";

/// Whether `document` bears `annotation`, by any of its names.
pub(crate) fn is_special(document: &Document, annotation: &str) -> bool {
    let annotations = &document.annotations;
    annotations.has(annotation) || annotation == SCHEMA && annotations.has(DEFINITION)
}

/// What kinds of special documents a file holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SpecialFiles {
    pub(crate) schema: bool,
    pub(crate) values: bool,
}

impl SpecialFiles {
    /// Looks through the comments of a file; nothing is evaluated.
    pub(crate) fn find(file: &ParsedFile, sources: &Sources) -> Result<Self> {
        let mut found = SpecialFiles::default();
        if !file.is_template {
            return Ok(found);
        }
        let annotations = annotations_in(&file.tree, &[DATA_VALUES, SCHEMA, DEFINITION]);
        for name in [SCHEMA, DEFINITION, DATA_VALUES] {
            let mut last_document = None;
            for annotation in annotations.iter().filter(|annotation| annotation.name == name) {
                let AnnotatedNode::Document(index) = annotation.node else {
                    let message = format!(
                        "Found @{name} on {} ({}); only documents (---) can be annotated with @{name}",
                        annotation.node.kind_name(),
                        annotation.position.compact(sources)
                    );
                    return Err(Box::new(Diagnostic::error("YS0705", message)));
                };
                if last_document == Some(index) {
                    let message = format!("{name} annotation may only be used once per document");
                    return Err(Box::new(Diagnostic::error("YS0706", message)));
                }
                last_document = Some(index);
                if name == DATA_VALUES {
                    found.values = true;
                } else {
                    found.schema = true;
                }
            }
        }
        Ok(found)
    }
}

/// Whether rules are written in a file that runs over output or data values.
pub(super) fn mentions_rules(tree: &Tree) -> bool {
    let mentions = |comment| tree.comment_text(comment).starts_with("@assert/validate");
    tree.comments().iter().any(mentions)
}

/// Annotations of schemas that do nothing: their name is not known, or a later one of the same node
/// takes their place.
pub(super) fn doubtful_annotations(tree: &Tree) -> Vec<Diagnostic> {
    let annotations = annotations_under(tree, "schema/");
    // From the end: what was seen before stands later.
    let mut seen = FxHashSet::default();
    let from_the_end = annotations.iter().rev();
    let mut repeated: Vec<bool> = from_the_end
        .map(|one| !seen.insert((one.name.as_str(), one.node.kind_name(), one.position)))
        .collect();
    repeated.reverse();
    let mut doubts = Vec::new();
    for (annotation, is_repeated) in annotations.iter().zip(repeated) {
        let Annotated { name, node, .. } = annotation;
        let doubt = if !is_schema_annotation(name) {
            let doubt = Diagnostic::warning("YS0708", format!("Unknown annotation @{name}"));
            match nearest_schema_annotation(name) {
                Some(near) => doubt.note(format!("did you mean @{near}?")),
                None => doubt,
            }
        } else if is_repeated {
            let node = node.kind_name();
            let message = format!("Annotation @{name} stands on the same {node} twice");
            Diagnostic::warning("YS0709", message).note("only the last one counts")
        } else {
            continue;
        };
        doubts.push(annotation.comment.span().into_iter().fold(doubt, Diagnostic::at));
    }
    doubts
}
