//! Splits a text with `(@ code @)` into pieces.
//!
//! Splitting is purely textual: the delimiters have the same meaning everywhere, even inside strings of the code. It
//! takes one pass without copying: pieces are ranges of the text.

use std::ops::Range;

use memchr::memmem;
use yardstick_diagnostics::{Delimiters, Excerpt};

/// What messages quote from a text template: the piece of code, not the line around it.
pub const CODE_PIECE: Excerpt =
    Excerpt::Between(Delimiters { open: "(@", close: "@)", mark: b'-' });

/// A piece of a text template. Ranges are byte offsets in the text.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece {
    /// Copied to the output unchanged.
    Text(Range<usize>),
    /// Lines of the program.
    Code(Range<usize>),
    /// `(@= expression @)`: printed.
    Print(Range<usize>),
}

/// What is wrong with the delimiters, and the position (of the second character of the delimiter).
#[derive(Debug, PartialEq, Eq)]
pub struct Misplaced {
    /// A message such as `Unexpected code opening '(@'`.
    pub what: &'static str,
    /// The offset in bytes.
    pub offset: usize,
}

impl Misplaced {
    /// Returns the message with line and column, both counted from one, columns in characters.
    pub(crate) fn message(&self, text: &[u8]) -> String {
        let (line, column) = line_and_column(&text[..self.offset.min(text.len())]);
        format!("{} at line {line} col {column}", self.what)
    }
}

impl Misplaced {
    /// Returns the position of the mistake, and a hint. The reference reports where reading stopped.
    pub(crate) fn hint(&self, text: &[u8]) -> Option<(usize, &'static str)> {
        let before = &text[..self.offset.min(text.len())];
        if self.what.starts_with("Unexpected code closing") {
            let at = self.offset.saturating_sub(1);
            return Some((at, "no '(@' is open here: remove '@)', or write '(@' before it"));
        }
        // Look before the extra opening delimiter.
        let end = if self.what.starts_with("Missing") {
            before.len()
        } else {
            self.offset.saturating_sub(1)
        };
        let open = memmem::rfind(&text[..end], b"(@")?;
        Some((open, "the code that is opened here is not closed: write '@)' after it"))
    }
}

/// Returns the line and column after `before`, both counted from one, columns in characters.
fn line_and_column(before: &[u8]) -> (usize, usize) {
    let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    (line, before[line_start..].iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1)
}

/// Splits `text` into pieces, trimmed where `-` asks for it. Omits empty text pieces, except the first one of a
/// function.
pub fn scan(text: &[u8]) -> Result<Vec<Piece>, Misplaced> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut trim_start = false;
    loop {
        let open = memmem::find(&text[at..], b"(@").map(|found| at + found);
        let end = open.unwrap_or(text.len());
        // The closing delimiter may overlap the next opening one: in `(@)`, the `@` belongs to the opening one.
        if let Some(close) = memmem::find(&text[at..end], b"@)") {
            return Err(Misplaced { what: "Unexpected code closing '@)'", offset: at + close + 1 });
        }
        let mut piece = at..end;
        if trim_start {
            piece.start +=
                text[piece.clone()].len() - trim(&text[piece.clone()], Side::Start).len();
        }
        let Some(open) = open else {
            push_text(&mut pieces, text, piece);
            return Ok(pieces);
        };
        let mut code = open + 2;
        if text.get(code) == Some(&b'-') {
            code += 1;
            piece.end = piece.start + trim(&text[piece.clone()], Side::End).len();
        }
        push_text(&mut pieces, text, piece);
        let print = text.get(code) == Some(&b'=');
        if print {
            code += 1;
        }
        let rest = &text[code..];
        let close = memmem::find(rest, b"@)");
        let nested = memmem::find(&rest[..close.unwrap_or(rest.len())], b"(@");
        if let Some(nested) = nested {
            return Err(Misplaced {
                what: "Unexpected code opening '(@'",
                offset: code + nested + 1,
            });
        }
        let Some(close) = close else {
            return Err(Misplaced { what: "Missing code closing '@)'", offset: text.len() });
        };
        let mut end = code + close;
        at = end + 2;
        trim_start = end > code && text[end - 1] == b'-';
        if trim_start {
            end -= 1;
        }
        pieces.push(if print { Piece::Print(code..end) } else { Piece::Code(code..end) });
    }
}

fn push_text(pieces: &mut Vec<Piece>, text: &[u8], range: Range<usize>) {
    if !range.is_empty() || opens_function(pieces.last(), text) {
        pieces.push(Piece::Text(range));
    }
}

/// Whether a piece ends with the header of a function. Its body produces text, even if that is empty.
fn opens_function(piece: Option<&Piece>, text: &[u8]) -> bool {
    let Some(Piece::Code(range)) = piece else { return false };
    let code = text[range.clone()].trim_ascii();
    let last = memchr::memrchr(b'\n', code).map_or(0, |at| at + 1);
    code[last..].trim_ascii_start().starts_with(b"def ")
}

enum Side {
    Start,
    End,
}

/// Removes Unicode white space at one side. Stops at invalid bytes.
fn trim(bytes: &[u8], side: Side) -> &[u8] {
    match (std::str::from_utf8(bytes), side) {
        (Ok(text), Side::Start) => text.trim_start().as_bytes(),
        (Ok(text), Side::End) => text.trim_end().as_bytes(),
        (Err(_), Side::Start) => bytes.trim_ascii_start(),
        (Err(_), Side::End) => bytes.trim_ascii_end(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str) -> String {
        match scan(text.as_bytes()) {
            Err(error) => error.message(text.as_bytes()),
            Ok(pieces) => pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Text(r) => format!("text {:?}", &text[r.clone()]),
                    Piece::Code(r) => format!("code {:?}", &text[r.clone()]),
                    Piece::Print(r) => format!("print {:?}", &text[r.clone()]),
                })
                .collect::<Vec<_>>()
                .join(", "),
        }
    }

    #[test]
    fn cuts_and_trims() {
        assert_eq!(
            show("a (@ x @) b (@= y @)"),
            r#"text "a ", code " x ", text " b ", print " y ""#
        );
        assert_eq!(show("a \n (@-= y -@)\n b"), r#"text "a", print " y ", text "b""#);
        assert_eq!(show("a (@ x -@) (@ y @)"), r#"text "a ", code " x ", code " y ""#);
        assert_eq!(show(""), "");
        assert_eq!(show("(@ - @)"), r#"code " - ""#);
    }

    #[test]
    fn says_where_delimiters_are_misplaced() {
        assert_eq!(show("é (@ (@ @)"), "Unexpected code opening '(@' at line 1 col 7");
        assert_eq!(show("a\n b @)"), "Unexpected code closing '@)' at line 2 col 5");
        assert_eq!(show("(@ x"), "Missing code closing '@)' at line 1 col 5");
    }
}
