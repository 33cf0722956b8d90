//! `schema export`: the data values schema in other languages, and as documentation.

use yardstick_bridge::export::{Options, Target};
use yardstick_diagnostics::Result;
use yardstick_workspace::{marks, options::SchemaFormat, schema_diff::Loaded};

use super::loading;
use crate::{
    args::{
        Command, Parsed,
        command::Statuses,
        flag::{Flag, Group, Text},
        groups,
        render::{Inputs, RenderArgs},
    },
    commands::run::Run,
    report::{Output, Session},
    status::ExitStatus,
};

static OUTPUT: Flag<Text> = Flag::choice(
    "output",
    "FORMAT",
    &SchemaFormat::NAMES,
    "Format to write: another schema language, documentation (html, markdown), or a list of the \
     fields (fields; ytt-schema is another name for it)",
)
.short('o')
.default("json-schema");
static TO: Flag<Text> = Flag::text("to", "FILE", "Write to FILE instead of standard output");
static REQUIRED: Flag<Text> = Flag::choice(
    "required",
    "WHICH",
    &["none", "all"],
    "Which keys to list as required: none that have a default, or all",
)
.default("none");

static EXPORT: Group = Group {
    heading: "Export",
    flags: &[
        &OUTPUT.spec,
        &TO.spec,
        &REQUIRED.spec,
        &groups::OPENAPI_TITLE.spec,
        &groups::OPENAPI_VERSION.spec,
    ],
};

pub(in crate::commands) static COMMAND: Command = Command {
    path: &["schema", "export"],
    aliases: &[],
    about: "Convert the data values schema to JSON Schema, OpenAPI, a CRD schema, HTML or Markdown",
    details: "Exit status: 0 converted, 1 the schema has errors, 3 wrong usage

Examples:
  yardstick schema export -f config -o json-schema --to values.schema.json
  yardstick schema export -f config -o html --to docs/values.html",
    operands: &[],
    groups: &[
        &EXPORT,
        &groups::INPUT,
        &groups::DATA_VALUES,
        &groups::VALIDATION,
        &groups::TEMPLATES,
        &groups::WARNINGS,
        &groups::GENERAL,
    ],
    statuses: Statuses::own(ExitStatus::Findings),
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    let given = &parsed.given;
    let format = given.value(&OUTPUT).and_then(SchemaFormat::from_name);
    let format = format.unwrap_or(SchemaFormat::Export(Target::default()));
    let args = RenderArgs::new(given);
    if let Inputs::Files(paths) = &args.inputs {
        loading::check_readable(paths, &*session.world)?;
    }
    let run = Run::new(&args, session)?;
    let mut files = run.files()?;
    marks::apply(&mut files, &args.marks)?;
    let loaded = Loaded::new(run.session(), files, "the input files");
    let mut loaded = loaded.map_err(|error| run.explain(error))?;
    let required = given.value(&REQUIRED) == Some("all");
    let options = Options { required, all_examples: true, ..args.options.openapi };
    let (text, warnings) = loaded.write(format, &options);
    Ok(loading::deliver(given.text(&TO), text, session)?.warn(warnings))
}
