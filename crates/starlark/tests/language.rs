//! Tests the language with files: `tests/cases/end/*.star` in the template dialect, `tests/cases/indented/*.star` and
//! `tests/cases/strict/*.star` in standard Starlark. Chunks are separated by `---`; `### text` at the end of a line
//! is the error expected there. Each chunk is a test of its own, named after its file and first line:
//! `cargo test -p yardstick-starlark --test language -- end/strings`.

mod support;

use std::{path::Path, process::ExitCode};

use yardstick_starlark::Dialect;
use yardstick_testing::{Trial, entries};

type NamedDialect = (&'static str, fn() -> Dialect);

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let dialects: [NamedDialect; 3] = [
        ("end", Dialect::template),
        ("indented", Dialect::standard_relaxed),
        ("strict", Dialect::standard),
    ];
    let mut trials = Vec::new();
    for (folder, dialect) in dialects {
        for path in entries(&root.join(folder)) {
            let stem = path.file_stem().expect("files have names").display();
            let text = std::fs::read_to_string(&path).expect("cases are text");
            for chunk in support::chunks(&format!("{folder}/{stem}.star"), &text) {
                let name = format!("{folder}/{stem}:{}", chunk.name());
                trials.push(Trial::test(name, move || match chunk.run(&dialect(), false) {
                    problems if problems.is_empty() => Ok(()),
                    problems => Err(problems.join("\n").into()),
                }));
            }
        }
    }
    yardstick_testing::run(trials)
}
