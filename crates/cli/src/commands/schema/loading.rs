//! Shared code of `check` and the schema commands: where to load schemas from, reports, and results.

use std::sync::Arc;

use yardstick_bridge::Source;
use yardstick_check::schema::{Cache, Dialect, Network, Options, SchemaStore, rewrite::Rewrite};
use yardstick_diagnostics::{
    Content, Diagnostic, Result, RunReport, Severity, SourceFile, Sources, bail, codes,
    render::{self, Format},
};
use yardstick_workspace::options::SchemaFormat;
use yardstick_world::{Policy, World};

use crate::{
    args::{
        Given,
        flag::{Flag, Group, Switch, Text, Texts},
    },
    report::{Answer, Output, Session},
    report_style::Form,
    status::ExitStatus,
};

static DIALECT: Flag<Text> = Flag::choice(
    "dialect",
    "DIALECT",
    &Dialect::NAMES,
    "How to read schemas; yaml: draft 2020-12 with the YAML rules; json: without these rules; a \
     draft: like json, with that draft for schemas that have no `$schema`",
)
.default("yaml");
static MAP: Flag<Texts> = Flag::array(
    "map",
    "URL-PREFIX=DIR/",
    "Load references that start with this prefix from a directory",
);
pub(super) static ALLOW_NET: Flag<Text> = Flag::optional(
    "allow-net",
    "HOSTS",
    "Allow http and https references, optionally only from these hosts",
);
static OUTSIDE: Flag<Switch> = Flag::switch(
    "allow-ref-outside",
    "Load references from files outside the current directory and the schema's own",
);
pub(super) static CACHE: Flag<Text> = Flag::text(
    "cache",
    "DIR",
    "Directory for copies of downloaded schemas (default: yardstick/schemas in your cache directory)",
);

pub(in crate::commands) static GROUP: Group = Group {
    heading: "Loading schemas",
    flags: &[&DIALECT.spec, &MAP.spec, &OUTSIDE.spec, &ALLOW_NET.spec, &CACHE.spec],
};

/// Allows references to files anywhere, unless a setting says otherwise.
pub(in crate::commands) fn allow_outside(given: &mut Given) {
    given.add_defaults(vec![(&OUTSIDE.spec, "true".to_owned())]);
}

/// The requested dialect.
pub(in crate::commands) fn dialect(given: &Given) -> Dialect {
    given.value(&DIALECT).and_then(Dialect::from_name).unwrap_or_default()
}

/// The options to compile a schema that is only bundled.
pub(super) fn bundling(given: &Given) -> Options {
    Options {
        dialect: dialect(given),
        formats: true,
        lint: false,
        strict: false,
        null_schema: false,
        defers: false,
    }
}

/// A schema library that loads as the flags allow.
pub(in crate::commands) fn library(
    given: &Given,
    world: &Arc<dyn World>,
    rewrite: Rewrite,
) -> Result<Arc<SchemaStore>> {
    library_with(given, world, rewrite, Arc::default())
}

/// The schema library for a run that has already read files.
pub(in crate::commands) fn library_with(
    given: &Given,
    world: &Arc<dyn World>,
    rewrite: Rewrite,
    sources: Arc<Sources>,
) -> Result<Arc<SchemaStore>> {
    let mut maps = Vec::new();
    for map in given.all(&MAP) {
        let Some((prefix, directory)) = map.split_once('=') else {
            let message =
                format!("invalid argument \"{map}\" for \"--map\" flag: expected URL-PREFIX=DIR/");
            bail!(codes::INVALID_ARGUMENT, message);
        };
        maps.push((prefix.to_owned(), directory.to_owned()));
    }
    let network = Network { policy: policy(given), cache: cache(given, &**world) };
    let store = SchemaStore::new(Arc::clone(world), sources, maps, network, rewrite);
    Ok(Arc::new(store.allow_outside(given.is_on(&OUTSIDE))))
}

/// A library that may use the network. If the flags name hosts, only those.
pub(in crate::commands) fn library_on_network(
    given: &Given,
    world: &Arc<dyn World>,
    rewrite: Rewrite,
    sources: Arc<Sources>,
) -> Arc<SchemaStore> {
    let policy = Some(policy(given).unwrap_or_default());
    let network = Network { policy, cache: cache(given, &**world) };
    Arc::new(SchemaStore::new(Arc::clone(world), sources, Vec::new(), network, rewrite))
}

/// The download policy; `None` if downloads are not allowed.
fn policy(given: &Given) -> Option<Policy> {
    given.value(&ALLOW_NET).map(|hosts| {
        let hosts: Vec<_> =
            hosts.split(',').filter(|host| !host.is_empty()).map(str::to_owned).collect();
        Policy { hosts: Some(hosts).filter(|hosts| !hosts.is_empty()), ..Policy::default() }
    })
}

/// The cache of downloaded schemas.
pub(in crate::commands) fn cache(given: &Given, world: &dyn World) -> Option<Cache> {
    given.text(&CACHE).map(Cache::new).or_else(|| Cache::of_user(world))
}

/// The exit status for a report.
pub(in crate::commands) fn status(report: &RunReport) -> ExitStatus {
    match report.status() {
        0 => ExitStatus::Success,
        1 => ExitStatus::Findings,
        _ => ExitStatus::Severe,
    }
}

/// The report format if the command's own flag does not name one.
pub(in crate::commands) fn format(session: &Session) -> Format {
    match session.reporter.style().form {
        Form::Text | Form::Rich => Format::Text,
        Form::Machine(format) => format,
    }
}

