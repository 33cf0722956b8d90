//! `check`: documents against a YAML Schema.

use yardstick_check::{
    batch::{Batch, Refusal, Settings},
    checker, schema,
};
use yardstick_diagnostics::{Result, RunReport, render::Format};
use yardstick_yaml::json::LoadOptions;

use super::{data_values, schema::loading};
use crate::{
    args::{
        Command, Given, Parsed,
        command::{Operand, Statuses},
        flag::{Flag, Group, Number, Switch, Text, Texts},
        groups,
    },
    report::{Output, Session},
    status::ExitStatus,
};

static SCHEMA: Flag<Texts> = Flag::array(
    "schema",
    "REF",
    "Schema: a path or URL, with #/POINTER a part of it; repeat to add schemas for references",
)
.short('f');
static CATALOG: Flag<Text> =
    Flag::text("catalog", "FILE", "Find schemas by file name in a SchemaStore-style catalog");
static KUBERNETES: Flag<Text> = Flag::text(
    "k8s",
    "REF",
    "Find schemas by apiVersion and kind in a directory, or with a path template",
);
static CONFIG: Flag<Text> =
    Flag::text("config", "FILE", "Project configuration").default(".yardstick.yaml");

static SCHEMAS: Group = Group {
    heading: "Schemas",
    flags: &[&SCHEMA.spec, &CATALOG.spec, &KUBERNETES.spec, &CONFIG.spec],
};

static NO_FORMAT: Flag<Switch> = Flag::switch("no-format", "Do not check `format`");
static STRICT: Flag<Switch> =
    Flag::switch("strict", "Check schemas more closely and treat warnings about them as errors");
static NO_MERGE_KEYS: Flag<Switch> = Flag::switch("no-merge-keys", "Treat `<<` as an ordinary key");
static SKIP_EMPTY: Flag<Switch> = Flag::switch("skip-empty-docs", "Skip documents that are null");
static FAIL_FAST: Flag<Switch> = Flag::switch("fail-fast", "Stop at the first error");
static COMPAT: Flag<Text> = Flag::choice(
    "compat",
    "TOOL",
    &["ys"],
    "Behave like this tool: exit status, messages, first document only",
);
static STDIN_NAME: Flag<Text> =
    Flag::text("stdin-filename", "NAME", "Name of standard input in messages").default("<stdin>");
static JOBS: Flag<Number> =
    Flag::number("jobs", 0, "Number of threads; 0 for one per core").short('j').default("0");

static CHECKING: Group = Group {
    heading: "Checking",
    flags: &[
        &NO_FORMAT.spec,
        &STRICT.spec,
        &NO_MERGE_KEYS.spec,
        &SKIP_EMPTY.spec,
        &FAIL_FAST.spec,
        &COMPAT.spec,
        &STDIN_NAME.spec,
        &JOBS.spec,
    ],
};

static OUTPUT: Flag<Text> =
    Flag::choice("output", "FORMAT", &Format::NAMES, "Format of the report").short('o');
static JSON: Flag<Switch> = Flag::switch("json", "Same as --output ys-json");
static MAX_ERRORS: Flag<Number> = Flag::number(
    "max-errors",
    0,
    "Show at most this many errors per file; 0 for all. All errors are counted",
)
.default("100");
static EXPLAIN: Flag<Switch> =
    Flag::switch("explain", "Show why each branch of oneOf and anyOf fails");
static QUIET: Flag<Switch> =
    Flag::switch("quiet", "Print nothing; only set the exit status").short('q');

static REPORT: Group = Group {
    heading: "Report",
    flags: &[&OUTPUT.spec, &JSON.spec, &MAX_ERRORS.spec, &EXPLAIN.spec, &QUIET.spec],
};

pub(super) static COMMAND: Command = Command {
    path: &["check"],
    aliases: &[],
    about: "Check YAML and JSON documents against a YAML Schema",
    details: "Exit status: 0 valid, 1 invalid, 2 something could not be checked, 3 wrong usage",
    operands: &[Operand {
        name: "FILES",
        help: "Files, directories or glob patterns; - for standard input",
        is_required: true,
        is_repeated: true,
    }],
    groups: &[&SCHEMAS, &loading::GROUP, &CHECKING, &REPORT, &groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Severe),
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    let given = &parsed.given;
    let dialect = loading::dialect(given);
    let library = loading::library(given, &session.world, dialect.has_yaml_rules())?;
    let settings = settings(given, session, &parsed.operands, dialect);
    let lost = data_values::convert(&library, &settings.schemas, session)?;
    let batch = match Batch::new(&session.world, library, settings) {
        Ok(batch) => batch,
        Err(Refusal::Setting(report)) => {
            return Ok(print(&report, ExitStatus::Severe, given, session));
        }
        Err(Refusal::Inputs(error)) => return Err(loading::failed(&error)),
    };
    let report = batch.check().map_err(|error| loading::failed(&error))?;
    // The process ends next: taking a large schema apart piece by piece would only delay it.
    std::mem::forget(batch);
    let status = loading::status(&report);
    let mut output = print(&report, status, given, session);
    if !given.is_on(&QUIET) {
        output.diagnostics = lost;
    }
    Ok(output)
}

fn settings(
    given: &Given,
    session: &Session,
    inputs: &[String],
    dialect: schema::Dialect,
) -> Settings {
    let compat = is_compatible(given);
    let strict = given.is_on(&STRICT);
    let fail_fast = given.is_on(&FAIL_FAST);
    let format = format(given, session);
    // `ys` has no limit, so its formats have none unless asked for.
    let limit = if format.is_ys() { 0 } else { 100 };
    let max_errors = given.number(&MAX_ERRORS).unwrap_or(limit);
    Settings {
        inputs: inputs.to_vec(),
        schemas: given.all(&SCHEMA),
        config: given.text(&CONFIG),
        catalog: given.text(&CATALOG),
        kubernetes: given.text(&KUBERNETES),
        stdin_name: given.text(&STDIN_NAME).unwrap_or_else(|| "<stdin>".to_owned()),
        options: checker::Options {
            schema: schema::Options {
                dialect,
                formats: !given.is_on(&NO_FORMAT),
                lint: strict,
                strict,
                null_schema: compat,
            },
            load: LoadOptions {
                merge_keys: !compat && !given.is_on(&NO_MERGE_KEYS),
                float_names: compat,
            },
            skip_empty: given.is_on(&SKIP_EMPTY),
            first_document_only: compat,
            max_errors: usize::try_from(max_errors).unwrap_or(usize::MAX),
            fail_fast,
            explain: given.is_on(&EXPLAIN),
            ys: format.is_ys(),
        },
        stop_early: fail_fast || compat,
        jobs: given.number(&JOBS).and_then(|jobs| jobs.try_into().ok()).unwrap_or(0),
    }
}

/// The report as text, unless only the status is wanted.
fn print(report: &RunReport, status: ExitStatus, given: &Given, session: &Session) -> Output {
    // `ys` knows no more than two.
    let status = if is_compatible(given) { status.min(ExitStatus::Findings) } else { status };
    if given.is_on(&QUIET) {
        return Output { status, ..Output::default() };
    }
    loading::print(format(given, session), report, status, session)
}

fn is_compatible(given: &Given) -> bool {
    given.value(&COMPAT).is_some()
}

fn format(given: &Given, session: &Session) -> Format {
    match given.value(&OUTPUT) {
        Some(name) => Format::from_name(name).unwrap_or_default(),
        None if given.is_on(&JSON) => Format::YsJson,
        None if is_compatible(given) => Format::Ys,
        None => loading::format(session),
    }
}
