//! An editor for tests: it connects to a server in memory, with files in memory.

#![allow(dead_code, unreachable_pub, clippy::needless_pass_by_value, clippy::unnecessary_wraps)]

use std::{
    collections::BTreeMap,
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};

use serde_json::{Value as Json, json};
use yardstick_language_server::{Connection, Ending, Host, from_path, serve};
use yardstick_world::{Memory, World};

use lsp_server::{Message, Notification, Request, RequestId};

/// The timeout of a test.
const PATIENCE: Duration = Duration::from_secs(30);

/// The directory of the test files.
pub const ROOT: &str = "/project";

pub struct Editor {
    connection: Connection,
    server: Option<JoinHandle<Ending>>,
    next: i32,
    versions: BTreeMap<String, i32>,
    /// The last diagnostics of each file.
    pub shown: BTreeMap<String, Vec<Json>>,
    files: BTreeMap<String, String>,
    pub capabilities: Json,
    quiet: Duration,
}

impl Editor {
    /// Starts an editor with these files and an initialized server.
    pub fn start(files: &[(&str, &str)]) -> Self {
        Self::start_with(files, Host::default(), json!({}))
    }

    pub fn start_with(files: &[(&str, &str)], host: Host, options: Json) -> Self {
        let mut world = Memory::new().with_current_directory(ROOT);
        for (path, text) in files {
            world = world.with_file(path, *text);
        }
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
        Self::over(Arc::new(world), files.collect(), host, options)
    }

    pub fn over(
        world: Arc<dyn World>,
        files: BTreeMap<String, String>,
        host: Host,
        options: Json,
    ) -> Self {
        let (server, connection) = Connection::memory();
        let run =
            move || serve(&server, world, host, "test").expect("the server speaks to the end");
        let mut editor = Self {
            connection,
            server: Some(std::thread::spawn(run)),
            next: 0,
            versions: BTreeMap::new(),
            shown: BTreeMap::new(),
            files,
            capabilities: Json::Null,
            // Longer than a run takes on a busy machine.
            quiet: Duration::from_millis(1500),
        };
        let hello = json!({
            "processId": null,
            "rootUri": from_path(ROOT),
            "capabilities": {},
            "initializationOptions": options,
        });
        let answer = editor.request("initialize", hello);
        editor.capabilities = answer["capabilities"].clone();
        editor.notify("initialized", json!({}));
        editor
    }

    pub fn uri(path: &str) -> Json {
        json!(from_path(&format!("{ROOT}/{path}")))
    }

    pub fn notify(&self, method: &str, params: Json) {
        let message = Notification { method: method.to_owned(), params };
        self.connection.sender.send(message.into()).expect("the server listens");
    }