/// Adds `report` to the result of a command.
pub(in crate::commands) fn tell(
    report: &RunReport,
    status: ExitStatus,
    session: &Session,
) -> Output {
    let mut answer = Answer { stdout: Vec::new(), stderr: String::new(), status };
    session.reporter.tell_report(report, &mut answer);
    let Answer { stdout, stderr, status } = answer;
    Output { stdout, stderr, status, ..Output::default() }
}

/// Renders a report.
pub(in crate::commands) fn print(
    format: Format,
    report: &RunReport,
    status: ExitStatus,
    session: &Session,
) -> Output {
    let rendered = render::run(format, report, session.reporter.output_color);
    Output { stderr: rendered.stderr, status, ..Output::text(rendered.stdout) }
}

/// Removes warnings from `report` if they are turned off.
pub(in crate::commands) fn hide_warnings(report: &mut RunReport, session: &Session) {
    if session.reporter.hides_warnings() {
        let is_error = |one: &Diagnostic| one.severity == Severity::Error;
        report.general.retain(|one| is_error(&one.problem));
        report.files.iter_mut().for_each(|file| file.findings.retain(is_error));
    }
}

/// The file called `name`, or standard input, ready to be read as YAML or JSON.
pub(in crate::commands) fn source(name: &str, session: &Session) -> Result<Source> {
    let world = &session.world;
    let (name, content) = match name {
        "-" => ("<stdin>", world.stdin().unwrap_or_else(|| Ok(Vec::new()))),
        _ => (name, world.read(name)),
    };
    let bytes = content.map_err(|error| unreadable(name, &error, &**world))?;
    Ok(add_source(name, bytes, session))
}

/// `bytes` as a file called `name`.
pub(in crate::commands) fn add_source(name: &str, bytes: Vec<u8>, session: &Session) -> Source {
    let content: Content = match yardstick_yaml::read::to_utf8(&bytes) {
        Some(text) => text.into(),
        None => bytes.into(),
    };
    let number = session.sources.add(SourceFile::new(name, content));
    (number, session.sources.get(number))
}

/// Renders the diagnostics of a command in full.
pub(in crate::commands) fn problems(
    problems: Vec<Diagnostic>,
    status: ExitStatus,
    session: &Session,
) -> Output {
    tell(&RunReport::of_problems(problems, &session.sources), status, session)
}

/// Delivers a result to standard output or a file.
pub(in crate::commands) fn deliver(
    file: Option<String>,
    text: String,
    session: &Session,
) -> Result<Output> {
    match file {
        Some(file) => {
            refuse_format(&file)?;
            let is_there = session.world.is_readable(&file);
            write(&file, text.as_bytes(), &*session.world)?;
            let done = if is_there { "replaced" } else { "created" };
            Ok(Output { stderr: format!("{done}: {file}\n"), ..Output::default() })
        }
        None => Ok(Output::text(text)),
    }
}

/// Rejects the name of a format as a file name: `-o` takes a format in `schema export`, but a file here.
fn refuse_format(file: &str) -> Result<()> {
    const OTHERS: [&str; 7] = ["json", "yaml", "yml", "ytt", "schema", "jsonschema", "openapi"];
    let is_format = SchemaFormat::NAMES.contains(&file) || OTHERS.contains(&file);
    if is_format {
        let message = format!("-o takes the file to write, and '{file}' is the name of a format");
        bail!(
            codes::INVALID_ARGUMENT, message;
            note: format!("write -o schema.yml, then `yardstick schema export -f schema.yml -o FORMAT` for another format; for a file of this name write -o ./{file}")
        );
    }
    Ok(())
}

/// The error for an unreadable file, the same for all of these commands.
pub(in crate::commands) fn unreadable(
    name: &str,
    error: &std::io::Error,
    world: &dyn World,
) -> Box<Diagnostic> {
    Box::new(yardstick_world::unreadable(codes::UNREADABLE_FILE, world, name, error))
}

/// Checks that files and directories exist before anything is done with them.
pub(in crate::commands) fn check_readable(paths: &[String], world: &dyn World) -> Result<()> {
    let is_path = |path: &&String| *path != "-" && !path.contains("://") && !path.contains('=');
    for path in paths.iter().filter(is_path) {
        world.kind(path).map_err(|error| unreadable(path, &error, world))?;
    }
    Ok(())
}

/// The error of a run that could not be completed.
pub(in crate::commands) fn failed(error: &std::io::Error) -> Box<Diagnostic> {
    // The system reports this if it has no room for another thread or its stack.
    if error.kind() == std::io::ErrorKind::WouldBlock {
        return Box::new(yardstick_world::no_thread(error));
    }
    // An invalid pattern.
    let code = match error.kind() {
        std::io::ErrorKind::InvalidInput => codes::INVALID_ARGUMENT,
        _ => codes::RUN_FAILED,
    };
    Box::new(Diagnostic::error(code, yardstick_world::reason(error)))
}

/// Writes the result of a command to the file that the user named, atomically. Creates its directory if needed.
pub(in crate::commands) fn write(path: &str, bytes: &[u8], world: &dyn World) -> Result<()> {
    yardstick_world::write_atomically(world, path, bytes).map_err(|error| {
        let message = yardstick_world::describe("write", path, &error);
        Box::new(Diagnostic::error(codes::OUTPUT_FAILED, message))
    })
}
