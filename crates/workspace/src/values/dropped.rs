//! Warns about probable mistakes in schema documents: annotations that merging drops, other schema languages.

use yardstick_diagnostics::{Diagnostic, Sources, codes};
use yardstick_overlay::names;
use yardstick_template::tree::{Annotations, Document, MapItem, Position, Yaml};

/// Operations that take the annotations of the later document, or that define what happens to them.
const TAKES_OVER: [&str; 8] = [
    names::REPLACE,
    names::REMOVE,
    names::INSERT,
    names::APPEND,
    names::REPLACE_ANN,
    names::MERGE_ANNS,
    names::REMOVE_ANNS,
    names::NOOP,
];

/// Prefixes of annotations that matter: those that declare something about a value.
const DECLARES: [&str; 2] = ["schema/", "assert/"];

/// A warning for each annotation of `right` that is lost when it is merged into `left`. For an existing key, only the
/// value is taken.
pub(super) fn annotations(left: &Document, right: &Document, sources: &Sources) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    at_node(&left.annotations, left.position, &right.annotations, sources, &mut warnings);
    below(&left.value, &right.value, sources, &mut warnings);
    warnings
}

fn below(left: &Yaml, right: &Yaml, sources: &Sources, warnings: &mut Vec<Diagnostic>) {
    let (Some(left), Some(right)) = (left.as_map(), right.as_map()) else { return };
    for item in right.items() {
        let Some(known) = left.get(&item.key) else { continue };
        if TAKES_OVER[..2].iter().any(|name| item.annotations.has(name)) {
            continue;
        }
        at_node(&known.annotations, known.position, &item.annotations, sources, warnings);
        below(&known.value, &item.value, sources, warnings);
    }
}

fn at_node(
    known: &Annotations,
    position: Position,
    annotations: &Annotations,
    sources: &Sources,
    warnings: &mut Vec<Diagnostic>,
) {
    if TAKES_OVER.iter().any(|name| annotations.has(name)) {
        return;
    }
    for one in annotations {
        let declares = DECLARES.iter().any(|space| one.name.starts_with(space))
            && &*one.name != "schema/definition";
        // Repeating an annotation is no loss, whatever its arguments.
        if !declares || is_same(known, one) {
            continue;
        }
        let place = position.compact(sources);
        let message = format!("Annotation @{} has no effect: the key is declared before", one.name);
        let warning = Diagnostic::warning(codes::NO_EFFECT, message);
        let warning = warning.at(one.position.span());
        warnings.push(warning.note(format!(
            "a later schema document changes values, not annotations: the key at {place} keeps its own; add `#@overlay/merge-anns` to take these too"
        )));
    }
}

fn is_same(known: &Annotations, one: &yardstick_template::tree::Annotation) -> bool {
    let shown = |annotation: &yardstick_template::tree::Annotation| {
        let positional = annotation.positional.iter().map(yardstick_starlark::Value::to_repr);
        let keywords =
            annotation.keywords.iter().map(|(name, value)| format!("{name}={}", value.to_repr()));
        positional.chain(keywords).collect::<Vec<_>>()
    };
    known.get(&one.name).is_some_and(|other| shown(other) == shown(one))
}

/// Words that name types.
const TYPES: [&str; 8] =
    ["string", "integer", "int", "boolean", "bool", "number", "float", "object"];

/// A warning if the values of `document`, a schema, are names of types: `name: string` declares the default "string".
/// Keys about types may contain such a word.
pub(super) fn type_names(document: &Document) -> Option<Diagnostic> {
    let map = document.value.as_map()?;
    let is_about_types = |key: &Yaml| {
        let key = key.as_text().map(|key| key.to_lossy().to_lowercase()).unwrap_or_default();
        ["type", "kind", "format"].iter().any(|word| key.contains(word))
    };
    let is_type = |item: &&MapItem| {
        // Few values are such words, so the key is not looked at in most items.
        let value = item.value.as_text();
        value.is_some_and(|text| TYPES.iter().any(|word| *text == **word))
            && !is_about_types(&item.key)
    };
    let item = map.items().iter().find(is_type)?;
    // A single such word may be an ordinary value. A schema of types has no other scalars.
    let is_other =
        |item: &MapItem| !matches!(item.value, Yaml::Map(_) | Yaml::Array(_)) && !is_type(&item);
    if map.items().iter().filter(is_type).count() < 2 || map.items().iter().any(is_other) {
        return None;
    }
    let (key, word) = (item.key.as_text()?.to_lossy(), item.value.as_text()?.to_lossy());
    let example = match &*word {
        "integer" | "int" => "0",
        "number" | "float" => "0.5",
        "boolean" | "bool" => "false",
        "object" => "{}",
        _ => "\"\"",
    };
    let message =
        format!("'{key}' has the text '{word}' as its default, which is the name of a type");
    let warning = Diagnostic::warning(codes::FOREIGN_SCHEMA, message);
    let warning = warning.at(item.position.span());
    Some(warning.note(format!("a schema shows an example of each value: write `{key}: {example}`")))
}

/// A warning if `document`, or a value in it, is written like a JSON Schema: its keywords would become data values.
pub(super) fn foreign(document: &Document) -> Option<Diagnostic> {
    let (position, is_whole) = keywords(&document.value, true, 0)?;
    let message = if is_whole {
        "The schema is written like a JSON Schema: 'type' and 'properties' become data values"
    } else {
        "A value is written like a JSON Schema: its keywords become data values"
    };
    let warning = Diagnostic::warning(codes::FOREIGN_SCHEMA, message);
    let warning = warning.at(position.span());
    Some(warning.note(
        "write an example of the values instead, `name: \"\"`; `yardstick schema import` converts a JSON Schema",
    ))
}

/// The place of the first keywords of JSON Schema, and whether the whole value is one.
fn keywords(value: &Yaml, is_whole: bool, depth: usize) -> Option<(Position, bool)> {
    /// The maximum depth of the search.
    const DEEPEST: usize = 20;
    let map = value.as_map().filter(|_| depth < DEEPEST)?;
    let item = |key: &str| map.get(&Yaml::text(key));
    if let Some(reference) = item("$ref")
        && reference.value.as_text().is_some_and(|to| to.as_bytes().starts_with(b"#"))
    {
        return Some((reference.position, false));
    }
    let inner = match item("type").and_then(|item| item.value.as_text()) {
        Some(word) if *word == "object" => item("properties"),
        Some(word) if *word == "array" => item("items"),
        _ => None,
    };
    if let Some(inner) = inner.filter(|inner| inner.value.as_map().is_some()) {
        return Some((inner.position, is_whole));
    }
    // Where any value is allowed, it may be a JSON Schema.
    let mut items = map.items().iter().filter(|item| !item.annotations.has("schema/type"));
    items.find_map(|item| keywords(&item.value, false, depth + 1))
}
