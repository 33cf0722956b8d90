//! Helpers for the tests of this crate.

use std::{fs, path::Path};

/// Returns the files of a directory next to the tests, by name.
pub(crate) fn files(directory: &str) -> Vec<(String, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(directory);
    let entries = fs::read_dir(directory).expect("the directory is there");
    let mut files: Vec<(String, String)> = entries
        .map(|entry| {
            let path = entry.expect("files can be listed").path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("files are text"))
        })
        .collect();
    files.sort();
    files
}
