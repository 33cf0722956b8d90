//! Tests clients that behave in odd ways: the server answers according to the protocol, and keeps running.

mod editor;

use editor::{Client, Editor};
use serde_json::{Value as Json, json};
use yardstick_language_server::Ending;

const SCHEMA: (&str, &str) =
    ("config/schema.yml", "#@data/values-schema\n---\nport: 80\nname: app\n");

#[test]
fn requests_come_after_initialize_and_before_shutdown() {
    let mut client = Client::new(&[SCHEMA]);
    assert_eq!(client.error("textDocument/hover", json!({})), -32002);
    client.notify("textDocument/didOpen", json!({}));
    client.request("initialize", json!({ "capabilities": {} }));
    assert_eq!(client.error("initialize", json!({ "capabilities": {} })), -32600);
    assert_eq!(client.error("textDocument/hover", json!({})), -32602);
    assert_eq!(client.error("textDocument/unheardOf", json!({})), -32601);
    client.request("shutdown", Json::Null);
    assert_eq!(client.error("textDocument/hover", json!({})), -32600);
    client.notify("$/cancelRequest", json!({ "id": 1 }));
    client.notify("exit", Json::Null);
    assert_eq!(client.ending(), Ending::Orderly);
}

#[test]
fn whoever_leaves_without_a_word_is_noticed() {
    let mut client = Client::new(&[]);
    client.notify("exit", Json::Null);
    assert_eq!(client.ending(), Ending::Abrupt, "before initialize");
    let mut client = Client::new(&[]);
    client.request("initialize", json!({}));
    client.notify("exit", Json::Null);
    assert_eq!(client.ending(), Ending::Abrupt, "without shutdown");
    let mut client = Client::new(&[]);
    client.request("initialize", json!({}));
    client.hang_up();
    assert_eq!(client.ending(), Ending::Abrupt, "the input ends");
    let mut client = Client::new(&[]);
    client.request("initialize", json!({}));
    client.request("shutdown", json!({}));
    client.hang_up();
    assert_eq!(client.ending(), Ending::Orderly, "the input ends after shutdown");
}

#[test]
fn what_a_client_says_about_itself_may_be_anything() {
    let hellos = [
        json!({}),
        json!({ "processId": "x", "rootUri": "no address", "trace": "compact" }),
        json!({ "capabilities": { "textDocument": 7, "general": { "positionEncodings": 3 } } }),
        json!({ "capabilities": null, "initializationOptions": "x", "workspaceFolders": null }),
    ];
    for hello in hellos {
        let mut client = Client::new(&[]);
        let answer = client.request("initialize", hello.clone());
        assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16", "{hello}");
    }
    let mut client = Client::new(&[]);
    let bytes = json!({ "capabilities": { "general": { "positionEncodings": ["utf-8"] } } });
    let answer = client.request("initialize", bytes);
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-8");
}

#[test]
fn files_are_watched_only_if_the_client_can() {
    let mut client = Client::new(&[]);
    client.request("initialize", json!({ "capabilities": {} }));
    client.notify("initialized", json!({}));
    client.settle();
    assert_eq!(client.asked, Vec::<String>::new());
    let can = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let mut client = Client::new(&[]);
    client.request("initialize", json!({ "capabilities": can }));
    client.notify("initialized", json!({}));
    client.settle();
    assert_eq!(client.asked, ["client/registerCapability"]);
}

fn open(client: &Client, uri: &str, language: &str, text: &str) {
    let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
}

#[test]
fn documents_keep_the_address_that_the_client_gave_them() {
    let mut client = Client::new(&[SCHEMA]);
    client.request("initialize", json!({}));
    let addresses = [
        "file:///c%3A/Users/me/a.yml",
        "file:///D:/a.yml",
        "file:///project/a%20b%20%28c%29/d.yml",
        "file://server/share/a.yml",
        "untitled:Untitled-1",
    ];
    for uri in addresses {
        open(&client, uri, "yaml", "a: [1\n");
        client.settle();
        let found = client.shown.get(uri).cloned().unwrap_or_default();
        assert_eq!(found.len(), 1, "{uri}: {:?}", client.shown.keys());
        let symbols = json!({ "textDocument": { "uri": uri } });
        let symbols = client.request("textDocument/documentSymbol", symbols);
        assert_eq!(symbols[0]["name"], "a", "{uri}");
    }
    assert_eq!(client.shown.len(), addresses.len(), "{:?}", client.shown.keys());
}

