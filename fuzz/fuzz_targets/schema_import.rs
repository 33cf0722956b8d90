//! Any bytes must give a schema that can be read as YAML, or diagnostics that point into the file.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use yardstick_bridge::{Options, import};
use yardstick_diagnostics::{FileId, SourceFile};
use yardstick_yaml::{Options as YamlOptions, parse};

fuzz_target!(|bytes: &[u8]| {
    let source = Arc::new(SourceFile::new("fuzz.json", bytes));
    let problems = match import(source, FileId(0), &Options::default()) {
        Ok(imported) => {
            let written = Arc::new(SourceFile::new("schema.yml", imported.text.as_bytes()));
            let tree = parse(written, FileId(1), &YamlOptions::reference());
            assert!(tree.is_ok(), "{}", imported.text);
            imported.warnings
        }
        Err(problems) => problems,
    };
    let inside = |offset: u32| offset as usize <= bytes.len();
    for problem in problems {
        assert!(problem.labels.iter().all(|label| inside(label.span.end)));
    }
});
