//! `schema bundle`: prints a YAML Schema that includes everything it refers to.

use yardstick_check::{
    schema::{Schema, bundle::bundle, rewrite::Rewrite},
    threads::on_threads,
};
use yardstick_diagnostics::{Diagnostic, Result, RunReport, Severity, codes};

use super::loading;
use crate::{
    args::{
        Command, Parsed,
        command::{Operand, Statuses},
        groups,
    },
    report::{Output, Session},
    status::ExitStatus,
};

pub(in crate::commands) static COMMAND: Command = Command {
    path: &["schema", "bundle"],
    aliases: &[],
    about: "Print a YAML Schema with all its references included",
    details: "Exit status: 0 printed, 2 a schema is invalid or could not be read, 3 wrong usage

Example:
  yardstick schema bundle schema.yml > bundled.json",
    operands: &[Operand {
        name: "SCHEMA",
        help: "A path or URL",
        is_required: true,
        is_repeated: false,
    }],
    groups: &[&loading::GROUP, &groups::CLOCK, &groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Severe),
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    let library = loading::library(&parsed.given, &session.world, Rewrite::NONE)?;
    let options = loading::bundling(&parsed.given);
    let name = parsed.operands.first().map_or("", String::as_str);
    let bundled = on_threads(1, || {
        let schema = Schema::compile(&library, &library.url_of(name, ""), name, options)?;
        // A data values schema accepts everything if read as JSON Schema, which its author does not intend.
        let by_example: Vec<_> = schema
            .problems()
            .into_iter()
            .filter(|problem| problem.code == codes::DATA_VALUES_SCHEMA)
            .map(|problem| Diagnostic { severity: Severity::Error, ..problem })
            .collect();
        if !by_example.is_empty() {
            return Err(by_example);
        }
        bundle(&library, &schema).map_err(|problem| vec![*problem])
    });
    match bundled.map_err(|error| loading::failed(&error))? {
        Ok(bundled) => Ok(Output::text(format!("{bundled:#}\n"))),
        Err(problems) => {
            let report = RunReport::of_problems(problems, library.sources());
            Ok(loading::tell(&report, ExitStatus::Severe, session))
        }
    }
}
