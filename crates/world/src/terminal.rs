//! Standard streams, and when to print extras such as colors on them.

/// A standard output stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// When to print extras for people, such as colors and notes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// Only on a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl When {
    /// The values of the flags.
    pub const NAMES: [&str; 3] = ["auto", "always", "never"];

    /// The setting for the value `word` of a flag.
    pub fn from_name(word: &str) -> Option<Self> {
        match word {
            "auto" => Some(Self::Auto),
            "always" => Some(Self::Always),
            "never" => Some(Self::Never),
            _ => None,
        }
    }

    /// The decision of the user, or else the result of `auto`.
    pub fn decide(self, auto: impl FnOnce() -> bool) -> bool {
        match self {
            Self::Auto => auto(),
            Self::Always => true,
            Self::Never => false,
        }
    }
}
