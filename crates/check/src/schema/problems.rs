//! Reports errors in schemas, at their positions in the schema file.

use std::sync::Arc;

use jsonschema::{
    Draft, ReferencingError, ValidationError, error::ValidationErrorKind, meta::MetaValidator,
};
use rustc_hash::FxHashSet;
use serde_json::{Value as Json, json};
use yardstick_diagnostics::{Diagnostic, Severity, Span, codes, spelling};
use yardstick_world::{cannot_read, network::masked};
use yardstick_yaml::{
    NodeId,
    json::{Type, View, Walk},
};

use super::{
    SchemaFile, SchemaStore, advice, draft3,
    references::{Atlas, Reference},
    rewrite::Rewrite,
};
use crate::{ecma, rules::exact};

/// Explains why the engine rejects the schema at `root` of `file`: returns all violations of the meta-schema, in this
/// file or in those that `used` refers to, or else `problem`.
pub(super) fn explain(
    store: &SchemaStore,
    file: &Arc<SchemaFile>,
    root: Option<NodeId>,
    draft: Option<Draft>,
    used: &Atlas,
    problem: &ValidationError<'static>,
) -> Vec<Diagnostic> {
    let found = violations(file, root, draft);
    if !found.is_empty() {
        return found;
    }
    if let ValidationErrorKind::Referencing(error) = problem.kind() {
        return vec![unresolved(store, file, error)];
    }
    let found = lists(used, Severity::Error);
    if !found.is_empty() {
        return found;
    }
    let found = violations_of_referred(used, draft);
    if !found.is_empty() {
        return found;
    }
    // Compilation errors have the location of the keyword as the schema path or as the instance path.
    let pointer = if problem.schema_path().as_str().len() > problem.instance_path().as_str().len() {
        problem.schema_path().as_str()
    } else {
        problem.instance_path().as_str()
    };
    let message = match problem.kind() {
        _ if is_regex(problem) => {
            // Show the text as written, not as rewritten for the engine.
            let text = match text_at(file, pointer) {
                Some(text) => Json::from(text),
                None => problem.instance().as_ref().clone(),
            };
            format!("{text} is not a valid regular expression")
        }
        _ => exact::without_marks(problem.to_string()),
    };
    let help = is_regex(problem)
        .then(|| text_at(file, pointer).map_or(String::new(), str::to_owned))
        .and_then(|text| ecma::advice(&text));
    vec![
        Diagnostic::error(codes::INVALID_SCHEMA, format!("Invalid schema: {message}"))
            .at(place(file, pointer))
            .notes(help),
    ]
}

/// Returns the text at `pointer` of `file`.
fn text_at<'f>(file: &'f SchemaFile, pointer: &str) -> Option<&'f str> {
    let reached = Walk::new(&file.view, file.root()?).to(pointer);
    (file.view.type_of(reached.node) == Type::String).then(|| file.view.node(reached.node).text())
}

/// Returns the violations of the meta-schema of `draft` by the schema at `root`.
pub(super) fn violations(
    file: &SchemaFile,
    root: Option<NodeId>,
    draft: Option<Draft>,
) -> Vec<Diagnostic> {
    let Some(root) = root else { return Vec::new() };
    let contents = draft3::translated(file, Rewrite::NONE.schema(&file.view, root));
    let validator = meta_validator(draft.unwrap_or_default());
    let mut found: Vec<Diagnostic> = Vec::new();
    for error in validator.iter_errors(&contents) {
        // Meta-schemas accept less of ECMA-262 than schemas may use.
        if error.instance().as_str().is_some_and(|text| is_regex(&error) && ecma::is_known(text)) {
            continue;
        }
        let span = place_below(file, root, error.instance_path().as_str());
        let problem = Diagnostic::error(codes::INVALID_SCHEMA, advice::message(&error)).at(span);
        // Several vocabularies may report the same value.
        if !found
            .iter()
            .any(|known| known.message == problem.message && known.labels[0].span == span)
        {
            found.push(advice::with_help(problem, &error, &contents));
        }
    }
    found
}

/// Returns the violations of the first referenced schema that has some. It is in another file, or in a part of this
/// file that is a schema only because of a reference.
fn violations_of_referred(atlas: &Atlas, draft: Option<Draft>) -> Vec<Diagnostic> {
    let mut seen = FxHashSet::default();
    for reference in &atlas.references {
        let Some((number, root)) = atlas.resolve(reference).filter(|&place| seen.insert(place))
        else {
            continue;
        };
        let file = &atlas.files[number];
        let named = file.root_text("$schema").map(|url| json!({ "$schema": url }));
        let named = named.map(|schema| Draft::default().detect(&schema));
        let own = named.filter(|draft| *draft != Draft::Unknown).or(draft);
        let found = violations(file, Some(root), own);
        if !found.is_empty() {
            let from = atlas.files[reference.schema.0].view.node(reference.value).content_span();
            let found = found.into_iter();
            return found.map(|problem| problem.label(from, "referred to here")).collect();
        }
    }
    Vec::new()
}

