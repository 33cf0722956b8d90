//! The language, told by files: `tests/cases/end/*.star` in the dialect of templates, `tests/cases/indented/*.star`
//! in standard Starlark. Chunks are separated by `---`; `### text` at the end of a line is the error expected there.

mod support;

use std::path::Path;

use yardstick_starlark::Dialect;

fn run_all(folder: &str, dialect: &Dialect) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(folder);
    let mut problems = Vec::new();
    let mut files = 0;
    let mut entries: Vec<_> =
        std::fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        problems.extend(support::run_chunks(&name, &text, dialect, false));
        files += 1;
    }
    assert!(files > 0, "no case files in {folder}");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn template_dialect() {
    run_all("end", &Dialect::template());
}

#[test]
fn standard_dialect() {
    run_all("indented", &Dialect::standard_relaxed());
}

#[test]
fn strict_standard_dialect() {
    run_all("strict", &Dialect::standard());
}
