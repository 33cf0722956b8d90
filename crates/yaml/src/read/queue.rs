//! Tokens that wait: taken from the front, added at the end, and now and then put in between.

use super::token::Token;

/// A queue that is mostly empty or holds one token, so it starts over whenever it runs empty.
#[derive(Debug, Default)]
pub(super) struct Queue {
    tokens: Vec<Token>,
    /// The first that has not been taken.
    head: usize,
    /// How many were taken before `tokens` was last cleared.
    cleared: u64,
}

impl Queue {
    /// Whether no token waits.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The first token.
    #[inline]
    pub(super) fn first(&self) -> Option<Token> {
        self.tokens.get(self.head).copied()
    }

    /// Takes the first token.
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

    /// The number of the first token: tokens are numbered from the start of the text.
    #[inline]
    pub(super) fn first_number(&self) -> u64 {
        self.cleared + self.head as u64
    }

    /// The number the next token gets.
    pub(super) fn next_number(&self) -> u64 {
        self.cleared + self.tokens.len() as u64
    }

    /// Adds a token at the end.
    #[inline]
    pub(super) fn push(&mut self, token: Token) {
        self.tokens.push(token);
    }

    /// Puts `token` in front of the one numbered `number`, which still waits.
    pub(super) fn insert(&mut self, number: u64, token: Token) {
        self.tokens.insert((number - self.cleared) as usize, token);
    }
}
