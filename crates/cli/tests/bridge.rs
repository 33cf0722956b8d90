//! Exports and imports schemas, and checks that the result is the same schema.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn run(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yardstick"))
        .args(arguments)
        .current_dir(directory)
        .output()
        .expect("the binary runs")
}

fn text(output: Output, what: &str) -> String {
    assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is text")
}

/// Schemas that use only features that `OpenAPI` can represent.
const SCHEMAS: [&str; 17] = [
    "{}",
    "name: app\nreplicas: 1\nratio: 0.5\nwhole: 1.0\ndebug: false\nempty: \"\"\n",
    "ports:\n- number: 80\n  protocol: TCP\n",
    "deep:\n  er:\n    still: {}\n    matrix:\n    -\n      - 0\n",
    "\"y\": 1\n\"on\": \"no\"\n\"1\": \"2\"\n\"a b\": \"~\"\n\"\": \"\"\n\"null\": \"null\"\n",
    "#@schema/title \"Title\"\n#@schema/desc \"First line.\\nSecond \\\"line\\\".\"\na: 1\n",
    "#@schema/example \"x\"\na: \"\"\n#@schema/examples (\"One\", 1), (\"Two\", 2)\nb: 0\n",
    "#@schema/nullable\na: \"\"\n#@schema/nullable\nb:\n  c: 1\n#@schema/nullable\nd:\n- 1\n",
    "#@schema/default [\"a\"]\na: [\"\"]\n#@schema/default [{\"b\": 2}]\nc:\n- b: 1\n  d: x\n",
    "#@schema/type any=True\na: null\n#@schema/type any=True\nb:\n  c: [1, {d: 2.5}]\n",
    "#@schema/validation min=1, max=10\na: 5\n#@schema/validation min_excl=0.5, max_excl=1.5\nb: 1.0\n",
    "#@schema/validation min_len=1, max_len=8\na: xy\n#@schema/validation min_len=1, max_len=2\n#@schema/default [1]\nb: [0]\n#@schema/validation min_len=1\nc: {d: 1}\n",
    "#@schema/validation one_of=[\"a\", \"b\"]\na: a\n#@schema/nullable\n#@schema/validation one_of=[1, 2]\nb: 0\n",
    "#@schema/validation matches=\"^v[0-9]+$\"\na: v1\n#@schema/validation format=\"ipv4\"\nb: 10.0.0.1\n#@schema/validation format=\"duration\"\nc: 1h\n#@schema/validation multiple_of=3\nd: 9\n#@schema/validation unique=True\ne: [\"\"]\n",
    "#@schema/type one_of=[\"int\", \"string\"]\na: 1\nb:\n  #@schema/any-key\n  _: \"\"\nc:\n  d: 1\n  #@schema/key allowed=\"^x-\", missing_ok=True\n  _: 1\n",
    "#@schema/required\na: \"\"\n#@schema/deprecated \"Old.\"\nb: 1\n#@schema/validation one_not_null=[\"d\", \"e\"]\nc:\n  #@schema/nullable\n  d: 1\n  #@schema/nullable\n  e: 1\n",
    "#@schema/type one_of=[\"int\", \"string\"]\n#@schema/validation min=1, format=\"percent\"\na: 1\n#@schema/validation format=\"hostname\"\nb: example.com\n",
];

#[test]
fn what_is_exported_comes_back() {
    for schema in SCHEMAS {
        let scratch = tempfile::tempdir().expect("scratch space");
        let directory = scratch.path();
        let export = |name: &str| {
            let flags =
                ["--data-values-schema-inspect", "-o", "openapi-v3", "--openapi-all-examples"];
            text(run(directory, &[["-f", name].as_slice(), &flags].concat()), schema)
        };
        let values = |name: &str| {
            let skip = "--dangerous-data-values-disable-validation";
            text(run(directory, &["-f", name, "--data-values-inspect", skip]), schema)
        };
        let write = |name: &str, content: &str| {
            fs::write(directory.join(name), content).expect("scratch space");
        };
        write("before.yml", &format!("#@data/values-schema\n---\n{schema}"));
        let exported = export("before.yml");
        write("openapi.yaml", &exported);
        let imported =
            text(run(directory, &["schema", "import", "--strict", "openapi.yaml"]), schema);
        write("after.yml", &imported);
        assert_eq!(export("after.yml"), exported, "{schema}\ncame back as\n{imported}");
        assert_eq!(values("after.yml"), values("before.yml"), "{schema}\ncame back as\n{imported}");
    }
}

#[test]
fn what_is_exported_as_json_schema_comes_back() {
    for schema in SCHEMAS {
        let scratch = tempfile::tempdir().expect("scratch space");
        let directory = scratch.path();
        let write = |name: &str, content: &str| {
            fs::write(directory.join(name), content).expect("scratch space");
        };
        let export = |name: &str, form: &str| {
            text(run(directory, &["schema", "export", "-f", name, "-o", form]), schema)
        };
        // JSON Schema has no descriptions of examples.
        let described = "#@schema/examples (\"One\", 1), (\"Two\", 2)";
        let schema = &schema.replace(described, "#@schema/examples (\"\", 1), (\"\", 2)");
        // In JSON Schema, the notice of a deprecation is a part of the description.
        let schema = &schema.replace("deprecated \"Old.\"", "deprecated \"\"");
        write("before.yml", &format!("#@data/values-schema\n---\n{schema}"));
        write("schema.json", &export("before.yml", "json-schema"));
        let imported = text(run(directory, &["schema", "import", "schema.json"]), schema);
        write("after.yml", &imported);
        let (before, after) =
            (export("before.yml", "openapi-v3"), export("after.yml", "openapi-v3"));
        assert_eq!(after, before, "{schema}\ncame back as\n{imported}");
    }
}

#[test]
fn what_is_imported_is_a_schema() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = |folder: &str| {
        let folder = fs::read_dir(root.join(folder)).expect("a folder with schemas");
        folder.map(|entry| entry.expect("a readable folder").path())
    };
    let real = files("tests/real").map(|folder| folder.join("schema.json"));
    for file in files("crates/bridge/tests/imports").chain(real).filter(|file| file.is_file()) {
        let scratch = tempfile::tempdir().expect("scratch space");
        let name = file.to_str().expect("a name that is text");
        let is_api = fs::read_to_string(&file).expect("a schema").contains("Order:");
        let chosen: &[&str] = if is_api { &["--type", "Order"] } else { &[] };
        let arguments = [["schema", "import", name].as_slice(), chosen].concat();
        let imported = text(run(scratch.path(), &arguments), name);
        fs::write(scratch.path().join("schema.yml"), &imported).expect("scratch space");
        let export = run(scratch.path(), &["schema", "export", "-f", "schema.yml"]);
        assert!(!text(export, name).is_empty(), "{name}");
    }
}
