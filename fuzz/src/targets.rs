//! The ways in, as functions of some bytes. The fuzzer and an ordinary test (`cargo test --test fuzzed`) run the same ones.
//!
//! Each is a command line over files that exist in memory only. The bytes are the files, separated by the byte 0xFF. Any
//! bytes must give a result, or a failure that says something.

use std::{ffi::OsString, sync::Arc};

use yardstick_cli::ExitStatus;
use yardstick_world::{Memory, World};

/// A way in.
pub(crate) struct Target {
    /// Its name.
    pub(crate) name: &'static str,
    /// The files that the bytes are split into.
    pub(crate) files: &'static [&'static str],
    /// The command line; nothing if the first file holds it, a word a line.
    words: &'static [&'static str],
}

const STEPS: &str = "--max-steps=20000";

/// All ways in.
pub(crate) const TARGETS: &[Target] = &[
    Target { name: "yaml", files: &["a.yml"], words: &["fmt", "-f", "a.yml"] },
    Target {
        name: "render",
        files: &["config.yml", "code.star", "lib.lib.yml"],
        words: &["-f", "config.yml", "-f", "code.star", "-f", "lib.lib.yml", STEPS],
    },
    Target {
        name: "text",
        files: &["notes.txt", "values.yml"],
        words: &[
            "-f",
            "notes.txt",
            "-f",
            "values.yml",
            "--file-mark",
            "notes.txt:type=text-template",
            "-o",
            "json",
            STEPS,
        ],
    },
    Target {
        name: "overlay",
        files: &["config.yml", "overlay.yml"],
        words: &["-f", "config.yml", "-f", "overlay.yml", STEPS],
    },
    Target {
        name: "values",
        files: &["schema.yml", "values.yml", "config.yml"],
        words: &["-f", "schema.yml", "-f", "config.yml", "--data-values-file", "values.yml", STEPS],
    },
    Target {
        name: "check",
        files: &["schema.yml", "document.yml"],
        words: &["check", "-f", "schema.yml", "document.yml", "-j", "1"],
    },
    Target { name: "import", files: &["schema.json"], words: &["schema", "import", "schema.json"] },
    Target {
        name: "export",
        files: &["schema.yml"],
        words: &["schema", "export", "-f", "schema.yml", STEPS],
    },
    Target { name: "arguments", files: &["words", "a.yml", "b.yml"], words: &[] },
];

/// Runs the way in `name` with `bytes`.
pub(crate) fn run(target: &Target, bytes: &[u8]) {
    let mut world = Memory::new();
    let mut first: &[u8] = &[];
    for (at, (text, name)) in bytes.split(|&byte| byte == 0xFF).zip(target.files).enumerate() {
        if at == 0 {
            first = text;
        }
        world = world.with_file(name, text);
    }
    let words: Vec<OsString> = if target.words.is_empty() {
        let text = String::from_utf8_lossy(first);
        // One that waits for changes never ends.
        text.lines().filter(|word| !word.contains("watch")).take(12).map(OsString::from).collect()
    } else {
        target.words.iter().map(OsString::from).collect()
    };
    let world: Arc<dyn World> = Arc::new(world);
    let answer = yardstick_cli::run(&words, &world);
    let says_something = !answer.stderr.is_empty() || !answer.stdout.concat().is_empty();
    let is_quiet = words.iter().any(|word| word == "-q" || word == "--quiet");
    assert!(
        answer.status == ExitStatus::Success || says_something || is_quiet,
        "{words:?} failed without a word"
    );
}
