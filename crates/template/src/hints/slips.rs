//! Hints for mistakes that the messages of the language do not explain: statements in the syntax of other languages,
//! `load` inside other statements, and a value whose code spans several lines.

use yardstick_starlark::syntax::{Fault, TokenKind as Token, Want};

use super::{Help, Place, habits};
use crate::compile::Yields;

/// Help for `fault` at `place`.
pub(super) fn unreadable(fault: &Fault, place: &Place<'_>) -> Option<Help> {
    of_load(fault, place)
        .or_else(|| of_value_over_lines(fault, place))
        .or_else(|| of_loop(fault, place))
        .or_else(|| of_expression(fault, place))
        .or_else(|| of_call(fault, place))
        .map(Help::note)
}

/// `load` is a statement of its own, and what it loads is named in quotes.
fn of_load(fault: &Fault, place: &Place<'_>) -> Option<String> {
    let code = place.code();
    Some(match fault {
        Fault::PrivateName(name) => format!(
            "a name that starts with '_' is private to its file: call it `{}` there",
            name.trim_start_matches('_')
        ),
        Fault::LoadOperand { name: Some(name), .. } => {
            format!("quote the name: load(\"file.star\", \"{name}\")")
        }
        Fault::Unexpected { got: Token::Load, want: Want::Expression } => {
            let name = code.split('=').next().map_or("x", str::trim);
            format!(
                "load is a statement and gives no value: write it on a line of its own; another name is given in it: load(\"file.star\", {name}=\"name\")"
            )
        }
        Fault::LoadWithin(_) => "write the load at the top of the file".to_owned(),
        Fault::Unexpected { got: Token::Str, want: Want::Token(Token::LParen) }
            if code.starts_with("load") =>
        {
            let arguments = code.trim_start_matches("load").trim();
            format!("write parentheses: load({arguments})")
        }
        _ => return None,
    })
}

/// `key: #@ [`, with the rest on further lines.
fn of_value_over_lines(fault: &Fault, place: &Place<'_>) -> Option<String> {
    let at = place.line.find("#@ ").filter(|_| place.yields == Yields::Documents)?;
    let key = place.line[..at].trim();
    if !(key.ends_with(':') || key == "-") {
        return None;
    }
    let line = place.source.line(place.span.start);
    let below = place.source.line_text(line + 1);
    let goes_on = fault.got() == Some(Token::OperandEnd) && below.trim_start().starts_with("#@");
    (goes_on || *fault == Fault::Backslash).then(|| {
        let start = place.line[at + 3..].trim_end_matches(['\\', ' ']);
        format!(
            "the code of a value is one line: compute it on lines of their own above, `#@ value = {start}`, and write `{key} #@ value`"
        )
    })
}

/// Loops of other languages.
fn of_loop(fault: &Fault, place: &Place<'_>) -> Option<String> {
    let code = place.code();
    if code.starts_with("end ") && fault.wants(Token::Newline) {
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

/// Expressions of other languages.
fn of_expression(fault: &Fault, place: &Place<'_>) -> Option<String> {
    let before = place.before().trim_end();
    let ends_in_text = before.ends_with(['"', '\'']);
    if fault.is(Token::Comma, Token::Colon) && opens_last(before) == Some('{') {
        let items = &before[before.rfind('{')? + 1..];
        return Some(format!("{{ }} makes a dict of `key: value`: write a list, [{items}, ...]"));
    }
    if fault.is(Token::Str, Token::Newline) && ends_in_text {
        return Some("two texts are joined with +: \"a\" + \"b\"".to_owned());
    }
    if fault.is(Token::Star, Want::Expression) && place.code().contains('=') {
        return Some(
            "there is no `*rest` on the left of `=`: write `first, rest = items[0], items[1:]`"
                .to_owned(),
        );
    }
    let name = before.rsplit([' ', ',', '(']).next().unwrap_or_default();
    (place.annotation().is_some() && name == "regexp=" && fault.wants(Want::Expression))
        .then(|| format!("quote the expression: regexp=\"{}\"", place.rest().trim()))
}

/// `eq "a" "b"`, `domain:8080`: a call without parentheses, and text beside a value.
fn of_call(fault: &Fault, place: &Place<'_>) -> Option<String> {
    /// Words after which a value follows.
    const BETWEEN: [&str; 10] =
        ["in", "and", "or", "not", "if", "else", "elif", "return", "for", "lambda"];
    let before = place.before().trim_end();
    let code = before.find("#@").map_or(before, |at| &before[at + 2..]);
    if place.annotation().is_some() || opens_last(code).is_some() {
        return None;
    }
    let is_value =
        place.yields == Yields::Documents && place.line.split("#@").next()?.contains(':');
    if fault.got() == Some(Token::Colon) && is_value {
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
    let got = fault.got().filter(|got| got.is_value())?;
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
    (got != Token::Ident).then(|| {
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
