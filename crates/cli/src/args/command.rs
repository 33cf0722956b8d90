//! The definition of a command: its name, arguments, help texts, and the function that runs it.
//!
//! Parsing, help, completion and manual pages all read this one definition, so that they cannot disagree.

use std::{path::Path, sync::OnceLock};

use yardstick_diagnostics::Result;

use super::{
    Parsed,
    flag::{Group, Spec},
};
use crate::{
    commands,
    report::{Output, Session},
    status::ExitStatus,
};

/// The name of the program in messages.
pub(crate) const PROGRAM: &str = "yardstick";

/// The name of the reference.
const REFERENCE: &str = "ytt";

/// The name before messages: the program's, or the reference's if it was called by that name.
pub(crate) fn called() -> &'static str {
    static CALLED: OnceLock<&str> = OnceLock::new();
    CALLED.get_or_init(|| {
        let word = std::env::args_os().next().unwrap_or_default();
        let is_reference = Path::new(&word).file_stem().is_some_and(|name| name == REFERENCE);
        if is_reference { REFERENCE } else { PROGRAM }
    })
}

/// True if the program was called by the reference's name.
pub(crate) fn is_called_as_reference() -> bool {
    called() == REFERENCE
}

/// The commands that the reference has too.
const OF_REFERENCE: [&[&str]; 6] =
    [&[], &["template"], &["fmt"], &["version"], &["completion"], &["help"]];

/// The commands whose result is a report, which therefore goes to standard output.
const REPORTING: [&[&str]; 4] = [&["validate"], &["check"], &["test"], &["schema", "check"]];

/// A row in the table of commands.
pub(crate) struct Command {
    /// The words of its name: `["schema", "diff"]`; empty for the program itself.
    pub(crate) path: &'static [&'static str],
    /// Alternatives for the last word of its name.
    pub(crate) aliases: &'static [&'static str],
    /// Describes it in one line.
    pub(crate) about: &'static str,
    /// The help text below the flags.
    pub(crate) details: &'static str,
    /// Its arguments besides flags.
    pub(crate) operands: &'static [Operand],
    pub(crate) groups: &'static [&'static Group],
    pub(crate) statuses: Statuses,
    /// Runs it. The status of a run with findings is part of the output; an error is a failure.
    pub(crate) run: fn(&Parsed, &Session) -> Result<Output>,
}

/// Arguments of a command line that are not flags.
pub(crate) struct Operand {
    pub(crate) name: &'static str,
    pub(crate) help: &'static str,
    pub(crate) is_required: bool,
    /// Whether it may be repeated; only for the last one.
    pub(crate) is_repeated: bool,
}

/// The exit statuses of a command without a result.
pub(crate) struct Statuses {
    /// The command line is invalid.
    pub(crate) usage: ExitStatus,
    /// An error stopped the command.
    pub(crate) failure: ExitStatus,
}

impl Statuses {
    /// For commands that the reference tool has too: scripts expect its status.
    pub(crate) const REFERENCE: Self =
        Self { usage: ExitStatus::Findings, failure: ExitStatus::Findings };

    /// For `check` and the commands below `schema`.
    pub(crate) const fn own(failure: ExitStatus) -> Self {
        Self { usage: ExitStatus::Unusable, failure }
    }
}

impl Command {
    /// True if the reference has the command too, so that scripts know its output.
    pub(crate) fn is_of_reference(&self) -> bool {
        OF_REFERENCE.contains(&self.path)
    }

    /// True if its result is a report.
    pub(crate) fn is_reporting(&self) -> bool {
        REPORTING.contains(&self.path)
    }

    /// The words to type: `yardstick fmt`.
    pub(crate) fn invocation(&self) -> String {
        [&[PROGRAM], self.path].concat().join(" ")
    }

    /// The last word of its name.
    pub(crate) fn name(&self) -> &'static str {
        self.path.last().copied().unwrap_or(PROGRAM)
    }

    /// True if it is the command `word` directly below `parent`.
    pub(crate) fn is_called(&self, word: &str, parent: &Command) -> bool {
        self.is_below(parent) && (self.name() == word || self.aliases.contains(&word))
    }

    /// True if it is directly below `parent`.
    pub(crate) fn is_below(&self, parent: &Command) -> bool {
        self.path.split_last().is_some_and(|(_, above)| above == parent.path)
    }

    /// True if it does nothing without a subcommand.
    pub(super) fn is_only_a_group(&self) -> bool {
        !self.path.is_empty() && commands::names_below(self).next().is_some()
    }

    pub(crate) fn flags(&self) -> impl Iterator<Item = &'static Spec> {
        self.groups.iter().flat_map(|group| group.flags).copied()
    }
}
