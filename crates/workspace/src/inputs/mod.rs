//! Resolves `-f` values to input files.
//!
//! Each value is a path, a directory, a URL or `-`, optionally with a new name before it: `name=source`. The files of
//! one value are sorted by the bytes of their path; values keep the order of the command line.

mod file;
mod kinds;
mod parsed;
mod source;
mod walk;

use yardstick_diagnostics::{Diagnostic, Result, bail, codes};

use crate::{
    SymlinkRules, World, paths,
    world::{EntryKind, describe, nearby},
};

pub use file::{InputFile, PRIVATE_LIBRARY};
pub use kinds::Kind;
pub(crate) use parsed::ParsedFile;
use source::Source;

/// The name of the file from standard input.
const STDIN_NAME: &str = "stdin.yml";

/// Finds all files that `values` name, and numbers them.
pub fn resolve(
    world: &dyn World,
    values: &[impl AsRef<str>],
    links: &SymlinkRules,
) -> Result<Vec<InputFile>> {
    let mut files = Vec::new();
    for value in values {
        let from = files.len();
        resolve_one(world, value.as_ref(), links, &mut files)?;
        files[from..].sort_by(|a, b| a.path().cmp(b.path()));
    }
    number(&mut files);
    Ok(files)
}

/// True if `value` names a directory. Its files are included according to their names.
pub(crate) fn is_directory(world: &dyn World, value: &str) -> bool {
    split(value).is_ok_and(|(_, path)| {
        path != "-"
            && !paths::is_url(path)
            && world.entry(path).is_ok_and(|kind| kind == EntryKind::Directory)
    })
}

/// A file with the given content, which is not read from anywhere.
pub fn given(path: &str, bytes: &[u8]) -> InputFile {
    InputFile::new(Source::Given(bytes.to_vec()), path.to_owned(), path.to_owned())
}

/// Numbers `files` in their order.
pub fn numbered(mut files: Vec<InputFile>) -> Vec<InputFile> {
    number(&mut files);
    files
}

/// Sets the position of each file.
pub(crate) fn number(files: &mut [InputFile]) {
    for (order, file) in files.iter_mut().enumerate() {
        file.set_order(order);
    }
}

fn resolve_one(
    world: &dyn World,
    value: &str,
    links: &SymlinkRules,
    files: &mut Vec<InputFile>,
) -> Result<()> {
    let (name, path) = split(value)?;
    let single = |source: Source, own_name: &str| {
        let path = if name.is_empty() { own_name } else { name };
        InputFile::new(source, own_name.to_owned(), path.to_owned()).named()
    };
    if path == "-" {
        files.push(single(Source::stdin(world), STDIN_NAME));
        return Ok(());
    }
    if paths::is_url(path) {
        files.push(single(Source::Url(path.to_owned()), paths::base(path)));
        return Ok(());
    }
    let kind = world.entry(path).map_err(|error| {
        Diagnostic::error(codes::MISSING_FILE, describe("lstat", path, &error))
            .within(format!("Checking file '{path}'"))
            .notes(nearby::hint(world, path))
    })?;
    if kind == EntryKind::Directory {
        let found = walk::directory(world, path, links)
            .map_err(|error| error.within(format!("Listing files '{path}'")))?;
        files.extend(found.into_iter().map(|(below, full)| {
            let effective = if name.is_empty() { below.clone() } else { paths::join(name, &below) };
            InputFile::new(Source::Listed(full), below, effective)
        }));
    } else {
        // A shell passes `<(...)` as a pipe. A pipe inside a directory is not intended.
        if kind != EntryKind::Pipe {
            check_file(world, path, kind, links)?;
        }
        files.push(single(Source::Path(path.to_owned()), paths::base(path)));
    }
    Ok(())
}

