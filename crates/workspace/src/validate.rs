//! Checks data values against their schema and its rules, without rendering.

use std::rc::Rc;

use yardstick_diagnostics::{Diagnostic, Result};

use crate::{
    InputFile, Session,
    options::Options,
    pipeline::{Pipeline, no_schema},
};

/// Returns all problems of the project's data values and of the files that declare them, including warnings. One run
/// finds unreadable files, values of the wrong type and broken rules, as far as they can be distinguished. Problems of
/// the libraries that its templates evaluate follow.
pub fn validate(mut session: Session, files: Vec<InputFile>, options: &Options) -> Vec<Diagnostic> {
    session.thorough = Rc::new(|| true);
    let mut pipeline = match Pipeline::start(session, files, options) {
        Ok(pipeline) => pipeline,
        Err(error) => return error.into_single(),
    };
    let failures = match checked(&mut pipeline) {
        Ok(failures) => failures,
        Err(error) => error.into_single(),
    };
    // Warnings come first, because they often name the cause.
    let mut found = match pipeline.session.take_warnings(options.library.warnings_as_errors) {
        Ok(warnings) => warnings,
        Err(error) => vec![*error],
    };
    found.extend(failures);
    found
}

/// Checks the data values of the project, then those of libraries. Fails if there is nothing to check, because "valid"
/// would be misleading.
fn checked(pipeline: &mut Pipeline) -> Result<Vec<Diagnostic>> {
    let (prepared, has_schema) = pipeline.values()?;
    let project = &pipeline.library.project;
    if !has_schema && !project.has_rules() && !project.tree.has_private_libraries() {
        return Err(no_schema(
            "Nothing was checked: there is no data values schema in the input files",
        ));
    }
    Ok(prepared.library_failures(&mut pipeline.thread))
}
