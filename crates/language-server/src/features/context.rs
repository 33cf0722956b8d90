//! Finds the context of a position in YAML: the path to it, and whether a key or a value is being typed. It uses
//! indentation and brackets alone, because a text that is being typed is rarely valid YAML.

use super::flow_context::{Flow, bare, flow_at};
use crate::{Step, Text};

/// What is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typing {
    /// A key, or something that may become one.
    Key,
    /// The value of the last step of the path.
    Value,
}

/// The context of a position in YAML.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    /// The path to the map that gets the key, or to the value.
    pub path: Vec<Step>,
    /// What is being typed.
    pub typing: Typing,
    /// The text typed so far.
    pub typed: String,
    /// The offset of the first typed byte.
    pub start: usize,
    /// The offset after the last byte of the word.
    pub end: usize,
    /// The column of the key.
    pub column: usize,
    /// The other keys of the same map.
    pub siblings: Vec<String>,
    /// The first line of the document.
    pub first_line: usize,
    /// Whether a colon follows the word.
    pub has_colon: bool,
    /// Whether the line starts with a dash, as an array item does.
    pub is_item: bool,
    /// The key on the line above, if it starts at the same column and has no value yet.
    pub open_key: Option<String>,
    /// The distance of the word from the indentation of its line: two after a dash.
    pub shift: usize,
    /// Whether it is in a flow collection.
    pub is_flow: bool,
    /// The quote at the start of the word.
    pub quote: Option<char>,
}

/// A parsed line.
#[derive(Debug)]
pub(super) struct Line<'a> {
    /// The columns of its dashes.
    pub(super) dashes: Vec<usize>,
    /// The column of the text after the dashes.
    pub(super) column: usize,
    /// The text after the dashes.
    pub(super) body: &'a str,
}

impl<'a> Line<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut dashes = Vec::new();
        let mut column = text.len() - text.trim_start_matches(' ').len();
        while let Some(rest) = text[column..].strip_prefix('-') {
            if !rest.is_empty() && !rest.starts_with(' ') {
                break;
            }
            dashes.push(column);
            column += 1 + (rest.len() - rest.trim_start_matches(' ').len());
        }
        Self { dashes, column, body: &text[column..] }
    }

    fn is_nothing(&self) -> bool {
        self.dashes.is_empty() && (self.body.is_empty() || self.body.starts_with('#'))
    }

    /// Its key, without quotes.
    pub(super) fn key(&self) -> Option<&'a str> {
        let at = colon(self.body)?;
        Some(self.body[..at].trim().trim_matches(['"', '\'']))
    }
}

/// The position of the colon after the key of `body`.
pub(super) fn colon(body: &str) -> Option<usize> {
    let bytes = body.as_bytes();
    let mut quote = None;
    for (at, &byte) in bytes.iter().enumerate() {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (None, b'"' | b'\'') if at == 0 => quote = Some(byte),
            (None, b':') if bytes.get(at + 1).is_none_or(|next| *next == b' ') => return Some(at),
            (None, b'#') if at > 0 && bytes[at - 1] == b' ' => return None,
            _ => {}
        }
    }
    None
}

/// The context at `offset`; `None` inside comments.
pub(crate) fn context_at(text: &Text, offset: usize, is_json: bool) -> Option<Context> {
    let number = text.line_of(offset);
    let first_line = first_line(text, number);
    if let Some(flow) = flow_at(text, offset, first_line, is_json) {
        return Some(in_flow(text, offset, first_line, flow));
    }
    if is_json {
        return None;
    }
    let (line_start, _) = text.line_span(number);
    let whole = text.line(number);
    let before = whole.get(..offset - line_start)?;
    if before.trim_start().starts_with('#') || before.contains(" #") || before.starts_with("---") {
        return None;
    }
    let line = Line::new(whole);
    // The text left of the cursor determines the column; on a blank line, the cursor itself.
    let column = if line.body.is_empty() && line.dashes.is_empty() {
        before.len()
    } else {
        line.column.min(before.len())
    };
    let body = before.get(column..).unwrap_or_default();
    let (typing, typed, start) = match colon(body) {
        Some(at) => {
            let value = &body[at + 1..];
            let trimmed = value.trim_start();
            let start = line_start + column + at + 1 + (value.len() - trimmed.len());
            (Typing::Value, trimmed, start)
        }
        None => (Typing::Key, body, line_start + column),
    };
    if typed.starts_with(['{', '[']) {
        return None;
    }
    let rest = &whole[before.len()..];
    let quote = typed.chars().next().filter(|c| ['"', '\''].contains(c));
    let tail = match closing_quote(typed, quote, rest) {
        Some(at) => at + 1,
        None if typing == Typing::Key => rest.find([':', '#']).unwrap_or(rest.len()),
        None => rest.find(" #").unwrap_or(rest.len()),
    };
    let end = line_start + before.len() + rest[..tail].trim_end().len();
    let mut path = Vec::new();
    if typing == Typing::Value
        && let Some(key) = line.key()
    {
        path.push(Step::Key(key.to_owned()));
    }
    climb(text, number, first_line, column, &line.dashes, &mut path);
    path.reverse();
    Some(Context {
        path,
        siblings: siblings(text, number, first_line, column, line.dashes.last().copied()),
        has_colon: rest[tail..].starts_with(':'),
        typing,
        typed: if quote.is_some() { bare(typed) } else { typed.to_owned() },
        start,
        end,
        column,
        first_line,
        is_item: !line.dashes.is_empty(),
        open_key: open_key(text, number, first_line, column),
        shift: line.dashes.first().map_or(0, |dash| column.saturating_sub(*dash)),
        is_flow: false,
        quote,
    })
}

