//! Everything about a project in one run, for editors: what is wrong, what may be written, what comes out.
//!
//! Other commands stop where their question is answered. A survey goes on as long as anything can be learned: a
//! template that cannot be read does not keep the others from being rendered, and where data values are refused
//! the schema is still known.

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

/// What a run found out.
#[derive(Default)]
pub struct Survey {
    /// All that is wrong, warnings too.
    pub diagnostics: Vec<Diagnostic>,
    /// What data values may be, if that is declared and could be read.
    pub schema: Option<Outline>,
    /// The data values, if they fit.
    pub values: Option<Yaml>,
    /// Which nodes overlays were applied to.
    pub overlays: Vec<Applied>,
    /// The files of the result, if there is one.
    pub rendered: Option<Vec<OutputFile>>,
}

/// Goes through `files` as far as possible.
pub fn survey(mut session: Session, files: Vec<InputFile>, options: &Options) -> Survey {
    session.thorough = Rc::new(|| true);
    session.traces_overlays = true;
    let mut survey = Survey::default();
    let mut pipeline = match Pipeline::start(session, files, options) {
        Ok(pipeline) => pipeline,
        Err(error) => {
            survey.diagnostics = error.one_by_one();
            return survey;
        }
    };
    let outcome = survey.run(&mut pipeline);
    survey.overlays = pipeline.session.take_applied();
    survey.diagnostics.extend(pipeline.session.take_errors());
    if let Err(error) = outcome {
        survey.diagnostics.extend(error.one_by_one());
    }
    match pipeline.session.take_warnings(options.library.warnings_as_errors) {
        Ok(warnings) => survey.diagnostics.extend(warnings),
        Err(error) => survey.diagnostics.extend(error.one_by_one()),
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
            // Values would be missed that are only not read.
            return Ok(());
        }
        let prepared = with_schema.values(&mut pipeline.thread)?;
        self.values = Some(prepared.computed.document.value.clone());
        let library = prepared.render(&mut pipeline.thread)?;
        let printing = Printing { target: Target::Files, format: Format::Yaml };
        let rendered = printing.files(&pipeline.library.project, &library.files)?;
        self.diagnostics.extend(rendered.warnings);
        self.rendered = Some(rendered.files);
        Ok(())
    }
}

/// Whether the file that could not be read is one of data values.
fn may_hold_values(error: &Diagnostic, pipeline: &Pipeline) -> bool {
    const MARK: &[u8] = b"data/values";
    let Some(span) = error.span() else { return true };
    let file = pipeline.session.sources.get(span.file);
    file.bytes().windows(MARK.len()).any(|part| part == MARK)
}
