//! Decides which token comes next, by the next character.

use super::{FlowKind, Scanner};
use crate::read::problem::{Fault, Found, Problem};
use crate::read::token::{Token, TokenKind};
use crate::tree::Style;

impl Scanner<'_> {
    /// Adds the next token, and those that it causes, to the queue.
    pub(super) fn fetch(&mut self) -> Found<()> {
        self.skip_space()?;
        self.check_required_key()?;
        self.unroll_indent(self.column());
        if self.at_end() {
            return self.fetch_stream_end();
        }
        let byte = self.byte(self.pos);
        if self.pos == self.line_start {
            if byte == b'%' && (self.is_reference() || self.directive_may_follow()) {
                return self.fetch_directive();
            }
            if self.is_marker(self.pos) {
                return self.fetch_marker(byte);
            }
        }
        self.check_line_indentation()?;
        match byte {
            b'[' => self.fetch_flow_start(TokenKind::FlowSequenceStart, FlowKind::Sequence),
            b'{' => self.fetch_flow_start(TokenKind::FlowMappingStart, FlowKind::Mapping),
            b']' => self.fetch_flow_end(TokenKind::FlowSequenceEnd),
            b'}' => self.fetch_flow_end(TokenKind::FlowMappingEnd),
            b',' => self.fetch_flow_entry(),
            b'-' if self.is_blank_or_end(self.pos + 1) => self.fetch_block_entry(),
            b'?' if self.is_key_indicator() => self.fetch_key(),
            b':' if self.is_value_indicator() => self.fetch_value(),
            b'*' => self.fetch_anchor(TokenKind::Alias),
            b'&' => self.fetch_anchor(TokenKind::Anchor),
            b'!' => self.fetch_tag(),
            b'|' if !self.in_flow() => self.fetch_block_scalar(Style::Literal),
            b'>' if !self.in_flow() => self.fetch_block_scalar(Style::Folded),
            b'\'' => self.fetch_quoted(Style::SingleQuoted),
            b'"' => self.fetch_quoted(Style::DoubleQuoted),
            _ if self.starts_plain(byte) => self.fetch_plain(),
            _ => {
                let problem = Problem::scanner(Fault::Character, self.pos);
                Err(match byte {
                    b'\t' => problem.note("indent with spaces"),
                    b'@' | b'`' | b'%' | b'|' | b'>' => problem.note("put the text in quotes"),
                    _ => problem,
                })
            }
        }
    }

    fn is_key_indicator(&self) -> bool {
        let next = self.pos + 1;
        if self.in_flow() && (self.is_reference() || self.is_flow_indicator(next)) {
            return true;
        }
        self.is_blank_or_end(next)
    }

    fn is_value_indicator(&self) -> bool {
        let next = self.pos + 1;
        if self.is_blank_or_end(next) {
            return true;
        }
        self.in_flow()
            && (self.is_reference() || self.behind_json_node || self.is_flow_indicator(next))
    }

    /// Whether a plain scalar may start with `byte`, at the current position.
    #[inline]
    fn starts_plain(&self, byte: u8) -> bool {
        let next = self.pos + 1;
        match byte {
            b' ' | b'\t' | b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|'
            | b'>' | b'\'' | b'"' | b'%' | b'@' | b'`' => false,
            b'-' if self.is_reference() => !self.is_blank(next),
            b'?' | b':' if self.is_reference() => !self.in_flow() && !self.is_blank_or_end(next),
            b'-' | b'?' | b':' => {
                !(self.is_blank_or_end(next) || self.in_flow() && self.is_flow_indicator(next))
            }
            _ => true,
        }
    }

    /// Adds a token of `length` bytes at the current position.
    fn push_indicator(&mut self, kind: TokenKind, length: usize) {
        let start = self.pos;
        self.pos += length;
        self.previous_end = self.pos;
        self.behind_json_node = false;
        self.push(Token::bare(kind, start, self.pos));
    }

    fn fetch_stream_end(&mut self) -> Found<()> {
        self.ended = true;
        self.unroll_indent(-1);
        self.remove_key()?;
        self.key_allowed = false;
        let end = self.stream_end();
        self.push(end);
        Ok(())
    }

    fn fetch_marker(&mut self, byte: u8) -> Found<()> {
        self.unroll_indent(-1);
        self.remove_key()?;
        self.key_allowed = false;
        let start = byte == b'-';
        self.push_indicator(
            if start { TokenKind::DocumentStart } else { TokenKind::DocumentEnd },
            3,
        );
        if !start && !self.is_reference() {
            self.check_rest_of_line()?;
        }
        Ok(())
    }

    /// Checks that only a comment follows `...` or a directive (YAML 1.2).
    pub(super) fn check_rest_of_line(&self) -> Found<()> {
        let mut at = self.pos;
        while self.is_blank(at) {
            at += 1;
        }
        if self.is_break_or_end(at) || (self.byte(at) == b'#' && at > self.pos) {
            return Ok(());
        }
        Err(Problem::scanner("did not find expected comment or line break", at))
    }

    fn fetch_flow_start(&mut self, kind: TokenKind, flow: FlowKind) -> Found<()> {
        self.save_key(self.pos, self.column())?;
        self.enter_flow_level();
        self.flow.push(flow);
        self.key_allowed = true;
        self.push_indicator(kind, 1);
        Ok(())
    }

    fn fetch_flow_end(&mut self, kind: TokenKind) -> Found<()> {
        self.remove_key()?;
        self.leave_flow_level();
        self.flow.pop();
        self.key_allowed = false;
        self.push_indicator(kind, 1);
        self.behind_json_node = true;
        Ok(())
    }

    fn fetch_flow_entry(&mut self) -> Found<()> {
        self.remove_key()?;
        self.key_allowed = true;
        self.push_indicator(TokenKind::FlowEntry, 1);
        Ok(())
    }

    fn fetch_block_entry(&mut self) -> Found<()> {
        if !self.in_flow() {
            if !self.key_allowed {
                return self.problem("block sequence entries are not allowed in this context");
            }
            self.check_tab_free(self.pos)?;
            self.roll_indent(self.column(), None, TokenKind::BlockSequenceStart, self.pos);
        }
        self.remove_key()?;
        self.key_allowed = true;
        self.push_indicator(TokenKind::BlockEntry, 1);
        Ok(())
    }

    fn fetch_key(&mut self) -> Found<()> {
        if !self.in_flow() {
            if !self.key_allowed {
                return self.problem("mapping keys are not allowed in this context");
            }
            self.check_tab_free(self.pos)?;
            self.roll_indent(self.column(), None, TokenKind::BlockMappingStart, self.pos);
        }
        self.remove_key()?;
        self.key_allowed = !self.in_flow();
        self.push_indicator(TokenKind::Key, 1);
        Ok(())
    }

    fn fetch_value(&mut self) -> Found<()> {
        if let Some((start, number)) = self.take_key() {
            let key = Token::bare(TokenKind::Key, start, start);
            if !self.in_flow() {
                self.check_tab_free(start)?;
            }
            self.tokens.insert(number, key);
            let column = (start - self.line_start) as i32;
            self.roll_indent(column, Some(number), TokenKind::BlockMappingStart, start);
            self.key_allowed = false;
        } else {
            if !self.in_flow() {
                if !self.key_allowed {
                    return self.problem(Fault::MappingValue);
                }
                self.check_tab_free(self.pos)?;
                self.roll_indent(self.column(), None, TokenKind::BlockMappingStart, self.pos);
            }
            self.key_allowed = !self.in_flow();
        }
        self.push_indicator(TokenKind::Value, 1);
        Ok(())
    }
}