fn is_regex(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), ValidationErrorKind::Format { format } if format == "regex")
}

pub(super) fn meta_validator(draft: Draft) -> MetaValidator<'static> {
    match draft {
        Draft::Draft4 => jsonschema::draft4::meta::validator(),
        Draft::Draft6 => jsonschema::draft6::meta::validator(),
        Draft::Draft7 => jsonschema::draft7::meta::validator(),
        Draft::Draft201909 => jsonschema::draft201909::meta::validator(),
        _ => jsonschema::draft202012::meta::validator(),
    }
}

/// Returns the position of the value at `pointer` of `file`.
pub(super) fn place(file: &SchemaFile, pointer: &str) -> Span {
    let tree = file.view.tree();
    let Some(root) = file.root() else { return tree.span(0, 0) };
    place_below(file, root, pointer)
}

fn place_below(file: &SchemaFile, root: NodeId, pointer: &str) -> Span {
    let reached = Walk::new(&file.view, root).to(pointer);
    file.view.written(reached.node).content_span()
}

/// Returns the error for a broken reference, at its `$ref`.
fn unresolved(store: &SchemaStore, file: &SchemaFile, error: &ReferencingError) -> Diagnostic {
    let atlas = Atlas::new(store.loaded());
    if let ReferencingError::Unretrievable { .. } = error
        && let Some(problem) = first_unreadable(store, &atlas)
    {
        return problem;
    }
    let wanted = match error {
        ReferencingError::Unretrievable { uri, .. } => uri.split('#').next().unwrap_or(uri),
        ReferencingError::PointerToNowhere { pointer } => pointer,
        ReferencingError::NoSuchAnchor { anchor } | ReferencingError::InvalidAnchor { anchor } => {
            anchor
        }
        _ => "",
    };
    let message = match error {
        ReferencingError::Unretrievable { uri, source } => {
            format!("Cannot resolve reference to {uri}: {source}")
        }
        ReferencingError::PointerToNowhere { pointer } => {
            format!("Cannot resolve reference: nothing at '{pointer}'")
        }
        ReferencingError::NoSuchAnchor { anchor } => {
            format!("Cannot resolve reference: no anchor '{anchor}'")
        }
        other => format!("Cannot resolve reference: {other}"),
    };
    let broken = || {
        let is_broken = |reference: &&Reference| atlas.resolve(reference).is_none();
        atlas.references.iter().filter(is_broken).filter(|_| !wanted.is_empty())
    };
    // One name may be the start of another.
    let culprit = broken().find(|reference| reference.text.ends_with(wanted)).or_else(|| {
        broken().find(|reference| {
            let absolute = reference.base.join(&reference.text).map(String::from);
            absolute.unwrap_or_default().contains(wanted)
        })
    });
    let span = culprit.map_or_else(
        || place(file, ""),
        |reference| {
            let view = &atlas.files[reference.schema.0].view;
            view.node(reference.value).content_span()
        },
    );
    let hint = culprit.and_then(|reference| near_miss(&atlas, reference));
    Diagnostic::error(codes::UNRESOLVED_REFERENCE, message).at(span).notes(hint)
}

/// Returns the error for the first reference whose file cannot be read. The engine reads files in no particular order
/// and reports any of them.
fn first_unreadable(store: &SchemaStore, atlas: &Atlas) -> Option<Diagnostic> {
    let open = atlas.references.iter().filter(|reference| atlas.resolve(reference).is_none());
    let unreadable = open.filter_map(|reference| {
        let mut url = reference.base.join(&reference.text).ok()?;
        url.set_fragment(None);
        let url = Some(url).filter(|url| !store.is_official(url.as_str()))?;
        let reason = store.load(url.as_str(), None).err()?.message;
        let shown = store.shown(url.as_str());
        // Show the file name once, relative to the current directory.
        let failed = cannot_read(&masked(url.as_str()), "");
        let reason = reason.strip_prefix(&failed).unwrap_or(&reason);
        let message = format!("Cannot resolve reference to {shown}: {reason}");
        let span = atlas.files[reference.schema.0].view.node(reference.value).content_span();
        let near = near_miss(atlas, reference).or_else(|| store.near_file(url.as_str()));
        Some(Diagnostic::error(codes::UNRESOLVED_REFERENCE, message).at(span).notes(near))
    });
    unreadable.min_by_key(|problem| problem.span().map(|span| (span.file, span.start)))
}

