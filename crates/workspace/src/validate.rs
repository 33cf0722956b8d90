//! Whether data values fit their schema and its rules, without rendering anything.

use yardstick_diagnostics::{Diagnostic, Result};

use crate::{
    InputFile, Kind, Session, library::LibraryRun, options::Options, pipeline::Pipeline,
    schema_diff::no_schema,
};

/// All that is wrong with the data values of the project, and with the files that say what they may be;
/// warnings too. Files that cannot be read as YAML are all reported. Values are looked at when there is no
/// such file: first their types and then the rules, and after those of the project the data values of the
/// libraries that its templates evaluate.
pub fn validate(session: Session, files: Vec<InputFile>, options: &Options) -> Vec<Diagnostic> {
    let mut pipeline = match Pipeline::start(session, files, options) {
        Ok(pipeline) => pipeline,
        Err(error) => return vec![*error],
    };
    let mut found = unreadable(&pipeline.library);
    if found.is_empty() {
        match checked(&mut pipeline) {
            Ok(failures) => found.extend(failures),
            Err(error) => found.push(*error),
        }
    }
    match pipeline.session.take_warnings(options.library.warnings_as_errors) {
        Ok(warnings) => found.extend(warnings),
        Err(error) => found.push(*error),
    }
    found
}

/// Checks the data values of the project, then those of libraries. Where there is nothing that could be checked,
/// "valid" would be a lie.
fn checked(pipeline: &mut Pipeline) -> Result<Vec<Diagnostic>> {
    let with_schema = pipeline.schema()?;
    let has_schema = with_schema.schema.is_some();
    let prepared = with_schema.values(&mut pipeline.thread)?;
    let project = &pipeline.library.project;
    if !has_schema && !project.has_rules() && !project.tree.has_private_libraries() {
        return Err(no_schema(
            "Nothing was checked: there is no schema of data values in the input files",
        ));
    }
    Ok(prepared.library_failures(&mut pipeline.thread))
}

/// An error for each template that is not YAML.
fn unreadable(library: &LibraryRun) -> Vec<Diagnostic> {
    let (project, strict) = (&library.project, library.options.strict);
    let walked = project.tree.walk(library.root).into_iter();
    let templates: Vec<_> = walked
        .map(|at| at.file)
        .filter(|&file| {
            let input = project.file(file);
            input.kind() == Kind::Yaml && input.is_template()
        })
        .collect();
    if project.parse_all(&templates, strict).is_ok() {
        return Vec::new();
    }
    let errors = templates.into_iter().filter_map(|file| project.parsed(file, strict).err());
    errors.map(|error| *error).collect()
}
