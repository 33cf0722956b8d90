//! Applies a schema to data values: checks whether they fit, fills in defaults, finds deprecated values, and recovers
//! after a step that failed.

pub(crate) mod alternatives;
mod choices;
pub(crate) mod conform;
pub(crate) mod counts;
pub(crate) mod deprecation;
pub(crate) mod fill;
pub(crate) mod integers;
pub(crate) mod one_line;
pub(crate) mod quoting;
pub(crate) mod recover;
mod rivals;
pub(crate) mod settle;
