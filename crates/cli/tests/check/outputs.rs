//! Tests the report formats with snapshots, and SARIF also against its own schema.

use crate::common::{Answer, Memory, shared};

const SCHEMA: &str = r"
type: object
properties:
  name: {type: string, pattern: '^[a-z]+$'}
  size: {type: integer, maximum: 10}
  owner: {type: string}
  tags: {uniqueItems: true}
  either: {oneOf: [{required: [a]}, {required: [b], properties: {b: {type: string}}}]}
required: [name, owner]
additionalProperties: false
";

const INSTANCE: &str = "\
name: 'Größe, 100%'
size: \"12\"
tags: [a, b, a]
either: {b: 1}
nmae: x
--- # second
name: ok
owner: me
base: &base {size: 11}
size: 11
";

fn run(more: &str) -> Answer {
    let memory = Memory::new(&[
        ("schema.yaml", SCHEMA),
        ("my dir/bad,1.yaml", INSTANCE),
        ("good.yaml", "name: ok\nowner: me\n"),
        ("broken.yaml", "a: [1, 2\n"),
    ]);
    let files = ["my dir/bad,1.yaml", "good.yaml", "broken.yaml"];
    let words: Vec<&str> = ["check", "-f", "schema.yaml"]
        .into_iter()
        .chain(more.split_whitespace())
        .chain(files)
        .collect();
    memory.run_words(&words)
}

#[track_caller]
fn report(format: &str) -> String {
    let answer = run(&format!("--output {format}"));
    assert_eq!(answer.status, 1, "{answer:?}");
    answer.err + &answer.out
}

