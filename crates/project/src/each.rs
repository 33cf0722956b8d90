//! Processes many targets in parallel and reads every shared file only once. `validate` uses it; a build does the same
//! and also keeps state.

use std::sync::Arc;

use rayon::prelude::*;
use yardstick_world::World;

use crate::{Observer, Target, observe::Shared};

/// Calls `work` for each target and returns the results in the same order. Paths in the world it gets are relative to
/// `directory`.
pub fn each<R: Send>(
    world: &Arc<dyn World>,
    directory: &str,
    targets: &[Target],
    work: impl Fn(&Target, Arc<dyn World>) -> R + Sync,
) -> Vec<R> {
    let shared = Shared::new(Arc::clone(world), directory);
    let one = |target: &Target| work(target, Arc::new(Observer::new(&shared)));
    targets.par_iter().map(one).collect()
}
