//! Finds files that contain schema or data values instead of output, by their annotations. They have to run before all
//! other files, so they must be found without evaluating anything.

use yardstick_diagnostics::{Diagnostic, Fix, Result, Sources, Span, bail, codes};
use yardstick_template::{Annotated, AnnotatedNode, annotations_in, tree::Document};
use yardstick_yaml::Tree;

use crate::{
    annotations::{DEFINITION, SCHEMA},
    inputs::ParsedFile,
};

/// True if `document` has `annotation`, under any of its names.
pub(crate) fn is_special(document: &Document, annotation: &str) -> bool {
    let annotations = &document.annotations;
    annotations.has(annotation) || annotation == SCHEMA && annotations.has(DEFINITION)
}

/// True if a file contains documents with `annotation`, under any of its names. Only searches comments; evaluates
/// nothing.
pub(crate) fn holds_special(
    file: &ParsedFile,
    annotation: &str,
    sources: &Sources,
) -> Result<bool> {
    if !file.is_template {
        return Ok(false);
    }
    let names: &[&str] = if annotation == SCHEMA { &[SCHEMA, DEFINITION] } else { &[annotation] };
    let annotations = annotations_in(&file.tree, names);
    for &name in names {
        let mut last_document = None;
        for annotation in annotations.iter().filter(|annotation| annotation.name == name) {
            let AnnotatedNode::Document(index) = annotation.node else {
                return Err(not_on_document(annotation, &file.tree, sources));
            };
            if last_document == Some(index) {
                let message = format!("{name} annotation may only be used once per document");
                bail!(
                    codes::REPEATED_ON_DOCUMENT, message;
                    at: annotation.comment.span();
                    note: "remove one of them, or write `---` between them"
                );
            }
            last_document = Some(index);
        }
    }
    Ok(!annotations.is_empty())
}

/// True if a file contains rules for output or data values.
pub(super) fn mentions_rules(tree: &Tree) -> bool {
    let mentions = |comment| {
        let text = tree.comment_text(comment);
        text.starts_with("@assert/validate") || text.starts_with("@schema/apply")
    };
    tree.comments().iter().any(mentions)
}

/// The error for a document annotation on an item.
fn not_on_document(annotation: &Annotated<'_>, tree: &Tree, sources: &Sources) -> Box<Diagnostic> {
    let name = &annotation.name;
    let message = format!(
        "Found @{name} on {} ({}); only documents (---) can be annotated with @{name}",
        annotation.node.kind().name(),
        annotation.position.compact(sources)
    );
    let mut error = Diagnostic::error(codes::NOT_ON_DOCUMENT, message);
    let Some(span) = annotation.comment.span() else { return Box::new(error) };
    error = error.at(span);
    // The document marker may be right above. Then the two lines must be swapped.
    let text = tree.source().bytes();
    let start = (span.start as usize).saturating_sub(1);
    let above = text[..start].trim_ascii_end();
    if above.ends_with(b"---") {
        return Box::new(error.note(format!("write `#@{name}` above the `---`, not below it")));
    }
    // `#@data/values-schema ---`: the document marker is on the same line.
    let comment = tree.source().slice(span.start, span.end);
    let length = comment.strip_suffix(b"---").map(|name| name.trim_ascii_end().len() as u32);
    if let Some(length) = length {
        let fix = Fix {
            span: Span::new(span.file, span.start + length, span.end),
            replacement: "\n---".to_owned(),
            description: "start a document".to_owned(),
        };
        let note = format!("write `---` on the line below `#@{name}`");
        return Box::new(error.note(note).fix(fix));
    }
    let line_end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |at| start + at + 1);
    let fix = Fix {
        span: Span::at(span.file, line_end as u32),
        replacement: "---\n".to_owned(),
        description: "start a document".to_owned(),
    };
    Box::new(error.note(format!("write `---` on the line below `#@{name}`")).fix(fix))
}
