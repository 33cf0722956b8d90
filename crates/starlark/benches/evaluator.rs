//! Benchmarks of the evaluator.
fn main() {
    divan::main();
}
