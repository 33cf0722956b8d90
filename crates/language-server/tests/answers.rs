//! Tests answers as a user expects them: inside quotes and unfinished lines, through loops and calls, in every kind of
//! file.

mod editor;

use editor::{Client, Editor};
use serde_json::{Value as Json, json};

/// The labels of the suggestions at the end of `text`.
fn offered(editor: &mut Editor, path: &str, text: &str) -> Vec<String> {
    editor.set(path, text);
    let line = text.matches('\n').count() as u32;
    let column = text.rsplit('\n').next().unwrap().len() as u32;
    editor.completion(path, (line, column))
}

/// The suggestion `label`: the new text, and the start and end of what it replaces.
fn edit(editor: &mut Editor, path: &str, at: (u32, u32), label: &str) -> (String, u64, u64) {
    let items = editor.completion_items(path, at);
    let one = items.iter().find(|one| one["label"] == label);
    let one = one.unwrap_or_else(|| panic!("{label} is not in {items:?}"));
    let range = &one["textEdit"]["range"];
    let column = |end: &str| range[end]["character"].as_u64().unwrap();
    let text = one["textEdit"]["newText"].as_str().unwrap().to_owned();
    (text, column("start"), column("end"))
}

#[test]
fn quotes_that_are_typed_stay() {
    let mut editor = Editor::shop();
    editor.open_with("envs/dev.yml", "log_level: \"in\"\n");
    let found = edit(&mut editor, "envs/dev.yml", (0, 14), "info");
    assert_eq!(found, ("info\"".to_owned(), 12, 15));
    editor.set("envs/dev.yml", "'rep'\n");
    let found = edit(&mut editor, "envs/dev.yml", (0, 4), "replicas");
    assert_eq!(found, ("replicas': ".to_owned(), 1, 5));
    editor.set("envs/dev.yml", "replicas: \"\"\n");
    let found = edit(&mut editor, "envs/dev.yml", (0, 11), "2");
    assert_eq!(found, ("2".to_owned(), 10, 12), "a number has no quotes");
    editor.open_with("checked/cart.yml", "tier: 'b'\n");
    let found = edit(&mut editor, "checked/cart.yml", (0, 8), "backend");
    assert_eq!(found, ("backend'".to_owned(), 7, 9));
    editor.stop();
}

#[test]
fn lines_of_a_snippet_are_indented_from_the_line() {
    let schema = "#@data/values-schema\n---\nlist:\n- map:\n    a: 1\n  names:\n  - \"\"\n";
    let mut client = Client::new(&[("config/schema.yml", schema), ("config/values.yml", "")]);
    let snippets = json!({ "completion": { "completionItem": { "snippetSupport": true } } });
    client.request("initialize", json!({ "capabilities": { "textDocument": snippets } }));
    let uri = Editor::uri("config/values.yml");
    let mut number = 0;
    let mut offered = |client: &mut Client, text: &str, label: &str| {
        number += 1;
        let head = "#@data/values\n---\n";
        let document = json!({ "uri": uri, "languageId": "yaml", "version": number, "text": format!("{head}{text}") });
        client.notify("textDocument/didOpen", json!({ "textDocument": document }));
        let line = 2 + text.matches('\n').count();
        let column = text.rsplit('\n').next().unwrap().len();
        let at = json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": column } });
        let items = client.request("textDocument/completion", at);
        let all = items.as_array().cloned().unwrap_or_default();
        let one = all.iter().find(|one| one["label"] == label).cloned();
        one.unwrap_or_else(|| panic!("{label} is not in {items}"))["textEdit"]["newText"].clone()
    };
    assert_eq!(offered(&mut client, "list:\n- ", "map"), "map:\n    $1");
    assert_eq!(offered(&mut client, "list:\n- ", "names"), "names:\n    - $1");
    assert_eq!(offered(&mut client, "list:\n- map: {}\n  ", "names"), "names:\n  - $1");
    assert_eq!(offered(&mut client, "list:\n  ", "- map"), "- map:\n    $1");
}

