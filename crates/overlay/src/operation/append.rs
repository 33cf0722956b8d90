//! `@overlay/append`: put a copy of the overlay's node behind all others. Nothing is matched.

use crate::{engine::Engine, siblings::Siblings};

pub(super) fn run<S: Siblings>(engine: &mut Engine<'_>, left: &mut S, right: &S::Node) {
    if let Some(left) = left.sequence() {
        left.append(engine.copy(right));
    }
}
