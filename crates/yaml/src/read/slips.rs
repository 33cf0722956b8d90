//! Hints for slips with single characters: quotes inside of quotes, brackets and dashes too many, marks of documents
//! and of other formats, and files that are no text at all.

use super::hints::Lines;

/// Whether the value on `line` starts with a quote that is not closed on the line. Returns that quote.
pub(super) fn opens_quote(line: &str) -> Option<char> {
    let value = line.split_once(": ").map_or(line, |(_, value)| value);
    let value = value.trim_start().trim_start_matches("- ");
    ['"', '\'']
        .into_iter()
        .find(|&quote| value.starts_with(quote) && value.matches(quote).count() % 2 == 1)
}

/// A quote of a line above that ends on this line only because another text starts here.
fn closed_too_late(lines: &Lines<'_>) -> Option<String> {
    let here = lines.line.get(..lines.column)?;
    let quote = ['"', '\''].into_iter().find(|&quote| here.trim_end().ends_with(quote))?;
    let above = lines.above.iter().enumerate().rev().take(20);
    let (at, line) = above.into_iter().find(|(_, line)| line.contains(quote))?;
    (opens_quote(line) == Some(quote)).then(|| {
        format!(
            "line {}: the text in `{}` ends only on line {}: close the quote",
            at + 1,
            line.trim(),
            lines.number
        )
    })
}

/// `'it's'` and `"say "hi""`: a quote inside of the same quotes.
fn quote_inside(lines: &Lines<'_>) -> Option<String> {
    let (_, value) = lines.line.split_once(": ").or_else(|| lines.line.split_once("- "))?;
    let value = value.trim();
    let quote = value.chars().next().filter(|c| ['"', '\''].contains(c))?;
    let inside = value[1..].strip_suffix(quote)?;
    let is_word = |c: char| c.is_alphanumeric();
    let end = inside.find(quote)?;
    let (before, after) = (inside[..end].chars().next_back(), inside[end + 1..].chars().next());
    let is_glued = before.is_some_and(is_word) && after.is_some_and(is_word)
        || before.is_some_and(char::is_whitespace) && after.is_some_and(is_word);
    if !is_glued || inside.len() > 60 {
        return None;
    }
    Some(if quote == '\'' {
        format!("inside of single quotes write '' for a quote: '{}'", inside.replace('\'', "''"))
    } else {
        format!(
            "inside of double quotes write \\\" for a quote: \"{}\"",
            inside.replace('"', "\\\"")
        )
    })
}

/// What is wrong where a block should go on with another key, item or document.
pub(super) fn in_block(lines: &Lines<'_>, wanted: &str) -> Option<String> {
    if let Some(help) = closed_too_late(lines).or_else(|| quote_inside(lines)) {
        return Some(help);
    }
    let rest = lines.line.get(lines.column..)?;
    let before = lines.line.get(..lines.column)?;
    let is_first = before.trim().is_empty();
    let text = rest.trim();
    match wanted {
        "<document start>" => return after_document(lines, text),
        "key" if is_first && rest.starts_with("- ") => {
            return Some(format!(
                "`{text}` is an item of a list, but the lines around it are keys of a map: indent it below its key, or remove the dash"
            ));
        }
        "'-' indicator" if is_first && text.contains(':') => {
            return Some(format!(
                "the lines above are items of a list: write `- {text}` for another one, or indent it if it belongs to the last"
            ));
        }
        _ => {}
    }
    if let Some(bracket) = rest.chars().next().filter(|c| [']', '}'].contains(c)) {
        return Some(format!("this '{bracket}' closes nothing: remove it"));
    }
    let alias = before.rsplit(' ').find(|word| !word.is_empty())?;
    alias.starts_with('*').then(|| {
        format!("`{alias}` is an alias, and nothing may follow it: quote the whole text if none is meant")
    })
}

/// Text after the end of a document.
fn after_document(lines: &Lines<'_>, text: &str) -> Option<String> {
    let first = lines.above.iter().map(|line| line.trim()).find(|line| !line.is_empty());
    if text.contains('=') && first.is_some_and(|line| line.starts_with('[') && line.ends_with(']'))
    {
        return Some("this is TOML: call the file .toml".to_owned());
    }
    let (number, before) = lines.before()?;
    if before.trim() == "..." {
        return Some(format!(
            "`...` on line {number} ends the document: write `---` to start another one, or remove it"
        ));
    }
    Some("the document is complete before this line: write `---` to start another one".to_owned())
}

/// `--` or `----` in place of `---`.
pub(super) fn marker(line: &str) -> Option<String> {
    let text = line.trim_end();
    let is_near = text.len() >= 2 && text != "---" && text.bytes().all(|byte| byte == b'-');
    is_near.then(|| format!("`{text}` does not separate documents: write `---`"))
}

/// What is wrong where a value should start.
pub(super) fn no_content(lines: &Lines<'_>) -> Option<String> {
    let rest = lines.line.get(lines.column..).unwrap_or_default();
    let before = lines.line.get(..lines.column).unwrap_or_default();
    match rest.chars().next() {
        Some(',') if before.trim_end().ends_with(['[', '{', ',']) => {
            Some("there is a comma too many: remove it".to_owned())
        }
        Some(first @ (',' | ']' | '}')) => {
            let text = rest.trim();
            Some(format!("a value cannot start with '{first}': quote it if it is text, \"{text}\""))
        }
        _ => lines.unclosed('[', ']').or_else(|| lines.unclosed('{', '}')),
    }
}

/// What a file holds that has bytes of no text.
pub(super) fn no_text(bytes: &[u8], at: usize) -> String {
    const KINDS: [(&[u8], &str); 5] = [
        (b"\x1f\x8b", "it is compressed with gzip: unpack it first"),
        (b"PK\x03\x04", "it is a zip archive: unpack it first"),
        (b"\x7fELF", "it is a program"),
        (b"\x89PNG", "it is a picture"),
        (b"%PDF", "it is a PDF document"),
    ];
    if let Some((_, what)) = KINDS.iter().find(|(start, _)| bytes.starts_with(start)) {
        return format!("the file is not text: {what}");
    }
    match bytes.get(at) {
        Some(0) => "byte 0x00 is not text: is the file encrypted, compressed or UTF-16?".to_owned(),
        Some(byte) if *byte < 0x20 || *byte == 0x7F => format!(
            "remove the character U+{byte:04X}, which editors may not show; in double quotes it is written \\x{byte:02x}"
        ),
        _ => "remove the character, which editors may not show".to_owned(),
    }
}
