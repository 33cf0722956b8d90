//! Hints for code with syntax errors.

use yardstick_diagnostics::{Span, conflict};
use yardstick_starlark::syntax::{Fault, TokenKind as Token, Want};

use super::{Help, Place, blocks, habits, names::NAMESPACES};
use crate::compile::Yields;

/// Statements that start a block.
const STATEMENTS: [&str; 9] =
    ["if", "for", "def", "elif", "else", "end", "load", "while", "return"];

/// Help for `fault` at `place`.
pub(super) fn unreadable(fault: &Fault, place: &Place<'_>) -> Option<Help> {
    let text = unresolved(place)
        .or_else(|| after_open_annotation(place))
        .or_else(|| text_of_another_tool(place))
        .or_else(|| code_without_space(place))
        .or_else(|| of_character(fault, place))
        .or_else(|| of_statement(fault, place))
        .or_else(|| of_annotation(fault, place))
        .or_else(|| of_token(fault, place))?;
    Some(text)
}

/// Hints for a Git conflict marker in a file of code or text.
fn unresolved(place: &Place<'_>) -> Option<Help> {
    conflict::is_mark(&place.line).then(|| Help::note(conflict::HELP))
}

/// Hints for a line below an annotation with an unclosed text: `#@schema/desc "first line`.
fn after_open_annotation(place: &Place<'_>) -> Option<Help> {
    if place.yields != Yields::Documents {
        return None;
    }
    let end = place.line_start.checked_sub(1)?;
    let before = &place.source.bytes()[..end as usize];
    let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let above = std::str::from_utf8(&before[start..]).ok()?;
    let name = above.trim_start().strip_prefix("#@")?.split(' ').next()?;
    let (namespace, _) = name.split_once('/')?;
    let is_open = above.matches('"').count() % 2 == 1 && !above.contains("\"\"\"");
    if !NAMESPACES.contains(&namespace) || !is_open {
        return None;
    }
    let quote = (start + above.find('"').unwrap_or_default()) as u32;
    let span = Span::new(place.span.file, quote, end);
    Some(Help::note(ONE_LINE).at(span))
}

/// The hint for arguments that continue on the next line.
const ONE_LINE: &str = "arguments of an annotation are on one line: write \\n for a line break, or define the text above, `#@ text = \"...\"`, and write the name";

fn word_at_start(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    &text[..end]
}

fn word_at_end(text: &str) -> &str {
    text.trim_end().rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default()
}

/// Hints for the syntax of Helm and Jinja.
fn text_of_another_tool(place: &Place<'_>) -> Option<Help> {
    let code = place.code();
    if code.contains(".Values") {
        let at = place.line.find(".Values")?;
        let span = place.span_in_line(at, at + ".Values".len());
        let note = "Helm's .Values is data.values here: load(\"@ytt:data\", \"data\") and write data.values.NAME";
        return Some(Help::note(note).fix(span, "data.values", "write data.values"));
    }
    if code.contains("{{") {
        return Some(Help::note(
            "there are no {{ }}: what follows '#@' is code already, as in `#@ data.values.name`",
        ));
    }
    if code.contains("{%") {
        return Some(Help::note(
            "there are no {% %}: write `#@ if condition:`, `#@ for x in items:` and `#@ end`",
        ));
    }
    (word_at_start(code) == "include")
        .then(|| Help::note(habits::instead_of_statement("include").unwrap_or_default()))
}

/// Hints for `#@if x:` and `#@x = 1`: code without the space, so that it became an annotation.
fn code_without_space(place: &Place<'_>) -> Option<Help> {
    let name = place.annotation()?;
    let at = place.line.find("#@")? + 2;
    let word = word_at_start(name);
    let is_statement = STATEMENTS.contains(&word) && !name.contains('/');
    let after = place.line[at + name.len()..].trim_start();
    let is_assignment = !name.contains('/') && after.starts_with('=') && !after.starts_with("==");
    let is_end = name == "end";
    if !is_statement && !is_assignment && !is_end {
        return None;
    }
    let note = "write a space after '#@' for code; without it, it is an annotation";
    Some(Help::note(note).fix(place.span_in_line(at, at), " ", "make it code"))
}

