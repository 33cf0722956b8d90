//! `@overlay/remove`: take matched nodes out.

use crate::{engine::Engine, failure::Result, matching::Counts, siblings::Siblings};

pub(super) fn run<S: Siblings>(
    engine: &mut Engine<'_>,
    left: &mut S,
    right: &S::Node,
    defaults: &Counts,
) -> Result<()> {
    let arguments = engine.match_arguments(right, defaults)?;
    if let Some(found) = engine.matches(left, right, &arguments)?
        && !found.is_empty()
    {
        left.remove(&found);
    }
    Ok(())
}
