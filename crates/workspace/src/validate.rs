//! Whether data values fit their schema and its rules, without rendering anything.

use yardstick_diagnostics::{Diagnostic, Result};

use crate::{
    InputFile, Kind,
    library::{LibraryRun, Project, refuse},
    options::Options,
    render::{Surroundings, start},
};

/// All that is wrong with the data values of the project, and with the files that say what they may be;
/// warnings too. Files that cannot be read as YAML are all reported; values are looked at when none is
/// left, first their types and then the rules, and behind those of the project the data values of the
/// libraries that its templates evaluate.
pub fn validate(
    surroundings: Surroundings,
    files: Vec<InputFile>,
    options: &Options,
) -> Vec<Diagnostic> {
    let (mut thread, run, given) = match start(surroundings, files, options) {
        Ok(started) => started,
        Err(error) => return vec![*error],
    };
    let mut found = unreadable(&run);
    if found.is_empty() {
        let outcome: Result<_> = run
            .schema(&mut thread, given.schema, given.inner)
            .and_then(|with_schema| with_schema.values(&mut thread, given.values));
        match outcome {
            Ok(prepared) => found.extend(prepared.library_failures(&mut thread)),
            Err(error) => found.push(*error),
        }
    }
    let warnings = run.project.take_warnings();
    if options.warnings_as_errors {
        found.extend(refuse(&warnings, &run.project.sources).err().map(|error| *error));
    } else {
        found.extend(warnings);
    }
    found
}

/// An error for each template that is not YAML.
fn unreadable(run: &LibraryRun) -> Vec<Diagnostic> {
    let project: &Project = &run.project;
    let walked = project.tree.walk(run.root);
    let templates = walked.into_iter().map(|(_, file)| file).filter(|&file| {
        let input = &project.files[file];
        input.kind() == Kind::Yaml && input.is_template()
    });
    let templates: Vec<_> = templates.collect();
    if project.parse_all(&templates, run.settings.strict).is_ok() {
        return Vec::new();
    }
    let errors =
        templates.into_iter().filter_map(|file| project.parsed(file, run.settings.strict).err());
    errors.map(|error| *error).collect()
}
