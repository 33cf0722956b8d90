//! A journal of the files to be moved, so that the next run can complete the moves of a killed one.
//!
//! Files are moved to their places one after the other. If the process is killed in between, new files are next to old
//! ones. So the list of moves is first written to the staging directory and synced. It is removed when all files are
//! in their places or have been moved back. A run that finds a journal moves the remaining files, unless somebody else
//! has changed their targets. Anyone who can write to the directory can plant a journal, so it is never followed to a
//! place that a run could not write to.

use std::{collections::BTreeMap, io};

use serde_json::{Value, json};

use super::{
    OutputFile,
    directory::{check, place_all, write_files},
};
use crate::{
    World, paths,
    world::{EntryKind, Stamp},
};

/// The name of the journal in the staging directory.
const NAME: &str = "journal";

/// The version of the journal's format.
const FORM: u64 = 1;

/// A file to be moved to its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Move {
    /// Its name in the staging directory.
    pub(super) from: String,
    /// The output directory; empty for the parent of the staging directory.
    pub(super) directory: String,
    /// Its path below the output directory.
    pub(super) to: String,
    /// The digest of its content.
    pub(super) digest: String,
}

/// A move, and the previous state of its target.
struct Entry {
    one: Move,
    was: Option<Value>,
}

/// Identifies the content of a file: its length and a checksum (FNV-1a).
pub(super) fn digest(contents: &[u8]) -> String {
    let add = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{}-{:016x}", contents.len(), contents.iter().fold(0xcbf2_9ce4_8422_2325, add))
}

/// Writes the journal of `moves`, whose files are in `stage`, and waits until it is on the disk. A single file needs
/// none, because its move is atomic.
pub(super) fn write(world: &dyn World, stage: &str, moves: &[Move]) -> io::Result<()> {
    if moves.len() < 2 {
        return Ok(());
    }
    let around = stage.rsplit_once('/').map_or(".", |(around, _)| around);
    let entry = |one: &Move| {
        let directory = if one.directory.is_empty() { around } else { &one.directory };
        let was = found(world, &paths::join(directory, &one.to));
        json!([one.from, one.directory, one.to, one.digest, was])
    };
    let files: Vec<Value> = moves.iter().map(entry).collect();
    let path = paths::join(stage, NAME);
    remove(world, stage);
    let text = json!({ "form": FORM, "files": files }).to_string();
    world.write_new(&path, text.as_bytes(), None)?;
    world.sync(stage, &[path])
}

/// The state of `path`: `None` if it does not exist, otherwise a value that changes with the file.
fn found(world: &dyn World, path: &str) -> Option<Value> {
    world.entry(path).ok()?;
    let stamp = world.stamp(path).ok();
    Some(stamp.map_or(json!([]), |Stamp { size, modified }| json!([size, modified])))
}

/// Removes the journal: nothing is left to do.
pub(super) fn remove(world: &dyn World, stage: &str) {
    let _ = world.remove_file(&paths::join(stage, NAME));
}

/// Moves the files that a killed run left in `stage`, which is in `around`, if they belong there or below one of
/// `others`. Returns false if some remain.
pub(super) fn complete(world: &dyn World, stage: &str, around: &str, others: &[String]) -> bool {
    let Some(entries) = read(world, stage) else { return true };
    let mut by_directory: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in &entries {
        by_directory.entry(&entry.one.directory).or_default().push(entry);
    }
    let mut is_done = true;
    for (directory, entries) in by_directory {
        is_done &= if directory.is_empty() {
            complete_one(world, stage, around, &entries).is_ok()
        } else if others.iter().any(|other| other == directory) {
            let ours = world.lock(directory);
            ours.is_ok() && complete_one(world, stage, directory, &entries).is_ok()
        } else {
            entries.iter().all(|entry| !waits(world, stage, &entry.one))
        };
    }
    is_done
}

/// Completes the moves to one output directory: all of them, or none.
fn complete_one(
    world: &dyn World,
    stage: &str,
    directory: &str,
    entries: &[&Entry],
) -> Result<(), ()> {
    let is_open = |entry: &&&Entry| {
        let place = paths::join(directory, &entry.one.to);
        waits(world, stage, &entry.one) && found(world, &place) == entry.was
    };
    let open: Vec<&&Entry> = entries.iter().filter(is_open).collect();
    if open.is_empty() {
        return Ok(());
    }
    let empty = |entry: &&&Entry| OutputFile::text(entry.one.to.clone(), Vec::new());
    let mut files: Vec<OutputFile> = open.iter().map(empty).collect();
    if check(world, directory, &files).is_err() {
        // This is not our journal.
        return Ok(());
    }
    let mut moves = Vec::with_capacity(open.len());
    for entry in open {
        let to = paths::join(directory, &entry.one.to);
        if let Some((parent, _)) = to.rsplit_once('/') {
            world.create_directory(parent).map_err(drop)?;
        }
        moves.push((paths::join(stage, &entry.one.from), to));
    }
    match place_all(world, &moves) {
        // The staging directory is on another disk.
        Err((_, error)) if error.kind() == io::ErrorKind::CrossesDevices => {
            for (file, (from, _)) in files.iter_mut().zip(&moves) {
                file.contents = world.read_found(from).map_err(drop)?;
            }
            write_files(world, directory, &files).map(drop).map_err(drop)
        }
        placed => placed.map_err(drop),
    }
}

