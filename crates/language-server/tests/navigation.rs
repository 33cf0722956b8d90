//! Tests definitions, references, renaming, symbols, links, folding, selection, tokens, signatures and formatting,
//! with an editor in memory.

mod editor;

use editor::Editor;
use serde_json::{Value as Json, json};

const SCHEMA: &str = "#@ load(\"rules.star\", \"enough\")
#@data/values-schema
#@schema/validation (\"enough\", enough)
---
replicas: 1
db:
  host: \"\"
  #@schema/validation lambda port: port > 0
  port: 5432
users:
- name: \"\"
";

const RULES: &str = "def enough(values):
  if values[\"replicas\"] < 2:
    fail(\"too few\", at=\"replicas\")
  end
  return True
end
";

const HELPERS: &str = "#@ def labels(values, tier=\"web\"):
copies: #@ values.replicas
tier: #@ tier
#@ end
";

const APP: &str = "#@ load(\"@ytt:data\", \"data\")
#@ load(\"@ytt:library\", \"library\")
#@ load(\"helpers.lib.yml\", \"labels\")
#@ v = data.values
---
kind: Deployment
metadata:
  name: shop
  labels: #@ labels(v, tier=\"db\")
replicas: #@ v.replicas
port: #@ getattr(data.values.db, \"port\")
#@ for user in data.values.users:
#@ print(user.name)
#@ end
---
#@yaml/text-templated-strings
text: \"at (@= data.values.db.host @)\"
#@ monitoring = library.get(\"monitoring\").with_data_values({\"app\": v.db.host})
--- #@ monitoring.eval()
";

const LIBRARY_SCHEMA: &str = "#@data/values-schema\n---\napp: \"\"\nreplicas: 0\n";
const LIBRARY_APP: &str = "#@ load(\"@ytt:data\", \"data\")\nname: #@ data.values.app\n";

const PROJECT: [(&str, &str); 8] = [
    ("config/schema.yml", SCHEMA),
    ("config/rules.star", RULES),
    ("config/helpers.lib.yml", HELPERS),
    ("config/app.yml", APP),
    ("config/_ytt_lib/monitoring/schema.yml", LIBRARY_SCHEMA),
    ("config/_ytt_lib/monitoring/app.yml", LIBRARY_APP),
    ("envs/dev.yml", "replicas: 1\ndb:\n  host: localhost\n"),
    ("envs/prod.yml", "replicas: 3\nusers:\n- name: ada\n"),
];

fn project(open: &str) -> Editor {
    let mut editor = Editor::start(&PROJECT);
    editor.open(open);
    editor
}

fn text(path: &str) -> &'static str {
    PROJECT.iter().find(|(name, _)| *name == path).expect("a file of the project").1
}

/// The line and column of the second character of `needle`, in the text after `after`.
fn find(text: &str, after: &str, needle: &str) -> (u32, u32) {
    let from = text.find(after).expect(after);
    let at = from + text[from..].find(needle).expect(needle) + 1;
    let line = text[..at].matches('\n').count();
    let column = at - text[..at].rfind('\n').map_or(0, |at| at + 1);
    (line as u32, column as u32)
}

/// Formats each location as `file:line:column text`.
fn places(answer: &Json) -> Vec<String> {
    let all = answer.as_array().cloned().unwrap_or_default();
    let mut shown: Vec<String> = all.iter().map(|one| place(&one["uri"], &one["range"])).collect();
    shown.sort();
    shown
}

fn place(uri: &Json, range: &Json) -> String {
    let uri = uri.as_str().unwrap_or_default();
    let path = uri.split("/project/").last().unwrap_or_default();
    let text = PROJECT.iter().find(|(name, _)| *name == path).map(|(_, text)| *text);
    let (from, to) = (&range["start"], &range["end"]);
    let number = |json: &Json| json.as_u64().unwrap_or_default() as usize;
    let line = text.and_then(|text| text.lines().nth(number(&from["line"])));
    let name = line.and_then(|line| line.get(number(&from["character"])..number(&to["character"])));
    format!("{path}:{}:{} {}", from["line"], from["character"], name.unwrap_or_default())
}

fn definition(editor: &mut Editor, path: &str, at: (u32, u32)) -> Vec<String> {
    places(&editor.request("textDocument/definition", Editor::at(path, at)))
}

fn references(editor: &mut Editor, path: &str, at: (u32, u32)) -> Vec<String> {
    let mut params = Editor::at(path, at);
    params["context"] = json!({ "includeDeclaration": true });
    places(&editor.request("textDocument/references", params))
}

/// The texts of all files after a rename.
fn renamed(editor: &mut Editor, path: &str, at: (u32, u32), new: &str) -> Vec<(String, String)> {
    let mut params = Editor::at(path, at);
    params["newName"] = json!(new);
    let answer = editor.request("textDocument/rename", params);
    let mut texts = Vec::new();
    for (name, text) in PROJECT {
        let uri = Editor::uri(name);
        let edits =
            answer["changes"][uri.as_str().unwrap()].as_array().cloned().unwrap_or_default();
        texts.push((name.to_owned(), apply(text, &edits)));
    }
    texts
}

fn apply(text: &str, edits: &[Json]) -> String {
    let offset = |at: &Json| {
        let line = at["line"].as_u64().unwrap() as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + at["character"].as_u64().unwrap() as usize
    };
    let mut edits: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|one| {
            let range = &one["range"];
            (offset(&range["start"]), offset(&range["end"]), one["newText"].as_str().unwrap())
        })
        .collect();
    edits.sort_unstable();
    let mut out = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        out.replace_range(start..end, new);
    }
    out
}

