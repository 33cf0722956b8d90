//! Parses one node: its anchor and tag, then its content.

use super::build::NodeProperties;
use super::{Parser, State, Within};
use crate::read::problem::{Fault, Found, Problem};
use crate::read::token::{Token, TokenKind};
use crate::tree::{Kind, TextRange};

impl Parser<'_> {
    /// Reads a scalar or alias, or the start of a collection, that starts with `token`, the next token. `indicator`
    /// is the position of the sign that makes the node an item.
    #[inline]
    pub(super) fn parse_node(
        &mut self,
        token: Token,
        within: Within,
        indicator: Option<u32>,
    ) -> Found<()> {
        if token.kind == TokenKind::Scalar {
            self.skip();
            self.push_scalar(token, token.start, indicator);
            return Ok(());
        }
        self.parse_other_node(token, within, indicator)
    }

    fn parse_other_node(
        &mut self,
        mut token: Token,
        within: Within,
        indicator: Option<u32>,
    ) -> Found<()> {
        if token.kind == TokenKind::Alias {
            self.skip();
            return self.push_alias(token, indicator);
        }
        let block = within != Within::Flow;
        let indentless = within == Within::BlockMapping;
        let mut start = token.start;
        if matches!(token.kind, TokenKind::Anchor | TokenKind::Tag) {
            let properties = self.parse_properties()?;
            token = self.peek()?;
            let empty = !Self::starts_content(token, block, indentless);
            let content_start = if empty { properties.end } else { token.start };
            self.check_properties(&properties, token)?;
            self.push_properties(&properties, content_start);
            start = properties.start;
            if empty {
                self.push_absent_with_properties(start, properties.end, indicator);
                return Ok(());
            }
        }
        match token.kind {
            TokenKind::BlockEntry if indentless => {
                self.open(Kind::Sequence, State::IndentlessEntry, start, token.start, indicator)
            }
            TokenKind::Scalar => {
                self.skip();
                self.push_scalar(token, start, indicator);
                Ok(())
            }
            TokenKind::FlowSequenceStart => {
                self.skip();
                self.open(Kind::Sequence, State::FlowSequenceFirst, start, token.start, indicator)
            }
            TokenKind::FlowMappingStart => {
                self.skip();
                self.open(Kind::Map, State::FlowMappingFirst, start, token.start, indicator)
            }
            TokenKind::BlockSequenceStart if block => {
                self.skip();
                self.open(Kind::Sequence, State::BlockSequenceEntry, start, token.start, indicator)
            }
            TokenKind::BlockMappingStart if block => {
                self.skip();
                self.open(Kind::Map, State::BlockMappingKey, start, token.start, indicator)
            }
            _ => {
                let what =
                    if block { "the block starts here" } else { "the flow collection starts here" };
                self.unexpected(Fault::Content, token, what)
            }
        }
    }

    /// Whether `token` is the content that an anchor and tag belong to.
    fn starts_content(token: Token, block: bool, indentless: bool) -> bool {
        match token.kind {
            TokenKind::Scalar | TokenKind::FlowSequenceStart | TokenKind::FlowMappingStart => true,
            TokenKind::BlockEntry => indentless,
            TokenKind::BlockSequenceStart | TokenKind::BlockMappingStart => block,
            _ => false,
        }
    }

    /// Reads the anchor and tag in either order, each at most once.
    fn parse_properties(&mut self) -> Found<NodeProperties> {
        let first = self.peek()?;
        let mut written_tag = None;
        let mut properties =
            NodeProperties { start: first.start, end: first.end, anchor: None, tag: None };
        loop {
            let token = self.peek()?;
            match token.kind {
                TokenKind::Anchor if properties.anchor.is_none() => {
                    properties.anchor =
                        Some(TextRange { start: token.text_start, end: token.text_end });
                }
                TokenKind::Tag if written_tag.is_none() => {
                    written_tag = Some(TextRange { start: token.start, end: token.end });
                }
                _ => break,
            }
            properties.end = token.end;
            self.skip();
        }
        if let Some(source) = written_tag {
            properties.tag = Some(self.resolve_tag(source)?);
        }
        Ok(properties)
    }

    /// Checks that an alias has no properties of its own (YAML 1.2).
    fn check_properties(&self, properties: &NodeProperties, token: Token) -> Found<()> {
        if token.kind == TokenKind::Alias && !self.is_reference() {
            return Err(Problem::parser(
                "found an anchor or tag on an alias",
                properties.start as usize,
            ));
        }
        Ok(())
    }
}
