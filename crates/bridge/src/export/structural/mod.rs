//! Exports structural schemas, which Kubernetes requires for custom resources.
//!
//! Every node has one type, or is marked as having none. Types cannot be combined. Keys are either all named or all
//! alike. A default must be valid. The API server rejects keywords that it does not know, so everything else goes
//! into descriptions.

mod losses;
mod rules;

use yardstick_schema::{
    Declaration, Documentation, MapType, Type,
    rules::kubernetes::{Shape, only_pattern},
};
use yardstick_template::{
    convert::display_key,
    tree::{Kind, Map, MapItem, Yaml},
};

pub use self::rules::KEYWORDS;
use super::{
    Export,
    object::{Object, list},
    rules::are_kept,
};

const ANYTHING: &str = "x-kubernetes-preserve-unknown-fields";

/// What the API server does with values that the program rejects, no matter what the schema says.
pub(super) const LENIENT: &str = "Kubernetes drops keys that are not in the schema, and fills in the default where \
                                  null is given: it rejects neither";

/// Whether there are keys to which this applies.
pub(super) fn is_lenient(root: &Declaration) -> bool {
    matches!(root.type_.not_null(), Type::Map(map) if map.named().next().is_some())
}

/// Returns the schema object of a node.
pub(super) fn declaration(declared: &Declaration, export: Export<'_>) -> Object {
    let mut object = node(declared, Some(&declared.default), export);
    // The keys of a map have their own defaults.
    if matches!(declared.type_.not_null(), Type::Map(_)) {
        object.remove("default");
    }
    object
}

/// Returns the schema object of a node that has the value `held` if the user gives none.
fn node(declared: &Declaration, held: Option<&Yaml>, export: Export<'_>) -> Object {
    let nothing = Documentation::default();
    let documentation = declared.documentation.as_deref().unwrap_or(&nothing);
    let shape = Shape::of(&declared.type_);
    let rules = rules::of(declared, held, export);
    losses::tell(declared, &rules, export);
    let mut object = Object::default();
    if !documentation.title.is_empty() {
        object.add("title", &*documentation.title);
    }
    name(&mut object, shape);
    let is_nullable = declared.type_.accepts_null() && !rules.not_null;
    if is_nullable {
        object.add("nullable", true);
    }
    let description = description(documentation, &rules.words);
    if !description.is_empty() {
        object.add("description", &*description);
    }
    let is_shown = |value: &Yaml| !declared.has_secret_in(value);
    let mut examples = documentation.examples.iter();
    if let Some(example) = examples.find(|example| is_shown(&example.value)) {
        object.add("example", example.value.clone());
    }
    content(&mut object, shape, held, export);
    let is_valid = |held: &Yaml| {
        let is_kept =
            || export.describer.need(declared, held).is_none() && are_kept(declared, held);
        !export.options.validations || is_kept()
    };
    let has_default = |held: &&Yaml| match held {
        Yaml::Null => is_nullable,
        held => is_valid(held),
    };
    let is_shown = |held: &&Yaml| {
        let is_map = matches!(shape, Shape::Map(Some(_)));
        !declared.is_secret() && (is_map || is_shown(held))
    };
    if let Some(held) = held.filter(has_default).filter(is_shown) {
        object.add("default", with_text_keys(&filled(shape, held)));
    }
    object.extend(rules.keywords);
    if declared.is_secret() && shape.is(Kind::Text) && !object.has("format") {
        object.add("format", "password");
    }
    object
}

/// Returns the default of a node that has the value `held`. Omits keys with their own defaults, because the API
/// server adds them, even to a map that is a default itself.
fn filled(shape: Shape<'_>, held: &Yaml) -> Yaml {
    match (shape, held) {
        (Shape::Map(Some(map)), Yaml::Map(held)) => {
            let is_other = |item: &&MapItem| map.defaults.position_of(&item.key).is_none();
            Map::new(held.items().iter().filter(is_other).cloned().collect()).into()
        }
        _ => held.clone(),
    }
}

