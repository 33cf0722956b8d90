//! From the engine's errors to findings a person can act on.
//!
//! The engine says which keyword failed on which value. Here its grouped errors are split ([`split`]), put
//! at their place ([`problem`]), the best branch of a union is chosen ([`union`]), and each is put into
//! words, with what may help ([`describe`], [`hints`]).

mod code;
mod condition;
mod describe;
mod finding;
mod habits;
mod hints;
mod layout;
mod pattern;
mod problem;
mod related;
mod split;
mod told;
mod trail;
mod union;
pub mod ys;

pub(crate) use describe::first;
pub(crate) use finding::Writer;
pub use problem::{Bound, Kind, Problem};
pub(crate) use split::Splitter;
