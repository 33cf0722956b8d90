//! A reference to a node and its tree.

use std::fmt;

use yardstick_diagnostics::Span;

use crate::resolve::{self, Resolver, Scalar};

use super::{FAR, Flags, Kind, Node, NodeId, Properties, Style, Tree};

/// A node of a tree. `Copy` and two words large; all information about a node is available here.
#[derive(Clone, Copy)]
pub struct NodeRef<'t> {
    tree: &'t Tree,
    id: NodeId,
}

impl<'t> NodeRef<'t> {
    pub(super) fn new(tree: &'t Tree, id: NodeId) -> Self {
        debug_assert!((id.0 as usize) < tree.nodes.len());
        Self { tree, id }
    }

    fn data(self) -> &'t Node {
        &self.tree.nodes[self.id.0 as usize]
    }

    fn properties(self) -> Option<&'t Properties> {
        if self.data().flags.has(Flags::PROPERTIES) {
            self.tree.properties_of(self.id)
        } else {
            None
        }
    }

    /// Whether it has neither an anchor nor a tag.
    #[inline]
    pub(crate) fn is_bare(self) -> bool {
        !self.data().flags.has(Flags::PROPERTIES)
    }

    /// The tree it belongs to.
    pub fn tree(self) -> &'t Tree {
        self.tree
    }

    /// Its number.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// Returns its kind: scalar, map, sequence or alias.
    pub fn kind(self) -> Kind {
        self.data().kind
    }

    /// Returns its style: plain, quoted, block or flow.
    pub fn style(self) -> Style {
        self.data().style
    }

    /// Whether it is a scalar.
    pub fn is_scalar(self) -> bool {
        self.kind() == Kind::Scalar
    }

    /// Whether it is a map.
    pub fn is_map(self) -> bool {
        self.kind() == Kind::Map
    }

    /// Whether it is a sequence.
    pub fn is_sequence(self) -> bool {
        self.kind() == Kind::Sequence
    }

    /// Whether the node is absent: the value of `key:`, or an empty document.
    pub fn is_absent(self) -> bool {
        let node = self.data();
        node.kind == Kind::Scalar && node.style == Style::Plain && node.start == node.end
    }

    /// Returns the text of a scalar, folded and unescaped, or the name of an alias. Empty for other kinds.
    pub fn text(self) -> &'t str {
        let node = self.data();
        match node.kind {
            Kind::Scalar if node.flags.has(Flags::COOKED) => {
                &self.tree.cooked[node.bound as usize..node.extent as usize]
            }
            Kind::Scalar => self.tree.source_text(node.bound, node.extent),
            Kind::Alias => self.tree.source_text(node.bound, node.end),
            Kind::Map | Kind::Sequence => "",
        }
    }

    /// Returns its [`text`](Self::text) as bytes.
    pub fn text_bytes(self) -> &'t [u8] {
        let node = self.data();
        match node.kind {
            Kind::Scalar if node.flags.has(Flags::COOKED) => {
                &self.tree.cooked.as_bytes()[node.bound as usize..node.extent as usize]
            }
            Kind::Scalar => self.tree.source_bytes(node.bound, node.extent),
            Kind::Alias => self.tree.source_bytes(node.bound, node.end),
            Kind::Map | Kind::Sequence => b"",
        }
    }

    /// Returns the number of pairs of a map or items of a sequence.
    pub fn len(self) -> usize {
        match self.kind() {
            Kind::Map | Kind::Sequence => self.data().extent as usize,
            Kind::Scalar | Kind::Alias => 0,
        }
    }

    /// Whether it has no pairs and no items.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the pairs of a map as written; empty for other kinds.
    pub fn entries(self) -> Entries<'t> {
        let left = if self.kind() == Kind::Map { self.data().extent } else { 0 };
        Entries { tree: self.tree, next: self.id.0 + 1, left }
    }

    /// Returns the items of a sequence; empty for other kinds.
    pub fn items(self) -> Items<'t> {
        let left = if self.kind() == Kind::Sequence { self.data().extent } else { 0 };
        Items { tree: self.tree, next: self.id.0 + 1, left }
    }

    /// Returns the target of an alias; `None` for other kinds.
    pub fn alias_target(self) -> Option<NodeRef<'t>> {
        let node = self.data();
        (node.kind == Kind::Alias).then(|| NodeRef::new(self.tree, NodeId(node.extent)))
    }

    /// Returns the node itself, or the target of an alias.
    #[must_use]
    pub fn dereferenced(self) -> NodeRef<'t> {
        self.alias_target().unwrap_or(self)
    }

    /// Returns its anchor without the `&`.
    pub fn anchor(self) -> Option<&'t str> {
        let range = self.properties()?.anchor?;
        Some(self.tree.source_text(range.start, range.end))
    }

    /// Returns its full tag: `tag:yaml.org,2002:str`, `!local`, or `!` for the tag without a name.
    pub fn tag(self) -> Option<&'t str> {
        let range = self.properties()?.tag?;
        Some(&self.tree.cooked[range.start as usize..range.end as usize])
    }

    /// Returns its span, including anchor and tag.
    pub fn span(self) -> Span {
        self.tree.span(self.start(), self.end())
    }

    /// Returns its span without anchor and tag.
    pub fn content_span(self) -> Span {
        let start = self.properties().map_or(self.start(), |properties| properties.content_start);
        self.tree.span(start, self.end())
    }

    /// Returns the offset of its start, including anchor and tag. For a key, this is the position of the map item.
    pub fn start(self) -> u32 {
        self.data().start
    }

    /// Returns the offset after its last byte.
    pub fn end(self) -> u32 {
        self.data().end
    }

    /// Returns the offset of what makes it an item of a sequence: its `-`, or the `[` or `,` before it. This is the
    /// position of the array item. For other nodes, returns their start.
    pub fn indicator(self) -> u32 {
        let node = self.data();
        if node.indicator_distance == FAR {
            let far = &self.tree.far_indicators;
            if let Ok(at) = far.binary_search_by_key(&self.id.0, |&(node, _)| node) {
                return far[at].1;
            }
        }
        node.start - u32::from(node.indicator_distance)
    }

    /// Returns the number of the first node after its subtree.
    pub fn subtree_end(self) -> NodeId {
        NodeId(self.data().subtree_end(self.id.0))
    }

    /// Returns the node after its subtree; for a key, this is its value.
    pub(crate) fn next_sibling(self) -> NodeRef<'t> {
        NodeRef::new(self.tree, self.subtree_end())
    }

    /// Whether it has an anchor or a tag.
    pub fn has_properties(self) -> bool {
        self.data().flags.has(Flags::PROPERTIES)
    }

    /// Whether it is an unquoted scalar that is certainly a string in YAML 1.1 and 1.2. This is true for most
    /// strings; others need a closer look.
    #[inline]
    pub(crate) fn is_word(self) -> bool {
        self.data().flags.has(Flags::WORD)
    }

    /// Its text, if that is surely a string and prints as it is written. Most do; others have to be looked at.
    #[inline]
    pub fn word(self) -> Option<&'t [u8]> {
        let node = self.data();
        self.is_word().then(|| self.tree.source_bytes(node.bound, node.extent))
    }

    /// Whether it is a key that merges another map: a plain `<<`.
    pub fn is_merge_key(self) -> bool {
        let node = self.data();
        node.kind == Kind::Scalar
            && node.extent - node.bound == 2
            && self.tree.merge_keys.binary_search(&self.id.0).is_ok()
    }

    /// Whether it is a map with a merge key.
    pub fn has_merge_key(self) -> bool {
        self.data().flags.has(Flags::MERGES)
    }

    /// Whether it is an alias inside its own target.
    pub(crate) fn is_cyclic(self) -> bool {
        self.tree.cycles.binary_search(&self.id.0).is_ok()
    }

    /// Returns the value of a scalar, or of the scalar that an alias refers to. Returns the text itself if `resolver`
    /// cannot apply the tag; this does not happen if the tree was read in the mode of that resolver. Returns null for
    /// collections.
    pub fn scalar(self, resolver: Resolver) -> Scalar<'t> {
        let node = self.dereferenced();
        if node.kind() != Kind::Scalar {
            return Scalar::Null;
        }
        let text = node.text();
        resolve::resolve(text, node.style(), node.tag(), resolver).unwrap_or(Scalar::Str(text))
    }

    /// The 1-based line on which it starts.
    pub fn line(self) -> u32 {
        self.tree.line(self.start())
    }
}

