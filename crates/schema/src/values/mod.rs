//! Data values along a schema: whether they fit, what is filled in, what is deprecated, and how to go on
//! after a step that failed.

pub(crate) mod alternatives;
mod choices;
pub(crate) mod conform;
pub(crate) mod counts;
pub(crate) mod deprecation;
pub(crate) mod integers;
pub(crate) mod one_line;
pub(crate) mod quoting;
pub(crate) mod recover;
mod rivals;
pub(crate) mod settle;
