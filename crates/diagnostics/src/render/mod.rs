//! Diagnostics to text, one file per form.
//!
//! Two forms show single diagnostics: [`reference`](mod@reference) has the text of the reference tool, and
//! [`console`] adds what people want to know on top. All others show a whole [`RunReport`](crate::RunReport);
//! [`run`] takes the one asked for. Renderers return text; only the command prints.

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

/// A report as text, for the two streams of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// The report.
    pub stdout: String,
    /// Other messages.
    pub stderr: String,
}
