//! Writes results into a directory.
//!
//! Nothing is written unless everything can be. All files are first written under other names, in a directory that no
//! other user can enter, so a full disk leaves the old files unchanged. Then each file is moved to its place as a
//! whole. If one fails, all of them are moved back. A directory to be emptied is replaced by the new one in one step.
//! Only one run at a time writes below a directory, and interrupts wait until it is done.

use yardstick_diagnostics::{Diagnostic, Result, bail, codes, safe};

use super::{
    OutputFile, destination,
    journal::{self, Move, digest},
};
use crate::{
    World, paths,
    temporary::{is_temporary, temporary_name},
    world::{Entry, EntryKind, Lock, SignalGuard, describe},
};

/// Writes `files` below `directory`, and keeps other files there. Returns the report: a line per file.
pub fn write_files(world: &dyn World, directory: &str, files: &[OutputFile]) -> Result<Vec<u8>> {
    check(world, directory, files)?;
    create(world, directory).map_err(|error| {
        if world.is_readable(directory) && !world.is_directory(directory) {
            return Box::new(
                error.note(format!("--output-files takes a directory; {directory} is a file")),
            );
        }
        error
    })?;
    let _ours = take(world, directory)?;
    let held = world.defer_signals();
    let stage = paths::join(directory, &temporary_name(world));
    let new_parents: Vec<String> = parents(files)
        .into_iter()
        .map(|parent| paths::join(directory, parent))
        .filter(|parent| world.entry(parent).is_err())
        .collect();
    let written = stage_files(world, directory, &stage, files, &*held);
    // Report the first failure. The next run removes what is left.
    let _ = world.remove_directory(&stage);
    if written.is_err() {
        for parent in new_parents.iter().rev() {
            let _ = world.remove_directory(parent);
        }
    }
    written?;
    Ok(report(directory, files))
}

/// Checks that `files` can be written below `directory`.
pub(super) fn check(world: &dyn World, directory: &str, files: &[OutputFile]) -> Result<()> {
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
    Ok(())
}

/// Writes all files into `stage`, by number, and then moves each to its place.
fn stage_files(
    world: &dyn World,
    directory: &str,
    stage: &str,
    files: &[OutputFile],
    held: &dyn SignalGuard,
) -> Result<()> {
    create_new(world, stage, None)?;
    let mut moves = Vec::with_capacity(files.len());
    let mut list = Vec::with_capacity(files.len());
    for (number, file) in files.iter().enumerate() {
        refuse_if_interrupted(held)?;
        let (from, to) = (format!("{stage}/{number}"), paths::join(directory, &file.path));
        list.push(Move {
            from: number.to_string(),
            directory: String::new(),
            to: file.path.clone(),
            digest: digest(&file.contents),
        });
        let written = world.write_new(&from, &file.contents, Some(&to));
        written.map_err(|error| failed("write", &to, &error))?;
        moves.push((from, to));
    }
    let staged: Vec<String> = moves.iter().map(|(from, _)| from.clone()).collect();
    world.sync(stage, &staged).map_err(|error| failed("sync", directory, &error))?;
    for parent in parents(files) {
        create(world, &paths::join(directory, parent))?;
    }
    refuse_if_interrupted(held)?;
    journal::write(world, stage, &list).map_err(|error| failed("write", directory, &error))?;
    let placed = place_all(world, &moves).map_err(|(to, error)| failed("open", to, &error));
    journal::remove(world, stage);
    placed
}

/// Moves each file to its place. If one fails, moves the others back and returns the path and the reason.
pub(super) fn place_all<'a>(
    world: &dyn World,
    moves: &'a [(String, String)],
) -> std::result::Result<(), (&'a str, std::io::Error)> {
    let mut undo: Vec<(&str, &str, bool)> = Vec::with_capacity(moves.len());
    for (from, to) in moves {
        match place(world, from, to) {
            Ok(exchanged) => undo.push((from, to, exchanged)),
            Err(error) => {
                for (from, to, exchanged) in undo.into_iter().rev() {
                    let _ = if exchanged {
                        world.exchange(from, to).map(drop)
                    } else {
                        world.rename(to, from)
                    };
                }
                return Err((to, error));
            }
        }
    }
    Ok(())
}