#[test]
fn data_values_lead_to_their_declaration() {
    let mut editor = project("config/app.yml");
    for (after, needle, wanted) in [
        ("replicas:", "replicas\n", "config/schema.yml:4:0 replicas"),
        ("getattr", "port", "config/schema.yml:8:2 port"),
        ("(@=", "host", "config/schema.yml:6:2 host"),
        ("print(user", "name", "config/schema.yml:10:2 name"),
        ("with_data_values", "app", "config/_ytt_lib/monitoring/schema.yml:2:0 app"),
    ] {
        let at = find(APP, after, needle);
        assert_eq!(definition(&mut editor, "config/app.yml", at), [wanted], "{after} {needle}");
    }
    editor.open("config/rules.star");
    let at = find(RULES, "values[", "replicas");
    assert_eq!(
        definition(&mut editor, "config/rules.star", at),
        ["config/schema.yml:4:0 replicas"]
    );
    editor.open("envs/prod.yml");
    let at = find(text("envs/prod.yml"), "users", "name");
    assert_eq!(definition(&mut editor, "envs/prod.yml", at), ["config/schema.yml:10:2 name"]);
    editor.stop();
}

#[test]
fn references_of_a_data_value_cross_all_files() {
    let mut editor = project("config/schema.yml");
    let found = references(&mut editor, "config/schema.yml", find(SCHEMA, "---", "replicas"));
    let wanted = [
        "config/app.yml:9:15 replicas",
        "config/helpers.lib.yml:1:18 replicas",
        "config/rules.star:1:13 replicas",
        "config/rules.star:2:24 replicas",
        "config/schema.yml:4:0 replicas",
        "envs/dev.yml:0:0 replicas",
        "envs/prod.yml:0:0 replicas",
    ];
    assert_eq!(found, wanted);
    editor.stop();
}

#[test]
fn a_renamed_data_value_changes_everywhere_and_nothing_else() {
    let mut editor = project("config/app.yml");
    let at = find(APP, "replicas:", "replicas\n");
    let after = renamed(&mut editor, "config/app.yml", at, "copies");
    for (path, new) in &after {
        let old = text(path);
        let wanted = match path.as_str() {
            "config/app.yml" => old.replace("v.replicas", "v.copies"),
            "config/helpers.lib.yml" => old.replace("values.replicas", "values.copies"),
            "config/_ytt_lib/monitoring/schema.yml" => old.to_owned(),
            _ => old.replace("replicas", "copies"),
        };
        assert_eq!(*new, wanted, "{path}");
    }
    // A key that is not a valid name needs brackets.
    let after = renamed(&mut editor, "config/app.yml", at, "pod-count");
    assert!(after[3].1.contains("replicas: #@ v[\"pod-count\"]"), "{}", after[3].1);
    assert!(after[0].1.contains("\npod-count: 1"), "{}", after[0].1);
    editor.stop();
}

