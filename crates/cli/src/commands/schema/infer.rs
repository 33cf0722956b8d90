//! `schema infer`: creates a data values schema from sample documents or a plain values file.

use std::sync::Arc;

use yardstick_bridge::{Source, infer, is_json_schema};
use yardstick_diagnostics::{FileId, Result, SourceFile, bail, codes};
use yardstick_yaml::{NodeRef, Style};

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
    about: "Create a data values schema from sample documents or a plain values file",
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

/// Rejects files that are not samples of values: a JSON Schema, or a template.
pub(in crate::commands) fn refuse_other(number: FileId, source: &Arc<SourceFile>) -> Result<()> {
    let name = source.name();
    if is_json_schema(Arc::clone(source), number) {
        bail!(
            codes::UNUSABLE_SCHEMA, "{name} is a JSON Schema, not a file of values";
            note: format!("write `yardstick schema import {name}`")
        );
    }
    if source.bytes().windows(2).any(|part| part == b"{{") && is_of_braces(source, number) {
        bail!(
            codes::UNUSABLE_SCHEMA, "{name} is a template of Helm or Jinja, not a file of values";
            note: "give the file with the values, such as values.yaml"
        );
    }
    if source.bytes().windows(3).any(|part| part == b"#@ ") {
        bail!(
            codes::UNUSABLE_SCHEMA, "{name} is a template, not a file of values";
            note: "give a file with values: `key: value`, without code"
        );
    }
    Ok(())
}

/// True if YAML reads the braces of another template tool as nested maps.
fn is_of_braces(source: &Arc<SourceFile>, number: FileId) -> bool {
    let options = yardstick_yaml::Options::reference();
    let Ok(tree) = yardstick_yaml::parse(Arc::clone(source), number, &options) else {
        return false;
    };
    let is_flow = |node: NodeRef<'_>| node.is_map() && node.style() == Style::Flow;
    let is_braces = |node: NodeRef<'_>| {
        is_flow(node) && node.entries().next().is_some_and(|entry| is_flow(entry.key))
    };
    tree.nodes().any(is_braces)
}

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    let sources = parsed.operands.iter().map(|name| loading::source(name, session));
    let sources: Vec<Source> = sources.collect::<Result<_>>()?;
    for (number, source) in &sources {
        refuse_other(*number, source)?;
    }
    match infer(&sources) {
        Ok(text) => loading::deliver(parsed.given.text(&OUTPUT), text, session),
        Err(problems) => Ok(loading::problems(problems, ExitStatus::Findings, session)),
    }
}
