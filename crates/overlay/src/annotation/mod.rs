//! The annotations of the `overlay/` namespace and their arguments.

use yardstick_diagnostics::codes;

pub(crate) mod arguments;
pub(crate) mod edit;
pub mod names;
mod positional;
pub(crate) mod spelling;
pub(crate) mod strip;

use yardstick_diagnostics::spelling::{did_you_mean, nearest};
use yardstick_starlark::Text;

use crate::failure::Failure;

pub(crate) use names::MATCH;

/// The failure for a keyword argument that an annotation does not take; it takes those in `known`.
pub(crate) fn unknown_keyword(annotation: &str, keyword: &Text, known: &[&str]) -> Failure {
    let message = format!("Unknown '{annotation}' annotation keyword argument '{keyword}'");
    let near = nearest(&keyword.to_lossy(), known.iter().copied());
    Failure::new(codes::OVERLAY_ARGUMENTS, message).map(|problem| match near {
        Some(near) => problem.note(did_you_mean(format_args!("{near}="))),
        None => problem,
    })
}
