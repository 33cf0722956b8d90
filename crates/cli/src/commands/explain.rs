//! `explain`: explains a code, an annotation, a rule, a format or a function.

use std::fmt::Write as _;

use yardstick_check::schema::find_keyword;
use yardstick_diagnostics::{Diagnostic, Result, codes};

use crate::{
    args::{
        Command, Parsed,
        command::{Operand, Statuses},
        groups,
    },
    commands,
    explain::{self, Kind},
    report::{Output, Session},
    status::ExitStatus,
};

pub(super) static COMMAND: Command = Command {
    path: &["explain"],
    aliases: &[],
    about: "Explain an error code, annotation, rule, format or function, with examples",
    details: "Without TOPIC, list everything that can be explained. If a name has several meanings, put the \
              kind first.\n\nExamples:\n  yardstick explain YS0504               an error code\n  \
              yardstick explain @schema/nullable     an annotation\n  \
              yardstick explain format json          a format, not the module of that name",
    operands: &[Operand {
        name: "TOPIC",
        help: "For example YS0504, @schema/nullable, min, ipv4 or json.encode",
        is_required: false,
        is_repeated: true,
    }],
    groups: &[&groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Findings),
    run,
};

fn run(parsed: &Parsed, _: &Session) -> Result<Output> {
    if parsed.operands.is_empty() {
        return Ok(Output::text(list()));
    }
    let found = explain::find(&parsed.operands);
    if found.is_empty() {
        let topic = parsed.operands.join(" ");
        let error = Diagnostic::error(codes::INVALID_ARGUMENT, format!("unknown topic '{topic}'"));
        let command = commands::ALL.iter().find(|command| command.path.join(" ") == topic);
        let help = command.map(|_| format!("it is a command: `yardstick help {topic}`"));
        let list = "`yardstick explain` lists everything that can be explained".to_owned();
        let keyword = find_keyword(&topic).map(|_| {
            "it is a keyword of JSON Schema: docs/reference/yaml-schema.md describes it".to_owned()
        });
        let hint = help.or(keyword).or_else(|| explain::hint(&topic));
        return Err(Box::new(error.notes(hint).note(list)));
    }
    let texts: Vec<String> = found.iter().map(explain::Entry::text).collect();
    Ok(Output::text(texts.join("\n")))
}

/// All names, grouped by kind.
fn list() -> String {
    let all = explain::entries();
    let mut out = String::new();
    for (kind, name) in Kind::ALL {
        let _ = writeln!(out, "{}{name}s:", if out.is_empty() { "" } else { "\n" });
        for entry in all.iter().filter(|entry| entry.kind == kind) {
            let about = entry.summary().unwrap_or(&entry.about);
            let _ = writeln!(out, "  {:<28} {about}", entry.name);
        }
    }
    out
}
