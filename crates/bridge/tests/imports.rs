//! Imports every file in `tests/imports` and compares the result and the warnings.

mod support;

use std::{fmt::Write, sync::Arc};

use support::files;
use yardstick_bridge::{Options, import};
use yardstick_diagnostics::{FileId, SourceFile};

#[test]
fn imports() {
    for (name, text) in files("imports") {
        let source = Arc::new(SourceFile::new(name.as_str(), text.as_bytes()));
        // Import the component `Order`, which refers to the others.
        let wanted = text.contains("Order:").then(|| "Order".to_owned());
        let options = Options { name: wanted, ..Options::default() };
        let imported = import(Arc::clone(&source), FileId(0), &options).expect("a schema");
        let mut shown = imported.text;
        for warning in &imported.warnings {
            let span = warning.labels.first().map(|label| label.span);
            let line = span.map_or(0, |span| source.line(span.start));
            let _ = writeln!(shown, "line {line}: {}: {}", warning.code, warning.message);
        }
        insta::assert_snapshot!(name, shown);
    }
}
