//! Writing results into a directory.
//!
//! Nothing is written unless everything can be. All files are first written under other names: a full
//! disk leaves what was there before. Then each is put in its place whole; a directory that is to be
//! emptied is replaced in one step by the new one.

use yardstick_diagnostics::{Diagnostic, Result, bail, codes};

use super::{OutputFile, destination};
use crate::{
    World, paths,
    world::{EntryKind, describe},
};

/// Writes `files` below `directory`, keeping what else is there. Returns the report: a line for each.
pub fn write_files(world: &dyn World, directory: &str, files: &[OutputFile]) -> Result<Vec<u8>> {
    destination::check_inside(files)?;
    destination::check_nesting(files)?;
    for parent in parents(files) {
        destination::check_links(world, directory, parent)?;
    }
    for file in files {
        let path = paths::join(directory, &file.path);
        if matches!(world.entry(&path), Ok(EntryKind::Directory)) {
            bail!(codes::OUTPUT_FAILED, "open {path}: is a directory");
        }
    }
    create(world, directory)?;
    let stage = paths::join(directory, &temporary_name(world));
    let written = stage_files(world, directory, &stage, files);
    // Whatever is left of it is of no use; the first failure is the one to report.
    let _ = world.remove_directory(&stage);
    written?;
    Ok(report(directory, files))
}

/// Writes all files into `stage`, by number, and then puts each in its place.
fn stage_files(
    world: &dyn World,
    directory: &str,
    stage: &str,
    files: &[OutputFile],
) -> Result<()> {
    create(world, stage)?;
    let staged = |number: usize| format!("{stage}/{number}");
    for (number, file) in files.iter().enumerate() {
        let path = paths::join(directory, &file.path);
        let written = world.write(&staged(number), &file.contents);
        written.map_err(|error| failed("write", &path, &error))?;
    }
    for parent in parents(files) {
        create(world, &paths::join(directory, parent))?;
    }
    for (number, file) in files.iter().enumerate() {
        let path = paths::join(directory, &file.path);
        let placed = world.rename(&staged(number), &path);
        placed.map_err(|error| failed("open", &path, &error))?;
    }
    Ok(())
}

/// Replaces what is in `directory` by `files`. Returns the report: a line for each.
pub fn write_emptied(
    world: &dyn World,
    directory: &str,
    files: &[OutputFile],
    inputs: &[impl AsRef<str>],
) -> Result<Vec<u8>> {
    destination::check_may_be_emptied(world, directory, inputs)?;
    destination::check_distinct(files)?;
    destination::check_inside(files)?;
    destination::check_nesting(files)?;
    let target = paths::clean(directory);
    let parent = match target.rsplit_once('/') {
        None => ".",
        Some(("", _)) => "/",
        Some((parent, _)) => parent,
    };
    create(world, parent)?;
    let fresh = paths::join(parent, &temporary_name(world));
    let replaced = fill(world, &target, &fresh, files).and_then(|()| {
        let replaced = world.replace_directory(&fresh, &target);
        replaced.map_err(|error| failed("rename", &target, &error))
    });
    if replaced.is_err() {
        // The first failure is the one to report.
        let _ = world.remove_directory(&fresh);
    }
    replaced?;
    Ok(report(directory, files))
}

/// Writes all files into `fresh`, which is going to be `target`.
fn fill(world: &dyn World, target: &str, fresh: &str, files: &[OutputFile]) -> Result<()> {
    create(world, fresh)?;
    for parent in parents(files) {
        create(world, &paths::join(fresh, parent))?;
    }
    for file in files {
        let written = world.write(&paths::join(fresh, &file.path), &file.contents);
        let path = || paths::join(target, &file.path);
        written.map_err(|error| failed("write", &path(), &error))?;
    }
    Ok(())
}

/// A name that no other run uses at the same time, and no file of a project has.
fn temporary_name(world: &dyn World) -> String {
    format!(".yardstick-{:016x}.new", world.unique_number())
}

/// The directories that `files` lie in, each once.
fn parents(files: &[OutputFile]) -> std::collections::BTreeSet<&str> {
    files.iter().filter_map(|file| Some(file.path.rsplit_once('/')?.0)).collect()
}

fn create(world: &dyn World, directory: &str) -> Result<()> {
    world.create_directory(directory).map_err(|error| failed("mkdir", directory, &error))
}

fn failed(operation: &str, path: &str, error: &std::io::Error) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::OUTPUT_FAILED, describe(operation, path, error)))
}

