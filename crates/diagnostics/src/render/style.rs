//! Terminal colors.

/// The escape sequences for parts of a text; all empty without colors.
#[derive(Debug)]
pub(super) struct Style {
    pub(super) bold: &'static str,
    pub(super) error: &'static str,
    pub(super) warning: &'static str,
    pub(super) reset: &'static str,
}

const PLAIN: Style = Style { bold: "", error: "", warning: "", reset: "" };
const COLORED: Style =
    Style { bold: "\x1b[1m", error: "\x1b[1;31m", warning: "\x1b[1;33m", reset: "\x1b[0m" };

impl Style {
    pub(super) fn new(color: bool) -> &'static Style {
        if color { &COLORED } else { &PLAIN }
    }
}
