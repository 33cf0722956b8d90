//! The pieces of a source file that make up one program.
//!
//! A template is a program with host statements (YAML nodes, pieces of text) between its lines of code. The host
//! specifies which byte ranges of the file are code and where its own statements are. Everything is read in place, so
//! that every span points into the user's file.

use std::ops::Range;

use yardstick_diagnostics::Span;

/// A piece of a program.
#[derive(Clone, Debug)]
pub enum Segment {
    /// One or more lines of code. Its end ends the line, unless a bracket, a triple-quoted string or a trailing
    /// backslash continues it in the next piece of code.
    Code(Range<u32>),
    /// More code on the line that the previous piece began.
    Continued(Range<u32>),
    /// A statement of the host.
    Host {
        /// The number by which the host knows it.
        id: u32,
        /// The position.
        span: Span,
        /// The expressions to evaluate before it, left to right.
        operands: Vec<Operand>,
    },
    /// The end of the innermost block, as if `end` were written here.
    End,
}

/// An operand of a host statement: one expression or several.
#[derive(Clone, Debug)]
pub enum Operand {
    /// One expression as if in parentheses: an empty range is `()`, commas make a tuple, and line breaks are allowed.
    Value(Range<u32>),
    /// The arguments of a call.
    Arguments(Range<u32>),
}
