//! The commands as clap knows them, for help and for completion. Building them takes longer than a small
//! run, so nothing else does.

use std::fmt::Write as _;

use clap::{Arg, ArgAction, Command as Clap, value_parser};

use super::{
    command::{Command, Operand},
    flag::{Kind, Spec},
};
use crate::commands;

/// Help looks the same everywhere: it is pasted into pages and compared by tests.
const WIDTH: usize = 100;

/// `command` with all commands below it.
pub(crate) fn tree(command: &'static Command) -> Clap {
    let inner = commands::ALL.iter().filter(|inner| inner.is_below(command));
    inner.fold(alone(command), |clap, inner| clap.subcommand(tree(inner)))
}

/// The help text of `command`.
pub(crate) fn text(command: &'static Command) -> String {
    tree(command).bin_name(command.invocation()).render_help().to_string()
}

/// Help that fits on a screen: usage, commands, the names of the flags, examples.
pub(crate) fn summary(command: &'static Command) -> String {
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
    let clap = clap.override_usage(usage).disable_help_flag(true).disable_help_subcommand(true);
    let mut out = clap.after_help("").clone().render_help().to_string().trim_end().to_owned();
    out.push_str("\n\nFlags:\n");
    for heading in headings(command) {
        let groups = command.groups.iter().filter(|group| group.heading == heading);
        let names = groups.flat_map(|group| group.flags).map(|flag| match flag.short {
            Some(short) => format!("-{short}, --{}", flag.name),
            None => format!("--{}", flag.name),
        });
        out.push_str(&wrapped(&format!("  {heading}: "), names));
    }
    if !command.details.is_empty() {
        let _ = writeln!(out, "\n{}", command.details);
    }
    let _ = writeln!(out, "\nAll flags, explained: {invocation} --help");
    out
}

/// The headings of the flags of `command`, each once: several groups may share one.
fn headings(command: &Command) -> Vec<&'static str> {
    let mut headings = Vec::new();
    for group in command.groups {
        if !headings.contains(&group.heading) {
            headings.push(group.heading);
        }
    }
    headings
}

/// A list in lines of the usual width.
fn wrapped(head: &str, names: impl Iterator<Item = String>) -> String {
    let (mut out, mut width) = (head.to_owned(), head.len());
    for (at, name) in names.enumerate() {
        if at > 0 && width + name.len() + 2 > WIDTH {
            out.push_str(",\n    ");
            width = 4;
        } else if at > 0 {
            out.push_str(", ");
            width += 2;
        }
        out.push_str(&name);
        width += name.len();
    }
    out + "\n"
}

fn alone(command: &'static Command) -> Clap {
    let clap = Clap::new(command.name())
        .visible_aliases(command.aliases)
        .about(command.about)
        .after_help(command.details)
        .term_width(WIDTH)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .disable_help_subcommand(true);
    // The commands below a group are listed as such.
    let clap = if command.is_only_a_group() {
        clap.subcommand_required(true)
    } else {
        clap.args(command.operands.iter().map(positional))
    };
    command.groups.iter().fold(clap, |clap, group| {
        clap.next_help_heading(group.heading).args(group.flags.iter().copied().map(argument))
    })
}

fn positional(operand: &'static Operand) -> Arg {
    let action = if operand.is_repeated { ArgAction::Append } else { ArgAction::Set };
    Arg::new(operand.name).help(operand.help).required(operand.is_required).action(action)
}

fn argument(flag: &'static Spec) -> Arg {
    let argument = Arg::new(flag.name)
        .long(flag.name)
        .short(flag.short)
        .help(flag.help)
        .value_name(flag.value);
    let argument = match flag.default {
        "" => argument,
        default => argument.default_value(default),
    };
    match flag.kind {
        Kind::Switch => argument
            .action(ArgAction::Set)
            .value_parser(value_parser!(bool))
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .hide_possible_values(true),
        Kind::OptionalText => argument.action(ArgAction::Set).num_args(0..=1).require_equals(true),
        Kind::Array | Kind::List => argument.action(ArgAction::Append),
        Kind::Text | Kind::Seconds | Kind::Number(_) => argument.action(ArgAction::Set),
        Kind::Choice(words) => argument.action(ArgAction::Set).value_parser(words.to_vec()),
    }
}
