//! `schema diff`: what changed from one schema of data values to another.
//!
//! The exit status tells scripts what to think of it: 0 if nothing changed, 1 if what was fine still is, 2 if
//! something is not any more, 3 if the schemas cannot be read.

use std::{
    ffi::OsString,
    fmt::Write as _,
    io::{self, Write as _},
    process::ExitCode,
    rc::Rc,
    sync::Arc,
};

use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser};
use yardstick_diagnostics::{Result, Sources};
use yardstick_workspace::{
    Session, SymlinkRules, inputs,
    schema_diff::{self, Change, Effect, Loaded},
};
use yardstick_world::{Real, World};

use crate::report::{self, Reporter};

/// The status of a run that compared nothing.
pub(super) const FAILED: u8 = 3;

/// The arguments.
pub(crate) fn command() -> Command {
    let side = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).value_name(value).help(help)
    };
    let set = |name: &'static str, side: &'static str, help: &'static str| {
        Arg::new(name).long(side).value_name("PATH").action(ArgAction::Append).help(help)
    };
    Command::new("diff")
        .about("Say what changed from one schema of data values to another, and what that breaks")
        .after_help("Exit status: 0 no change, 1 compatible changes, 2 breaking changes, 3 failure")
        .arg(side("old", "OLD", "The old schema: a file or a directory"))
        .arg(side("new", "NEW", "The new schema: a file or a directory"))
        .arg(set("old-set", "old", "A file or directory of the old schema, as often as wanted"))
        .arg(set("new-set", "new", "A file or directory of the new schema, as often as wanted"))
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FORMAT")
                .value_parser(PossibleValuesParser::new(["text", "json"]))
                .default_value("text")
                .help("Form of the changes"),
        )
}

/// Runs the command with the words behind `schema diff`.
pub(crate) fn run(words: &[OsString]) -> ExitCode {
    let all = std::iter::once(OsString::from("yardstick schema diff")).chain(words.iter().cloned());
    let command = command().term_width(100).bin_name("yardstick schema diff");
    let given = match command.try_get_matches_from(all) {
        Ok(matches) => Given::new(&matches).map(|given| (given, matches)),
        Err(problem) => Err(problem),
    };
    let (given, matches) = match given {
        Ok(given) => given,
        Err(problem) if problem.use_stderr() => {
            report::eprint(&problem.to_string());
            return ExitCode::from(FAILED);
        }
        Err(help) => return print(help.to_string().as_bytes(), 0),
    };
    let sources = Arc::new(Sources::new());
    let changes = match given.changes(&sources) {
        Ok(changes) => changes,
        Err(error) => {
            Reporter::default().fail(&error, &sources);
            return ExitCode::from(FAILED);
        }
    };
    let is_json = matches.get_one::<String>("output").is_some_and(|format| format == "json");
    let text = if is_json { schema_diff::to_json(&changes) } else { Ok(lines(&changes)) };
    match text {
        Ok(text) => print(&text, status(&changes)),
        Err(error) => {
            Reporter::default().fail(&error, &sources);
            ExitCode::from(FAILED)
        }
    }
}

/// What to compare.
struct Given {
    old: Vec<String>,
    new: Vec<String>,
}

impl Given {
    /// Each side is one path, or a set of them.
    fn new(matches: &ArgMatches) -> std::result::Result<Self, clap::Error> {
        let all = |name: &str| -> Vec<String> {
            matches.get_many::<String>(name).into_iter().flatten().cloned().collect()
        };
        let (old, new) = (all("old"), all("new"));
        let (old_set, new_set) = (all("old-set"), all("new-set"));
        let is_set = !old_set.is_empty() && !new_set.is_empty() && old.is_empty();
        let is_pair = !new.is_empty() && old_set.is_empty() && new_set.is_empty();
        match (is_pair, is_set) {
            (true, _) => Ok(Self { old, new }),
            (_, true) => Ok(Self { old: old_set, new: new_set }),
            _ => Err(command().bin_name("yardstick schema diff").error(
                clap::error::ErrorKind::MissingRequiredArgument,
                "give OLD and NEW, or both --old and --new",
            )),
        }
    }

    fn changes(&self, sources: &Arc<Sources>) -> Result<Vec<Change>> {
        let mut old = load("old", &self.old, sources)?;
        let mut new = load("new", &self.new, sources)?;
        Ok(schema_diff::changes(&mut old, &mut new))
    }
}

/// Reads one side. Files of both may have the same names, so errors say which side it is.
fn load(side: &str, paths: &[String], sources: &Arc<Sources>) -> Result<Loaded> {
    let name = paths.iter().map(|path| format!("'{path}'")).collect::<Vec<_>>().join(", ");
    load_named(&name, paths, sources)
        .map_err(|error| Box::new(error.within(format!("Reading the {side} schema ({name})"))))
}

fn load_named(name: &str, paths: &[String], sources: &Arc<Sources>) -> Result<Loaded> {
    let world: Arc<dyn World> = Arc::new(Real::new());
    let files = inputs::resolve(&*world, paths, &SymlinkRules::default())?;
    let mut session = Session::new(world, Arc::clone(sources));
    session.print = Rc::new(report::print_line);
    session.short_lived = true;
    Loaded::new(session, files, name)
}

fn lines(changes: &[Change]) -> Vec<u8> {
    let mut text = String::new();
    for change in changes {
        let _ = writeln!(text, "{change}");
    }
    text.into_bytes()
}

fn status(changes: &[Change]) -> u8 {
    match changes.iter().map(|change| change.effect).max() {
        None => 0,
        // Words are changes that harm nobody.
        Some(Effect::Docs | Effect::Compatible) => 1,
        Some(Effect::Breaking) => 2,
    }
}

fn print(text: &[u8], status: u8) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::from(status),
        // Whoever reads has had enough; the status still says what was found.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(status),
        Err(error) => {
            let name = crate::args::called();
            report::eprint(&format!("{name}: Error: Writing to standard output: {error}\n"));
            ExitCode::from(FAILED)
        }
    }
}
