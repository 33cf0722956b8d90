//! Tests every kind of request in a project with a schema, two libraries, overlays and three environments.

mod editor;

use editor::Editor;
use serde_json::{Value as Json, json};

#[test]
fn a_good_project_has_no_diagnostics() {
    let mut editor = Editor::shop();
    for path in ["config/schema.yml", "config/deployment.yml", "envs/prod.yml", "checked/cart.yml"]
    {
        editor.open(path);
    }
    editor.settle();
    let found: Vec<_> = editor.shown.iter().filter(|(_, all)| !all.is_empty()).collect();
    assert!(found.is_empty(), "{found:?}");
    editor.stop();
}

#[test]
fn diagnostics_have_places_codes_links_and_related_places() {
    let mut editor = Editor::shop_with(json!({ "documentation": "https://docs.example.com/" }));
    editor.open_with(
        "envs/prod.yml",
        "domain: shop.example.com\nreplicas: 50\nverbose: true\nnmae: x\n",
    );
    let found = editor.messages("envs/prod.yml");
    assert!(found.iter().any(|one| one.starts_with("1:10-1:12 YS0510")), "{found:?}");
    assert!(found.iter().any(|one| one.starts_with("3:0-3:4 YS0505")), "{found:?}");
    let all = editor.shown["envs/prod.yml"].clone();
    let rule = all.iter().find(|one| one["code"] == "YS0510").unwrap();
    assert_eq!(rule["codeDescription"]["href"], "https://docs.example.com/errors.md#ys0510");
    let related = rule["relatedInformation"][0]["location"]["uri"].as_str().unwrap();
    assert!(related.ends_with("config/schema.yml"), "{rule}");
    editor.set("envs/prod.yml", "domain: shop.example.com\nverbose: true\n");
    editor.settle();
    let deprecated = &editor.shown["envs/prod.yml"][0];
    assert_eq!((&deprecated["code"], &deprecated["tags"]), (&json!("YS0520"), &json!([2])));
    editor.stop();
}

#[test]
fn one_bad_file_does_not_hide_the_others() {
    let mut editor = Editor::shop();
    editor.open_with("config/deployment.yml", "a: [1\n");
    editor.open_with("envs/dev.yml", "domain: dev.example.com\nreplicas: many\n");
    assert!(editor.messages("config/deployment.yml")[0].contains("YS0101"));
    assert!(editor.messages("envs/dev.yml")[0].contains("YS0504"));
    editor.stop();
}

#[test]
fn keys_and_values_are_completed_from_the_schema() {
    let mut editor = Editor::shop();
    editor.open_with("envs/dev.yml", "replicas: 1\n\n");
    let keys = editor.completion("envs/dev.yml", (1, 0));
    assert_eq!(keys[0], "domain", "what is required comes first: {keys:?}");
    assert!(!keys.contains(&"replicas".to_owned()), "what is there is left out: {keys:?}");
    assert_eq!(keys.last().map(String::as_str), Some("verbose"), "deprecated ones come last");
    editor.set("envs/dev.yml", "log_level: \n");
    assert_eq!(editor.completion("envs/dev.yml", (0, 11)), ["debug", "info", "error"]);
    editor.set("envs/dev.yml", "verbose: \n");
    assert_eq!(editor.completion("envs/dev.yml", (0, 9)), ["true", "false"]);
    editor.set("envs/dev.yml", "db:\n  ho\n");
    assert_eq!(editor.completion("envs/dev.yml", (1, 4)), ["host", "port", "password"]);
    editor.set("envs/dev.yml", "routes:\n- pa\n");
    assert_eq!(editor.completion("envs/dev.yml", (1, 4)), ["path", "port"]);
    let items = editor.completion_items("envs/dev.yml", (1, 4));
    assert_eq!(items[1]["detail"], "integer = 80");
    // An unclosed quote above does not matter.
    editor.set("envs/dev.yml", "name: \"open\ndb:\n  \n");
    assert_eq!(editor.completion("envs/dev.yml", (2, 2)), ["host", "port", "password"]);
    editor.stop();
}