    fn send(&mut self, method: &str, params: Json) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        let message = Request { id: id.clone(), method: method.to_owned(), params };
        self.connection.sender.send(message.into()).expect("the server listens");
        id
    }

    fn response(&mut self, id: &RequestId) -> lsp_server::Response {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.connection.receiver.recv_timeout(end - Instant::now()) {
                Ok(Message::Response(response)) if response.id == *id => return response,
                Ok(message) => self.take(message),
                Err(error) => panic!("no answer to request {id}: {error}"),
            }
        }
    }

    /// The result of a request.
    pub fn request(&mut self, method: &str, params: Json) -> Json {
        let id = self.send(method, params);
        let response = self.response(&id);
        assert!(response.error.is_none(), "{method}: {:?}", response.error);
        response.result.unwrap_or_default()
    }

    /// The error code of a failing request.
    pub fn request_error(&mut self, method: &str, params: Json) -> i32 {
        let id = self.send(method, params);
        self.response(&id).error.expect("an error").code
    }

    fn take(&mut self, message: Message) {
        if let Message::Notification(one) = message
            && one.method == "textDocument/publishDiagnostics"
        {
            let uri = one.params["uri"].as_str().unwrap_or_default();
            let root = from_path(ROOT).unwrap();
            let path = uri.strip_prefix(&format!("{root}/")).unwrap_or(uri).to_owned();
            let found = one.params["diagnostics"].as_array().cloned().unwrap_or_default();
            self.shown.insert(path, found);
        }
    }

    /// Opens a file of the world.
    pub fn open(&mut self, path: &str) {
        let text = self.files.get(path).cloned().unwrap_or_default();
        self.open_with(path, &text);
    }

    /// Opens a file with the given text.
    pub fn open_with(&mut self, path: &str, text: &str) {
        let document = json!({
            "uri": Self::uri(path), "languageId": "yaml", "version": 1, "text": text,
        });
        self.versions.insert(path.to_owned(), 1);
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces a range; positions are (line, character) from 0.
    pub fn replace(&mut self, path: &str, start: (u32, u32), end: (u32, u32), text: &str) {
        let version = self.versions.entry(path.to_owned()).or_default();
        *version += 1;
        let position = |(line, character)| json!({ "line": line, "character": character });
        let range = json!({ "start": position(start), "end": position(end) });
        let document = json!({ "uri": Self::uri(path), "version": version });
        let changes = json!([{ "range": range, "text": text }]);
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    /// Replaces the whole text.
    pub fn set(&mut self, path: &str, text: &str) {
        let version = self.versions.entry(path.to_owned()).or_default();
        *version += 1;
        let document = json!({ "uri": Self::uri(path), "version": version });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.notify("textDocument/didChange", params);
    }

    /// The diagnostics of a file after the server becomes idle: `line:column-line:column CODE message`.
    pub fn messages(&mut self, path: &str) -> Vec<String> {
        self.settle();
        let shown = self.shown.get(path).cloned().unwrap_or_default();
        shown.iter().map(describe).collect()
    }

    /// Waits until the server sends nothing for a while.
    pub fn settle(&mut self) {
        while let Ok(message) = self.connection.receiver.recv_timeout(self.quiet) {
            self.take(message);
        }
    }

    pub fn at(path: &str, (line, character): (u32, u32)) -> Json {
        json!({
            "textDocument": { "uri": Self::uri(path) },
            "position": { "line": line, "character": character },
        })
    }

    /// The text of a hover.
    pub fn hover(&mut self, path: &str, position: (u32, u32)) -> String {
        let answer = self.request("textDocument/hover", Self::at(path, position));
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// Shuts the server down.
    pub fn stop(mut self) {
        self.request("shutdown", Json::Null);
        self.notify("exit", Json::Null);
        let ending =
            self.server.take().expect("it runs").join().expect("the server does not panic");
        assert_eq!(ending, Ending::Orderly);
    }
}

/// A diagnostic on one line.
pub fn describe(one: &Json) -> String {
    let position = |at: &Json| format!("{}:{}", at["line"], at["character"]);
    let range = &one["range"];
    let message = one["message"].as_str().unwrap_or_default();
    format!(
        "{}-{} {} {message}",
        position(&range["start"]),
        position(&range["end"]),
        one["code"].as_str().unwrap_or_default(),
    )
}

impl Editor {
    /// An editor with the project in `tests/shop`: a schema, two libraries, overlays, three environments.
    pub fn shop() -> Self {
        Self::shop_with(json!({}))
    }

    pub fn shop_with(options: Json) -> Self {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shop");
        let mut files = Vec::new();
        let mut left = vec![root.clone()];
        while let Some(path) = left.pop() {
            if path.is_dir() {
                let entries = std::fs::read_dir(&path).expect("the project is there");
                left.extend(entries.map(|entry| entry.expect("it can be listed").path()));
                continue;
            }
            let name = path.strip_prefix(&root).expect("it lies below").display().to_string();
            files.push((name, std::fs::read_to_string(&path).expect("files are text")));
        }
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let host = Host { read_target, ..Host::default() };
        Self::start_with(&files, host, options)
    }

    /// The text of a file on disk.
    pub fn text(&self, path: &str) -> &str {
        &self.files[path]
    }

    /// The line and character after `mark` in a file.
    pub fn after(&self, path: &str, mark: &str) -> (u32, u32) {
        let text = self.text(path);
        let at = text.find(mark).unwrap_or_else(|| panic!("{path} has {mark}")) + mark.len();
        let line = text[..at].matches('\n').count();
        let start = text[..at].rfind('\n').map_or(0, |start| start + 1);
        (line as u32, (at - start) as u32)
    }

    /// The labels of a completion, in the order in which an editor shows them.
    pub fn completion(&mut self, path: &str, position: (u32, u32)) -> Vec<String> {
        let mut items = self.completion_items(path, position);
        items.sort_by_key(|item| item["sortText"].as_str().unwrap_or_default().to_owned());
        items.iter().map(|item| item["label"].as_str().unwrap_or_default().to_owned()).collect()
    }

    pub fn completion_items(&mut self, path: &str, position: (u32, u32)) -> Vec<Json> {
        let answer = self.request("textDocument/completion", Self::at(path, position));
        answer.as_array().cloned().unwrap_or_default()
    }
}

/// Reads the few settings that the test project uses; the command supports all.
fn read_target(
    target: &yardstick_project::Target,
) -> Result<yardstick_language_server::Plan, Box<yardstick_diagnostics::Diagnostic>> {
    let all = |name: &str| target.values(name).map(|word| word.text.clone()).collect::<Vec<_>>();
    let mut plan = yardstick_language_server::Plan { inputs: all("file"), ..Default::default() };
    plan.options.data_values.values_files = all("data-values-file");
    Ok(plan)
}

/// A client that sends nothing by itself, not even `initialize`.
pub struct Client {
    connection: Option<Connection>,
    server: Option<JoinHandle<Ending>>,
    next: i32,
    /// The last diagnostics of each URL.
    pub shown: BTreeMap<String, Vec<Json>>,
    /// The requests of the server.
    pub asked: Vec<String>,
}

impl Client {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let mut world = Memory::new().with_current_directory(ROOT);
        for (path, text) in files {
            world = world.with_file(path, *text);
        }
        let (server, connection) = Connection::memory();
        let world: Arc<dyn World> = Arc::new(world);
        let run = move || serve(&server, world, Host::default(), "test").expect("it goes on");
        Self {
            connection: Some(connection),
            server: Some(std::thread::spawn(run)),
            next: 0,
            shown: BTreeMap::new(),
            asked: Vec::new(),
        }
    }

    fn connection(&self) -> &Connection {
        self.connection.as_ref().expect("it is connected")
    }

    pub fn notify(&self, method: &str, params: Json) {
        let message = Notification { method: method.to_owned(), params };
        self.connection().sender.send(message.into()).expect("the server listens");
    }

    fn answer(&mut self, method: &str, params: Json) -> lsp_server::Response {
        self.next += 1;
        let id = RequestId::from(self.next);
        let message = Request { id: id.clone(), method: method.to_owned(), params };
        self.connection().sender.send(message.into()).expect("the server listens");
        loop {
            match self.connection().receiver.recv_timeout(PATIENCE) {
                Ok(Message::Response(response)) if response.id == id => return response,
                Ok(message) => self.take(message),
                Err(error) => panic!("no answer to {method}: {error}"),
            }
        }
    }

    pub fn request(&mut self, method: &str, params: Json) -> Json {
        let response = self.answer(method, params);
        assert!(response.error.is_none(), "{method}: {:?}", response.error);
        response.result.unwrap_or_default()
    }

    pub fn error(&mut self, method: &str, params: Json) -> i32 {
        self.answer(method, params).error.expect("an error").code
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Notification(one) if one.method == "textDocument/publishDiagnostics" => {
                let uri = one.params["uri"].as_str().unwrap_or_default().to_owned();
                let found = one.params["diagnostics"].as_array().cloned().unwrap_or_default();
                self.shown.insert(uri, found);
            }
            Message::Request(one) => self.asked.push(one.method),
            _ => {}
        }
    }

    pub fn settle(&mut self) {
        let quiet = Duration::from_millis(1500);
        while let Ok(message) = self.connection().receiver.recv_timeout(quiet) {
            self.take(message);
        }
    }

    /// Closes the input of the server.
    pub fn hang_up(&mut self) {
        self.connection = None;
    }

    pub fn ending(&mut self) -> Ending {
        self.server.take().expect("it runs").join().expect("the server does not panic")
    }
}
