//! Test cases of a project: each is a folder that says what to render and what to expect.
//!
//! A folder is a test case if it holds one of these files:
//!
//! - `test.yml`: settings like those of a target, and expectations;
//! - `args`: arguments of the command, one per line;
//! - `values.yml`: data values.
//!
//! `stdout`, `out/` and `stderr` hold complete expected results. Paths are relative to the directory of the project,
//! as in the project file.

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
