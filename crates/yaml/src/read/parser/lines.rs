//! Parses simple lines as a whole.
//!
//! Most YAML consists of block maps and sequences with short, plain keys and values. Here, such a line becomes nodes
//! directly. The nodes are the same as those made from tokens; a test compares them.

use super::{Parser, State};
use crate::read::problem::Found;
use crate::read::scanner::Simple;
use crate::tree::{FAR, Flags, Kind, Node, Style};

impl Parser<'_> {
    /// Reads simple lines as long as possible. Returns whether there were any.
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

    /// Reads a document whose content is a map that starts with a simple key, on the line after its marker.
    /// Otherwise, changes nothing.
    pub(super) fn simple_root(&mut self) -> Found<bool> {
        if !self.reads_lines {
            return Ok(false);
        }
        let Some(start) = self.scanner.go_to_root() else { return Ok(false) };
        let start = start as u32;
        self.open(Kind::Map, State::BlockMappingKey, start, start, None)?;
        self.parse_open()?;
        Ok(true)
    }

    /// Reads one or more lines, or closes a collection that ends before the line. If neither is possible, changes
    /// nothing.
    fn simple_line(&mut self) -> Found<bool> {
        let Some(frame) = self.frames.last() else { return Ok(false) };
        let state = frame.state;
        let at = self.scanner.position();
        if !self.scanner.may_start_entry(at) {
            return if self.scanner.is_marker_line(at) {
                Ok(self.close_simple(state))
            } else {
                self.scanner.skip_to_line()
            };
        }
        let (column, indentation) = (self.scanner.line_column(at), self.scanner.indentation());
        if column < indentation {
            return Ok(self.close_simple(state));
        }
        if column != indentation {
            return Ok(false);
        }
        match state {
            State::BlockMappingKey => self.simple_pairs(at),
            State::BlockSequenceEntry => self.simple_item(at),
            State::IndentlessEntry if self.scanner.byte_at(at) == b'-' => self.simple_item(at),
            State::IndentlessEntry => {
                self.close(None);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Closes the innermost collection, which is in `state`, because the next line does not belong to it.
    #[inline]
    fn close_simple(&mut self, state: State) -> bool {
        match state {
            State::BlockMappingKey | State::BlockSequenceEntry => self.scanner.close_indent(),
            State::IndentlessEntry => {}
            _ => return false,
        }
        self.close(None);
        true
    }

    /// Reads lines `key: value` of one map, up to a line `key:` whose collection starts on the next line.
    #[inline]
    fn simple_pairs(&mut self, mut at: usize) -> Found<bool> {
        let indentation = self.scanner.indentation() as usize;
        let mut any = false;
        loop {
            let Some(end) = self.scanner.simple_key(at) else { return Ok(any) };
            let colon = end + 1;
            if self.scanner.byte_at(colon) == b'\n' {
                return Ok(self.simple_parent(at, end)? || any);
            }
            let start = self.scanner.after_spaces(colon + 1);
            let Some(value) = self.scanner.simple_value(start) else {
                return Ok(self.longer_value(at, end, start)? || any);
            };
            self.push_pair(self.simple_key_node(at, end), self.simple_node(value, 0));
            self.scanner.go_to_line(value.next, value.end);
            if value.next.spaces != indentation {
                return Ok(true);
            }
            any = true;
            at = value.next.first();
        }
    }

    /// Reads a pair whose value, at `start`, is a block scalar or a flow collection on one line.
    fn longer_value(&mut self, key: usize, key_end: usize, start: usize) -> Found<bool> {
        match self.scanner.byte_at(start) {
            b'|' | b'>' => {
                let node = self.simple_key_node(key, key_end);
                self.push_node(node);
                let token = self.scanner.take_block_scalar(start)?;
                self.push_scalar(token, token.start, None);
                Ok(self.scanner.is_at_line())
            }
            b'[' | b'{' => {
                let node = self.simple_key_node(key, key_end);
                self.push_node(node);
                let taken = self.simple_flow(start, 0);
                if !taken {
                    self.take_back();
                }
                Ok(taken)
            }
            _ => Ok(false),
        }
    }

    /// Reads `key:` whose collection starts on the next line.
    #[inline]
    fn simple_parent(&mut self, at: usize, end: usize) -> Found<bool> {
        let colon = end + 1;
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
        let key = self.simple_key_node(at, end);
        self.push_node(key);
        self.scanner.go_to_line(next, colon);
        if state != State::IndentlessEntry {
            self.scanner.open_indent(spaces);
        }
        self.open(kind, state, first as u32, first as u32, None)?;
        Ok(true)
    }

    /// Reads `- value`, or `- key:` of a map.
    #[inline]
    fn simple_item(&mut self, dash: usize) -> Found<bool> {
        if self.scanner.byte_at(dash) != b'-' {
            return Ok(false);
        }
        let at = self.scanner.after_spaces(dash + 2);
        if self.scanner.simple_key(at).is_some() {
            self.open(Kind::Map, State::BlockMappingKey, at as u32, at as u32, Some(dash as u32))?;
            self.scanner.go_into(at, dash + 1);
            return Ok(true);
        }
        let Some(distance) = near(at - dash) else { return Ok(false) };
        if let Some(value) = self.scanner.simple_value(at) {
            let node = self.simple_node(value, distance);
            self.push_node(node);
            self.scanner.go_to_line(value.next, value.end);
            return Ok(true);
        }
        match self.scanner.byte_at(at) {
            b'|' | b'>' => {
                let token = self.scanner.take_block_scalar(at)?;
                self.push_scalar(token, token.start, Some(dash as u32));
                Ok(self.scanner.is_at_line())
            }
            b'[' | b'{' => Ok(self.simple_flow(at, distance)),
            _ => Ok(false),
        }
    }

    /// Reads the flow collection at `open`, if it contains only simple scalars and ends with its line. Otherwise,
    /// changes nothing.
    fn simple_flow(&mut self, open: usize, indicator_distance: u8) -> bool {
        if self.frames.len() as u32 >= self.limits.nesting {
            return false;
        }
        let first = self.nodes.len();
        let kind = if self.scanner.byte_at(open) == b'{' { Kind::Map } else { Kind::Sequence };
        let end = match kind {
            Kind::Map => self.simple_flow_map(open),
            _ => self.simple_flow_sequence(open),
        };
        let Some((end, count)) = end.filter(|&(end, _)| self.scanner.byte_at(end) == b'\n') else {
            self.nodes.truncate(first);
            return false;
        };
        if let Some(frame) = self.frames.last_mut() {
            frame.count += 1;
        }
        self.nodes[first] = Node {
            kind,
            style: Style::Flow,
            flags: Flags::default(),
            indicator_distance,
            start: open as u32,
            end: end as u32,
            bound: self.nodes.len() as u32,
            extent: count,
        };
        self.bracket_end = end as u32;
        let next = self.scanner.line_after(end);
        self.scanner.go_to_line(next, end);
        true
    }

    /// Adds the nodes of a simple flow sequence after a placeholder for the sequence. Returns its end, and the number
    /// of items.
    fn simple_flow_sequence(&mut self, open: usize) -> Option<(usize, u32)> {
        self.nodes.push(PLACE);
        let mut count = 0;
        let mut indicator = open;
        let mut at = self.scanner.after_spaces(open + 1);
        if self.scanner.byte_at(at) == b']' {
            return Some((at + 1, count));
        }
        loop {
            let item = self.scanner.simple_flow_scalar(at)?;
            let node = self.simple_node(item, near(item.start - indicator)?);
            self.nodes.push(node);
            count += 1;
            at = self.scanner.after_spaces(item.end);
            match self.scanner.byte_at(at) {
                b',' => {}
                b']' => return Some((at + 1, count)),
                _ => return None,
            }
            indicator = at;
            at = self.scanner.after_spaces(at + 1);
        }
    }

    /// Adds the nodes of a simple flow map after a placeholder for the map. Returns its end, and the number of pairs.
    fn simple_flow_map(&mut self, open: usize) -> Option<(usize, u32)> {
        self.nodes.push(PLACE);
        let mut count = 0;
        let mut at = self.scanner.after_spaces(open + 1);
        if self.scanner.byte_at(at) == b'}' {
            return Some((at + 1, count));
        }
        loop {
            let key = self.scanner.simple_flow_scalar(at)?;
            if self.scanner.byte_at(key.end) != b':' || self.scanner.byte_at(key.end + 1) != b' ' {
                return None;
            }
            let node = self.simple_node(key, 0);
            self.nodes.push(node);
            let value = self.scanner.simple_flow_scalar(self.scanner.after_spaces(key.end + 2))?;
            let node = self.simple_node(value, 0);
            self.nodes.push(node);
            count += 1;
            at = self.scanner.after_spaces(value.end);
            match self.scanner.byte_at(at) {
                b',' => {}
                b'}' => return Some((at + 1, count)),
                _ => return None,
            }
            at = self.scanner.after_spaces(at + 1);
        }
    }

    /// Adds a key and its value.
    #[inline]
    fn push_pair(&mut self, key: Node, value: Node) {
        if let Some(frame) = self.frames.last_mut() {
            frame.count += 2;
        }
        self.nodes.extend_from_slice(&[key, value]);
    }

    /// Removes the last node.
    fn take_back(&mut self) {
        self.nodes.pop();
        if let Some(frame) = self.frames.last_mut() {
            frame.count -= 1;
        }
    }

    /// Creates the node of a simple key.
    #[inline]
    fn simple_key_node(&self, start: usize, end: usize) -> Node {
        text_node((Style::Plain, self.flags_of(start, end)), (start, end), (start, end), 0)
    }

    /// Creates the node of a simple scalar.
    #[inline]
    fn simple_node(&self, value: Simple, indicator_distance: u8) -> Node {
        let Simple { style, start, end, text_start, text_end, .. } = value;
        let flags = match style {
            Style::Plain => self.flags_of(start, end),
            _ => Flags::default(),
        };
        text_node((style, flags), (start, end), (text_start, text_end), indicator_distance)
    }

    #[inline]
    fn flags_of(&self, start: usize, end: usize) -> Flags {
        if self.scanner.is_word(start, end) { Flags::WORD } else { Flags::default() }
    }
}

/// Creates the node of a scalar.
#[inline]
fn text_node(
    (style, flags): (Style, Flags),
    (start, end): (usize, usize),
    (text_start, text_end): (usize, usize),
    indicator_distance: u8,
) -> Node {
    Node {
        kind: Kind::Scalar,
        style,
        flags,
        indicator_distance,
        start: start as u32,
        end: end as u32,
        bound: text_start as u32,
        extent: text_end as u32,
    }
}

/// A placeholder for a node that is completed after its content.
const PLACE: Node = Node {
    kind: Kind::Sequence,
    style: Style::Flow,
    flags: Flags(0),
    indicator_distance: 0,
    start: 0,
    end: 0,
    bound: 0,
    extent: 0,
};

/// Returns the distance of an indicator, if it fits in its field.
#[inline]
fn near(distance: usize) -> Option<u8> {
    u8::try_from(distance).ok().filter(|&distance| distance != FAR)
}
