//! Measures the way out of a schema by example, and the way in: `cargo bench -p yardstick-bridge`.

use std::sync::Arc;

use divan::{Bencher, black_box};
use yardstick_bridge::{Options, export, export::Target, import};
use yardstick_diagnostics::{FileId, SourceFile};
use yardstick_schema::Standalone;

fn main() {
    divan::main();
}

/// A schema of this many groups.
fn schema(groups: usize) -> Standalone {
    let group = |number: usize| {
        format!(
            "group_{number}:\n  #@schema/desc \"What group {number} is for\"\n  #@schema/validation min_len=1\n  name: a\n  \
             count: {number}\n"
        )
    };
    let text = (0..groups).map(group).collect::<String>();
    Standalone::new("schema.yml", &format!("#@data/values-schema\n---\n{text}"))
        .expect("the schema has no mistakes")
}

fn exported(schema: &mut Standalone, target: Target) -> String {
    let options = export::Options::default();
    export::export(&schema.schema, &mut schema.thread, target, &options).to_text()
}

#[divan::bench(args = [100, 1000])]
fn export_openapi(bencher: Bencher<'_, '_>, groups: usize) {
    let mut schema = schema(groups);
    bencher.bench_local(|| exported(black_box(&mut schema), Target::OpenApi31));
}

#[divan::bench(args = [100, 1000])]
fn import_openapi(bencher: Bencher<'_, '_>, groups: usize) {
    let text = exported(&mut schema(groups), Target::OpenApi31);
    let source = Arc::new(SourceFile::new("schema.yml", text.as_bytes()));
    bencher.bench_local(|| import(source.clone(), FileId(0), &Options::default()).is_ok());
}
