//! Possible keys: a scalar or collection that becomes a key if a `:` follows on its line.

use super::Scanner;
use crate::read::problem::{Fault, Found, Problem};
use crate::read::token::{Token, TokenKind};

/// The maximum distance from the start of a key to its `:`, in characters.
pub(super) const LONGEST_KEY: usize = 1024;

/// The possible key of one level.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SimpleKey {
    possible: bool,
    /// Whether the map requires a key here, so that nothing else can be meant.
    required: bool,
    /// The number of its first token.
    token: u64,
    start: usize,
}

impl SimpleKey {
    #[inline]
    pub(super) fn is_possible(&self) -> bool {
        self.possible
    }
}

impl Scanner<'_> {
    /// Whether it is too late for the `:` of `key`.
    fn is_stale(&self, key: &SimpleKey) -> bool {
        if key.start < self.line_start || self.ended {
            return true;
        }
        let length = self.pos - key.start;
        length > LONGEST_KEY
            && (length > 4 * LONGEST_KEY
                || self.bytes[key.start..self.pos]
                    .iter()
                    .filter(|&&byte| byte & 0xC0 != 0x80)
                    .count()
                    > LONGEST_KEY)
    }

    /// Whether a possible key starts with the first token of the queue. Levels without a possible key are skipped
    /// only once, so this takes constant time regardless of the nesting depth.
    #[inline]
    pub(super) fn first_token_may_be_key(&mut self) -> bool {
        while let Some(key) = self.keys.get(self.first_possible_key) {
            if key.possible {
                if key.token != self.tokens.first_number() {
                    return false;
                }
                if !self.is_stale(key) || key.required {
                    return true;
                }
            }
            self.keys[self.first_possible_key].possible = false;
            self.first_possible_key += 1;
        }
        false
    }

    /// Checks that a required key has its `:` on the same line.
    #[inline]
    pub(super) fn check_required_key(&mut self) -> Found<()> {
        let key = &self.keys[0];
        if key.possible && key.required && self.is_stale(key) {
            return self.missing_colon(key.start);
        }
        Ok(())
    }

    #[cold]
    fn missing_colon(&self, start: usize) -> Found<()> {
        let at = if self.ended { self.end_of_stream() } else { self.pos };
        Err(Problem::scanner(Fault::Colon, at).within(start, "the key starts here"))
    }

    /// Remembers that the next token may start a key.
    pub(super) fn save_key(&mut self, start: usize, column: i32) -> Found<()> {
        if !self.key_allowed {
            return Ok(());
        }
        self.remove_key()?;
        let required = !self.in_flow() && self.indent == column;
        self.remember_key(start, required);
        Ok(())
    }

    pub(super) fn remember_key(&mut self, start: usize, required: bool) {
        let level = self.keys.len() - 1;
        self.keys[level] =
            SimpleKey { possible: true, required, token: self.tokens.next_number(), start };
        self.first_possible_key = self.first_possible_key.min(level);
    }

    /// Forgets the possible key of this level, which must not be required.
    #[inline]
    pub(super) fn remove_key(&mut self) -> Found<()> {
        let level = self.keys.len() - 1;
        let key = &mut self.keys[level];
        if key.possible && key.required {
            let start = key.start;
            return self.missing_colon(start);
        }
        key.possible = false;
        Ok(())
    }

    /// Takes the possible key of this level, if its `:` may be here.
    pub(super) fn take_key(&mut self) -> Option<(usize, u64)> {
        let key = self.keys[self.keys.len() - 1];
        let level = self.keys.len() - 1;
        self.keys[level].possible = false;
        (key.possible && !self.is_stale(&key)).then_some((key.start, key.token))
    }

    pub(super) fn enter_flow_level(&mut self) {
        self.keys.push(SimpleKey::default());
    }

    pub(super) fn leave_flow_level(&mut self) {
        if self.keys.len() > 1 {
            self.keys.pop();
            self.first_possible_key = self.first_possible_key.min(self.keys.len() - 1);
        }
    }

    /// Adds the scalar that was just scanned. If its `:` follows immediately, it is known to be a key and need not be
    /// remembered. That is the case for nearly all keys.
    pub(super) fn push_scalar(
        &mut self,
        scalar: Token,
        was_allowed: bool,
        column: i32,
    ) -> Found<()> {
        let (start, end) = (scalar.start as usize, scalar.end as usize);
        if !was_allowed {
            self.push(scalar);
            return Ok(());
        }
        self.remove_key()?;
        if start >= self.line_start {
            let mut colon = end;
            while self.is_blank(colon) {
                colon += 1;
            }
            if self.byte(colon) == b':'
                && self.is_blank_or_end(colon + 1)
                && colon - start <= LONGEST_KEY
            {
                if !self.in_flow() {
                    self.check_tab_free(start)?;
                    self.roll_indent(column, None, TokenKind::BlockMappingStart, start);
                }
                let value_at = colon as u32 + 1;
                self.push(Token { kind: TokenKind::SimpleKey, value_at, ..scalar });
                self.pos = colon + 1;
                self.previous_end = self.pos;
                self.behind_json_node = false;
                self.key_allowed = false;
                return Ok(());
            }
        }
        let required = !self.in_flow() && self.indent == column;
        self.remember_key(start, required);
        self.push(scalar);
        Ok(())
    }
}
