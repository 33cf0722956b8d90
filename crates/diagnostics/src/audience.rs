//! Who reads a message, and therefore how much it says.
//!
//! Scripts that were written for the reference compare its messages, so those must not gain a byte. People get more
//! help.

/// The reader of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Scripts written for the reference tool: exactly its bytes.
    Scripts,
    /// People: with information that the reference does not have or does not print.
    People,
}
