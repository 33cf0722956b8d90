//! Checks that the output may be written to its destination. Paths come from file names, file marks and flags, so a
//! mistake in one of them must not overwrite or remove anything but earlier output.

use yardstick_diagnostics::{Result, bail, codes};

use crate::{
    World, output::OutputFile, paths, symlinks::real_path, temporary::is_temporary,
    world::EntryKind,
};

/// Checks that every file stays inside the output directory.
pub(super) fn check_inside(files: &[OutputFile]) -> Result<()> {
    for OutputFile { path, .. } in files {
        let cleaned = paths::clean(path);
        if path.starts_with('/') || cleaned == "." || cleaned == ".." || cleaned.starts_with("../")
        {
            bail!(
                codes::OUTPUT_OUTSIDE, "Expected output path '{path}' to stay inside the output directory";
                note: "the path comes from a 'name=' prefix of -f or from a file mark"
            );
        }
        // The next run would take it for a leftover of a killed run and remove it.
        if let Some(name) = cleaned.split('/').find(|name| is_temporary(name)) {
            bail!(
                codes::OUTPUT_OUTSIDE, "The output path '{path}' has the name of a temporary directory: '{name}'";
                note: "rename the file, or give it another path with -f NAME=FILE"
            );
        }
    }
    Ok(())
}

/// Checks that no path is both a file and a directory.
pub(super) fn check_nesting(files: &[OutputFile]) -> Result<()> {
    let cleaned: std::collections::HashSet<_> =
        files.iter().map(|file| paths::clean(&file.path)).collect();
    for path in &cleaned {
        let above = path.match_indices('/').map(|(at, _)| &path[..at]);
        if let Some(file) = above.into_iter().find(|&above| cleaned.contains(above)) {
            bail!(
                codes::OUTPUT_CLASH,
                "Output path '{file}' is a file, but '{path}' would be inside it"
            );
        }
    }
    Ok(())
}

/// Checks that no link in `directory` redirects files written below it.
pub(super) fn check_links(world: &dyn World, directory: &str, below: &str) -> Result<()> {
    for (at, _) in below.match_indices('/').chain([(below.len(), "")]) {
        let path = paths::join(directory, &below[..at]);
        match world.entry(&path) {
            Err(_) => return Ok(()),
            Ok(EntryKind::Link) => {}
            Ok(_) => continue,
        }
        let inside = real_path(world, directory)
            .zip(real_path(world, &path))
            .is_some_and(|(directory, end)| paths::is_within(&end, &directory));
        if !inside {
            bail!(
                codes::OUTPUT_OUTSIDE, "Expected output path '{path}' to stay inside the output directory";
                note: "it is a link that leads out of it"
            );
        }
    }
    Ok(())
}

/// Checks that no two files have the same path.
pub(super) fn check_distinct(files: &[OutputFile]) -> Result<()> {
    let mut cleaned: Vec<_> = files.iter().map(|file| paths::clean(&file.path)).collect();
    cleaned.sort();
    match cleaned.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(()),
        Some(pair) => bail!(
            codes::OUTPUT_CLASH,
            "Multiple files have same output destination paths: {}",
            pair[0]
        ),
    }
}

/// Checks that `directory`, if it exists, is a directory or a link to one.
pub(super) fn check_is_directory(world: &dyn World, directory: &str) -> Result<()> {
    let path = paths::clean(directory);
    let refused = match world.entry(&path) {
        Err(_) | Ok(EntryKind::Directory) => false,
        Ok(EntryKind::Link) => !world.is_directory(&path),
        Ok(_) => true,
    };
    if refused {
        bail!(
            codes::OUTPUT_DIRECTORY,
            "Expected output directory '{directory}' to be a directory; nothing else is replaced"
        );
    }
    Ok(())
}

/// Something that must not be in a directory whose content is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Precious {
    /// The root or the current directory: the directory itself is precious.
    Itself,
    /// The current or the home directory, below it.
    Place(&'static str),
    /// An input.
    Input(String),
}

/// What would be lost with the content of `directory`: the root, the current or the home directory, or one of
/// `inputs`.
pub fn precious_in(
    world: &dyn World,
    directory: &str,
    inputs: &[impl AsRef<str>],
) -> Option<Precious> {
    let here = world.current_directory().unwrap_or_else(|_| "/".to_owned());
    let target = paths::absolute(&here, directory);
    if target == "/" || target == here {
        return Some(Precious::Itself);
    }
    // The real paths of the directory and the inputs matter. Replacing a link removes nothing else.
    let real = |path: &str| real_path(world, path).unwrap_or_else(|| paths::absolute(&here, path));
    let (above, name) = target.rsplit_once('/').unwrap_or(("", &target));
    let place = paths::join(&real(if above.is_empty() { "/" } else { above }), name);
    let holds = |path: &str| {
        paths::is_within(&paths::absolute(&here, path), &target)
            || paths::is_within(&real(path), &place)
    };
    let places = [
        ("the current directory", Some(here.clone())),
        ("the home directory", world.home_directory()),
    ];
    for (name, path) in places {
        if path.is_some_and(|path| holds(&path)) {
            return Some(Precious::Place(name));
        }
    }
    // A new name may precede the path. A wrong guess only rejects more.
    let sources = inputs.iter().map(AsRef::as_ref);
    let mut sources =
        sources.map(|input| input.split_once('=').map_or(input, |(_, source)| source));
    let is_held = |source: &&str| *source != "-" && !source.contains("://") && holds(source);
    sources.find(is_held).map(|source| Precious::Input(source.to_owned()))
}

/// Checks that emptying `directory` removes nothing but earlier output.
pub(super) fn check_may_be_emptied(
    world: &dyn World,
    directory: &str,
    inputs: &[impl AsRef<str>],
) -> Result<()> {
    let message = match precious_in(world, directory, inputs) {
        None => return Ok(()),
        Some(Precious::Itself) => {
            "Expected output directory path to not be one of '/', '.', './', ''".to_owned()
        }
        Some(Precious::Place(name)) => format!(
            "Expected output directory '{directory}' to not hold {name}, because it is emptied first"
        ),
        Some(Precious::Input(source)) => format!(
            "Expected output directory '{directory}' to not hold input '{source}', because it is emptied first"
        ),
    };
    bail!(codes::OUTPUT_DIRECTORY, message)
}
