//! Tests hostile input: it must end in a diagnostic, and soon.

#![allow(clippy::print_stderr, clippy::format_push_string, clippy::format_collect)]

use std::time::{Duration, Instant};

use crate::common::{Memory, check};

#[track_caller]
fn soon(schema: &str, instance: &str) -> String {
    let start = Instant::now();
    let report = check(schema, instance);
    assert!(start.elapsed() < Duration::from_secs(10), "took {:?}", start.elapsed());
    report
}

#[test]
fn alias_bombs_are_refused() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..10 {
        let before = level - 1;
        let items = vec![format!("*a{before}"); 10].join(", ");
        bomb.push_str(&format!("a{level}: &a{level} [{items}]\n"));
    }
    assert!(soon("additionalProperties: {type: array}", &bomb).contains("error[YS0101]"));
}

#[test]
fn deep_documents_are_refused_or_checked() {
    let schema = "{$ref: '#/$defs/x', $defs: {x: {type: array, items: {$ref: '#/$defs/x'}}}}";
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(soon(schema, &nested(900)), "");
    assert!(soon(schema, &nested(5_000)).contains("error[YS0101]"));
}

#[test]
fn depth_through_aliases_counts() {
    let mut text = String::from("- &a0 x\n");
    for level in 1..20 {
        let inner = format!("{}*a{}{}", "[".repeat(100), level - 1, "]".repeat(100));
        text.push_str(&format!("- &a{level} {inner}\n"));
    }
    assert!(soon("true", &text).contains("nested deeper than 1000 levels through aliases"));
}

#[test]
fn an_alias_to_a_node_around_it_is_refused() {
    assert!(soon("true", "a: &a [*a]").contains("error[YS0101]"));
}

#[test]
fn backtracking_ends() {
    let instance = format!("{}!", "a".repeat(5_000));
    let report = soon(r"pattern: '^(?=(a+)+$)(a|a)*$'", &instance);
    assert!(report.contains("error[YS1122]"), "{report}");
}

#[test]
fn patterns_that_give_up_say_where() {
    let long = "a".repeat(3_000);
    for (schema, instance) in [
        (r"items: {pattern: '^(a*)*\1$'}", format!("['{long}b']")),
        (r"properties: {x: {pattern: '^(a*)*\1$'}}", format!("x: '{long}b'")),
        (r"additionalProperties: {items: {pattern: '(?=(a+)+$)b'}}", format!("k: [x, '{long}']")),
    ] {
        let report = soon(schema, &instance);
        assert!(report.contains("error[YS1122]"), "{schema}: {report}");
    }
    // The engine examines property names, and gives up in its own way.
    for schema in [
        r"items: {patternProperties: {'^(a*)*\1$': true}, additionalProperties: false}",
        r"items: {patternProperties: {'^(a*)*\1$': false}}",
    ] {
        let report = soon(schema, &format!("- x: 1\n- ? '{long}b'\n  : 1\n"));
        assert!(report.contains("error[YS1"), "{schema}: {report}");
    }
}

#[test]
fn lookarounds_take_bounded_time() {
    for (schema, length, count) in [
        ("items: {pattern: '(?<=(a+)+)c'}", 5_000, 50),
        ("items: {pattern: '(?:(?=a*b)a|a)*c'}", 20_000, 20),
        ("items: {pattern: '(?<=(a+)+)c'}", 20_000, 3),
    ] {
        let item = format!("- {}\n", "a".repeat(length));
        let start = Instant::now();
        let report = check(schema, &item.repeat(count));
        assert!(start.elapsed() < Duration::from_secs(40), "{schema}: {:?}", start.elapsed());
        assert!(report.contains("error[YS1"), "{schema}: {report}");
    }
    // The limit does not affect patterns that people write.
    let text = "a b ".repeat(5_000);
    assert_eq!(soon("items: {pattern: '^((?!foo).)*$'}", &format!("- {text}x\n")), "");
    assert_eq!(soon("items: {pattern: '^(?!.*foo).*$'}", &format!("- {text}x\n").repeat(100)), "");
}

#[test]
fn numbers_beyond_floats_are_told_apart_by_their_digits() {
    let items: String = (400..8_400).map(|power| format!("- 1e{power}\n")).collect();
    assert_eq!(soon("uniqueItems: true", &items), "");
    let report = soon("uniqueItems: true", &(items + "- 10e399\n"));
    assert!(report.contains("Duplicate array item"), "{report}");
}

