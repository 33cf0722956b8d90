//! From arguments to files: files, directories, patterns, `-`.

use std::{io, path::Path};

use globset::GlobBuilder;
use yardstick_world::World;

/// One file to check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// On disk.
    File(String),
    /// Standard input.
    Stdin,
    /// None: a directory or a pattern stands for no file at all.
    Nothing {
        /// What was written.
        argument: String,
        /// What is not there.
        reason: String,
    },
}

/// The files that `arguments` name, in order.
pub fn expand(world: &dyn World, arguments: &[String]) -> io::Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for argument in arguments {
        let from = inputs.len();
        let mut missing = "";
        if argument == "-" {
            inputs.push(Input::Stdin);
        } else if world.is_directory(argument) {
            missing = "no YAML or JSON files in this directory";
            inputs.extend(documents_below(world, argument)?.map(Input::File));
        } else if let Some((directory, pattern)) = as_pattern(world, argument) {
            missing = "no YAML or JSON file has a name of this pattern";
            let glob = GlobBuilder::new(&pattern)
                .literal_separator(true)
                .build()
                .map_err(io::Error::other)?
                .compile_matcher();
            let files = documents_below(world, directory)?;
            inputs.extend(files.filter(|file| glob.is_match(file)).map(Input::File));
        } else {
            inputs.push(Input::File(argument.clone()));
        }
        if inputs.len() == from {
            let argument = argument.clone();
            inputs.push(Input::Nothing { argument, reason: missing.to_owned() });
        }
    }
    Ok(inputs)
}

/// A pattern, and the directory in front of its first special character.
fn as_pattern<'a>(world: &dyn World, argument: &'a str) -> Option<(&'a str, String)> {
    let special = argument.find(['*', '?', '[', '{'])?;
    // A file may well have such a name.
    if world.is_readable(argument) {
        return None;
    }
    match argument[..special].rfind('/') {
        Some(0) => Some(("/", argument.to_owned())),
        Some(at) => Some((&argument[..at], argument.to_owned())),
        // Files below `.` are called `./name`.
        None => Some((".", format!("./{argument}"))),
    }
}

/// The YAML and JSON files below `directory`, in order.
fn documents_below(
    world: &dyn World,
    directory: &str,
) -> io::Result<impl Iterator<Item = String> + use<>> {
    let is_document = |path: &String| {
        let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| {
            ["yaml", "yml", "json"].iter().any(|known| extension.eq_ignore_ascii_case(known))
        })
    };
    Ok(world.files_below(directory)?.into_iter().filter(is_document))
}
