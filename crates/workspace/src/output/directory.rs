//! Writing results into a directory.
//!
//! Nothing is written unless everything can be; a file is put in its place whole, and a directory that
//! is to be emptied is replaced by a new one only when that is complete.

use yardstick_diagnostics::{Diagnostic, Result};

use super::{OutputFile, destination};
use crate::{World, paths, world::describe};

/// Writes `files` below `directory`, keeping what else is there. Returns the report: a line for each.
pub fn write_files(world: &dyn World, directory: &str, files: &[OutputFile]) -> Result<Vec<u8>> {
    destination::check_inside(files)?;
    write_all(world, directory, files)?;
    Ok(report(directory, files))
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
    let target = paths::clean(directory);
    let parent = match target.rsplit_once('/') {
        None => ".",
        Some(("", _)) => "/",
        Some((parent, _)) => parent,
    };
    create(world, parent)?;
    let fresh = paths::join(parent, &format!(".yardstick.{}.new", std::process::id()));
    let replaced = write_all(world, &fresh, files).and_then(|()| {
        world.remove_directory(&target).map_err(|error| failed("remove", &target, &error))?;
        world.rename(&fresh, &target).map_err(|error| failed("rename", &target, &error))
    });
    if replaced.is_err() {
        // The first failure is the one to report.
        let _ = world.remove_directory(&fresh);
    }
    replaced?;
    Ok(report(directory, files))
}

fn write_all(world: &dyn World, directory: &str, files: &[OutputFile]) -> Result<()> {
    create(world, directory)?;
    let mut created = std::collections::HashSet::new();
    for file in files {
        let path = paths::join(directory, &file.path);
        if let Some((parent, _)) = path.rsplit_once('/')
            && !parent.is_empty()
            && created.insert(parent.to_owned())
        {
            create(world, parent)?;
        }
        world.write(&path, &file.contents).map_err(|error| failed("open", &path, &error))?;
    }
    Ok(())
}

fn create(world: &dyn World, directory: &str) -> Result<()> {
    world.create_directory(directory).map_err(|error| failed("mkdir", directory, &error))
}

fn failed(operation: &str, path: &str, error: &std::io::Error) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("YS0224", describe(operation, path, error)))
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
    use crate::world::MemoryWorld;

    fn file(path: &str) -> OutputFile {
        OutputFile::yaml(path.to_owned(), b"a: 1\n".to_vec())
    }

    fn paths_in(world: &MemoryWorld) -> Vec<String> {
        world.files().into_keys().collect()
    }

    #[test]
    fn other_files_are_kept() {
        let world = MemoryWorld::new().with_file("out/old.yml", "").with_file("out/a.yml", "");
        let report = write_files(&world, "./out/", &[file("a.yml"), file("d/b.yml")]).unwrap();
        assert_eq!(report, b"creating: out/a.yml\ncreating: out/d/b.yml\n");
        assert_eq!(paths_in(&world), ["/work/out/a.yml", "/work/out/d/b.yml", "/work/out/old.yml"]);
        assert_eq!(world.files()["/work/out/a.yml"], b"a: 1\n");
    }

    #[test]
    fn an_emptied_directory_holds_only_the_result() {
        let world = MemoryWorld::new().with_file("out/old.yml", "").with_file("conf/a.yml", "");
        let report = write_emptied(&world, "out", &[file("a.yml")], &["conf"]).unwrap();
        assert_eq!(report, b"creating: out/a.yml\n");
        assert_eq!(paths_in(&world), ["/work/conf/a.yml", "/work/out/a.yml"]);
    }

    #[test]
    fn nothing_is_written_outside_or_over_inputs() {
        let world = MemoryWorld::new().with_file("conf/x/a.yml", "");
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
        assert_eq!(paths_in(&world), ["/work/conf/x/a.yml"]);
    }
}
