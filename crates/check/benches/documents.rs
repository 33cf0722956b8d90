//! Measures checking documents: `cargo bench -p yardstick-check`. `against_ys` in the crate `yardstick` measures whole runs.

use std::sync::Arc;

use divan::{Bencher, black_box};
use yardstick_check::{
    checker::{Checker, Options},
    discover::Discovery,
    schema::{Network, SchemaStore, rewrite::Rewrite},
};
use yardstick_diagnostics::Sources;
use yardstick_world::Memory;

fn main() {
    divan::main();
}

const SCHEMA: &str = "\
type: object
additionalProperties: false
patternProperties:
  ^service-:
    type: object
    required: [port]
    properties:
      port: {type: integer, minimum: 1, maximum: 65535}
      name: {type: string, pattern: '^[a-z-]+$'}
";

fn checker() -> Checker {
    let world = Arc::new(Memory::new().with_file("schema.yml", SCHEMA));
    let rewrite = Rewrite { yaml_rules: true, ..Rewrite::default() };
    let store =
        SchemaStore::new(world, Arc::new(Sources::new()), Vec::new(), Network::default(), rewrite);
    let fixed = Some((store.url_of("schema.yml", ""), "schema.yml".to_owned()));
    let discovery = Discovery { fixed, ..Discovery::default() };
    Checker::new(Arc::new(store), discovery, Options::default())
}

/// A map with this many entries; the ports are numbers, or words, which are errors.
fn document(entries: usize, port: &str) -> Vec<u8> {
    let entry = |number: usize| format!("service-{number}:\n  name: shop\n  port: {port}\n");
    (0..entries).map(entry).collect::<String>().into_bytes()
}

/// The schema is read and compiled for the first document.
#[divan::bench]
fn first_document(bencher: Bencher<'_, '_>) {
    let document = document(1, "80");
    bencher.bench_local(|| checker().check("app.yml", None, black_box(&document).clone()));
}

#[divan::bench(args = [10, 1000])]
fn valid(bencher: Bencher<'_, '_>, entries: usize) {
    let (checker, document) = (checker(), document(entries, "80"));
    bencher.bench_local(|| checker.check("app.yml", None, black_box(&document).clone()));
}

#[divan::bench(args = [10, 100])]
fn invalid(bencher: Bencher<'_, '_>, entries: usize) {
    let (checker, document) = (checker(), document(entries, "many"));
    bencher.bench_local(|| checker.check("app.yml", None, black_box(&document).clone()));
}
