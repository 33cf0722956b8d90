//! `schema export`: the schema of data values in other languages.

use yardstick_bridge::{Target, export};
use yardstick_diagnostics::Result;
use yardstick_workspace::{
    marks,
    options::Inspect,
    render::{self, render},
};

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

static OUTPUT: Flag<Text> = Flag::choice("output", "FORMAT", &Target::NAMES, "Format to write")
    .short('o')
    .default("json-schema");
static REQUIRED: Flag<Text> = Flag::choice(
    "required",
    "WHICH",
    &["none", "all"],
    "Describe values as users give them (none), or after defaults are filled in (all)",
)
.default("none");

static EXPORT: Group = Group { heading: "Export", flags: &[&OUTPUT.spec, &REQUIRED.spec] };

pub(in crate::commands) static COMMAND: Command = Command {
    path: &["schema", "export"],
    aliases: &[],
    about: "Convert the data values schema to JSON Schema, OpenAPI or a CRD schema",
    details: "Exit status: 0 converted, 1 the schema has errors, 3 wrong usage",
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
    let target = given.value(&OUTPUT).and_then(Target::from_name).unwrap_or_default();
    let mut args = RenderArgs::new(given);
    args.options.inspect = Some(Inspect::Schema);
    // Schemas of custom resources have rules of their own.
    let flavor = if target == Target::Crd { "openapi-v3+k8s" } else { "openapi-v3" };
    args.options.output_types = vec![flavor.to_owned()];
    args.options.openapi.all_examples = true;
    args.options.openapi.required = given.value(&REQUIRED) == Some("all");
    if let Inputs::Files(paths) = &args.inputs {
        loading::check_readable(paths, &*session.world)?;
    }
    let run = Run::new(&args, session)?;
    let mut files = run.files()?;
    marks::apply(&mut files, &args.marks)?;
    let rendered = render(run.surroundings(), files, &args.options, render::Target::Stream)
        .map_err(|error| run.explain(error))?;
    let text = export(&rendered.stream.concat(), target)?;
    Ok(Output::text(text).warn(rendered.warnings))
}
