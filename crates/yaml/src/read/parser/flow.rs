//! Parses flow collections, in brackets and braces.

use super::{Parser, State, Within};
use crate::read::problem::{Fault, Found};
use crate::read::token::TokenKind;
use crate::tree::Kind;

impl Parser<'_> {
    pub(super) fn flow_sequence_entry(&mut self, first: bool) -> Found<()> {
        let mut token = self.peek()?;
        // The indicator of the item: the `[`, or the `,` before it.
        let mut indicator = self.open_bracket();
        if token.kind != TokenKind::FlowSequenceEnd && !first {
            if token.kind != TokenKind::FlowEntry {
                return self.unexpected(Fault::Flow(']'), token, "the sequence starts here");
            }
            indicator = token.start;
            self.skip();
            token = self.peek()?;
        }
        self.expect(State::FlowSequenceEntry);
        match token.kind {
            TokenKind::Key => {
                self.skip();
                self.open_pair(token.start, indicator)
            }
            TokenKind::SimpleKey => {
                self.skip();
                self.open_pair(token.start, indicator)?;
                self.push_key(token, State::FlowPairValue);
                self.expect(State::FlowPairEnd);
                self.flow_simple_value(TokenKind::FlowSequenceEnd)
            }
            TokenKind::Value if !self.is_reference() => {
                self.open_pair(token.start, indicator)?;
                self.expect(State::FlowPairValue);
                self.push_absent(token.start, None);
                Ok(())
            }
            TokenKind::FlowSequenceEnd => {
                self.skip();
                self.close(Some(token.end));
                Ok(())
            }
            _ => self.parse_node(token, Within::Flow, Some(indicator)),
        }
    }

    /// Opens a pair that is an item of a sequence. It becomes its own map.
    fn open_pair(&mut self, start: u32, indicator: u32) -> Found<()> {
        self.open(Kind::Map, State::FlowPairKey, start, start, Some(indicator))
    }

    pub(super) fn flow_pair_key(&mut self) -> Found<()> {
        let token = self.peek()?;
        self.expect(State::FlowPairValue);
        if matches!(
            token.kind,
            TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowSequenceEnd
        ) {
            if self.is_reference() {
                // The reference loses the token after an empty key.
                self.skip();
                self.push_absent(token.end, None);
            } else {
                self.push_absent(token.start, None);
            }
            return Ok(());
        }
        self.parse_node(token, Within::Flow, None)
    }

    pub(super) fn flow_pair_value(&mut self) -> Found<()> {
        let mut token = self.peek()?;
        self.expect(State::FlowPairEnd);
        if token.kind == TokenKind::Value {
            self.skip();
            token = self.peek()?;
            if !matches!(token.kind, TokenKind::FlowEntry | TokenKind::FlowSequenceEnd) {
                return self.parse_node(token, Within::Flow, None);
            }
        }
        self.push_absent(token.start, None);
        Ok(())
    }

    pub(super) fn flow_mapping_key(&mut self, first: bool) -> Found<()> {
        let mut token = self.peek()?;
        if token.kind != TokenKind::FlowMappingEnd && !first {
            if token.kind != TokenKind::FlowEntry {
                return self.unexpected(Fault::Flow('}'), token, "the mapping starts here");
            }
            self.skip();
            token = self.peek()?;
        }
        match token.kind {
            TokenKind::Key => {
                self.skip();
                token = self.peek()?;
                self.expect(State::FlowMappingValue);
                if matches!(
                    token.kind,
                    TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowMappingEnd
                ) {
                    self.push_absent(token.start, None);
                    return Ok(());
                }
                self.parse_node(token, Within::Flow, None)
            }
            TokenKind::SimpleKey => {
                self.skip();
                self.push_key(token, State::FlowMappingValue);
                self.expect(State::FlowMappingKey);
                self.flow_simple_value(TokenKind::FlowMappingEnd)
            }
            TokenKind::Value if !self.is_reference() => {
                self.expect(State::FlowMappingValue);
                self.push_absent(token.start, None);
                Ok(())
            }
            TokenKind::FlowMappingEnd => {
                self.skip();
                self.close(Some(token.end));
                Ok(())
            }
            _ => {
                self.expect(State::FlowMappingAbsentValue);
                self.parse_node(token, Within::Flow, None)
            }
        }
    }

    /// Parses the value after a simple key and its `:`.
    fn flow_simple_value(&mut self, end: TokenKind) -> Found<()> {
        let token = self.peek()?;
        if token.kind == TokenKind::FlowEntry || token.kind == end {
            self.push_absent(token.start, None);
            return Ok(());
        }
        self.parse_node(token, Within::Flow, None)
    }

    pub(super) fn flow_mapping_value(&mut self) -> Found<()> {
        let mut token = self.peek()?;
        self.expect(State::FlowMappingKey);
        if token.kind == TokenKind::Value {
            self.skip();
            token = self.peek()?;
            if !matches!(token.kind, TokenKind::FlowEntry | TokenKind::FlowMappingEnd) {
                return self.parse_node(token, Within::Flow, None);
            }
        }
        self.push_absent(token.start, None);
        Ok(())
    }

    /// Parses a key without `?`. In YAML 1.2, its `:` may come on a later line.
    pub(super) fn flow_mapping_absent_value(&mut self) -> Found<()> {
        let token = self.peek()?;
        if token.kind == TokenKind::Value && !self.is_reference() {
            return self.flow_mapping_value();
        }
        self.expect(State::FlowMappingKey);
        self.push_absent(token.start, None);
        Ok(())
    }
}
