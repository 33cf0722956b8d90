//! Collects everything about a project in one run, for editors: problems, schema, data values and output.
//!
//! Other commands stop when their question is answered. A survey continues as long as it can learn something: an
//! unreadable template does not prevent the others from being rendered, and the schema is known even if data values
//! are rejected.

use std::rc::Rc;

use yardstick_diagnostics::{Diagnostic, Result};
use yardstick_overlay::Applied;
use yardstick_schema::Outline;
use yardstick_template::tree::Yaml;

use crate::{
    InputFile, Session,
    options::{Format, Options},
    output::OutputFile,
    pipeline::Pipeline,
    print::{Printing, Target},
};

/// The results of a survey.
#[derive(Default)]
pub struct Survey {
    /// All errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The outline of the schema, if there is one that can be read.
    pub schema: Option<Outline>,
    /// The data values, if they are valid.
    pub values: Option<Yaml>,
    /// The nodes that overlays were applied to.
    pub overlays: Vec<Applied>,
    /// The output files, if rendering succeeded.
    pub rendered: Option<Vec<OutputFile>>,
}

/// Processes `files` as far as possible.
pub fn survey(mut session: Session, files: Vec<InputFile>, options: &Options) -> Survey {
    session.thorough = Rc::new(|| true);
    session.traces_overlays = true;
    let mut survey = Survey::default();
    let mut pipeline = match Pipeline::start(session, files, options) {
        Ok(pipeline) => pipeline,
        Err(error) => {
            survey.diagnostics = error.into_single();
            return survey;
        }
    };
    let outcome = survey.run(&mut pipeline);
    survey.overlays = pipeline.session.take_applied();
    survey.diagnostics.extend(pipeline.session.take_errors());
    if let Err(error) = outcome {
        survey.diagnostics.extend(error.into_single());
    }
    match pipeline.session.take_warnings(options.library.warnings_as_errors) {
        Ok(warnings) => survey.diagnostics.extend(warnings),
        Err(error) => survey.diagnostics.extend(error.into_single()),
    }
    survey
}

impl Survey {
    fn run(&mut self, pipeline: &mut Pipeline) -> Result<()> {
        let with_schema = pipeline.unsettled_schema()?;
        self.schema =
            with_schema.schema.as_ref().map(|schema| schema.outline(&mut pipeline.thread));
        let unread = pipeline.session.take_errors();
        let misses_values = unread.iter().any(|error| may_hold_values(error, pipeline));
        self.diagnostics.extend(unread);
        if misses_values {
            // The next stage would report values as missing that are only unreadable.
            return Ok(());
        }
        let prepared = with_schema.values(&mut pipeline.thread)?;
        self.values = Some(prepared.computed.document.value.clone());
        let mut library = prepared.render(&mut pipeline.thread)?;
        let printing = Printing { target: Target::Files, format: Format::Yaml };
        let rendered = printing.files(&pipeline.library.project, &mut library.files)?;
        self.diagnostics.extend(rendered.warnings);
        self.rendered = Some(rendered.files);
        Ok(())
    }
}

/// True if the file that could not be read may contain data values.
fn may_hold_values(error: &Diagnostic, pipeline: &Pipeline) -> bool {
    const MARK: &[u8] = b"data/values";
    let Some(span) = error.span() else { return true };
    let file = pipeline.session.sources.get(span.file);
    file.bytes().windows(MARK.len()).any(|part| part == MARK)
}