/// A character that the language does not have.
fn of_character(fault: &Fault, place: &Place<'_>) -> Option<Help> {
    let Fault::Character(character) = *fault else { return None };
    let rest = place.rest();
    Some(Help::note(match character {
        '!' if place.before().trim_end().ends_with("(@") => "a comment is written `(@# text @)`",
        '!' if rest.starts_with("!==") => "write `!=` instead of `!==`",
        '!' => {
            let note = "write `not x` instead of `!x`";
            return Some(Help::note(note).fix(
                place.span_in_line(place.before().len(), place.before().len() + 1),
                "not ",
                "write not",
            ));
        }
        '?' if rest.starts_with("??") => "write `x or default` instead of `x ?? default`",
        '?' if rest.starts_with("?.") => {
            "there is no `?.`: write `x.a if x else None`, or getattr(x, \"a\", None)"
        }
        '?' => "write `a if condition else b` instead of `condition ? a : b`",
        '$' if word_at_start(place.code()) == "range" => {
            "write `for item in items:`, or `for i, item in enumerate(items):`, and `end` after the block"
        }
        '$' => {
            "variables have no `$`: write the name alone; a data value is data.values.NAME, with load(\"@ytt:data\", \"data\")"
        }
        '`' if place.line.contains("${") => {
            "put text in quotes, and put values into it with \"{}-b\".format(x)"
        }
        '`' => "put text in quotes: \"text\" or '''text'''",
        '@' if place.code().starts_with("load(") => {
            "names of modules are text: load(\"@ytt:data\", \"data\")"
        }
        '@' if place.before().trim_end().ends_with("#@") => {
            "annotations follow '#@' directly: `#@schema/nullable`; functions have no decorators"
        }
        '@' if place.yields == Yields::Text => {
            "code is written `(@ code @)`, and `(@= value @)` prints a value"
        }
        '@' => "`@` is only used in annotations, right after '#'",
        '\\' => "a line that goes on needs brackets: ( ... )",
        '\u{201c}' | '\u{201d}' | '\u{2018}' | '\u{2019}' => {
            "these are typographic quotes: write \" or '"
        }
        '\u{a0}' => "this is a no-break space: write an ordinary one",
        _ if !character.is_ascii() => {
            "names consist of letters, digits and `_`; put other text in quotes"
        }
        _ => return None,
    }))
}

