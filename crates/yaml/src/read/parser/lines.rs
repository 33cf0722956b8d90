//! Simple lines, read as a whole.
//!
//! Maps and sequences in block style whose keys and values are short and plain make up most of what people write. Here such
//! a line becomes nodes at once. The nodes are the same as those made of tokens, which a test compares.

use super::{Parser, State};
use crate::read::problem::Found;
use crate::read::scanner::Simple;
use crate::tree::{Flags, Kind, Node, Style};

impl Parser<'_> {
    /// Reads simple lines for as long as they come. Whether there was any.
    #[inline]
    pub(super) fn simple_lines(&mut self) -> Found<bool> {
        if !self.reads_lines || !self.scanner.is_at_line() {
            return Ok(false);
        }
        let mut any = false;
        while self.simple_line()? {
            any = true;
        }
        Ok(any)
    }

    /// Reads one line, or closes a collection that ends before it. If neither can be done nothing has changed.
    fn simple_line(&mut self) -> Found<bool> {
        let Some(frame) = self.frames.last() else { return Ok(false) };
        let state = frame.state;
        let at = self.scanner.position();
        if !self.scanner.may_start_entry(at) {
            return Ok(false);
        }
        let (column, indentation) = (self.scanner.line_column(at), self.scanner.indentation());
        if column < indentation {
            match state {
                State::BlockMappingKey | State::BlockSequenceEntry => self.scanner.close_indent(),
                State::IndentlessEntry => {}
                _ => return Ok(false),
            }
            self.close(None);
            return Ok(true);
        }
        if column != indentation {
            return Ok(false);
        }
        match state {
            State::BlockMappingKey => self.simple_pair(at),
            State::BlockSequenceEntry => self.simple_item(at),
            State::IndentlessEntry if self.scanner.byte_at(at) == b'-' => self.simple_item(at),
            State::IndentlessEntry => {
                self.close(None);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// `key: value`, or `key:` and a collection from the next line on.
    #[inline]
    fn simple_pair(&mut self, at: usize) -> Found<bool> {
        let Some(end) = self.scanner.simple_key(at) else { return Ok(false) };
        let colon = end + 1;
        if self.scanner.byte_at(colon) == b' ' {
            let mut start = colon + 1;
            while self.scanner.byte_at(start) == b' ' {
                start += 1;
            }
            let Some(value) = self.scanner.simple_value(start) else { return Ok(false) };
            self.push_simple_key(at, end);
            self.push_simple(value, 0);
            self.scanner.go_to_line(value.next, value.end);
            return Ok(true);
        }
        let next = self.scanner.line_after(colon);
        let (first, spaces) = (next.first(), next.spaces as i32);
        let is_item =
            self.scanner.byte_at(first) == b'-' && self.scanner.byte_at(first + 1) == b' ';
        let indentation = self.scanner.indentation();
        let (kind, state) = if is_item && spaces == indentation {
            (Kind::Sequence, State::IndentlessEntry)
        } else if spaces <= indentation {
            return Ok(false);
        } else if is_item {
            (Kind::Sequence, State::BlockSequenceEntry)
        } else if self.scanner.simple_key(first).is_some() {
            (Kind::Map, State::BlockMappingKey)
        } else {
            return Ok(false);
        };
        self.push_simple_key(at, end);
        self.scanner.go_to_line(next, colon);
        if state != State::IndentlessEntry {
            self.scanner.open_indent(spaces);
        }
        self.open(kind, state, first as u32, first as u32, None)?;
        Ok(true)
    }

    /// `- value`, or `- key:` of a map.
    #[inline]
    fn simple_item(&mut self, dash: usize) -> Found<bool> {
        if self.scanner.byte_at(dash) != b'-' {
            return Ok(false);
        }
        let mut at = dash + 2;
        while self.scanner.byte_at(at) == b' ' {
            at += 1;
        }
        if self.scanner.simple_key(at).is_some() {
            self.open(Kind::Map, State::BlockMappingKey, at as u32, at as u32, Some(dash as u32))?;
            self.scanner.go_into(at, dash + 1);
            return Ok(true);
        }
        let Some(value) = self.scanner.simple_value(at) else { return Ok(false) };
        let distance = value.start - dash;
        if distance >= usize::from(crate::tree::FAR) {
            return Ok(false);
        }
        self.push_simple(value, distance as u8);
        self.scanner.go_to_line(value.next, value.end);
        Ok(true)
    }

    #[inline]
    fn push_simple_key(&mut self, start: usize, end: usize) {
        let flags = self.flags_of(start, end);
        self.push_text((Style::Plain, flags), (start, end), (start, end), 0);
    }

    #[inline]
    fn push_simple(&mut self, value: Simple, indicator_distance: u8) {
        let Simple { style, start, end, text_start, text_end, .. } = value;
        let flags = match style {
            Style::Plain => self.flags_of(start, end),
            _ => Flags::default(),
        };
        let texts = (text_start, text_end);
        self.push_text((style, flags), (start, end), texts, indicator_distance);
    }

    #[inline]
    fn flags_of(&self, start: usize, end: usize) -> Flags {
        if self.scanner.is_word(start, end) { Flags::WORD } else { Flags::default() }
    }

    #[inline]
    fn push_text(
        &mut self,
        (style, flags): (Style, Flags),
        (start, end): (usize, usize),
        (text_start, text_end): (usize, usize),
        indicator_distance: u8,
    ) {
        let subtree_end = self.nodes.len() as u32 + 1;
        self.push_node(Node {
            kind: Kind::Scalar,
            style,
            flags,
            indicator_distance,
            start: start as u32,
            end: end as u32,
            text_start: text_start as u32,
            extent: text_end as u32,
            subtree_end,
        });
    }
}
