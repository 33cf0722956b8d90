//! Renderers: diagnostics to text, one file per format.
//!
//! Two of them render single diagnostics: [`reference`](mod@reference) produces the exact text of the reference tool,
//! and [`console`] adds details for people. All others render a whole [`RunReport`](crate::RunReport); [`run`] selects
//! the requested one. Renderers return text. Only the command prints it.

pub mod console;
mod excerpt;
mod fingerprint;
pub mod fold;
mod format;
pub mod github;
pub mod gitlab;
pub mod json;
pub mod jsonl;
pub mod junit;
pub mod reference;
mod report;
pub mod rich;
pub mod sarif;
pub mod standard;
mod style;
pub mod ys;

pub use fingerprint::hex;
pub use format::{Format, run};
pub use report::broken_rules;

/// A rendered report, split by output stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// The report.
    pub stdout: String,
    /// Messages besides the report.
    pub stderr: String,
}
