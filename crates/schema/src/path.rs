//! Paths of nodes in messages: `a.b[0]`.

use std::fmt::Write;

use yardstick_diagnostics::{Path, Segment};
use yardstick_starlark::Value;
use yardstick_template::{
    convert::display_key,
    tree::{Position, Yaml},
};

/// Returns the path of a node, given by the indexes of items from `root`. `prefix` names the document if there are
/// several.
pub(crate) fn name(root: &Yaml, path: &[u32], prefix: &str) -> String {
    if path.is_empty() && prefix.is_empty() {
        return "(document)".to_owned();
    }
    let mut name = prefix.to_owned();
    for piece in pieces(root, path) {
        match piece {
            Piece::Key(key) => {
                if !name.is_empty() {
                    name.push('.');
                }
                name.push_str(&key);
            }
            Piece::Number(at) => {
                let _ = write!(name, "[{at}]");
            }
        }
    }
    name
}

/// Returns the last segment of a path: the key of a map item, or the index of an array item.
pub(crate) fn last(root: &Yaml, path: &[u32]) -> String {
    match pieces(root, path).pop() {
        None => "(document)".to_owned(),
        Some(Piece::Key(key)) => key,
        Some(Piece::Number(at)) => at.to_string(),
    }
}

/// Returns the path as data.
pub(crate) fn way(root: &Yaml, path: &[u32]) -> Path {
    let segment = |piece| match piece {
        Piece::Key(key) => Segment::Property(key),
        Piece::Number(at) => Segment::Item(at as usize),
    };
    Path(pieces(root, path).into_iter().map(segment).collect())
}

enum Piece {
    Key(String),
    Number(u32),
}

fn pieces(root: &Yaml, path: &[u32]) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(path.len());
    let mut here = root;
    for &at in path {
        match here {
            Yaml::Map(map) => {
                let Some(item) = map.items().get(at as usize) else { break };
                pieces.push(Piece::Key(display_key(&item.key)));
                here = &item.value;
            }
            Yaml::Array(array) => {
                pieces.push(Piece::Number(at));
                let Some(item) = array.items.get(at as usize) else { break };
                here = &item.value;
            }
            _ => break,
        }
    }
    pieces
}

/// Extends `path` by `key`, for readers of a schema. A key that looks like several segments is quoted, as in
/// `tls["ca.crt"]`.
pub(crate) fn with_key(path: &str, key: &str) -> String {
    match quoted(key) {
        Some(quoted) => format!("{path}{quoted}"),
        None => joined(path, key),
    }
}

/// If a key looks like several path segments, returns it in brackets and quotes.
pub(crate) fn quoted(key: &str) -> Option<String> {
    let is_plain = |c: char| !c.is_whitespace() && !".[]\"<>".contains(c);
    let is_quoted = key.is_empty() || !key.chars().all(is_plain);
    is_quoted.then(|| format!("[{}]", Value::from(key).to_repr()))
}

/// Extends `path` by the segment `piece`.
pub(crate) fn joined(path: &str, piece: &str) -> String {
    if path.is_empty() { piece.to_owned() } else { format!("{path}.{piece}") }
}

/// Returns the path of the part `inner` (`a.b[0]`) of the node `name`.
pub(crate) fn below(name: &str, inner: &str) -> String {
    match inner {
        "" => name.to_owned(),
        _ if name == "(document)" => inner.to_owned(),
        _ if inner.starts_with('[') => format!("{name}{inner}"),
        _ => format!("{name}.{inner}"),
    }
}

/// Returns the position of the part `inner` of `value`, if it exists.
pub(crate) fn position_below(value: &Yaml, inner: &str) -> Option<Position> {
    let mut here = value;
    let mut position = None;
    for piece in inner.split('.').flat_map(|piece| piece.split_inclusive(']')) {
        let (key, number) = match piece.strip_suffix(']') {
            Some(piece) => piece.split_once('[').map(|(key, number)| (key, Some(number)))?,
            None => (piece, None),
        };
        if !key.is_empty() {
            let item = here.as_map()?.items().iter().find(|item| display_key(&item.key) == key)?;
            (here, position) = (&item.value, Some(item.position));
        }
        if let Some(number) = number {
            let Yaml::Array(array) = here else { return None };
            let item = array.items.get(number.parse::<usize>().ok()?)?;
            (here, position) = (&item.value, Some(item.position));
        }
    }
    position
}
