//! Blocks without an `end`: where it probably belongs.

use super::{Help, Place};
use crate::compile::Yields;

/// Words that open a block.
const OPENERS: [&str; 4] = ["if", "for", "def", "while"];

/// Help for the block that is opened at `place` and never closed.
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

/// A closing word of another language after line `opened`.
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

/// The first line after line `opened` that does not belong to its block, by its indentation.
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
        // YAML: the block holds what is as deep as its first line.
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
