//! Projects: one file, `yardstick.yaml`, describes many environments, and builds redo only the work that changed.
//!
//! ```
//! use std::sync::Arc;
//! use yardstick_diagnostics::Sources;
//! use yardstick_project::Project;
//! use yardstick_world::Memory;
//!
//! let world = Memory::new().with_file(
//!     "yardstick.yaml",
//!     "targets:\n  shop:\n    matrix: {env: [dev, prod]}\n    files: [config]\n    output: out/${env}\n",
//! );
//! let project = Project::find(&world, &Arc::new(Sources::new()))?.expect("there is one");
//! let targets = project.targets()?;
//! assert_eq!(targets[1].name, "shop/prod");
//! assert_eq!(targets[1].output.as_ref().unwrap().text, "out/prod");
//! # Ok::<(), Box<yardstick_diagnostics::Diagnostic>>(())
//! ```
//!
//! 1. [`Project`] reads the file; [`Project::targets`] expands inheritance, matrices and variables.
//! 2. [`Selection`] chooses the targets that a command works on.
//! 3. [`build`] renders them in parallel with a function that the caller provides, and writes the files that changed.
//!    It records in [`state`] what each target depended on, so that the next build skips targets that are up to date.
//!    It never removes a file that no build wrote ([`outputs`]).
//! 4. [`cases`] are the tests of a project: what to render, and what to expect.

mod build;
pub mod cases;
mod definition;
mod each;
mod expand;
mod file;
mod observe;
mod outputs;
mod select;
mod state;
mod variables;
mod work;

pub use build::{Build, Built, Mode, Outcome, build};
pub use definition::{CASE_KEYS, Checks, KEYS, Word, text_of};
pub use each::each;
pub use expand::Target;
pub use file::{NAMES, Project, locate};
pub use observe::Observer;
pub use select::{Selection, Shard};
pub use state::DIRECTORY as KEPT;
pub use work::{Render, Work};
