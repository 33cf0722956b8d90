//! Files that hold schema or data values instead of output, found by their annotations.

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{Diagnostic, Place, Result, Sources, bail, codes, spelling};
use yardstick_schema::{is_schema_annotation, nearest_schema_annotation};
use yardstick_template::{
    Annotated, AnnotatedNode, Standing, annotations_in, annotations_under, tree::Document,
};
use yardstick_yaml::Tree;

use super::project::ParsedFile;
use crate::values::{DATA_VALUES, LIBRARY_REF, SCHEMA};

/// Another name for the annotation of documents that declare data values.
const DEFINITION: &str = "schema/definition";

/// Whether `document` bears `annotation`, by any of its names.
pub(crate) fn is_special(document: &Document, annotation: &str) -> bool {
    let annotations = &document.annotations;
    annotations.has(annotation) || annotation == SCHEMA && annotations.has(DEFINITION)
}

/// Whether a file holds documents with `annotation`, by any of its names. Only its comments are looked
/// through; nothing is evaluated.
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
                let message = format!(
                    "Found @{name} on {} ({}); only documents (---) can be annotated with @{name}",
                    annotation.node.kind().name(),
                    annotation.position.compact(sources)
                );
                bail!(codes::NOT_ON_DOCUMENT, message);
            };
            if last_document == Some(index) {
                bail!(
                    codes::REPEATED_ON_DOCUMENT,
                    "{name} annotation may only be used once per document"
                );
            }
            last_document = Some(index);
        }
    }
    Ok(!annotations.is_empty())
}

/// Whether rules are written in a file that runs over output or data values.
pub(super) fn mentions_rules(tree: &Tree) -> bool {
    let mentions = |comment| {
        let text = tree.comment_text(comment);
        text.starts_with("@assert/validate") || text.starts_with("@schema/apply")
    };
    tree.comments().iter().any(mentions)
}

/// Namespaces all of whose names are known, with those names; `schema/` is asked for. Annotations of
/// overlays are looked at where overlays are applied.
const NAMESPACES: [(&str, &[&str]); 5] = [
    (SCHEMA_NAMESPACE, &[]),
    ("data/", &[DATA_VALUES, SCHEMA]),
    ("library/", &[LIBRARY_REF]),
    ("assert/", &["assert/validate"]),
    ("yaml/", &["yaml/map-key-override", "yaml/text-templated-strings"]),
];

/// What the annotations that are looked at start with.
const PREFIXES: [&str; 6] = [SCHEMA_NAMESPACE, "data/", "library/", "assert/", "yaml/", "overlay/"];

const SCHEMA_NAMESPACE: &str = "schema/";

/// The annotation that makes a document an overlay.
const OVERLAY_MATCH: &str = "overlay/match";

/// Whether an annotation has this name; if not, what was probably meant.
fn look_up(name: &str) -> Result<(), Option<&'static str>> {
    // Rules may be numbered.
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit());
    match NAMESPACES.iter().find(|(prefix, _)| name.starts_with(prefix)) {
        Some((SCHEMA_NAMESPACE, _)) if is_schema_annotation(name) => Ok(()),
        Some((SCHEMA_NAMESPACE, _)) => Err(nearest_schema_annotation(name)),
        Some((_, known)) if known.contains(&name) || plain == "assert/validate" => Ok(()),
        Some((prefix, known)) => Err(spelling::nearest_below(prefix, name, known.iter().copied())),
        None => Ok(()),
    }
}

/// Annotations that do nothing, or not what was meant: their name is not known, or a later one of the
/// same node takes their place, or they belong to another node than it seems.
pub(super) fn doubtful_annotations(tree: &Tree, sources: &Sources) -> Vec<Diagnostic> {
    let annotations = annotations_under(tree, &PREFIXES);
    // From the end: what was seen before comes later in the file.
    let mut seen = FxHashSet::default();
    let from_the_end = annotations.iter().rev();
    let mut repeated: Vec<bool> = from_the_end
        .map(|one| !seen.insert((one.name.as_str(), one.node.kind(), one.position)))
        .collect();
    repeated.reverse();
    let mut doubts = Vec::new();
    for (annotation, is_repeated) in annotations.iter().zip(repeated) {
        let Annotated { name, node, standing, .. } = annotation;
        let doubt = if let Err(near) = look_up(name) {
            let doubt = Diagnostic::warning(
                codes::UNKNOWN_ANNOTATION,
                format!("Unknown annotation @{name}"),
            );
            match near {
                Some(near) => doubt.note(spelling::did_you_mean(format_args!("@{near}"))),
                None => doubt,
            }
        } else if is_repeated && name.starts_with(SCHEMA_NAMESPACE) {
            let node = node.kind().name();
            let message = format!("Annotation @{name} stands on the same {node} twice");
            Diagnostic::warning(codes::REPEATED_ANNOTATION, message)
                .note("only the last one counts")
        } else if *standing == Standing::BeforeAnother {
            let message = format!("Annotation @{name} does not belong to the value below it");
            let place = annotation.position.span().map(|span| Place::At(span).compact(sources));
            let owner = match place {
                Some(place) if has_owner(tree, *node) => {
                    format!("the {} at {place}", node.kind().name())
                }
                _ => "nothing".to_owned(),
            };
            Diagnostic::warning(codes::MISPLACED_ANNOTATION, message).note(format!(
                "it belongs to {owner}; write it above the item that holds the value, or on its first line"
            ))
        } else if *standing == Standing::AtTheEnd && !counts_at_the_end(name, &annotations) {
            let message = format!("Annotation @{name} belongs to nothing");
            Diagnostic::warning(codes::MISPLACED_ANNOTATION, message)
                .note("no node follows it in the file")
        } else {
            continue;
        };
        doubts.push(annotation.comment.span().into_iter().fold(doubt, Diagnostic::at));
    }
    doubts
}

/// Whether an annotation at the end of the file does something: the implied document there can be an
/// overlay, or data values that say nothing.
fn counts_at_the_end(name: &str, annotations: &[Annotated]) -> bool {
    let is_match =
        |one: &Annotated| one.standing == Standing::AtTheEnd && one.name == OVERLAY_MATCH;
    [DATA_VALUES, SCHEMA, DEFINITION, "library/ref"].contains(&name)
        || name.starts_with("overlay/") && annotations.iter().any(is_match)
}

/// Whether a node that carries annotations is really there: after the last document there is none.
fn has_owner(tree: &Tree, node: AnnotatedNode) -> bool {
    match node {
        AnnotatedNode::Document(index) => tree.document(index as usize).is_some(),
        AnnotatedNode::MapItem | AnnotatedNode::ArrayItem => true,
    }
}
