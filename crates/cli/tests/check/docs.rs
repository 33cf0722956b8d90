//! Checks that the page about checking lists every report format and every flag.

use yardstick_diagnostics::render::Format;

use crate::common::Memory;

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/check.md");
    std::fs::read_to_string(path).expect("there is a page about checking")
}

#[test]
fn flags_and_forms_are_listed() {
    let page = page();
    let help = Memory::new(&[]).run("check --help").out;
    let name = |line: &str| {
        let flag = line.trim_start().trim_start_matches(|c: char| c != '-').split("--").nth(1)?;
        Some(flag.split([' ', '[']).next()?.to_owned())
            .filter(|_| line.trim_start().starts_with('-'))
    };
    let flags: Vec<String> = help.lines().filter_map(name).collect();
    assert!(flags.len() > 20, "{flags:?}");
    for flag in flags.iter().filter(|flag| flag.as_str() != "help") {
        // Finding `--k8s-version` does not count for `--k8s`.
        let is_whole = |(at, found): (usize, &str)| {
            !page[at + found.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-')
        };
        assert!(page.match_indices(&format!("--{flag}")).any(is_whole), "--{flag}");
    }
    for form in Format::NAMES {
        assert!(page.contains(&format!("`{form}`")), "{form}");
    }
}
