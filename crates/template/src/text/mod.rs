//! Text templates: text with `(@ code @)` in it.

pub(crate) mod scan;

use yardstick_diagnostics::{Delimiters, Excerpt};

/// What messages quote of a text template: the piece of code, not the line around it.
pub const CODE_PIECE: Excerpt =
    Excerpt::Between(Delimiters { open: "(@", close: "@)", mark: b'-' });