#[test]
fn code_is_completed() {
    let mut editor = Editor::shop();
    let head = "#@ load(\"@ytt:data\", \"data\")\n#@ load(\"@ytt:json\", \"json\")\n";
    let cases: [(&str, &[&str]); 9] = [
        ("a: #@ data.values.", &["name", "replicas", "db"]),
        ("a: #@ data.values.db.", &["host", "port", "password"]),
        ("a: #@ json.", &["encode", "decode"]),
        ("#@ load(\"", &["@ytt:base64", "@ytt:overlay", "helpers.star"]),
        ("#@ load(\"helpers.star\", \"", &["full_name", "labels"]),
        ("#@ load(\"@ytt:sha256\", \"", &["sha256"]),
        ("#@schema/validation ", &["min", "max_len", "not_null", "format"]),
        ("#@schema/validation format=\"", &["hostname", "ipv4"]),
        ("#@overlay/match ", &["by", "missing_ok", "expects"]),
    ];
    editor.open("config/deployment.yml");
    for (line, expected) in cases {
        editor.set("config/deployment.yml", &format!("{head}{line}\n"));
        let found = editor.completion("config/deployment.yml", (2, line.len() as u32));
        for one in expected {
            assert!(found.contains(&(*one).to_owned()), "{line}: {one} is not in {found:?}");
        }
    }
    editor.set("config/deployment.yml", &format!("{head}#@ def helper(x):\n#@ end\nb: #@ he\n"));
    let found = editor.completion("config/deployment.yml", (4, 8));
    for one in ["helper", "json", "len", "None", "for"] {
        assert!(found.contains(&one.to_owned()), "{one} is not in {found:?}");
    }
    editor.stop();
}

#[test]
fn checked_documents_are_completed_and_explained() {
    let mut editor = Editor::shop();
    editor.open_with("checked/cart.yml", "name: cart\n\nresources:\n  \n");
    assert_eq!(editor.completion("checked/cart.yml", (1, 0)), ["tier", "replicas"]);
    assert_eq!(editor.completion("checked/cart.yml", (3, 2)), ["cpu", "memory"]);
    editor.set("checked/cart.yml", "name: cart\ntier: \n");
    assert_eq!(editor.completion("checked/cart.yml", (1, 6)), ["frontend", "backend"]);
    let hover = editor.hover("checked/cart.yml", (0, 1));
    assert!(hover.contains("The name of the service"), "{hover}");
    editor.set("checked/cart.yml", "name: cart\ntier: middle\n");
    let found = editor.messages("checked/cart.yml");
    assert!(found[0].contains("YS1111"), "{found:?}");
    editor.stop();
}

#[test]
fn hover_tells_what_is_known() {
    let mut editor = Editor::shop();
    editor.open("config/deployment.yml");
    editor.open("envs/prod.yml");
    let at = editor.after("config/deployment.yml", "data.values.repl");
    let hover = editor.hover("config/deployment.yml", at);
    for part in ["How many pods", "Default: `2`", "`5` (shop/prod)", "config/schema.yml:7"] {
        assert!(hover.contains(part), "{part}: {hover}");
    }
    let hover = editor.hover("envs/prod.yml", (3, 3));
    assert!(hover.contains("db.host: string"), "{hover}");
    let at = editor.after("config/deployment.yml", "name: #@ full");
    let hover = editor.hover("config/deployment.yml", at);
    assert!(hover.contains("def full_name(part)"), "{hover}");
    editor.stop();
}

#[test]
fn secrets_are_not_shown() {
    let mut editor = Editor::shop();
    editor.open_with("envs/prod.yml", "domain: a.example.com\ndb:\n  password: hunter2\n");
    editor.settle();
    let hover = editor.hover("envs/prod.yml", (2, 4));
    assert!(hover.contains("db.password") && !hover.contains("hunter2"), "{hover}");
    // Keys that look like those of secrets are treated in the same way.
    let schema = include_str!("shop/config/schema.yml").to_owned() + "api_token: ''\n";
    editor.open_with("config/schema.yml", &schema);
    editor.set("envs/prod.yml", "domain: a.example.com\napi_token: hunter3\n");
    editor.settle();
    let hover = editor.hover("envs/prod.yml", (1, 4));
    assert!(hover.contains("api_token") && !hover.contains("hunter3"), "{hover}");
    editor.stop();
}

