//! The forms of a report, each as a snapshot; SARIF also against its own schema.

#![allow(clippy::print_stderr)]

mod common;

use common::{Answer, Memory, shared};

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

/// Times differ from run to run.
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
fn colours() {
    let answer = run("--color always");
    assert!(answer.out.contains("\x1b[1;31merror[YS110]\x1b[0m"), "{}", answer.out);
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
    // The schema does refuse things.
    let memory =
        Memory::new(&[("sarif.json", &schema), ("log.json", &log.replace("2.1.0", "2.2.0"))]);
    assert_eq!(memory.run("check --dialect json -f sarif.json log.json").status, 1);
}
