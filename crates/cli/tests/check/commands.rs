//! Tests which schema applies, the meaning of arguments, and the schema commands.

use std::{net::TcpListener, sync::Arc, time::Duration};

use crate::common::{Answer, Memory};
use yardstick_check::schema::{Network, SchemaStore, rewrite::Rewrite};
use yardstick_diagnostics::Sources;
use yardstick_world::{Policy, Real};

#[track_caller]
fn status(expected: u8, files: &[(&str, &str)], line: &str) -> Answer {
    let answer = Memory::new(files).run(line);
    assert_eq!(answer.status, expected, "{line}: {answer:?}");
    answer
}

const STRING: (&str, &str) = ("s.yaml", "type: string\n");

#[test]
fn modelines_name_the_schema() {
    let with = |head: &str| format!("{head}\n1\n");
    for head in ["# yaml-language-server: $schema=../s.yaml", "# $schema: ../s.yaml"] {
        // These tests run in the root of a disk, which is not a project.
        let files = [STRING, ("d/i.yaml", &with(head))];
        status(1, &files, "check --allow-ref-outside d/i.yaml");
        status(2, &files, "check d/i.yaml");
    }
    status(0, &[STRING, ("i.yaml", &with("# $schema: none"))], "check i.yaml");
    status(2, &[STRING, ("i.yaml", &with("#$schema: s.yaml"))], "check i.yaml");
    // The command line wins.
    let files = [STRING, ("n.yaml", "type: integer"), ("i.yaml", &with("# $schema: s.yaml"))];
    status(0, &files, "check -f n.yaml i.yaml");
}

#[test]
fn documents_name_their_schema() {
    let schema = ("s.yaml", "properties: {a: {type: string}}\nadditionalProperties: false\n");
    status(0, &[schema, ("i.yaml", "$schema: s.yaml\na: x\n")], "check i.yaml");
    status(1, &[schema, ("i.yaml", "$schema: s.yaml\na: 1\n")], "check i.yaml");
    status(1, &[schema, ("i.yaml", "$schema: s.yaml\na: {$schema: x}\n")], "check i.yaml");
    status(2, &[schema, ("i.yaml", "$schema: ftp://x/y\na: 1\n")], "check i.yaml");
    let draft = "$schema: http://json-schema.org/draft-07/schema#\n";
    status(0, &[("i.yaml", &format!("{draft}type: object\n"))], "check i.yaml");
    status(1, &[("i.yaml", &format!("{draft}type: 1\n"))], "check i.yaml");
}

#[test]
fn projects_and_catalogs_name_schemas() {
    let config = (".yardstick.yaml", "schemas:\n  s.yaml: [\"deploy/*.yaml\"]\n");
    let files = [STRING, config, ("deploy/i.yaml", "1"), ("other/i.yaml", "x")];
    status(1, &files, "check deploy/i.yaml");
    let answer = status(2, &files, "check other/i.yaml");
    assert!(answer.err.contains("No schema: pass -f/--schema"), "{}", answer.err);
    let catalog = r#"{"schemas": [{"fileMatch": ["*.ci.yml"], "url": "https://x.org/ci.json"}]}"#;
    let files = [("c.json", catalog), ("m/ci.json", "type: string"), ("a/b.ci.yml", "1")];
    status(1, &files, "check --catalog c.json --map https://x.org/=m/ a/b.ci.yml");
    let files = [("values.schema.json", "type: object"), ("values.yaml", "[]")];
    status(1, &files, "check values.yaml");
    let pod = "apiVersion: v1\nkind: Pod\nspec: 1\n";
    let files = [("k/pod-v1.json", "properties: {spec: {type: object}}"), ("p.yaml", pod)];
    status(1, &files, "check --k8s k p.yaml");
}

#[test]
fn the_network_is_asked_only_when_allowed() {
    let files = [("s.yaml", "$ref: https://x.org/a.yaml"), ("i.yaml", "1")];
    for (expected, flag) in
        [(2, ""), (1, "--allow-net"), (1, "--allow-net=x.org"), (2, "--allow-net=y.org")]
    {
        let world = Memory::new(&files).with_page("https://x.org/a.yaml", "type: string");
        let answer = world.run(&format!("check {flag} -f s.yaml i.yaml"));
        assert_eq!(answer.status, expected, "{flag}: {answer:?}");
    }
}

