//! Which nodes are worth asking a matcher about.
//!
//! For a node that is left out the matcher would say no, fail nowhere and run no code of the user; so
//! leaving it out changes nothing but the time taken.

use std::rc::Rc;

use yardstick_template::tree::Yaml;

use super::{Matcher, Operand, path_index::Step};
use crate::{
    node::Node,
    siblings::{Sequence, Siblings},
};

/// The places of nodes of `left` that `by` may match, ascending; nothing if all have to be asked.
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
            // An operand after one that may fail or run code must not spare that one a call.
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

/// Whether asking it about array items and documents can neither fail nor run code of the user.
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
