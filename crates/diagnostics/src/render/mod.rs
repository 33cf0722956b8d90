//! Diagnostics to text, one file per form.

pub mod fold;
pub mod reference;
mod report;
