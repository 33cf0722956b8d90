//! Exports every schema in `tests/exports` to every target.

mod support;

use std::fmt::Write;

use support::files;
use yardstick_bridge::export::{Options, Target, export};
use yardstick_schema::Standalone;

const TARGETS: [(&str, Target); 6] = [
    ("json-schema", Target::JsonSchema),
    ("json-schema-draft7", Target::JsonSchemaDraft7),
    ("openapi-v3", Target::OpenApi30),
    ("openapi-v3.1", Target::OpenApi31),
    ("openapi-v3+k8s", Target::Structural),
    ("crd", Target::Crd),
];

#[test]
fn exports() {
    for (name, text) in files("exports") {
        let mut loaded = Standalone::new("schema.yml", &text).expect("a schema");
        let mut shown = String::new();
        for (target_name, target) in TARGETS {
            let exported = export(&loaded.schema, &mut loaded.thread, target, &Options::default());
            let document = exported.to_text();
            let _ = writeln!(shown, "=== {target_name}\n{document}");
            for warning in exported.warnings {
                let _ = writeln!(shown, "{}: {}", warning.code, warning.message);
            }
        }
        insta::assert_snapshot!(name, shown);
    }
}
