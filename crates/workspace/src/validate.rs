//! Whether data values fit their schema and its rules, without rendering anything.

use yardstick_diagnostics::Diagnostic;

use crate::{InputFile, Session, options::Options, pipeline::Pipeline};

/// All that is wrong with the data values of the project, and with the files that say what they may be; warnings too.
/// One run finds files that cannot be read, values whose type does not fit and rules that are broken, as far as
/// they can be told apart. After the data values of the project come those of the libraries that its templates
/// evaluate.
pub fn validate(mut session: Session, files: Vec<InputFile>, options: &Options) -> Vec<Diagnostic> {
    session.thorough = true;
    let mut pipeline = match Pipeline::start(session, files, options) {
        Ok(pipeline) => pipeline,
        Err(error) => return error.one_by_one(),
    };
    let mut found = match pipeline.values() {
        Ok(prepared) => prepared.library_failures(&mut pipeline.thread),
        Err(error) => error.one_by_one(),
    };
    match pipeline.session.take_warnings(options.library.warnings_as_errors) {
        Ok(warnings) => found.extend(warnings),
        Err(error) => found.push(*error),
    }
    found
}
