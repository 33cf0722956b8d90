//! `template`, also the default without a command: renders inputs to documents and files.

use yardstick_diagnostics::{
    Diagnostic, Result, Severity, codes, counted, render::reference, safe,
};
use yardstick_workspace::{
    InputFile, Rendered, Target, bulk, inspect, marks,
    options::{Inspect, OutputTypes},
    output::{self, OutputFile, Overlap, Tally},
    render,
};
use yardstick_world::{Instant, paths};

use super::{build, diff, results, run::Run, version, watch};
use crate::{
    args::{
        Command, Parsed,
        command::Statuses,
        groups::{self, VERSION},
        render::{Destination, Inputs, RenderArgs},
    },
    report::{Output, Session},
    report_style::Form,
};

pub(super) static ROOT: Command = Command {
    path: &[],
    aliases: &[],
    about: "Render, validate and check YAML configuration",
    details: "Without a command, templates are rendered.

Examples:
  yardstick -f config                                         render a directory
  yardstick -f config --data-values-file prod.yml             with the values of an environment
  yardstick -f config -v name=shop --output-files out         set a value, write files
  yardstick validate -f config --data-values-file prod.yml    check only the values
  yardstick check -f schema.yml deploy                        check YAML files against a schema
  yardstick new shop                                          start a project",
    operands: &[],
    groups: &[
        &groups::INPUT,
        &groups::DATA_VALUES,
        &groups::VALIDATION,
        &groups::OUTPUT_VALIDATION,
        &groups::TEMPLATES,
        &groups::OUTPUT,
        &groups::WATCHING,
        &groups::WARNINGS,
        &groups::PROGRAM,
        &groups::GENERAL,
    ],
    statuses: Statuses::REFERENCE,
    run,
};

pub(super) static TEMPLATE: Command = Command {
    path: &["template"],
    aliases: &["t", "tpl"],
    about: "Render templates (the default command)",
    details: "Examples:
  yardstick template -f config                                    render a directory
  yardstick template -f config --data-values-file prod.yml        with the values of an environment
  yardstick template -f config -v name=shop --output-files out    set a value, write files
  yardstick template -f config --data-values-inspect              print the values, render nothing",
    operands: &[],
    groups: &[
        &groups::INPUT,
        &groups::DATA_VALUES,
        &groups::VALIDATION,
        &groups::OUTPUT_VALIDATION,
        &groups::TEMPLATES,
        &groups::OUTPUT,
        &groups::WATCHING,
        &groups::WARNINGS,
        &groups::GENERAL,
    ],
    statuses: Statuses::REFERENCE,
    run,
};

const TEXT_LEFT_OUT: &str = "
Warning: Found Non-YAML templates in input. Non-YAML templates are not rendered to standard output.
If you want to include those results, use the --output-files or --dangerous-emptied-output-directory flag.
";

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    if parsed.given.is_on(&VERSION) {
        return version::run(parsed, session);
    }
    let args = RenderArgs::new(&parsed.given);
    let names_nothing = args.paths().is_empty() && !matches!(args.inputs, Inputs::Bulk(_));
    if args.watch && names_nothing && build::find_if_any(&parsed.given, session)?.is_some() {
        return build::watch(parsed, session);
    }
    if args.watch { watch::run(&args, session, once) } else { once(&args, session) }
}

/// Renders once and delivers the result.
fn once(args: &RenderArgs, session: &Session) -> Result<Output> {
    let started = Instant::now();
    let mut trace = String::new();
    let mut output = once_traced(args, session, &mut trace)?;
    if args.options.debug {
        let total = format!("total: {:?}\n", started.elapsed());
        output.stderr = [trace, std::mem::take(&mut output.stderr), total].concat();
    }
    Ok(output)
}

fn once_traced(args: &RenderArgs, session: &Session, trace: &mut String) -> Result<Output> {
    let run = Run::new(args, session)?;
    let files = run.files()?;
    let outcome = process(files, args, &run, trace).map_err(|error| run.explain(error));
    // Stop the clock: from here on files may be written, which must not be interrupted.
    drop(run);
    if matches!(args.destination, Destination::Bulk) {
        // The caller reads JSON, so failures are part of it.
        return Ok(Output::text(match outcome {
            Ok(Processed::Printed(text, _)) => text,
            Ok(Processed::Rendered(rendered)) => bulk::write(&rendered.files, None),
            Err(error) => bulk::write(&[], Some(&reference::chain(&error, &session.sources))),
        }));
    }
    if outcome.is_err() {
        // Complete what a killed run may have left.
        match &args.destination {
            Destination::Files(directory) => output::remove_leftovers(&*session.world, directory),
            Destination::EmptiedDirectory(directory) => {
                let directory = paths::clean(directory);
                output::remove_leftovers(&*session.world, output::around(&directory));
            }
            _ => {}
        }
    }
    match outcome? {
        Processed::Printed(text, warnings) => Ok(Output::text(text).warn(warnings)),
        Processed::Rendered(rendered) => deliver(rendered, args, session),
    }
}