/// Moves the file `from` to `to`. Returns true if the old file is now at `from`.
fn place(world: &dyn World, from: &str, to: &str) -> std::io::Result<bool> {
    if world.entry(to).is_ok() && world.exchange(from, to)? {
        return Ok(true);
    }
    world.rename(from, to).map(|()| false)
}

/// Replaces the content of `directory` with `files`. Returns the report: a line per file.
pub fn write_emptied(
    world: &dyn World,
    directory: &str,
    files: &[OutputFile],
    inputs: &[impl AsRef<str>],
) -> Result<Vec<u8>> {
    destination::check_may_be_emptied(world, directory, inputs)?;
    destination::check_is_directory(world, directory)?;
    destination::check_distinct(files)?;
    destination::check_inside(files)?;
    destination::check_nesting(files)?;
    let target = paths::clean(directory);
    let parent = around(&target);
    create(world, parent)?;
    let _ours = take(world, parent)?;
    let held = world.defer_signals();
    let fresh = paths::join(parent, &temporary_name(world));
    let replaced = fill(world, &target, &fresh, files, &*held).and_then(|()| {
        let replaced = world.replace_directory(&fresh, &target);
        replaced.map_err(|error| failed("rename", &target, &error))
    });
    // The result is in its place or not. The next run removes what is left.
    let _ = world.remove_directory(replaced.as_ref().unwrap_or(&fresh));
    replaced?;
    Ok(report(directory, files))
}

/// The parent, where the replacement of an emptied directory is prepared. The path must be clean.
pub fn around(directory: &str) -> &str {
    match directory.rsplit_once('/') {
        None => ".",
        Some(("", _)) => "/",
        Some((parent, _)) => parent,
    }
}

/// Writes all files into `fresh`, which will become `target`.
fn fill(
    world: &dyn World,
    target: &str,
    fresh: &str,
    files: &[OutputFile],
    held: &dyn SignalGuard,
) -> Result<()> {
    create_new(world, fresh, Some(target))?;
    // Parent directories come first.
    let above = parents(files)
        .into_iter()
        .flat_map(|parent| parent.match_indices('/').map(|(at, _)| &parent[..at]).chain([parent]));
    for parent in above.collect::<std::collections::BTreeSet<_>>() {
        let path = paths::join(fresh, parent);
        if world.entry(&path).is_err() {
            create_new(world, &path, Some(&paths::join(target, parent)))?;
        }
    }
    let mut written = Vec::with_capacity(files.len());
    for file in files {
        refuse_if_interrupted(held)?;
        let (path, old) = (paths::join(fresh, &file.path), paths::join(target, &file.path));
        let result = world.write_new(&path, &file.contents, Some(&old));
        result.map_err(|error| failed("write", &old, &error))?;
        written.push(path);
    }
    world.sync(fresh, &written).map_err(|error| failed("sync", target, &error))?;
    refuse_if_interrupted(held)
}

/// Waits until no other run writes below `directory`. Completes what killed runs left there if they had started to
/// move files, and then removes it.
pub(super) fn take(world: &dyn World, directory: &str) -> Result<Lock> {
    let ours = world.lock(directory).map_err(|error| failed("lock", directory, &error))?;
    // Write the result even if the list cannot be read or a leftover cannot be removed.
    for entry in world.list(directory).unwrap_or_default() {
        let path = paths::join(directory, &entry.name);
        if entry.kind == EntryKind::Directory
            && is_temporary(&entry.name)
            && journal::complete(world, &path, directory, &[])
        {
            let _ = world.remove_directory(&path);
        }
    }
    Ok(ours)
}

