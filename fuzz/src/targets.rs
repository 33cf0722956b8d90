//! The fuzz targets, as functions of some bytes. The fuzzer and an ordinary test (`cargo test --test fuzzed`) share
//! them.
//!
//! Each is a command line over files that exist only in memory, or a session with the language server. The bytes are
//! the files, separated by the byte 0xFF. Any bytes must give a result, or a failure with a message.

use std::{
    ffi::OsString,
    io::{Cursor, sink},
    sync::Arc,
};

use yardstick_cli::ExitStatus;
use yardstick_language_server::{Analysis, Encoding, Transport, answer, serve};
use yardstick_world::{Memory, World};

/// A fuzz target.
pub(crate) struct Target {
    /// Its name.
    pub(crate) name: &'static str,
    /// The files that the bytes are split into, each with words in the path or text of files that are good seeds for
    /// it.
    pub(crate) files: &'static [(&'static str, &'static [&'static str])],
    way: Way,
}

/// How a target uses the files.
enum Way {
    /// With this command line.
    Command(&'static [&'static str]),
    /// With this command line, and the first file as standard input.
    Input(&'static [&'static str]),
    /// With the command line in the first file, one word per line.
    Words,
    /// As files open in an editor. Each line of numbers in the last file describes a request.
    Editor,
    /// As messages of an editor: one per line of the first file, and the second file as a whole.
    Messages,
}

use Way::{Command, Editor, Input, Messages, Words};

const STEPS: &str = "--max-steps=20000";

const JSON_SCHEMA: &[&str] = &["$ref", "\"type\"", "properties", "anyOf", "$defs"];
const BY_EXAMPLE: &[&str] = &["#@data/values-schema", "#@schema/"];
const TEMPLATE: &[&str] = &["#@ ", "(@"];
const OVERLAY: &[&str] = &["#@overlay/", "overlay.apply"];
const VALUES: &[&str] = &["values", "#@data/values"];
const ANY: &[&str] = &[];

