//! Tests what decides the form of errors: flag, variable, configuration, name of the program.

use std::os::unix::process::CommandExt as _;

use crate::support::{directory, stderr, stdout, yardstick};

const SCHEMA: &str = "#@data/values-schema\n---\nport: 80\n";
const RENDER: [&str; 4] = ["-f", "schema.yml", "-v", "port=http"];
const VALIDATE: [&str; 5] = ["validate", "-f", "schema.yml", "-v", "port=http"];

#[test]
fn hints_are_part_of_the_text_unless_refused() {
    let scratch = directory(&[("schema.yml", SCHEMA)]);
    let said = |variable: Option<&str>, flags: &[&str], name: &str| {
        let mut command = yardstick(scratch.path(), &[&RENDER, flags].concat());
        if let Some(value) = variable {
            command.env("YARDSTICK_NOTES", value);
        }
        stderr(&command.arg0(name).output().expect("the binary starts"))
    };
    assert!(said(None, &[], "yardstick").contains("= current: http"));
    assert!(!said(None, &[], "ytt").contains("= current"));
    assert!(!said(Some("never"), &[], "yardstick").contains("= current"));
    assert!(said(Some("never"), &["--notes", "always"], "ytt").contains("= current"));
    assert!(said(Some("nevre"), &[], "yardstick").contains("did you mean 'never'?"));
}

#[test]
fn a_flag_counts_more_than_the_variable_and_that_more_than_the_file() {
    let scratch = directory(&[("schema.yml", SCHEMA), (".yardstick.yaml", "diagnostics: jsonl\n")]);
    let said = |variable: Option<&str>, flags: &[&str]| {
        let mut command = yardstick(scratch.path(), &[&VALIDATE, flags].concat());
        if let Some(value) = variable {
            command.env("YARDSTICK_DIAGNOSTICS", value);
        }
        let output = command.output().expect("the binary starts");
        assert_eq!(output.status.code(), Some(1));
        stdout(&output) + &stderr(&output)
    };
    assert!(said(None, &[]).starts_with("{\"file\""));
    assert!(said(Some("github"), &[]).starts_with("::error "));
    assert!(said(Some("github"), &["--diagnostics", "text"]).starts_with("yardstick: Error: "));
    assert!(said(Some("github"), &["--diagnostics=auto"]).contains(": error[YS0"));
}

#[test]
fn reports_for_programs_are_whole_documents() {
    let scratch = directory(&[("schema.yml", SCHEMA)]);
    for form in ["json", "sarif", "gitlab"] {
        for (args, is_reporting) in
            [(&VALIDATE[..], true), (&VALIDATE[..3], true), (&RENDER, false)]
        {
            let args = [args, &["--diagnostics", form]].concat();
            let output = yardstick(scratch.path(), &args).output().expect("the binary starts");
            let report = if is_reporting { stdout(&output) } else { stderr(&output) };
            let parsed: Result<serde_json::Value, _> = serde_json::from_str(&report);
            assert!(parsed.is_ok(), "{args:?}: {report}");
        }
    }
}