impl fmt::Debug for NodeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{} {:?} {:?}", self.id.0, self.kind(), self.text())
    }
}

/// A pair of a map.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'t> {
    /// The key.
    pub key: NodeRef<'t>,
    /// The value.
    pub value: NodeRef<'t>,
}

/// The pairs of a map, in order.
#[derive(Clone, Debug)]
pub struct Entries<'t> {
    tree: &'t Tree,
    next: u32,
    left: u32,
}

impl<'t> Iterator for Entries<'t> {
    type Item = Entry<'t>;

    fn next(&mut self) -> Option<Entry<'t>> {
        self.left = self.left.checked_sub(1)?;
        let key = NodeRef::new(self.tree, NodeId(self.next));
        let value = NodeRef::new(self.tree, key.subtree_end());
        self.next = value.subtree_end().0;
        Some(Entry { key, value })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Entries<'_> {}

/// The items of a sequence, in order.
#[derive(Clone, Debug)]
pub struct Items<'t> {
    tree: &'t Tree,
    next: u32,
    left: u32,
}

impl<'t> Iterator for Items<'t> {
    type Item = NodeRef<'t>;

    fn next(&mut self) -> Option<NodeRef<'t>> {
        self.left = self.left.checked_sub(1)?;
        let item = NodeRef::new(self.tree, NodeId(self.next));
        self.next = item.subtree_end().0;
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Items<'_> {}