/// All fuzz targets.
pub(crate) const TARGETS: &[Target] = &[
    Target { name: "yaml", files: &[("a.yml", ANY)], way: Command(&["fmt", "-f", "a.yml"]) },
    Target { name: "fmt", files: &[("a.yml", TEMPLATE)], way: Command(&["fmt", "-w", "a.yml"]) },
    Target {
        name: "render",
        files: &[("config.yml", TEMPLATE), ("code.star", &[".star"]), ("lib.lib.yml", TEMPLATE)],
        way: Command(&["-f", "config.yml", "-f", "code.star", "-f", "lib.lib.yml", STEPS]),
    },
    Target {
        name: "text",
        files: &[("notes.txt", &["(@", ".txt"]), ("values.yml", VALUES)],
        way: Command(&[
            "-f",
            "notes.txt",
            "-f",
            "values.yml",
            "--file-mark",
            "notes.txt:type=text-template",
            "-o",
            "json",
            STEPS,
        ]),
    },
    Target {
        name: "overlay",
        files: &[("config.yml", ANY), ("overlay.yml", OVERLAY)],
        way: Command(&["-f", "config.yml", "-f", "overlay.yml", STEPS]),
    },
    Target {
        name: "values",
        files: &[("schema.yml", BY_EXAMPLE), ("values.yml", VALUES), ("config.yml", TEMPLATE)],
        way: Command(&[
            "-f",
            "schema.yml",
            "-f",
            "config.yml",
            "--data-values-file",
            "values.yml",
            STEPS,
        ]),
    },
    Target {
        name: "validate",
        files: &[("schema.yml", BY_EXAMPLE), ("values.yml", VALUES)],
        way: Command(&[
            "validate",
            "-f",
            "schema.yml",
            "--data-values-file",
            "values.yml",
            "--fix",
            "--diagnostics",
            "sarif",
            STEPS,
        ]),
    },
    Target {
        name: "check",
        files: &[("schema.yml", JSON_SCHEMA), ("document.yml", ANY)],
        way: Command(&["check", "-f", "schema.yml", "document.yml", "-j", "1"]),
    },
    Target {
        name: "json",
        files: &[
            ("schema.json", JSON_SCHEMA),
            ("a.json", &[".json"]),
            ("b.json5", &[".json5", ".json"]),
            ("c.jsonl", &[".jsonl", ".json"]),
        ],
        way: Command(&[
            "check",
            "-f",
            "schema.json",
            "a.json",
            "b.json5",
            "c.jsonl",
            "-j",
            "1",
            "-o",
            "json",
        ]),
    },
    Target {
        name: "toml",
        files: &[("schema.yml", JSON_SCHEMA), ("a.toml", &[".toml"])],
        way: Command(&["check", "-f", "schema.yml", "a.toml", "-j", "1", "-o", "github"]),
    },
    Target {
        name: "fix",
        files: &[("schema.yml", JSON_SCHEMA), ("document.yml", ANY)],
        way: Command(&["check", "-f", "schema.yml", "document.yml", "-j", "1", "--fix"]),
    },
    Target {
        name: "fill",
        files: &[("schema.yml", &["default"]), ("document.yml", ANY)],
        way: Command(&["check", "-f", "schema.yml", "document.yml", "-j", "1", "--fill-defaults"]),
    },
    Target {
        name: "bundle",
        files: &[("schema.yml", JSON_SCHEMA), ("other.json", JSON_SCHEMA)],
        way: Command(&["schema", "bundle", "schema.yml"]),
    },
    Target {
        name: "lint",
        files: &[("schema.yml", JSON_SCHEMA)],
        way: Command(&["schema", "check", "schema.yml"]),
    },
    Target {
        name: "import",
        files: &[("schema.json", &["$ref", "\"type\"", "openapi", "CustomResourceDefinition"])],
        way: Command(&["schema", "import", "schema.json"]),
    },
    Target {
        name: "infer",
        files: &[("a.yml", ANY), ("b.yml", ANY)],
        way: Command(&["schema", "infer", "a.yml", "b.yml"]),
    },
    Target {
        name: "diff",
        files: &[("old.yml", BY_EXAMPLE), ("new.yml", BY_EXAMPLE)],
        way: Command(&["schema", "diff", "old.yml", "new.yml"]),
    },
    Target {
        name: "compare",
        files: &[("old.json", JSON_SCHEMA), ("new.json", JSON_SCHEMA)],
        way: Command(&["schema", "diff", "old.json", "new.json"]),
    },
    Target {
        name: "export",
        files: &[("schema.yml", BY_EXAMPLE)],
        way: Command(&["schema", "export", "-f", "schema.yml", STEPS]),
    },
    Target {
        name: "document",
        files: &[("schema.yml", BY_EXAMPLE)],
        way: Command(&["schema", "export", "-f", "schema.yml", "-o", "html", STEPS]),
    },
    Target {
        name: "project",
        files: &[("yardstick.yaml", &["targets:", "yardstick.yaml"]), ("a.yml", ANY)],
        way: Command(&["build", "-j", "1"]),
    },
    Target {
        name: "cases",
        files: &[
            ("tests/one/test.yml", &["test.yml", "expect:"]),
            ("yardstick.yaml", &["targets:", "yardstick.yaml"]),
            ("a.yml", TEMPLATE),
        ],
        way: Command(&["test", "-j", "1"]),
    },
    Target {
        name: "chart",
        files: &[("chart/values.yaml", VALUES), ("chart/Chart.yaml", ANY)],
        way: Command(&["new", "shop", "--from", "chart"]),
    },
    Target {
        name: "krm",
        files: &[("input", &["ResourceList", "functionConfig"])],
        way: Input(&["krm"]),
    },
    Target {
        name: "arguments",
        files: &[("words", &["/args"]), ("a.yml", ANY), ("b.yml", ANY)],
        way: Words,
    },
    Target {
        name: "editor",
        files: &[("config/a.yml", TEMPLATE), ("config/schema.yml", BY_EXAMPLE), ("asked", ANY)],
        way: Editor,
    },
    Target {
        name: "messages",
        files: &[("lines", &["jsonrpc"]), ("raw", &["Content-Length"])],
        way: Messages,
    },
];

