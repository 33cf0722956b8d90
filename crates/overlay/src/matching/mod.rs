//! Finding the nodes that an overlay speaks of.

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

/// How nodes are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// By looking them up where the matcher says what it looks for.
    #[default]
    Indexed,
    /// By asking the matcher about every node; same results, for tests and measurements.
    Scan,
}
