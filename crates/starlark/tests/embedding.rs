//! Tests what embedding programs rely on: host statements, native functions, modules, limits, errors.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use yardstick_diagnostics::{FileId, Span};
use yardstick_starlark::syntax::{Fault, SourceError, TokenKind};
use yardstick_starlark::{
    Dialect, Environment, Error, ErrorKind, Host, Limits, Module, Operand, OperandValue, Options,
    Program, Result, Segment, Text, Thread, Value,
};

/// Records what it is asked for. Each function with host statements returns the list of their operands.
#[derive(Default)]
struct Recorder {
    log: RefCell<Vec<String>>,
    stack: RefCell<Vec<Vec<String>>>,
}

impl Recorder {
    fn note(&self, text: String) {
        match self.stack.borrow_mut().last_mut() {
            Some(frame) => frame.push(text),
            None => self.log.borrow_mut().push(text),
        }
    }
}

impl Host for Recorder {
    fn load(
        &self,
        thread: &mut Thread,
        _: &Rc<dyn Any>,
        path: &Text,
        _: Span,
    ) -> Result<Rc<Module>> {
        let source = match path.as_str() {
            Some("a") => "load(\"b\", \"x\")\ny = x + [2]\n_private = 1",
            Some("b") => "x = [1]",
            Some("cycle") => "load(\"cycle2\", \"x\")",
            Some("cycle2") => "load(\"cycle\", \"x\")",
            _ => return Err(Error::new("not there")),
        };
        thread.loading(path, |thread| {
            let options = Options::new(Dialect::template());
            let program =
                Program::compile_file(FileId(1), source.as_bytes(), &options, Rc::new(()))
                    .map_err(|errors| Error::new(errors[0].fault.to_string()))?;
            thread.eval(&program)
        })
    }

    fn print(&self, text: &Text) {
        self.log.borrow_mut().push(format!("print {text}"));
    }

    fn statement(
        &self,
        _: &mut Thread,
        unit: &Rc<dyn Any>,
        id: u32,
        operands: &[OperandValue],
    ) -> Result<()> {
        assert_eq!(unit.downcast_ref::<&str>(), Some(&"unit"));
        let operands: Vec<String> = operands
            .iter()
            .map(|operand| match operand {
                OperandValue::Value(value) => value.to_repr(),
                OperandValue::Arguments { positional, keywords } => {
                    format!("{positional:?} {keywords:?}")
                }
            })
            .collect();
        self.note(format!("{id}: {}", operands.join(" | ")));
        Ok(())
    }

    fn enter_function(&self, _: &mut Thread, _: &Rc<dyn Any>, _: u32) -> Result<()> {
        self.stack.borrow_mut().push(Vec::new());
        Ok(())
    }

    fn leave_function(
        &self,
        _: &mut Thread,
        _: &Rc<dyn Any>,
        returned: Option<Value>,
    ) -> Result<Value> {
        let built = self.stack.borrow_mut().pop().unwrap_or_default();
        Ok(returned.unwrap_or_else(|| Value::list(built.into_iter().map(Value::from).collect())))
    }

    fn abandon_function(&self, _: &mut Thread, _: &Rc<dyn Any>) {
        self.stack.borrow_mut().pop();
        self.log.borrow_mut().push("abandoned".to_owned());
    }
}

/// Splits a text into segments: `#@ code` lines, `@id` host statements with `=value` or `(arguments`, `@end`.
fn segments(text: &str) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end().len();
        let at = |offset: usize| start + offset;
        if line.starts_with("#@") {
            segments.push(Segment::Code(at(2) as u32..end as u32));
        } else if line.starts_with("@end") {
            segments.push(Segment::End);
        } else if let Some(rest) = line.strip_prefix('@') {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let id = rest[..digits].parse().unwrap();
            let operand_at = at(1 + digits);
            let operands = match rest[digits..].chars().next() {
                Some('=') => vec![Operand::Value(operand_at as u32 + 1..end as u32)],
                Some('(') => vec![Operand::Arguments(operand_at as u32 + 1..end as u32)],
                _ => Vec::new(),
            };
            segments.push(Segment::Host {
                id,
                span: Span::new(FileId(0), start as u32, end as u32),
                operands,
            });
        }
        start += line.len();
    }
    segments
}

fn compile(text: &str) -> std::result::Result<Rc<Program>, Vec<SourceError>> {
    let options = Options::new(Dialect::template());
    Program::compile(FileId(0), text.as_bytes(), segments(text), &options, Rc::new("unit"))
}

