//! What went wrong, where, and how to say it.
//!
//! Every crate of the workspace reports problems as a [`Diagnostic`]: a stable code, a message,
//! the places it concerns and what may help. Nothing is turned into text until a renderer is asked
//! to; [`render::reference`] prints what scripts written for the reference tool expect.
//!
//! Places are [`Span`]s: byte ranges of a file held by a [`Sources`] table. Lines and columns are
//! computed on demand, so that a run without errors never counts lines.

mod content;
mod diagnostic;
mod evaluation;
pub mod render;
mod report;
mod source;
mod span;
pub mod spelling;

pub use content::Content;
pub use diagnostic::{Code, Detail, Diagnostic, Fix, Label, Result, Severity};
pub use evaluation::{EvaluationError, Frame};
pub use report::{BrokenRule, Failure, Nested, Place, Report, Statement, Violation};
pub use source::{Excerpt, FileId, SourceFile, Sources};
pub use span::Span;
