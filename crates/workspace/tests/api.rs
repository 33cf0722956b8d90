//! Tests the library as programs use it: it prints and writes nothing, and returns text.

use std::sync::{Arc, Mutex, atomic::AtomicBool};

use yardstick_workspace::{Limits, Renderer, options::Format, world::Memory};

const SCHEMA: &str =
    "#@data/values-schema\n---\nname: app\n#@schema/validation min_len=1\nlist:\n- 0\n";
const CONFIG: &str = "#@ load(\"@ytt:data\", \"data\")\nname: #@ data.values.name\n";

fn renderer() -> Renderer {
    Renderer::new().world(Arc::new(Memory::new()))
}

fn project() -> Renderer {
    renderer().file("schema.yml", SCHEMA).file("config.yml", CONFIG).data_values("list: [1]")
}

#[test]
fn documents_and_files_come_back_as_text() {
    let output = renderer()
        .file("a.yml", "a: 1\n---\nb: |\n  ---\n  x\n")
        .file("sub/b.txt", "text (@= \"!\" @)\n")
        .file("c.yml", "c: 2\n")
        .render()
        .unwrap();
    let paths: Vec<_> = output.files().iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["sub/b.txt", "a.yml", "c.yml"]);
    assert_eq!(output.file("sub/b.txt").as_deref(), Some("text !\n"));
    assert_eq!(output.file("nope"), None);
    assert_eq!(output.documents(), ["a: 1\n", "b: |\n  ---\n  x\n", "c: 2\n"]);
    assert_eq!(output.text(), "a: 1\n---\nb: |\n  ---\n  x\n---\nc: 2\n");
}

#[test]
fn later_data_values_win() {
    let world = Memory::new().with_file("v.yml", "name: file\nlist: [1]\n");
    let with_file = Renderer::new()
        .world(Arc::new(world))
        .file("schema.yml", SCHEMA)
        .file("config.yml", CONFIG)
        .data_values_file("v.yml");
    let name = |renderer: &Renderer| renderer.render().unwrap().text();
    assert_eq!(name(&with_file), "name: file\n");
    let with_text = with_file.data_values("name: text");
    assert_eq!(name(&with_text), "name: text\n");
    assert_eq!(name(&with_text.data_value("name", "single")), "name: single\n");
}

#[test]
fn other_formats() {
    let json = project().render_as(Format::Json).unwrap();
    assert_eq!(json, "{\"name\":\"app\"}");
}

#[test]
fn failures_are_data_and_text() {
    let failure = renderer().file("a.yml", "#@ nope()\n").render().unwrap_err();
    assert!(failure.to_string().contains("undefined: nope"), "{failure}");
    assert!(failure.diagnostic().code.id().starts_with("YS"));
    let failure = renderer().path("nope.yml").render().unwrap_err();
    let chain = &failure.diagnostic().context;
    assert_eq!(chain, &["Checking file 'nope.yml'"]);
    assert_eq!(failure.diagnostic().message, "lstat nope.yml: no such file or directory");
}

#[test]
fn validation_reports_everything() {
    assert!(project().validate().is_empty());
    let texts = |renderer: Renderer| -> Vec<String> {
        renderer.validate().iter().map(ToString::to_string).collect()
    };
    let broken = texts(project().file("x.yml", "a: [").file("y.yml", "b: ]"));
    assert_eq!(broken.len(), 2);
    assert!(broken[0].contains("'x.yml'") && broken[1].contains("'y.yml'"), "{broken:?}");
    let rules = texts(project().data_values("list: []"));
    assert_eq!(rules.len(), 1);
    assert!(rules[0].contains("length"), "{rules:?}");
    // Validation does not run templates, even ones that would fail.
    assert!(texts(project().file("t.yml", "a: #@ 1 // 0\n")).is_empty());
}

