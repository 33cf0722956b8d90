//! No command, or `template`: inputs in, documents and files out.

use std::{sync::Arc, time::Instant};

use yardstick_diagnostics::{Result, Sources, render::reference};
use yardstick_workspace::{
    InputFile, World, bulk, inputs, inspect, marks,
    options::{Inspect, OutputTypes},
    output,
    render::{Limits, Rendered, Surroundings, Target, render},
};

use crate::{
    args::{Destination, Inputs, RenderArgs},
    report::{self, Output},
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
) -> Result<Output> {
    let started = Instant::now();
    let mut trace = String::new();
    let mut output = run_traced(args, world, sources, &mut trace)?;
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
    trace: &mut String,
) -> Result<Output> {
    let files = match &args.inputs {
        Inputs::Bulk(json) => bulk::read(json)?,
        Inputs::Files(values) => inputs::resolve(&**world, values, &args.links)?,
    };
    let outcome = process(files, args, world, sources, trace);
    if matches!(args.destination, Destination::Bulk) {
        // The caller reads JSON: failures are part of it.
        return Ok(Output::text(match outcome {
            Ok(Processed::Printed(text)) => text,
            Ok(Processed::Rendered(rendered)) => bulk::write(&rendered.files, None),
            Err(error) => bulk::write(&[], Some(&reference::chain(&error, sources))),
        }));
    }
    let rendered = match outcome? {
        Processed::Printed(text) => return Ok(Output::text(text)),
        Processed::Rendered(rendered) => rendered,
    };
    let values: &[String] = match &args.inputs {
        Inputs::Files(values) => values,
        Inputs::Bulk(_) => &[],
    };
    match &args.destination {
        Destination::Stdout | Destination::Bulk => {
            let stderr = if rendered.has_text { TEXT_LEFT_OUT } else { "" };
            Ok(Output { stdout: rendered.stream, stderr: stderr.to_owned() })
        }
        Destination::Files(directory) => {
            output::write_files(&**world, directory, &rendered.files).map(Output::text)
        }
        Destination::EmptiedDirectory(directory) => {
            output::write_emptied(&**world, directory, &rendered.files, values).map(Output::text)
        }
    }
}

/// What came of the inputs.
enum Processed {
    /// What was asked about, instead of a rendering.
    Printed(Vec<u8>),
    Rendered(Rendered),
}

fn process(
    mut files: Vec<InputFile>,
    args: &RenderArgs,
    world: &Arc<dyn World>,
    sources: &Arc<Sources>,
    trace: &mut String,
) -> Result<Processed> {
    marks::apply(&mut files, &args.marks)?;
    if args.options.debug {
        *trace = inspect::outline(&files);
    }
    if args.options.inspect == Some(Inspect::Files) {
        let types = OutputTypes::from_words(&args.options.output_types)?;
        return inspect::files(&files, types.format).map(Processed::Printed);
    }
    let target = match args.destination {
        Destination::Stdout => Target::Stream,
        _ => Target::Files,
    };
    let surroundings = Surroundings {
        world: Arc::clone(world),
        sources: Arc::clone(sources),
        print: Box::new(report::print_line),
        links: args.links.clone(),
        limits: Limits::default(),
        short_lived: true,
    };
    let mut rendered = render(surroundings, files, &args.options, target)?;
    if rendered.is_inspection {
        return Ok(Processed::Printed(std::mem::take(&mut rendered.stream).concat()));
    }
    Ok(Processed::Rendered(rendered))
}
