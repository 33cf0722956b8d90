//! Work on many targets, in parallel, with every shared file read once.

use std::sync::Arc;

use rayon::prelude::*;
use yardstick_world::World;

use crate::{Observer, Target, observe::Shared};

/// What `work` makes of each target, in their order. Each is worked on in a world whose paths lead from `directory`.
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
