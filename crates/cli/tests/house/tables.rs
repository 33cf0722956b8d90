//! Checks that every row in the tables of codes and limits is used and documented.

use std::{fmt::Write as _, fs};

use yardstick_diagnostics::{
    codes::{Code, GROUPS},
    limits,
};
use yardstick_testing::{difference, is_updating};

use crate::sources::{Line, lines, page, root};

fn codes() -> impl Iterator<Item = Code> {
    GROUPS.iter().flat_map(|group| group.codes.iter().copied())
}

#[test]
fn codes_are_constants_of_the_table() {
    let table = "crates/diagnostics/src/codes.rs";
    let is_code = |text: &str| {
        text.match_indices("\"YS").any(|(at, _)| {
            let rest = &text[at + 3..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            digits > 2 && rest[digits..].starts_with('"')
        })
    };
    let literal = |line: &Line| !line.place.starts_with(table) && is_code(&line.text);
    let found: Vec<String> = lines().into_iter().filter(literal).map(|line| line.place).collect();
    assert!(found.is_empty(), "use the constants of {table}: {found:?}");
}

#[test]
fn codes_are_used() {
    let table = page("crates/diagnostics/src/codes.rs");
    let code: String = lines().into_iter().map(|line| line.text + "\n").collect();
    for code_of in codes() {
        let at = table.find(&format!("\"{code_of}\"")).expect("the table has every code");
        let constant = table[..at].split_whitespace().next_back().expect("a row starts with it");
        let path = format!("codes::{constant}");
        let mut used = code.match_indices(&path);
        let is_whole = |(at, found): (usize, &str)| {
            !code[at + found.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
        };
        assert!(used.any(is_whole), "nothing reports {code_of}, codes::{constant}");
    }
}

#[test]
fn codes_are_documented() {
    let now = yardstick_cli::explain::page();
    if is_updating("UPDATE_DOCS") {
        fs::write(root().join("docs/errors.md"), &now).expect("pages can be written");
    }
    let report = difference("docs/errors.md", &page("docs/errors.md"), &now);
    assert!(report.is_empty(), "{report}");
}

/// The table of limits for the documentation.
fn limits_table() -> String {
    let mut table = String::from("| what | at most | flag |\n|---|---|---|\n");
    for limit in limits::TABLE {
        let flag = limit.flag.map_or_else(|| "–".to_owned(), |flag| format!("`{flag}`"));
        let most = amount(limit.most, limit.unit);
        let _ = writeln!(table, "| {} | {most} | {flag} |", limit.what);
    }
    table
}

/// A number with its unit; bytes in the largest unit without a remainder.
fn amount(number: u64, unit: &str) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let larger = units.into_iter().filter(|_| unit == "bytes");
    match larger.into_iter().find(|(size, _)| number.is_multiple_of(*size)) {
        Some((size, name)) => format!("{} {name}", grouped(number / size)),
        None => format!("{} {unit}", grouped(number)),
    }
}

/// A number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[test]
fn limits_are_documented() {
    let path = "docs/reference/limits.md";
    let before = page(path);
    let (start, rest) = before.split_once("<!-- limits -->\n").expect("the page has a mark");
    let (_, end) = rest.split_once("<!-- /limits -->").expect("the page has a mark");
    let now = format!("{start}<!-- limits -->\n{}<!-- /limits -->{end}", limits_table());
    if is_updating("UPDATE_DOCS") {
        fs::write(root().join(path), &now).expect("pages can be written");
    }
    let report = difference(path, &page(path), &now);
    assert!(report.is_empty(), "{report}");
}

/// A limit has no effect if no code reads it.
#[test]
fn limits_are_applied() {
    let table = page("crates/diagnostics/src/limits.rs");
    let names = table.lines().filter_map(|line| line.strip_prefix("pub const "));
    let names: Vec<&str> = names.filter_map(|line| line.split(':').next()).collect();
    assert!(names.len() > 20, "{names:?}");
    let lines = lines();
    for name in names.into_iter().filter(|name| !["TABLE", "MESSAGE_BYTES"].contains(name)) {
        let is_read = |line: &&Line| {
            let is_word = |(at, _): (usize, &str)| {
                let part = |c: char| c.is_alphanumeric() || c == '_';
                !line.text[..at].ends_with(part) && !line.text[at + name.len()..].starts_with(part)
            };
            !line.place.starts_with("crates/diagnostics/src/limits.rs")
                && line.text.match_indices(name).any(is_word)
        };
        assert!(lines.iter().any(|line| is_read(&line)), "nothing applies the limit {name}");
    }
}
