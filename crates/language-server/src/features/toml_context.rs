//! Finds the context of a position in TOML line by line: the table, the key, the value.

use super::{
    context::{Context, Typing},
    flow_context::bare,
};
use crate::{Step, Text};

/// The context at `offset`; `None` inside comments and inline tables.
pub(crate) fn context_at(text: &Text, offset: usize) -> Option<Context> {
    let number = text.line_of(offset);
    let (line_start, line_end) = text.line_span(number);
    let before = &text.as_str()[line_start..offset];
    let rest = &text.as_str()[offset..line_end];
    if position_of(before, b'#').is_some() {
        return None;
    }
    let (path, tables) = table_at(text, number);
    let context = |path, typing, typed: &str, tail: usize, has_colon| Context {
        path,
        typing,
        start: offset - typed.len(),
        end: offset + rest[..tail].trim_end().len(),
        column: before.len() - before.trim_start().len(),
        siblings: siblings(text, number),
        first_line: 0,
        has_colon,
        is_item: false,
        open_key: None,
        shift: 0,
        is_flow: true,
        quote: typed.chars().next().filter(|c| ['"', '\''].contains(c)),
        typed: bare(typed),
    };
    let body = before.trim_start();
    if let Some(header) = body.strip_prefix('[') {
        let header = header.trim_start_matches('[');
        if header.contains(']') {
            return None;
        }
        let (outer, typed) = header.rsplit_once('.').unwrap_or(("", header));
        let tail = rest.find(']').unwrap_or(rest.len());
        let mut found = context(steps(outer, &tables), Typing::Key, typed.trim_start(), tail, true);
        found.siblings.clear();
        return Some(found);
    }
    let Some(equals) = position_of(body, b'=') else {
        let tail = position_of(rest, b'=').unwrap_or(rest.len());
        let (outer, typed) = body.rsplit_once('.').unwrap_or(("", body));
        let path = [path, steps(outer, &[])].concat();
        let has_equals = rest[tail..].starts_with('=');
        return Some(context(path, Typing::Key, typed, tail, has_equals));
    };
    let mut path = [path, steps(&body[..equals], &[])].concat();
    let mut value = body[equals + 1..].trim_start();
    if value.starts_with('{') {
        return None;
    }
    while let Some(items) = value.strip_prefix('[') {
        path.push(Step::Item(0));
        let last = items.rfind(',').map_or(0, |at| at + 1);
        value = items[last..].trim_start();
    }
    let quote = value.chars().next().filter(|c| ['"', '\''].contains(c));
    let tail = match quote.and_then(|quote| rest.find(quote)) {
        Some(at) => at + 1,
        None => rest.find([',', ']', '#']).unwrap_or(rest.len()),
    };
    Some(context(path, Typing::Value, value, tail, false))
}

/// The path to the value of the line at `offset`, and the place of its key or table header.
pub(crate) fn path_at(text: &Text, offset: usize) -> Option<(Vec<Step>, (usize, usize))> {
    let number = text.line_of(offset);
    let (start, _) = text.line_span(number);
    let line = text.line(number);
    let body = line.trim_start();
    let indent = line.len() - body.len();
    let end = position_of(body, b'#').unwrap_or(body.len());
    if body[..end].trim().is_empty() || offset > start + indent + end {
        return None;
    }
    let (path, tables) = table_at(text, number);
    if body.starts_with('[') {
        let name = body[..end].trim_end().trim_matches(['[', ']']);
        let span = (start + indent, start + indent + body[..end].trim_end().len());
        return Some((steps(name, &tables), span));
    }
    let equals = position_of(body, b'=').filter(|&at| at < end)?;
    let key = body[..equals].trim_end();
    let path = [path, steps(key, &[])].concat();
    Some((path, (start + indent, start + indent + key.len())))
}

/// The path to the table that contains the line `number`, and the arrays of tables before it.
fn table_at(text: &Text, number: usize) -> (Vec<Step>, Vec<String>) {
    let mut arrays: Vec<String> = Vec::new();
    let mut current = Vec::new();
    for line in (0..number).map(|at| text.line(at).trim()) {
        if let Some(name) = line.strip_prefix("[[").and_then(|rest| rest.split_once("]]")) {
            let name = name.0.trim().to_owned();
            if !arrays.contains(&name) {
                arrays.push(name.clone());
            }
            current = steps(&name, &arrays);
        } else if let Some((name, _)) = line.strip_prefix('[').and_then(|rest| rest.split_once(']'))
        {
            current = steps(name.trim(), &arrays);
        }
    }
    (current, arrays)
}

/// The steps of a dotted key. The name of an array of tables is followed by an item.
fn steps(key: &str, arrays: &[String]) -> Vec<Step> {
    let mut all = Vec::new();
    let mut name = String::new();
    for piece in key.split('.').map(str::trim).filter(|piece| !piece.is_empty()) {
        if !name.is_empty() {
            name.push('.');
        }
        name.push_str(piece);
        all.push(Step::Key(bare(piece)));
        if arrays.contains(&name) {
            all.push(Step::Item(0));
        }
    }
    all
}

/// The other keys of the table that contains the line `number`.
fn siblings(text: &Text, number: usize) -> Vec<String> {
    let is_header = |line: &usize| text.line(*line).trim_start().starts_with('[');
    let first = (0..number).rev().find(is_header).map_or(0, |line| line + 1);
    let lines = (first..text.line_count()).filter(|line| *line != number);
    lines
        .take_while(|line| !is_header(line))
        .filter_map(|line| {
            let line = text.line(line);
            position_of(line, b'=').map(|at| bare(&line[..at]))
        })
        .collect()
}

/// The position of `wanted` outside of quotes.
fn position_of(text: &str, wanted: u8) -> Option<usize> {
    let mut quote = None;
    text.bytes().position(|byte| match quote {
        Some(open) => {
            if byte == open {
                quote = None;
            }
            false
        }
        None if byte == b'"' || byte == b'\'' => {
            quote = Some(byte);
            false
        }
        None => byte == wanted,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Encoding, dotted};

    #[test]
    fn tables_and_keys_tell_the_way() {
        let cases = [
            ("|", "", Typing::Key, ""),
            ("a = 1\nki|", "", Typing::Key, "ki"),
            ("[a.b]\nc = |", "a.b.c", Typing::Value, ""),
            ("[a]\nb.c = \"x|\"", "a.b.c", Typing::Value, "x"),
            ("[[steps]]\nr|", "steps[0]", Typing::Key, "r"),
            ("[[steps]]\n[steps.with]\n|", "steps[0].with", Typing::Key, ""),
            ("[a.|]", "a", Typing::Key, ""),
            ("on = [\"push\", \"|\"]", "on[0]", Typing::Value, ""),
        ];
        for (marked, path, typing, typed) in cases {
            let offset = marked.find('|').unwrap();
            let text = Text::new(marked.replacen('|', "", 1), Encoding::Utf8);
            let found = context_at(&text, offset).unwrap();
            let found = (dotted(&found.path), found.typing, found.typed);
            assert_eq!(found, (path.to_owned(), typing, typed.to_owned()), "{marked}");
        }
        let text = Text::new("a = 1 # b", Encoding::Utf8);
        assert!(context_at(&text, 9).is_none() && path_at(&text, 9).is_none());
        let text = Text::new("[a]\nb = 1", Encoding::Utf8);
        let (path, span) = path_at(&text, 8).unwrap();
        assert_eq!((dotted(&path), span), ("a.b".to_owned(), (4, 5)));
    }
}
