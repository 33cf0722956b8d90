//! Turns the engine's errors into findings that a person can act on.
//!
//! The engine reports which keyword failed on which value. This module splits grouped errors ([`split`]), finds their
//! positions ([`problem`]), chooses the best branch of a union ([`union`]), and writes messages and hints
//! ([`describe`], [`hints`]).

mod code;
mod condition;
mod describe;
mod finding;
mod habits;
mod hints;
mod layout;
mod pattern;
mod pattern_hint;
mod problem;
mod related;
mod split;
mod told;
mod trail;
mod union;
mod words;
pub mod ys;

pub(crate) use describe::first;
pub(crate) use finding::Writer;
pub use problem::{Bound, Kind, Problem};
pub(crate) use split::Splitter;