/// Completes and removes what killed runs left in `directory`, for a run that writes nothing there.
pub fn remove_leftovers(world: &dyn World, directory: &str) {
    let is_left = |entry: &Entry| entry.kind == EntryKind::Directory && is_temporary(&entry.name);
    if world.list(directory).is_ok_and(|entries| entries.iter().any(is_left)) {
        let _ = take(world, directory);
    }
}

/// Ends the run if it was interrupted. Nothing has been moved yet.
pub(super) fn refuse_if_interrupted(held: &dyn SignalGuard) -> Result<()> {
    if held.is_interrupted() {
        bail!(codes::RUN_FAILED, "Interrupted; the output is unchanged");
    }
    Ok(())
}

/// The directories of `files`, without duplicates.
pub(super) fn parents(files: &[OutputFile]) -> std::collections::BTreeSet<&str> {
    files.iter().filter_map(|file| Some(file.path.rsplit_once('/')?.0)).collect()
}

pub(super) fn create(world: &dyn World, directory: &str) -> Result<()> {
    world.create_directory(directory).map_err(|error| failed("mkdir", directory, &error))
}

fn create_new(world: &dyn World, directory: &str, like: Option<&str>) -> Result<()> {
    let created = world.create_new_directory(directory, like);
    created.map_err(|error| failed("mkdir", directory, &error))
}

pub(super) fn failed(operation: &str, path: &str, error: &std::io::Error) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::OUTPUT_FAILED, describe(operation, path, error)))
}

fn report(directory: &str, files: &[OutputFile]) -> Vec<u8> {
    let mut out = Vec::new();
    for file in files {
        out.extend_from_slice(b"creating: ");
        let path = paths::join(directory, &file.path);
        out.extend_from_slice(safe::line(&path).as_bytes());
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
    fn leftovers_of_killed_runs_are_removed() {
        let world = Memory::new()
            .with_file("out/.yardstick-00000000000000ff.new/0", "half")
            .with_file(".yardstick-00000000000000fe.new/a.yml", "half")
            .with_file(".yardstick-00000000000000fd.new.old/a.yml", "old")
            .with_file("out/.yardstick-mine.new/0", "kept");
        write_files(&world, "out", &[file("a.yml")]).unwrap();
        write_emptied(&world, "other", &[file("a.yml")], &["conf"]).unwrap();
        assert_eq!(
            paths_in(&world),
            ["/project/other/a.yml", "/project/out/.yardstick-mine.new/0", "/project/out/a.yml"]
        );
    }

    #[test]
    fn leftovers_of_killed_runs_are_neither_input_nor_output() {
        let world = Memory::new()
            .with_file("out/.yardstick-00000000000000ff.new/0", "half")
            .with_file("out/a.yml", "a: 1\n");
        let changed = crate::output::changes(&world, "out", &[file("a.yml")], true).unwrap();
        assert_eq!(changed, []);
        remove_leftovers(&world, "out");
        assert_eq!(paths_in(&world), ["/project/out/a.yml"]);
    }

    #[test]
    fn only_directories_are_replaced() {
        let world = Memory::new().with_file("out", "precious").with_link("link", "out");
        for target in ["out", "link"] {
            let error = write_emptied(&world, target, &[file("a.yml")], &["conf"]).unwrap_err();
            assert!(error.message.contains("to be a directory"), "{}", error.message);
        }
        assert_eq!(world.files()["/project/out"], b"precious");
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
        // This removes the link, not its target.
        emptied("way").unwrap();
        assert_eq!(paths_in(&world), ["/project/real/conf/a.yml", "/project/way/a.yml"]);
    }

    #[test]
    fn a_file_cannot_be_a_directory() {
        let world = Memory::new().with_directory("out/b.yml");
        let error = write_files(&world, "out", &[file("a"), file("a/b")]).unwrap_err();
        assert!(error.message.contains("'a' is a file, but 'a/b' would be inside it"));
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
