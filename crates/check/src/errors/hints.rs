//! Hints for problems: similar names, and YAML values whose type is often mistaken.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value as Json;
use yardstick_diagnostics::{Diagnostic, Fix, spelling};
use yardstick_yaml::{
    NodeRef, Style,
    json::{Member, Segment, Type, View},
    rewrite::in_style,
};

use super::{Kind, Problem, habits, layout, pattern, pattern_hint, split::options};
use crate::{rules::exact, schema::Schema};

/// The maximum number of word comparisons for one document. Nobody reads more hints than this allows.
const MOST_COMPARED: usize = 300_000;

/// So many names of properties fit into a hint.
const FEW: usize = 8;

/// Names that a schema declares.
type Names = Rc<Vec<String>>;

/// State that the hints for one document share.
pub(super) struct Hints {
    /// The number of comparisons left.
    left: Cell<usize>,
    /// The properties that schemas declare, by the position of the keyword that rejects others.
    declared: RefCell<FxHashMap<(Option<String>, String), Names>>,
    /// The properties that the branches of a union allow together, while it is reported as a whole.
    pub(super) together: RefCell<Option<Vec<String>>>,
    /// The properties that union branches declare.
    by_branch: RefCell<FxHashMap<String, Rc<FxHashSet<String>>>>,
}

impl Default for Hints {
    fn default() -> Self {
        Self {
            left: Cell::new(MOST_COMPARED),
            declared: RefCell::default(),
            together: RefCell::default(),
            by_branch: RefCell::default(),
        }
    }
}

