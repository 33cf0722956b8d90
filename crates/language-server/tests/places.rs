//! Tests answers in places that are easy to miss: flow collections, JSON, the project file, settings, overlays.

mod editor;

use editor::Editor;

#[test]
fn flow_collections_are_completed() {
    let mut editor = Editor::shop();
    editor.open_with("envs/dev.yml", "db: {}\n");
    assert_eq!(editor.completion("envs/dev.yml", (0, 5)), ["host", "port", "password"]);
    editor.set("envs/dev.yml", "db: {host: a, p\n");
    assert_eq!(editor.completion("envs/dev.yml", (0, 15)), ["port", "password"]);
    editor.set("envs/dev.yml", "routes: [{path: /, }]\n");
    assert_eq!(editor.completion("envs/dev.yml", (0, 19)), ["port"]);
    editor.set("envs/dev.yml", "{verbose: , log_level: \n");
    assert_eq!(editor.completion("envs/dev.yml", (0, 10)), ["true", "false"]);
    assert_eq!(editor.completion("envs/dev.yml", (0, 23)), ["debug", "info", "error"]);
    editor.set("envs/dev.yml", "{verbose: true, }\n");
    let items = editor.completion_items("envs/dev.yml", (0, 16));
    let db = items.iter().find(|one| one["label"] == "db").expect("it is a key");
    assert_eq!(db["textEdit"]["newText"], "db: {}");
    editor.stop();
}

#[test]
fn json_is_completed() {
    let schema = r#"{"properties": {"tier": {"enum": ["a", "b"]}, "more": {"type": "object", "properties": {"x": {}}}}}"#;
    let mut editor = Editor::start(&[("s.json", schema)]);
    let head = "{\"$schema\": \"s.json\",\n";
    editor.open_with("a.json", &format!("{head} \"ti\"\n}}"));
    let items = editor.completion_items("a.json", (1, 4));
    // The edit starts inside the quotes, because editors differ in whether a quote is part of the typed text.
    assert_eq!(items[0]["textEdit"]["newText"], "tier\": ");
    assert_eq!(items[0]["textEdit"]["range"]["start"]["character"], 2);
    assert_eq!(items[0]["textEdit"]["range"]["end"]["character"], 5);
    assert_eq!(items[0]["filterText"], "tier");
    editor.set("a.json", &format!("{head} \"tier\": \n}}"));
    assert_eq!(editor.completion("a.json", (1, 9)), ["\"a\"", "\"b\""]);
    editor.set("a.json", &format!("{head} \"more\": {{ }}\n}}"));
    assert_eq!(editor.completion("a.json", (1, 11)), ["x"]);
    editor.stop();
}

#[test]
fn hover_says_where_an_overlay_applies() {
    let mut editor = Editor::shop();
    editor.open("config/overlay.yml");
    editor.open("config/deployment.yml");
    editor.settle();
    for line in [1, 2] {
        let hover = editor.hover("config/overlay.yml", (line, 1));
        assert!(
            hover.contains("applies to") && hover.contains("config/deployment.yml:3"),
            "{hover}"
        );
        assert!(!hover.contains("deployment.yml:15"), "the Service is not matched: {hover}");
    }
    let hover = editor.hover("config/overlay.yml", (3, 2));
    assert!(hover.contains("config/deployment.yml:5"), "{hover}");
    let hover = editor.hover("config/deployment.yml", (4, 2));
    assert!(hover.contains("Changed by the overlay") && hover.contains("overlay.yml:4"), "{hover}");
    editor.stop();
}