#[test]
fn documents_without_a_file_are_read_as_their_language_says() {
    let mut client = Client::new(&[("s.json", r#"{"properties": {"a": {"type": "string"}}}"#)]);
    client.request("initialize", json!({}));
    let modeline = "# yaml-language-server: $schema=/project/s.json\na: 1\n";
    open(&client, "untitled:one", "yaml", modeline);
    open(&client, "untitled:two", "json", "{\"$schema\": \"/project/s.json\", \"a\": 1}");
    open(&client, "untitled:three", "yaml", "a: #@ nothing\n");
    open(&client, "untitled:four", "markdown", "a: [1");
    open(&client, "git:/project/a.yml?ref", "yaml", "a: [1");
    client.settle();
    let codes = |uri: &str| client.shown.get(uri).map(|all| all[0]["code"].clone());
    assert_eq!(codes("untitled:one"), Some(json!("YS1110")));
    assert_eq!(codes("untitled:two"), Some(json!("YS1110")));
    assert!(codes("untitled:three").is_some(), "templates run");
    assert_eq!(client.shown.len(), 3, "{:?}", client.shown.keys());
}

#[test]
fn opening_twice_saving_and_closing_what_is_not_open() {
    let mut editor = Editor::start(&[SCHEMA, ("envs/prod.yml", "port: 1\n")]);
    editor.open_with("envs/prod.yml", "port: many\n");
    assert_eq!(editor.messages("envs/prod.yml").len(), 1);
    editor.open_with("envs/prod.yml", "port: 2\n");
    assert_eq!(editor.messages("envs/prod.yml"), Vec::<String>::new());
    let other = json!({ "textDocument": { "uri": Editor::uri("config/schema.yml") } });
    for method in ["textDocument/didSave", "textDocument/didClose"] {
        editor.notify(method, other.clone());
    }
    // Ignore a change of a file that is not open.
    editor.set("config/schema.yml", "a: [1\n");
    assert_eq!(editor.messages("config/schema.yml"), Vec::<String>::new());
    editor.stop();
}

#[test]
fn a_file_that_is_gone_takes_its_diagnostics_along() {
    let mut editor = Editor::start(&[SCHEMA]);
    // The file is open, but was never on disk.
    editor.open_with("envs/new.yml", "port: many\n");
    assert_eq!(editor.messages("envs/new.yml").len(), 1);
    let closed = json!({ "textDocument": { "uri": Editor::uri("envs/new.yml") } });
    editor.notify("textDocument/didClose", closed);
    assert_eq!(editor.messages("envs/new.yml"), Vec::<String>::new());
    let changes = json!({ "changes": [{ "uri": Editor::uri("envs/new.yml"), "type": 3 }] });
    editor.notify("workspace/didChangeWatchedFiles", changes);
    assert_eq!(editor.messages("envs/new.yml"), Vec::<String>::new());
    editor.stop();
}

#[test]
fn positions_outside_of_the_text_are_answered() {
    let mut editor = Editor::start(&[SCHEMA, ("envs/prod.yml", "port: 1\n")]);
    editor.open("envs/prod.yml");
    for position in [(99, 0), (0, 9999), (u32::MAX, u32::MAX)] {
        for name in ["hover", "completion", "definition", "signatureHelp", "prepareRename"] {
            editor.request(&format!("textDocument/{name}"), Editor::at("envs/prod.yml", position));
        }
    }
    editor.replace("envs/prod.yml", (50, 0), (10, 0), "name: x\n");
    assert_eq!(editor.messages("envs/prod.yml"), Vec::<String>::new());
    editor.stop();
}
