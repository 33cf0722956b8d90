//! Runs commands that write files, and lets each call to the world fail once. Afterwards each file is old or new,
//! never partial; the failure is reported, and no temporary files remain.

#[path = "../../workspace/tests/failing/mod.rs"]
mod failing;

use std::{collections::BTreeMap, ffi::OsString, sync::Arc};

use failing::Failing;
use yardstick_cli::ExitStatus;
use yardstick_world::{Memory, World};

const SCHEMA: &str = "#@data/values-schema\n---\nport: 80\nname: \"\"\n";

/// The commands, each with its initial files.
const COMMANDS: [(&str, &[(&str, &str)]); 10] = [
    ("fmt -w a.yml b.yml", &[("a.yml", "a:    1\n"), ("b.yml", "b:\n      c: 1\n")]),
    (
        "check -f s.yml a.yml -j 1 --fix",
        &[("s.yml", "properties: {port: {type: integer}}\n"), ("a.yml", "port: '80'\n")],
    ),
    (
        "validate -f schema.yml --data-values-file v.yml --fix",
        &[("schema.yml", SCHEMA), ("v.yml", "prot: 81\n")],
    ),
    (
        "test --update -j 1",
        &[
            ("a.yml", "a: 1\n"),
            ("tests/one/test.yml", "files: [a.yml]\n"),
            ("tests/one/stdout", "a: 0\n"),
        ],
    ),
    (
        "schema export -f schema.yml -o json-schema --to out/s.json",
        &[("schema.yml", SCHEMA), ("out/s.json", "old\n")],
    ),
    ("new shop", &[("other.yml", "a: 1\n")]),
    (
        "build -j 1 --stamp stamp --depfile depfile app",
        &[
            ("yardstick.yaml", "targets: {app: {files: [a.yml], output: out}}\n"),
            ("a.yml", "a: 1\n"),
            ("stamp", "old\n"),
        ],
    ),
    (
        "build -j 1",
        &[
            (
                "yardstick.yaml",
                "targets: {a: {files: [a.yml], output: o/a}, b: {files: [a.yml], output: o/b}}\n",
            ),
            ("a.yml", "a: 1\n"),
        ],
    ),
    ("-f a.yml --output-files out", &[("a.yml", "a: 1\n"), ("out/a.yml", "a: 0\n")]),
    (
        "-f a.yml --dangerous-emptied-output-directory out",
        &[("a.yml", "a: 1\n"), ("out/a.yml", "a: 0\n"), ("out/b.yml", "b: 0\n")],
    ),
];

type Files = BTreeMap<String, Vec<u8>>;

/// Runs the command with a failure of the call `number`. Returns the files afterwards, the messages if it did not
/// succeed, and whether there was such a call.
fn run(command: &str, files: &[(&str, &str)], number: usize) -> (Files, Option<String>, bool) {
    let mut memory = Memory::new();
    for (path, text) in files {
        memory = memory.with_file(path, *text);
    }
    let failing = Arc::new(Failing::new(memory, number));
    let world: Arc<dyn World> = Arc::clone(&failing) as _;
    let words: Vec<OsString> = command.split(' ').map(OsString::from).collect();
    let answer = yardstick_cli::run(&words, &world);
    let said = answer.stderr + &String::from_utf8_lossy(&answer.stdout.concat());
    let said = (answer.status != ExitStatus::Success).then_some(said);
    (failing.inner.files(), said, failing.has_failed())
}

#[test]
fn a_failing_call_leaves_whole_files() {
    for (command, files) in COMMANDS {
        let before: Files = files
            .iter()
            .map(|(path, text)| (format!("/project/{path}"), text.as_bytes().to_vec()))
            .collect();
        let (after, said, _) = run(command, files, usize::MAX);
        // These commands also report what they fix.
        let is_fixing = command.contains("--fix") || command.contains("--update");
        assert!(said.is_none() || is_fixing, "{command}: {said:?}");
        assert_ne!(after, before, "{command} writes something");
        // The state of builds contains times, and builds can do without it. A directory that cannot be removed is left
        // to the next run.
        let is_memory = |path: &str| path.contains("/.yardstick/") || path.contains("/.yardstick-");
        let mut number = 0;
        loop {
            let (found, said, was_called) = run(command, files, number);
            if !was_called {
                break;
            }
            // If rendering fails, there is an error, which a case may expect.
            if is_fixing && found.keys().any(|path| path.ends_with("/stderr")) {
                number += 1;
                continue;
            }
            for (path, bytes) in found.iter().filter(|(path, _)| !is_memory(path)) {
                let is_whole = before.get(path) == Some(bytes) || after.get(path) == Some(bytes);
                let text = String::from_utf8_lossy(bytes);
                assert!(is_whole, "{command}, call {number}: {path} holds {text:?}: {said:?}");
            }
            for path in before.keys().filter(|path| !found.contains_key(*path)) {
                assert!(!after.contains_key(path), "{command}, call {number}: {path} is gone");
            }
            assert!(said.is_none_or(|said| !said.is_empty()), "{command}, call {number}");
            number += 1;
        }
        assert!(number > 2, "{command} made {number} calls");
    }
}
