//! `schema import`: a JSON Schema, `OpenAPI` document or CRD as a schema of data values.

use yardstick_bridge::{Format, Options, import};
use yardstick_diagnostics::{Content, Diagnostic, Result, RunReport, Severity, SourceFile, codes};

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

static FORMAT: Flag<Text> = Flag::choice(
    "format",
    "FORMAT",
    &Format::NAMES,
    "Format of the file; detected from its content if omitted",
);
static TYPE: Flag<Text> = Flag::text(
    "type",
    "NAME",
    "Schema to import from the file: a component, definition or version, or a pointer (#/...)",
);
static STRICT: Flag<Switch> =
    Flag::switch("strict", "Fail and write nothing if anything would be lost");
static OUTPUT: Flag<Text> =
    Flag::text("output", "FILE", "Write to FILE instead of standard output").short('o');

static IMPORT: Group =
    Group { heading: "Import", flags: &[&FORMAT.spec, &TYPE.spec, &STRICT.spec, &OUTPUT.spec] };

pub(in crate::commands) static COMMAND: Command = Command {
    path: &["schema", "import"],
    aliases: &[],
    about: "Convert a JSON Schema, OpenAPI document or CRD to a data values schema",
    details: "Exit status: 0 converted, 1 cannot be converted, 2 the file could not be read, \
              3 wrong usage",
    operands: &[Operand {
        name: "FILE",
        help: "JSON or YAML; - for standard input",
        is_required: true,
        is_repeated: false,
    }],
    groups: &[&IMPORT, &groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Severe),
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    let (given, world) = (&parsed.given, &session.world);
    let file = parsed.operands.first().map_or("-", String::as_str);
    let (name, content) = match file {
        "-" => ("<stdin>", world.stdin().unwrap_or_else(|| Ok(Vec::new()))),
        _ => (file, world.read(file)),
    };
    let bytes = content.map_err(|error| loading::unreadable(name, &error))?;
    let content: Content = match yardstick_yaml::read::to_utf8(&bytes) {
        Some(text) => text.into(),
        None => bytes.into(),
    };
    let sources = &session.sources;
    let number = sources.add(SourceFile::new(name, content));
    let options = Options {
        format: given.value(&FORMAT).and_then(Format::from_name),
        name: given.value(&TYPE).map(str::to_owned),
    };
    let report = |problems: Vec<Diagnostic>, status| {
        let report = RunReport::of_problems(problems, sources);
        loading::tell(&report, status, session)
    };
    let mut imported = match import(sources.get(number), number, &options) {
        Ok(imported) => imported,
        Err(problems) => return Ok(report(problems, ExitStatus::Findings)),
    };
    let is_lossy = |problem: &Diagnostic| problem.code == codes::LOSSY;
    if given.is_on(&STRICT) && imported.warnings.iter().any(is_lossy) {
        for problem in imported.warnings.iter_mut().filter(|problem| is_lossy(problem)) {
            problem.severity = Severity::Error;
        }
        return Ok(report(imported.warnings, ExitStatus::Findings));
    }
    let mut output = report(imported.warnings, ExitStatus::Success);
    match given.text(&OUTPUT) {
        Some(target) => loading::write(&target, imported.text.as_bytes(), &**world)?,
        None => output.stdout.push(imported.text.into_bytes()),
    }
    Ok(output)
}
