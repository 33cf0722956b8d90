//! The token queue: tokens are taken from the front, added at the end, and sometimes inserted.

use super::token::Token;

/// A queue that is mostly empty or contains one token. It starts over when it is empty.
#[derive(Debug, Default)]
pub(super) struct Queue {
    tokens: Vec<Token>,
    /// The index of the first token.
    head: usize,
    /// The number of tokens taken before `tokens` was last cleared.
    cleared: u64,
}

impl Queue {
    /// Whether the queue is empty.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Returns the first token.
    #[inline]
    pub(super) fn first(&self) -> Option<Token> {
        self.tokens.get(self.head).copied()
    }

    /// Removes the first token.
    #[inline]
    pub(super) fn take(&mut self) {
        if self.head < self.tokens.len() {
            self.head += 1;
            if self.head == self.tokens.len() {
                self.cleared += self.head as u64;
                self.tokens.clear();
                self.head = 0;
            }
        }
    }

    /// Returns the number of the first token. Tokens are numbered from the start of the text.
    #[inline]
    pub(super) fn first_number(&self) -> u64 {
        self.cleared + self.head as u64
    }

    /// Returns the number of the next token to be added.
    pub(super) fn next_number(&self) -> u64 {
        self.cleared + self.tokens.len() as u64
    }

    /// Adds a token at the end.
    #[inline]
    pub(super) fn push(&mut self, token: Token) {
        self.tokens.push(token);
    }

    /// Inserts `token` before the token with number `number`, which is still in the queue.
    pub(super) fn insert(&mut self, number: u64, token: Token) {
        self.tokens.insert((number - self.cleared) as usize, token);
    }
}
