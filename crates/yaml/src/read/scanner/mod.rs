//! Scans bytes to tokens.
//!
//! The scanner detects where blocks begin and end (by indentation) and which scalar or collection is a key (by the
//! `:` after it). A possible key is remembered until its `:` comes or its line ends. Meanwhile, tokens wait in a
//! queue, so that the tokens that open a map and announce a key can be inserted before them.

mod block;
mod directive;
mod fetch;
mod key;
mod line;
mod node;
mod plain;
mod quoted;
mod space;
mod text;

use self::key::SimpleKey;
use super::chars::{self, Table};
use super::problem::{Fault, Found};
use super::queue::Queue;
use super::token::{Token, TokenKind};
use super::{Mode, Problem};
use crate::tree::Comment;

pub(super) use self::line::Simple;
pub(super) use self::node::escaped_octet;

/// The state of a scanner.
pub(super) struct Scanner<'s> {
    bytes: &'s [u8],
    table: &'static Table,
    mode: Mode,
    pos: usize,
    /// The start of the current line.
    line_start: usize,
    /// The column of the current block collection; -1 at the top level.
    indent: i32,
    indents: Vec<i32>,
    /// For each open flow collection, whether it is a sequence.
    flow: Vec<FlowKind>,
    /// The possible keys of the block level and of each flow level.
    keys: Vec<SimpleKey>,
    /// All levels below this one have no possible key.
    first_possible_key: usize,
    /// Whether a key may start here.
    key_allowed: bool,
    /// Whether the last token ends a JSON-like node. After such a node, a `:` in a flow collection needs no blank.
    behind_json_node: bool,
    /// The end of the last token.
    previous_end: usize,
    tokens: Queue,
    ended: bool,
    /// Text that is not a slice of the source.
    pub(super) cooked: Vec<u8>,
    pub(super) comments: Vec<Comment>,
    pub(super) overlooked_comments: Vec<Comment>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FlowKind {
    Sequence,
    Mapping,
}

impl<'s> Scanner<'s> {
    /// Creates a scanner at the start of `bytes`, which must be valid text.
    ///
    /// `injected_marker` means that a first line `---` is assumed that is not in `bytes`.
    pub(super) fn new(bytes: &'s [u8], mode: Mode, injected_marker: bool) -> Self {
        Self::from(bytes, 0, mode, injected_marker)
    }

    /// Creates a scanner at the line of `bytes` that starts at `pos`, as if the text started there.
    pub(super) fn from(bytes: &'s [u8], pos: usize, mode: Mode, injected_marker: bool) -> Self {
        let mut tokens = Queue::default();
        if injected_marker {
            tokens.push(Token::bare(TokenKind::DocumentStart, pos, pos));
        }
        Self {
            bytes,
            table: if mode == Mode::Reference { &chars::REFERENCE } else { &chars::YAML12 },
            mode,
            pos,
            line_start: pos,
            indent: -1,
            indents: Vec::new(),
            flow: Vec::new(),
            keys: vec![SimpleKey::default()],
            first_possible_key: 0,
            key_allowed: true,
            behind_json_node: false,
            previous_end: pos,
            tokens,
            ended: false,
            cooked: Vec::new(),
            comments: Vec::new(),
            overlooked_comments: Vec::new(),
        }
    }

    /// Returns the next token without removing it.
    #[inline]
    pub(super) fn peek(&mut self) -> Found<Token> {
        loop {
            if let Some(token) = self.tokens.first() {
                // A key that a map requires may be missing before the tokens in the queue.
                self.check_required_key()?;
                if !self.first_token_may_be_key() {
                    return Ok(token);
                }
            } else if self.ended {
                return Ok(self.stream_end());
            }
            self.fetch()?;
        }
    }

    /// Removes the token that was peeked at.
    #[inline]
    pub(super) fn skip(&mut self) {
        self.tokens.take();
    }

    /// Returns the current position.
    pub(super) fn position(&self) -> usize {
        self.pos
    }

    fn stream_end(&self) -> Token {
        Token::bare(TokenKind::StreamEnd, self.end_of_stream(), self.bytes.len())
    }

    /// Returns the offset of the end. If the last line is unfinished, adds one, because the end then counts as the
    /// start of another line.
    fn end_of_stream(&self) -> usize {
        let end = self.bytes.len();
        if self.line_start == end { end } else { end + 1 }
    }

    #[inline]
    fn push(&mut self, token: Token) {
        self.tokens.push(token);
    }

    /// Returns the byte at `at`; 0 after the end (a text contains no 0).
    #[inline]
    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    #[inline]
    fn class(&self, at: usize) -> u8 {
        self.table[self.byte(at) as usize]
    }

    #[inline]
    fn column(&self) -> i32 {
        (self.pos - self.line_start) as i32
    }

    #[inline]
    fn in_flow(&self) -> bool {
        !self.flow.is_empty()
    }

    #[inline]
    fn is_reference(&self) -> bool {
        self.mode == Mode::Reference
    }

    #[cold]
    fn problem<T>(&self, fault: impl Into<Fault>) -> Found<T> {
        Err(Problem::scanner(fault, self.pos))
    }
}