/// Returns a value as the API server stores it: in JSON, all keys are strings.
// Recursion is safe because the depth of values, and so of defaults, is bounded.
fn with_text_keys(value: &Yaml) -> Yaml {
    match value {
        Yaml::Map(map) => {
            let item = |item: &MapItem| {
                MapItem::new(Yaml::text(&display_key(&item.key)), with_text_keys(&item.value))
            };
            Map::new(map.items().iter().map(item).collect()).into()
        }
        Yaml::Array(array) => list(array.items.iter().map(|item| with_text_keys(&item.value))),
        other => other.clone(),
    }
}

/// Returns the description of a node, including what other formats have keywords for.
fn description(documentation: &Documentation, rules: &[String]) -> String {
    let mut paragraphs = Vec::new();
    if !documentation.description.is_empty() {
        paragraphs.push(documentation.description.clone());
    }
    match documentation.deprecated.as_deref() {
        Some("") => paragraphs.push("Deprecated.".to_owned()),
        Some(notice) => paragraphs.push(format!("Deprecated: {notice}")),
        None => {}
    }
    paragraphs.extend(rules.iter().map(|rule| format!("Must be: {rule}")));
    paragraphs.join("\n")
}

/// Adds the keywords that name the type.
fn name(object: &mut Object, shape: Shape<'_>) {
    match shape {
        Shape::Untyped => object.add(ANYTHING, true),
        Shape::IntOrString => object.add("x-kubernetes-int-or-string", true),
        Shape::Scalar(Kind::Float) => {
            object.add("type", "number");
            object.add("format", "float");
        }
        Shape::Scalar(kind) => object.add("type", kind.name()),
        Shape::Map(_) => object.add("type", "object"),
        Shape::Array(_) => object.add("type", "array"),
    }
}

/// Adds the schema of the contents of a map or array.
fn content(object: &mut Object, shape: Shape<'_>, held: Option<&Yaml>, export: Export<'_>) {
    match shape {
        Shape::Map(Some(map)) => keys(object, map, held, export),
        Shape::Map(None) => object.add(ANYTHING, true),
        Shape::Array(Some(item)) => {
            let item = export.losses.below("[]", || node(item, None, export));
            object.add("items", item);
        }
        Shape::Array(None) => {
            let mut anything = Object::default();
            anything.add(ANYTHING, true);
            object.add("items", anything);
        }
        Shape::Untyped | Shape::IntOrString | Shape::Scalar(_) => {}
    }
}

fn keys(object: &mut Object, map: &MapType, held: Option<&Yaml>, export: Export<'_>) {
    let text = |key: &Yaml| Yaml::text(&display_key(key));
    let mut properties = Object::default();
    let below = |key: &Yaml, value: &Declaration, held: Option<&Yaml>| {
        export.losses.below(&display_key(key), || node(value, held, export))
    };
    for (key, value, held) in map.iter_held(held) {
        properties.add(text(key), below(key, value, Some(held)));
    }
    for (key, value) in map.open.iter().flat_map(|open| open.optional()) {
        properties.add(text(key), below(key, value, None));
    }
    if !properties.is_empty() {
        object.add("properties", properties);
    }
    if let Some(pattern) = only_pattern(map) {
        let others = export.losses.below("*", || node(&pattern.declaration, None, export));
        object.add("additionalProperties", others);
    } else if map.open.as_ref().is_some_and(|open| !open.patterns.is_empty()) {
        // Named keys and other keys exclude each other here, so keep unknown keys without checking them.
        object.add(ANYTHING, true);
    }
    losses::tell_of_default(map, held, export);
    let is_required = |value, held| {
        let options = export.options;
        options.required || options.validations && export.describer.need(value, held).is_some()
    };
    let required: Vec<Yaml> = map
        .iter_held(held)
        .filter(|(_, value, held)| is_required(value, held))
        .map(|(key, ..)| text(key))
        .collect();
    if !required.is_empty() {
        object.add("required", list(required));
    }
}