fn refused(text: &str) -> String {
    compile(text).err().unwrap()[0].fault.to_string()
}

fn run(text: &str) -> (Vec<String>, Result<Rc<Module>>) {
    let host = Rc::new(Recorder::default());
    let program = compile(text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let result = Thread::new(host.clone(), Limits::default()).eval(&program);
    let log = host.log.borrow().clone();
    (log, result)
}

fn eval(source: &str, limits: Limits) -> Result<Rc<Module>> {
    let options = Options::new(Dialect::template());
    let program = Program::compile_file(FileId(0), source.as_bytes(), &options, Rc::new(()))
        .unwrap_or_else(|errors| panic!("{errors:?}"));
    Thread::new(Rc::new(Recorder::default()), limits).eval(&program)
}

#[test]
fn host_statements_run_in_order_with_their_operands() {
    let (log, result) = run("\
#@ for i in range(2):
@1
@2=i, 'x'
#@ if i:
@3(i, k=1, *[2], **{'z': 3}
#@ end
@4=
#@ end
");
    result.unwrap();
    assert_eq!(
        log,
        [
            "1: ",
            "2: (0, \"x\")",
            "4: ()",
            "1: ",
            "2: (1, \"x\")",
            "3: [1, 2] [(\"k\", 1), (\"z\", 3)]",
            "4: ()"
        ]
    );
}

#[test]
fn functions_with_host_statements_return_what_the_host_built() {
    let (log, result) = run("\
#@ def f(x):
@1=x
#@ def g():
@2
#@ end
#@ if x == 2: return
#@ if x == 3: return 'given'
@3=g()
#@ end
@9=[f(1), f(2), f(3)]
");
    result.unwrap();
    assert_eq!(log, [r#"9: [["1: 1", "3: [\"2: \"]"], ["1: 2"], "given"]"#]);
}

#[test]
fn failing_functions_are_abandoned() {
    let (log, result) = run("#@ def f():\n@1\n#@ fail('x')\n#@ end\n#@ f()\n");
    assert_eq!(result.err().unwrap().message(), "fail: x");
    assert_eq!(log, ["abandoned"]);
}

#[test]
fn implicit_ends_close_blocks() {
    let (log, result) = run("#@ for i in range(2):\n@1=i\n@end\n@2\n");
    result.unwrap();
    assert_eq!(log, ["1: 0", "1: 1", "2: "]);
}

#[test]
fn code_continues_over_segments() {
    let text =
        "#@ x = [1,\n#@   2]\n#@ s = '''a\n#@     b'''\n#@ y = 1 + \\\n#@   2\n@1=[x, s, y]\n";
    assert_eq!(run(text).0, ["1: [[1, 2], \"a\\nb\", 3]"]);
    let errors = compile("#@ x = [1,\n@1\n#@ 2]\n").err().unwrap();
    let fault = &errors[0].fault;
    assert!(matches!(fault, Fault::Unexpected { got: TokenKind::Host, .. }), "{fault}");
}

#[test]
fn pieces_of_a_line_join() {
    let text = "if/end True:\n  x = 1\n";
    let segments =
        [Segment::Code(0..2), Segment::Continued(6..12), Segment::Code(13..20), Segment::End];
    let options = Options::new(Dialect::template());
    let program =
        Program::compile(FileId(0), text.as_bytes(), &segments, &options, Rc::new(())).unwrap();
    let module = Thread::new(Rc::new(()), Limits::default()).eval(&program).unwrap();
    assert_eq!(module.get(&"x".into()).unwrap().to_repr(), "1");
}

#[test]
fn errors_carry_their_calls() {
    let source = "def f(x):\n  return x.nope\nend\ndef g(): return f('s')\ng()\n";
    let error = eval(source, Limits::default()).err().unwrap();
    let frames: Vec<(&str, u32)> = error
        .evaluation()
        .frames
        .iter()
        .map(|frame| (frame.function.as_str(), frame.span.start))
        .collect();
    assert_eq!(frames, [("f", 20), ("g", 47), ("<toplevel>", 54)]);
    assert_eq!(error.message(), "string has no .nope field or method");
}

#[test]
fn hints_and_suggestions() {
    let hint = |source: &str| compile(source).err().unwrap()[0].hint.clone().unwrap_or_default();
    assert_eq!(hint("#@ x = true\n"), "use 'True' instead of 'true' for boolean assignment");
    assert_eq!(hint("#@ x = nil\n"), "use 'None' instead of 'nil' to indicate no value");
    assert_eq!(hint("#@ if True\n"), "missing colon at the end of 'if/for/def' statement?");
    assert_eq!(hint("#@ x = 1 && 2\n"), "use 'and' instead of '&&' for logical-and");
    assert_eq!(hint("#@ x = 1 || 2\n"), "use 'or' instead of '||' for logical-or");
    let error = eval("x = True | 'x'", Limits::default()).err().unwrap();
    assert_eq!(error.evaluation().hint.as_deref(), Some("use 'or' instead of '|' for logical-or"));
}

#[test]
fn modules_export_what_they_define() {
    let (_, result) = run("#@ load('a', z='y')\n#@ w = z\n");
    let module = result.unwrap();
    assert_eq!(module.get(&"w".into()).unwrap().to_repr(), "[1, 2]");
}

#[test]
fn loaded_values_are_frozen_and_loaded_names_are_not_exported() {
    let error = run("#@ load('b', 'x')\n#@ x.append(1)\n").1.err().unwrap();
    assert_eq!(error.message(), "append: cannot append to frozen list");
    let error = run("#@ load('a', 'x')\n").1.err().unwrap();
    assert!(error.message().starts_with("load: name x not found in module a"), "{error}");
}

#[test]
fn load_cycles_show_their_chain() {
    let error = run("#@ load('cycle', 'x')\n").1.err().unwrap();
    let expected = "cannot load cycle: cannot load cycle2: cannot load cycle: cycle in load graph: \
                    cycle -> cycle2 -> cycle";
    assert_eq!(error.message(), expected);
}

#[test]
fn functions_can_be_asked_and_called_later() {
    let module = eval("def f(a, b=2, *c, **d):\n  return a + b\nend", Limits::default()).unwrap();
    let Some(Value::Function(function)) = module.get(&"f".into()) else {
        panic!("f is a function");
    };
    assert_eq!((function.name().to_string(), function.parameter_count()), ("f".to_owned(), 4));
    assert_eq!(function.span().start, 0);
    let mut thread = Thread::new(Rc::new(()), Limits::default());
    let sum = thread.call(&Value::Function(function), &[Value::Int(40)], &[]).unwrap();
    assert_eq!(sum.to_repr(), "42");
}

#[test]
fn native_functions_name_their_errors() {
    let dialect = Dialect::template();
    let mut environment = Environment::new(&dialect);
    environment.set(
        "apply",
        Value::native("tool.apply", |thread, args| {
            let [function] = args.exactly()?;
            thread.call(function, &[], &[])
        }),
    );
    let options = Options { environment: Rc::new(environment), ..Options::new(dialect) };
    let run = |source: &str| {
        let program =
            Program::compile_file(FileId(0), source.as_bytes(), &options, Rc::new(())).unwrap();
        Thread::new(Rc::new(()), Limits::default()).eval(&program).err().unwrap()
    };
    assert_eq!(run("apply()").message(), "tool.apply: got 0 arguments, want 1");
    let inner = run("def f(): fail('inner')\napply(f)");
    assert_eq!(inner.message(), "tool.apply: fail: inner");
    assert_eq!(inner.evaluation().frames.len(), 1);
}

#[test]
fn limits_end_runaway_programs() {
    let limit = |source: &str, limits: Limits| {
        let error = eval(source, limits).err().expect("a limit is reached");
        assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
        error.message().to_owned()
    };
    let steps = Limits { steps: 10_000, ..Limits::default() };
    assert_eq!(limit("while True:\nend", steps.clone()), "program takes more than 10000 steps");
    limit("[x for x in range(1000000)]", steps);
    let depth = Limits { call_depth: 100, ..Limits::default() };
    assert_eq!(limit("def f(): f()\nf()", depth), "calls are nested too deeply (more than 100)");
    let native = "def f(x): return sorted([1], key=f)\nf(1)";
    limit(native, Limits::default());
    let small = Limits { memory: 1 << 20, value_bytes: 1 << 16, ..Limits::default() };
    limit("x = 'a' * 100000", small.clone());
    limit("x = [0] * 100000", small.clone());
    limit("x = 'a'\nwhile True: x += x", small.clone());
    limit("l = []\nwhile True: l.append('0123456789' * 100)", small.clone());
    limit("d = {}\ni = 0\nwhile True:\n  i += 1\n  d[i] = i\nend", small.clone());
    limit("x = 'a' * 60000\ny = x.replace('a', x)", small.clone());
    limit("x = list(range(2000000000))", small.clone());
    limit("x = 1 << 500\nwhile True: x = x * x", small);
}

#[test]
fn another_thread_can_cancel() {
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = Limits { cancel: Some(Arc::clone(&cancel)), ..Limits::default() };
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(20));
        cancel.store(true, Ordering::Relaxed);
    });
    let error = eval("while True:\nend", limits).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
    canceller.join().unwrap();
}

#[test]
fn deep_sources_are_refused_not_crashed_on() {
    for (open, close) in
        [("(", ")"), ("[", "]"), ("-", ""), ("not ", ""), ("f(", ")"), ("x if y else ", "z")]
    {
        let source = format!("#@ x = {}1{}\n", open.repeat(5000), close.repeat(5000));
        let message = refused(&source);
        assert!(message.contains("nested too deeply"), "{message}");
    }
    let blocks = format!("{}{}", "#@ if True:\n".repeat(5000), "#@ end\n".repeat(5000));
    assert!(refused(&blocks).contains("nested too deeply"));
    let attributes = format!("#@ x = len{}\n", ".a".repeat(5000));
    assert!(refused(&attributes).contains("nested too deeply"));
}

#[test]
fn long_chains_of_operators_are_fine() {
    let sum = format!("#@ x = 0{}\n@1=x\n", " + 1".repeat(50_000));
    assert_eq!(run(&sum).0, ["1: 50000"]);
    let any = format!("#@ x = 0{} or 7\n@1=x\n", " or 0".repeat(50_000));
    assert_eq!(run(&any).0, ["1: 7"]);
}

/// Creates a run with the function `grow`, which creates a string of 100,000 bytes.
fn grower(limits: Limits) -> (Thread, Value) {
    let options = Options::new(Dialect::template());
    let source = b"def grow():\n  return len('a' * 100000)\nend\n";
    let program = Program::compile_file(FileId(0), source, &options, Rc::new(())).unwrap();
    let mut thread = Thread::new(Rc::new(()), limits);
    let grow = thread.eval(&program).unwrap().get(&"grow".into()).unwrap();
    (thread, grow)
}

#[test]
fn two_runs_on_one_thread_keep_their_own_limits() {
    let (mut wide, wide_grow) = grower(Limits::default());
    let (mut narrow, narrow_grow) = grower(Limits { value_bytes: 1 << 16, ..Limits::default() });
    assert_eq!(wide.call(&wide_grow, &[], &[]).unwrap().to_repr(), "100000");
    let error = narrow.call(&narrow_grow, &[], &[]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert_eq!(wide.call(&wide_grow, &[], &[]).unwrap().to_repr(), "100000");

    // A run that starts another gets its own limits back.
    let nested = Value::native("nested", |_, _| {
        let (mut wide, wide_grow) = grower(Limits::default());
        wide.call(&wide_grow, &[], &[])
    });
    let options = Options::new(Dialect::template());
    let source = b"def both(nested, grow):\n  nested()\n  return grow()\nend\n";
    let program = Program::compile_file(FileId(1), source, &options, Rc::new(())).unwrap();
    let both = narrow.eval(&program).unwrap().get(&"both".into()).unwrap();
    let error = narrow.call(&both, &[nested, narrow_grow], &[]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[test]
fn programs_that_load_and_call_nothing_are_constant() {
    let is_constant = |text: &str| compile(text).unwrap().is_constant();
    for text in
        ["", "@1\n@2=[1, {\"a\": (None, True)}]\n", "#@ x = \"a\"\n", "#@ f = lambda x: x + 1\n"]
    {
        assert!(is_constant(text), "{text}");
    }
    assert!(is_constant("#@ def f(x):\n@1=print(x)\n#@ end\n"));
    for text in
        ["#@ print(1)\n", "@1=len(\"\")\n", "#@ load(\"a\", \"y\")\n", "#@ f = lambda x=[]: x\n"]
    {
        assert!(!is_constant(text), "{text}");
    }
    // What the inner function holds is not frozen before the outer one is called.
    assert!(is_constant("#@ def f(x):\n#@   return lambda: x\n#@ end\n"));
}