#[test]
fn a_silent_server_cannot_hold_a_check() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://user:secret@{}/s.yaml", listener.local_addr().unwrap());
    let policy = Policy { total: Duration::from_millis(300), ..Policy::default() };
    let store = SchemaStore::new(
        Arc::new(Real::new()),
        Arc::new(Sources::new()),
        Vec::new(),
        Network { policy: Some(policy), cache: None },
        Rewrite::NONE,
    );
    let problem = store.load(&url, None).expect_err("nobody answers");
    assert!(problem.message.ends_with("the server took too long"), "{}", problem.message);
    assert!(!problem.message.contains("secret"), "{}", problem.message);
}

#[test]
fn directories_patterns_and_standard_input() {
    let files = [STRING, ("d/a.yaml", "x"), ("d/b.yml", "1"), ("d/c/e.yaml", "2")];
    let answer = status(1, &files, "check -f s.yaml d");
    assert!(answer.out.ends_with("2 errors in 2 of 3 files\n"), "{}", answer.out);
    let answer = status(1, &files, "check -f s.yaml d/*.yml");
    assert!(answer.out.ends_with("1 error in 1 of 1 file\n"), "{}", answer.out);
    let memory = Memory::new(&files).with_stdin("1");
    let answer = memory.run("check -f s.yaml --stdin-filename in.yaml -");
    assert!(answer.out.starts_with("in.yaml:1:1: error[YS1110]"), "{answer:?}");
}

#[test]
fn several_schemas_refer_to_each_other() {
    let files = [
        ("a.yaml", "properties: {x: {$ref: 'https://x.org/b'}, y: {$ref: 'lib/c.yaml#/$defs/n'}}"),
        ("b.yaml", "$id: https://x.org/b\ntype: string"),
        ("lib/c.yaml", "$defs: {n: {type: integer}}"),
        ("i.yaml", "x: 1\ny: a\n"),
    ];
    let answer = status(1, &files, "check -f a.yaml -f b.yaml --allow-ref-outside i.yaml");
    assert!(answer.out.ends_with("2 errors in 1 of 1 file\n"), "{}", answer.out);
}

#[test]
fn order_does_not_depend_on_threads() {
    let names: Vec<String> = (0..200).map(|at| format!("f{at:03}.yaml")).collect();
    let mut files = vec![STRING];
    files.extend(names.iter().map(|name| (name.as_str(), "1")));
    let line = format!("check -j 4 -f s.yaml {}", names.join(" "));
    let answer = status(1, &files, &line);
    let seen: Vec<&str> = answer
        .out
        .lines()
        .filter_map(|line| {
            line.split(":1:1: error")
                .next()
                .filter(|name| name.starts_with('f') && line.len() > name.len())
        })
        .collect();
    assert_eq!(seen, names);
}

#[test]
fn empty_documents() {
    status(1, &[STRING, ("i.yaml", "")], "check -f s.yaml i.yaml");
    status(0, &[STRING, ("i.yaml", "")], "check --skip-empty-docs -f s.yaml i.yaml");
    status(0, &[("s.yaml", "true"), ("i.yaml", "# nothing\n")], "check -f s.yaml i.yaml");
    status(0, &[STRING, ("i.yaml", "x\n---\n")], "check --skip-empty-docs -f s.yaml i.yaml");
    let answer = status(1, &[STRING, ("i.yaml", "")], "check -o ys -f s.yaml i.yaml");
    assert_eq!(answer.err, ".: Empty YAML document is not allowed\n");
}