/// The context inside a flow collection.
fn in_flow(text: &Text, offset: usize, first_line: usize, flow: Flow) -> Context {
    let Flow { line: number, path: below, typing, start, siblings } = flow;
    let line = Line::new(text.line(number));
    let mut path: Vec<Step> = line.key().map(|key| Step::Key(key.to_owned())).into_iter().collect();
    // The key of a map that the line itself opens is not part of the path to it.
    if line.body.starts_with(['{', '[']) {
        path.clear();
    }
    climb(text, number, first_line, line.column, &line.dashes, &mut path);
    path.reverse();
    path.extend(below);
    let (_, line_end) = text.line_span(text.line_of(offset));
    let typed = &text.as_str()[start..offset];
    let quote = typed.chars().next().filter(|c| ['"', '\''].contains(c));
    let rest = &text.as_str()[offset..line_end];
    // A quoted word ends at its quote, others at a separator.
    let tail = match closing_quote(typed, quote, rest) {
        Some(at) => at + 1,
        None if typing == Typing::Key => rest.find([',', ':', '}', ']', '#']).unwrap_or(rest.len()),
        None => rest.find([',', '}', ']']).unwrap_or(rest.len()),
    };
    Context {
        path,
        typing,
        typed: bare(typed),
        start,
        end: offset + rest[..tail].trim_end().len(),
        column: line.column,
        siblings,
        first_line,
        has_colon: rest[tail..].trim_start().starts_with(':'),
        is_item: false,
        open_key: None,
        shift: 0,
        is_flow: true,
        quote,
    }
}

/// The key on the last non-empty line before `number`, if it is at `column` and has no value.
fn open_key(text: &Text, number: usize, first: usize, column: usize) -> Option<String> {
    let lines = (first..number).rev().map(|at| Line::new(text.line(at)));
    let above = lines.into_iter().find(|line| !line.is_nothing())?;
    let is_open = above.column == column && above.body.trim_end().ends_with(':');
    above.key().filter(|_| is_open).map(str::to_owned)
}

/// The position in `rest` of the quote that closes a word; `typed` is the part before `rest`.
fn closing_quote(typed: &str, quote: Option<char>, rest: &str) -> Option<usize> {
    let open = quote.filter(|&quote| typed.len() == 1 || !typed.ends_with(quote))?;
    rest.find(open)
}

/// The first line of the document that contains the line `number`.
fn first_line(text: &Text, number: usize) -> usize {
    let is_marker = |line: &usize| text.line(*line).starts_with("---");
    (0..=number).rev().find(is_marker).map_or(0, |line| line + 1)
}

/// Adds the steps from the line `number` up to the document, innermost first.
fn climb(
    text: &Text,
    number: usize,
    first: usize,
    column: usize,
    dashes: &[usize],
    path: &mut Vec<Step>,
) {
    let mut limit = column;
    let mut from_item = false;
    let take_dashes = |dashes: &[usize], limit: &mut usize, path: &mut Vec<Step>| {
        let mut taken = false;
        for &dash in dashes.iter().rev().filter(|dash| **dash < column) {
            if dash < *limit {
                path.push(Step::Item(0));
                *limit = dash;
                taken = true;
            }
        }
        taken
    };
    if take_dashes(dashes, &mut limit, path) {
        from_item = true;
    }
    for line in (first..number).rev().map(|at| Line::new(text.line(at))) {
        if line.is_nothing() {
            continue;
        }
        let is_above = |at: usize| at < limit || from_item && at == limit && line.dashes.is_empty();
        if let Some(key) = line.key()
            && is_above(line.column)
        {
            path.push(Step::Key(key.to_owned()));
            limit = line.column;
            from_item = false;
        }
        if take_dashes(&line.dashes, &mut limit, path) {
            from_item = true;
        }
        if limit == 0 && !from_item {
            break;
        }
    }
}

