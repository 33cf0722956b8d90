//! What must hold of a complete document: aliases, tags, merge keys, strict scalars.

use super::problem::{Finder, Problem};
use super::{Mode, Options};
use crate::tree::{Kind, NodeId, NodeRef, Tree};

/// The first problem with the content of the tree's documents, in the order of the file.
pub(super) fn verify(tree: &Tree, options: &Options) -> Option<Box<Problem>> {
    // Only the nodes that can have a problem are looked at, and few can.
    let mut suspects: Vec<u32> = tree.cycles.clone();
    if options.mode == Mode::Reference {
        suspects.extend_from_slice(&tree.merge_keys);
        suspects.extend(
            tree.properties.iter().filter(|properties| properties.tag.is_some()).map(|p| p.node),
        );
    }
    suspects.sort_unstable();
    suspects.dedup();
    suspects.into_iter().find_map(|id| verify_node(tree, tree.node(NodeId(id)), options))
}

fn verify_node(tree: &Tree, node: NodeRef<'_>, options: &Options) -> Option<Box<Problem>> {
    let _ = options;
    let problem = |text: String, node: NodeRef<'_>| {
        Some(Problem::new(Finder::Composer, text, node.start() as usize, node.end() as usize))
    };
    if node.kind() == Kind::Alias && tree.cycles.binary_search(&node.id().0).is_ok() {
        return problem(format!("anchor '{}' value contains itself", node.text()), node);
    }
    None
}
