//! Verifies complete documents: aliases, tags, merge keys, and strict scalars.

use super::problem::{Fault, Finder, Problem};
use super::{Mode, Options};
use crate::resolve::{self, Resolver, StrictError};
use crate::tree::{Kind, NodeId, NodeRef, Style, Tree};

/// Returns the first problem with the content of the documents, in file order.
pub(super) fn verify(tree: &Tree, options: &Options) -> Option<Problem> {
    let reference = options.mode == Mode::Reference;
    if reference && options.strict {
        return tree.nodes().find_map(|node| verify_node(node, options));
    }
    // Check only the nodes that can have a problem; these are few.
    let mut suspects: Vec<u32> = tree.cycles.clone();
    suspects.extend(tree.properties.iter().filter(|p| p.tag.is_some()).map(|p| p.node));
    if reference {
        suspects.extend_from_slice(&tree.merge_keys);
    }
    suspects.sort_unstable();
    suspects.into_iter().find_map(|id| verify_node(tree.node(NodeId(id)), options))
}

fn verify_node(node: NodeRef<'_>, options: &Options) -> Option<Problem> {
    let reference = options.mode == Mode::Reference;
    let fault: Fault = match node.kind() {
        Kind::Map | Kind::Sequence => return None,
        Kind::Alias => {
            if !node.is_cyclic() {
                return None;
            }
            format!("anchor '{}' value contains itself", node.text()).into()
        }
        Kind::Scalar if reference && node.is_merge_key() => {
            if can_be_merged(node.next_sibling()) {
                return None;
            }
            Fault::Merge
        }
        Kind::Scalar => {
            let tag = node.tag();
            let resolver = if reference { Resolver::Yaml11 } else { Resolver::Core12 };
            match resolve::resolve(node.text(), node.style(), tag, resolver) {
                Err(error) => error.to_string().into(),
                Ok(_) if options.strict && tag.is_none() && node.style() == Style::Plain => {
                    match resolve::check_strict(node.text()).err()? {
                        StrictError::Ambiguous(message) => {
                            Fault::Ambiguous { text: node.text().to_owned(), message }
                        }
                        StrictError::Other(message) => message.into(),
                    }
                }
                Ok(_) => return None,
            }
        }
    };
    Some(Problem::new(Finder::Composer, fault, node.start() as usize, node.end() as usize))
}

/// Whether the reference can merge the value: a map, or an empty sequence.
fn can_be_merged(value: NodeRef<'_>) -> bool {
    match value.kind() {
        Kind::Map => true,
        Kind::Sequence => value.is_empty(),
        Kind::Alias => value.dereferenced().is_map(),
        Kind::Scalar => false,
    }
}
