//! `schema check`: YAML Schemas themselves.

use yardstick_check::{
    batch::check_schemas,
    schema::{self, rewrite::Rewrite},
};
use yardstick_diagnostics::{Result, render::Format};

use super::loading;
use crate::{
    args::{
        Command, Parsed,
        command::{Operand, Statuses},
        flag::{Flag, Group, Switch, Text},
        groups,
    },
    report::{Output, Session},
    status::ExitStatus,
};

static OUTPUT: Flag<Text> =
    Flag::choice("output", "FORMAT", &Format::NAMES, "Format of the report").short('o');
static STRICT: Flag<Switch> = Flag::switch("strict", "Treat warnings about schemas as errors");

static REPORT: Group = Group { heading: "Report", flags: &[&OUTPUT.spec, &STRICT.spec] };

pub(in crate::commands) static COMMAND: Command = Command {
    path: &["schema", "check"],
    aliases: &[],
    about: "Check YAML Schemas: the meta-schema, references and likely mistakes",
    details: "Exit status: 0 no errors, 1 errors, 2 a schema could not be read, 3 wrong usage

Example:
  yardstick schema check schemas/*.yml",
    operands: &[Operand {
        name: "SCHEMAS",
        help: "Schemas: paths or URLs",
        is_required: true,
        is_repeated: true,
    }],
    groups: &[&REPORT, &loading::GROUP, &groups::CLOCK, &groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Severe),
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    let given = &parsed.given;
    let library = loading::library(given, &session.world, Rewrite::NONE)?;
    let options = schema::Options {
        dialect: loading::dialect(given),
        formats: true,
        lint: true,
        strict: given.is_on(&STRICT),
        null_schema: false,
        defers: false,
    };
    let report = check_schemas(&library, &parsed.operands, options)
        .map_err(|error| loading::failed(&error))?;
    let format = given.value(&OUTPUT).and_then(Format::from_name);
    let format = format.unwrap_or_else(|| loading::format(session));
    Ok(loading::print(format, &report, loading::status(&report), session))
}