fn actions(editor: &mut Editor, path: &str, line: u32, character: u32) -> Vec<Json> {
    editor.settle();
    let at = json!({ "line": line, "character": character });
    let diagnostics = editor.shown.get(path).cloned().unwrap_or_default();
    let here: Vec<Json> =
        diagnostics.into_iter().filter(|one| one["range"]["start"]["line"] == line).collect();
    let params = json!({
        "textDocument": { "uri": Editor::uri(path) },
        "range": { "start": at, "end": at },
        "context": { "diagnostics": here },
    });
    editor.request("textDocument/codeAction", params).as_array().cloned().unwrap_or_default()
}

fn titled<'a>(actions: &'a [Json], title: &str) -> &'a Json {
    let found =
        actions.iter().find(|one| one["title"].as_str().unwrap_or_default().contains(title));
    found.unwrap_or_else(|| panic!("no action {title}: {actions:?}"))
}

fn edit(action: &Json) -> (String, String) {
    let changes = action["edit"]["changes"].as_object().expect("changes");
    let (uri, edits) = changes.iter().next().expect("a file");
    (uri.clone(), edits[0]["newText"].as_str().unwrap().to_owned())
}

#[test]
fn actions_change_files() {
    let mut editor = Editor::shop();
    editor.open_with("envs/prod.yml", "domain: a.example.com\ntimeout: 30\n");
    let found = actions(&mut editor, "envs/prod.yml", 1, 0);
    let (uri, text) = edit(titled(&found, "Declare `timeout`"));
    assert!(uri.ends_with("config/schema.yml"), "{uri}");
    assert_eq!(text, "\ntimeout: 30");

    editor.set("envs/prod.yml", "replicas: 3\n");
    let found = actions(&mut editor, "envs/prod.yml", 0, 0);
    assert_eq!(edit(titled(&found, "Add required keys: domain")).1, "\ndomain: \"\"");
    let found = actions(&mut editor, "envs/prod.yml", 0, 10);
    assert_eq!(edit(titled(&found, "Quote `3`")).1, "\"3\"");

    editor.open_with("config/deployment.yml", "# a comment\na: #@ json.encode({})\n");
    let found = actions(&mut editor, "config/deployment.yml", 0, 0);
    let comments: Vec<_> =
        found.iter().filter(|one| one["title"].as_str().unwrap().contains("#!")).collect();
    assert_eq!(comments.len(), 1, "the same is offered once: {found:?}");
    assert_eq!(edit(titled(&found, "#!")).1, "#! a comment");
    let found = actions(&mut editor, "config/deployment.yml", 1, 8);
    assert_eq!(edit(titled(&found, "Load `json`")).1, "#@ load(\"@ytt:json\", \"json\")\n");
    editor.stop();
}

