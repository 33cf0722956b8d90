//! Finds code by the text around a position, because a template is rarely well-formed while it is typed.

use crate::{
    FileView, Text,
    address::{is_starlark, is_yaml},
};

/// Code up to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code<'t> {
    /// The text before the position, on the same line.
    pub before: &'t str,
    /// The offset of its start.
    pub start: usize,
    /// Whether it is an annotation: `#@schema/`, without a space.
    pub is_annotation: bool,
}

/// The code that ends at `offset`; `None` if there is no code.
pub(crate) fn code_at(file: &FileView, offset: usize) -> Option<Code<'_>> {
    let number = file.text.line_of(offset);
    let (start, _) = file.text.line_span(number);
    let before = file.text.as_str().get(start..offset)?;
    if is_starlark(&file.path) {
        return Some(Code { before, start, is_annotation: false });
    }
    if is_yaml(&file.path) {
        let Some(mark) = comment(before) else {
            let has_code = file.text.as_str().contains("yaml/text-templated-strings");
            return has_code.then(|| in_text(file, start, offset)).flatten();
        };
        let code = &before[mark..];
        let is_annotation = code.starts_with(|c: char| c.is_ascii_alphabetic()) || code.is_empty();
        return Some(Code { before: code, start: start + mark, is_annotation });
    }
    in_text(file, start, offset)
}

/// The code in `(@ @)` that ends at `offset`, on a line that starts at `start`. It may span several lines.
fn in_text(file: &FileView, start: usize, offset: usize) -> Option<Code<'_>> {
    let all = &file.text.as_str()[..offset];
    let open = all.rfind("(@")?;
    if all[open..].contains("@)") {
        return None;
    }
    let from = (open + 2).max(start);
    let code = file.text.as_str().get(from..offset)?;
    let code = code.strip_prefix(['=', '-']).unwrap_or(code);
    Some(Code { before: code, start: offset - code.len(), is_annotation: false })
}

/// The start of the code of a template comment in a line.
fn comment(line: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = line[from..].find("#@") {
        let at = from + at;
        if at == 0 || line[..at].ends_with([' ', '\t']) {
            return Some(at + 2);
        }
        from = at + 2;
    }
    None
}

/// A name that the code of a file defines, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Defined {
    /// The name.
    pub name: String,
    /// Its definition as written: `def f(x, y=1)`, `x = 1`, `load("@ytt:data", "data")`.
    pub written: String,
    /// The start and end of the name.
    pub span: (usize, usize),
    /// The source and the original name, if it was loaded.
    pub loaded: Option<(String, String)>,
    /// Whether it is a function.
    pub is_function: bool,
}

/// Everything that the code of a file defines: functions, variables, loaded names.
pub(crate) fn definitions(text: &Text, path: &str) -> Vec<Defined> {
    let mut all = Vec::new();
    for number in 0..text.line_count() {
        let line = text.line(number);
        let (start, _) = text.line_span(number);
        let from = if is_starlark(path) { Some(0) } else { comment(line) };
        let Some(from) = from.or_else(|| line.find("(@").map(|at| at + 2)) else { continue };
        let code = &line[from..];
        let body = code.trim_start().trim_start_matches(['-', '=']).trim_start();
        let at = start + from + (code.len() - body.len());
        define(body, at, &mut all);
    }
    all
}

fn define(body: &str, at: usize, all: &mut Vec<Defined>) {
    // Read `for/end x in y:` as `for x in y:`.
    let ends_itself = ["def", "for", "if"]
        .iter()
        .find(|word| body.strip_prefix(**word).is_some_and(|rest| rest.starts_with("/end ")));
    if let Some(word) = ends_itself {
        let body = format!("{word}     {}", &body[word.len() + "/end ".len()..]);
        let known = all.len();
        define(&body, at, all);
        for one in &mut all[known..] {
            one.written = one.written.replacen("     ", " ", 1);
        }
        return;
    }
    let written =
        body.trim_end().trim_end_matches("@)").trim_end().trim_end_matches(':').to_owned();
    let mut add = |name: &str, offset: usize, loaded, is_function| {
        all.push(Defined {
            name: name.to_owned(),
            written: written.clone(),
            span: (at + offset, at + offset + name.len()),
            loaded,
            is_function,
        });
    };
    if let Some(rest) = body.strip_prefix("def ") {
        let name = name_of(rest.trim_start());
        let offset = body.len() - rest.trim_start().len();
        if !name.is_empty() {
            add(name, offset, None, true);
        }
    } else if let Some(arguments) = body.strip_prefix("load(") {
        let texts = strings(arguments, body.len() - arguments.len());
        let Some(((module, _), symbols)) = texts.split_first() else { return };
        for (symbol, offset) in symbols {
            // `new = "old"` renames it.
            let before = body[..offset.saturating_sub(1)].trim_end();
            let alias = before.strip_suffix('=').map(str::trim_end);
            let alias = alias.map(|before| &before[before.len() - name_before(before).len()..]);
            let name = alias.filter(|name| !name.is_empty()).unwrap_or(symbol);
            add(name, *offset, Some((module.clone(), symbol.clone())), false);
        }
    } else if let Some(rest) = body.strip_prefix("for ") {
        let names = rest.split(" in ").next().unwrap_or_default();
        let mut offset = "for ".len();
        for piece in names.split(',') {
            let name = name_of(piece.trim_start());
            let inside = piece.len() - piece.trim_start().len();
            if !name.is_empty() {
                add(name, offset + inside, None, false);
            }
            offset += piece.len() + 1;
        }
    } else {
        let name = name_of(body);
        let rest = body[name.len()..].trim_start();
        if !name.is_empty() && rest.starts_with('=') && !rest.starts_with("==") {
            add(name, 0, None, false);
        }
    }
}

/// The name at the start of `text`.
fn name_of(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let name = &text[..end];
    if name.starts_with(|c: char| c.is_ascii_digit()) { "" } else { name }
}

fn name_before(text: &str) -> &str {
    text.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// The quoted strings, each with the offset of its first character plus `shift`.
fn strings(code: &str, shift: usize) -> Vec<(String, usize)> {
    let mut all = Vec::new();
    let mut open: Option<(char, usize)> = None;
    for (at, c) in code.char_indices() {
        match open {
            None if c == '"' || c == '\'' => open = Some((c, at + 1)),
            Some((quote, from)) if c == quote => {
                all.push((code[from..at].to_owned(), shift + from));
                open = None;
            }
            _ => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Encoding;

    #[test]
    fn names_are_found_with_their_places() {
        let source = "#@ load(\"@ytt:data\", \"data\", o=\"overlay\")\n#@ def name(x):\na: #@ x\n#@ end\n#@ port = 80\n#@ for k, v in [].items():\n#@ if a == 1:\n";
        let text = Text::new(source, Encoding::Utf8);
        let found = definitions(&text, "a.yml");
        let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["data", "o", "name", "port", "k", "v"]);
        for one in found.iter().filter(|one| one.name != "o") {
            assert_eq!(&source[one.span.0..one.span.1], one.name);
        }
        assert_eq!(found[1].loaded, Some(("@ytt:data".to_owned(), "overlay".to_owned())));
        assert_eq!(found[2].written, "def name(x)");
    }
}
