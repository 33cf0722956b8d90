//! Tests exchanges with the server over a connection in memory.

mod editor;

use editor::Editor;
use serde_json::json;

const SCHEMA: &str = "#@data/values-schema
---
#@schema/desc \"The port that the server listens on\"
#@schema/validation min=1, max=65535
port: 80
name: app
";

#[test]
fn a_session_from_hello_to_goodbye() {
    let mut editor = Editor::start(&[
        ("config/schema.yml", SCHEMA),
        ("config/values.yml", "#@data/values\n---\nport: 8080\n"),
    ]);
    editor.open("config/values.yml");
    assert_eq!(editor.messages("config/values.yml"), Vec::<String>::new());
    editor.replace("config/values.yml", (2, 6), (2, 10), "many");
    let found = editor.messages("config/values.yml");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("2:6-2:10 YS0504"), "{found:?}");
    editor.replace("config/values.yml", (2, 6), (2, 10), "81");
    assert_eq!(editor.messages("config/values.yml"), Vec::<String>::new());
    let hover = editor.hover("config/values.yml", (2, 1));
    assert!(hover.contains("The port that the server listens on"), "{hover}");
    assert!(hover.contains("Default: `80`"), "{hover}");
    assert!(hover.contains("config/schema.yml:5"), "{hover}");
    let unknown = editor.request_error("textDocument/nothing", json!({}));
    assert_eq!(unknown, -32601);
    editor.stop();
}

#[test]
fn a_file_that_stands_alone_is_checked() {
    let mut editor = Editor::start(&[
        ("schema.json", r#"{"properties": {"port": {"type": "integer"}}}"#),
        ("app.yml", "# yaml-language-server: $schema=schema.json\nport: many\n"),
    ]);
    editor.open("app.yml");
    let found = editor.messages("app.yml");
    assert!(found[0].starts_with("1:6-1:10 YS1110"), "{found:?}");
    editor.stop();
}

#[test]
fn templates_show_what_they_do_wrong() {
    let mut editor = Editor::start(&[
        ("config/schema.yml", SCHEMA),
        ("config/a.yml", "#@ load(\"@ytt:data\", \"data\")\nport: #@ data.values.prot\n"),
        ("config/b.yml", "a: [1\n"),
    ]);
    editor.open("config/a.yml");
    let found = editor.messages("config/a.yml");
    assert!(found[0].contains("YS0311"), "{found:?}");
    let other = editor.messages("config/b.yml");
    assert!(other[0].contains("YS0101"), "{other:?}");
    editor.replace("config/a.yml", (1, 21), (1, 25), "port");
    assert_eq!(editor.messages("config/a.yml"), Vec::<String>::new());
    assert_eq!(editor.messages("config/b.yml").len(), 1);
    editor.stop();
}