#[test]
fn values_uses_and_previews_are_shown() {
    let mut editor = Editor::shop();
    editor.open("config/deployment.yml");
    editor.open("config/schema.yml");
    editor.settle();
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let document = json!({ "uri": Editor::uri("config/deployment.yml") });
    let hints = editor
        .request("textDocument/inlayHint", json!({ "textDocument": document, "range": range }));
    let labels: Vec<&str> =
        hints.as_array().unwrap().iter().filter_map(|one| one["label"].as_str()).collect();
    assert!(labels.contains(&"= 1 | 2 | 5"), "{labels:?}");

    let schema = json!({ "textDocument": { "uri": Editor::uri("config/schema.yml") } });
    let lenses = editor.request("textDocument/codeLens", schema);
    let titles: Vec<String> = lenses
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            format!(
                "{} {}",
                one["range"]["start"]["line"],
                one["command"]["title"].as_str().unwrap()
            )
        })
        .collect();
    assert!(titles.contains(&"6 2 uses".to_owned()), "{titles:?}");
    assert!(titles.contains(&"11 not used".to_owned()), "{titles:?}");

    let place = |line: u32| {
        json!({
            "textDocument": document,
            "position": { "line": line, "character": 0 },
            "target": "shop/prod",
        })
    };
    let preview = editor.request("yardstick/preview", place(8));
    let text = preview["text"].as_str().unwrap();
    assert!(text.contains("replicas: 5") && text.contains("managed: \"true\""), "{text}");
    assert!(!text.contains("Service"), "{text}");
    assert_eq!(preview["targets"], json!(["shop/dev", "shop/staging", "shop/prod"]));
    assert_eq!(preview["languageId"], "yaml");
    let preview = editor.request("yardstick/preview", place(16));
    assert_eq!(preview["text"], "kind: Service\nmetadata:\n  name: shop-service\n");
    editor.stop();
}

#[test]
fn templates_of_a_library_see_its_values() {
    let mut editor = Editor::shop();
    let path = "config/_ytt_lib/web/ingress.yml";
    editor.open_with(path, "#@ load(\"@ytt:data\", \"data\")\nhost: #@ data.values.\n");
    assert_eq!(editor.completion(path, (1, 22)), ["host"]);
    editor.set(path, "#@ load(\"@ytt:data\", \"data\")\nhost: #@ data.values.hots\n");
    let found = editor.messages(path);
    assert!(found.iter().any(|one| one.starts_with("1:")), "{found:?}");
    editor.stop();
}

#[test]
fn the_project_file_is_checked() {
    let mut editor = Editor::shop();
    editor.open_with(
        "yardstick.yaml",
        "targets:\n  shop:\n    extends: [nobody]\n    files: [config]\n    output: out\n",
    );
    let found = editor.messages("yardstick.yaml");
    assert!(found.iter().any(|one| one.starts_with("2:") && one.contains("nobody")), "{found:?}");
    editor.stop();
}

#[test]
fn keys_that_are_no_names_are_completed_with_brackets() {
    let schema = "#@data/values-schema\n---\nname: a\n2fa: b\nif: c\nmy-key: d\n";
    let line = "a: #@ data.values.";
    let template = format!("#@ load(\"@ytt:data\", \"data\")\n{line}\n");
    let mut editor = Editor::start(&[("schema.yml", schema), ("t.yml", &template)]);
    editor.open("schema.yml");
    editor.open("t.yml");
    let items = editor.completion_items("t.yml", (1, line.len() as u32));
    let edit = |item: &serde_json::Value| {
        let start = item["textEdit"]["range"]["start"]["character"].as_u64().unwrap() as usize;
        format!("{}{}", &line[..start], item["textEdit"]["newText"].as_str().unwrap())
    };
    let edits: Vec<String> = items.iter().map(edit).collect();
    assert_eq!(
        edits,
        [
            "a: #@ data.values.name",
            "a: #@ data.values[\"2fa\"]",
            "a: #@ data.values[\"if\"]",
            "a: #@ data.values[\"my-key\"]",
        ]
    );
    assert_eq!(items[3]["filterText"], ".my-key");
    editor.stop();
}

#[test]
fn what_is_not_yaml_is_left_alone() {
    let mut editor = Editor::start(&[("notes/readme.md", "a: [1\n"), ("x.star", "def f(:\n")]);
    editor.open("notes/readme.md");
    editor.open("x.star");
    assert_eq!(editor.messages("notes/readme.md"), Vec::<String>::new());
    editor.stop();
}

#[test]
fn requests_that_are_canceled_say_so() {
    let mut editor = Editor::shop();
    editor.open("envs/prod.yml");
    editor.notify("$/cancelRequest", json!({ "id": 4711 }));
    assert!(!editor.completion("envs/prod.yml", (0, 0)).is_empty(), "others are answered");
    editor.stop();
}
