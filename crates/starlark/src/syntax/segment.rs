//! The pieces of a source file that make up one program.
//!
//! A template is a program with host statements (YAML nodes, pieces of text) between its lines of code.
//! The host says which byte ranges of the file are code and where its own statements are; everything
//! is read in place, so that every span points into the user's file.

use std::ops::Range;

use yardstick_diagnostics::Span;

/// A piece of a program.
#[derive(Clone, Debug)]
pub enum Segment {
    /// One or more lines of code. Its end ends the line, unless a bracket, a triple-quoted string or a
    /// trailing backslash continues it in the next piece of code.
    Code(Range<u32>),
    /// More code on the line that the piece before it began.
    Continued(Range<u32>),
    /// A statement of the host.
    Host {
        /// What the host knows it by.
        id: u32,
        /// Where it is.
        span: Span,
        /// Expressions evaluated before it, left to right.
        operands: Vec<Operand>,
    },
    /// The end of the innermost block, as if `end` were written here.
    End,
}

/// An expression, or several, of a host statement.
#[derive(Clone, Debug)]
pub enum Operand {
    /// One expression as if in parentheses: nothing is `()`, commas make a tuple, line breaks are fine.
    Value(Range<u32>),
    /// The arguments of a call.
    Arguments(Range<u32>),
}
