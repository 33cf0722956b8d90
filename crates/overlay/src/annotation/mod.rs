//! The annotations of the `overlay/` namespace and their arguments.

pub(crate) mod arguments;
pub(crate) mod edit;
pub(crate) mod names;
pub(crate) mod spelling;
pub(crate) mod strip;

use yardstick_starlark::Text;

use crate::failure::{ARGUMENTS, Failure};

pub(crate) use names::MATCH;

/// The failure for a keyword argument that an annotation does not take.
pub(crate) fn unknown_keyword(annotation: &str, keyword: &Text) -> Failure {
    Failure::new(
        ARGUMENTS,
        format!("Unknown '{annotation}' annotation keyword argument '{keyword}'"),
    )
}
