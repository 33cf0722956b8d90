//! `schema`: commands on YAML Schemas and data values schemas.

pub(super) mod bundle;
pub(super) mod check;
pub(super) mod diff;
pub(super) mod export;
pub(super) mod fetch;
mod git;
pub(super) mod import;
pub(super) mod infer;
pub(super) mod loading;
pub(super) mod show;
mod sides;

use yardstick_diagnostics::Result;

use crate::{
    args::{
        Command, Parsed,
        command::{Operand, Statuses},
        groups, summary,
    },
    report::{Output, Session},
    status::ExitStatus,
};

pub(super) static COMMAND: Command = Command {
    path: &["schema"],
    aliases: &[],
    about: "Work with schemas: YAML Schemas and data values schemas",
    details: "Examples:
  yardstick schema check schema.yml                             find mistakes in a schema
  yardstick schema infer values.yaml -o schema.yml              make one from values
  yardstick schema export -f config -o html --to values.html    publish documentation
  yardstick schema diff HEAD~1:config config                    see what breaks users",
    operands: &[Operand {
        name: "COMMAND",
        help: "one of check, bundle, import, infer, export, diff, fetch, show",
        is_required: true,
        is_repeated: false,
    }],
    groups: &[&groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Unusable),
    run,
};

/// Runs only for help: every other word after `schema` is a subcommand or an error.
#[expect(clippy::unnecessary_wraps, reason = "all commands have this signature")]
fn run(_: &Parsed, _: &Session) -> Result<Output> {
    Ok(Output::text(summary::text(&COMMAND)))
}
