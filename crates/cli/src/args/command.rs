//! What a command is: its name, its arguments, its words in help, and what carries it out.

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

/// The program's name, as messages have it.
pub(crate) const PROGRAM: &str = "yardstick";

/// The name of the reference.
const REFERENCE: &str = "ytt";

/// The name before messages: the program's, or the reference's if it is called by that name.
pub(crate) fn called() -> &'static str {
    static CALLED: OnceLock<&str> = OnceLock::new();
    CALLED.get_or_init(|| {
        let word = std::env::args_os().next().unwrap_or_default();
        let is_reference = Path::new(&word).file_stem().is_some_and(|name| name == REFERENCE);
        if is_reference { REFERENCE } else { PROGRAM }
    })
}

/// Whether the program is called by the reference's name.
pub(crate) fn is_called_as_reference() -> bool {
    called() == REFERENCE
}

/// The commands that the reference has too.
const OF_REFERENCE: [&[&str]; 6] =
    [&[], &["template"], &["fmt"], &["version"], &["completion"], &["help"]];

/// The commands whose result is a report, so that standard output is free for it.
const REPORTING: [&[&str]; 4] = [&["validate"], &["check"], &["test"], &["schema", "check"]];

/// A row in the table of commands.
pub(crate) struct Command {
    /// The words that name it: `["schema", "diff"]`; none for the program itself.
    pub(crate) path: &'static [&'static str],
    /// Other last words of its name.
    pub(crate) aliases: &'static [&'static str],
    /// What it does, in one line.
    pub(crate) about: &'static str,
    /// What help says below the flags.
    pub(crate) details: &'static str,
    /// What it takes beside flags.
    pub(crate) operands: &'static [Operand],
    pub(crate) groups: &'static [&'static Group],
    pub(crate) statuses: Statuses,
    /// Carries it out. Statuses of findings are part of the output; an error is a failure.
    pub(crate) run: fn(&Parsed, &Session) -> Result<Output>,
}

/// Words of a command line that are no flags.
pub(crate) struct Operand {
    pub(crate) name: &'static str,
    pub(crate) help: &'static str,
    pub(crate) is_required: bool,
    /// Whether there may be several; only of the last one.
    pub(crate) is_repeated: bool,
}

/// What a command ends with if it does not come to a result.
pub(crate) struct Statuses {
    /// The command line makes no sense.
    pub(crate) usage: ExitStatus,
    /// An error stopped it.
    pub(crate) failure: ExitStatus,
}

impl Statuses {
    /// Of commands that the reference tool has too: scripts know its status.
    pub(crate) const REFERENCE: Self =
        Self { usage: ExitStatus::Findings, failure: ExitStatus::Findings };

    /// Of `check` and the commands below `schema`.
    pub(crate) const fn own(failure: ExitStatus) -> Self {
        Self { usage: ExitStatus::Unusable, failure }
    }
}

impl Command {
    /// Whether the reference has it too, so that scripts know what it prints.
    pub(crate) fn is_of_reference(&self) -> bool {
        OF_REFERENCE.contains(&self.path)
    }

    /// Whether its result is a report.
    pub(crate) fn is_reporting(&self) -> bool {
        REPORTING.contains(&self.path)
    }

    /// How the command is called: `yardstick fmt`.
    pub(crate) fn invocation(&self) -> String {
        [&[PROGRAM], self.path].concat().join(" ")
    }

    /// The last word of its name.
    pub(crate) fn name(&self) -> &'static str {
        self.path.last().copied().unwrap_or(PROGRAM)
    }

    /// Whether it is `word` directly below `parent`.
    pub(crate) fn is_called(&self, word: &str, parent: &Command) -> bool {
        self.is_below(parent) && (self.name() == word || self.aliases.contains(&word))
    }

    /// Whether it is directly below `parent`.
    pub(crate) fn is_below(&self, parent: &Command) -> bool {
        self.path.split_last().is_some_and(|(_, above)| above == parent.path)
    }

    /// Whether it does nothing without a command below it.
    pub(super) fn is_only_a_group(&self) -> bool {
        !self.path.is_empty() && commands::names_below(self).next().is_some()
    }

    pub(crate) fn flags(&self) -> impl Iterator<Item = &'static Spec> {
        self.groups.iter().flat_map(|group| group.flags).copied()
    }
}