#[test]
fn flags() {
    let bad = [STRING, ("i.yaml", "1\n---\n2\n"), ("j.yaml", "3")];
    assert_eq!(status(1, &bad, "check -q -f s.yaml i.yaml").out, "");
    assert_eq!(
        status(1, &bad, "check --fail-fast -o jsonl -f s.yaml i.yaml j.yaml").out.lines().count(),
        1
    );
    let answer = status(1, &bad, "check --compat ys -f s.yaml i.yaml j.yaml");
    assert_eq!(answer.err, "[1:1] .: Expected a string, but got: 1 (int)\n");
    status(1, &bad, "check --compat ys -f missing.yaml i.yaml");
    status(2, &bad, "check -f missing.yaml i.yaml");
    status(2, &bad, "check -f s.yaml missing.yaml");
    status(3, &bad, "check --nonsense i.yaml");
    status(3, &bad, "check");
    assert!(status(0, &bad, "check --help").out.contains("yardstick check [OPTIONS] [FILES]..."));
    let merged = [
        ("s.yaml", "additionalProperties: {required: [x]}"),
        ("i.yaml", "a: &a {x: 1}\nb: {<<: *a}\n"),
    ];
    status(0, &merged, "check -f s.yaml i.yaml");
    status(1, &merged, "check --no-merge-keys -f s.yaml i.yaml");
    let date = [("s.yaml", "format: date"), ("i.yaml", "x")];
    status(1, &date, "check -f s.yaml i.yaml");
    status(0, &date, "check --no-format -f s.yaml i.yaml");
}

#[test]
fn strict_means_the_same_everywhere() {
    let misspelled = [("s.yaml", "maxLenght: 1\ntype: string"), ("i.yaml", "x")];
    for (expected, line) in [
        (0, "check -f s.yaml i.yaml"),
        (2, "check --strict -f s.yaml i.yaml"),
        (0, "schema check s.yaml"),
        (1, "schema check --strict s.yaml"),
    ] {
        let answer = status(expected, &misspelled, line);
        let all = answer.err + &answer.out;
        assert!(all.contains("did you mean 'maxLength'?"), "{all}");
    }
    // An unknown format is allowed.
    let format = [("s.yaml", "format: dat"), ("i.yaml", "x")];
    assert_eq!(status(0, &format, "check -f s.yaml i.yaml").err, "");
    for line in ["check --strict -f s.yaml i.yaml", "schema check --strict s.yaml"] {
        let answer = status(0, &format, line);
        assert!((answer.err + &answer.out).contains("warning[YS1301]"), "{line}");
    }
}

#[test]
fn schemas_that_are_none_are_told() {
    for (code, schema) in [
        ("YS1306", "x-note: app\n$comment2: 1\n"),
        ("YS1307", "$schema: https://x.org/dialect\ntype: string\n"),
        ("YS1308", "type: string\n---\ntype: integer\n"),
        ("YS1309", "# nothing\n"),
    ] {
        let files = [("s.yaml", schema), ("i.yaml", "x")];
        let answer = status(0, &files, "check -f s.yaml i.yaml");
        assert!(answer.err.contains(&format!("warning[{code}]")), "{code}: {}", answer.err);
        let answer = status(2, &files, "check --strict -f s.yaml i.yaml");
        assert!(answer.err.contains(&format!("error[{code}]")), "{code}: {}", answer.err);
    }
    // Nothing in this file is meant as a schema.
    let files = [("s.yaml", "name: app\nreplicas: 1\n"), ("i.yaml", "x")];
    let answer = status(2, &files, "check -f s.yaml i.yaml");
    assert!(answer.err.contains("error[YS1306]: this is not a schema"), "{}", answer.err);
    for schema in ["true", "{}", "title: anything", "$schema: http://json-schema.org/schema#"] {
        let answer = status(0, &[("s.yaml", schema), ("i.yaml", "x")], "check -f s.yaml i.yaml");
        assert_eq!(answer.err, "", "{schema}");
    }
}