fn report(directory: &str, files: &[OutputFile]) -> Vec<u8> {
    let mut out = Vec::new();
    for file in files {
        out.extend_from_slice(b"creating: ");
        out.extend_from_slice(paths::join(directory, &file.path).as_bytes());
        out.push(b'\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Memory;

    fn file(path: &str) -> OutputFile {
        OutputFile::yaml(path.to_owned(), b"a: 1\n".to_vec())
    }

    fn paths_in(world: &Memory) -> Vec<String> {
        world.files().into_keys().collect()
    }

    #[test]
    fn other_files_are_kept() {
        let world = Memory::new().with_file("out/old.yml", "").with_file("out/a.yml", "");
        let report = write_files(&world, "./out/", &[file("a.yml"), file("d/b.yml")]).unwrap();
        assert_eq!(report, b"creating: out/a.yml\ncreating: out/d/b.yml\n");
        assert_eq!(
            paths_in(&world),
            ["/project/out/a.yml", "/project/out/d/b.yml", "/project/out/old.yml"]
        );
        assert_eq!(world.files()["/project/out/a.yml"], b"a: 1\n");
    }

    #[test]
    fn an_emptied_directory_holds_only_the_result() {
        let world = Memory::new().with_file("out/old.yml", "").with_file("conf/a.yml", "");
        let report = write_emptied(&world, "out", &[file("a.yml")], &["conf"]).unwrap();
        assert_eq!(report, b"creating: out/a.yml\n");
        assert_eq!(paths_in(&world), ["/project/conf/a.yml", "/project/out/a.yml"]);
    }

    #[test]
    fn nothing_is_written_through_links_that_lead_out() {
        let world = Memory::new()
            .with_directory("out/sub")
            .with_directory("elsewhere")
            .with_link("out/away", "../elsewhere")
            .with_link("out/near", "sub");
        let error = write_files(&world, "out", &[file("away/d/a.yml")]).unwrap_err();
        assert!(error.message.contains("'out/away' to stay inside"), "{}", error.message);
        write_files(&world, "out", &[file("near/a.yml")]).unwrap();
        assert_eq!(paths_in(&world), ["/project/out/sub/a.yml"]);
    }

    #[test]
    fn links_do_not_hide_inputs_from_emptying() {
        let world = Memory::new()
            .with_file("real/conf/a.yml", "")
            .with_link("conf", "real/conf")
            .with_link("way", "real");
        let emptied = |directory| write_emptied(&world, directory, &[file("a.yml")], &["conf/"]);
        for directory in ["real", "real/conf", "way/conf"] {
            let error = emptied(directory).unwrap_err();
            assert!(error.message.contains("to not hold input 'conf/'"), "{}", error.message);
        }
        // The link goes, and nothing behind it.
        emptied("way").unwrap();
        assert_eq!(paths_in(&world), ["/project/real/conf/a.yml", "/project/way/a.yml"]);
    }

    #[test]
    fn a_file_cannot_be_a_directory() {
        let world = Memory::new().with_directory("out/b.yml");
        let error = write_files(&world, "out", &[file("a"), file("a/b")]).unwrap_err();
        assert!(error.message.contains("'a' to be a file, but 'a/b' is to lie in it"));
        let error = write_files(&world, "out", &[file("a.yml"), file("b.yml")]).unwrap_err();
        assert_eq!(error.message, "open out/b.yml: is a directory");
        assert!(paths_in(&world).is_empty());
    }

    #[test]
    fn nothing_is_written_outside_or_over_inputs() {
        let world = Memory::new().with_file("conf/x/a.yml", "");
        for path in ["../a.yml", "/a.yml", "a/../../b.yml", ""] {
            let error = write_files(&world, "out", &[file(path)]).unwrap_err();
            assert!(error.message.contains("to stay inside"), "{path}");
        }
        let emptied = |directory: &str, files: &[OutputFile]| {
            write_emptied(&world, directory, files, &["n=conf/x"]).unwrap_err().message
        };
        for directory in ["/", ".", "./", "//", "conf/.."] {
            assert!(
                emptied(directory, &[]).starts_with("Expected output directory path to not be")
            );
        }
        assert!(emptied("..", &[]).starts_with("Expected output directory path to not be one"));
        assert!(emptied("/home", &[]).contains("to not hold the home directory"));
        assert!(emptied("conf", &[]).contains("to not hold input 'conf/x'"));
        assert_eq!(
            emptied("out", &[file("b.yml"), file("./b.yml")]),
            "Multiple files have same output destination paths: b.yml"
        );
        assert_eq!(paths_in(&world), ["/project/conf/x/a.yml"]);
    }
}
