//! `schema import`: converts a JSON Schema, an `OpenAPI` document or a CRD to a data values schema.

use std::sync::Arc;

use yardstick_bridge::{Format, Imported, Options, Source, import, infer, resources};
use yardstick_check::{
    schema::{Schema, bundle::bundle, rewrite::Rewrite},
    threads::on_threads,
};
use yardstick_diagnostics::{Diagnostic, Result, Severity, bail, codes};

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
    "Schema to import from the file: a component or definition, a custom resource or one of its \
     versions (Widget, v1, Widget/v1), or a pointer (#/...)",
);
static ALL: Flag<Switch> =
    Flag::switch("all", "Import every custom resource into its own file in the --output directory");
static VALUES: Flag<Text> = Flag::text(
    "values",
    "FILE",
    "Take defaults and descriptions from a Helm values file; without FILE, infer the whole schema from it",
);
static STRICT: Flag<Switch> =
    Flag::switch("strict", "Fail and write nothing if anything would be lost");
static OUTPUT: Flag<Text> =
    Flag::text("output", "FILE", "Write to FILE instead of standard output").short('o');

static IMPORT: Group = Group {
    heading: "Import",
    flags: &[&FORMAT.spec, &TYPE.spec, &ALL.spec, &VALUES.spec, &STRICT.spec, &OUTPUT.spec],
};

pub(in crate::commands) static COMMAND: Command = Command {
    path: &["schema", "import"],
    aliases: &[],
    about: "Convert a JSON Schema, OpenAPI document or CRD to a data values schema",
    details: "Exit status: 0 converted, 1 cannot be converted, 2 the file could not be read, \
              3 wrong usage

Examples:
  yardstick schema import values.schema.json > schema.yml
  yardstick schema import crd.yml --type Widget > schema.yml",
    operands: &[Operand {
        name: "FILE",
        help: "JSON or YAML file, optionally with #/POINTER for a part of it; - for standard input",
        is_required: false,
        is_repeated: false,
    }],
    groups: &[&IMPORT, &loading::GROUP, &groups::CLOCK, &groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Severe),
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    let given = &parsed.given;
    let values = given.value(&VALUES).map(|name| loading::source(name, session)).transpose()?;
    let mut options = Options {
        format: given.value(&FORMAT).and_then(Format::from_name),
        name: given.value(&TYPE).map(str::to_owned),
        values,
    };
    let Some(mut file) = parsed.operands.first().map(String::as_str) else {
        return without_schema(&options, parsed, session);
    };
    // `o.yml#/components/schemas/Pet` selects a part of the file, as in `check`.
    if options.name.is_none()
        && session.world.kind(file).is_err()
        && let Some((path, pointer)) = file.split_once('#')
    {
        options.name = Some(format!("#{pointer}"));
        file = path;
    }
    let source = loading::source(file, session)?;
    if given.is_on(&ALL) {
        return all(&source, &options, parsed, session);
    }
    match imported(file, source, &options, parsed, session) {
        Ok(imported) => finish(imported, given.text(&OUTPUT), parsed, session),
        Err(problems) => Ok(loading::problems(problems, ExitStatus::Findings, session)),
    }
}

/// Infers the schema from a values file alone.
fn without_schema(options: &Options, parsed: &Parsed, session: &Session) -> Result<Output> {
    let Some(values) = &options.values else {
        let message = "give a FILE to import, or --values";
        bail!(codes::EXTRA_ARGUMENT, message);
    };
    match infer(std::slice::from_ref(values)) {
        Ok(text) => loading::deliver(parsed.given.text(&OUTPUT), text, session),
        Err(problems) => Ok(loading::problems(problems, ExitStatus::Findings, session)),
    }
}

