//! Short patterns with a high cost. All commands estimate the cost before compiling, with the same rule.

use std::fmt::Write as _;

use crate::{
    attacks::limited,
    support::{directory, stderr, stdout},
};

/// A schema with `count` patterns.
fn schema(count: usize, pattern: impl Fn(usize) -> String) -> String {
    let mut properties = String::new();
    for at in 0..count {
        let comma = if at == 0 { "" } else { "," };
        let pattern = pattern(at).replace('\\', "\\\\");
        let _ =
            write!(properties, r#"{comma}"p{at}": {{"type": "string", "pattern": "{pattern}"}}"#);
    }
    format!(r#"{{"type": "object", "properties": {{{properties}}}}}"#)
}

const COMMANDS: [&str; 4] = [
    "check -f s.json d.yml",
    "schema check s.json",
    "schema bundle s.json",
    "schema import s.json",
];

/// Checks that all commands agree to accept or reject the schema.
#[track_caller]
fn all_say(schema: &str, expected: Result<(), &str>) {
    let scratch = directory(&[("s.json", schema), ("d.yml", "a: 1\n")]);
    for command in COMMANDS {
        let output = limited(scratch.path(), command);
        let said = format!("{}{}", stdout(&output), stderr(&output));
        let start: String = said.chars().take(400).collect();
        match expected {
            Ok(()) => assert_eq!(output.status.code(), Some(0), "{command}: {start}"),
            Err(reason) => {
                assert!(matches!(output.status.code(), Some(1 | 2)), "{command}: {start}");
                assert!(said.contains(reason), "{command}: {start}");
            }
        }
    }
}

const TOGETHER: &str = "make more than 4000000 ranges of characters together";

#[test]
fn large_repetitions_are_accepted_by_all_commands() {
    all_say(&schema(1, |_| "^.{3,65535}$".to_owned()), Ok(()));
    all_say(&schema(1, |_| "^(?:[^/]{1,255}/){0,255}[^/]{1,255}$".to_owned()), Ok(()));
    all_say(&schema(1, |_| r"^[\p{L}\p{N} _-]{1,255}$".to_owned()), Ok(()));
}

#[test]
fn patterns_are_weighed_before_they_are_compiled() {
    // Each pattern alone is just small enough: a sequence, and nested repetitions.
    let row = |at: usize| {
        let parts: Vec<String> = (0..250).map(|part| format!(r"{part}x{at}\p{{L}}{{6}}")).collect();
        parts.join("|")
    };
    all_say(&schema(200, row), Err(TOGETHER));
    let nested = |at: usize| format!(r"x{at}(?:\p{{L}}{{8}}){{8}}(?:(?:\p{{N}}{{8}}){{8}}){{8}}");
    all_say(&schema(200, nested), Err(TOGETHER));
    // Not valid in ECMA-262, so that it is not translated.
    let foreign = |at: usize| format!(r"\Ax{at}(?:(?:\p{{L}}{{9}}){{9}}){{8}}");
    all_say(&schema(200, foreign), Err(TOGETHER));
}

#[test]
fn a_pattern_of_very_many_classes_takes_no_memory() {
    let classes = schema(1, |_| r"\pL".repeat(300_000));
    let scratch = directory(&[("s.json", classes.as_str()), ("d.yml", "p0: a\n")]);
    for command in COMMANDS {
        let output = limited(scratch.path(), command);
        let said = format!("{}{}", stdout(&output), stderr(&output));
        assert!(!said.contains("memory") && !said.is_empty(), "{command}");
        assert!(output.status.code().is_some(), "{command}");
    }
}

/// A text that makes an automaton create new states all the time.
fn varied(length: u32) -> String {
    let letter = |at: u32| if at.wrapping_mul(2_654_435_761) >> 16 & 1 == 0 { 'a' } else { 'b' };
    (0..length).map(letter).collect()
}

#[test]
fn searching_a_long_text_ends() {
    for pattern in ["[ab]*a[ab]{1900}c", "([ab]{150}b?){150}c"] {
        let text = varied(100_000);
        let values = format!("p0: {text}\n");
        let schema = schema(1, |_| pattern.to_owned());
        let scratch = directory(&[("s.json", &schema), ("d.yml", &values)]);
        let output = limited(scratch.path(), "check -f s.json d.yml");
        assert!(stdout(&output).contains("Pattern gave up on this string"), "{pattern}");
        assert_eq!(output.status.code(), Some(1));
        // Test property names as well.
        let names = format!(r#"{{"patternProperties": {{"{pattern}": {{"type": "integer"}}}}}}"#);
        let document = format!("? {text}\n: 1\n");
        let scratch = directory(&[("s.json", &names), ("d.yml", &document)]);
        let output = limited(scratch.path(), "check -f s.json d.yml");
        assert!(stdout(&output).contains("error[YS1180]"), "{pattern}");
    }
    let code = "#@ load(\"@ytt:regexp\", \"regexp\")\n#@ t = \"ab\" * 500000\n\
                a: #@ [regexp.match(\"[ab]*a[ab]{900}c\", t) for i in range(100)]\n";
    let output = limited(directory(&[("a.yml", code)]).path(), "-f a.yml");
    assert!(stderr(&output).contains("program takes more than 100000000 steps"));
}

#[test]
fn documents_share_the_work_of_a_run() {
    let mut levels = String::new();
    for level in 0..40 {
        let next = format!("{{$ref: '#/$defs/l{}'}}", level + 1);
        let _ = writeln!(levels, "  l{level}: {{anyOf: [{next}, {next}]}}");
    }
    let schema = format!("$ref: '#/$defs/l0'\n$defs:\n{levels}  l40: {{type: number}}\n");
    let documents = "--- a\n".repeat(300);
    let scratch = directory(&[("s.yml", &schema), ("d.yml", &documents)]);
    let output = limited(scratch.path(), "check -f s.yml d.yml");
    let said = stdout(&output);
    assert!(said.contains("takes more than 20001000 steps"), "each has a limit");
    assert!(said.contains("The documents take more than 400000000 steps together"), "all have one");
    assert_eq!(output.status.code(), Some(1));
}
