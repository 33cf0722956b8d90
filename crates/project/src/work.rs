//! The interface through which callers of this crate render a target. Only the command knows the flags that a target
//! may set, so it provides the function.

use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, Result};
use yardstick_workspace::output::OutputFile;
use yardstick_world::World;

use crate::Target;

/// A function that renders a target in the given world.
pub type Render<'a> = dyn Fn(&Target, Arc<dyn World>) -> Result<Work> + Sync + 'a;

/// The result of rendering a target.
#[derive(Debug, Default)]
pub struct Work {
    /// The output files.
    pub files: Vec<OutputFile>,
    /// The warnings.
    pub warnings: Vec<Diagnostic>,
}
