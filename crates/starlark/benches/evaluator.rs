//! Measures the evaluator: `cargo bench -p yardstick-starlark`.

use std::any::Any;
use std::rc::Rc;

use divan::Bencher;
use yardstick_diagnostics::{FileId, Span};
use yardstick_starlark::{
    Dialect, Environment, Host, Limits, Operand, OperandValue, Options, Program, Result, Segment,
    Thread, Value,
};

fn main() {
    divan::main();
}

/// A host that ignores its statements.
struct Sink;

impl Host for Sink {
    fn statement(
        &self,
        _: &mut Thread,
        _: &Rc<dyn Any>,
        _: u32,
        operands: &[OperandValue],
    ) -> Result<()> {
        divan::black_box(operands);
        Ok(())
    }
}

fn run(bencher: Bencher<'_, '_>, source: &str) {
    let options = Options::new(Dialect::template());
    let program = Program::compile_file(FileId(0), source.as_bytes(), &options, Rc::new(()))
        .unwrap_or_else(|errors| panic!("{errors:?}"));
    bencher.bench_local(|| Thread::new(Rc::new(Sink), Limits::default()).eval(&program).is_ok());
}

#[divan::bench]
fn start_up(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| Environment::new(&Dialect::template()));
}

#[divan::bench]
fn parse_and_run_a_small_file(bencher: Bencher<'_, '_>) {
    let options = Options::new(Dialect::template());
    let source = b"def double(x):\n  return x * 2\nend\nx = double(21)\n";
    bencher.bench_local(|| {
        let program = Program::compile_file(FileId(0), source, &options, Rc::new(())).ok()?;
        Thread::new(Rc::new(Sink), Limits::default()).eval(&program).ok()
    });
}

#[divan::bench]
fn calls_1k(bencher: Bencher<'_, '_>) {
    run(bencher, "def f(a, b): return a\ndef g():\n  for i in range(1000): f(i, 1)\nend\ng()");
}

#[divan::bench]
fn recursive_fibonacci_13(bencher: Bencher<'_, '_>) {
    run(bencher, "def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)\nfib(13)");
}

#[divan::bench]
fn arithmetic_loop_1k(bencher: Bencher<'_, '_>) {
    run(
        bencher,
        "def g():\n  x = 0\n  for i in range(1000):\n    if i % 3 == 0: x += i * 2\n  end\n  return x\nend\ng()",
    );
}

#[divan::bench]
fn string_building_1k(bencher: Bencher<'_, '_>) {
    run(bencher, "s = ''\nfor i in range(500):\n  s += 'abc'\n  s = s + 'x' + str(i)\nend");
}

#[divan::bench]
fn format_200(bencher: Bencher<'_, '_>) {
    run(bencher, "for i in range(100):\n  a = 'app-{}'.format(i)\n  b = '%s/%d' % (a, i)\nend");
}

#[divan::bench]
fn dict_and_list_400(bencher: Bencher<'_, '_>) {
    run(
        bencher,
        "d = {}\nl = []\nfor i in range(100):\n  d['k%d' % i] = i\n  l.append(i)\nend\nt = 0\n\
         for k in d: t += d[k]\nfor i in range(100): t += l[i]",
    );
}

#[divan::bench]
fn comprehensions_1k(bencher: Bencher<'_, '_>) {
    run(bencher, "x = [i * 2 for i in range(500) if i % 2]\ny = {i: i for i in range(500)}");
}

#[divan::bench]
fn sort_200(bencher: Bencher<'_, '_>) {
    run(bencher, "x = sorted([(i * 7919) % 20011 for i in range(200)], key=lambda i: -i)");
}

/// A loop of host statements, the core of templates: two per iteration, one with a value.
#[divan::bench]
fn host_statements_1k(bencher: Bencher<'_, '_>) {
    let text = "for i in range(500):\ni\nend\n";
    let span = Span::new(FileId(0), 21, 22);
    let segments = [
        Segment::Code(0..20),
        Segment::Host { id: 0, span, operands: Vec::new() },
        Segment::Host { id: 1, span, operands: vec![Operand::Value(21..22)] },
        Segment::Code(23..26),
    ];
    let options = Options::new(Dialect::template());
    let program = Program::compile(FileId(0), text.as_bytes(), &segments, &options, Rc::new(()))
        .unwrap_or_else(|errors| panic!("{errors:?}"));
    bencher.bench_local(|| Thread::new(Rc::new(Sink), Limits::default()).eval(&program).is_ok());
}

/// Calls from native code.
#[divan::bench]
fn native_to_function_1k(bencher: Bencher<'_, '_>) {
    let options = Options::new(Dialect::template());
    let program =
        Program::compile_file(FileId(0), b"f = lambda x: x", &options, Rc::new(())).unwrap();
    let mut thread = Thread::new(Rc::new(Sink), Limits::default());
    let module = thread.eval(&program).unwrap();
    let function = module.get(&"f".into()).unwrap();
    bencher.bench_local(move || {
        for i in 0..1_000 {
            divan::black_box(thread.call(&function, &[Value::Int(i)], &[]).is_ok());
        }
    });
}