#[test]
fn parts_of_files_are_schemas() {
    let parts = "components:\n  Pet: {properties: {name: {$ref: '#/components/Name'}}}\n  \
                 Name: {type: string}\n";
    let files = [("api.yaml", parts), ("i.yaml", "name: 1"), ("j.yaml", "1"), ("k.yaml", "{}")];
    for reference in ["api.yaml#/components/Pet", "file:///api.yaml#/components/Pet"] {
        let answer = status(1, &files, &format!("check -f {reference} i.yaml k.yaml"));
        assert!(answer.out.contains(".name: Expected a string"), "{answer:?}");
        assert!(answer.out.ends_with("1 error in 1 of 2 files\n"), "{answer:?}");
    }
    let anchored = [("s.yaml", "$defs: {n: {$anchor: name, type: string}}"), ("j.yaml", "1")];
    status(1, &anchored, "check -f s.yaml#name j.yaml");
    for reference in ["api.yaml#/components/Dog", "api.yaml#dog", "file:///api.yaml#/x"] {
        let answer = status(2, &files, &format!("check -f {reference} i.yaml"));
        assert!(answer.err.contains("error[YS1202]: Cannot resolve the schema"), "{answer:?}");
    }
    let bad = [("s.yaml", "x: {type: strin}\n"), ("i.yaml", "1")];
    let answer = status(2, &bad, "check -f s.yaml#/x i.yaml");
    assert!(answer.err.starts_with("s.yaml:1:11: error[YS1200]"), "{}", answer.err);
    // A file with exactly this name wins.
    let files = [("s.yaml", "type: string"), ("s.yaml#x", "type: integer"), ("i.yaml", "1")];
    status(0, &files, "check -f s.yaml#x i.yaml");
    let modeline =
        [("s.yaml", "$defs: {n: {type: string}}"), ("i.yaml", "# $schema: s.yaml#/$defs/n\n1")];
    status(1, &modeline, "check i.yaml");
    let files = [("s.yaml", "$defs: {n: {type: string}}"), ("i.yaml", "1")];
    let bundle = status(0, &files, "schema bundle s.yaml#/$defs/n").out;
    status(1, &[("b.json", &bundle), ("i.yaml", "1")], "check -f b.json i.yaml");
}

#[test]
fn nothing_to_check_is_told() {
    let files = [STRING, ("i.yaml", "x"), ("notes/readme.txt", "x")];
    for argument in ["*.yml", "deploy/*.yaml", "notes/*.yaml"] {
        let answer = status(2, &files, &format!("check -f s.yaml {argument}"));
        let help = if argument == "*.yml" { "  help: did you mean '*.yaml'?\n" } else { "" };
        assert_eq!(
            answer.err,
            format!(
                "{argument}: error[YS0004]: Nothing to check: \
                 the pattern matches no YAML or JSON file\n{help}"
            )
        );
        // The files that exist are still checked.
        let answer = status(2, &files, &format!("check -o json -f s.yaml {argument} i.yaml"));
        let report: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
        assert_eq!(report["results"][1]["valid"], true, "{report:#}");
    }
}

