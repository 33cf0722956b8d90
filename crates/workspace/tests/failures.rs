//! Lets every call to the world fail once. The old output must stay unchanged, and the message must name the failure.

mod failing;

use std::collections::BTreeMap;

use failing::Failing;
use yardstick_workspace::{
    output::{OutputFile, write_emptied, write_files},
    world::Memory,
};

fn file(path: &str) -> OutputFile {
    OutputFile::yaml(path.to_owned(), b"new\n".to_vec())
}

/// The files below `out`, and the number of other files.
fn output(world: &Memory) -> (BTreeMap<String, Vec<u8>>, usize) {
    let (mut inside, mut outside) = (BTreeMap::new(), 0);
    for (path, bytes) in world.files() {
        if path.starts_with("/project/out/") && !path.contains(".yardstick-") {
            inside.insert(path, bytes);
        } else {
            outside += 1;
        }
    }
    (inside, outside)
}

#[test]
fn a_failing_call_leaves_the_old_output_or_the_new_one() {
    let files = [file("a.yml"), file("b.yml"), file("d/c.yml"), file("e/f/g.yml")];
    for emptied in [false, true] {
        let mut number = 0;
        loop {
            let inner = Memory::new()
                .with_file("out/a.yml", "old\n")
                .with_file("out/b.yml", "old\n")
                .with_file("out/other.yml", "old\n");
            let (before, _) = output(&inner);
            let world = Failing::new(inner, number);
            let result = if emptied {
                write_emptied(&world, "out", &files, &["conf"])
            } else {
                write_files(&world, "out", &files)
            };
            let (after, _) = output(&world.inner);
            match result {
                Ok(_) => {
                    let new = after.values().filter(|bytes| *bytes == b"new\n").count();
                    assert_eq!(new, files.len(), "call {number}, emptied: {emptied}: {after:?}");
                }
                Err(error) => {
                    assert_eq!(
                        after, before,
                        "call {number}, emptied: {emptied}: {}",
                        error.message
                    );
                    let operation = error.message.split(' ').next().unwrap_or_default();
                    let known = ["mkdir", "write", "sync", "lock", "open", "rename"];
                    assert!(known.contains(&operation), "{}", error.message);
                    assert!(error.message.ends_with(": injected"), "{}", error.message);
                }
            }
            if !world.has_failed() {
                break;
            }
            number += 1;
        }
        assert!(number > 10, "there were calls to fail");
    }
}
