//! Adds nodes to the tree's vector.

use super::{Frame, Parser, State};
use crate::read::problem::{Fault, Finder, Found, Problem};
use crate::read::token::Token;
use crate::tree::{FAR, Flags, Kind, Node, Properties, Style, TextRange};

/// The anchor and tag of the next node.
#[derive(Debug)]
pub(super) struct NodeProperties {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) anchor: Option<TextRange>,
    pub(super) tag: Option<TextRange>,
}

impl Parser<'_> {
    fn next_id(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Returns the distance from the indicator of the next node to `start`, where that node starts.
    #[inline]
    fn indicator_distance(&mut self, start: u32, indicator: Option<u32>) -> u8 {
        let Some(indicator) = indicator else {
            return 0;
        };
        match u8::try_from(start - indicator) {
            Ok(distance) if distance != FAR => distance,
            _ => {
                self.far_indicators.push((self.nodes.len() as u32, indicator));
                FAR
            }
        }
    }

    /// Whether the next node is a key.
    fn is_key(&self) -> bool {
        self.frames.last().is_some_and(|frame| {
            matches!(
                frame.state,
                State::BlockMappingValue
                    | State::FlowPairValue
                    | State::FlowMappingValue
                    | State::FlowMappingAbsentValue
            )
        })
    }

    /// Adds a node. Every node except a map key increases the length of its collection.
    #[inline]
    pub(super) fn push_node(&mut self, node: Node) {
        if let Some(frame) = self.frames.last_mut() {
            frame.count += 1;
        }
        self.nodes.push(node);
    }

    /// Adds the scalar of a simple key. After that, the collection expects `state`.
    #[inline]
    pub(super) fn push_key(&mut self, token: Token, state: State) {
        self.expect(state);
        self.push_scalar(token, token.start, None);
    }

    #[inline]
    pub(super) fn push_scalar(&mut self, token: Token, start: u32, indicator: Option<u32>) {
        let id = self.next_id();
        let mut flags = Flags::default();
        if token.cooked {
            flags = flags.with(Flags::COOKED);
        }
        if start != token.start {
            flags = flags.with(Flags::PROPERTIES);
        }
        let indicator_distance = self.indicator_distance(start, indicator);
        let node = Node {
            kind: Kind::Scalar,
            style: token.style,
            flags,
            start,
            end: token.end,
            bound: token.text_start,
            extent: token.text_end,
            indicator_distance,
        };
        if token.text_end - token.text_start == 2 {
            self.note_merge_key(token, id);
        }
        self.push_node(node);
    }

    /// Remembers plain `<<` keys. A tagged one counts if its tag is the merge tag.
    fn note_merge_key(&mut self, token: Token, id: u32) {
        let text = if token.cooked { &self.scanner.cooked[..] } else { self.bytes };
        if &text[token.text_start as usize..token.text_end as usize] != b"<<" || !self.is_key() {
            return;
        }
        let tag = self
            .properties
            .last()
            .filter(|properties| properties.node == id)
            .and_then(|properties| properties.tag);
        let merges = match tag {
            Some(tag) => matches!(
                &self.scanner.cooked[tag.start as usize..tag.end as usize],
                b"tag:yaml.org,2002:merge" | b"!"
            ),
            None => token.style == Style::Plain,
        };
        if merges {
            self.merge_keys.push(id);
            if let Some(frame) = self.frames.last() {
                let map = &mut self.nodes[frame.node as usize];
                map.flags = map.flags.with(Flags::MERGES);
            }
        }
    }

    /// Adds an absent scalar at `at`.
    pub(super) fn push_absent(&mut self, at: u32, indicator: Option<u32>) {
        let at = at.min(self.bytes.len() as u32);
        let indicator_distance = self.indicator_distance(at, indicator);
        self.push_node(Node {
            kind: Kind::Scalar,
            style: Style::Plain,
            flags: Flags::default(),
            start: at,
            end: at,
            bound: at,
            extent: at,
            indicator_distance,
        });
    }

    /// Adds an absent scalar that has an anchor or tag.
    pub(super) fn push_absent_with_properties(
        &mut self,
        start: u32,
        end: u32,
        indicator: Option<u32>,
    ) {
        let indicator_distance = self.indicator_distance(start, indicator);
        self.push_node(Node {
            kind: Kind::Scalar,
            style: Style::Plain,
            flags: Flags::PROPERTIES,
            start,
            end,
            bound: end,
            extent: end,
            indicator_distance,
        });
    }

    /// Stores the anchor and tag of the next node.
    pub(super) fn push_properties(&mut self, properties: &NodeProperties, content_start: u32) {
        let node = self.next_id();
        if let Some(anchor) = properties.anchor {
            let bytes = self.bytes;
            self.anchors.insert(&bytes[anchor.start as usize..anchor.end as usize], node);
        }
        self.properties.push(Properties {
            node,
            content_start,
            anchor: properties.anchor,
            tag: properties.tag,
        });
    }

    pub(super) fn push_alias(&mut self, token: Token, indicator: Option<u32>) -> Found<()> {
        let id = self.next_id();
        let name = &self.bytes[token.text_start as usize..token.text_end as usize];
        let Some(&target) = self.anchors.get(name) else {
            let fault = Fault::UnknownAnchor(String::from_utf8_lossy(name).into_owned());
            let (start, end) = (token.start as usize, token.end as usize);
            return Err(Problem::new(Finder::Composer, fault, start, end));
        };
        let target_end = self.nodes[target as usize].subtree_end(target);
        if target_end == 0 {
            self.cycles.push(id);
        } else {
            self.count_expansion(id, target, target_end, token)?;
        }
        let indicator_distance = self.indicator_distance(token.start, indicator);
        self.push_node(Node {
            kind: Kind::Alias,
            style: Style::Plain,
            flags: Flags::default(),
            start: token.start,
            end: token.end,
            bound: token.text_start,
            extent: target,
            indicator_distance,
        });
        Ok(())
    }

    /// Computes how many nodes the tree would have if each alias were expanded.
    fn count_expansion(
        &mut self,
        id: u32,
        target: u32,
        target_end: u32,
        token: Token,
    ) -> Found<()> {
        let growth_before = |node: u32| {
            let behind = self.aliases.partition_point(|&(alias, _)| alias < node);
            behind.checked_sub(1).map_or(0, |last| self.aliases[last].1)
        };
        let inside = growth_before(target_end) - growth_before(target);
        let size = u64::from(target_end - target).saturating_add(inside);
        let growth = growth_before(id).saturating_add(size);
        if growth.saturating_add(u64::from(id)) > self.limits.expanded_nodes {
            let text = format!("aliases stand for more than {} nodes", self.limits.expanded_nodes);
            return Err(Problem::new(
                Finder::Scanner,
                text,
                token.start as usize,
                token.end as usize,
            )
            .note("each alias counts as all that it stands for"));
        }
        self.aliases.push((id, growth));
        Ok(())
    }

    /// Adds a collection and enters it.
    pub(super) fn open(
        &mut self,
        kind: Kind,
        state: State,
        start: u32,
        content_start: u32,
        indicator: Option<u32>,
    ) -> Found<()> {
        if self.frames.len() as u32 >= self.limits.nesting {
            let text = format!("exceeded the limit of {} nested collections", self.limits.nesting);
            let at = content_start as usize;
            return Err(Problem::new(Finder::Scanner, text, at, at + 1));
        }
        let id = self.next_id();
        let style = match state {
            State::BlockSequenceEntry | State::IndentlessEntry | State::BlockMappingKey => {
                Style::Block
            }
            _ => Style::Flow,
        };
        let has_properties = self.properties.last().is_some_and(|properties| properties.node == id);
        let indicator_distance = self.indicator_distance(start, indicator);
        self.push_node(Node {
            kind,
            style,
            flags: if has_properties { Flags::PROPERTIES } else { Flags::default() },
            start,
            end: content_start,
            extent: 0,
            // Known only when the collection is closed.
            bound: 0,
            indicator_distance,
        });
        self.frames.push(Frame { node: id, count: 0, state });
        Ok(())
    }

    /// Returns the offset of the opening bracket of the innermost sequence.
    pub(super) fn open_bracket(&self) -> u32 {
        // While a collection is open, `end` holds the start of its content.
        self.frames.last().map_or(0, |frame| self.nodes[frame.node as usize].end)
    }

    /// Closes the innermost collection. It ends at `end`, or with the last node inside it.
    pub(super) fn close(&mut self, end: Option<u32>) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let last_end = self.nodes.last().map_or(0, |node| node.end).max(self.bracket_end);
        self.bracket_end = end.unwrap_or(self.bracket_end);
        let subtree_end = self.next_id();
        let node = &mut self.nodes[frame.node as usize];
        node.end = end.unwrap_or(last_end.max(node.end));
        node.bound = subtree_end;
        node.extent = if node.kind == Kind::Map { frame.count / 2 } else { frame.count };
    }
}