/// The keys at `column` in the same map as the line `number`.
fn siblings(
    text: &Text,
    number: usize,
    first: usize,
    column: usize,
    dash: Option<usize>,
) -> Vec<String> {
    let mut keys = Vec::new();
    let own = |line: &Line<'_>| {
        let key = (line.column == column).then(|| line.key()).flatten();
        key.map(str::to_owned)
    };
    if dash.is_none() {
        for at in (first..number).rev() {
            let line = Line::new(text.line(at));
            if line.is_nothing() {
                continue;
            }
            keys.extend(own(&line));
            if line.column < column || !line.dashes.is_empty() && line.dashes[0] < column {
                break;
            }
        }
    }
    for at in number + 1..text.line_count() {
        let raw = text.line(at);
        let line = Line::new(raw);
        if line.is_nothing() {
            continue;
        }
        if raw.starts_with("---")
            || line.column < column
            || !line.dashes.is_empty() && line.dashes[0] < column
        {
            break;
        }
        keys.extend(own(&line));
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Encoding, dotted};

    /// The context at `|`, which is removed from the text.
    fn at(text: &str) -> (String, Typing, String, Vec<String>) {
        let offset = text.find('|').unwrap();
        let text = Text::new(text.replacen('|', "", 1), Encoding::Utf8);
        let context = context_at(&text, offset, false).expect("there is a context");
        (dotted(&context.path), context.typing, context.typed, context.siblings)
    }

    #[test]
    fn indentation_tells_the_way() {
        let key = |path: &str, typed: &str| (path.to_owned(), Typing::Key, typed.to_owned());
        let without_siblings = |text| {
            let (path, typing, typed, _) = at(text);
            (path, typing, typed)
        };
        assert_eq!(without_siblings("a:\n  b: 1\n  na|\n"), key("a", "na"));
        assert_eq!(without_siblings("a:\n  b: 1\n|"), key("", ""));
        assert_eq!(without_siblings("a:\n  b:\n    |"), key("a.b", ""));
        assert_eq!(without_siblings("l:\n- name: x\n  po|"), key("l[0]", "po"));
        assert_eq!(without_siblings("l:\n- a: 1\n- |"), key("l[0]", ""));
        assert_eq!(without_siblings("x:\n  l:\n  - a:\n      b: 1\n      |"), key("x.l[0].a", ""));
        assert_eq!(without_siblings("x: 1\n---\ny:\n  |"), key("y", ""));
        assert_eq!(
            without_siblings("a:\n  b: tr|"),
            ("a.b".to_owned(), Typing::Value, "tr".to_owned())
        );
        assert_eq!(without_siblings("l:\n- |a\n"), ("l[0]".to_owned(), Typing::Key, String::new()));
    }

    #[test]
    fn brackets_tell_the_way() {
        let cases = [
            ("a: {b: 1, |}", "a", Typing::Key, ""),
            ("a: {b: 1, na|, c: 2}", "a", Typing::Key, "na"),
            ("a: {b: tr|}", "a.b", Typing::Value, "tr"),
            ("a: {b: {c: |", "a.b.c", Typing::Value, ""),
            ("l: [x, |]", "l[1]", Typing::Value, ""),
            ("l: [{n: 1}, {|}]", "l[1]", Typing::Key, ""),
            ("l:\n- {a: 1, |}", "l[0]", Typing::Key, ""),
            ("l:\n- b: {a: 1, |}", "l[0].b", Typing::Key, ""),
            ("x:\n  a: {\n    b: 1,\n    |\n  }", "x.a", Typing::Key, ""),
            ("{\"a\": {\"b|", "a", Typing::Key, "b"),
            ("{\n  \"a\": 1,\n  \"b\": |\n}", "b", Typing::Value, ""),
            ("a: [1\nb: |", "b", Typing::Value, ""),
            ("a: \"{\"\nb: |", "b", Typing::Value, ""),
            ("a: >\n  {\nb: |", "b", Typing::Value, ""),
            ("a: {u: http://x, |}", "a", Typing::Key, ""),
            ("a: it's {\nb:\n  |", "b", Typing::Key, ""),
            ("a: {b: \"x, y\", |}", "a", Typing::Key, ""),
            ("a: !t {b: 1, |}", "a", Typing::Key, ""),
        ];
        for (text, path, typing, typed) in cases {
            let (found, kind, word, _) = at(text);
            assert_eq!((found.as_str(), kind, word.as_str()), (path, typing, typed), "{text}");
        }
        let text = Text::new("a: {b: 1} # {c", Encoding::Utf8);
        assert!(context_at(&text, 14, false).is_none(), "a comment");
    }

    #[test]
    fn siblings_in_brackets_come_before_and_after() {
        assert_eq!(at("a: {b: 1, |, c: {d: 1}, e: 2}\nf: 1").3, ["b", "c", "e"]);
        assert_eq!(at("{\"a\": 1,\n |\n \"b\": [1, {\"x\": 2}]\n}").3, ["a", "b"]);
        assert_eq!(at("a: {b: 1, |\nc: 2\n").3, ["b"]);
    }

    #[test]
    fn siblings_are_the_keys_of_the_same_map() {
        assert_eq!(at("a:\n  b: 1\n  |\n  c: 2\nd: 3\n").3, ["b", "c"]);
        assert_eq!(at("- a: 1\n  b: 2\n  |\n- c: 3\n").3, ["b", "a"]);
    }
}