/// A statement of another language.
fn of_statement(fault: &Fault, place: &Place<'_>) -> Option<Help> {
    let code = place.code();
    let first = word_at_start(code);
    if *fault == Fault::Comment && place.rest().starts_with("#@") {
        return Some(Help::note("each annotation has a line of its own"));
    }
    if *fault == Fault::Comment {
        return Some(Help::note("write the comment on a line of its own, above: `#! ...`"));
    }
    if let Fault::Reserved { word, .. } = fault
        && place.before().ends_with('.')
    {
        let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let path = place.before().rsplit(|c| !is_path(c)).next().unwrap_or_default();
        let path = path.trim_end_matches('.');
        let at = place.before().len() - 1;
        let instead = format!("[\"{word}\"]");
        let note = format!("`{word}` is a word of the language: write {path}{instead}");
        let span = place.span_in_line(at, at + 1 + word.len());
        return Some(Help::note(note).fix(span, instead, "read it by its name"));
    }
    if matches!(fault, Fault::Reserved { word, .. } if word == "pass") {
        return Some(Help::note(
            "leave the block empty: nothing is needed between its first line and `end`",
        ));
    }
    let is_foreign = matches!(
        fault,
        Fault::Reserved { .. }
            | Fault::Unexpected { got: Token::Illegal, .. }
            | Fault::LoadOperand { got: Token::Illegal, .. }
    );
    if is_foreign {
        let word = word_at_start(place.rest());
        if word == "is" {
            let at = place.before().len();
            let is_not = place.rest().starts_with("is not");
            let (end, sign) = if is_not { (at + 6, "!=") } else { (at + 2, "==") };
            let note =
                format!("write `{sign}` instead of `is{}`", if is_not { " not" } else { "" });
            return Some(Help::note(note).fix(
                place.span_in_line(at, end),
                sign,
                "compare by value",
            ));
        }
        let word = if word.is_empty() { first } else { word };
        return habits::instead_of_statement(word).map(Help::note);
    }
    let compares =
        *fault == Fault::NoElse || fault.is(Token::Assign, Want::Clause(Token::RBracket));
    if compares && let Some(at) = assigned_in_condition(place) {
        let note = "write `==` to compare";
        return Some(Help::note(note).fix(place.span_in_line(at, at + 1), "==", "compare"));
    }
    if *fault == Fault::NoElse {
        return Some(Help::note("write `a if condition else b`; None stands for no value"));
    }
    if matches!(fault, Fault::Comparisons(..)) && code.contains("===") {
        return Some(Help::note("write `==`: there is no `===`"));
    }
    if *fault == Fault::Return {
        return Some(Help::note("only functions return: write `key: #@ value` to place a value"));
    }
    if *fault == Fault::End
        && let Some(help) = blocks::closed_by_itself(place)
    {
        return Some(help);
    }
    if *fault == Fault::End {
        return Some(Help::note(
            "no block is open here: remove this `end`, or add the `if`, `for` or `def` that it closes; `def f(): return x` on one line needs none",
        ));
    }
    if *fault == Fault::EmptyLoad {
        return Some(Help::note("name what to load: load(\"@ytt:data\", \"data\")"));
    }
    if *fault == Fault::ArgumentName {
        return Some(Help::note("names of arguments have `_`, not `-`: missing_ok=True"));
    }
    if *fault == Fault::RequiredAfterOptional {
        return Some(Help::note("put parameters with a default last"));
    }
    if fault.wants(Token::Newline) && code.contains("=>") {
        return Some(Help::note("write `lambda x: ...` instead of `x => ...`"));
    }
    if fault.wants(Token::Newline) || first == "elsif" || first == "elseif" {
        return habits::instead_of_statement(first).map(Help::note);
    }
    if fault.wants(Token::Colon) {
        let rest = place.rest();
        return Some(Help::note(match rest {
            _ if first == "else" && rest.starts_with("if") => {
                "write `elif condition:` instead of `else if`"
            }
            _ if rest.starts_with('{') => {
                "a block starts with `:` and is closed by `end`, not by braces"
            }
            _ if rest.starts_with('=') => "write `==` to compare",
            _ => return None,
        }));
    }
    if fault.wants(Token::LParen) && first == "def" {
        return Some(Help::note(
            "a function has parentheses, also without parameters: `def name():`",
        ));
    }
    if first == "def"
        && (code.contains("->") || fault.is(Token::Colon, Token::Comma))
        && place.annotation().is_none()
    {
        return Some(Help::note("parameters and results have no types: `def f(a, b):`"));
    }
    None
}

/// Returns the position of the first `=` after an `if` on the line that is not a comparison.
fn assigned_in_condition(place: &Place<'_>) -> Option<usize> {
    let start = place.line.find(" if ")? + " if ".len();
    let bytes = place.line.as_bytes();
    let is_alone = |at: &usize| {
        let beside = [bytes.get(at - 1), bytes.get(at + 1)];
        bytes[*at] == b'=' && !beside.iter().flatten().any(|byte| b"=!<>".contains(byte))
    };
    (start..bytes.len()).find(is_alone)
}

