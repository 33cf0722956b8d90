//! No command, or `template`: inputs in, documents and files out.

use std::{sync::Arc, time::Instant};

use yardstick_diagnostics::{Diagnostic, Result, Sources, bail, codes, render::reference};
use yardstick_workspace::{
    InputFile, Rendered, Target, World, bulk, inspect, marks,
    options::{Inspect, OutputTypes},
    output, render,
};

use super::{diff, setting::Setting};
use crate::{
    args::{Destination, RenderArgs},
    report::{Output, Reporter},
};

const TEXT_LEFT_OUT: &str = "
Warning: Found Non-YAML templates in input. Non-YAML templates are not rendered to standard output.
If you want to include those results, use the --output-files or --dangerous-emptied-output-directory flag.
";

/// Renders and puts the result where it is wanted.
pub(crate) fn run(
    args: &RenderArgs,
    world: &Arc<dyn World>,
    sources: &Arc<Sources>,
    reporter: Reporter,
) -> Result<Output> {
    let started = Instant::now();
    let mut trace = String::new();
    let mut output = run_traced(args, world, sources, reporter, &mut trace)?;
    if args.options.debug {
        let total = format!("total: {:?}\n", started.elapsed());
        output.stderr = [trace, std::mem::take(&mut output.stderr), total].concat();
    }
    Ok(output)
}

fn run_traced(
    args: &RenderArgs,
    world: &Arc<dyn World>,
    sources: &Arc<Sources>,
    reporter: Reporter,
    trace: &mut String,
) -> Result<Output> {
    let setting = Setting::new(args, world, sources, reporter)?;
    let files = setting.files()?;
    let outcome = process(files, args, &setting, trace).map_err(|error| setting.explain(error));
    // From here on something may be written, which must not be cut short.
    drop(setting);
    if matches!(args.destination, Destination::Bulk) {
        // The caller reads JSON: failures are part of it.
        return Ok(Output::text(match outcome {
            Ok(Processed::Printed(text, _)) => text,
            Ok(Processed::Rendered(rendered)) => bulk::write(&rendered.files, None),
            Err(error) => bulk::write(&[], Some(&reference::chain(&error, sources))),
        }));
    }
    match outcome? {
        Processed::Printed(text, warnings) => Ok(Output::text(text).warn(warnings)),
        Processed::Rendered(rendered) => deliver(rendered, args, &**world, reporter),
    }
}

/// Puts the result where it is wanted.
fn deliver(
    rendered: Rendered,
    args: &RenderArgs,
    world: &dyn World,
    reporter: Reporter,
) -> Result<Output> {
    let Rendered { stream, files, warnings, has_text, .. } = rendered;
    let output = match &args.destination {
        Destination::Stdout if has_text && args.options.library.warnings_as_errors => {
            bail!(
                codes::TEXT_LEFT_OUT, "Non-YAML templates are not rendered to standard output";
                note: "--output-files writes them too"
            );
        }
        Destination::Stdout | Destination::Bulk => {
            let stderr = if has_text { TEXT_LEFT_OUT } else { "" };
            Output { stdout: stream, stderr: stderr.to_owned(), ..Output::default() }
        }
        Destination::Files(directory) => {
            Output::text(output::write_files(world, directory, &files)?)
        }
        Destination::EmptiedDirectory(directory) => {
            Output::text(output::write_emptied(world, directory, &files, &args.paths())?)
        }
        Destination::Diff { directory, emptied } => {
            diff::run(&output::changes(world, directory, &files, *emptied)?, reporter)
        }
    };
    Ok(output.warn(warnings))
}

/// What came of the inputs.
enum Processed {
    /// What was asked about, instead of a rendering.
    Printed(Vec<u8>, Vec<Diagnostic>),
    Rendered(Rendered),
}

fn process(
    mut files: Vec<InputFile>,
    args: &RenderArgs,
    setting: &Setting<'_>,
    trace: &mut String,
) -> Result<Processed> {
    marks::apply(&mut files, &args.marks)?;
    if args.options.debug {
        *trace = inspect::outline(&files);
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
    let _progress = Setting::progress("rendering", &files);
    let mut rendered = render(setting.session(), files, &args.options, target)?;
    if rendered.is_inspection {
        let text = std::mem::take(&mut rendered.stream).concat();
        return Ok(Processed::Printed(text, rendered.warnings));
    }
    Ok(Processed::Rendered(rendered))
}
