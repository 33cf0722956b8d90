//! `schema export`: the schema of data values in other words.

use std::{ffi::OsString, process::ExitCode, sync::Arc};

use yardstick_bridge::{
    command::export_command,
    export::{Options, Target},
};
use yardstick_diagnostics::{Diagnostic, Result, Sources, codes};
use yardstick_workspace::{marks, schema_diff::Loaded};
use yardstick_world::{Real, World};

use super::setting::Setting;
use crate::{
    args::{self, Command, Invocation, Terminal},
    report::{Output, Reporter},
};

/// What the command asks for beside what rendering does.
#[derive(Default)]
struct Wanted {
    target: Target,
    is_all_required: bool,
    is_help: bool,
    /// Arguments for rendering.
    rest: Vec<String>,
}

/// Runs the command with `arguments`, those behind the word `export`.
pub(super) fn run(arguments: &[OsString]) -> ExitCode {
    let sources = Arc::new(Sources::new());
    let words: std::result::Result<Vec<String>, _> =
        arguments.iter().cloned().map(OsString::into_string).collect();
    let words = match words {
        Ok(words) => words,
        Err(word) => return Reporter::default().fail(&args::not_text(&word), &sources),
    };
    let reporter = Reporter::new(Terminal::guess(&words));
    match read(&words).and_then(|wanted| write(&wanted, &sources)) {
        Ok(output) => reporter.finish(&output, &sources),
        Err(error) => reporter.fail(&error, &sources),
    }
}

/// Takes out what is meant for this command.
fn read(words: &[String]) -> Result<Wanted> {
    let mut wanted = Wanted::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (name, attached) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        let mut value = || attached.clone().or_else(|| words.next().cloned()).unwrap_or_default();
        match name {
            "-o" | "--output" => {
                let name = value();
                wanted.target = Target::from_name(&name)
                    .ok_or_else(|| unknown("output type", &name, &Target::NAMES))?;
            }
            "--required" => {
                let which = value();
                wanted.is_all_required = match which.as_str() {
                    "all" => true,
                    "none" => false,
                    other => return Err(unknown("value of --required", other, &["none", "all"])),
                };
            }
            "-h" | "--help" => wanted.is_help = true,
            _ => wanted.rest.push(word.clone()),
        }
    }
    Ok(wanted)
}

fn unknown(what: &str, name: &str, known: &[&str]) -> Box<Diagnostic> {
    let error = Diagnostic::error(codes::OUTPUT_TYPE, format!("Unknown {what} '{name}'"));
    Box::new(error.note(format!("one of {}", known.join(", "))))
}

fn write(wanted: &Wanted, sources: &Arc<Sources>) -> Result<Output> {
    if wanted.is_help {
        let mut command = export_command().term_width(100);
        return Ok(Output::text(command.render_help().to_string()));
    }
    let Invocation { command, terminal } = args::parse(&wanted.rest)?;
    let world: Arc<dyn World> = Arc::new(Real::new());
    let reporter = Reporter::new(terminal);
    let Command::Render(args) = &command else {
        return super::run(&command, &world, sources, reporter);
    };
    let setting = Setting::new(args, &world, sources, reporter)?;
    let mut files = setting.files()?;
    marks::apply(&mut files, &args.marks)?;
    let loaded = Loaded::new(setting.session(), files, "the input files");
    let mut loaded = loaded.map_err(|error| setting.explain(error))?;
    let options =
        Options { required: wanted.is_all_required, all_examples: true, ..args.options.openapi };
    let exported = loaded.export(wanted.target, options);
    Ok(Output::text(exported.to_text()?).warn(exported.warnings))
}