/// Returns the URLs of `atlas` that cannot be loaded, each with the error to report if a document needs it.
pub(super) fn lost(store: &SchemaStore, atlas: &Atlas) -> Vec<(String, Diagnostic)> {
    let lost = atlas.references.iter().filter_map(|reference| {
        let url = String::from(reference.base.join(&reference.text).ok()?);
        let reason = store.reason_of_loss(&url)?;
        let message = format!("Cannot resolve reference to {}: {reason}", masked(&url));
        let view = &atlas.files[reference.schema.0].view;
        let problem = Diagnostic::error(codes::UNRESOLVED_REFERENCE, message)
            .at(view.node(reference.value).content_span());
        Some((url, problem))
    });
    // One position per URL is enough.
    let mut lost: Vec<(String, Diagnostic)> = lost.collect();
    lost.sort_by_key(|(url, problem)| (url.clone(), problem.span().map(|span| span.start)));
    lost.dedup_by(|later, first| later.0 == first.0);
    lost
}

/// References of `atlas` to lists.
pub(super) fn lists(atlas: &Atlas, severity: Severity) -> Vec<Diagnostic> {
    let named = atlas.references.iter().filter(|reference| atlas.names_list(reference));
    named
        .map(|reference| {
            let message = "`$ref` leads to a list, which is no schema: it checks nothing";
            let view = &atlas.files[reference.schema.0].view;
            let mut problem = Diagnostic::error(codes::UNRESOLVED_REFERENCE, message)
                .at(view.node(reference.value).content_span())
                .note(format!("one schema of the list is '{}/0'", reference.text));
            problem.severity = severity;
            problem
        })
        .collect()
}

/// References of `file` that lead nowhere inside it, each at its place.
pub(super) fn unresolved_inside(file: &Arc<SchemaFile>) -> Vec<Diagnostic> {
    let atlas = Atlas::new(vec![Arc::clone(file)]);
    let is_lost = |reference: &&Reference| {
        reference.text.starts_with('#') && atlas.resolve(reference).is_none()
    };
    let lost = atlas.references.iter().filter(is_lost);
    lost.map(|reference| {
        let message = format!("Cannot resolve reference: nothing at '{}'", &reference.text[1..]);
        Diagnostic::error(codes::UNRESOLVED_REFERENCE, message)
            .at(file.view.node(reference.value).content_span())
            .notes(near_miss(&atlas, reference))
    })
    .collect()
}

/// Suggests what was probably meant by the broken `reference`.
fn near_miss(atlas: &Atlas, reference: &Reference) -> Option<String> {
    let text = reference.text.as_str();
    let (file, fragment) = text.split_once('#').unwrap_or((text, ""));
    let leads = |text: &str| {
        reference.base.join(text).ok().and_then(|url| atlas.resolve_url(&url)).is_some()
    };
    // The `#` or the slash after it may be missing.
    let pointer = if fragment.is_empty() { file } else { fragment }.trim_start_matches('/');
    let meant = format!("#/{pointer}");
    if meant != text && !pointer.is_empty() && leads(&meant) {
        return Some(spelling::did_you_mean(meant));
    }
    // The name of a definition alone.
    for keyword in ["$defs", "definitions"] {
        let meant = format!("#/{keyword}/{pointer}");
        if meant != text && !pointer.is_empty() && !pointer.contains('/') && leads(&meant) {
            return Some(spelling::did_you_mean(meant));
        }
    }
    // Drafts use different keywords for definitions.
    for (one, other) in [("/definitions/", "/$defs/"), ("/$defs/", "/definitions/")] {
        let meant = text.replace(one, other);
        if meant != text && leads(&meant) {
            return Some(spelling::did_you_mean(meant));
        }
    }
    let (number, node) = atlas.resolve_url(&reference.base.join(&format!("{file}#")).ok()?)?;
    let way = format!("{file}{}", near_pointer(&atlas.files[number].view, node, fragment)?);
    (way != text && way != format!("{file}#")).then(|| spelling::did_you_mean(way))
}

/// Returns the way from `node` that `fragment`, a JSON pointer, probably means: each name or the one most like it.
pub(super) fn near_pointer(view: &View, mut node: NodeId, fragment: &str) -> Option<String> {
    let mut way = "#".to_owned();
    for step in fragment.split('/').skip(1) {
        let at = view.node(node);
        if !at.is_map() {
            return None;
        }
        let name = if view.get(at.id(), step).is_some() {
            step
        } else {
            let names = view.members(at.id()).map(|member| view.name(member.key));
            spelling::nearest(step, names)?
        };
        node = view.get(at.id(), name)?;
        way.push('/');
        way.push_str(name);
    }
    Some(way)
}