/// Imports the schema of `source`. Bundles files that it refers to first.
fn imported(
    file: &str,
    source: Source,
    options: &Options,
    parsed: &Parsed,
    session: &Session,
) -> std::result::Result<Imported, Vec<Diagnostic>> {
    let outcome = import(source.1, source.0, options);
    let leads_out = |one: &Diagnostic| {
        one.code == codes::UNUSABLE_REFERENCE && one.message.contains("another document")
    };
    match outcome {
        Err(problems) if file != "-" && problems.iter().any(leads_out) => {
            let text = bundled(file, parsed, session)?;
            let name = format!("{file} (bundled)");
            let (number, source) = loading::add_source(&name, text.into_bytes(), session);
            import(source, number, options)
        }
        outcome => outcome,
    }
}

/// The schema with everything it refers to, as JSON.
fn bundled(
    file: &str,
    parsed: &Parsed,
    session: &Session,
) -> std::result::Result<String, Vec<Diagnostic>> {
    // What it says about files is reported with the sources of the session.
    let sources = Arc::clone(&session.sources);
    let store = loading::library_with(&parsed.given, &session.world, Rewrite::NONE, sources)
        .map_err(|one| vec![*one])?;
    let options = loading::bundling(&parsed.given);
    let work = || {
        let schema = Schema::compile(&store, &store.url_of(file, ""), file, options)?;
        bundle(&store, &schema).map_err(|problem| vec![*problem])
    };
    let bundled = on_threads(1, work).map_err(|error| vec![*loading::failed(&error)])?;
    bundled.map(|json| format!("{json:#}\n"))
}

/// Imports all custom resources of a file, each to its own file.
fn all(source: &Source, options: &Options, parsed: &Parsed, session: &Session) -> Result<Output> {
    let Some(directory) = parsed.given.text(&OUTPUT) else {
        let message = "--all needs a directory: --output DIRECTORY";
        bail!(codes::INVALID_ARGUMENT, message);
    };
    let names = match resources(source.1.clone(), source.0) {
        Ok(names) if names.is_empty() => {
            let message = "the file defines no custom resource";
            let problem = Diagnostic::error(codes::UNUSABLE_SCHEMA, message);
            return Ok(loading::problems(vec![problem], ExitStatus::Findings, session));
        }
        Ok(names) => names,
        Err(problems) => return Ok(loading::problems(problems, ExitStatus::Findings, session)),
    };
    let (mut said, mut status) = (Vec::new(), ExitStatus::Success);
    for name in names {
        let options = Options { name: Some(name.clone()), ..options.clone() };
        match import(source.1.clone(), source.0, &options) {
            Ok(mut imported) => {
                if is_refused(&mut imported, parsed) {
                    status = ExitStatus::Findings;
                } else {
                    let file = format!("{directory}/{}.yml", name.replace(['/', '\\'], "-"));
                    loading::write(&file, imported.text.as_bytes(), &*session.world)?;
                }
                said.extend(imported.warnings);
            }
            Err(problems) => {
                status = ExitStatus::Findings;
                said.extend(problems);
            }
        }
    }
    Ok(loading::problems(said, status, session))
}

/// True if the import loses something and the user forbids that. Turns the warnings into errors.
fn is_refused(imported: &mut Imported, parsed: &Parsed) -> bool {
    let is_lossy = |problem: &Diagnostic| problem.code == codes::LOSSY;
    let is_refused = parsed.given.is_on(&STRICT) && imported.warnings.iter().any(is_lossy);
    if is_refused {
        for problem in imported.warnings.iter_mut().filter(|problem| is_lossy(problem)) {
            problem.severity = Severity::Error;
        }
    }
    is_refused
}

/// Writes the imported schema, unless it loses something and the user forbids that.
fn finish(
    mut imported: Imported,
    file: Option<String>,
    parsed: &Parsed,
    session: &Session,
) -> Result<Output> {
    if is_refused(&mut imported, parsed) {
        return Ok(loading::problems(imported.warnings, ExitStatus::Findings, session));
    }
    let mut output = loading::problems(imported.warnings, ExitStatus::Success, session);
    let delivered = loading::deliver(file, imported.text, session)?;
    output.stdout.extend(delivered.stdout);
    output.stderr.push_str(&delivered.stderr);
    Ok(output)
}
