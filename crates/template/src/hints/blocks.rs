//! Hints for blocks without an `end`: where it probably belongs.

use yardstick_diagnostics::Span;

use super::{Help, Place};
use crate::compile::Yields;

/// Words that open a block.
const OPENERS: [&str; 4] = ["if", "for", "def", "while"];

/// Returns a hint for the block that is opened at `place` and never closed.
pub(super) fn unclosed(place: &Place<'_>) -> Help {
    let source = place.source;
    let opened = source.line(place.span.start);
    let word = place.code().split([' ', ':', '(']).next().unwrap_or_default().to_owned();
    let word = if ["else", "elif"].contains(&word.as_str()) { "if".to_owned() } else { word };
    let block = if OPENERS.contains(&word.as_str()) { word } else { "block".to_owned() };
    if let Some((line, wrong)) = other_closer(place, opened) {
        return Help::note(format!(
            "the `{block}` of line {opened} is closed by `end`: write `end` instead of `{wrong}` on line {line}"
        ));
    }
    let end = match place.yields {
        Yields::Documents => "#@ end",
        Yields::Text => "(@ end @)",
        Yields::Definitions => "end",
    };
    if let Some(Left { word, opened, span, before, text }) = left_by_indentation(place) {
        return Help::note(format!(
            "the `{word}` of line {opened} has no `{end}`; it probably belongs before line {before}, `{text}`, which is indented like the `{word}`"
        ))
        .at(span);
    }
    let belongs = probable_line(place, opened);
    Help::note(match belongs {
        Some((line, text)) => format!(
            "the `{block}` of line {opened} has no `{end}`; it probably belongs before line {line}, `{text}`, which is not indented below the block"
        ),
        None => format!(
            "the `{block}` of line {opened} has no `{end}`: add it after the last line of the block"
        ),
    })
}

/// Returns a hint for an `end` or `else` after a block that closes automatically after one node, such as `if/end x:`.
pub(super) fn closed_by_itself(place: &Place<'_>) -> Option<Help> {
    let here = place.source.line(place.span.start);
    let code_of = |line: u32| {
        let text = place.source.line_text(line);
        let code = text.split_once("#@").map_or("", |(_, code)| code);
        code.split([' ', ':', '(']).find(|word| !word.is_empty()).unwrap_or_default().to_owned()
    };
    let is_block = |word: &str| {
        let opener = word.split('/').next().unwrap_or_default();
        word == "end" || OPENERS.contains(&opener)
    };
    let (line, word) = (1..here)
        .rev()
        .map(|line| (line, code_of(line)))
        .find(|(_, word)| is_block(word))
        .filter(|(_, word)| word.ends_with("/end"))?;
    let block = word.trim_end_matches("/end");
    Some(Help::note(if ["else", "elif"].contains(&code_of(here).as_str()) {
        format!(
            "the `{word}` of line {line} ends after one node and has no `else`: write `{block}` there, and `end` after the last block"
        )
    } else {
        format!("the `{word}` of line {line} closes itself: remove this `end`")
    }))
}

/// A block that the indentation of the code ends without an `end`.
struct Left {
    word: String,
    opened: u32,
    span: Span,
    /// The first line that is not in the block.
    before: u32,
    text: String,
}

