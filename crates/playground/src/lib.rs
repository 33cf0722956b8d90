//! The whole program for a page in a browser: a command line and files in, what it prints and writes out.
//!
//! Everything happens in memory. One call is one run of the command, so a page can do whatever the command can.
//! Requests and answers are JSON, because they cross from JavaScript through a worker.
//!
//! ```
//! let request = r#"{"arguments": ["-f", "."], "files": {"a.yml": "x: #@ 1 + 2\n"}}"#;
//! let answer = yardstick_playground::run(request);
//! assert_eq!(answer, r#"{"status":0,"stdout":"x: 3\n","stderr":"","files":{},"removed":[]}"#);
//! ```
//!
//! What an editor asks is answered by [`ask`], as the language server answers it.

mod editor;

use std::{collections::BTreeMap, ffi::OsString, sync::Arc};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Map, Value as Json, json};
use yardstick_world::{Memory, World};

pub use editor::ask;

/// Where the files of a request are. Paths below it are shown relative to it.
const DIRECTORY: &str = "/project";

/// Carries out a request: `{"arguments": […], "files": {PATH: TEXT}, "stdin": TEXT, "environment": {NAME: TEXT},
/// "directories": [PATH], "links": {PATH: TARGET}}`, of which only the arguments are needed. Bytes that are no text
/// are written as `{"base64": TEXT}`. The answer has `status`, `stdout`, `stderr`, the `files` that the run wrote
/// and those that it `removed`. A request that makes no sense is answered with `{"problem": TEXT}`.
pub fn run(request: &str) -> String {
    match serde_json::from_str(request) {
        Ok(request) => answer(&request),
        Err(error) => json!({ "problem": error.to_string() }),
    }
    .to_string()
}

fn answer(request: &Json) -> Json {
    let texts = |list: &Json| -> Vec<String> {
        let list = list.as_array().into_iter().flatten();
        list.filter_map(Json::as_str).map(str::to_owned).collect()
    };
    let memory = Arc::new(memory(request));
    let before = memory.files();
    let world: Arc<dyn World> = Arc::clone(&memory) as _;
    let words: Vec<OsString> =
        texts(&request["arguments"]).into_iter().map(OsString::from).collect();
    let answer = yardstick_cli::run(&words, &world);
    let (files, removed) = changes(&before, memory.files());
    json!({
        "status": answer.status.code(),
        "stdout": text(answer.stdout.concat()),
        "stderr": memory.said() + &answer.stderr,
        "files": files,
        "removed": removed,
    })
}

/// The world that a request describes.
fn memory(request: &Json) -> Memory {
    let pairs = |name: &str| request[name].as_object().cloned().unwrap_or_default();
    let mut memory = Memory::new().with_current_directory(DIRECTORY).with_directory(DIRECTORY);
    for (path, content) in pairs("files") {
        memory = memory.with_file(&path, bytes(&content));
    }
    for (path, target) in pairs("links") {
        memory = memory.with_link(&path, target.as_str().unwrap_or_default());
    }
    for path in request["directories"].as_array().into_iter().flatten() {
        memory = memory.with_directory(path.as_str().unwrap_or_default());
    }
    for (name, value) in pairs("environment") {
        memory = memory.with_variable(&name, value.as_str().unwrap_or_default());
    }
    if request["stdin"].is_null() { memory } else { memory.with_stdin(bytes(&request["stdin"])) }
}

/// What is different after a run: files written, and files that are gone.
fn changes(
    before: &BTreeMap<String, Vec<u8>>,
    after: BTreeMap<String, Vec<u8>>,
) -> (Map<String, Json>, Vec<String>) {
    let removed = before.keys().filter(|path| !after.contains_key(*path));
    let removed = removed.map(|path| name(path)).collect();
    let written = after.into_iter().filter(|(path, bytes)| before.get(path) != Some(bytes));
    (written.map(|(path, bytes)| (name(&path), text(bytes))).collect(), removed)
}

/// A path as requests name it.
fn name(path: &str) -> String {
    let inside = path.strip_prefix(DIRECTORY).and_then(|rest| rest.strip_prefix('/'));
    inside.unwrap_or(path).to_owned()
}

/// Bytes as JSON.
fn text(bytes: Vec<u8>) -> Json {
    String::from_utf8(bytes)
        .map_or_else(|error| json!({ "base64": STANDARD.encode(error.as_bytes()) }), Json::String)
}

/// What JSON stands for.
fn bytes(content: &Json) -> Vec<u8> {
    match content {
        Json::String(text) => text.clone().into_bytes(),
        other => STANDARD.decode(other["base64"].as_str().unwrap_or_default()).unwrap_or_default(),
    }
}

/// What JavaScript sees.
#[cfg(target_family = "wasm")]
mod page {
    use wasm_bindgen::prelude::wasm_bindgen;

    /// Carries out a request: see the crate's documentation.
    #[wasm_bindgen]
    #[expect(unreachable_pub, reason = "JavaScript reaches it")]
    pub fn run(request: &str) -> String {
        super::run(request)
    }

    /// Answers what an editor asks: see the crate's documentation.
    #[wasm_bindgen]
    #[expect(unreachable_pub, reason = "JavaScript reaches it")]
    pub fn ask(request: &str) -> String {
        super::ask(request)
    }
}
