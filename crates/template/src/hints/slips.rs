//! Hints for mistakes that the messages of the language do not explain: statements in the syntax of other languages,
//! `load` inside other statements, and a value whose code spans several lines.

use super::{Help, Place, habits};
use crate::compile::Yields;

/// Returns a hint for the error `message` at `place`.
pub(super) fn unreadable(message: &str, place: &Place<'_>) -> Option<Help> {
    of_load(message, place)
        .or_else(|| of_value_over_lines(message, place))
        .or_else(|| of_loop(message, place))
        .or_else(|| of_expression(message, place))
        .or_else(|| of_call(message, place))
        .map(Help::note)
}

/// Hints for `load`, which is a statement of its own with quoted names.
fn of_load(message: &str, place: &Place<'_>) -> Option<String> {
    let code = place.code();
    if let Some(name) =
        message.strip_prefix("load: names with leading underscores are not exported: ")
    {
        return Some(format!(
            "a name that starts with '_' is private to its file: call it `{}` there",
            name.trim_start_matches('_')
        ));
    }
    if let Some(rest) = message.strip_prefix("load operand must be \"") {
        let name = rest.split('"').next().filter(|name| *name != "name")?;
        return Some(format!("quote the name: load(\"file.star\", \"{name}\")"));
    }
    if message == "got load, want primary expression" {
        let name = code.split('=').next().map_or("x", str::trim);
        return Some(format!(
            "load is a statement and gives no value: write it on a line of its own; another name is given in it: load(\"file.star\", {name}=\"name\")"
        ));
    }
    if message.starts_with("load statement within") {
        return Some("write the load at the top of the file".to_owned());
    }
    (message == "got string literal, want '('" && code.starts_with("load")).then(|| {
        let arguments = code.trim_start_matches("load").trim();
        format!("write parentheses: load({arguments})")
    })
}

/// Hints for `key: #@ [` with the rest on further lines.
fn of_value_over_lines(message: &str, place: &Place<'_>) -> Option<String> {
    let at = place.line.find("#@ ").filter(|_| place.yields == Yields::Documents)?;
    let key = place.line[..at].trim();
    if !(key.ends_with(':') || key == "-") {
        return None;
    }
    let line = place.source.line(place.span.start);
    let below = place.source.line_text(line + 1);
    let goes_on =
        message.starts_with("got end of expression") && below.trim_start().starts_with("#@");
    (goes_on || message == "stray backslash in program").then(|| {
        let start = place.line[at + 3..].trim_end_matches(['\\', ' ']);
        format!(
            "the code of a value is one line: compute it on lines of their own above, `#@ value = {start}`, and write `{key} #@ value`"
        )
    })
}

/// Hints for loops in the syntax of other languages.
fn of_loop(message: &str, place: &Place<'_>) -> Option<String> {
    let code = place.code();
    if code.starts_with("end ") && message.ends_with("want newline") {
        return Some("write `end` alone: it closes the block that was opened last".to_owned());
    }
    let is_loop = code.starts_with("for ") || code.starts_with("for(");
    if !is_loop {
        return None;
    }
    if code.contains(';') {
        return Some("write `for i in range(3):` to count from 0 to 2".to_owned());
    }
    code.contains("..").then(|| {
        "write range(first, last + 1): `for i in range(1, 4):` counts from 1 to 3".to_owned()
    })
}

/// Hints for expressions in the syntax of other languages.
fn of_expression(message: &str, place: &Place<'_>) -> Option<String> {
    let before = place.before().trim_end();
    let ends_in_text = before.ends_with(['"', '\'']);
    if message == "got ',', want ':'" && opens_last(before) == Some('{') {
        let items = &before[before.rfind('{')? + 1..];
        return Some(format!("{{ }} makes a dict of `key: value`: write a list, [{items}, ...]"));
    }
    if message == "got string literal, want newline" && ends_in_text {
        return Some("two texts are joined with +: \"a\" + \"b\"".to_owned());
    }
    if message == "got '*', want primary expression" && place.code().contains('=') {
        return Some(
            "there is no `*rest` on the left of `=`: write `first, rest = items[0], items[1:]`"
                .to_owned(),
        );
    }
    let name = before.rsplit([' ', ',', '(']).next().unwrap_or_default();
    (place.annotation().is_some()
        && name == "regexp="
        && message.ends_with("want primary expression"))
    .then(|| format!("quote the expression: regexp=\"{}\"", place.rest().trim()))
}

/// Hints for `eq "a" "b"` and `domain:8080`: a call without parentheses, and text next to a value.
fn of_call(message: &str, place: &Place<'_>) -> Option<String> {
    /// Words that a value follows.
    const BETWEEN: [&str; 10] =
        ["in", "and", "or", "not", "if", "else", "elif", "return", "for", "lambda"];
    let before = place.before().trim_end();
    let code = before.find("#@").map_or(before, |at| &before[at + 2..]);
    if place.annotation().is_some() || opens_last(code).is_some() {
        return None;
    }
    let is_value =
        place.yields == Yields::Documents && place.line.split("#@").next()?.contains(':');
    if message.starts_with("got ':'") && is_value {
        let rest = place.rest().trim_end();
        return (!rest.starts_with(": ") && rest.len() > 1).then(|| {
            format!(
                "code is the whole value, and text is joined with +: `#@ {} + \"{rest}\"`",
                code.trim()
            )
        });
    }
    if code.contains("lambda ") && place.rest().starts_with("->") {
        return Some("write `lambda x: ...` instead of `lambda x -> ...`".to_owned());
    }
    let got = ["string literal", "int literal", "float literal", "identifier"];
    if !got.iter().any(|got| message.starts_with(&format!("got {got}"))) {
        return None;
    }
    let others = code.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
    let name = &code[others.len()..];
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let is_directly_before = place.before().ends_with(name);
    if !is_name || is_directly_before || BETWEEN.contains(&name) {
        return None;
    }
    // The first word of a statement may be from another language.
    if habits::instead_of_statement(name).is_some() && code.trim() == name {
        return None;
    }
    if let Some(instead) = habits::instead_of(name) {
        return Some(instead.to_owned());
    }
    (!message.starts_with("got identifier")).then(|| {
        format!("a function is called with parentheses: {name}(...); text is joined with +")
    })
}

/// Returns the last bracket that is open at the end of `code`.
fn opens_last(code: &str) -> Option<char> {
    let mut open = Vec::new();
    let mut quote = None;
    for c in code.chars() {
        match (quote, c) {
            (Some(q), _) if q == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => open.push(c),
            (None, ')' | ']' | '}') => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}

/// Hints for a name that a `load` of the file should define: the `load` comes too late, or tries to load everything.
pub(super) fn late_load(name: &str, place: &Place<'_>) -> Option<Help> {
    let source = place.source;
    let here = source.line(place.span.start);
    let last = source.line(source.bytes().len() as u32);
    let quoted = format!("\"{name}\"");
    let given = format!("{name}=\"");
    (1..=last).find_map(|line| {
        let text = source.line_text(line);
        let load = text.find("load(").map(|at| &text[at..])?;
        if load.contains("\"*\"") {
            let start = load.split(',').next().unwrap_or("load(\"file.star\"");
            return Some(Help::note(format!(
                "load takes names, not \"*\": write {start}, \"{name}\") on line {line}"
            )));
        }
        let is_loaded = load.contains(&quoted) || load.contains(&given);
        (is_loaded && line > here).then(|| {
            Help::note(format!(
                "it is loaded on line {line}, after its use: move that line to the top"
            ))
        })
    })
}
