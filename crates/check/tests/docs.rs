//! The page about checking tells all there is: codes, forms of the report, flags.

use yardstick_check::command;
use yardstick_diagnostics::{codes::RULES, render::Format};

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/check.md");
    std::fs::read_to_string(path).expect("there is a page about checking")
}

#[test]
fn codes_are_listed() {
    let page = page();
    for rule in RULES {
        let row = format!("| {} | `{}` | {} |\n", rule.code, rule.name, rule.description);
        assert!(page.contains(&row), "{row}");
    }
}

#[test]
fn flags_and_forms_are_listed() {
    let page = page();
    for flag in command::check_command().get_arguments().filter_map(clap::Arg::get_long) {
        assert!(
            flag == "help"
                || page.contains(&format!("`--{flag}"))
                || page.contains(&format!("--{flag} ")),
            "--{flag}"
        );
    }
    for form in Format::NAMES {
        assert!(page.contains(&format!("`{form}`")), "{form}");
    }
}
