//! Reads the documents of a large text on several threads.
//!
//! A line that starts with `---` and a blank always starts a document, or is an error inside quotes or brackets. So a
//! text can be split before such lines, and each piece parsed separately, because a document does not affect the next
//! one. A piece that was cut out of quotes or brackets, or after directives, has a problem at its end. If a piece has
//! a problem, the whole text is read again, and that result counts.

use std::ops::Range;

use rayon::prelude::*;

use super::{Options, parser::Parser, scanner::Scanner};

/// The least number of bytes of a text for which several threads are worth starting.
pub const LARGE_TEXT: usize = 768 * 1024;

/// The target size of a piece in bytes. Small enough that the nodes of a piece stay in the cache until it is joined
/// with the rest.
const PIECE: usize = 128 * 1024;

/// The number of pieces per thread to parse before joining, so that threads rarely wait for each other.
const PIECES_EACH: usize = 2;

/// Reads `text` in pieces, if that is worthwhile and no piece has a problem.
pub(super) fn read<'s>(
    text: &'s [u8],
    options: &Options,
    injected_marker: bool,
) -> Option<Parser<'s>> {
    let (large, piece) = if options.tiny_pieces { (0, 0) } else { (LARGE_TEXT, PIECE) };
    if !options.threads || options.token_by_token || text.len() < large {
        return None;
    }
    let threads = rayon::current_num_threads();
    let pieces = pieces(text, piece);
    if pieces.len() < 2 || threads < 2 && !options.tiny_pieces {
        return None;
    }
    let read_piece = |piece: &Range<usize>| {
        let bytes = &text[..piece.end];
        let injected = injected_marker && piece.start == 0;
        let scanner = Scanner::from(bytes, piece.start, options.mode, injected);
        let mut parser = Parser::new(scanner, bytes, options);
        parser.parse_stream().ok().map(|()| parser)
    };
    let mut whole = Parser::new(Scanner::new(text, options.mode, false), text, options);
    if options.tiny_pieces {
        // In tests with tiny pieces, starting a thread for each would take too long.
        for piece in &pieces {
            whole.append(read_piece(piece)?);
        }
        return (!whole.may_expand_too_far()).then_some(whole);
    }
    let mut waiting = Vec::new();
    for group in pieces.chunks(threads * PIECES_EACH) {
        let read = || group.par_iter().map(read_piece).collect::<Option<Vec<_>>>();
        let put = || {
            for piece in waiting.drain(..) {
                whole.append(piece);
            }
        };
        waiting = rayon::join(read, put).0?;
    }
    for piece in waiting {
        whole.append(piece);
    }
    (!whole.may_expand_too_far()).then_some(whole)
}

/// Splits `text` into pieces of about `length` bytes. Each but the first starts with a marker.
fn pieces(text: &[u8], length: usize) -> Vec<Range<usize>> {
    let marker = memchr::memmem::Finder::new(b"\n---");
    let mut pieces = Vec::new();
    let (mut start, mut from) = (0, length);
    while from < text.len()
        && let Some(found) = marker.find(&text[from..])
    {
        let line = from + found + 1;
        // Spaces on empty lines above may be an error in a block scalar, but only if more text follows.
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\t');
        let empty = text[..line].iter().rev().take_while(|byte| byte.is_ascii_whitespace());
        let is_marker =
            matches!(text.get(line + 3), Some(b' ' | b'\n')) && !empty.into_iter().any(is_space);
        from = line;
        if is_marker {
            pieces.push(start..line);
            start = line;
            from += length;
        }
    }
    pieces.push(start..text.len());
    pieces
}