/// Arguments of annotations.
fn of_annotation(fault: &Fault, place: &Place<'_>) -> Option<Help> {
    let annotation = place.annotation()?;
    let at = place.line.find("#@")? + 2 + annotation.len();
    let arguments = place.line[at..].trim();
    let namespace = annotation.split('/').next().unwrap_or_default();
    if !NAMESPACES.contains(&namespace) {
        return None;
    }
    if *fault == Fault::OpenString || arguments.starts_with("\"\"\"") {
        return Some(Help::note(ONE_LINE));
    }
    if fault.is(Token::OperandEnd, Want::Expression) && !arguments.is_empty() {
        return Some(Help::note(
            "arguments of an annotation are on one line: finish the expression here, or define it above, `#@ text = \"...\"`, and write the name",
        ));
    }
    if arguments.starts_with('=') {
        return Some(Help::note(format!(
            "arguments follow the name without '=': `#@{annotation} \"text\"`"
        )));
    }
    let first = word_at_start(arguments);
    if annotation == namespace && first.starts_with(char::is_lowercase) {
        let name = arguments.split(' ').next().unwrap_or_default();
        let space = place.span_in_line(at, at + place.line[at..].find(name)?);
        let note = format!("the parts of a name are joined by '/': `#@{annotation}/{name}`");
        return Some(Help::note(note).fix(space, "/", "join the name"));
    }
    let dashed = place.before().ends_with([' ', ',', '('])
        && place.rest().split_once('=').is_some_and(|(name, _)| {
            name.contains('-') && name.chars().all(|c| c.is_alphanumeric() || c == '-')
        });
    if dashed {
        let name = place.rest().split('=').next().unwrap_or_default();
        let instead = name.replace('-', "_");
        let at = place.before().len();
        let note = format!("names of arguments have `_`, not `-`: {instead}=...");
        return Some(Help::note(note).fix(
            place.span_in_line(at, at + name.len()),
            instead,
            "correct the name",
        ));
    }
    let is_named = arguments[first.len()..].trim_start().starts_with('=');
    if fault.is(Token::Ident, Token::Comma) && is_named {
        let at = place.before().trim_end().len();
        return Some(Help::note("separate arguments by commas: `min=1, max=10`").fix(
            place.span_in_line(at, at),
            ",",
            "separate the arguments",
        ));
    }
    if *fault == Fault::PositionalAfterNamed {
        return Some(Help::note(
            "several values of one argument are a list: `one_of=[\"dev\", \"prod\"]`",
        ));
    }
    let is_prose =
        arguments.starts_with(char::is_alphabetic) && !arguments.contains(['=', '(', '"', '\'']);
    if is_prose
        || fault.is(Token::Ident, Token::Comma) && arguments.starts_with(char::is_alphabetic)
    {
        let start = at + place.line[at..].len() - place.line[at..].trim_start().len();
        let quoted = format!("\"{}\"", arguments.replace('"', "\\\""));
        let note =
            format!("arguments of annotations are code: quote text, `#@{annotation} {quoted}`");
        return Some(Help::note(note).fix(
            place.span_in_line(start, place.line.len()),
            quoted,
            "quote the text",
        ));
    }
    if fault.wants(Token::Comma)
        && let Some(help) = quote_inside(fault, place)
    {
        return Some(help);
    }
    if fault.wants(Token::Comma) {
        return Some(Help::note("separate arguments by commas"));
    }
    None
}

/// `'it's'`, `"say "hi""`: a quote in text ends it.
fn quote_inside(fault: &Fault, place: &Place<'_>) -> Option<Help> {
    let before = place.before().trim_end();
    let ends = |quote: char| before.matches(quote).count() >= 2 && before.ends_with(quote);
    let is_word = matches!(fault.got(), Some(Token::Illegal | Token::Ident));
    if is_word && ends('\'') {
        return Some(Help::note("put text with a ' in it in double quotes: \"it's\""));
    }
    let is_value = fault.got().is_some_and(Token::is_value);
    (is_value && ends('"')).then(|| {
        Help::note(
            "put text with a \" in it in single quotes, 'he said \"hi\"', or write \\\" for it",
        )
    })
}

