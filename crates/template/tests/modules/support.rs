//! Evaluates one expression with all modules available.

use std::{cell::RefCell, rc::Rc};

use yardstick_diagnostics::FileId;
use yardstick_starlark::{Dialect, Host, Limits, Options, Program, Text, Thread};
use yardstick_template::modules;

const NAMES: [&str; 13] = [
    "base64", "ip", "json", "math", "md5", "module", "regexp", "sha256", "struct", "toml", "url",
    "version", "yaml",
];

/// Collects what programs print.
#[derive(Default)]
struct Printed(RefCell<Vec<String>>);

impl Host for Printed {
    fn print(&self, text: &Text) {
        self.0.borrow_mut().push(text.to_string());
    }
}

/// The result of running code.
pub(crate) struct Outcome {
    /// The value of `result` as the language writes it, or `error: ` and the message.
    pub(crate) result: String,
    /// The printed lines.
    pub(crate) printed: Vec<String>,
}

/// Runs `code`, which sets `result`.
pub(crate) fn run(code: &str) -> Outcome {
    let mut options = Options::new(Dialect::template());
    let environment = Rc::make_mut(&mut options.environment);
    for name in NAMES {
        environment.set(name, modules::standard(name).expect("a standard module"));
    }
    let program = match Program::compile_file(FileId(0), code.as_bytes(), &options, Rc::new(())) {
        Ok(program) => program,
        Err(errors) => panic!("{code}: {errors:?}"),
    };
    let host = Rc::new(Printed::default());
    let mut thread = Thread::new(Rc::clone(&host) as Rc<dyn Host>, Limits::default());
    let result = match thread.eval(&program) {
        Ok(module) => module.get(&"result".into()).expect("a result").to_repr(),
        Err(error) => format!("error: {}", error.message()),
    };
    Outcome { result, printed: host.0.take() }
}

/// Evaluates each expression and compares the result.
pub(crate) fn check(table: &[(&str, &str)]) {
    for (expression, expected) in table {
        let outcome = run(&format!("result = {expression}\n"));
        assert_eq!(outcome.result, *expected, "{expression}");
    }
}

#[test]
fn unknown_modules_are_none_of_ours() {
    assert!(modules::standard("overlay").is_none());
    assert!(modules::standard("").is_none());
}