/// True if the file is still in the staging directory. After an exchange with the old file, the content differs.
fn waits(world: &dyn World, stage: &str, one: &Move) -> bool {
    let path = paths::join(stage, &one.from);
    matches!(world.entry(&path), Ok(EntryKind::File))
        && world.read_found(&path).is_ok_and(|contents| digest(&contents) == one.digest)
}

/// The journal in `stage`; `None` if there is none, or only a part of one.
fn read(world: &dyn World, stage: &str) -> Option<Vec<Entry>> {
    let path = paths::join(stage, NAME);
    if !matches!(world.entry(&path), Ok(EntryKind::File)) {
        return None;
    }
    let list: Value = serde_json::from_slice(&world.read_found(&path).ok()?).ok()?;
    let files = list.as_object().filter(|list| list.get("form") == Some(&json!(FORM)))?;
    let entry = |file: &Value| {
        let text = |at: usize| file.get(at).and_then(Value::as_str).map(str::to_owned);
        let from = text(0).filter(|from| from.bytes().all(|byte| byte.is_ascii_digit()))?;
        let one = Move { from, directory: text(1)?, to: text(2)?, digest: text(3)? };
        Some(Entry { one, was: Some(file.get(4)?.clone()).filter(|was| !was.is_null()) })
    };
    files.get("files")?.as_array()?.iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{output::remove_leftovers, world::Memory};

    const STAGE: &str = "out/.yardstick-00000000000000ff.new";

    fn moves(of: &[(&str, &str)]) -> Vec<Move> {
        let one = |(at, (to, contents)): (usize, &(&str, &str))| Move {
            from: at.to_string(),
            directory: String::new(),
            to: (*to).to_owned(),
            digest: digest(contents.as_bytes()),
        };
        of.iter().enumerate().map(one).collect()
    }

    /// The state after a run that was killed between the moves of two files.
    fn killed() -> Memory {
        let world = Memory::new()
            .with_file("out/a.yml", "old")
            .with_file("out/d/b.yml", "old")
            .with_file(&format!("{STAGE}/0"), "new a")
            .with_file(&format!("{STAGE}/1"), "new b");
        write(&world, STAGE, &moves(&[("a.yml", "new a"), ("d/b.yml", "new b")])).unwrap();
        assert!(world.exchange(&format!("{STAGE}/0"), "out/a.yml").unwrap());
        world
    }

    fn texts(world: &Memory) -> Vec<(String, String)> {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        world.files().into_iter().map(|(path, bytes)| (path, text(bytes))).collect()
    }

    fn pair(path: &str, text: &str) -> (String, String) {
        (path.to_owned(), text.to_owned())
    }

    #[test]
    fn the_next_run_completes_what_was_begun() {
        let world = killed();
        remove_leftovers(&world, "out");
        let all = [pair("/project/out/a.yml", "new a"), pair("/project/out/d/b.yml", "new b")];
        assert_eq!(texts(&world), all);
    }

    #[test]
    fn what_somebody_has_changed_since_stays() {
        let world = killed();
        world.write("out/d/b.yml", b"mine").unwrap();
        remove_leftovers(&world, "out");
        let all = [pair("/project/out/a.yml", "new a"), pair("/project/out/d/b.yml", "mine")];
        assert_eq!(texts(&world), all);
    }

    #[test]
    fn half_a_list_is_none() {
        let world = killed();
        let path = format!("{STAGE}/{NAME}");
        let list = world.read(&path).unwrap();
        world.write(&path, &list[..list.len() - 1]).unwrap();
        remove_leftovers(&world, "out");
        let all = [pair("/project/out/a.yml", "new a"), pair("/project/out/d/b.yml", "old")];
        assert_eq!(texts(&world), all);
    }

    #[test]
    fn a_list_leads_to_no_other_place() {
        for (directory, to) in [
            ("", "../x.yml"),
            ("", "/etc/x.yml"),
            ("", "away/x.yml"),
            ("", "x/../../x.yml"),
            ("elsewhere", "x.yml"),
            ("/", "x.yml"),
            ("out/../elsewhere", "x.yml"),
        ] {
            let world = Memory::new()
                .with_directory("elsewhere")
                .with_link("out/away", "../elsewhere")
                .with_file(&format!("{STAGE}/0"), "theirs")
                .with_file(&format!("{STAGE}/1"), "theirs");
            let mut list = moves(&[(to, "theirs"), ("y.yml", "theirs")]);
            list[0].directory = directory.to_owned();
            list[1].directory = directory.to_owned();
            write(&world, STAGE, &list).unwrap();
            remove_leftovers(&world, "out");
            let placed = |path: &String| path.ends_with("/x.yml");
            assert!(!world.files().keys().any(placed), "{directory} {to}");
        }
    }

    #[test]
    fn links_do_not_wait() {
        let world = Memory::new()
            .with_file("secret", "new a")
            .with_link(&format!("{STAGE}/0"), "../../secret")
            .with_file(&format!("{STAGE}/1"), "new b");
        write(&world, STAGE, &moves(&[("a.yml", "new a"), ("b.yml", "new b")])).unwrap();
        remove_leftovers(&world, "out");
        let all = [pair("/project/out/b.yml", "new b"), pair("/project/secret", "new a")];
        assert_eq!(texts(&world), all);
    }
}
