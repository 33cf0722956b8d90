//! `schema check`: checks schemas themselves, both YAML Schemas and data values schemas.

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
    commands::data_values,
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
    about: "Check schemas: the meta-schema, references and likely mistakes",
    details: "Exit status: 0 no errors, 1 errors, 2 a schema could not be read, 3 wrong usage

Example:
  yardstick schema check schemas/*.yml",
    operands: &[Operand {
        name: "SCHEMAS",
        help: "YAML Schemas (paths or URLs) and data values schemas (paths)",
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
    // Data values schemas have their own check. The remaining files are YAML Schemas.
    let review =
        |name: &String| data_values::review(name, library.sources(), options.strict, session);
    let reviewed: Vec<_> = parsed.operands.iter().map(review).collect();
    let others = parsed.operands.iter().zip(&reviewed).filter(|(_, review)| review.is_none());
    let others: Vec<String> = others.map(|(name, _)| name.clone()).collect();
    let mut report =
        check_schemas(&library, &others, options).map_err(|error| loading::failed(&error))?;
    let mut checked = std::mem::take(&mut report.files).into_iter();
    let files = reviewed.into_iter().filter_map(|review| review.or_else(|| checked.next()));
    report.files = files.collect();
    let format = given.value(&OUTPUT).and_then(Format::from_name);
    let format = format.unwrap_or_else(|| loading::format(session));
    let status = loading::status(&report);
    loading::hide_warnings(&mut report, session);
    Ok(loading::print(format, &report, status, session))
}
