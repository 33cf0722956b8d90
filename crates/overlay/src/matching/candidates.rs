//! Finds the nodes that a matcher must be tested on.
//!
//! For all other nodes, the matcher would return false without failing or running user code. So skipping them only
//! saves time.

use std::rc::Rc;

use yardstick_template::tree::Yaml;

use super::{Matcher, Operand, path_index::Step};
use crate::{
    node::Node,
    siblings::{Sequence, Siblings},
};

/// Returns the indexes of nodes of `left` that `by` may match, ascending; `None` if all must be tested.
pub(crate) fn candidates<N: Node>(
    left: &mut Sequence<N>,
    right: &Yaml,
    by: Operand<'_>,
) -> Option<Vec<usize>> {
    let Operand::Matcher(matcher) = by else { return None };
    match matcher {
        Matcher::All | Matcher::Not(_) => None,
        Matcher::Index(index) => {
            let at = usize::try_from(*index).ok().filter(|&at| at < left.nodes().len());
            Some(at.into_iter().collect())
        }
        Matcher::MapKey(key) => {
            let key = Yaml::Text(key.clone());
            let wanted = &right.as_map()?.get(&key)?.value;
            if matches!(wanted, Yaml::Map(_) | Yaml::Array(_)) {
                return None;
            }
            let path: Rc<[Step]> = Rc::from([Step::Key(key)]);
            left.look_up(|index, nodes| index.with_scalar_of_all(nodes, &path, wanted))
        }
        Matcher::Subset(pattern) => {
            let leaves = &pattern.converted().ok()?.leaves;
            if leaves.is_empty() {
                return None;
            }
            left.look_up(|index, nodes| index.with_scalars(nodes, leaves))
        }
        Matcher::And(operands) => {
            // An operand must not prevent the call of an earlier one that may fail or run code.
            for operand in operands.iter() {
                if let Some(found) = candidates(left, right, operand) {
                    return Some(found);
                }
                if !is_harmless(operand) {
                    return None;
                }
            }
            None
        }
        Matcher::Or(operands) => {
            let mut found = Vec::new();
            for operand in operands.iter() {
                found.extend(candidates(left, right, operand)?);
            }
            found.sort_unstable();
            found.dedup();
            Some(found)
        }
    }
}

/// Whether testing it on array items and documents can neither fail nor run user code.
fn is_harmless(by: Operand<'_>) -> bool {
    match by {
        Operand::Function(_) | Operand::Matcher(Matcher::MapKey(_)) => false,
        Operand::Matcher(Matcher::All | Matcher::Index(_)) => true,
        Operand::Matcher(Matcher::Subset(pattern)) => pattern.converted().is_ok(),
        Operand::Matcher(
            Matcher::And(operands) | Matcher::Or(operands) | Matcher::Not(operands),
        ) => operands.iter().all(is_harmless),
    }
}
