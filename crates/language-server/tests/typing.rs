//! Tests typing character by character: the server always answers, and never loses the problems of other files.

mod editor;

use editor::Editor;

/// Types the text of `path` from the start, and sends requests after every character.
fn type_through(path: &str) {
    let mut editor = Editor::shop();
    let text = editor.text(path).to_owned();
    editor.open_with("checked/cart.yml", "name: 1\n");
    editor.open_with(path, "");
    assert!(!editor.messages("checked/cart.yml").is_empty());
    let (mut line, mut character) = (0, 0);
    for c in text.chars() {
        editor.replace(path, (line, character), (line, character), &c.to_string());
        if c == '\n' {
            (line, character) = (line + 1, 0);
        } else {
            character += 1;
        }
        // Both are answered, whatever the current text.
        editor.completion(path, (line, character));
        editor.hover(path, (line, character.saturating_sub(1)));
        assert!(!editor.shown["checked/cart.yml"].is_empty(), "other files keep their diagnostics");
    }
    assert_eq!(editor.messages(path), Vec::<String>::new());
    assert_eq!(editor.messages("checked/cart.yml").len(), 2);
    editor.stop();
}

#[test]
fn through_a_values_file() {
    type_through("envs/prod.yml");
}

#[test]
fn through_a_template() {
    type_through("config/deployment.yml");
}

#[test]
fn through_a_schema() {
    type_through("config/schema.yml");
}

#[test]
fn through_an_overlay() {
    type_through("config/overlay.yml");
}
