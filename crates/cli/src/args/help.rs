//! Builds the commands for clap, which formats help and completion. This takes longer than a small run, so nothing
//! else uses it.

use clap::{Arg, ArgAction, Command as Clap, value_parser};

use super::{
    command::{Command, Operand},
    flag::{Kind, Spec},
    pages,
};
use crate::commands;

/// A fixed width, because help is pasted into pages and compared by tests.
pub(super) const WIDTH: usize = 100;

/// `command` with all its subcommands.
pub(crate) fn tree(command: &'static Command) -> Clap {
    let inner = commands::ALL.iter().filter(|inner| inner.is_below(command));
    inner.fold(alone(command), |clap, inner| clap.subcommand(tree(inner)))
}

/// The help text of `command`.
pub(crate) fn text(command: &'static Command) -> String {
    tree(command).bin_name(command.invocation()).render_help().to_string()
}

fn alone(command: &'static Command) -> Clap {
    let clap = Clap::new(command.name())
        .visible_aliases(command.aliases)
        .about(command.about)
        .after_help(after(command, ""))
        .term_width(WIDTH)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .disable_help_subcommand(true);
    // A group has subcommands instead of operands, and needs one of them.
    let clap = if command.is_only_a_group() {
        clap.subcommand_required(true)
    } else {
        clap.args(command.operands.iter().map(positional))
    };
    command.groups.iter().fold(clap, |clap, group| {
        clap.next_help_heading(group.heading).args(group.flags.iter().copied().map(argument))
    })
}

/// The help text below the flags: that of the command, `more`, and a link to its page.
pub(super) fn after(command: &Command, more: &str) -> String {
    let gap = if command.details.is_empty() { "" } else { "\n\n" };
    format!("{}{gap}{more}Documentation: {}", command.details, pages::page(command))
}

pub(super) fn positional(operand: &'static Operand) -> Arg {
    let action = if operand.is_repeated { ArgAction::Append } else { ArgAction::Set };
    Arg::new(operand.name).help(operand.help).required(operand.is_required).action(action)
}

pub(super) fn argument(flag: &'static Spec) -> Arg {
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
