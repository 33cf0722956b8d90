//! Output that is inside of the input, so that the next run reads it.

use yardstick_diagnostics::{Diagnostic, codes};

use crate::{InputFile, World, inputs, paths, symlinks::real_path};

/// The first of `values`, as `-f` takes them, that is a directory around the output directory, or is it.
pub fn input_around<'v>(
    world: &dyn World,
    directory: &str,
    values: &'v [impl AsRef<str>],
) -> Option<&'v str> {
    let here = world.current_directory().unwrap_or_else(|_| "/".to_owned());
    let absolute = |path: &str| paths::absolute(&here, path);
    let real = |path: &str| real_path(world, path).unwrap_or_else(|| absolute(path));
    let holds = |source: &str| {
        paths::is_within(&absolute(directory), &absolute(source))
            || paths::is_within(&real(directory), &real(source))
    };
    let values = values.iter().map(AsRef::as_ref);
    let directories = values.filter(|value| inputs::is_directory(world, value));
    let mut sources =
        directories.map(|value| value.split_once('=').map_or(value, |(_, source)| source));
    sources.find(|source| holds(source))
}

/// The pattern of a file mark for what is in the output directory, which is inside the input `around`.
pub fn mark_of_output(world: &dyn World, directory: &str, around: &str) -> String {
    let here = world.current_directory().unwrap_or_else(|_| "/".to_owned());
    let (place, around) = (paths::absolute(&here, directory), paths::absolute(&here, around));
    let below = place.strip_prefix(&around).unwrap_or_default().trim_matches('/');
    if below.is_empty() { "**/*".to_owned() } else { format!("{below}/**/*") }
}

/// An output directory inside of the input.
#[derive(Clone, Copy)]
pub struct Overlap<'a> {
    world: &'a dyn World,
    directory: &'a str,
    around: &'a str,
    /// How many files of it are read before file marks leave some out.
    read: usize,
}

impl<'a> Overlap<'a> {
    /// Whether `directory` is inside of what `values` name, which are `files`.
    pub fn find(
        world: &'a dyn World,
        directory: &'a str,
        values: &'a [String],
        files: &[InputFile],
    ) -> Option<Self> {
        let around = input_around(world, directory, values)?;
        let overlap = Self { world, directory, around, read: 0 };
        Some(Self { read: overlap.count(files), ..overlap })
    }

    /// What to say about it, unless the marks that were applied to `files` leave the directory out.
    pub fn warning(self, files: &[InputFile]) -> Option<Diagnostic> {
        let Self { world, directory, around, read } = self;
        if read > 0 && self.count(files) == 0 {
            return None;
        }
        let message = format!(
            "the output directory '{directory}' is inside the input '{around}': the next run reads its files as input"
        );
        // A mark that matches nothing is an error.
        let leave_out = (read > 0).then(|| {
            let mark = mark_of_output(world, directory, around);
            format!("or leave the directory out: --file-mark '{mark}:exclude=true'")
        });
        let warning = Diagnostic::warning(codes::OUTPUT_READ, message).note(
            "write to a directory outside of the input, or name less of it, such as -f config",
        );
        Some(warning.notes(leave_out))
    }

    /// How many of `files` are in the directory.
    fn count(&self, files: &[InputFile]) -> usize {
        let here = self.world.current_directory().unwrap_or_else(|_| "/".to_owned());
        let place = paths::absolute(&here, self.directory);
        let is_inside = |file: &&InputFile| {
            file.place()
                .is_some_and(|path| paths::is_within(&paths::absolute(&here, &path), &place))
        };
        files.iter().filter(is_inside).count()
    }
}
