//! The exit statuses, for scripts.
//!
//! `docs/command.md` has the table for users; a test runs a command for each row.

/// The exit status. The meaning of a number varies slightly with the kind of command, but never with the name that the
/// program was called by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    /// Everything is fine; nothing was found.
    #[default]
    Success = 0,
    /// The input has errors: it cannot be rendered, a document is invalid, or something would change. `schema diff`:
    /// compatible changes.
    Findings = 1,
    /// `check` and schema commands: something could not be read or checked. `schema diff`: breaking changes.
    Severe = 2,
    /// `check` and `schema`: the command line is invalid. `schema diff`: nothing could be compared. Other commands
    /// return [`ExitStatus::Findings`] in this case, as scripts written for the reference expect.
    Unusable = 3,
}

impl ExitStatus {
    /// The status as a number.
    pub fn code(self) -> u8 {
        self as u8
    }
}