impl Hints {
    /// Whether a word may be compared with `with` others. Deducts them from the budget.
    fn may_compare(&self, with: usize) -> bool {
        let left = self.left.get().checked_sub(with);
        self.left.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Returns the properties declared where `problem` is, if the budget allows comparing a word with all of them.
    fn declared(&self, schema: &Schema, problem: &Problem) -> Option<Rc<Vec<String>>> {
        if self.left.get() == 0 {
            return None;
        }
        let (location, pointer) = (problem.schema_location.as_deref(), &problem.schema_pointer);
        let key = (location.map(str::to_owned), pointer.clone());
        let mut known = self.declared.borrow_mut();
        let names = known.entry(key).or_insert_with(|| Rc::new(schema.declared(location, pointer)));
        self.may_compare(names.len()).then(|| Rc::clone(names))
    }
}

impl Hints {
    /// Whether branch `at` of the union that `problem` is about declares a member of the object.
    pub(super) fn knows(&self, schema: &Schema, view: &View, problem: &Problem, at: usize) -> bool {
        let object = view.node(problem.node).id();
        if !view.node(object).is_map() || !self.may_compare(view.member_count(object)) {
            return false;
        }
        let location = problem.schema_location.as_deref();
        let pointer = &problem.schema_pointer;
        let key = format!("{}/{at}", location.unwrap_or(pointer));
        let mut known = self.by_branch.borrow_mut();
        let names = known.entry(key).or_insert_with(|| {
            Rc::new(schema.declared_by_branch(location, pointer, at).into_iter().collect())
        });
        view.members(object).any(|member| names.contains(view.name(member.key)))
    }
}

/// Adds hints and possibly a fix to `diagnostic`.
pub(super) fn add(
    problem: &Problem,
    view: &View,
    schema: &Schema,
    hints: &Hints,
    diagnostic: &mut Diagnostic,
) {
    match &problem.kind {
        Kind::Type(expected) => {
            typing(expected, view, problem, diagnostic);
            let is_scalar = view.node(problem.node).is_scalar();
            if takes_list(expected) && is_scalar && layout::is_item(problem, view, schema) {
                list(view, problem, diagnostic);
            }
        }
        Kind::Enum(list) if hints.may_compare(options(list).len()) => {
            values(options(list), view, problem, diagnostic);
        }
        Kind::Const(value) => {
            values(std::slice::from_ref(value.as_ref()), view, problem, diagnostic);
        }
        Kind::Required(name) | Kind::DependentRequired(_, name) => {
            missing(name, view, problem, hints, diagnostic);
        }
        Kind::ContainsLess { what: Some(what), .. } => {
            let items = view.node(problem.node).items().map(NodeRef::dereferenced);
            let texts = items.filter(|item| item.is_scalar()).map(NodeRef::text);
            let wanted = what.trim_matches('"');
            if let Some(near) = spelling::nearest(wanted, texts).filter(|_| what.starts_with('"')) {
                let note = format!("'{near}' is given: {}", spelling::did_you_mean(wanted));
                diagnostic.notes.push(note);
            }
        }
        Kind::AdditionalProperty(name) | Kind::UnevaluatedProperty { name, .. } => {
            misspelt(name, view, schema, problem, hints, diagnostic);
        }
        Kind::PropertyName { name, inner } => {
            if let Some(Kind::Enum(list)) = inner.first().map(|inner| &inner.kind) {
                let names = options(list).iter().filter_map(Json::as_str);
                rename(spelling::nearest(name, names), view, problem, diagnostic);
            }
            if let Some(Kind::Pattern(text)) = inner.first().map(|inner| &inner.kind) {
                diagnostic.notes.extend(pattern_hint::hint(text, name));
            }
            let is_typed = inner.iter().any(|inner| matches!(inner.kind, Kind::Type(_)));
            let is_quoted = problem.key.is_some_and(|key| view.node(key).style() != Style::Plain);
            if is_typed && is_quoted {
                diagnostic.notes.push(format!("key {name} is text: it is quoted"));
            }
        }
        Kind::Format(format) => {
            diagnostic.notes.extend(sample(format, view.node(problem.node).text()));
        }
        Kind::Pattern(text) => {
            diagnostic.notes.extend(pattern_hint::hint(text, view.node(problem.node).text()));
        }
        Kind::PatternLimit(_) => {
            let note = "the pattern backtracks; write it without nested repetition or lookaround";
            diagnostic.notes.push(note.to_owned());
        }
        Kind::AnyOf(branches) | Kind::OneOf(branches) => {
            // The hint helps if at least one branch would accept the value with the other type.
            let types: Vec<&str> = branches
                .iter()
                .flatten()
                .filter(|inner| inner.path == problem.path)
                .filter_map(|inner| match &inner.kind {
                    Kind::Type(names) => Some(names.iter().copied()),
                    _ => None,
                })
                .flatten()
                .collect();
            typing(&types, view, problem, diagnostic);
            if takes_list(&types) {
                list(view, problem, diagnostic);
            }
            let listed: Vec<Json> = branches
                .iter()
                .flatten()
                .filter(|inner| inner.path == problem.path)
                .flat_map(|inner| match &inner.kind {
                    Kind::Enum(list) => options(list).to_vec(),
                    Kind::Const(value) => vec![value.as_ref().clone()],
                    _ => Vec::new(),
                })
                .collect();
            if diagnostic.fix.is_none() && !listed.is_empty() {
                values(&listed, view, problem, diagnostic);
            }
        }
        _ => {}
    }
}

/// Returns a sample value of `format`, for formats with a syntax that is easy to get wrong.
fn sample(format: &str, text: &str) -> Option<String> {
    let sample = match format {
        "date-time" => "2024-01-31T10:00:00Z",
        "date" => "2024-01-31",
        "time" => "10:00:00Z",
        "duration" => "PT5M for 5 minutes, P1D for a day",
        "uri" | "iri" if !text.contains(':') => "https://example.com: the scheme is missing",
        "uuid" => "123e4567-e89b-12d3-a456-426614174000",
        "ipv4" => "192.0.2.1, with numbers up to 255",
        "ipv6" => "2001:db8::1",
        "email" => "name@example.com",
        "hostname" => "web-1.example.com: letters and digits, with '-' and '.' between them",
        "json-pointer" => "/a/b: it starts with a slash",
        _ => return None,
    };
    // A text of the same form has another fault: February has no 30th.
    Some(match format {
        _ if form(text) != form(sample) => format!("write it like {sample}"),
        "date" => "there is no such day".to_owned(),
        "date-time" | "time" => "there is no such day or time".to_owned(),
        _ => return None,
    })
}

/// Returns `text` with every digit replaced by the same digit.
fn form(text: &str) -> String {
    text.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect()
}

fn replace(node: NodeRef<'_>, with: String, description: &str) -> Option<Fix> {
    let span = node.content_span();
    (!span.is_empty()).then(|| Fix { span, replacement: with, description: description.to_owned() })
}

/// Values whose type is not the one that was probably meant.
fn typing(expected: &[&str], view: &View, problem: &Problem, diagnostic: &mut Diagnostic) {
    let before = diagnostic.notes.len();
    resolved(expected, view, problem, diagnostic);
    if diagnostic.notes.len() == before {
        diagnostic.notes.extend(habits::hint(expected, view, problem));
    }
}

/// Values whose type YAML finds by their form.
fn resolved(expected: &[&str], view: &View, problem: &Problem, diagnostic: &mut Diagnostic) {
    let node = view.node(problem.node);
    let wants = |name| expected.contains(&name);
    let text = node.text();
    match view.type_of(node.id()) {
        Type::Null => {
            let what =
                if problem.key.is_none() && !problem.path.0.is_empty() { "item" } else { "key" };
            diagnostic.notes.push(format!("value is null: remove the {what} or give a value"));
        }
        Type::True | Type::False | Type::Integer | Type::Float if wants("string") => {
            let quoted = Json::from(text).to_string();
            diagnostic.notes.push(format!("quote it: {quoted}"));
            diagnostic.fix = replace(node, quoted, Fix::QUOTE);
        }
        Type::String if wants("boolean") => {
            let boolean = match text.to_ascii_lowercase().as_str() {
                "yes" | "on" | "y" | "true" => "true",
                "no" | "off" | "n" | "false" => "false",
                _ => return,
            };
            let note = if node.style() == Style::Plain {
                format!("{text} is a string in YAML 1.2; use {boolean}")
            } else {
                format!("it is quoted, so it is a string; use {boolean}")
            };
            diagnostic.notes.push(note);
            diagnostic.fix = replace(node, boolean.to_owned(), Fix::BOOLEAN);
        }
        Type::String if wants("number") || wants("integer") => {
            let digits = text.replace('_', "");
            if digits.parse::<f64>().is_err() || digits.starts_with(|c: char| c.is_alphabetic()) {
                return;
            }
            let note = if node.style() == Style::Plain {
                format!("{text} is a string in YAML 1.2; use {digits}")
            } else {
                format!("it is quoted, so it is a string; use {digits}")
            };
            diagnostic.notes.push(note);
            diagnostic.fix = replace(node, digits, Fix::NUMBER);
        }
        _ => {}
    }
}

/// Adds a hint if there is a single value in place of a list.
fn list(view: &View, problem: &Problem, diagnostic: &mut Diagnostic) {
    let node = view.node(problem.node);
    let is_null = view.type_of(node.id()) == Type::Null;
    if is_null || !node.is_scalar() || matches!(node.style(), Style::Literal | Style::Folded) {
        return;
    }
    let text = node.text();
    if node.style() != Style::Plain {
        let list = format!("[{}]", Json::from(text));
        diagnostic.notes.push(format!("write a list: {list}"));
        diagnostic.fix = replace(node, list, Fix::LIST);
        return;
    }
    let list = format!("[{text}]");
    diagnostic.notes.push(format!("write a list: {list}"));
    // These characters would have another meaning inside `[...]`.
    if !text.contains([',', '[', ']', '{', '}', '\n', '#']) && !text.contains(": ") {
        diagnostic.fix = replace(node, list, Fix::LIST);
    }
}

/// Whether the expected types include a list but no single value.
fn takes_list(expected: &[&str]) -> bool {
    expected.contains(&"array")
        && expected.iter().all(|name| matches!(*name, "array" | "object" | "null"))
}

/// Adds a hint if the value differs from one of `allowed` only in spelling or type.
fn values(allowed: &[Json], view: &View, problem: &Problem, diagnostic: &mut Diagnostic) {
    let node = view.node(problem.node);
    let is_told = !diagnostic.notes.is_empty();
    if !is_told && node.is_sequence() && allowed.iter().all(|value| !value.is_array()) {
        diagnostic.notes.push("write one value, not a list".to_owned());
    }
    if !node.is_scalar() {
        return;
    }
    let text = node.text();
    let same_text = allowed.iter().find(|value| match value {
        Json::String(value) => value == text,
        Json::Null => false,
        other => exact::shown(other) == text,
    });
    match (view.type_of(node.id()), same_text) {
        (Type::String, Some(value)) if !value.is_string() => {
            diagnostic.notes.push(format!("it is a string here; without quotes it is {value}"));
            diagnostic.fix = replace(node, value.to_string(), "remove the quotes");
        }
        (Type::String, _) => {
            let names = allowed.iter().filter_map(Json::as_str);
            if let Some(near) = spelling::nearest_or_part(text, names) {
                diagnostic.notes.push(spelling::did_you_mean(near));
                diagnostic.fix = replace(node, in_style(near, node.style()), Fix::ALLOWED_VALUE);
            }
        }
        (Type::Null, _) => {
            diagnostic.notes.push("value is null: remove the key or give a value".to_owned());
        }
        (_, Some(Json::String(value))) => {
            let quoted = Json::from(value.as_str()).to_string();
            diagnostic.notes.push(format!("quote it: {quoted}"));
            diagnostic.fix = replace(node, quoted, Fix::QUOTE);
        }
        _ => {}
    }
}

fn missing(name: &str, view: &View, problem: &Problem, hints: &Hints, diagnostic: &mut Diagnostic) {
    let object = view.node(problem.node).id();
    if let Some(Member { key, .. }) = view.member(object, name) {
        let note = format!("'{name}' is null, which counts as missing: give it a value");
        diagnostic.notes.push(note);
        let label = yardstick_diagnostics::Label {
            span: view.written(key).content_span(),
            text: "null here".to_owned(),
        };
        diagnostic.labels.push(label);
        return;
    }
    if let Some(Segment::Property(parent)) = problem.path.0.last() {
        diagnostic.notes.push(format!("in '{parent}'"));
    }
    if !hints.may_compare(view.member_count(object)) {
        return;
    }
    let given = view.members(object).map(|member| view.name(member.key));
    if let Some(near) = spelling::nearest(name, given) {
        diagnostic.notes.push(format!("'{near}' is given: {}", spelling::did_you_mean(name)));
    }
}

/// Returns the declared property that was probably meant. `problem` says that a property is not allowed.
pub(super) fn meant(
    problem: &Problem,
    view: &View,
    schema: &Schema,
    hints: &Hints,
) -> Option<String> {
    let (Kind::AdditionalProperty(name) | Kind::UnevaluatedProperty { name, .. }) = &problem.kind
    else {
        return None;
    };
    let declared = hints.declared(schema, problem)?;
    let names = absent(&declared, view, problem);
    spelling::nearest_or_part(name, names).map(str::to_owned)
}

/// Returns the `declared` properties that the object does not have yet.
fn absent<'d>(declared: &'d [String], view: &View, problem: &Problem) -> Vec<&'d str> {
    let is_there = |declared: &&str| {
        problem.object.is_some_and(|object| view.member(object, declared).is_some())
    };
    declared.iter().map(String::as_str).filter(|name| !is_there(name)).collect()
}

