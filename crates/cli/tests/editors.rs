//! Runs `yardstick lsp` as editors do: a process, streams, files on disk, and the settings of a project file.

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use serde_json::{Value as Json, json};

/// The maximum time for an answer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

struct Editor {
    server: Child,
    input: Option<ChildStdin>,
    output: Receiver<Json>,
    root: PathBuf,
    next: i32,
    shown: BTreeMap<String, Vec<Json>>,
}

impl Editor {
    /// Starts a server for a project with these files, without initializing it.
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editors").join(name);
        let _ = fs::remove_dir_all(&root);
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a directory")).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        }
        fs::create_dir_all(&root).expect("it can be made");
        let mut server = Command::new(env!("CARGO_BIN_EXE_yardstick"))
            .arg("lsp")
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let mut stream = BufReader::new(server.stdout.take().expect("a stream"));
        let (send, output) = channel();
        std::thread::spawn(move || {
            while let Some(message) = receive(&mut stream) {
                if send.send(message).is_err() {
                    return;
                }
            }
        });
        let input = server.stdin.take();
        Self { server, input, output, root, next: 0, shown: BTreeMap::new() }
    }

    /// Starts a server for a project with these files, and initializes it.
    fn start(name: &str, files: &[(&str, &str)]) -> Self {
        let mut editor = Self::new(name, files);
        editor.request("initialize", &json!({ "capabilities": {} }));
        editor.notify("initialized", &json!({}));
        editor
    }

    fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the server reads");
    }

    fn send(&mut self, message: &Json) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn notify(&mut self, method: &str, params: &Json) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn request(&mut self, method: &str, params: &Json) -> Json {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.output.recv_timeout(PATIENCE).expect("an answer");
            if message["id"] == id {
                return message;
            }
            self.take(&message);
        }
    }

    fn take(&mut self, message: &Json) {
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"].as_str().unwrap_or_default().to_owned();
            let found = message["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
            self.shown.insert(uri, found);
        }
    }

    fn uri(&self, path: &str) -> String {
        format!("file://{}/{path}", self.root.display())
    }

    fn open(&mut self, path: &str, text: &str) {
        let uri = self.uri(path);
        let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": document }));
    }

    /// The messages of a file, once there are some.
    fn messages(&mut self, path: &str) -> Vec<String> {
        let uri = self.uri(path);
        while !self.shown.contains_key(&uri) {
            let message = self.output.recv_timeout(PATIENCE).expect("diagnostics");
            self.take(&message);
        }
        let text = |one: &Json| one["message"].as_str().unwrap_or_default().to_owned();
        self.shown[&uri].iter().map(text).collect()
    }

    fn at(&self, path: &str, line: u32, character: u32) -> Json {
        json!({
            "textDocument": { "uri": self.uri(path) },
            "position": { "line": line, "character": character },
        })
    }

    fn labels(&mut self, path: &str, line: u32, character: u32) -> Vec<String> {
        let place = self.at(path, line, character);
        let answer = self.request("textDocument/completion", &place);
        let items = answer["result"].as_array().cloned().unwrap_or_default();
        items.iter().filter_map(|one| one["label"].as_str().map(str::to_owned)).collect()
    }

    fn hover(&mut self, path: &str, line: u32, character: u32) -> String {
        let place = self.at(path, line, character);
        let answer = self.request("textDocument/hover", &place);
        answer["result"]["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    fn status(mut self) -> Option<i32> {
        drop(self.input.take());
        self.server.wait().expect("it ends").code()
    }
}

