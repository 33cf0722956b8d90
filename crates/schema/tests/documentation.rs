//! Properties of the documentation pages: they are complete, everything is escaped, and the values file results in
//! the defaults.

use std::path::Path;

use yardstick_schema::Standalone;
use yardstick_template::{print, tree::Yaml};

/// Returns the code block after the last heading of a Markdown page.
fn values_file(markdown: &str) -> String {
    let (_, after) = markdown.rsplit_once("## Values file\n").expect("a values file");
    let (fence, rest) = after
        .split_once("yaml\n")
        .map(|(before, rest)| (before.lines().last().unwrap(), rest))
        .unwrap();
    let end = rest.rfind(&format!("\n{fence}")).expect("the end of the code");
    format!("{}\n", &rest[..end])
}

fn check_defaults(name: &str, text: &str) {
    let mut schema =
        Standalone::new(name, text).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let markdown = schema.schema.to_markdown(&mut schema.thread);
    let file = values_file(&markdown);
    let given = schema.plain(&file).unwrap_or_else(|error| panic!("{name}: {error:?}\n{file}"));
    let defaults = schema.schema.defaults().value;
    let text = |value: &Yaml| print::to_yaml_text(value);
    assert_eq!(text(&given), text(&defaults), "{name}: the values file\n{file}");
}

#[test]
fn the_values_file_gives_the_defaults() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut count = 0;
    for entry in std::fs::read_dir(examples).unwrap() {
        let path = entry.unwrap().path().join("schema.yml");
        let name = path.display().to_string();
        // Some examples have no such file, or their schema needs other files.
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if Standalone::new(&name, &text).is_ok() {
            check_defaults(&name, &text);
            count += 1;
        }
    }
    assert!(count >= 3, "{count} examples were tried");
}

#[test]
fn values_of_all_kinds_are_the_same_again() {
    let schema = r##"#@ def one():
name: ""
#@ end
#@ def two():
port: 1
#@ end
#@data/values-schema
---
#@schema/desc "First\n\n  indented: {x"
a.b: "# no comment"
"": "\ttab"
"on": "on"
1: [0]
2.5: ""
lines: "a\nb\n"
ends: "a\n\n"
after: "x"
#@schema/desc "Has a\n---\nmark and #@ code"
next: " y "
#@schema/default [{"k": "v: w"}, {}]
list:
- k: ""
  deep:
  - - ""
empty: {}
any:
  #@schema/any-key
  _: ""
counted:
  #@schema/key allowed="^x", expects="0+"
  _:
    z: 1
#@schema/nullable
maybe:
  #@schema/desc "inner"
  x: 1
#@schema/key missing_ok=True
optional:
  y: [{"n": ""}]
#@schema/one-of one(), two()
#@schema/nullable
choice:
#@schema/type any=True
anything:
- {a: null}
"##;
    check_defaults("schema.yml", schema);
}

#[test]
fn hostile_words_stay_words() {
    let attack = r#"</code></pre><script>alert(1)</script><img src=x onerror=alert(2)>"' [x](javascript:alert(3))"#;
    let quoted = format!("{attack:?}");
    let schema = format!(
        "#@data/values-schema\n#@schema/title {quoted}\n#@schema/desc {quoted}\n---\n\
         #@schema/title {quoted}\n#@schema/desc {quoted}\n#@schema/deprecated {quoted}\n\
         #@schema/examples ({quoted}, {quoted})\n\
         #@schema/validation ({quoted}, lambda v: True), one_of=[{quoted}]\n{quoted}: {quoted}\n"
    );
    let mut schema = Standalone::new("schema.yml", &schema).unwrap();
    let page = schema.schema.to_html(&mut schema.thread);
    let text = page.rsplit_once("<script>").unwrap().0;
    for mark in ["<script", "<img", "href=\"javascript"] {
        assert!(!text.contains(mark), "{mark} in\n{text}");
    }
    let markdown = schema.schema.to_markdown(&mut schema.thread);
    // Code is never markup, but the text around it must not be markup either.
    let outside: String = markdown.split('`').step_by(2).collect();
    let outside = outside.replace("\\]", "");
    for mark in ["<script", "<img", "](javascript"] {
        assert!(!outside.contains(mark), "{mark} in\n{outside}");
    }
}
