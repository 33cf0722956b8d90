//! Text templates: text with `(@ code @)` in it.

pub(crate) mod scan;
