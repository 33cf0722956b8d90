//! Renders input files to documents and text files, or prints the information that options request instead.

use std::rc::Rc;

use yardstick_diagnostics::Result;

use crate::{
    InputFile, Session, inspect,
    library::check_given,
    options::{Inspect, Options},
    output_schema_flag,
    pipeline::Pipeline,
    print::{Printing, Rendered, Target},
};

/// Renders `files`, or answers the question in `options`.
pub fn render(
    session: Session,
    files: Vec<InputFile>,
    options: &Options,
    target: Target,
) -> Result<Rendered> {
    let mut pipeline = Pipeline::start(session, files, options)?;
    let rendered = match options.inspect {
        Some(inspect @ (Inspect::Schema | Inspect::SchemaFields)) => {
            inspect::schema(&mut pipeline, options, inspect, target)
        }
        Some(Inspect::DataValues) => inspect::data_values(&mut pipeline, options),
        Some(Inspect::Files) | None => documents(&mut pipeline, options, target),
    };
    let mut rendered = rendered.map_err(|error| pipeline.session.with_warnings(error))?;
    rendered.warnings = pipeline.session.take_warnings(options.library.warnings_as_errors)?;
    let session = Rc::clone(&pipeline.session);
    session.let_go(pipeline);
    Ok(rendered)
}

/// Runs all steps: documents and text files.
fn documents(pipeline: &mut Pipeline, options: &Options, target: Target) -> Result<Rendered> {
    let (prepared, format) = pipeline.values_to_print(options)?;
    let mut output_schemas = output_schema_flag::read(&pipeline.session, &options.output_schemas)?;
    let proposals = prepared.run.proposals.get();
    let mut library = prepared.render(&mut pipeline.thread)?;
    pipeline.session.let_go(prepared);
    if !output_schemas.is_empty() && !options.library.disable_output_validation {
        let project = &pipeline.library.project;
        check_given(project, &library.files, &mut output_schemas, proposals)?;
    }
    // From here on only printing needs large trees, and forgets what it has printed.
    let project = &pipeline.library.project;
    project.forget_large_trees();
    let rendered = Printing { target, format }.files(project, &mut library.files)?;
    pipeline.session.let_go(library);
    Ok(rendered)
}
