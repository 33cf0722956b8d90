//! `schema infer`: a data values schema from sample documents or a plain values file.

use yardstick_bridge::{Source, infer};
use yardstick_diagnostics::Result;

use super::loading;
use crate::{
    args::{
        Command, Parsed,
        command::{Operand, Statuses},
        flag::{Flag, Group, Text},
        groups,
    },
    report::{Output, Session},
    status::ExitStatus,
};

static OUTPUT: Flag<Text> =
    Flag::text("output", "FILE", "Write to FILE instead of standard output").short('o');

static INFER: Group = Group { heading: "Inference", flags: &[&OUTPUT.spec] };

pub(in crate::commands) static COMMAND: Command = Command {
    path: &["schema", "infer"],
    aliases: &[],
    about: "Make a data values schema from sample documents or a plain values file",
    details: "The values of the first document become the defaults, and comments become \
              descriptions. Keys that some documents lack become optional.\n\nExit status: 0 \
              written, 1 no schema can be inferred, 2 a file could not be read, 3 wrong usage\n\n\
              Example:\n  yardstick schema infer values.yml > schema.yml",
    operands: &[Operand {
        name: "FILES",
        help: "YAML or JSON; - for standard input",
        is_required: true,
        is_repeated: true,
    }],
    groups: &[&INFER, &groups::CLOCK, &groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Severe),
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    let sources = parsed.operands.iter().map(|name| loading::source(name, session));
    let sources: Vec<Source> = sources.collect::<Result<_>>()?;
    match infer(&sources) {
        Ok(text) => loading::deliver(parsed.given.text(&OUTPUT), text, session),
        Err(problems) => Ok(loading::problems(problems, ExitStatus::Findings, session)),
    }
}
