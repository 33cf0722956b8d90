//! Builds nodes from tokens.
//!
//! The parser is a state machine with an explicit stack of open collections, so that depth costs memory but not
//! machine stack. It writes nodes directly into the tree's vector.

mod block;
mod build;
mod document;
mod flow;
mod join;
mod lines;
mod node;
mod tags;

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use yardstick_diagnostics::{FileId, SourceFile};

use self::tags::TagHandles;
use super::problem::{Fault, Found, Problem};
use super::scanner::Scanner;
use super::token::{Token, TokenKind};
use super::{Limits, Mode, Options};
use crate::tree::{Comment, DocumentData, Node, Properties, Tree};

/// What an open collection expects next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    BlockSequenceEntry,
    /// A sequence entry at the column of the key above it.
    IndentlessEntry,
    BlockMappingKey,
    BlockMappingValue,
    FlowSequenceFirst,
    FlowSequenceEntry,
    /// A pair that is an item of a flow sequence.
    FlowPairKey,
    FlowPairValue,
    FlowPairEnd,
    FlowMappingFirst,
    FlowMappingKey,
    FlowMappingValue,
    /// The value of a key without a `:`.
    FlowMappingAbsentValue,
}

/// The kinds of nodes that are allowed at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    /// Any node, including block collections.
    Block,
    /// Also a sequence whose entries are at the column of the key above them.
    BlockMapping,
    /// No block collections.
    Flow,
}

/// An open collection.
#[derive(Clone, Copy, Debug)]
struct Frame {
    node: u32,
    /// The number of pairs or items so far.
    count: u32,
    state: State,
}

/// The number of bytes of text per node, for reserving memory. This is typical, so that the nodes of a large text are
/// not moved. Reserved memory that is not used costs almost nothing.
const BYTES_PER_NODE: usize = 6;

/// The state of a parser.
pub(super) struct Parser<'s> {
    pub(super) scanner: Scanner<'s>,
    bytes: &'s [u8],
    mode: Mode,
    limits: Limits,
    frames: Vec<Frame>,
    nodes: Vec<Node>,
    /// The offset after the last `]` or `}`. The collections around it end no earlier.
    bracket_end: u32,
    properties: Vec<Properties>,
    documents: Vec<DocumentData>,
    /// Items whose indicator is far before them, in order, with the offset of the indicator.
    far_indicators: Vec<(u32, u32)>,
    /// Plain `<<` keys, in order.
    merge_keys: Vec<u32>,
    /// Aliases inside their own target, in order.
    cycles: Vec<u32>,
    /// The anchors of the current document.
    anchors: FxHashMap<&'s [u8], u32>,
    /// The aliases so far, each with the number of nodes that expanding all aliases up to it would add.
    aliases: Vec<(u32, u64)>,
    handles: TagHandles,
    /// Whether to read simple lines as a whole.
    reads_lines: bool,
}

impl<'s> Parser<'s> {
    pub(super) fn new(scanner: Scanner<'s>, bytes: &'s [u8], options: &Options) -> Self {
        let length = bytes.len() - scanner.position();
        let Options { mode, limits, token_by_token, .. } = *options;
        Self {
            reads_lines: !token_by_token,
            scanner,
            bytes,
            mode,
            limits,
            frames: Vec::new(),
            bracket_end: 0,
            nodes: Vec::with_capacity(length / BYTES_PER_NODE + 1),
            properties: Vec::new(),
            documents: Vec::new(),
            far_indicators: Vec::new(),
            merge_keys: Vec::new(),
            cycles: Vec::new(),
            anchors: FxHashMap::default(),
            aliases: Vec::new(),
            handles: TagHandles::default(),
        }
    }