/// Finds the first block whose code is indented and then dedented without an `end`, as in Python.
fn left_by_indentation(place: &Place<'_>) -> Option<Left> {
    struct Open {
        word: String,
        line: u32,
        indent: usize,
        column: usize,
        /// Whether its first line of code is indented below it; `None` until that line is reached.
        is_indented: Option<bool>,
    }
    if place.yields == Yields::Text {
        return None;
    }
    let source = place.source;
    let last = source.line(source.bytes().len() as u32);
    let mut open: Vec<Open> = Vec::new();
    for line in 1..=last {
        let text = source.line_text(line).trim_end().to_owned();
        let at = match (place.yields, text.find("#@ ")) {
            (Yields::Documents, Some(at)) if text[..at].trim().is_empty() => at + 2,
            (Yields::Documents, _) => continue,
            _ => 0,
        };
        let code = text[at..].trim();
        if code.is_empty() || code.starts_with('#') {
            continue;
        }
        let indent = text[at..].len() - text[at..].trim_start().len();
        let word = code.split([' ', ':', '(']).next().unwrap_or_default();
        let goes_on = ["else", "elif"].contains(&word);
        if let Some(top) = open.last_mut() {
            top.is_indented.get_or_insert(indent > top.indent);
            let is_left = top.is_indented == Some(true)
                && (indent < top.indent || indent == top.indent && code != "end" && !goes_on);
            if is_left {
                let start = source.line_start(top.line)? + top.column as u32;
                let span = Span::new(place.span.file, start, start + top.word.len() as u32);
                let (word, opened) = (std::mem::take(&mut top.word), top.line);
                let text = text.trim().to_owned();
                return Some(Left { word, opened, span, before: line, text });
            }
        }
        if code == "end" {
            open.pop();
        } else if OPENERS.contains(&word) && code.ends_with(':') {
            let column = at + indent;
            open.push(Open { word: word.to_owned(), line, indent, column, is_indented: None });
        }
    }
    None
}

/// Finds a closing word of another language after line `opened`.
fn other_closer(place: &Place<'_>, opened: u32) -> Option<(u32, String)> {
    const CLOSERS: [&str; 8] =
        ["endif", "endfor", "enddef", "endfunction", "fi", "done", "}", "endwhile"];
    let last = place.source.line(place.source.bytes().len() as u32);
    (opened + 1..=last).find_map(|line| {
        let text = place.source.line_text(line);
        let code = match place.yields {
            Yields::Documents => text.split_once("#@").map_or("", |(_, code)| code),
            _ => &text,
        };
        let code = code.trim().trim_start_matches("(@").trim_end_matches("@)").trim();
        CLOSERS.contains(&code).then(|| (line, code.to_owned()))
    })
}

/// Finds the first line after line `opened` that does not belong to its block, judged by its indentation.
fn probable_line(place: &Place<'_>, opened: u32) -> Option<(u32, String)> {
    let last = place.source.line(place.source.bytes().len() as u32);
    let indent = |text: &str| text.len() - text.trim_start().len();
    if place.yields == Yields::Text {
        return None;
    }
    let is_code =
        |text: &str| place.yields == Yields::Definitions || text.trim_start().starts_with("#@");
    let code_indent = |text: &str| match text.split_once("#@") {
        Some((_, code)) if place.yields == Yields::Documents => indent(code),
        _ => indent(text),
    };
    let opener = place.source.line_text(opened).clone();
    let mut content: Option<(usize, bool)> = None;
    let mut depth = 0;
    for line in opened + 1..=last {
        let text = place.source.line_text(line).trim_end().to_owned();
        if text.trim().is_empty() {
            continue;
        }
        if is_code(&text) {
            let code = text.split_once("#@").map_or(text.as_str(), |(_, code)| code);
            let code = code.trim();
            let first = code.split([' ', ':', '(']).next().unwrap_or_default();
            if code == "end" {
                if depth == 0 {
                    return None;
                }
                depth -= 1;
                continue;
            }
            let is_less = code_indent(&text) <= code_indent(&opener);
            let goes_on = ["else", "elif"].contains(&first);
            if OPENERS.contains(&first) && !(is_less && first == "def") {
                depth += 1;
            } else if depth == 0 && is_less && !goes_on && place.yields == Yields::Definitions {
                return Some((line, text.trim().to_owned()));
            }
            if first == "def" && is_less {
                return Some((line, text.trim().to_owned()));
            }
            continue;
        }
        // In YAML, the block contains what is indented at least as far as its first line.
        let is_item = text.trim_start().starts_with('-');
        match content {
            None => content = Some((indent(&text), is_item)),
            Some((deep, items)) => {
                let is_document = text.starts_with("---");
                let leaves = indent(&text) < deep || indent(&text) == deep && items && !is_item;
                if is_document || leaves {
                    return Some((line, text.trim().to_owned()));
                }
            }
        }
    }
    None
}
