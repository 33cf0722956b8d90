//! Regular expressions in RE2 syntax, as Go programs read them.
//!
//! Users bring patterns written for Go's `regexp` package. The `regex` crate finds the same matches but reads another
//! syntax: it supports set operations in classes and a Unicode-aware `\d`, while RE2 supports `\Q…\E`, ends `$name` at
//! other characters, and has other error messages. [`Pattern::of`] translates a pattern and compiles the translation.
//!
//! ```
//! use yardstick_re2::{Pattern, Replacement};
//!
//! let version = Pattern::of(br"^v(?P<major>\d+)\.(\d+)$")?;
//! assert!(version.is_match(b"v1.24"));
//! assert!(!version.is_match("v١.٢٤".as_bytes()), "digits are ASCII digits");
//!
//! let swap = Replacement::parse(b"${2} of ${major}");
//! let text = version.replace(b"v1.24", |found, out| {
//!     found.expand(&swap, out);
//!     Ok::<_, yardstick_re2::Fault>(())
//! })?;
//! assert_eq!(text.as_deref(), Some(&b"24 of 1"[..]));
//!
//! let fault = Pattern::of(b"a**").unwrap_err();
//! assert_eq!(fault.to_string(), "error parsing regexp: invalid nested repetition operator: `**`");
//! # Ok::<(), yardstick_re2::Fault>(())
//! ```
//!
//! Patterns and texts are bytes. A pattern must be UTF-8, a text need not be. Every pattern is bounded: too much
//! nesting, repetition or compiled size is a [`Fault`]. [`weight`] estimates the size before compiling.

mod class;
mod ending;
mod escape;
mod fault;
mod pattern;
mod portable;
mod replacement;
mod translate;
mod weight;

pub use ending::{Ending, LINE_BREAK_AT_END, ending, exact_end, refuses_line_break_at_end};
pub use fault::Fault;
pub use pattern::{Match, Pattern, is_match};
pub use portable::{is_ascii_only, looks_around, native, portable, quoted};
pub use replacement::Replacement;
pub use weight::{bounded, weighed, weight};
