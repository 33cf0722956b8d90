//! Values of another type that people write out of habit: units, typographic quotes, a list of one, 1 for true.

use yardstick_yaml::{
    NodeRef,
    json::{Type, View},
};

use super::Problem;

/// What to write instead of the value that `problem` is about, where a value of one of the `expected` types belongs.
pub(super) fn hint(expected: &[&str], view: &View, problem: &Problem) -> Option<String> {
    let node = view.node(problem.node);
    let wants = |name| expected.contains(&name);
    let wants_number = wants("number") || wants("integer");
    let text = node.text();
    match view.type_of(node.id()) {
        Type::String if text.starts_with(['“', '”', '‘', '’', '„', '«']) => {
            let bare = text.trim_matches(|c| "“”‘’„«»".contains(c));
            Some(format!("typographic quotes are part of the text: write {bare}"))
        }
        Type::String if wants_number => number(text),
        Type::Integer if wants("boolean") => match text {
            "1" => Some("write true".to_owned()),
            "0" => Some("write false".to_owned()),
            _ => None,
        },
        Type::Array if problem.path.0.is_empty() && wants("object") => {
            let what = "the document is a list, and the schema is about one object";
            Some(format!("{what}: a schema of the list is {{type: array, items: ...}}"))
        }
        Type::Array if wants("object") && !wants("array") => map(view, node),
        Type::Array if !wants("object") && !wants("array") => {
            let mut items = node.items().map(NodeRef::dereferenced);
            let only = items.next().filter(|_| items.next().is_none())?;
            let fits = match view.type_of(only.id()) {
                Type::String => wants("string"),
                Type::Integer => wants_number,
                Type::Float => wants("number"),
                Type::True | Type::False => wants("boolean"),
                _ => false,
            };
            (fits && is_short(only))
                .then(|| format!("write one value, not a list: {}", written(view, only)))
        }
        Type::Object if wants("string") && !wants("object") => {
            let mut members = view.members(node.id());
            let only = members.next().filter(|_| members.next().is_none())?;
            let value = view.node(only.value);
            let is_plain = !written(view, node).starts_with('{') && is_short(value);
            let text = format!("{}: {}", view.name(only.key), value.text());
            is_plain.then(|| {
                let quoted = yardstick_yaml::rewrite::quoted(&text);
                format!("': ' makes a map of it: quote it if it is text, {quoted}")
            })
        }
        _ => None,
    }
}

/// What to write for a list that should be a map: `- A=b`, or a map with one key for each item.
fn map(view: &View, list: NodeRef<'_>) -> Option<String> {
    let mut items = list.items().map(NodeRef::dereferenced).peekable();
    let first = *items.peek()?;
    if view.type_of(first.id()) == Type::Object {
        let is_named = |item: NodeRef<'_>| {
            view.type_of(item.id()) == Type::Object && view.member_count(item.id()) == 1
        };
        let name = view.members(first.id()).next().map(|member| view.name(member.key))?;
        return items.all(is_named).then(|| format!("write a map, without the dash: `{name}:`"));
    }
    let is_pair = |item: NodeRef<'_>| {
        let name = item.text().split_once('=').map_or("", |(name, _)| name);
        item.is_scalar() && !name.is_empty() && !name.contains(char::is_whitespace)
    };
    if !is_short(first) || !items.all(is_pair) {
        return None;
    }
    let (name, value) = first.text().split_once('=')?;
    Some(format!("write a map: `{name}: {value}` in place of `- {name}={value}`"))
}

/// Whether `node` is a scalar that fits into a hint.
fn is_short(node: NodeRef<'_>) -> bool {
    let text = node.text();
    node.is_scalar() && !text.is_empty() && text.len() <= 60 && !text.contains('\n')
}

/// What is written in the file for `node`.
fn written(view: &View, node: NodeRef<'_>) -> String {
    let span = node.content_span();
    let bytes = view.tree().source().bytes();
    let bytes = bytes.get(span.start as usize..span.end as usize).unwrap_or_default();
    String::from_utf8_lossy(bytes).into_owned()
}

/// The number in a text that has more than that.
fn number(text: &str) -> Option<String> {
    let text = text.trim();
    if text.contains(',')
        && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'.'))
        && text.starts_with(|c: char| c.is_ascii_digit())
    {
        return Some("write the number without commas".to_owned());
    }
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').map(|at| text.split_at(at));
    let (number, unit) = digits.filter(|(number, _)| number.parse::<f64>().is_ok())?;
    let unit = unit.trim_start();
    let is_unit = unit.len() <= 8
        && unit.chars().all(|c| c.is_alphabetic() || matches!(c, '%' | '°' | '$' | '€'));
    is_unit.then(|| format!("write the number alone, without the unit: {number}"))
}
