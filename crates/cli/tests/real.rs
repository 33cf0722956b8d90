//! Imports real-world schemas: the data values schema must accept and reject the same documents.
//!
//! Each folder of `tests/real` has a `schema.json`, valid documents (`good.yml`) and invalid ones (`bad.yml`), and the
//! list of what the import loses (`losses.txt`, if anything). `pointer` selects the schema in the file, unless it is
//! the whole file.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn run(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yardstick"))
        .args(arguments)
        .current_dir(directory)
        .output()
        .expect("the binary runs")
}

fn said(output: &Output) -> String {
    [&output.stdout[..], &output.stderr[..]].map(String::from_utf8_lossy).concat()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

fn check(folder: &Path) {
    let scratch = tempfile::tempdir().expect("scratch space");
    let directory = scratch.path();
    let schema = folder.join("schema.json").display().to_string();
    let imported = run(directory, &["schema", "import", &schema, "-o", "schema.yml"]);
    assert!(imported.status.success(), "{}", said(&imported));
    let losses: Vec<String> = said(&imported)
        .lines()
        .filter_map(|line| line.split_once("warning[YS1310]: "))
        .map(|(_, message)| format!("{message}\n"))
        .collect();
    assert_eq!(losses.concat(), read(&folder.join("losses.txt")), "what {schema} loses");
    let original = format!("{schema}{}", read(&folder.join("pointer")).trim());
    for (file, expected) in [("good.yml", 0), ("bad.yml", 1)] {
        let documents = read(&folder.join(file));
        assert!(documents.contains("---"), "{file} of {schema} has several documents");
        for document in documents.split("\n---\n") {
            fs::write(directory.join("document.yml"), document).expect("scratch space");
            let there =
                run(directory, &["check", "-f", &original, "--dialect", "json", "document.yml"]);
            assert_eq!(there.status.code(), Some(expected), "{document}\n{}", said(&there));
            let values = ["--data-values-file", "document.yml"];
            let here = run(directory, &[&["validate", "-f", "schema.yml"][..], &values].concat());
            assert_eq!(here.status.code(), Some(expected), "{document}\n{}", said(&here));
        }
    }
}

#[test]
fn imported_schemas_give_the_same_verdicts() {
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/real");
    let mut count = 0;
    for entry in fs::read_dir(folders.canonicalize().expect("the folder is there")).unwrap() {
        check(&entry.expect("it can be read").path());
        count += 1;
    }
    assert_eq!(count, 4, "compose, workflow, crd, helm");
}
