//! The page about checking lists every form of the report and every flag.

use yardstick_check::command;
use yardstick_diagnostics::render::Format;

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/check.md");
    std::fs::read_to_string(path).expect("there is a page about checking")
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