#[test]
fn broken_configurations_say_where() {
    let file = |config: &'static str| [STRING, (".yardstick.yaml", config), ("i.yaml", "x")];
    for (config, message) in [
        ("schemas: [x\n", ".yardstick.yaml:2:1: error[YS0101]: did not find expected"),
        ("[]", ".yardstick.yaml:1:1: error[YS1220]: the configuration must be a map"),
        ("schemas: [x]", ".yardstick.yaml:1:10: error[YS1220]: `schemas` must be a map"),
        ("schemas: {s.yaml: [1]}", ".yardstick.yaml:1:20: error[YS1220]: a file pattern must be"),
    ] {
        let answer = status(2, &file(config), "check i.yaml");
        assert!(answer.err.starts_with(message), "{}", answer.err);
        let answer = status(2, &file(config), "check -o jsonl i.yaml");
        assert!(answer.out.starts_with(r#"{"file":".yardstick.yaml","#), "{}", answer.out);
    }
    let unknown = file("shcema: {}\nschemas: {s.yaml: i.yaml}\n");
    let answer = status(0, &unknown, "check i.yaml");
    assert!(answer.err.contains(":1:1: warning[YS1320]: unknown key 'shcema'"), "{}", answer.err);
    status(2, &unknown, "check --strict i.yaml");
    for (flag, what) in [("--config", "configuration"), ("--catalog", "catalog")] {
        let answer = status(2, &[STRING, ("i.yaml", "x")], &format!("check {flag} no.yml i.yaml"));
        let message = format!("no.yml: error[YS1220]: Cannot read the {what} 'no.yml': ");
        assert!(answer.err.starts_with(&message), "{}", answer.err);
    }
}

#[test]
fn errors_are_counted_whether_they_are_shown_or_not() {
    let schema = (
        "s.yaml",
        "items: {required: [a, b], properties: {c: {oneOf: [{required: [x, y]}, {type: string}]}}}",
    );
    let documents = ["- {c: {}}\n- {c: {}}\n"; 3].join("---\n");
    let files = [schema, ("i.yaml", documents.as_str())];
    for limit in [1, 3, 9, 24, 25, 0] {
        let answer = status(1, &files, &format!("check --max-errors {limit} -f s.yaml i.yaml"));
        assert!(answer.out.ends_with("24 errors in 1 of 1 file\n"), "{}", answer.out);
        let shown = answer.out.matches("error[").count();
        assert_eq!(shown, if limit == 0 { 24 } else { limit.min(24) });
        let more = format!("i.yaml: {} more not shown", 24 - shown);
        assert_eq!(answer.out.contains(&more), shown < 24, "{}", answer.out);
    }
    let answer = status(1, &files, "check --max-errors 1 -o json -f s.yaml i.yaml");
    let report: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(
        (&report["summary"]["errors"], &report["summary"]["omitted"]),
        (&24.into(), &23.into())
    );
    assert_eq!(report["results"][2]["errorCount"], 8, "{report:#}");
    let answer = status(1, &files, "check --fail-fast -f s.yaml i.yaml");
    assert!(
        answer.out.ends_with("1 error in 1 of 1 file; stopped there (--fail-fast)\n"),
        "{}",
        answer.out
    );
    assert!(!answer.out.contains("not shown"), "{}", answer.out);
}

#[test]
fn a_circular_reference_is_told_of_the_schema() {
    let files = [("s.yaml", "$ref: '#'"), ("i.yaml", "x")];
    let answer = status(1, &files, "check -f s.yaml i.yaml");
    assert!(answer.err.starts_with("s.yaml:1:7: error[YS1204]: Circular $ref"), "{answer:?}");
    assert_eq!(answer.out, "");
    let answer = status(1, &files, "check -o ys -f s.yaml i.yaml");
    assert_eq!(answer.err, "[1:1] .: Circular $ref detected: #\n");
}

#[test]
fn null_counts_as_absent_under_the_yaml_rules_only() {
    let files = [("s.yaml", "required: [a]"), ("i.yaml", "a: null")];
    status(1, &files, "check -f s.yaml i.yaml");
    status(0, &files, "check --dialect json -f s.yaml i.yaml");
    let reached = [
        ("s.yaml", "allOf: [{$ref: '#/x/y'}]\nx: {y: {required: [a], properties: {a: {}}}}"),
        ("i.yaml", "a: ~"),
    ];
    let answer = status(1, &reached, "check -o jsonl -f s.yaml i.yaml");
    assert!(answer.out.contains(r#""schemaPath":"/x/y/required""#), "{}", answer.out);
}

#[test]
fn schemas_are_checked_and_bundled() {
    let bad = [("s.yaml", "type: strin\nminLength: -1\n")];
    let answer = status(1, &bad, "schema check s.yaml");
    assert!(
        answer.out.contains("s.yaml:1:7: error[YS1200]")
            && answer.out.contains("s.yaml:2:12: error[YS1200]"),
        "{}",
        answer.out
    );
    let dubious = [("s.yaml", "minimum: 5\nmaximum: 3\nformat: dat\nenum: [1, 1.0]\n")];
    let answer = status(0, &dubious, "schema check s.yaml");
    for code in ["YS1301", "YS1302"] {
        assert!(answer.out.contains(code), "{}", answer.out);
    }
    status(1, &dubious, "schema check --strict s.yaml");
    status(1, &[("s.yaml", "$ref: '#'")], "schema check s.yaml");
    status(2, &[], "schema check missing.yaml");
    let files = [("a.yaml", "properties: {x: {$ref: b.yaml}}"), ("b.yaml", "type: string")];
    let answer = status(0, &files, "schema bundle a.yaml");
    let bundled: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(bundled["$defs"]["file:///b.yaml"]["type"], "string", "{bundled:#}");
    // A reference into a document is resolved in the bundle, and so is the one it leads to.
    let files = [
        ("a.yaml", "properties: {x: {$ref: 'b.yaml#/$defs/n'}}"),
        ("b.yaml", "$defs: {n: {$ref: '#/$defs/m'}, m: {$ref: 'c.yaml#/$defs/s'}}"),
        ("c.yaml", "$defs: {s: {type: string}}"),
    ];
    let text = status(0, &files, "schema bundle a.yaml").out;
    status(1, &[("bundle.json", &text), ("i.yaml", "x: 1")], "check -f bundle.json i.yaml");
    // The bundle is self-contained.
    let text = answer.out.clone();
    status(1, &[("bundle.json", &text), ("i.yaml", "x: 1")], "check -f bundle.json i.yaml");
}

#[test]
fn copies_of_schemas_serve_later_runs() {
    let files = [
        ("i.yaml", "p: x"),
        ("s.yaml", "$ref: https://x.org/a.json"),
        (".github/dependabot.yml", "p: y"),
    ];
    let catalog = "{\"schemas\": [{\"fileMatch\": [\".github/dependabot.yml\"], \
                   \"url\": \"https://x.org/a.json\"}]}";
    let world = Memory::new(&files)
        .with_page("https://x.org/a.json", "{\"properties\": {\"p\": {\"$ref\": \"b.json\"}}}")
        .with_page("https://x.org/b.json", "{\"type\": \"integer\"}")
        .with_page("https://x.org/catalog.json", catalog);
    let check = "check --cache copies -f s.yaml i.yaml";
    let list = "schema fetch --cache copies --list";
    let by_catalog =
        "check --cache copies --catalog https://x.org/catalog.json .github/dependabot.yml";
    let [before, none, fetched, after, some, no_catalog, fetched_catalog, with_catalog] = world
        .run_all([
            check,
            list,
            "schema fetch --cache copies https://x.org/a.json https://x.org/c.json",
            check,
            list,
            by_catalog,
            "schema fetch --cache copies --catalog https://x.org/catalog.json",
            by_catalog,
        ]);
    assert_eq!(before.status, 2);
    assert_eq!((none.status, none.err.as_str()), (0, "no copies in copies\n"));
    assert_eq!(fetched.status, 2, "{fetched:?}");
    assert_eq!(fetched.out.lines().count(), 2, "a.json and what it refers to: {fetched:?}");
    let missing = "Cannot fetch https://x.org/c.json: 404 Not Found";
    assert!(fetched.err.contains(missing), "{fetched:?}");
    assert_eq!(after.status, 1);
    assert!(some.out.starts_with("https://x.org/a.json: 41 bytes, sha256 "), "{some:?}");
    assert!(some.out.ends_with(", new\n"), "{some:?}");
    // The catalog and the schemas that it assigns to these files. Both are then found without a network.
    assert_eq!(no_catalog.status, 2);
    let count = fetched_catalog.out.lines().count();
    assert_eq!((fetched_catalog.status, count), (0, 3), "{fetched_catalog:?}");
    assert_eq!(with_catalog.status, 1);
}

#[test]
fn the_schema_of_the_configuration_knows_every_key() {
    let schema = status(0, &[], "schema show configuration").out;
    let files = [
        ("s.json", schema.as_str()),
        (
            "good/yardstick.yaml",
            "strict: true\nallow-net: [x.org]\nmap: {https://x.org/: lib/}\njobs: 2\nschemas: {a.json: '*.yml'}\nvariables: {a: 1}\ntargets: {app: {files: ., set: {a: 1}, matrix: {env: [a, b], exclude: [{env: a}]}, file-mark: ['x:exclude=true'], output: out}}\n",
        ),
        ("bad/yardstick.yaml", "strct: true\njobs: many\ntargets: {app: {file-mrk: x}}\n"),
    ];
    status(0, &files, "check -f s.json good/yardstick.yaml");
    let answer = status(1, &files, "check -f s.json bad/yardstick.yaml");
    assert!(answer.out.ends_with("3 errors in 1 of 1 file\n"), "{}", answer.out);
    status(0, &files, "schema check s.json");
    status(3, &files, "schema show nothing");
}