#[test]
fn values_that_a_function_builds_for_a_library_are_renamed_too() {
    let schema = "#@data/values-schema\n---\napp: \"\"\ndb:\n  host: \"\"\n";
    let app = "#@ load(\"@ytt:library\", \"library\")
#@ def values():
app: shop
db:
  host: here
#@ end
--- #@ library.get(\"x\").with_data_values(values()).eval()
";
    let mut editor = Editor::start(&[
        ("config/schema.yml", "#@data/values-schema\n---\nhost: a\n"),
        ("config/app.yml", app),
        ("config/_ytt_lib/x/schema.yml", schema),
        (
            "config/_ytt_lib/x/a.yml",
            "#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.db.host\n",
        ),
    ]);
    editor.open("config/app.yml");
    let found = references(&mut editor, "config/app.yml", find(app, "db:", "host"));
    let wanted = [
        "config/_ytt_lib/x/a.yml:1:21 ",
        "config/_ytt_lib/x/schema.yml:4:2 ",
        "config/app.yml:4:2 ",
    ];
    let found: Vec<String> =
        found.iter().map(|one| one.split(' ').next().unwrap().to_owned() + " ").collect();
    assert_eq!(found, wanted);
    editor.stop();
}

#[test]
fn names_that_cannot_be_are_refused() {
    let mut editor = project("config/app.yml");
    for (after, needle, new) in [
        ("replicas:", "replicas\n", "yes"),
        ("replicas:", "replicas\n", "a: b"),
        ("replicas:", "replicas\n", "db"),
        ("v = ", "v", "for"),
        ("v = ", "v", "1x"),
    ] {
        let mut params = Editor::at("config/app.yml", find(APP, after, needle));
        if needle == "v" {
            params["position"]["character"] = json!(3);
        }
        params["newName"] = json!(new);
        assert_eq!(editor.request_error("textDocument/rename", params), -32803, "{new}");
    }
    editor.stop();
}

#[test]
fn functions_and_parameters_are_followed_through_loads() {
    let mut editor = project("config/app.yml");
    let at = find(APP, "labels: ", "labels(");
    assert_eq!(
        definition(&mut editor, "config/app.yml", at),
        ["config/helpers.lib.yml:0:7 labels"]
    );
    let found = references(&mut editor, "config/app.yml", at);
    let wanted = [
        "config/app.yml:2:28 labels",
        "config/app.yml:8:13 labels",
        "config/helpers.lib.yml:0:7 labels",
    ];
    assert_eq!(found, wanted);
    let after = renamed(&mut editor, "config/app.yml", find(APP, "labels(v", "tier"), "level");
    assert!(after[2].1.contains("labels(values, level=\"web\")"), "{}", after[2].1);
    assert!(after[2].1.contains("tier: #@ level"), "{}", after[2].1);
    assert!(after[3].1.contains("labels(v, level=\"db\")"), "{}", after[3].1);
    // The original name in a module does not change.
    let after = renamed(&mut editor, "config/app.yml", find(APP, "v = ", "data"), "d");
    assert!(after[3].1.contains("load(\"@ytt:data\", d=\"data\")"), "{}", after[3].1);
    assert!(after[3].1.contains("v = d.values"), "{}", after[3].1);
    // The path of a load leads to its file.
    let at = find(APP, "helpers", "helpers");
    assert_eq!(definition(&mut editor, "config/app.yml", at), ["config/helpers.lib.yml:0:0 "]);
    editor.stop();
}

