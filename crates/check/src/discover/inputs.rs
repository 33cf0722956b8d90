//! From arguments to files: files, directories, patterns, `-`.

use std::{
    io,
    path::{Path, PathBuf},
};

use globset::GlobBuilder;

use crate::world::World;

/// One file to check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// On disk.
    File(PathBuf),
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
pub fn expand(world: &dyn World, arguments: &[PathBuf]) -> io::Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for argument in arguments {
        let from = inputs.len();
        let mut missing = "";
        if argument.as_os_str() == "-" {
            inputs.push(Input::Stdin);
        } else if world.is_directory(argument) {
            missing = "no YAML or JSON files in this directory";
            inputs.extend(world.files_below(argument)?.into_iter().map(Input::File));
        } else if let Some((directory, pattern)) = as_pattern(world, argument) {
            missing = "no YAML or JSON file has a name of this pattern";
            let glob = GlobBuilder::new(&pattern)
                .literal_separator(true)
                .build()
                .map_err(io::Error::other)?
                .compile_matcher();
            let files = world.files_below(&directory)?.into_iter();
            inputs.extend(files.filter(|file| glob.is_match(file)).map(Input::File));
        } else {
            inputs.push(Input::File(argument.clone()));
        }
        if inputs.len() == from {
            let argument = argument.display().to_string();
            inputs.push(Input::Nothing { argument, reason: missing.to_owned() });
        }
    }
    Ok(inputs)
}

/// A pattern, and the directory in front of its first special character.
fn as_pattern(world: &dyn World, argument: &Path) -> Option<(PathBuf, String)> {
    let text = argument.to_str()?;
    let special = text.find(['*', '?', '[', '{'])?;
    // A file may well have such a name.
    if world.read(argument).is_ok() {
        return None;
    }
    match text[..special].rfind('/') {
        Some(0) => Some((PathBuf::from("/"), text.to_owned())),
        Some(at) => Some((PathBuf::from(&text[..at]), text.to_owned())),
        // Files below `.` are called `./name`.
        None => Some((PathBuf::from("."), format!("./{text}"))),
    }
}