    /// Returns the tree.
    pub(super) fn into_tree(self, source: Arc<SourceFile>, file: FileId) -> Tree {
        let is_reference = self.is_reference();
        let mut comments = self.scanner.comments;
        let mut overlooked_comments = self.scanner.overlooked_comments;
        if is_reference && let Some(last) = self.documents.last().filter(|last| last.explicit_end) {
            // The reference stops reading at the last `...`.
            let read = comments.partition_point(|comment| comment.start < last.end);
            overlooked_comments.extend(comments.drain(read..));
        }
        number_documents(&self.documents, &mut comments);
        number_documents(&self.documents, &mut overlooked_comments);
        let text = match source.content().text() {
            Some(text) if text.len() == self.bytes.len() => Arc::clone(text),
            _ => Arc::new(std::str::from_utf8(self.bytes).unwrap_or_default().to_owned()),
        };
        Tree {
            source,
            text,
            file,
            nodes: self.nodes,
            // Everything in it was copied from text or written by us, so this never replaces anything.
            cooked: String::from_utf8(self.scanner.cooked)
                .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
            properties: self.properties,
            documents: self.documents,
            comments,
            overlooked_comments,
            far_indicators: self.far_indicators,
            merge_keys: self.merge_keys,
            cycles: self.cycles,
            attached: OnceLock::new(),
        }
    }

    /// Reads the content of a document: one node with everything inside it.
    fn parse_root(&mut self) -> Found<()> {
        let first = self.peek()?;
        self.parse_node(first, Within::Block, None)?;
        self.parse_open()
    }

    /// Continues until all open collections are closed.
    fn parse_open(&mut self) -> Found<()> {
        while let Some(state) = self.frames.last().map(|frame| frame.state) {
            match state {
                State::BlockSequenceEntry | State::IndentlessEntry | State::BlockMappingKey
                    if self.simple_lines()? => {}
                State::BlockSequenceEntry => self.block_sequence_entry()?,
                State::IndentlessEntry => self.indentless_entry()?,
                State::BlockMappingKey => self.block_mapping_key()?,
                State::BlockMappingValue => self.block_mapping_value()?,
                State::FlowSequenceFirst => self.flow_sequence_entry(true)?,
                State::FlowSequenceEntry => self.flow_sequence_entry(false)?,
                State::FlowPairKey => self.flow_pair_key()?,
                State::FlowPairValue => self.flow_pair_value()?,
                State::FlowPairEnd => self.close(None),
                State::FlowMappingFirst => self.flow_mapping_key(true)?,
                State::FlowMappingKey => self.flow_mapping_key(false)?,
                State::FlowMappingValue => self.flow_mapping_value()?,
                State::FlowMappingAbsentValue => self.flow_mapping_absent_value()?,
            }
        }
        Ok(())
    }

    #[inline]
    fn peek(&mut self) -> Found<Token> {
        self.scanner.peek()
    }

    #[inline]
    fn skip(&mut self) {
        self.scanner.skip();
    }

    /// Sets what the innermost collection expects next.
    #[inline]
    fn expect(&mut self, state: State) {
        if let Some(frame) = self.frames.last_mut() {
            frame.state = state;
        }
    }

    fn is_reference(&self) -> bool {
        self.mode == Mode::Reference
    }

    /// Reports an unexpected `token` while reading the innermost collection.
    #[cold]
    fn unexpected<T>(
        &self,
        fault: impl Into<Fault>,
        token: Token,
        context: &'static str,
    ) -> Found<T> {
        let problem = Problem::parser(fault, token.start as usize);
        Err(match self.frames.last() {
            Some(frame) => problem.within(self.nodes[frame.node as usize].start as usize, context),
            None => problem,
        })
    }
}

/// Whether a node is absent where `token` is, in a block collection.
fn ends_block_node(token: Token) -> bool {
    matches!(
        token.kind,
        TokenKind::Key | TokenKind::SimpleKey | TokenKind::Value | TokenKind::BlockEnd
    )
}

/// Assigns each comment to the document that was being read: the last one that starts before it.
fn number_documents(documents: &[DocumentData], comments: &mut [Comment]) {
    let mut next = 1;
    for comment in comments {
        while documents.get(next).is_some_and(|document| document.start <= comment.start) {
            next += 1;
        }
        comment.document = next as u32 - 1;
    }
}
