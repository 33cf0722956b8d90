//! Measures how fast the server answers, in a project of 300 files with 20,000 lines and a schema of 5,000 keys.
//!
//! `cargo run --release -p yardstick-language-server --example latency` creates the project in memory, simulates an
//! editor, and prints the times. It fails if a time exceeds its limit, unless `--no-limits` is given.

use std::{
    fmt::Write as _,
    process::ExitCode,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value as Json, json};
use yardstick_language_server::{Connection, Host, from_path, serve};
use yardstick_world::Memory;

const FILES: usize = 300;
const LINES: usize = 20_000;
const KEYS: usize = 5_000;
const ROUNDS: usize = 200;

fn main() -> ExitCode {
    let has_limits = !std::env::args().any(|word| word == "--no-limits");
    let mut world = Memory::new().with_file("config/schema.yml", schema());
    for number in 0..FILES {
        world = world.with_file(&format!("config/app{number:03}.yml"), template(number));
    }
    let (server, connection) = Connection::memory();
    let running = thread::spawn(move || {
        serve(&server, Arc::new(world), Host::default(), "bench").expect("it speaks to the end");
    });
    let start = Instant::now();
    let mut editor = Editor { connection, next: 0 };
    editor.request("initialize", json!({ "capabilities": {} }));
    editor.notify("initialized", json!({}));
    editor.open("config/values.yml", &values("x"));
    editor.diagnostics("config/values.yml");
    let first = start.elapsed();
    editor.open("config/app001.yml", &template(1));

    let at = |path: &str, line: usize, character: usize| {
        json!({
            "textDocument": { "uri": uri(path) },
            "position": { "line": line, "character": character },
        })
    };
    let mut completion = Vec::new();
    let mut hover = Vec::new();
    for round in 0..ROUNDS {
        let (path, line) =
            if round % 2 == 0 { ("config/values.yml", 3) } else { ("config/app001.yml", 3) };
        let before = Instant::now();
        editor.request("textDocument/completion", at(path, line, 27));
        completion.push(before.elapsed());
        let before = Instant::now();
        editor.request("textDocument/hover", at(path, line, 3));
        hover.push(before.elapsed());
    }
    let mut change = Vec::new();
    for round in 0..40 {
        let before = Instant::now();
        // Every other text has a mistake, so that each change gets an answer.
        let text = values(if round % 2 == 0 { "[]" } else { "x" });
        editor.change("config/values.yml", &text);
        editor.diagnostics("config/values.yml");
        change.push(before.elapsed());
    }
    let memory = resident_megabytes();
    editor.request("shutdown", Json::Null);
    editor.notify("exit", Json::Null);
    running.join().expect("the server ends");

    let results = [
        ("completion, p95", p95(&mut completion), 20.0, "ms"),
        ("hover, p95", p95(&mut hover), 20.0, "ms"),
        ("diagnostics after a change, p95", p95(&mut change), 150.0, "ms"),
        ("start to first diagnostics", millis(first), 500.0, "ms"),
        ("memory of client and server", memory, 200.0, "MB"),
    ];
    let mut is_good = true;
    for (what, measured, limit, unit) in results {
        let verdict = if measured <= limit { "ok" } else { "over the limit" };
        is_good &= measured <= limit;
        show(&format!("{what:32} {measured:8.1} {unit} (limit {limit} {unit}): {verdict}"));
    }
    if is_good || !has_limits { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[allow(clippy::print_stdout)] // This is a stand-alone program.
fn show(line: &str) {
    println!("{line}");
}

/// A schema with the full number of keys, in maps of ten.
fn schema() -> String {
    let mut text = "#@data/values-schema\n---\n".to_owned();
    for group in 0..KEYS / 10 {
        let _ = writeln!(text, "group{group:03}:");
        for key in 0..9 {
            let _ = writeln!(text, "  #@schema/desc \"What key {key} of group {group} is for\"");
            let _ = writeln!(text, "  key{key}: \"value {key}\"");
        }
    }
    text
}

/// A template with its share of the lines.
fn template(number: usize) -> String {
    let mut text = "#@ load(\"@ytt:data\", \"data\")\n---\nkind: App\n".to_owned();
    for line in 0..LINES / FILES - 3 {
        let (group, key) = ((number + line) % (KEYS / 10), line % 9);
        if line % 3 == 0 {
            let _ = writeln!(text, "key{line}: #@ data.values.group{group:03}.key{key}");
        } else {
            let _ = writeln!(text, "key{line}: \"something that is written\"");
        }
    }
    text
}

fn values(value: &str) -> String {
    format!("#@data/values\n---\ngroup001:\n  key1: {value}\n  key2: y\n")
}

fn uri(path: &str) -> Json {
    json!(from_path(&format!("/project/{path}")))
}

struct Editor {
    connection: Connection,
    next: i32,
}

impl Editor {
    fn notify(&self, method: &str, params: Json) {
        let message = Notification { method: method.to_owned(), params };
        self.connection.sender.send(message.into()).expect("the server listens");
    }

    fn request(&mut self, method: &str, params: Json) -> Json {
        self.next += 1;
        let id = RequestId::from(self.next);
        let message = Request { id: id.clone(), method: method.to_owned(), params };
        self.connection.sender.send(message.into()).expect("the server listens");
        loop {
            if let Message::Response(response) = self.receive()
                && response.id == id
            {
                return response.result.unwrap_or_default();
            }
        }
    }

    fn receive(&self) -> Message {
        let patience = Duration::from_secs(60);
        self.connection.receiver.recv_timeout(patience).expect("the server answers")
    }

    fn open(&self, path: &str, text: &str) {
        let document =
            json!({ "uri": uri(path), "languageId": "yaml", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&self, path: &str, text: &str) {
        let document = json!({ "uri": uri(path), "version": 2 });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.notify("textDocument/didChange", params);
    }

    /// Waits for the diagnostics of a file.
    fn diagnostics(&self, path: &str) {
        loop {
            if let Message::Notification(one) = self.receive()
                && one.method == "textDocument/publishDiagnostics"
                && one.params["uri"] == uri(path)
            {
                return;
            }
        }
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn p95(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    millis(times[times.len() * 95 / 100])
}

/// The resident memory of the process; 0 if the system does not report it.
fn resident_megabytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}
