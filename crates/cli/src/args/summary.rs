//! Help that fits on a screen: usage, commands, common flags, examples. `--help` lists all flags.

use clap::{Arg, ArgAction, Command as Clap};

use super::{
    command::Command,
    flag::{Kind, Spec},
    help::{WIDTH, after, argument, positional, tree},
};
use crate::commands;

const RENDERING: &[&str] = &[
    "file",
    "data-value",
    "data-value-yaml",
    "data-values-file",
    "output",
    "output-files",
    "diff",
    "data-values-inspect",
];

/// Commands with more flags than fit on a screen, with the flags to show.
const COMMON: &[(&[&str], &[&str])] = &[
    (&[], RENDERING),
    (&["template"], RENDERING),
    (
        &["validate"],
        &["file", "data-value", "data-value-yaml", "data-values-file", "fix", "diff", "watch"],
    ),
    (
        &["check"],
        &[
            "schema",
            "k8s",
            "catalog",
            "missing-schema",
            "output",
            "explain",
            "fix",
            "strict",
            "quiet",
            "watch",
        ],
    ),
    (&["schema", "export"], &["file", "output", "to", "required"]),
];

/// The summary of `command`.
pub(crate) fn text(command: &'static Command) -> String {
    let invocation = command.invocation();
    let bare = Clap::new(command.name()).about(command.about).term_width(WIDTH);
    let shown = commands::ALL.iter().filter(|inner| inner.is_below(command));
    let clap = shown.fold(bare, |clap, inner| {
        clap.subcommand(Clap::new(inner.name()).about(inner.about).visible_aliases(inner.aliases))
    });
    let clap = if command.is_only_a_group() {
        clap.subcommand_required(true)
    } else {
        clap.args(command.operands.iter().map(positional))
    };
    let usage = tree(command).bin_name(&invocation).render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim().to_owned();
    let (heading, flags) = flags(command);
    let clap = clap.override_usage(usage).disable_help_flag(true).disable_help_subcommand(true);
    let clap = clap.next_help_heading(heading).args(flags.map(brief));
    let more = format!("All flags:     {invocation} --help\n");
    let mut out = clap.after_help(after(command, &more)).render_help().to_string();
    // A command without its own flags has none to show.
    out.truncate(out.trim_end().len());
    out + "\n"
}

/// The flags of `command` to show, with a heading.
fn flags(command: &'static Command) -> (&'static str, impl Iterator<Item = &'static Spec>) {
    let common = COMMON.iter().find(|(path, _)| *path == command.path).map(|(_, names)| *names);
    let own = command.groups.iter().flat_map(move |group| {
        let is_shared = group.heading == "General";
        group.flags.iter().filter(move |flag| match common {
            Some(names) => names.contains(&flag.name),
            None => !is_shared,
        })
    });
    (if common.is_some() { "Common flags" } else { "Flags" }, own.copied())
}

/// A short form of a flag: no `[=<BOOL>]` for a switch, and only the first clause of the description.
fn brief(flag: &'static Spec) -> Arg {
    let argument = match flag.kind {
        Kind::Switch => {
            Arg::new(flag.name).long(flag.name).short(flag.short).action(ArgAction::SetTrue)
        }
        _ => argument(flag),
    };
    argument.help(first_clause(flag.help))
}

/// The text up to the first semicolon or period that is not in parentheses.
fn first_clause(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ';' | '.' if depth == 0 && text[at + 1..].starts_with(' ') => return &text[..at],
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_whole() {
        assert_eq!(first_clause("Write a file; keep others"), "Write a file");
        assert_eq!(first_clause("Reject scalars (e.g. yes; no)"), "Reject scalars (e.g. yes; no)");
        assert_eq!(first_clause("Use it (always). Or not"), "Use it (always)");
    }

    /// A screen is 50 lines. Help that is longer scrolls away before it is read.
    #[test]
    fn summaries_fit_on_a_screen() {
        for command in commands::ALL {
            let text = text(command);
            let lines = text.lines().count();
            assert!(lines <= 50, "`{} -h` has {lines} lines", command.invocation());
            for part in ["Example", "\nDocumentation: docs/"] {
                assert!(text.contains(part), "`{} -h` has no {part}", command.invocation());
            }
        }
    }

    #[test]
    fn common_flags_exist() {
        for (path, names) in COMMON {
            let command = commands::ALL.iter().find(|command| command.path == *path);
            let command = command.expect("a command");
            for name in *names {
                assert!(command.flags().any(|flag| flag.name == *name), "{path:?} --{name}");
            }
        }
    }
}
