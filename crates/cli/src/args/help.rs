//! The commands as clap knows them, for help and for completion. Building them takes longer than a small
//! run, so nothing else does.

use clap::{Arg, ArgAction, Command, value_parser};

use super::{
    flag::{Flag, Kind},
    subject::{PROGRAM, Subject},
};
use crate::commands::forward;

/// Everything, for completion and for the help of the program itself.
pub(crate) fn all() -> Command {
    Subject::ALL.into_iter().skip(1).map(command).fold(command(Subject::Root), Command::subcommand)
}

/// The command that help is asked about, or the one of that name below it.
pub(crate) fn about(subject: Subject, below: Option<&str>) -> Command {
    let inner = below.and_then(|below| {
        command(subject).find_subcommand(below).cloned().map(|inner| {
            let name = format!("{} {below}", subject.invocation());
            inner.term_width(WIDTH).bin_name(name)
        })
    });
    inner.unwrap_or_else(|| match subject {
        Subject::Root => all(),
        _ => command(subject).bin_name(subject.invocation()),
    })
}

/// Help looks the same everywhere: it is pasted into pages and compared by tests.
const WIDTH: usize = 100;

fn command(subject: Subject) -> Command {
    let name = subject.name().unwrap_or(PROGRAM);
    let command = match subject {
        Subject::Check => return yardstick_check::command::check_command(),
        Subject::Schema => return forward::schema_command(),
        Subject::Root => Command::new(name)
            .about("Renders YAML and text templates, with data values and their schema"),
        Subject::Template => Command::new(name)
            .visible_aliases(["t", "tpl"])
            .about("Renders templates; the same as giving no command"),
        Subject::Validate => Command::new(name)
            .about("Says whether data values fit their schema and its rules; prints no documents"),
        Subject::Fmt => Command::new(name).about("Prints YAML templates in one layout"),
        Subject::Version => Command::new(name).about("Prints the version"),
        Subject::Completion => Command::new(name).about("Prints a completion script").arg(
            Arg::new("shell")
                .value_name("SHELL")
                .value_parser(super::SHELLS)
                .required(true)
                .help("The shell it is for"),
        ),
        Subject::Help => Command::new(name).about("Prints help about a command: help [COMMAND]"),
    };
    let command = command
        .term_width(WIDTH)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .disable_help_subcommand(true);
    subject.groups().iter().fold(command, |command, group| {
        command.next_help_heading(group.heading).args(group.flags.iter().map(argument))
    })
}

fn argument(flag: &'static Flag) -> Arg {
    let argument = Arg::new(flag.name).long(flag.name).help(flag.help).value_name(flag.value);
    let argument = match flag.short {
        Some(letter) => argument.short(letter),
        None => argument,
    };
    match flag.kind {
        Kind::Switch => argument
            .action(ArgAction::Set)
            .value_parser(value_parser!(bool))
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .hide_possible_values(true),
        Kind::Array | Kind::List => argument.action(ArgAction::Append),
        Kind::Text | Kind::Seconds | Kind::Count => argument.action(ArgAction::Set),
        Kind::Choice(words) => {
            argument.action(ArgAction::Set).value_parser(words.to_vec()).hide_possible_values(false)
        }
    }
}
