//! The whole program for a web page: it takes a command line and files, and returns the output and the written files.
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
//! [`ask`] answers the requests of an editor, as the language server does.

mod editor;

use std::{collections::BTreeMap, ffi::OsString, sync::Arc};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Map, Value as Json, json};
use yardstick_world::{Memory, World};

pub use editor::ask;

/// The directory of a request's files. Answers show paths relative to it.
const DIRECTORY: &str = "/project";

/// Runs a request: `{"arguments": […], "files": {PATH: TEXT}, "stdin": TEXT, "environment": {NAME: TEXT},
/// "directories": [PATH], "links": {PATH: TARGET}}`. Only the arguments are required. Bytes that are not UTF-8 are
/// written as `{"base64": TEXT}`. The answer has `status`, `stdout`, `stderr`, the `files` that the run wrote and
/// those that it `removed`. The answer to an invalid request is `{"problem": TEXT}`.
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
        "stderr": memory.stderr_text() + &answer.stderr,
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

/// The changes that a run made: files written and files removed.
fn changes(
    before: &BTreeMap<String, Vec<u8>>,
    after: BTreeMap<String, Vec<u8>>,
) -> (Map<String, Json>, Vec<String>) {
    let removed = before.keys().filter(|path| !after.contains_key(*path));
    let removed = removed.map(|path| name(path)).collect();
    let written = after.into_iter().filter(|(path, bytes)| before.get(path) != Some(bytes));
    (written.map(|(path, bytes)| (name(&path), text(bytes))).collect(), removed)
}

/// A path relative to [`DIRECTORY`], as requests write it.
fn name(path: &str) -> String {
    let inside = path.strip_prefix(DIRECTORY).and_then(|rest| rest.strip_prefix('/'));
    inside.unwrap_or(path).to_owned()
}

/// Encodes bytes as JSON.
fn text(bytes: Vec<u8>) -> Json {
    String::from_utf8(bytes)
        .map_or_else(|error| json!({ "base64": STANDARD.encode(error.as_bytes()) }), Json::String)
}

/// Decodes bytes from JSON.
fn bytes(content: &Json) -> Vec<u8> {
    match content {
        Json::String(text) => text.clone().into_bytes(),
        other => STANDARD.decode(other["base64"].as_str().unwrap_or_default()).unwrap_or_default(),
    }
}

/// The functions that JavaScript can call.
#[cfg(target_family = "wasm")]
mod page {
    use wasm_bindgen::prelude::wasm_bindgen;

    /// Runs a request; see [`run`](crate::run).
    #[wasm_bindgen]
    #[expect(unreachable_pub, reason = "JavaScript reaches it")]
    pub fn run(request: &str) -> String {
        super::run(request)
    }

    /// Answers a request of an editor; see [`ask`](crate::ask).
    #[wasm_bindgen]
    #[expect(unreachable_pub, reason = "JavaScript reaches it")]
    pub fn ask(request: &str) -> String {
        super::ask(request)
    }
}
