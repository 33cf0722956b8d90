//! Parses block collections, which are defined by indentation.

use super::{Parser, State, Within, ends_block_node};
use crate::read::problem::{Fault, Found};
use crate::read::token::TokenKind;

impl Parser<'_> {
    pub(super) fn block_sequence_entry(&mut self) -> Found<()> {
        let entry = self.peek()?;
        match entry.kind {
            TokenKind::BlockEntry => {
                self.skip();
                let next = self.peek()?;
                if matches!(next.kind, TokenKind::BlockEntry | TokenKind::BlockEnd) {
                    self.push_absent(entry.end, Some(entry.start));
                    Ok(())
                } else {
                    self.parse_node(next, Within::Block, Some(entry.start))
                }
            }
            TokenKind::BlockEnd => {
                self.skip();
                self.close(None);
                Ok(())
            }
            _ => self.unexpected(Fault::Block("'-' indicator"), entry, "the sequence starts here"),
        }
    }

    pub(super) fn indentless_entry(&mut self) -> Found<()> {
        let entry = self.peek()?;
        if entry.kind != TokenKind::BlockEntry {
            self.close(None);
            return Ok(());
        }
        self.skip();
        let next = self.peek()?;
        if next.kind == TokenKind::BlockEntry || ends_block_node(next) {
            self.push_absent(entry.end, Some(entry.start));
            Ok(())
        } else {
            self.parse_node(next, Within::Block, Some(entry.start))
        }
    }

    pub(super) fn block_mapping_key(&mut self) -> Found<()> {
        let key = self.peek()?;
        match key.kind {
            TokenKind::SimpleKey => {
                self.skip();
                self.push_key(key, State::BlockMappingValue);
                let next = self.peek()?;
                self.expect(State::BlockMappingKey);
                if ends_block_node(next) {
                    self.push_absent(key.value_at, None);
                    Ok(())
                } else {
                    self.parse_node(next, Within::BlockMapping, None)
                }
            }
            TokenKind::Key => {
                self.skip();
                let next = self.peek()?;
                self.expect(State::BlockMappingValue);
                if ends_block_node(next) {
                    self.push_absent(key.end, None);
                    Ok(())
                } else {
                    self.parse_node(next, Within::BlockMapping, None)
                }
            }
            TokenKind::Value if !self.is_reference() => {
                self.expect(State::BlockMappingValue);
                self.push_absent(key.start, None);
                Ok(())
            }
            TokenKind::BlockEnd => {
                self.skip();
                self.close(None);
                Ok(())
            }
            _ => self.unexpected(Fault::Block("key"), key, "the mapping starts here"),
        }
    }

    pub(super) fn block_mapping_value(&mut self) -> Found<()> {
        let value = self.peek()?;
        self.expect(State::BlockMappingKey);
        if value.kind != TokenKind::Value {
            self.push_absent(value.start, None);
            return Ok(());
        }
        self.skip();
        let next = self.peek()?;
        if ends_block_node(next) {
            self.push_absent(value.end, None);
            Ok(())
        } else {
            self.parse_node(next, Within::BlockMapping, None)
        }
    }
}
