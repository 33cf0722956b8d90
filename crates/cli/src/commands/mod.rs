//! The commands, one file each, and the table of all commands.

mod browser;
mod build;
mod check;
mod completion;
mod correct;
mod data_values;
mod diff;
mod explain;
mod fmt;
mod help;
mod krm;
pub(crate) mod lsp;
mod man;
mod new;
mod playground;
mod render;
mod results;
mod run;
mod schema;
mod test;
mod validate;
mod version;
mod watch;

use crate::args::Command;

pub(crate) use check::settings_of_configuration;

/// All commands, in the order of help. The file of each defines its arguments and the function that runs it.
pub(crate) static ALL: &[&Command] = &[
    &render::ROOT,
    &render::TEMPLATE,
    &validate::COMMAND,
    &check::COMMAND,
    &build::COMMAND,
    &test::COMMAND,
    &new::COMMAND,
    &schema::COMMAND,
    &schema::check::COMMAND,
    &schema::bundle::COMMAND,
    &schema::import::COMMAND,
    &schema::infer::COMMAND,
    &schema::export::COMMAND,
    &schema::diff::COMMAND,
    &schema::fetch::COMMAND,
    &schema::show::COMMAND,
    &fmt::COMMAND,
    &explain::COMMAND,
    &krm::COMMAND,
    &playground::COMMAND,
    &lsp::COMMAND,
    &version::COMMAND,
    &completion::COMMAND,
    &man::COMMAND,
    &help::COMMAND,
];

/// The program without a subcommand.
pub(crate) fn root() -> &'static Command {
    ALL[0]
}

/// The command called `word` directly below `parent`.
pub(crate) fn below(parent: &Command, word: &str) -> Option<&'static Command> {
    ALL.iter().copied().find(|command| command.is_called(word, parent))
}

/// The names of the commands directly below `parent`.
pub(crate) fn names_below(parent: &Command) -> impl Iterator<Item = &'static str> {
    ALL.iter().copied().filter(|command| command.is_below(parent)).map(Command::name)
}
