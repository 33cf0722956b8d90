//! How much a message says.

/// Who reads a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Scripts written for the reference tool: not a byte more than it says.
    Reference,
    /// People: with what the reference does not know or does not say.
    Full,
}
