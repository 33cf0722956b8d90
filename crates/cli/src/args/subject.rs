//! The commands, and which flags each has.

use std::{path::Path, sync::OnceLock};

use super::flag::{
    DATA_VALUES, FMT, Flag, GENERAL, Group, INPUT, OUTPUT, OUTPUT_VALIDATION, TEMPLATES,
    VALIDATION, VERSION, WARNINGS, WATCH,
};

/// The program's name.
pub(crate) const PROGRAM: &str = "yardstick";

/// The name of the reference.
const REFERENCE: &str = "ytt";

/// The name in front of messages: the program's, or the reference's if it is called by that name.
pub(crate) fn called() -> &'static str {
    static CALLED: OnceLock<&str> = OnceLock::new();
    CALLED.get_or_init(|| {
        let word = std::env::args_os().next().unwrap_or_default();
        let is_reference = Path::new(&word).file_stem().is_some_and(|name| name == REFERENCE);
        if is_reference { REFERENCE } else { PROGRAM }
    })
}

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// No command: render.
    Root,
    Template,
    Validate,
    Check,
    Schema,
    Fmt,
    Version,
    Completion,
    Help,
}

impl Subject {
    pub(super) const ALL: [Self; 9] = [
        Self::Root,
        Self::Template,
        Self::Validate,
        Self::Check,
        Self::Schema,
        Self::Fmt,
        Self::Version,
        Self::Completion,
        Self::Help,
    ];

    /// The command called `word`.
    pub(super) fn named(word: &str) -> Option<Self> {
        match word {
            "t" | "tpl" => Some(Self::Template),
            _ => Self::ALL.into_iter().find(|subject| subject.name() == Some(word)),
        }
    }

    pub(super) fn name(self) -> Option<&'static str> {
        match self {
            Self::Root => None,
            Self::Template => Some("template"),
            Self::Validate => Some("validate"),
            Self::Check => Some("check"),
            Self::Schema => Some("schema"),
            Self::Fmt => Some("fmt"),
            Self::Version => Some("version"),
            Self::Completion => Some("completion"),
            Self::Help => Some("help"),
        }
    }

    /// How the command is called: `yardstick fmt`.
    pub(super) fn invocation(self) -> String {
        self.name().map_or_else(|| PROGRAM.to_owned(), |name| format!("{PROGRAM} {name}"))
    }

    /// Its flags. `check` and `schema` have an argument syntax of their own.
    pub(super) fn groups(self) -> &'static [Group] {
        match self {
            Self::Root => &[
                INPUT,
                DATA_VALUES,
                VALIDATION,
                OUTPUT_VALIDATION,
                TEMPLATES,
                OUTPUT,
                WATCH,
                WARNINGS,
                VERSION,
                GENERAL,
            ],
            Self::Template => &[
                INPUT,
                DATA_VALUES,
                VALIDATION,
                OUTPUT_VALIDATION,
                TEMPLATES,
                OUTPUT,
                WATCH,
                WARNINGS,
                GENERAL,
            ],
            Self::Validate => {
                &[INPUT, DATA_VALUES, VALIDATION, TEMPLATES, WATCH, WARNINGS, GENERAL]
            }
            Self::Fmt => &[FMT, GENERAL],
            Self::Check | Self::Schema | Self::Version | Self::Completion | Self::Help => {
                &[GENERAL]
            }
        }
    }

    pub(super) fn flags(self) -> impl Iterator<Item = &'static Flag> {
        self.groups().iter().flat_map(|group| group.flags)
    }
}
