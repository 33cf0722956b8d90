//! Any code, in either dialect, must run within the limits or fail with an error.
#![no_main]

use std::rc::Rc;

use libfuzzer_sys::fuzz_target;
use yardstick_diagnostics::FileId;
use yardstick_starlark::{Dialect, Limits, Options, Program, Thread};

fuzz_target!(|bytes: &[u8]| {
    for dialect in [Dialect::template(), Dialect::standard()] {
        let options = Options::new(dialect);
        if let Ok(program) = Program::compile_file(FileId(0), bytes, &options, Rc::new(())) {
            let limits = Limits { steps: 20_000, ..Limits::default() };
            let _ = Thread::new(Rc::new(()), limits).eval(&program);
        }
    }
});
