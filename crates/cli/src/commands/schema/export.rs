//! `schema export`: converts the data values schema to other languages and to documentation.

use yardstick_bridge::export::{Options, Target};
use yardstick_diagnostics::{Diagnostic, Result, codes};
use yardstick_workspace::{marks, options::SchemaFormat, project_schema::ProjectSchema};

use super::loading;
use crate::{
    args::{
        Command, Given, Parsed,
        command::Statuses,
        flag::{Flag, Group, Text},
        groups,
        render::{Inputs, RenderArgs},
    },
    commands::{build, run::Run},
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
        if paths.is_empty() {
            return Err(no_files(given, session));
        }
        loading::check_readable(paths, &*session.world)?;
    }
    let run = Run::new(&args, session)?;
    let mut files = run.files()?;
    marks::apply(&mut files, &args.marks)?;
    let loaded = ProjectSchema::new(run.session(), files, "the input files");
    let mut loaded = loaded.map_err(|error| run.explain(error))?;
    let required = given.value(&REQUIRED) == Some("all");
    let options = Options { required, all_examples: true, ..args.options.openapi };
    let (text, warnings) = loaded.write(format, &options);
    Ok(loading::deliver(given.text(&TO), text, session)?.warn(warnings))
}

/// The error that no file was named. Suggests files if there is a project.
fn no_files(given: &Given, session: &Session) -> Box<Diagnostic> {
    let project = build::find_if_any(given, session).ok().flatten();
    let targets = project.and_then(|project| project.targets().ok()).unwrap_or_default();
    let named = targets.iter().find_map(|target| target.values("file").next());
    let files = named.map_or("config", |word| word.text.as_str());
    let error = Diagnostic::error(codes::NOTHING_TO_CHECK, "no files were given");
    Box::new(error.note(format!("name the schema: yardstick schema export -f {files}")))
}
