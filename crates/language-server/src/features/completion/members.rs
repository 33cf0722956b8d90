//! Completes names after a dot, by the meaning of the expression before it: data values that passed through variables,
//! loops and calls, libraries, strings.

use std::sync::Arc;

use lsp_types::CompletionItemKind;
use yardstick_schema::{Holds, Outline};
use yardstick_starlark::{Text as Name, Value};
use yardstick_world::paths;

use super::Suggestion;
use crate::{
    Analysis, FileView, Snapshot, Step, Text,
    features::{
        code::{ExprIx, Shape},
        hover::{declared, steps},
        names::{Index, Thing},
        rename::is_name,
        typed_code::Code,
        vocabulary, words,
    },
    group::{Group, library_of},
};

/// The methods of a library.
const OF_LIBRARIES: [(&str, &str); 5] = [
    ("eval", "The documents that the library renders"),
    ("export", "A function or variable of the library"),
    ("data_values", "The data values of the library"),
    ("with_data_values", "The library with other data values"),
    ("with_data_values_schema", "The library with more declared data values"),
];

/// The maximum number of blocks to close.
const MANY_BLOCKS: usize = 50;

/// The members of the expression before the dot at `start`; `None` if its meaning is unknown.
pub(super) fn after_dot(
    analysis: &Analysis,
    file: &FileView,
    code: &Code<'_>,
    start: usize,
) -> Option<Vec<Suggestion>> {
    texts(file, code, start).into_iter().find_map(|(text, end)| {
        let view = FileView::new(&file.path, Text::new(text, file.text.encoding()));
        let index = analysis.index_with(&view);
        let number = index.file(&file.path)?;
        let exprs = &index.files[number].code.exprs;
        let object = exprs.iter().find_map(|fact| match fact.shape {
            Shape::Attr(object, _) if fact.place.end as usize == end => Some(object),
            _ => None,
        })?;
        of_object(analysis, file, &index, (number, object))
    })
}

/// Variants of the file's text with a name after the dot: the text as it is otherwise, and with only the expression on
/// its line, in case the code is incomplete. Each comes with the end of that name.
fn texts(file: &FileView, code: &Code<'_>, start: usize) -> Vec<(String, usize)> {
    let text = file.text.as_str();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let word = text[start..].find(|c| !is_part(c)).unwrap_or(text.len() - start);
    let name = if word == 0 { "x" } else { &text[start..start + word] };
    let whole = [&text[..start], name, &text[start + word..]].concat();
    let before = &code.before[..start - code.start];
    let object = &before[object_start(before)..];
    let (_, line_end) = file.text.line_span(file.text.line_of(start));
    let is_text = crate::address::ending(&file.path) == "txt";
    let close = if is_text { " @)" } else { "" };
    let blank = if crate::address::is_starlark(&file.path) { "" } else { " " };
    let head = [&text[..code.start], blank, object, name].concat();
    let end = head.len();
    let alone = [&head, close, &text[line_end..]].concat();
    [(whole, start + name.len()), (alone, end)]
        .map(|(text, end)| (with_ends(text, &file.path), end))
        .to_vec()
}

/// Adds an `end` for every open block in `text`: the declarations of a block are known from its first line on.
pub(super) fn with_ends(mut text: String, path: &str) -> String {
    let (open, close, end) = match crate::address::ending(path) {
        "star" => ("", "", "\nend"),
        "txt" => ("(@", "@)", "(@ end @)"),
        _ => ("#@ ", "", "\n#@ end"),
    };
    let mut missing = 0_usize;
    for line in text.lines() {
        let pieces = line.split(open).skip(usize::from(!open.is_empty()));
        let pieces: Vec<&str> = if open.is_empty() { vec![line] } else { pieces.collect() };
        for piece in pieces {
            let code =
                if close.is_empty() { piece } else { piece.split(close).next().unwrap_or(piece) };
            let code = code.trim().trim_matches('-').trim();
            if ["if ", "for ", "def "].iter().any(|word| code.starts_with(word)) {
                missing += 1;
            } else if code == "end" {
                missing = missing.saturating_sub(1);
            }
        }
    }
    for _ in 0..missing.min(MANY_BLOCKS) {
        text.push_str(end);
    }
    text
}

