//! Finds the nodes that an overlay applies to.

mod candidates;
mod count;
mod index;
mod matcher;
mod order;
pub(crate) mod path_index;
mod rule;
pub(crate) mod subset;
mod test;

pub(crate) use candidates::candidates;
pub(crate) use count::{Counts, Verdict};
pub(crate) use index::Index;
pub(crate) use matcher::{Matcher, Operands, Pattern};
pub(crate) use rule::{MatchArguments, Rule};
pub(crate) use test::{Candidate, Operand, Place, Side};

/// How to find nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// In an index, if the matcher specifies what it looks for.
    #[default]
    Indexed,
    /// By testing every node. The results are the same; this is for tests and measurements.
    Scan,
}