/// Checks that the entry at `path` may be read.
fn check_file(world: &dyn World, path: &str, kind: EntryKind, links: &SymlinkRules) -> Result<()> {
    match kind {
        EntryKind::File => Ok(()),
        EntryKind::Link => links.check(world, path),
        EntryKind::Directory | EntryKind::Pipe | EntryKind::Other => {
            bail!(codes::NOT_A_FILE, "Expected file '{path}' to be a regular file, but was not")
        }
    }
}

/// Splits `name=source` or `source` into the new name (empty for none) and the source.
///
/// A URL may contain `=`, so the text after `http://` or `https://` is not searched.
fn split(value: &str) -> Result<(&str, &str)> {
    if paths::is_url(value) {
        return Ok(("", value));
    }
    match value.split_once('=') {
        None => Ok(("", value)),
        Some((name, source)) if paths::is_url(source) || !source.contains('=') => {
            Ok((name, source))
        }
        Some(_) => bail!(
            codes::FILE_ARGUMENT,
            "Expected file '{value}' to only have single '=' sign to for relative path assignment"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Memory;

    fn paths_of(world: &Memory, values: &[&str]) -> Vec<String> {
        let files = resolve(world, values, &SymlinkRules::default()).unwrap();
        files.iter().map(|file| file.path().to_owned()).collect()
    }

    fn error_of(world: &Memory, values: &[&str]) -> String {
        let error = resolve(world, values, &SymlinkRules::default()).unwrap_err();
        [error.context, vec![error.message]].concat().join(": ")
    }

    #[test]
    fn files_of_one_value_are_ordered_by_bytes() {
        let mut world = Memory::new();
        for name in ["a/b.yml", "a-b.yml", "a.yml", "C.yml", "10.yml", "2.yml", ".hidden/x"] {
            world = world.with_file(&format!("conf/{name}"), "");
        }
        let below = [".hidden/x", "10.yml", "2.yml", "C.yml", "a-b.yml", "a.yml", "a/b.yml"];
        assert_eq!(paths_of(&world, &["conf"]), below);
        assert_eq!(paths_of(&world, &["./conf/../conf/"]), below);
        assert_eq!(paths_of(&world, &["conf/a.yml", "conf/2.yml"]), ["a.yml", "2.yml"]);
    }

    #[test]
    fn a_name_in_front_renames() {
        let world = Memory::new().with_file("d/old.yml", "").with_stdin("x");
        let renamed = paths_of(
            &world,
            &["app/new.yml=d/old.yml", "=d/old.yml", "r.yml=https://x/y?a=b", "in.txt=-", "pre=d"],
        );
        assert_eq!(renamed, ["app/new.yml", "old.yml", "r.yml", "in.txt", "pre/old.yml"]);
    }

    #[test]
    fn urls_are_called_by_their_last_piece() {
        let world = Memory::new();
        assert_eq!(
            paths_of(&world, &["http://h/dir/", "https://h/x.yml?q=1"]),
            ["dir", "x.yml?q=1"]
        );
    }

    #[test]
    fn what_cannot_be_found_is_named() {
        let world = Memory::new().with_link("conf/l.yml", "/etc/x").with_file("/etc/x", "");
        assert_eq!(
            error_of(&world, &["nope.yml"]),
            "Checking file 'nope.yml': lstat nope.yml: no such file or directory"
        );
        assert_eq!(
            error_of(&world, &["a=b=c"]),
            "Expected file 'a=b=c' to only have single '=' sign to for relative path assignment"
        );
        assert!(error_of(&world, &["conf"]).starts_with(
            "Listing files 'conf': Checking symlink file 'conf/l.yml': Expected symlink file"
        ));
    }

    #[test]
    fn standard_input_is_read_once() {
        let world = Memory::new().with_stdin("a: 1");
        let files = resolve(&world, &["-", "-"], &SymlinkRules::default()).unwrap();
        assert_eq!(**files[0].bytes(&world).unwrap(), *b"a: 1");
        let error = files[1].bytes(&world).unwrap_err();
        assert!(error.message.starts_with("Standard input has already been read"));
    }
}
