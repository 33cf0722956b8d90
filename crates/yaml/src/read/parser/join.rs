//! Joins the parts of a text that were parsed separately.

use super::Parser;
use crate::tree::{Flags, Kind};

impl Parser<'_> {
    /// Appends the result of `piece`, which contains the documents that follow in the same text. Offsets in the text
    /// stay the same; node numbers and offsets in the side buffer are adjusted.
    pub(in crate::read) fn append(&mut self, mut piece: Self) {
        let nodes = self.nodes.len() as u32;
        let cooked = self.scanner.cooked.len() as u32;
        self.nodes.extend(piece.nodes.iter().map(|node| {
            let mut node = *node;
            match node.kind {
                Kind::Scalar if node.flags.has(Flags::COOKED) => {
                    node.bound += cooked;
                    node.extent += cooked;
                }
                Kind::Scalar => {}
                Kind::Alias => node.extent += nodes,
                Kind::Map | Kind::Sequence => node.bound += nodes,
            }
            node
        }));
        self.scanner.cooked.append(&mut piece.scanner.cooked);
        self.properties.extend(piece.properties.drain(..).map(|mut properties| {
            properties.node += nodes;
            if let Some(tag) = &mut properties.tag {
                tag.start += cooked;
                tag.end += cooked;
            }
            properties
        }));
        self.documents.extend(piece.documents.drain(..).map(|mut document| {
            document.root += nodes;
            document
        }));
        let far = piece.far_indicators.iter().map(|&(node, indicator)| (node + nodes, indicator));
        self.far_indicators.extend(far);
        self.merge_keys.extend(piece.merge_keys.iter().map(|key| key + nodes));
        self.cycles.extend(piece.cycles.iter().map(|alias| alias + nodes));
        let growth = self.growth();
        let aliases = piece.aliases.iter().map(|&(alias, more)| (alias + nodes, growth + more));
        self.aliases.extend(aliases);
        self.scanner.comments.append(&mut piece.scanner.comments);
        self.scanner.overlooked_comments.append(&mut piece.scanner.overlooked_comments);
    }

    /// Whether aliases may expand to more nodes than the limit allows, as far as that is known without reading again.
    pub(in crate::read) fn may_expand_too_far(&self) -> bool {
        let nodes = self.nodes.len() as u64;
        !self.aliases.is_empty() && self.growth().saturating_add(nodes) > self.limits.expanded_nodes
    }

    /// Returns the number of nodes that expanding all aliases would add.
    fn growth(&self) -> u64 {
        self.aliases.last().map_or(0, |&(_, growth)| growth)
    }
}