/// The start of the last expression in `text`, which ends with a dot.
fn object_start(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut at = text.len();
    while at > 0 {
        let byte = bytes[at - 1];
        if is_part(byte) || byte == b'.' {
            at -= 1;
        } else if byte == b')' || byte == b']' {
            let mut depth = 0;
            while at > 0 {
                at -= 1;
                match bytes[at] {
                    b')' | b']' | b'}' => depth += 1,
                    b'(' | b'[' | b'{' => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
            }
        } else if byte == b'"' || byte == b'\'' {
            let Some(open) = text[..at - 1].rfind(byte as char) else { break };
            at = open;
        } else {
            break;
        }
    }
    at
}

fn of_object(
    analysis: &Analysis,
    file: &FileView,
    index: &Index,
    (number, object): (usize, ExprIx),
) -> Option<Vec<Suggestion>> {
    match index.files[number].code.exprs[object].shape {
        Shape::Str(_) => return Some(methods(Some("string"))),
        Shape::Items(_) => return Some(methods(Some("list"))),
        Shape::Dict(_) => return Some(methods(Some("dict"))),
        _ => {}
    }
    let mut all: Vec<Suggestion> = Vec::new();
    let mut is_known = false;
    for thing in index.things(number, object) {
        let found = match thing {
            Thing::Value(library, path) => {
                let own = &index.files[number].library;
                let path = steps(&path);
                let snapshots = if library == *own {
                    analysis.snapshots(&file.path)
                } else {
                    of_library(analysis, &library)
                };
                below(&snapshots, &path)
            }
            Thing::Library(_) => Some(libraries()),
            Thing::Module(_) | Thing::Function(..) => None,
        };
        let Some(found) = found else { continue };
        is_known = true;
        for one in found {
            if !all.iter().any(|known| known.label == one.label) {
                all.push(one);
            }
        }
    }
    is_known.then_some(all)
}

/// The last run of the library in `directory`.
fn of_library(analysis: &Analysis, directory: &str) -> Vec<(Arc<Group>, Arc<Snapshot>)> {
    let inside = paths::join(directory, "schema.yml");
    let library = library_of(analysis.world(), &inside);
    let run = library.map(|group| (analysis.snapshot(&group), Arc::new(group)));
    run.into_iter().map(|(snapshot, group)| (group, snapshot)).collect()
}

/// The suggestions below the data value at `path`: its keys, or methods of its type. `None` if it is not declared.
pub(super) fn below(
    snapshots: &[(Arc<Group>, Arc<Snapshot>)],
    path: &[Step],
) -> Option<Vec<Suggestion>> {
    let mut all: Vec<Suggestion> = Vec::new();
    let mut is_known = false;
    for (group, snapshot) in snapshots {
        let Some(node) = snapshot.schema.as_ref().and_then(|schema| declared(schema, path)) else {
            continue;
        };
        is_known = true;
        let keys = node.all_keys();
        if keys.is_empty() && all.is_empty() {
            all = match node.type_.split(' ').next() {
                Some("string") => methods(Some("string")),
                Some("array") => methods(Some("list")),
                Some("any") => methods(None),
                _ => Vec::new(),
            };
        }
        for (at, key) in keys.into_iter().filter(|key| !key.is_pattern).enumerate() {
            let Some(name) = key.name.as_deref() else { continue };
            if all.iter().any(|known| known.label == name) {
                continue;
            }
            let value = snapshot.values.get(&key.path);
            let values: Vec<_> =
                value.map(|value| (group.name(), value.clone())).into_iter().collect();
            let text = words::declared(group, snapshot, key, &values);
            let mut one = Suggestion::new(name, kind(key))
                .detail(key.type_.clone())
                .documentation(Some(text))
                .order(format!("{at:05}"));
            if !is_name(name) {
                one = one
                    .text(format!("[{}]", Value::Str(Name::from(name)).to_repr()))
                    .filter(Some(format!(".{name}")));
            }
            one.is_deprecated = key.deprecated.is_some();
            all.push(one);
        }
    }
    is_known.then_some(all)
}

fn kind(key: &Outline) -> CompletionItemKind {
    if key.holds == Holds::Map { CompletionItemKind::MODULE } else { CompletionItemKind::FIELD }
}

fn libraries() -> Vec<Suggestion> {
    let all = OF_LIBRARIES.iter();
    all.map(|(name, about)| Suggestion::new(*name, CompletionItemKind::METHOD).detail(*about))
        .collect()
}

/// The methods of a type; those of all types if it is unknown.
pub(super) fn methods(type_: Option<&str>) -> Vec<Suggestion> {
    let mut all: Vec<Suggestion> = Vec::new();
    for (of, name) in vocabulary::methods() {
        if type_.is_some_and(|type_| type_ != of) {
            continue;
        }
        match all.iter_mut().find(|one| one.label == name) {
            Some(known) => {
                let detail = known.detail.get_or_insert_default();
                detail.push_str(", ");
                detail.push_str(of);
            }
            None => all.push(Suggestion::new(name, CompletionItemKind::METHOD).detail(of)),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_get_their_ends() {
        let text = "#@ for x in y:\n#@ if x:\na: 1\n#@ end\n- #@ x.a";
        assert_eq!(with_ends(text.to_owned(), "a.yml"), format!("{text}\n#@ end"));
        let text = "(@ for x in y: @)(@ end @)(@- if z: -@)";
        assert_eq!(with_ends(text.to_owned(), "a.txt"), format!("{text}(@ end @)"));
        let text = "def f():\n  if x:\n  end\nend";
        assert_eq!(with_ends(text.to_owned(), "a.star"), text);
    }

    #[test]
    fn expressions_are_found_from_their_end() {
        for (before, object) in [
            ("if s.", "s."),
            ("x = f(a, b).", "f(a, b)."),
            ("[a, data.values.servers[0].", "data.values.servers[0]."),
            ("len(\"a b\".", "\"a b\"."),
            ("not library.get(\"web\").", "library.get(\"web\")."),
        ] {
            assert_eq!(&before[object_start(before)..], object);
        }
    }
}
