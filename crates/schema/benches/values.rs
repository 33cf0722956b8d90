//! Measures schemas by example: `cargo bench -p yardstick-schema`.

use divan::{Bencher, black_box};
use yardstick_schema::Standalone;

fn main() {
    divan::main();
}

/// A schema of this many groups, with a title and a rule for each.
fn schema(groups: usize) -> String {
    let group = |number: usize| {
        format!(
            "group_{number}:\n  #@schema/title \"Group {number}\"\n  #@schema/validation min_len=1\n  name: group-{number}\n  \
             count: {number}\n  tags:\n  - \"\"\n"
        )
    };
    "#@data/values-schema\n---\n".to_owned() + &(0..groups).map(group).collect::<String>()
}

fn read(groups: usize) -> Standalone {
    Standalone::new("schema.yml", &schema(groups)).expect("the schema has no mistakes")
}

/// From the text to the declarations.
#[divan::bench(args = [10, 100, 1000])]
fn read_schema(bencher: Bencher<'_, '_>, groups: usize) {
    let text = schema(groups);
    bencher.bench_local(|| Standalone::new("schema.yml", black_box(&text)).is_ok());
}

/// Types are checked, and defaults filled in.
#[divan::bench(args = [10, 100, 1000])]
fn assign(bencher: Bencher<'_, '_>, groups: usize) {
    let mut example = read(groups);
    let group = |number: usize| format!("group_{number}: {{count: 1, tags: [a, b]}}\n");
    let text: String = (0..groups).map(group).collect();
    let mut given = example.schema.defaults();
    given.value = example.plain(&text).expect("the values are YAML");
    bencher.bench_local(|| {
        let mut values = given.clone();
        example.schema.assign(&mut example.thread, &mut values, &example.sources).len()
    });
}

/// Rules run on final values.
#[divan::bench(args = [10, 100, 1000])]
fn validate(bencher: Bencher<'_, '_>, groups: usize) {
    let mut example = read(groups);
    let values = example.schema.defaults();
    bencher.bench_local(|| {
        let values = black_box(&values);
        example.schema.validate(&mut example.thread, values, &example.sources).is_ok()
    });
}