/// Removes times, which differ from run to run.
fn without_times(text: &str) -> String {
    let line = |line: &str| {
        let is_time = line.contains("duration_ms");
        if is_time { "    \"duration_ms\": 0".to_owned() } else { line.to_owned() }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn text() {
    insta::assert_snapshot!(report("text"));
}

#[test]
fn colors() {
    let answer = run("--color always");
    assert!(answer.out.contains("\x1b[1;31merror[YS1110]\x1b[0m"), "{}", answer.out);
}

#[test]
fn explained() {
    insta::assert_snapshot!(run("--explain").out);
}

#[test]
fn ys() {
    insta::assert_snapshot!(report("ys"));
}

#[test]
fn ys_json() {
    insta::assert_snapshot!(report("ys-json"));
}

#[test]
fn json() {
    insta::assert_snapshot!(without_times(&report("json")));
}

#[test]
fn json_lines() {
    insta::assert_snapshot!(report("jsonl"));
}

#[test]
fn github() {
    insta::assert_snapshot!(report("github"));
}

#[test]
fn gitlab() {
    insta::assert_snapshot!(report("gitlab"));
}

#[test]
fn junit() {
    let text = report("junit");
    let (head, rest) = text.split_once(" time=\"").unwrap();
    let (_, rest) = rest.split_once('"').unwrap();
    insta::assert_snapshot!(format!("{head} time=\"0\"{rest}"));
}

#[test]
fn standard_forms() {
    for form in ["flag", "basic", "hierarchical"] {
        insta::assert_snapshot!(form, report(form));
    }
}

#[test]
fn sarif() {
    let log = report("sarif");
    insta::assert_snapshot!(log.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    let Some(schema) = shared("data/sarif-schema-2.1.0.json") else { return };
    let schema = std::fs::read_to_string(schema).unwrap();
    let memory = Memory::new(&[("sarif.json", &schema), ("log.json", &log)]);
    let answer = memory.run("check --dialect json -f sarif.json log.json");
    assert_eq!((answer.status, answer.out.as_str()), (0, ""), "{}", answer.err);
    // Make sure that the schema can fail.
    let memory =
        Memory::new(&[("sarif.json", &schema), ("log.json", &log.replace("2.1.0", "2.2.0"))]);
    assert_eq!(memory.run("check --dialect json -f sarif.json log.json").status, 1);
}

/// If a schema or a file is unusable, every format reports what failed and where.
#[test]
fn failures_are_in_every_form() {
    let files = || Memory::new(&[("s.yaml", "type: string"), ("bad.yaml", "type: strin")]);
    let forms =
        ["json", "jsonl", "sarif", "github", "gitlab", "junit", "flag", "basic", "hierarchical"];
    for form in forms {
        for (line, what, place) in [
            ("-f bad.yaml s.yaml", "unknown type 'strin'", "bad.yaml"),
            ("-f s.yaml no.yaml", "Cannot read 'no.yaml'", "no.yaml"),
            ("-f no.yaml s.yaml", "Cannot read 'no.yaml'", "no.yaml"),
            ("--config no.yaml s.yaml", "Cannot read the configuration 'no.yaml'", "no.yaml"),
        ] {
            let answer = files().run(&format!("check -o {form} {line}"));
            assert_eq!(answer.status, 2, "{form} {line}: {answer:?}");
            assert!(answer.out.contains(what), "{form} {line}: {}", answer.out);
            assert!(answer.out.contains(place), "{form} {line}: {}", answer.out);
        }
    }
    let junit = files().run("check -o junit -f bad.yaml s.yaml").out;
    assert!(junit.contains(r#"tests="1" failures="0" errors="1""#), "{junit}");
    let sarif = files().run("check -o sarif -f s.yaml no.yaml").out;
    assert!(sarif.contains(r#""uri": "no.yaml""#), "{sarif}");
    let gitlab = files().run("check -o gitlab -f s.yaml no.yaml").out;
    assert!(gitlab.contains(r#""path": "no.yaml""#), "{gitlab}");
}

/// Fingerprints are unique, and the same in the next run.
#[test]
fn fingerprints_are_unique_and_stable() {
    let schema = "required: [a, b]\nproperties: {n: {type: integer, minimum: 5, multipleOf: 2}}";
    let documents = ["n: 1", "n: 1", "n: x", "{n: 3}"].join("\n---\n");
    for (form, name) in [("gitlab", "\"fingerprint\""), ("sarif", "\"yardstick/v1\"")] {
        let run = || {
            let memory =
                Memory::new(&[("s.yaml", schema), ("i.yaml", &documents), ("j.yaml", &documents)]);
            memory.run(&format!("check -o {form} -f s.yaml i.yaml j.yaml")).out
        };
        let text = run();
        let mut all: Vec<&str> = text.lines().filter(|line| line.contains(name)).collect();
        assert!(all.len() > 16, "{text}");
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{text}");
        assert_eq!(text, run());
    }
}

/// Each document has its own result with all its problems.
#[test]
fn standard_forms_tell_documents_apart() {
    let memory = || {
        Memory::new(&[
            ("s.yaml", "required: [a, b]"),
            ("i.yaml", "{}\n---\n{a: 1, b: 1}\n---\n{a: 1}\n"),
        ])
    };
    let run = |form: &str| -> serde_json::Value {
        serde_json::from_str(&memory().run(&format!("check -o {form} -f s.yaml i.yaml")).out)
            .unwrap()
    };
    for form in ["flag", "basic", "hierarchical"] {
        let results = run(form);
        let told: Vec<_> =
            (0..3).map(|at| (&results[at]["document"], &results[at]["valid"])).collect();
        let expected =
            [(1, false), (2, true), (3, false)].map(|(at, valid)| (at.into(), valid.into()));
        assert_eq!(told, expected.iter().map(|(at, valid)| (at, valid)).collect::<Vec<_>>());
        assert!(!results.to_string().contains("null"), "{results:#}");
    }
    let detail = &run("hierarchical")[0]["details"][0];
    assert_eq!(detail["schemaLocation"], "file:///s.yaml#", "{detail:#}");
    let message = "Required property 'a' is missing; Required property 'b' is missing";
    assert_eq!(detail["errors"]["required"], message, "{detail:#}");
}
