//! Reads explanations of a uniform shape from table rows: rules, formats and functions.

use super::{Entry, Example, Kind};

fn rows<const N: usize>(text: &str) -> impl Iterator<Item = [&str; N]> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    lines.filter_map(|line| {
        let cells: Vec<&str> = line.split(" | ").map(str::trim).collect();
        cells.try_into().ok()
    })
}

/// Reads rows of `name | what it accepts | arguments | example | wrong | right`.
pub(super) fn rules(text: &str) -> Vec<Entry> {
    let entry = |[name, about, arguments, example, wrong, right]: [&str; 6]| {
        let about = format!("Accepts {about}.");
        valued(Kind::Rule, name, about, arguments, example, [wrong, right])
    };
    rows(text).map(entry).collect()
}

/// Reads rows of `name | what it accepts | wrong | right`.
pub(super) fn formats(text: &str) -> Vec<Entry> {
    let entry = |[name, about, wrong, right]: [&str; 4]| {
        let (about, arguments) = (format!("Accepts {about}."), format!("format=\"{name}\""));
        valued(Kind::Format, name, about, &arguments, "\"\"", [wrong, right])
    };
    rows(text).map(entry).collect()
}

/// Reads rows of `name | what it does | wrong | right`.
pub(super) fn functions(text: &str) -> Vec<Entry> {
    let entry = |[name, about, wrong, right]: [&str; 4]| {
        let module = name.split('.').next().unwrap_or(name);
        let example = |call: &str| Example {
            command: "yardstick -f config.yml".to_owned(),
            files: vec![(
                "config.yml".to_owned(),
                format!("#@ load(\"@ytt:{module}\", \"{module}\")\nvalue: #@ {call}\n"),
            )],
        };
        let mut sentence = about.to_owned();
        sentence[..1].make_ascii_uppercase();
        Entry {
            kind: Kind::Function,
            name: name.to_owned(),
            about: format!("{sentence}."),
            examples: Some([example(wrong), example(right)]),
            not_shown: None,
        }
    };
    rows(text).map(entry).collect()
}

/// The examples of a rule: a value that breaks it and one that satisfies it.
fn valued(
    kind: Kind,
    name: &str,
    about: String,
    arguments: &str,
    example: &str,
    values: [&str; 2],
) -> Entry {
    let schema =
        format!("#@data/values-schema\n---\n#@schema/validation {arguments}\nvalue: {example}\n");
    let examples = values.map(|value| Example {
        command: "yardstick validate -f schema.yml --data-values-file values.yml".to_owned(),
        files: vec![
            ("schema.yml".to_owned(), schema.clone()),
            ("values.yml".to_owned(), format!("value: {value}\n")),
        ],
    });
    Entry { kind, name: name.to_owned(), about, examples: Some(examples), not_shown: None }
}
