//! Any files must render or fail with a diagnostic, within the limits. The input is a project: files are
//! separated by the byte 0xFF, and each is a YAML template, a text template or code by turns.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yardstick_starlark::Limits;
use yardstick_workspace::{Renderer, world::Memory};

const NAMES: [&str; 5] = ["schema.yml", "config.yml", "overlay.yml", "notes.txt", "code.star"];

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { steps: 20_000, ..Limits::default() };
    let mut renderer =
        Renderer::new().world(std::sync::Arc::new(Memory::default())).limits(limits);
    for (text, name) in bytes.split(|&byte| byte == 0xFF).zip(NAMES) {
        renderer = renderer.file(name, text);
    }
    match renderer.render() {
        Ok(output) => drop(output.text()),
        Err(failure) => assert!(!failure.to_string().is_empty()),
    }
});
