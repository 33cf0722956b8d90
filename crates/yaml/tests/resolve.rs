//! Tests the values of plain and tagged scalars.
#![allow(clippy::format_push_string, clippy::format_collect, reason = "short beats fast here")]

use yardstick_yaml::resolve::{check_strict, is_plain_string, plain, resolve};
use yardstick_yaml::{Resolver, Scalar, Style};

/// Lists each text with its value, one per line.
fn table(texts: &[&str], resolver: Resolver) -> String {
    texts.iter().map(|text| format!("{text} -> {:?}\n", plain(text, resolver))).collect()
}

#[test]
fn words_of_yaml11() {
    for text in ["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"] {
        assert_eq!(plain(text, Resolver::Yaml11), Scalar::Bool(true), "{text}");
    }
    for text in ["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"] {
        assert_eq!(plain(text, Resolver::Yaml11), Scalar::Bool(false), "{text}");
    }
    for text in ["", "~", "null", "Null", "NULL"] {
        assert_eq!(plain(text, Resolver::Yaml11), Scalar::Null, "{text}");
    }
    for text in ["yEs", "nULL", "tRUE", "oN", "~x", "<<", "=", "text"] {
        assert_eq!(plain(text, Resolver::Yaml11), Scalar::Str(text), "{text}");
    }
}

#[test]
fn numbers_of_yaml11() {
    let texts = [
        "0",
        "-0",
        "+1",
        "010",
        "08",
        "0o17",
        "0b101",
        "-0b11",
        "0b-11",
        "0xFf",
        "-0x10",
        "1_000",
        "1_",
        "0_7",
        "0x",
        "0o8",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615",
        "18446744073709551616",
        "+18446744073709551615",
        "0x1ffffffffffffffff",
        "1.5",
        "1.",
        ".5",
        ".5_0",
        "._5",
        ".5_",
        "-.5",
        "1e3",
        "1E-3",
        "1e",
        "1e400",
        "1e-400",
        "-0.0",
        "1_0.5",
        ".inf",
        "-.Inf",
        "+.INF",
        ".NaN",
        ".iNf",
        "+",
        "-",
        ".",
        "..",
        "12:30:45",
        "1.2.3",
        "0x1p3",
        "1e5_0",
    ];
    insta::assert_snapshot!(table(&texts, Resolver::Yaml11));
}

#[test]
fn numbers_of_yaml12() {
    let texts = [
        "0",
        "-0",
        "+1",
        "017",
        "08",
        "0o17",
        "0o8",
        "0b101",
        "0xFf",
        "-0x10",
        "1_000",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775809",
        "+0099999999999999999999",
        "0x1ffffffffffffffff",
        "1.5",
        "1.",
        ".5",
        "1e3",
        "1e400",
        ".inf",
        "-.Inf",
        ".NaN",
        "yes",
        "on",
        "True",
        "NULL",
        "~",
        "2024-01-31",
        "22:22",
    ];
    insta::assert_snapshot!(table(&texts, Resolver::Core12));
}

#[test]
fn timestamps() {
    for text in [
        "2001-01-01",
        "2001-1-1",
        "2001-12-14t21:59:43.10-05:00",
        "2001-12-15T02:59:43.1Z",
        "2001-12-14 21:59:43.10",
        "2004-02-29",
        "2001-1-1T1:2:3Z",
        "2001-01-01 1:2:3,5",
    ] {
        assert_eq!(plain(text, Resolver::Yaml11), Scalar::Timestamp(text), "{text}");
        assert!(!is_plain_string(text));
    }
    for text in [
        "2001-02-29",
        "2001-13-01",
        "2001-00-01",
        "2001-01-32",
        "2001-12-14 21:59:43.10 -5",
        "201-01-01",
        "20011-01-01",
        "2001-01-01T",
        "2001-01-01T24:00:00Z",
        "2001-01-01T1:2:3",
        "2001-01-01 1:2",
        "2001-01-01x",
        "2001-1-1-1",
    ] {
        assert_eq!(plain(text, Resolver::Yaml11), Scalar::Str(text), "{text}");
    }
}

#[test]
fn texts_a_printer_may_leave_without_quotes() {
    for text in
        ["text", "a b", "1:60", "1e400", "0o8", "=", "<<", "yEs", "1.2.3", "12:3x", ":30", "1:"]
    {
        assert!(is_plain_string(text), "{text}");
    }
    for text in [
        "",
        "yes",
        "~",
        "1",
        "0x1",
        "1.5",
        ".inf",
        "2001-01-01",
        "1:30",
        "+1_0:59.5",
        "190:20:30.15",
    ] {
        assert!(!is_plain_string(text), "{text}");
    }
}

/// Lists tag, style and text with their value or error, one per line.
fn tagged(cases: &[(&str, Style, &str)], resolver: Resolver) -> String {
    cases
        .iter()
        .map(|(tag, style, text)| {
            let full = match tag.strip_prefix("!!") {
                Some(name) => format!("tag:yaml.org,2002:{name}"),
                None => (*tag).to_owned(),
            };
            match resolve(text, *style, Some(&full), resolver) {
                Ok(value) => format!("{tag} {text} -> {value:?}\n"),
                Err(error) => format!("{tag} {text} -> {error}\n"),
            }
        })
        .collect()
}

const TAGGED: [(&str, Style, &str); 22] = [
    ("!!str", Style::Plain, "1"),
    ("!!str", Style::Plain, ""),
    ("!!int", Style::DoubleQuoted, "3"),
    ("!!int", Style::Plain, "abc"),
    ("!!int", Style::Plain, "1.5"),
    ("!!int", Style::Plain, "2001-01-01"),
    ("!!float", Style::Plain, "3"),
    ("!!float", Style::Plain, "18446744073709551615"),
    ("!!float", Style::Plain, "x"),
    ("!!bool", Style::SingleQuoted, "yes"),
    ("!!bool", Style::Plain, "maybe"),
    ("!!null", Style::Plain, "~"),
    ("!!null", Style::Plain, "x"),
    ("!!timestamp", Style::Plain, "2001-01-01"),
    ("!!timestamp", Style::Plain, "nope"),
    ("!!binary", Style::Literal, "aGVs\nbG8=\n"),
    ("!!binary", Style::Plain, "aGVsbG8"),
    ("!!binary", Style::Plain, "***"),
    ("!!binary", Style::Plain, ""),
    ("!local", Style::Plain, "1"),
    ("!!set", Style::Plain, "1"),
    ("!", Style::Plain, "1"),
];

#[test]
fn tags_of_yaml11() {
    insta::assert_snapshot!(tagged(&TAGGED, Resolver::Yaml11));
}

#[test]
fn tags_of_yaml12() {
    insta::assert_snapshot!(tagged(&TAGGED, Resolver::Core12));
}

#[test]
fn strict() {
    let texts = [
        "",
        "true",
        "false",
        "0",
        "-1",
        "12",
        "1.5",
        "1e3",
        "-1.5E-3",
        "text",
        "yes",
        "null",
        "~",
        "1.",
        "01",
        "+1",
        "0x1",
        "1_000",
        ".inf",
        "2001-01-01",
        "a b",
        "b:c",
        "b---c",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775809",
        "1e400",
        "-",
        "-0",
        "1.5.2",
    ];
    let table: String = texts
        .iter()
        .map(|text| match check_strict(text) {
            Ok(()) => format!("{text} -> fine\n"),
            Err(problem) => format!("{text} -> {problem}\n"),
        })
        .collect();
    insta::assert_snapshot!(table);
}
