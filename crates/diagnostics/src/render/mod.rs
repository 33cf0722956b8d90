//! Diagnostics to text, one file per form.

pub mod fold;
pub mod reference;
mod report;

pub use report::broken_rules;
