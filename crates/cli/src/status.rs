//! How a run ended, for scripts.
//!
//! `docs/command.md` has the table for users; a test runs a command for each of its rows.

/// The exit status. What a number means depends on the kind of command a little, never on how it was called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    /// All is well, nothing was found.
    #[default]
    Success = 0,
    /// The input has errors: it cannot be rendered, a document is invalid, something would change.
    /// `schema diff`: compatible changes.
    Findings = 1,
    /// `check` and commands on schema files: something could not be read or checked.
    /// `schema diff`: breaking changes.
    Severe = 2,
    /// `check` and `schema`: the command line makes no sense. `schema diff`: nothing could be compared.
    /// Other commands end with [`ExitStatus::Findings`] then, as scripts written for the reference expect.
    Unusable = 3,
}

impl ExitStatus {
    /// The number.
    pub fn code(self) -> u8 {
        self as u8
    }
}