fn receive(stream: &mut impl BufRead) -> Option<Json> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some(number) = line.strip_prefix("Content-Length: ") {
            length = number.parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

#[test]
fn the_exit_status_tells_whether_the_editor_said_goodbye() {
    let mut editor = Editor::start("goodbye", &[]);
    editor.request("shutdown", &Json::Null);
    editor.notify("exit", &Json::Null);
    assert_eq!(editor.status(), Some(0));
    let mut editor = Editor::start("shutdown", &[]);
    editor.request("shutdown", &Json::Null);
    assert_eq!(editor.status(), Some(0), "the input ends after shutdown");
    let mut editor = Editor::start("exit", &[]);
    editor.notify("exit", &Json::Null);
    assert_eq!(editor.status(), Some(1));
    assert_eq!(Editor::start("closed", &[]).status(), Some(1));
    assert_eq!(Editor::new("silent", &[]).status(), Some(1));
}

#[test]
fn a_message_that_is_no_json_is_left_out() {
    let mut editor = Editor::start("garbage", &[]);
    editor.raw(b"Content-Length: 5\r\n\r\n{bad}");
    assert_eq!(editor.request("textDocument/nothing", &json!({}))["error"]["code"], -32601);
    editor.request("shutdown", &Json::Null);
    assert_eq!(editor.status(), Some(0));
    let mut editor = Editor::start("header", &[]);
    editor.raw(b"hello\r\n\r\n");
    assert_eq!(editor.status(), Some(1));
}

const DEFINITION: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  names: {kind: Thing, plural: things}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: integer, description: How big it is}
";

#[test]
fn the_settings_of_the_project_file_count() {
    let mut editor = Editor::start(
        "settings",
        &[
            (
                "yardstick.yaml",
                "k8s: [crds]\ncatalog: catalog.json\nmap: {https://example.com/: lib/}\n",
            ),
            ("crds/thing.yml", DEFINITION),
            (
                "catalog.json",
                r#"{"schemas": [{"fileMatch": ["app.cfg.yml"], "url": "https://example.com/app.json"}]}"#,
            ),
            (
                "lib/app.json",
                r#"{"properties": {"port": {"type": "integer"}, "sub": {"$ref": "sub.json"}}}"#,
            ),
            ("lib/sub.json", r#"{"properties": {"deep": {"type": "boolean"}}}"#),
        ],
    );
    let text = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: x}\nspec:\n  size: big\n";
    editor.open("deploy/thing.yml", text);
    let found = editor.messages("deploy/thing.yml");
    assert!(found.len() == 1 && found[0].contains("integer"), "k8s: {found:?}");
    assert!(editor.hover("deploy/thing.yml", 4, 3).contains("How big it is"));
    editor.open("app.cfg.yml", "port: x\nsub:\n  \n");
    let found = editor.messages("app.cfg.yml");
    assert!(found.len() == 1 && found[0].contains("integer"), "catalog and map: {found:?}");
    assert_eq!(editor.labels("app.cfg.yml", 2, 2), ["deep"]);
}

#[test]
fn a_catalog_that_is_not_there_does_not_hide_the_other_settings() {
    let config = "catalog: nowhere.json\nschemas: {s.yml: 'apps/*.yml'}\n";
    let files = [("yardstick.yaml", config), ("s.yml", "properties: {a: {type: string}}\n")];
    let mut editor = Editor::start("catalog", &files);
    editor.open("apps/a.yml", "a: 1\n");
    assert_eq!(editor.messages("apps/a.yml").len(), 1);
}

#[test]
fn the_project_file_is_completed_and_explained() {
    let text = "strict: \ntargets:\n  app:\n    files: [config]\n    o\n";
    let mut editor =
        Editor::start("project", &[("yardstick.yaml", "{}"), ("config/a.yml", "a: 1\n")]);
    editor.open("yardstick.yaml", text);
    let keys = editor.labels("yardstick.yaml", 4, 5);
    for key in ["output", "values", "matrix", "checks"] {
        assert!(keys.contains(&key.to_owned()), "{key} is not in {keys:?}");
    }
    assert!(!keys.contains(&"files".to_owned()), "what is there is left out: {keys:?}");
    assert!(editor.labels("yardstick.yaml", 0, 8).contains(&"true".to_owned()));
    assert!(!editor.hover("yardstick.yaml", 3, 6).is_empty());
    let found = editor.messages("yardstick.yaml");
    assert!(!found.is_empty(), "a key without a value is wrong");
}