#[test]
fn what_is_before_a_dot_decides_what_follows() {
    let mut editor = Editor::shop();
    let path = "config/deployment.yml";
    editor.open(path);
    let head = "#@ load(\"@ytt:data\", \"data\")\n#@ load(\"@ytt:library\", \"library\")\n";
    let loop_ = "#@ for r in data.values.routes:\n";
    let keys = ["path", "port"];
    let mut wrong = Vec::new();
    for line in ["- #@ r.", "- #@ [r.", "#@ if r.", "#@ x = len(r."] {
        let found = offered(&mut editor, path, &format!("{head}{loop_}{line}"));
        if found != keys {
            wrong.push(format!("{line}: {found:?}"));
        }
    }
    let found = offered(&mut editor, path, &format!("{head}a: #@ data.values.routes[0]."));
    if found != keys {
        wrong.push(format!("an item: {found:?}"));
    }
    let def = format!("{head}#@ def f(x):\na: #@ x.p\n#@ end\n{loop_}b: #@ f(r)\n#@ end\n");
    editor.set(path, &def);
    let found = editor.completion(path, (3, 9));
    if found != keys {
        wrong.push(format!("a parameter: {found:?}"));
    }
    for (line, wanted, unwanted) in [
        ("a: #@ \"x\".", "upper", "append"),
        ("a: #@ data.values.name.", "upper", "append"),
        ("a: #@ library.get(\"web\").", "with_data_values", "data"),
        ("a: #@ data.", "values", "len"),
        ("#@ load(\"helpers.star\", \"", "labels", "data"),
        ("#@overlay/match by=", "overlay.all", "missing_ok"),
        ("a: #@ library.get(\"", "web", "len"),
        ("#@library/ref \"", "@db", "len"),
        ("#@ def f(part):\na: #@ ", "part", "domain"),
    ] {
        let found = offered(&mut editor, path, &format!("{head}{line}"));
        let has = |name: &str| found.iter().any(|one| one == name);
        if !has(wanted) || has(unwanted) {
            wrong.push(format!("{line}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let head = format!("{head}#@yaml/text-templated-strings\n---\n");
    let found = offered(&mut editor, path, &format!("{head}a: \"(@= data.values.db."));
    assert_eq!(found, ["host", "port", "password"]);
    editor.set(path, "#@schema/validation format=\n");
    let found = edit(&mut editor, path, (0, 27), "ipv4");
    assert_eq!(found.0, "\"ipv4\"");
    editor.stop();
}

#[test]
fn hover_follows_values_through_loops_and_calls() {
    let mut editor = Editor::shop();
    let text = "#@ load(\"@ytt:data\", \"data\")\n#@ load(\"helpers.star\", \"labels\")\n#@ for r in data.values.routes:\n- #@ r.path\n#@ end\n";
    editor.open_with("config/deployment.yml", text);
    let hover = editor.hover("config/deployment.yml", (3, 8));
    assert!(hover.contains("routes[].path: string"), "{hover}");
    let hover = editor.hover("config/deployment.yml", (3, 5));
    assert!(hover.contains("data.values.routes[]"), "{hover}");
    editor.open("config/libraries.yml");
    let at = editor.after("config/libraries.yml", "with_data_values({\"h");
    let hover = editor.hover("config/libraries.yml", at);
    assert!(hover.contains("host: string"), "{hover}");
    let star = "# What all resources have.\ndef labels():\n  return {}\nend\nlabels()\nlen([])\n";
    editor.open_with("config/helpers.star", star);
    let hover = editor.hover("config/helpers.star", (4, 1));
    assert!(hover.contains("What all resources have."), "{hover}");
    let hover = editor.hover("config/helpers.star", (5, 1));
    assert!(hover.contains("len(x)") && !hover.contains("Accepts"), "{hover}");
    editor.open("config/overlay.yml");
    let hover = editor.hover("config/overlay.yml", (4, 20));
    assert!(hover.contains("Continue if nothing matches"), "{hover}");
    editor.stop();
}

#[test]
fn documents_of_a_schema_are_completed_in_their_own_notation() {
    let schema = r#"{"type": "object", "required": ["tier"], "properties": {"tier": {"enum": ["a", "b"]}, "on": {"type": ["string", "object"]}, "steps": {"type": "array", "items": {"type": "object", "properties": {"run": {"type": "string"}}}}}}"#;
    let config = "schemas:\n  s.json: [\"*.toml\", \"*.yml\"]\n";
    let mut editor = Editor::start(&[("s.json", schema), ("yardstick.yaml", config)]);
    editor.open_with("a.toml", "ti");
    assert_eq!(edit(&mut editor, "a.toml", (0, 2), "tier"), ("tier = ".to_owned(), 0, 2));
    editor.set("a.toml", "tier = \"\"\n[[steps]]\n");
    assert_eq!(edit(&mut editor, "a.toml", (0, 8), "\"a\""), ("a\"".to_owned(), 8, 9));
    assert_eq!(editor.completion("a.toml", (2, 0)), ["run"]);
    let hover = editor.hover("a.toml", (0, 1));
    assert!(hover.contains("tier: string") && hover.contains("s.json"), "{hover}");
    editor.open_with("a.yml", "");
    assert_eq!(edit(&mut editor, "a.yml", (0, 0), "on").0, "on: ", "it may be a text");
    let items = editor.completion_items("a.yml", (0, 0));
    assert_eq!(items[0]["detail"], "string, required");
    editor.set("a.yml", "steps:\n  \n");
    assert_eq!(edit(&mut editor, "a.yml", (1, 2), "- run").0, "- run: ");
    editor.set("a.yml", "steps:\n\n");
    assert_eq!(edit(&mut editor, "a.yml", (1, 0), "- run").0, "- run: ");
    let found = editor.completion("a.yml", (1, 0));
    assert!(found.contains(&"tier".to_owned()), "a key can follow as well: {found:?}");
    editor.stop();
}

#[test]
fn a_key_can_have_blanks() {
    let mut editor = Editor::shop();
    editor.open("config/schema.yml");
    let at = editor.after("config/schema.yml", "replica");
    let mut params = Editor::at("config/schema.yml", at);
    params["newName"] = json!("pod count");
    let answer = editor.request("textDocument/rename", params.clone());
    let texts = |path: &str| {
        let uri = Editor::uri(path);
        let all = answer["changes"][uri.as_str().unwrap()].as_array().cloned();
        all.unwrap_or_default().iter().map(|one| one["newText"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(texts("envs/prod.yml"), ["pod count"]);
    assert_eq!(texts("config/deployment.yml"), ["[\"pod count\"]"]);
    for bad in ["", " ", "true", "a\"b", "a\nb", "domain"] {
        params["newName"] = json!(bad);
        assert_eq!(editor.request_error("textDocument/rename", params.clone()), -32803, "{bad}");
    }
    editor.stop();
}

/// The titles of the code actions at a place, limited to the kinds in `only`.
fn actions(editor: &mut Editor, path: &str, at: (u32, u32), only: &[&str]) -> Vec<(String, Json)> {
    editor.settle();
    let position = &Editor::at(path, at)["position"];
    let mut context = json!({ "diagnostics": [] });
    if !only.is_empty() {
        context["only"] = json!(only);
    }
    let params = json!({
        "textDocument": { "uri": Editor::uri(path) },
        "range": { "start": position, "end": position },
        "context": context,
    });
    let answer = editor.request("textDocument/codeAction", params);
    let all = answer.as_array().cloned().unwrap_or_default();
    all.iter().map(|one| (one["title"].as_str().unwrap().to_owned(), one["edit"].clone())).collect()
}

#[test]
fn fixes_are_offered_even_if_the_editor_sends_no_diagnostics() {
    let mut editor = Editor::shop();
    editor.open_with("envs/dev.yml", "domain: a.example.com\nlog_level: inf\n");
    let found = actions(&mut editor, "envs/dev.yml", (1, 12), &[]);
    let titles: Vec<&str> = found.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles, ["Use the allowed value: info", "Quote `inf`"]);
    let found = actions(&mut editor, "envs/dev.yml", (1, 12), &["refactor"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(actions(&mut editor, "envs/dev.yml", (1, 12), &["source"]).is_empty());
    let head = "#@ load(\"@ytt:data\", \"data\")\n";
    editor.open_with("config/deployment.yml", &format!("{head}a: #@ labels()\n"));
    let found = actions(&mut editor, "config/deployment.yml", (1, 8), &[]);
    assert_eq!(found[0].0, "Load `labels` from helpers.star");
    editor.set("config/deployment.yml", &format!("{head}a: #@ data.values.db.name\n"));
    let found = actions(&mut editor, "config/deployment.yml", (1, 22), &[]);
    let declare = found.iter().find(|(title, _)| title == "Declare `name` in config/schema.yml");
    let (_, edit) = declare.unwrap_or_else(|| panic!("{found:?}"));
    assert!(edit.to_string().contains(r#"\n  name: \"\""#), "{edit}");
    editor.open_with("checked/cart.yml", "name: cart\nresources:\n  cpu: 1m\n");
    let found = actions(&mut editor, "checked/cart.yml", (0, 1), &[]);
    let (_, edit) = found.iter().find(|(title, _)| title == "Add required keys: tier").unwrap();
    assert!(edit.to_string().contains(r#""newText":"\ntier: frontend""#), "{edit}");
    assert!(edit.to_string().contains(r#""line":2"#), "{edit}");
    editor.stop();
}

#[test]
fn a_schema_that_is_being_typed_hides_nothing_else() {
    let mut editor = Editor::shop();
    editor.open("config/schema.yml");
    editor.open_with("envs/dev.yml", "domain: dev.example.com\nreplicas: many\n");
    assert_eq!(editor.messages("envs/dev.yml").len(), 1);
    let schema = editor.text("config/schema.yml").to_owned();
    editor.set("config/schema.yml", &format!("{schema}more\n"));
    assert_eq!(editor.messages("envs/dev.yml").len(), 1, "it is still wrong");
    assert_eq!(editor.messages("config/schema.yml").len(), 1);
    editor.set("config/schema.yml", &schema.replace("replicas: 2", "replicas: some"));
    assert!(!editor.messages("envs/dev.yml").iter().any(|one| one.contains("YS0504")));
    editor.stop();
}

#[test]
fn plain_files_are_not_rendered_with_what_is_beside_them() {
    let schema = "#@data/values-schema\n---\n#@schema/validation min_len=1\nname: \"\"\n";
    let mut editor = Editor::start(&[
        ("team/shop/config/schema.yml", schema),
        ("team/shop/docs/a.yml", "x: 1\n"),
    ]);
    editor.open("team/shop/docs/a.yml");
    editor.settle();
    let found: Vec<_> = editor.shown.iter().filter(|(_, all)| !all.is_empty()).collect();
    assert!(found.is_empty(), "{found:?}");
    editor.stop();
}

#[test]
fn old_mistakes_of_a_project_file_go() {
    let mut editor = Editor::shop();
    let good = editor.text("yardstick.yaml").to_owned();
    editor.open("yardstick.yaml");
    editor.open("envs/prod.yml");
    editor.set("yardstick.yaml", &good.replace("[config]", "[config"));
    assert!(!editor.messages("yardstick.yaml").is_empty());
    editor.set("yardstick.yaml", &good.replace("[config]", "[nowhere]"));
    let found = editor.messages("yardstick.yaml");
    assert!(!found.iter().any(|one| one.contains("YS0101")), "{found:?}");
    editor.set("yardstick.yaml", &good);
    assert!(editor.messages("yardstick.yaml").is_empty());
    editor.stop();
}

#[test]
fn symbols_and_links_are_found_before_anything_is_open() {
    let mut editor = Editor::shop();
    let found = editor.request("workspace/symbol", json!({ "query": "full_name" }));
    assert_eq!(found[0]["name"], "full_name", "{found}");
    let document = json!({ "textDocument": { "uri": Editor::uri("yardstick.yaml") } });
    let links = editor.request("textDocument/documentLink", document);
    assert!(links.to_string().contains("checked/service.schema.yaml"), "{links}");
    editor.stop();
}

#[test]
fn types_are_shown_where_the_example_says_less() {
    let schema = "#@data/values-schema\n---\nname: a\n#@schema/nullable\nhost: b\n#@schema/type any=True\nmore: {}\n";
    let mut editor = Editor::start(&[("config/schema.yml", schema)]);
    let everything = json!({
        "textDocument": { "uri": Editor::uri("config/schema.yml") },
        "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } },
    });
    let hints = editor.request("textDocument/inlayHint", everything);
    let shown = |one: &Json| (one["label"].clone(), one["position"]["line"].as_u64());
    let shown: Vec<_> = hints.as_array().unwrap().iter().map(shown).collect();
    assert_eq!(shown, [(json!(": string or null"), Some(4)), (json!(": any"), Some(6))]);
    editor.stop();
}