#[test]
fn anchors_and_references_of_schemas() {
    let yaml = "a: &base {x: 1}\nb: *base\nc: [*base]\n";
    let schema = "$defs:\n  port: {type: integer}\nproperties:\n  a: {$ref: '#/$defs/port'}\n  b: {$ref: \"other.yml#/$defs/name\"}\n";
    let other = "$defs:\n  name: {type: string}\n";
    let mut editor =
        Editor::start(&[("a.yml", yaml), ("schema.yml", schema), ("other.yml", other)]);
    editor.open("a.yml");
    let found = references(&mut editor, "a.yml", (1, 5));
    assert_eq!(found, ["a.yml:0:4 ", "a.yml:1:4 ", "a.yml:2:5 "]);
    assert_eq!(definition(&mut editor, "a.yml", (2, 6)), ["a.yml:0:4 "]);
    let mut params = Editor::at("a.yml", (0, 5));
    params["newName"] = json!("common");
    let answer = editor.request("textDocument/rename", params);
    let edits =
        answer["changes"][Editor::uri("a.yml").as_str().unwrap()].as_array().unwrap().clone();
    assert_eq!(apply(yaml, &edits), "a: &common {x: 1}\nb: *common\nc: [*common]\n");

    editor.open("schema.yml");
    assert_eq!(definition(&mut editor, "schema.yml", (3, 18)), ["schema.yml:1:2 "]);
    assert_eq!(definition(&mut editor, "schema.yml", (4, 18)), ["other.yml:1:2 "]);
    let mut params = Editor::at("schema.yml", (1, 3));
    params["newName"] = json!("number");
    let answer = editor.request("textDocument/rename", params);
    let edits =
        answer["changes"][Editor::uri("schema.yml").as_str().unwrap()].as_array().unwrap().clone();
    assert_eq!(apply(schema, &edits), schema.replace("port", "number"));
    editor.stop();
}

#[test]
fn files_have_outlines_and_projects_have_symbols() {
    let mut editor = project("config/app.yml");
    let params = json!({ "textDocument": { "uri": Editor::uri("config/app.yml") } });
    let outline = editor.request("textDocument/documentSymbol", params);
    let names: Vec<&str> =
        outline.as_array().unwrap().iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["v", "Deployment shop", "document 2", "monitoring"]);
    let found = editor.request("workspace/symbol", json!({ "query": "dbport" }));
    assert_eq!(found[0]["name"], "db.port");
    let found = editor.request("workspace/symbol", json!({ "query": "labels" }));
    assert_eq!(found[0]["name"], "labels");
    let found = editor.request("workspace/symbol", json!({ "query": "shop" }));
    assert_eq!(found[0]["name"], "Deployment shop");
    editor.stop();
}

#[test]
fn files_are_linked() {
    let mut editor = project("config/app.yml");
    let params = json!({ "textDocument": { "uri": Editor::uri("config/app.yml") } });
    let links = editor.request("textDocument/documentLink", params);
    let targets: Vec<String> = links
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["target"].as_str().unwrap().split("/project/").last().unwrap().to_owned())
        .collect();
    assert_eq!(targets, ["config/helpers.lib.yml", "config/_ytt_lib/monitoring/schema.yml"]);
    editor.stop();
}

#[test]
fn blocks_fold_and_selections_grow() {
    let mut editor = project("config/app.yml");
    let params = json!({ "textDocument": { "uri": Editor::uri("config/app.yml") } });
    let folds = editor.request("textDocument/foldingRange", params);
    let lines: Vec<(u64, u64)> = folds
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["startLine"].as_u64().unwrap(), one["endLine"].as_u64().unwrap()))
        .collect();
    assert!(lines.contains(&(6, 8)), "metadata: {lines:?}");
    assert!(lines.contains(&(11, 13)), "the loop: {lines:?}");
    let (line, character) = find(APP, "labels(v", "tier");
    let params = json!({
        "textDocument": { "uri": Editor::uri("config/app.yml") },
        "positions": [{ "line": line, "character": character }],
    });
    let answer = editor.request("textDocument/selectionRange", params);
    let mut steps = 0;
    let mut one = &answer[0];
    let mut before: Option<Json> = None;
    while one.is_object() {
        let start =
            |range: &Json| (range["start"]["line"].as_u64(), range["start"]["character"].as_u64());
        if let Some(inner) = &before {
            assert!(start(&one["range"]) <= start(inner));
        }
        before = Some(one["range"].clone());
        one = &one["parent"];
        steps += 1;
    }
    assert!(steps >= 5, "{answer}");
    editor.stop();
}

