//! Problems as data, and the renderers that turn them into text.
//!
//! Every crate of the workspace reports problems as a [`Diagnostic`]: a stable code, a message, the places and the
//! value ([`Subject`]) that it concerns, and hints. A command that reads many files collects its diagnostics in a
//! [`RunReport`]. Only the renderers in [`render`] produce text.
//!
//! ```
//! use yardstick_diagnostics::{
//!     Diagnostic, SourceFile, Sources, Span, codes,
//!     render::{console::Console, reference},
//! };
//!
//! let sources = Sources::new();
//! let file = sources.add(SourceFile::new("values.yml", "port: many\n"));
//! let error = Diagnostic::error(codes::VALUE_FLAG, "Expected an integer")
//!     .at(Span::new(file, 6, 10))
//!     .note("write a number, such as 80");
//!
//! // Scripts get the text of the reference, people get more.
//! assert_eq!(reference::message(&error, &sources), "Expected an integer");
//! let console = Console { program: "yardstick", color: false, notes: true };
//! assert_eq!(
//!     console.error(&error, &sources),
//!     "yardstick: Error: Expected an integer\n  note: write a number, such as 80\n"
//! );
//! ```
//!
//! Places are [`Span`]s: byte ranges of a file held by a [`Sources`] table. Lines and columns are
//! computed on demand, so that a run without errors never counts lines.

mod amounts;
mod audience;
pub mod codes;
pub mod conflict;
mod content;
mod diagnostic;
mod findings;
mod fixes;
pub mod limits;
mod macros;
mod path;
pub mod render;
mod run;
pub mod safe;
mod secrets;
mod shell;
mod source;
mod span;
pub mod spelling;

pub use amounts::{counted, some_of};
pub use audience::Audience;
pub use codes::Code;
pub use content::Content;
pub use diagnostic::{
    Detail, Diagnostic, Fix, Label, Result, Severity,
    evaluation::{About, EvaluationError, Frame},
    report::{BrokenRule, Exact, Failure, Nested, Place, Report, Role, Statement, Violation},
    subject::{Branch, SchemaRule, Subject},
};
pub use findings::findings;
pub use fixes::{apply_fixes, sure_fixes};
pub use path::{Path, Segment};
pub use run::{
    FileFailure, FileReport, GeneralProblem, Position, Range, RunReport, Skipped, Verdict, YsLine,
};
pub use secrets::{MASK, Secrecy, names_secret, without_passwords};
pub use shell::shell_word;
pub use source::{Delimiters, Excerpt, SourceFile, Sources, break_length};
pub use span::{FileId, Span};
