//! Rendering a target, as callers of this crate do it.

use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, Result};
use yardstick_workspace::output::OutputFile;
use yardstick_world::World;

use crate::Target;

/// Renders a target in the world it is given.
pub type Render<'a> = dyn Fn(&Target, Arc<dyn World>) -> Result<Work> + Sync + 'a;

/// What a target renders to.
#[derive(Debug, Default)]
pub struct Work {
    /// The files.
    pub files: Vec<OutputFile>,
    /// Complaints that are no reason to fail.
    pub warnings: Vec<Diagnostic>,
}
