//! What is about to be put in its place, written down so that the next run can complete it.
//!
//! Files are put in their places one after the other. A process that is killed meanwhile leaves new files next to old ones.
//! So the list of them is written first, to the directory in which they wait, and synced. It goes away when all are in their
//! places, or have been taken back. A run that finds the list puts the files that still wait in their places, as long as
//! nobody else has changed what is there. A list may come from anyone who can write to the directory, so it leads to no place
//! that a run could not write to.

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

/// The name of the list in the directory of the files that wait.
const NAME: &str = "journal";

/// Changes when the form of the list does.
const FORM: u64 = 1;

/// A file that is about to be put in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Move {
    /// Its name where it waits.
    pub(super) from: String,
    /// The directory of the result; empty if it is the one around the directory in which it waits.
    pub(super) directory: String,
    /// Its path below that.
    pub(super) to: String,
    /// Of its contents.
    pub(super) digest: String,
}

/// A move, and what was in its place.
struct Entry {
    one: Move,
    was: Option<Value>,
}

/// What tells the contents of a file from others: their length and a sum (FNV-1a).
pub(super) fn digest(contents: &[u8]) -> String {
    let add = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{}-{:016x}", contents.len(), contents.iter().fold(0xcbf2_9ce4_8422_2325, add))
}

/// Writes the list of `moves`, whose files wait in `stage`, and waits until it is on the disk. A single file needs none: it is
/// in its place or not.
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

/// What is at `path`: nothing, or what tells that it is as it was.
fn found(world: &dyn World, path: &str) -> Option<Value> {
    world.entry(path).ok()?;
    let stamp = world.stamp(path).ok();
    Some(stamp.map_or(json!([]), |Stamp { size, modified }| json!([size, modified])))
}

/// Removes the list: nothing is left to be done.
pub(super) fn remove(world: &dyn World, stage: &str) {
    let _ = world.remove_file(&paths::join(stage, NAME));
}

/// Puts the files in their places that a killed run left in `stage`, which is in `around`, if they belong there or below one of
/// `others`. False if some still wait.
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

/// The same for the files of one directory: all of them, or none.
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
        // Not a list of ours.
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
        // They wait on another disk.
        Err((_, error)) if error.kind() == io::ErrorKind::CrossesDevices => {
            for (file, (from, _)) in files.iter_mut().zip(&moves) {
                file.contents = world.read_found(from).map_err(drop)?;
            }
            write_files(world, directory, &files).map(drop).map_err(drop)
        }
        placed => placed.map_err(drop),
    }
}

/// Whether the file is still where it waits. Once it has changed places with the old one, other contents are there.
fn waits(world: &dyn World, stage: &str, one: &Move) -> bool {
    let path = paths::join(stage, &one.from);
    matches!(world.entry(&path), Ok(EntryKind::File))
        && world.read_found(&path).is_ok_and(|contents| digest(&contents) == one.digest)
}

/// The list in `stage`; nothing if there is none, or a part of one.
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

    /// A run that was killed after it had put the first of two files in its place.
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