#[test]
fn code_in_comments_has_tokens() {
    let mut editor = project("config/app.yml");
    let params = json!({ "textDocument": { "uri": Editor::uri("config/app.yml") } });
    let answer = editor.request("textDocument/semanticTokens/full", params);
    let legend = editor.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
    let data: Vec<usize> =
        answer["data"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect();
    let (mut line, mut column) = (0, 0);
    let mut shown = Vec::new();
    for token in data.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let text = &APP.lines().nth(line).unwrap()[column..column + token[2]];
        shown.push(format!("{text} {}", legend[token[3]].as_str().unwrap()));
    }
    for wanted in [
        "#@ macro",
        "load keyword",
        "\"@ytt:data\" string",
        "labels function",
        "data namespace",
        "values property",
        "getattr function",
        "yaml/text-templated-strings decorator",
        "tier parameter",
        "for keyword",
        "user variable",
        "host property",
    ] {
        assert!(shown.iter().any(|one| one == wanted), "{wanted} is not in {shown:#?}");
    }
    editor.stop();
}

#[test]
fn signatures_show_parameters_while_typing() {
    let mut editor = project("config/app.yml");
    let mut help = |line: &str| {
        let text =
            APP.replace("  labels: #@ labels(v, tier=\"db\")\n", &format!("  labels: #@ {line}\n"));
        editor.set("config/app.yml", &text);
        let at = Editor::at("config/app.yml", (8, 13 + line.len() as u32));
        let answer = editor.request("textDocument/signatureHelp", at);
        let label = answer["signatures"][0]["label"].as_str().unwrap_or_default().to_owned();
        (label, answer["activeParameter"].as_u64())
    };
    assert_eq!(help("labels("), ("labels(values, tier=\"web\")".to_owned(), Some(0)));
    assert_eq!(help("labels(v, "), ("labels(values, tier=\"web\")".to_owned(), Some(1)));
    assert_eq!(help("labels(tier=\"x\""), ("labels(values, tier=\"web\")".to_owned(), Some(1)));
    assert_eq!(help("sorted([1, 2], "), ("sorted(x, key=None, reverse=False)".to_owned(), Some(1)));
    assert_eq!(
        help("json.encode({}, "),
        ("json.encode(value, indent=0, escape_html=True)".to_owned(), Some(1))
    );
    assert_eq!(help("str(1) + "), (String::new(), None));
    editor.stop();
}

#[test]
fn formatting_straightens_and_keeps_what_is_fine() {
    let text = "a: 1\nb:\n    c:   2\nd: 3\n";
    let mut editor = Editor::start(&[("a.yml", text)]);
    editor.open("a.yml");
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": Editor::uri("a.yml") }, "options": options });
    let edits = editor.request("textDocument/formatting", params.clone());
    let edits = edits.as_array().unwrap().clone();
    assert_eq!(apply(text, &edits), "a: 1\nb:\n  c: 2\nd: 3\n");
    assert_eq!(edits[0]["range"]["start"]["line"], 2);
    assert_eq!(edits[0]["range"]["end"]["line"], 3);
    editor.set("a.yml", "a: [1\n");
    assert_eq!(editor.request("textDocument/formatting", params), Json::Null);
    editor.stop();
}

#[test]
fn every_request_survives_a_file_that_is_being_typed() {
    let mut editor = project("config/app.yml");
    for end in (0..APP.len()).step_by(7).filter(|&end| APP.is_char_boundary(end)) {
        let text = &APP[..end];
        editor.set("config/app.yml", text);
        let line = text.matches('\n').count() as u32;
        let column = (end - text.rfind('\n').map_or(0, |at| at + 1)) as u32;
        let at = Editor::at("config/app.yml", (line, column));
        let document = json!({ "textDocument": { "uri": Editor::uri("config/app.yml") } });
        for method in ["definition", "signatureHelp", "documentHighlight", "prepareRename"] {
            editor.request(&format!("textDocument/{method}"), at.clone());
        }
        for method in ["documentSymbol", "foldingRange", "documentLink", "semanticTokens/full"] {
            editor.request(&format!("textDocument/{method}"), document.clone());
        }
    }
    editor.stop();
}
