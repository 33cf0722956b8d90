//! Reports missing things: documents without a schema (an error, or skipped and counted), and configured files that
//! do not exist (an error).

use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, FileFailure, FileReport, codes, some_of};
use yardstick_world::{EntryKind, World, describe, nearby};

use crate::discover::{Discovery, inputs::Input};

/// What to do about a document without a schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingSchema {
    /// Skip it and count it in the summary.
    Skip,
    /// Treat it as valid, with a warning that names the files.
    Warn,
    /// Report an error, because the document could not be checked.
    #[default]
    Error,
}

impl MissingSchema {
    /// The names of these policies on the command line.
    pub const NAMES: [&str; 3] = ["skip", "warn", "error"];

    /// Returns the policy called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "skip" => MissingSchema::Skip,
            "warn" => MissingSchema::Warn,
            "error" => MissingSchema::Error,
            _ => return None,
        })
    }

    /// Returns the policy for a file. If the user did not choose one, it is an error for a file that the user named,
    /// because it was meant to be checked. A file that was only found in a directory may be anything, so it is a
    /// warning.
    pub fn of(asked: Option<Self>, is_found: bool) -> Self {
        asked.unwrap_or(if is_found { MissingSchema::Warn } else { MissingSchema::Error })
    }
}

/// Returns one warning for all documents of `files` that were skipped, unless the user asked for another policy.
pub(crate) fn warning(files: &[FileReport], asked: Option<MissingSchema>) -> Option<Diagnostic> {
    const SHOWN: usize = 5;
    if MissingSchema::of(asked, true) != MissingSchema::Warn {
        return None;
    }
    let left_out: Vec<String> = files.iter().filter_map(FileReport::left_out).collect();
    let names = some_of(&left_out, SHOWN);
    let message = match left_out.len() {
        0 => return None,
        1 => format!("no schema applies to 1 file, which was not checked: {names}"),
        count => format!("no schema applies to {count} files, which were not checked: {names}"),
    };
    Some(Diagnostic::warning(codes::NO_SCHEMA, message))
}

/// Adds a note to files without a schema if another of the files is a schema: it was probably passed as a document,
/// without its flag.
pub(crate) fn note_schemas(files: &mut [FileReport]) {
    let is_meta = |schema: &Arc<str>| schema.contains("://json-schema.org/");
    let Some(schema) = files.iter().find(|file| file.schema.as_ref().is_some_and(is_meta)) else {
        return;
    };
    let note = format!("{0} is a schema: pass it as one, -f {0}", schema.name);
    for file in files {
        if let Some(FileFailure::Own(problem)) = &mut file.failure
            && problem.code == codes::NO_SCHEMA
        {
            problem.notes.insert(0, note.clone());
        }
    }
}

/// Returns the problems with files and patterns that the configuration lists but that do not exist. If there is
/// nothing to check, returns at least one problem.
pub(crate) fn listed(
    discovery: &Discovery,
    inputs: &[Input],
    world: &dyn World,
) -> Vec<Diagnostic> {
    let Some(config) = &discovery.config else { return Vec::new() };
    // If the configuration lists `files`, its schemas may apply to other files.
    if !config.files.is_empty() {
        return Vec::new();
    }
    let files: Vec<&str> = inputs
        .iter()
        .filter_map(|input| match input {
            Input::File(path) | Input::Found(path) => Some(path.as_str()),
            Input::Stdin | Input::Nothing(_) => None,
        })
        .collect();
    let mut problems = config.unused(&files, world);
    problems.extend(config.idle_patterns(&files, world));
    if files.is_empty() && problems.is_empty() {
        let message = if config.lists_nothing() {
            format!("Nothing to check: {} has neither `schemas` nor `files`", config.path)
        } else {
            format!("Nothing to check: none of the files listed in {} exists", config.path)
        };
        let error = Diagnostic::error(codes::NOTHING_TO_CHECK, message);
        problems.push(
            error
                .note("`schemas: {SCHEMA: [PATTERNS]}` in it lists what to check")
                .note("or name files: yardstick check -f SCHEMA FILES"),
        );
    }
    problems
}

/// Whether the file at `path` may define kinds of resources: it mentions how they are defined, or cannot be read yet.
fn defines(world: &dyn World, path: &str) -> bool {
    let words: [&[u8]; 2] = [b"CustomResourceDefinition", b"x-kubernetes-group-version-kind"];
    let has = |bytes: &[u8]| words.iter().any(|word| memchr::memmem::find(bytes, word).is_some());
    world.read(path).map_or(true, |bytes| has(&bytes))
}

/// Checks that a location of Kubernetes schemas exists, as far as that is possible without reading it.
pub(crate) fn place(world: &dyn World, place: &str) -> Result<(), Box<Diagnostic>> {
    let path = match place.split_once("{{") {
        Some((fixed, _)) => fixed.rsplit_once('/').map_or("", |(directory, _)| directory),
        None => place,
    };
    if path.is_empty() || path.contains("://") {
        return Ok(());
    }
    match world.kind(path) {
        Ok(EntryKind::File) if !defines(world, path) => {
            let message = format!("--k8s {path}: the file defines no kind of resource");
            let note = "it takes custom resource definitions, or a directory of schemas; documents are given without a flag";
            Err(Box::new(Diagnostic::error(codes::UNREADABLE_SCHEMA, message).note(note)))
        }
        Ok(_) => Ok(()),
        Err(error) => {
            let message = describe("--k8s", path, &error);
            let problem = Diagnostic::error(codes::UNREADABLE_SCHEMA, message);
            Err(Box::new(problem.notes(nearby::hint(world, path))))
        }
    }
}
