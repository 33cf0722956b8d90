//! The annotations of the `overlay/` namespace and their arguments.

use yardstick_diagnostics::codes;

pub(crate) mod arguments;
pub(crate) mod edit;
pub mod names;
mod positional;
pub(crate) mod spelling;
pub(crate) mod strip;
pub(crate) mod vocabulary;

use yardstick_diagnostics::spelling::{did_you_mean, nearest};
use yardstick_starlark::Text;
use yardstick_template::tree::Argument;

use crate::failure::Failure;

pub(crate) use names::MATCH;

/// Creates the failure for an unknown keyword argument of an annotation.
pub(crate) fn unknown_keyword(annotation: &str, keyword: &Text) -> Failure {
    let message = format!("Unknown '{annotation}' annotation keyword argument '{keyword}'");
    let near = nearest(&keyword.to_lossy(), Argument::names(vocabulary::ARGUMENTS, annotation));
    Failure::new(codes::OVERLAY_ARGUMENTS, message).map(|problem| {
        if let Some(near) = near {
            return problem.note(did_you_mean(format_args!("{near}=")));
        }
        let known = Argument::names(vocabulary::ARGUMENTS, annotation);
        problem.note(if known.is_empty() {
            format!("@{annotation} takes no arguments")
        } else {
            format!("its arguments are {}", known.join(", "))
        })
    })
}
