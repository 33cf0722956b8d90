//! Finds the documentation of a function: the string at the start of its body, or the comments above it.

use crate::{Text, address::is_starlark};

/// The documentation of the function whose name is at `offset` of the file at `path`.
pub(super) fn of_function(text: &Text, path: &str, offset: usize) -> Option<String> {
    let line = text.line_of(offset);
    let said = if is_starlark(path) { docstring(text, line) } else { None };
    said.or_else(|| comments(text, path, line)).filter(|said| !said.is_empty())
}

/// The string at the start of the body, without its quotes.
fn docstring(text: &Text, header: usize) -> Option<String> {
    let first = (header + 1..text.line_count()).find(|&line| !text.line(line).trim().is_empty())?;
    let body = text.line(first).trim_start();
    let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| body.starts_with(quote))?;
    let (start, _) = text.line_span(first);
    let from = start + text.line(first).len() - body.len() + quote.len();
    let rest = &text.as_str()[from..];
    let end = rest.find(quote)?;
    if quote.len() == 1 && rest[..end].contains('\n') {
        return None;
    }
    let lines: Vec<&str> = rest[..end].lines().map(str::trim).collect();
    Some(lines.join("\n").trim().to_owned())
}

/// The comments directly above a line.
fn comments(text: &Text, path: &str, header: usize) -> Option<String> {
    let mark = if is_starlark(path) { "#" } else { "#!" };
    let said = |line: usize| text.line(line).trim_start().strip_prefix(mark).map(str::trim);
    let mut lines: Vec<&str> = (0..header).rev().map_while(said).collect();
    lines.reverse();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Encoding;

    #[test]
    fn functions_are_explained_where_they_are_written() {
        let text = Text::new(
            "def f(x):\n  \"\"\"Does it.\n\n  Well.\n  \"\"\"\nend\n# About g.\n# More.\ndef g():\nend\n",
            Encoding::Utf8,
        );
        let of = |name: &str| {
            let at = text.as_str().find(name).unwrap();
            of_function(&text, "a.star", at + 4)
        };
        assert_eq!(of("def f").as_deref(), Some("Does it.\n\nWell."));
        assert_eq!(of("def g").as_deref(), Some("About g.\nMore."));
        let yaml = Text::new("#! Labels.\n#@ def f():\na: 1\n#@ end\n", Encoding::Utf8);
        assert_eq!(of_function(&yaml, "a.yml", 18).as_deref(), Some("Labels."));
    }
}
