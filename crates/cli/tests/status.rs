//! Checks the table of exit statuses in `docs/command.md`: runs the command of each row.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

/// The files that the commands of the table use.
const FILES: [(&str, &str); 8] = [
    ("good.yml", "name: app\n"),
    ("bad.yml", "name: 1\n"),
    ("broken.yml", "name: [\n"),
    ("schema.yml", "properties: {name: {type: string}}\n"),
    ("no-schema.yml", "type: object\nproperties: {name: string}\n"),
    ("v1.yml", "#@data/values-schema\n---\nport: 80\n"),
    ("v2.yml", "#@data/values-schema\n---\nport: 80\nname: app\n"),
    ("v3.yml", "#@data/values-schema\n---\nport: http\n"),
];

/// The rows: a status, and a command in backticks in the last column.
fn rows(page: &str) -> Vec<(i32, String)> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        let status = cells.first()?.parse().ok()?;
        let command = cells.last()?.strip_prefix("`yardstick")?.strip_suffix('`')?;
        Some((status, command.trim().to_owned()))
    };
    page.lines().filter_map(row).collect()
}

#[test]
fn the_table_of_exit_statuses_is_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/command.md");
    let rows = rows(&fs::read_to_string(page).expect("there is a page about the command"));
    for (status, line) in &rows {
        let scratch = tempfile::tempdir().expect("scratch space");
        for (name, text) in FILES {
            fs::write(scratch.path().join(name), text).expect("scratch space");
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let output = Command::new(env!("CARGO_BIN_EXE_yardstick"))
            .args(&words)
            .current_dir(scratch.path())
            .output()
            .expect("the binary starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(*status), "yardstick {line}\n{stderr}");
    }
    let seen: BTreeSet<i32> = rows.iter().map(|(status, _)| *status).collect();
    assert_eq!(seen, BTreeSet::from([0, 1, 2, 3]), "a status without an example");
    assert!(rows.len() >= 15, "only {} rows", rows.len());
}