/// The warning that text templates are omitted because only YAML is printed.
fn text_left_out(severity: Severity) -> Diagnostic {
    let message = "Non-YAML templates are not rendered to standard output";
    let error = Diagnostic::error(codes::TEXT_LEFT_OUT, message);
    Diagnostic { severity, ..error.note("--output-files writes them too") }
}

/// Writes the result to its destination.
fn deliver(rendered: Rendered, args: &RenderArgs, session: &Session) -> Result<Output> {
    let world = &*session.world;
    let Rendered { stream, files, mut warnings, has_text, .. } = rendered;
    let output = match &args.destination {
        Destination::Stdout if has_text && args.options.library.warnings_as_errors => {
            return Err(Box::new(text_left_out(Severity::Error)));
        }
        Destination::Stdout | Destination::Bulk => {
            let mut output = Output { stdout: stream, ..Output::default() };
            if has_text && session.reporter.style().form == Form::Text {
                TEXT_LEFT_OUT.clone_into(&mut output.stderr);
            } else if has_text {
                warnings.push(text_left_out(Severity::Warning));
            }
            output
        }
        Destination::Files(directory) => {
            let stderr = told(directory, &files, session);
            let report = output::write_files(world, directory, &files)?;
            Output { stderr, ..Output::text(report) }
        }
        Destination::EmptiedDirectory(directory) => {
            let stderr = told(directory, &files, session);
            let report = output::write_emptied(world, directory, &files, &args.paths())?;
            Output { stderr, ..Output::text(report) }
        }
        Destination::Diff { directory, emptied } => {
            diff::run(&output::changes(world, directory, &files, *emptied)?, &session.reporter)
        }
    };
    Ok(output.warn(warnings))
}

/// Counts the changed files, for people. The reference prints that it creates each file, even if it exists.
fn told(directory: &str, files: &[OutputFile], session: &Session) -> String {
    let style = session.reporter.style();
    if !style.notes || matches!(style.form, Form::Machine(_)) {
        return String::new();
    }
    let Tally { created, updated, unchanged } = output::tally(&*session.world, directory, files);
    let created = counted(created, "file");
    format!("{created} created, {updated} updated, {unchanged} unchanged\n")
}

/// The result of processing the inputs.
enum Processed {
    /// Information that was requested instead of a rendering.
    Printed(Vec<u8>, Vec<Diagnostic>),
    Rendered(Rendered),
}

fn process(
    mut files: Vec<InputFile>,
    args: &RenderArgs,
    run: &Run<'_>,
    trace: &mut String,
) -> Result<Processed> {
    let overlap = match (&args.inputs, args.destination.directory()) {
        (Inputs::Files(values), Some(directory)) => {
            Overlap::find(run.world(), directory, values, &files)
        }
        _ => None,
    };
    marks::apply(&mut files, &args.marks)?;
    let overlap = overlap.and_then(|overlap| overlap.marked(&files));
    if args.options.debug {
        *trace = safe::text(&inspect::outline(&files)).into_owned();
    }
    if args.options.inspect == Some(Inspect::Files) {
        let types = OutputTypes::choose(&args.options.output_types)?;
        let text = inspect::files(&files, types.format)?;
        return Ok(Processed::Printed(text, Vec::new()));
    }
    let target = match args.destination {
        Destination::Stdout => Target::Stream,
        _ => Target::Files,
    };
    let _progress = run.progress("rendering", &files);
    let doubts = results::doubts(&files, args, run.world());
    let mut rendered = render(run.session(), files, &args.options, target)?;
    if let Some(overlap) = overlap.map(|overlap| overlap.warning(&rendered.files)) {
        if args.options.library.warnings_as_errors {
            return Err(Box::new(Diagnostic { severity: Severity::Error, ..overlap }));
        }
        rendered.warnings.push(overlap);
    }
    if rendered.is_inspection {
        let text = std::mem::take(&mut rendered.stream).concat();
        return Ok(Processed::Printed(text, rendered.warnings));
    }
    rendered.warnings.extend(doubts);
    Ok(Processed::Rendered(rendered))
}