#[test]
fn errors_in_one_long_line() {
    let time = |count: usize| {
        let items = vec!["1"; count].join(", ");
        let world =
            Memory::new(&[("s.yaml", "items: {type: string}"), ("i.yaml", &format!("[{items}]"))]);
        let start = Instant::now();
        let answer = world.run("check -f s.yaml i.yaml --max-errors 0 -o jsonl");
        assert_eq!(answer.status, 1);
        start.elapsed()
    };
    // A quadratic algorithm takes sixteen times as long. A busy machine may occasionally take twice as long.
    let grows_too_fast = || time(16_000) > time(4_000) * 10 + Duration::from_millis(50);
    assert!((0..3).any(|_| !grows_too_fast()), "the time grows faster than the line");
}

#[test]
fn defaults_that_fill_the_memory_are_refused() {
    let default = "x".repeat(100_000);
    let schema = format!("items: {{properties: {{a: {{default: {default}}}}}}}");
    let world = Memory::new(&[("s.yaml", &schema), ("i.yaml", &"- {}\n".repeat(5_000))]);
    let answer = world.run("check -f s.yaml i.yaml --fill-defaults");
    assert!(answer.err.contains("exceed 268435456 bytes"), "{:.300}", answer.err);
    assert_ne!(answer.status, 0);
}

#[test]
fn one_key_a_hundred_thousand_times() {
    let report = soon("true", &"a: 1\n".repeat(100_000));
    assert!(report.contains("Duplicate key 'a'"));
    assert!(report.contains("more not shown"), "{}", &report[report.len() - 200..]);
}

#[test]
fn many_errors_are_cut_and_counted() {
    let report = soon("items: {type: string}", &"- 1\n".repeat(200_000));
    assert!(
        report.ends_with("200000 errors in 1 of 1 file\n"),
        "{}",
        &report[report.len() - 200..]
    );
}

#[test]
fn many_equal_items() {
    let report = soon("uniqueItems: true", &"- {a: 1}\n".repeat(50_000));
    assert!(report.contains("Duplicate array item"));
}

#[test]
fn wide_maps_are_looked_up_not_scanned() {
    let properties: String =
        (0..20_000).map(|at| format!("  k{at}: {{type: integer}}\n")).collect();
    let members: String = (0..20_000).map(|at| format!("k{at}: {at}\n")).collect();
    assert_eq!(
        soon(&format!("properties:\n{properties}additionalProperties: false"), &members),
        ""
    );
}

#[test]
fn reference_cycles_are_refused() {
    for schema in [
        "$ref: '#'",
        "{$ref: '#/$defs/a', $defs: {a: {$ref: '#/$defs/b'}, b: {$ref: '#/$defs/a'}}}",
        "allOf: [{anyOf: [{type: string}, {$ref: '#'}]}]",
        "if: {$ref: '#'}",
    ] {
        assert!(soon(schema, "x").contains("error[YS1204]"), "{schema}");
    }
    // A reference from a part of the instance is not a cycle.
    assert_eq!(soon("properties: {a: {$ref: '#'}}", "a: {a: {a: {}}}"), "");
}

#[test]
fn long_chains_of_references_are_followed() {
    let mut schema = String::from("$ref: '#/$defs/d0'\n$defs:\n");
    for at in 0..5_000 {
        schema.push_str(&format!("  d{at}: {{$ref: '#/$defs/d{}'}}\n", at + 1));
    }
    schema.push_str("  d5000: {type: string}\n");
    assert!(soon(&schema, "1").contains("Expected a string"));
}

#[test]
fn numbers_of_all_kinds() {
    for number in
        [".nan", ".inf", "-.inf", "1e400", "-1e400", "123456789012345678901234567890", "1e-400"]
    {
        for schema in [
            "multipleOf: 0.1",
            "multipleOf: 7",
            "minimum: 3",
            "type: integer",
            "const: 1",
            "enum: [1, .inf]",
        ] {
            soon(schema, number);
        }
    }
    assert_eq!(soon("type: integer", "123456789012345678901234567890"), "");
    assert!(soon("type: integer", ".inf").contains("error[YS1110]"));
    assert!(soon("maximum: 3", ".nan").contains("error[YS1131]"));
    assert!(soon("uniqueItems: true", "[.nan, .NaN]").contains("error[YS1142]"));
}

#[test]
fn bytes_that_are_not_text() {
    for bytes in [&b"\xFF\xFE\x00"[..], b"\x00", b"a: \x80", b"\xEF\xBB\xBFa: 1"] {
        let world = Memory::new(&[("s.yaml", "true")]);
        world.write("i.yaml", bytes);
        let answer = world.run("check -f s.yaml i.yaml");
        assert!(answer.status <= 1, "{answer:?}");
    }
}
