//! Test cases of a project: a folder each, with what is rendered and what is expected of it.
//!
//! A folder is a case if it holds one of these files:
//!
//! - `test.yml`: settings, as targets have them, and expectations;
//! - `args`: arguments of the command, one a line;
//! - `values.yml`: data values.
//!
//! `stdout`, `out/` and `stderr` hold whole results. Paths lead from the directory of the project, as in its file.

mod documents;
mod expect;
mod find;
mod overlooked;
mod read;
mod rules;
mod run;
mod subset;
mod update;

pub(crate) use find::any;
pub use find::{DIRECTORY, Found, find};
pub use read::{Case, Expectation, Rule};
pub use run::{Case as CaseOutcome, Run, Verdict, run};