/// Runs `target` with `bytes`.
pub(crate) fn run(target: &Target, bytes: &[u8]) {
    let parts: Vec<&[u8]> = bytes.split(|&byte| byte == 0xFF).collect();
    let first = parts.first().copied().unwrap_or_default();
    let mut world = Memory::new();
    for (text, (name, _)) in parts.iter().zip(target.files) {
        world = world.with_file(name, *text);
    }
    match target.way {
        Command(words) => command(world, words),
        Input(words) => {
            command(world.with_stdin(first), words);
        }
        Words => {
            let text = String::from_utf8_lossy(first);
            // Skip commands that never end, because they wait for changes, an editor or a browser.
            let ends = |word: &&str| {
                !["watch", "lsp", "language-server", "playground"]
                    .iter()
                    .any(|endless| word.contains(endless))
            };
            command(world, &text.lines().filter(ends).take(12).collect::<Vec<_>>());
        }
        Editor => editor(world, &parts),
        Messages => messages(world, first, parts.get(1).copied().unwrap_or_default()),
    }
}

fn command(world: Memory, words: &[&str]) {
    let words: Vec<_> = words.iter().map(OsString::from).collect();
    let world: Arc<dyn World> = Arc::new(world);
    let answer = yardstick_cli::run(&words, &world);
    let says_something = !answer.stderr.is_empty() || !answer.stdout.concat().is_empty();
    let is_quiet = words.iter().any(|word| word == "-q" || word == "--quiet");
    assert!(
        answer.status == ExitStatus::Success || says_something || is_quiet,
        "{words:?} failed without a word"
    );
}

/// The requests of an editor about a place.
const QUESTIONS: [&str; 20] = [
    "hover",
    "definition",
    "references",
    "documentHighlight",
    "prepareRename",
    "rename",
    "documentSymbol",
    "documentLink",
    "foldingRange",
    "selectionRange",
    "semanticTokens/full",
    "semanticTokens/range",
    "signatureHelp",
    "formatting",
    "completion",
    "codeAction",
    "codeLens",
    "inlayHint",
    "completion",
    "hover",
];

fn editor(world: Memory, parts: &[&[u8]]) {
    let analysis = Analysis::new(Arc::new(world), yardstick_cli::language_host(), Encoding::Utf16);
    let (path, uri) = ("/project/config/a.yml", "file:///project/config/a.yml");
    analysis.open(path, &String::from_utf8_lossy(parts.first().copied().unwrap_or_default()));
    let _ = analysis.diagnostics(path);
    let asked = parts.get(2).copied().unwrap_or_default();
    for numbers in asked.chunks_exact(3).take(6) {
        let [method, line, character] = [0, 1, 2].map(|at| usize::from(numbers[at]));
        let position = serde_json::json!({"line": line % 40, "character": character % 60});
        let params = serde_json::json!({
            "textDocument": {"uri": uri},
            "position": position,
            "positions": [position],
            "range": {"start": position, "end": {"line": line, "character": character}},
            "newName": "other",
            "context": {"includeDeclaration": true, "diagnostics": []},
            "options": {"tabSize": 2, "insertSpaces": true},
        });
        let method = format!("textDocument/{}", QUESTIONS[method % QUESTIONS.len()]);
        let _ = answer(&analysis, &method, params);
    }
}

fn messages(world: Memory, lines: &[u8], raw: &[u8]) {
    let mut input = Vec::new();
    let hello: &[u8] =
        br#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}}"#;
    for line in [hello].into_iter().chain(lines.split(|&byte| byte == b'\n')) {
        input.extend_from_slice(format!("Content-Length: {}\r\n\r\n", line.len()).as_bytes());
        input.extend_from_slice(line);
    }
    input.extend_from_slice(raw);
    let Ok((connection, transport)) = Transport::start(Cursor::new(input), sink()) else { return };
    let _ = serve(&connection, Arc::new(world), yardstick_cli::language_host(), "0");
    drop(connection);
    let _ = transport.finish();
}