/// Adds a hint for a property that is not allowed: a declared property with a similar name.
fn misspelt(
    name: &str,
    view: &View,
    schema: &Schema,
    problem: &Problem,
    hints: &Hints,
    diagnostic: &mut Diagnostic,
) {
    let location = problem.schema_location.as_deref();
    let Some((file, id)) = schema.node_of(location, &problem.schema_pointer, 1) else { return };
    let Some(declared) = hints.declared(schema, problem) else { return };
    let declared = hints.together.borrow().clone().map_or(declared, Rc::new);
    let patterns = file.view.get(id, "patternProperties").filter(|&id| file.view.node(id).is_map());
    let members = patterns.map(|patterns| file.view.members(patterns)).into_iter().flatten();
    let patterns: Vec<&str> = members.map(|member| file.view.name(member.key)).collect();
    // A pattern may be just a list of names.
    let mut names: Vec<String> = declared.to_vec();
    names.extend(patterns.iter().filter_map(|pattern| pattern::words(pattern)).flatten());
    let twin = names.iter().find(|known| *known != name && plain(known) == plain(name));
    if let Some(twin) = twin
        && problem.object.is_some_and(|object| view.member(object, twin).is_some())
    {
        diagnostic.notes.push(format!("'{twin}' is given, too: keep one of them"));
        return;
    }
    // What other schemas would describe is not known here.
    let is_sure = matches!(problem.kind, Kind::AdditionalProperty(_));
    let few = (is_sure && (1..=FEW).contains(&names.len())).then(|| names.join("', '"));
    let names = absent(&names, view, problem);
    rename(spelling::nearest_or_part(name, names.iter().copied()), view, problem, diagnostic);
    let few = few.filter(|_| diagnostic.fix.is_none());
    if let Some(names) = &few {
        diagnostic.notes.push(format!("allowed here: '{names}'"));
    }
    if !patterns.is_empty() && diagnostic.fix.is_none() {
        let patterns: Vec<String> =
            patterns.iter().map(|pattern| format!("'{}'", pattern::shown(pattern))).collect();
        let patterns = patterns.join(" or ");
        diagnostic.notes.push(if names.is_empty() {
            format!("names must match {patterns}")
        } else {
            format!("other names must match {patterns}")
        });
    }
}

/// Normalizes `name`: removes the differences between naming styles, such as case, hyphens and underscores.
fn plain(name: &str) -> String {
    name.to_lowercase().replace(['-', '_'], "")
}

fn rename(near: Option<&str>, view: &View, problem: &Problem, diagnostic: &mut Diagnostic) {
    if let (Some(near), Some(key)) = (near, problem.key) {
        diagnostic.notes.push(spelling::did_you_mean(near));
        let key = view.node(key);
        diagnostic.fix = replace(key, in_style(near, key.style()), Fix::RENAME);
    }
}