/// What is where something else was wanted.
fn of_token(fault: &Fault, place: &Place<'_>) -> Option<Help> {
    let (before, rest, code, got) = (place.before(), place.rest(), place.code(), fault.got());
    if *fault == Fault::OpenString {
        return Some(Help::note(
            "close the quotes on the same line; \"\"\" starts text of several lines",
        ));
    }
    if got == Some(Token::Str) {
        let prefix = word_at_end(before);
        if before.ends_with(prefix) && ["f", "F", "rf", "fr"].contains(&prefix) {
            return Some(Help::note(
                "there are no f-strings: write \"{}-web\".format(name), or \"%s-web\" % name",
            ));
        }
        if word_at_start(code) == "print" {
            return Some(Help::note("print is a function: write print(x)"));
        }
    }
    if matches!(fault, Fault::Unexpected { want: Want::Clause(_), .. })
        && word_at_start(rest) == "where"
    {
        return Some(Help::note("write `if` instead of `where`").fix(
            place.span_in_line(before.len(), before.len() + "where".len()),
            "if",
            "write if",
        ));
    }
    if got == Some(Token::Gt) && before.ends_with('<') {
        return Some(Help::note("write `!=` instead of `<>`"));
    }
    if matches!(fault, Fault::Bracket(_)) {
        return Some(Help::note("no bracket is open here: remove it, or open one before it"));
    }
    if got == Some(Token::Return) {
        return Some(Help::note(
            "a lambda is one expression: remove `return`, or write a function with `def`",
        ));
    }
    if fault.is(Token::If, Want::Expression) {
        return Some(Help::note(
            "a value is one expression: write `a if condition else b`; for a block write `#@ if condition:` on a line of its own, above the key",
        ));
    }
    if fault.is(Token::For, Want::Expression) {
        return Some(Help::note(
            "a value is one expression: write `[x for x in items]`; for a block write `#@ for x in items:` on a line of its own",
        ));
    }
    let is_template = place.yields == Yields::Documents;
    if fault.is(Token::Colon, Token::Newline) && rest.starts_with(":=") {
        let name = word_at_end(before);
        let at = before.len();
        return Some(Help::note(format!("write `{name} = value`")).fix(
            place.span_in_line(at, at + 2),
            "=",
            "assign with =",
        ));
    }
    let is_block =
        ["if ", "for ", "elif ", "else", "def "].iter().any(|word| code.starts_with(word));
    if fault.is(Token::Colon, Token::Newline) && is_template && is_block {
        return Some(Help::note(
            "the YAML of a block has lines of its own, between `#@ if condition:` and `#@ end`",
        ));
    }
    if fault.is(Token::Colon, Token::Newline) && is_template && word_at_end(before) != "end" {
        return Some(Help::note(
            "a line of code is a statement; a key belongs to YAML: `key: #@ value`, or below `#@yaml/text-templated-strings` `(@= name @): value`",
        ));
    }
    let closers = [Token::RParen, Token::OperandEnd, Token::RBracket, Token::RBrace];
    let wants_close = closers.iter().any(|close| fault.wants(*close));
    if got == Some(Token::StarStar) && before.trim_end().ends_with(['{', ',']) {
        return Some(Help::note(
            "there is no `**` in a dict: copy it, `e = dict(d)`, then e.update({\"key\": value})",
        ));
    }
    if got == Some(Token::StarStar) {
        return Some(Help::note(
            "there is no `**`: load(\"@ytt:math\", \"math\") and write math.pow(x, y)",
        ));
    }
    if got == Some(Token::Semi) {
        return Some(Help::note("no `;` at the end: one statement a line"));
    }
    if got == Some(Token::Host) {
        return Some(Help::note("a bracket is open: close it on a line of code above"));
    }
    if got == Some(Token::Colon) && rest.starts_with(":=") {
        return Some(Help::note("write `name = value` on a line of its own instead of `:=`"));
    }
    if got == Some(Token::Colon) && code.starts_with("end") {
        return Some(Help::note("write `end` without ':'"));
    }
    if got == Some(Token::Assign) && before.trim_end().ends_with("==") {
        return Some(Help::note("write `==` instead of `===`"));
    }
    if got == Some(Token::Dot) && rest.starts_with("..") {
        return Some(Help::note("write *items instead of ...items"));
    }
    if before.trim_end().ends_with("++") || before.trim_end().ends_with("--") {
        return Some(Help::note("write `i += 1` instead of `i++`"));
    }
    let ends_here = wants_close || fault.wants(Token::Newline);
    let is_value = fault.got().is_some_and(Token::is_value);
    if (got == Some(Token::Illegal) || ends_here)
        && let Some(help) = quote_inside(fault, place)
    {
        return Some(help);
    }
    if is_value && wants_close {
        return Some(Help::note(
            "a comma is missing before it, or the bracket is not closed; put text in quotes",
        ));
    }
    if is_value && fault.wants(Token::Comma) {
        return Some(Help::note("separate items by commas"));
    }
    if got == Some(Token::OperandEnd) && !fault.wants(Want::Expression) {
        return Some(Help::note("a bracket is not closed: write `)`, `]` or `}` at the end"));
    }
    if matches!(
        fault,
        Fault::Unexpected {
            got: Token::Else,
            want: Want::Token(Token::RBracket) | Want::Clause(Token::RBracket)
        }
    ) {
        return Some(Help::note(
            "a choice stands before `for`: [a if condition else b for x in items]; after it, `if` leaves items out",
        ));
    }
    if fault.is(Token::Assign, Token::RParen) {
        return Some(Help::note("write `==` to compare"));
    }
    if fault.is(Token::Assign, Want::Expression) {
        return Some(Help::note(
            "write `==` to compare, `name = value` on a line of its own to assign",
        ));
    }
    if fault.is(Token::OperandEnd, Want::Expression)
        || rest.is_empty() && fault.is(Token::Newline, Want::Expression)
    {
        return Some(Help::note(match place.yields {
            Yields::Documents => "write an expression after '#@'",
            _ => "the expression is not finished",
        }));
    }
    None
}
