//! Runs the fuzz target `fmt` of `targets`.
#![no_main]

#[path = "../src/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let target = targets::TARGETS.iter().find(|target| target.name == "fmt");
    targets::run(target.expect("the table has it"), bytes);
});