#[test]
fn template_code_is_bounded_and_can_be_stopped() {
    let endless = "#@ def f():\n#@   for i in range(1000000000):\n#@     x = i\n#@   end\n#@ end\na: #@ f()\n";
    let endless = renderer().file("a.yml", endless);
    let limits = Limits { steps: 1000, ..Limits::default() };
    let failure = endless.clone().limits(limits).render().unwrap_err();
    assert!(failure.to_string().contains("more than 1000 steps"), "{failure}");
    let limits = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    let failure = endless.limits(limits).render().unwrap_err();
    assert!(failure.to_string().contains("cancelled"), "{failure}");
}

#[test]
fn printed_lines_reach_the_program() {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&lines);
    let renderer = renderer()
        .file("a.yml", "#@ print(\"hello\")\na: 1\n")
        .on_print(move |line| sink.lock().unwrap().push(line.to_owned()));
    renderer.render().unwrap();
    assert_eq!(*lines.lock().unwrap(), ["hello"]);
}

#[test]
fn doubts_are_warnings() {
    let overlay = "#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n---\n#@overlay/mtch missing_ok=True\na: 2\n";
    let output = renderer().file("a.yml", "a: 1\n").file("o.yml", overlay).render().unwrap();
    assert_eq!(output.warnings(), ["Unknown annotation @overlay/mtch"]);
}

#[test]
fn what_is_built_counts_as_memory() {
    let nodes = "#@ n = 1\na:\n#@ while n:\n- #@ n\n#@ end\n";
    let fragments = "\
#@ def part():
x: 1
y: 2
#@ end
#@ all = []
#@ while True:
#@   all.append(part())
#@ end
";
    let limits = Limits { memory: 4 << 20, ..Limits::default() };
    for (name, text) in [
        ("nodes.yml", nodes),
        ("fragments.yml", fragments),
        ("text.txt", "(@ while True: @)x\n(@ end @)"),
    ] {
        let failure = Renderer::new().file(name, text).limits(limits.clone()).render().unwrap_err();
        assert!(failure.to_string().contains("memory limit"), "{name}: {failure}");
    }
}

#[test]
fn a_report_about_one_long_line_is_bounded() {
    let keys: Vec<String> = (0..20_000).map(|number| format!("k{number}: 1")).collect();
    let renderer = renderer()
        .file("schema.yml", "#@data/values-schema\n---\na: 1\n")
        .data_values(format!("{{{}}}", keys.join(", ")));
    let text = renderer.render().unwrap_err().to_string();
    assert!(text.contains("... and 19000 more"), "{}", &text[text.len() - 200..]);
    assert!(text.len() < 10_000_000, "{} bytes", text.len());
}

#[test]
fn instances_of_a_library_get_their_own_schema_and_values() {
    let config = "\
#@ load(\"@ytt:library\", \"library\")
#@ load(\"@ytt:template\", \"template\")
#@ app = library.get(\"app\")
#@ other = app.with_data_values_schema({\"name\": \"other\"})
--- #@ template.replace(app.with_data_values({\"list\": [1]}).eval())
--- #@ template.replace(app.eval())
--- #@ template.replace(other.with_data_values({\"list\": [2]}).eval())
--- #@ template.replace(app.eval())
";
    let library = "\
#@ load(\"@ytt:data\", \"data\")
#@ load(\"names.star\", \"names\")
values: #@ data.values
names: #@ names
";
    let schema = "#@data/values-schema\n---\nname: app\nlist:\n- 0\n";
    let output = renderer()
        .file("config.yml", config)
        .file("_ytt_lib/app/schema.yml", schema)
        .file("_ytt_lib/app/app.yml", library)
        .file("_ytt_lib/app/names.star", "names = [\"a\"]\n")
        .render()
        .unwrap();
    let one = |name, list| format!("values:\n  name: {name}\n  list:{list}\nnames:\n- a\n");
    let plain = one("app", " []");
    let expected = [&one("app", "\n  - 1"), &plain, &one("other", "\n  - 2"), &plain];
    assert_eq!(output.documents(), expected.map(String::as_str));
}
