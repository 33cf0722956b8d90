//! Detects files that were given as a schema but are not one. Such files would silently accept everything.

use yardstick_diagnostics::{Diagnostic, codes, shell_word, some_of};
use yardstick_yaml::{NodeId, json::Type};

use super::{SchemaFile, keywords, strange};

/// The hint for a document that was given as a schema together with others.
const WITH_DOCUMENTS: &str = "give the schema with -f, and the documents without a flag";

/// Adapts the hint in the problem of the file `name` for commands that check only schemas and take no documents.
pub(crate) fn among_schemas(mut problem: Diagnostic, name: &str) -> Diagnostic {
    if let Some(note) = problem.notes.iter_mut().find(|note| *note == WITH_DOCUMENTS) {
        *note = format!("`yardstick schema infer {}` makes a schema from values", shell_word(name));
    }
    problem
}

/// Warns about `file` as a whole.
pub(super) fn warn_about_file(file: &SchemaFile, warnings: &mut Vec<Diagnostic>) {
    let tree = file.view.tree();
    let is_by_example = |text: &str| {
        let name =
            text.strip_prefix('@').map(|rest| rest.split_whitespace().next().unwrap_or(rest));
        name == Some("data/values-schema")
    };
    let comments = tree.comments().iter().chain(tree.overlooked_comments());
    let mut comments = comments.filter(|comment| is_by_example(tree.comment_text(comment)));
    if let Some(comment) = comments.next() {
        let text = "this is a data values schema, not a YAML Schema";
        let warning = Diagnostic::warning(codes::DATA_VALUES_SCHEMA, text)
            .at(tree.span(comment.start.saturating_sub(1), comment.end))
            .note("`yardstick schema export -f FILE` writes it as a JSON Schema");
        warnings.push(warning);
    }
    if let Some(second) = tree.document(1).filter(|document| !document.root().is_absent()) {
        let text = "only the first document of a file is the schema; this one is not read";
        let start = second.root().content_span().start;
        warnings
            .push(Diagnostic::warning(codes::SECOND_DOCUMENT, text).at(tree.span(start, start)));
    }
    if file.root().is_none_or(|root| file.view.node(root).is_absent()) {
        let text = "the schema is empty: everything is valid";
        warnings.push(Diagnostic::warning(codes::EMPTY_SCHEMA, text).at(tree.span(0, 0)));
    }
}

/// Warns if no member of the schema at `root` is a keyword.
pub(super) fn warn_about_keywords(file: &SchemaFile, root: NodeId, warnings: &mut Vec<Diagnostic>) {
    let view = &file.view;
    if view.type_of(root) != Type::Object {
        return;
    }
    if let Some(problem) = description_of_api(file, root) {
        warnings.push(problem);
        return;
    }
    let mut names = view.members(root).map(|member| view.name(member.key)).peekable();
    if names.peek().is_some() && names.all(|name| keywords::find(name).is_none()) {
        let start = view.node(root).content_span().start;
        let place = view.tree().span(start, start);
        let mut names = view.members(root).map(|member| view.name(member.key));
        let is_meant = |name: &str| {
            name.starts_with('$') || name.starts_with("x-") || strange::is_near_keyword(name)
        };
        warnings.push(if names.any(is_meant) {
            let text = "the schema has no keyword: everything is valid";
            Diagnostic::warning(codes::NO_KEYWORDS, text)
                .at(place)
                .note("a schema uses keywords such as `type`, `properties` and `required`")
        } else {
            // No key is a keyword: most likely, the user passed a document instead of a schema.
            let text = "this is not a schema: none of its keys is a keyword";
            Diagnostic::error(codes::NO_KEYWORDS, text)
                .at(place)
                .note(WITH_DOCUMENTS)
                .note("an example of values becomes a schema with `#@data/values-schema` and `---` at its top")
        });
    }
}

/// Returns a warning if `file` is an API description that is used as a schema: only its parts are schemas.
fn description_of_api(file: &SchemaFile, root: NodeId) -> Option<Diagnostic> {
    let view = &file.view;
    let is_described = ["openapi", "swagger"].iter().any(|name| view.get(root, name).is_some())
        && ["info", "paths"].iter().any(|name| view.get(root, name).is_some());
    if !is_described || file.root() != Some(root) {
        return None;
    }
    let step = |at: NodeId, name: &str| {
        let at = view.node(at);
        at.is_map().then(|| view.get(at.id(), name)).flatten()
    };
    let components = step(root, "components").and_then(|all| step(all, "schemas"));
    let (pointer, schemas) = match components {
        Some(schemas) => ("/components/schemas", Some(schemas)),
        None => ("/definitions", step(root, "definitions")),
    };
    let schemas = schemas.map(|id| view.node(id)).filter(|schemas| schemas.is_map());
    let names = schemas.into_iter().flat_map(|schemas| view.members(schemas.id()));
    let names: Vec<&str> = names.map(|member| view.name(member.key)).collect();
    let start = view.node(root).content_span().start;
    let text = "this is an OpenAPI document, not a schema: only parts of it are schemas";
    let problem = Diagnostic::error(codes::NO_KEYWORDS, text).at(view.tree().span(start, start));
    let Some(first) = names.first() else { return Some(problem) };
    let part = format!("{}#{pointer}/{first}", view.tree().source().name());
    let problem = problem.note(format!("name a part: {}", shell_word(&part)));
    Some(match names.len() {
        1 => problem,
        _ => problem.note(format!("its schemas are {}", some_of(&names, 5))),
    })
}

/// Warns if `$schema` names a dialect that is neither known nor found.
pub(super) fn warn_about_dialect(file: &SchemaFile, root: NodeId, warnings: &mut Vec<Diagnostic>) {
    let Some(value) = file.view.get(root, "$schema") else { return };
    let node = file.view.node(value);
    let text = format!("unknown dialect '{}': read as the default one", node.text());
    let warning = Diagnostic::warning(codes::UNKNOWN_DIALECT, text).at(node.content_span());
    let note = "expected one of the drafts 3, 4, 6, 7, 2019-09 and 2020-12 of https://json-schema.org; \
                --map and --allow-net load others";
    warnings.push(warning.note(note));
}
