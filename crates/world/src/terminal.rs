//! Standard streams, and when they get something extra.

/// A standard stream that is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// When something for people is printed, such as colors and notes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// On a terminal.
    #[default]
    Auto,
    /// Anywhere.
    Always,
    /// Nowhere.
    Never,
}

impl When {
    /// The words of flags.
    pub const NAMES: [&str; 3] = ["auto", "always", "never"];

    /// What a flag's `word` asks for.
    pub fn from_name(word: &str) -> Option<Self> {
        match word {
            "auto" => Some(Self::Auto),
            "always" => Some(Self::Always),
            "never" => Some(Self::Never),
            _ => None,
        }
    }

    /// Yes or no, where `auto` decides if the user does not.
    pub fn decide(self, auto: impl FnOnce() -> bool) -> bool {
        match self {
            Self::Auto => auto(),
            Self::Always => true,
            Self::Never => false,
        }
    }
}
