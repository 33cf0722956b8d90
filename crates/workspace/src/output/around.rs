//! Detects output inside of the input, which the next run would read.

use yardstick_diagnostics::{Diagnostic, codes};

use super::OutputFile;
use crate::{InputFile, World, inputs, paths, symlinks::real_path};

/// The first of `values`, as given to `-f`, that is the output directory or a directory around it.
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

/// The file mark pattern for the output directory inside the input `around`; `None` if the output is the whole input.
pub fn mark_of_output(world: &dyn World, directory: &str, around: &str) -> Option<String> {
    let here = world.current_directory().unwrap_or_else(|_| "/".to_owned());
    let (place, around) = (paths::absolute(&here, directory), paths::absolute(&here, around));
    let below = place.strip_prefix(&around).unwrap_or_default().trim_matches('/');
    (!below.is_empty()).then(|| format!("{below}/**/*"))
}

/// An output directory inside of the input.
pub struct Overlap<'a> {
    world: &'a dyn World,
    directory: &'a str,
    around: &'a str,
    /// The number of its files among the input, before file marks exclude some.
    read: usize,
    /// Files that their own results would replace: the path of the result, and that of the file.
    own: Vec<(String, String)>,
}

impl<'a> Overlap<'a> {
    /// Checks whether `directory` is inside of the inputs `values`, whose files are `files`.
    pub fn find(
        world: &'a dyn World,
        directory: &'a str,
        values: &'a [String],
        files: &[InputFile],
    ) -> Option<Self> {
        let around = input_around(world, directory, values)?;
        let mut overlap = Self { world, directory, around, read: 0, own: Vec::new() };
        overlap.read = overlap.inside(files).count();
        Some(overlap)
    }

    /// Updates the overlap after marks were applied to `files`. `None` if they exclude the directory.
    pub fn marked(mut self, files: &[InputFile]) -> Option<Self> {
        let here = self.here();
        let place = paths::absolute(&here, self.directory);
        let own = self.inside(files).filter_map(|file| {
            let source = file.place()?;
            let written = paths::join(&place, file.path());
            (paths::absolute(&here, &source) == written).then(|| (file.path().to_owned(), source))
        });
        let own = own.collect();
        let is_left_out = self.read > 0 && self.inside(files).next().is_none();
        self.own = own;
        (!is_left_out).then_some(self)
    }

    /// The warning about the overlap if `files` are written.
    pub fn warning(&self, files: &[OutputFile]) -> Diagnostic {
        let Self { world, directory, around, read, own } = self;
        let mark = mark_of_output(*world, directory, around);
        if mark.is_none() {
            let is_written = |path: &str| files.iter().any(|file| file.path == path);
            let what = match own.iter().find(|(path, _)| is_written(path)) {
                Some((_, place)) => {
                    format!("{place} is an input, and its result is written over it")
                }
                None => "the next run reads its files as input".to_owned(),
            };
            let message = format!("the output directory '{directory}' is also the input: {what}");
            return Diagnostic::warning(codes::OUTPUT_READ, message)
                .note("choose another directory, such as --output-files rendered");
        }
        let message = format!(
            "the output directory '{directory}' is inside the input '{around}': the next run reads its files as input"
        );
        // A mark that matches nothing is an error, so do not suggest it.
        let mark = mark.filter(|_| *read > 0);
        let leave_out = mark
            .map(|mark| format!("or leave the directory out: --file-mark '{mark}:exclude=true'"));
        let less = if paths::clean(around) == "." {
            "write to a directory outside of the input, or name less of it, such as -f config"
        } else {
            "write to a directory outside of the input, or name less of it with -f"
        };
        Diagnostic::warning(codes::OUTPUT_READ, message).note(less).notes(leave_out)
    }

    /// Those of `files` that are in the directory.
    fn inside<'f>(&self, files: &'f [InputFile]) -> impl Iterator<Item = &'f InputFile> + use<'f> {
        let here = self.here();
        let place = paths::absolute(&here, self.directory);
        files.iter().filter(move |file| {
            file.place()
                .is_some_and(|path| paths::is_within(&paths::absolute(&here, &path), &place))
        })
    }

    fn here(&self) -> String {
        self.world.current_directory().unwrap_or_else(|_| "/".to_owned())
    }
}
