//! Code does the same wherever it is: in a function, and outside functions, where its variables may be in the frame of
//! the module or, if a function uses them, where functions find them. Most instructions differ between the three.

use std::rc::Rc;

use yardstick_diagnostics::FileId;
use yardstick_starlark::{
    Dialect, Environment, HostValue, Limits, Options, Program, Result, Thread, Value,
};

/// Operands of every kind, at least one of which each operator accepts and one that it does not.
const OPERANDS: &[&str] = &[
    "0",
    "7",
    "-3",
    "9223372036854775807",
    "9223372036854775808",
    "1.5",
    "\"k\"",
    "\"longer than fifteen bytes\"",
    "[]",
    "[1, 2]",
    "(1, [2])",
    "{\"k\": 1, 0: [2]}",
    "None",
    "True",
    "range(3)",
    "set([1])",
    "fields",
    "len",
    "f",
];

/// Statements with two operands. `f` and `g` are functions, and `u` has no value.
const OF_TWO: &[&str] = &[
    "x = a + b",
    "x = a - b",
    "x = a * b",
    "x = a // b",
    "x = a % b",
    "x = a == b",
    "x = a < b",
    "if a >= b: x = 1",
    "x = a; x += b",
    "x = a; x = x + b",
    "x = a; x = x + b + b",
    "x = a[b]",
    "a[b]",
    "a[b] = i",
    "a['k'] = b",
    "a.append(b)",
    "a.k = b",
    "x = f(a, b)",
    "f(a, b)",
    "x = f(a + b, 1)",
    "a(b)",
    "x = [y + b for y in a]",
];

/// Statements with one operand.
const OF_ONE: &[&str] = &[
    "x = a + 1",
    "x = a - 1",
    "x = a % 2",
    "x = a // 0",
    "x = 2 if a < 3 else 4",
    "if a == 7: x = 1",
    "x = a; x += 1",
    "x = a; x = x + 1",
    "x = a; x = x + i",
    "x = i; x -= a",
    "x = a[0]",
    "x = a[i]",
    "a[i]",
    "x = a['k']",
    "a['k']",
    "a[i % 2] = i",
    "x = a.k",
    "a.k",
    "x = a.k + a.k",
    "a.append(i)",
    "x = a.get",
    "x = len(a)",
    "len(a)",
    "x = len(a[0])",
    "x = str(a)",
    "str(a)",
    "x = g(a)",
    "g(a)",
    "g(g(a))",
    "x = g(a, a)",
    "x = [g(a), a]",
    "[i, a]",
    "x = '{}-{}'.format(a, i)",
    "for y in a: x = y",
    "for y in a: y += 1",
    "x = [y for y in a if y]",
    "x, y = a",
    "x = not a or -a",
    "x = (lambda: a)()",
    "x = sorted([1, 2], key=lambda n: -n)",
    "x = u",
    "x = a < u",
    "u += a",
    "u = u + a",
    "x = u[a]",
    "x = u.k",
    "x = f(a, u)",
    "g(u)",
];

/// A value with a field.
struct Fields;

impl HostValue for Fields {
    fn type_name(&self) -> &'static str {
        "fields"
    }

    fn attr(&self, name: &str) -> Result<Option<Value>> {
        Ok((name == "k").then_some(Value::Int(5)))
    }

    fn repr(&self) -> String {
        "fields".to_owned()
    }
}

fn options() -> Options {
    let dialect = Dialect::template();
    let mut environment = Environment::new(&dialect);
    environment.set("fields", Value::host(Fields));
    Options { environment: Rc::new(environment), ..Options::new(dialect) }
}

const FUNCTIONS: &str = "def f(a, b):\n  return a + b\nend\ndef g(a):\n  return a\nend\n";

/// A loop over a statement, between what sets its variables and their list.
fn lines(statement: &str, a: &str, b: &str) -> Vec<String> {
    // `u` is assigned somewhere, so it is a variable, but has no value.
    let start = ["x = None", "y = None", "i = None", "if x:", "  u = None", "end"];
    let mut lines: Vec<String> = start.iter().map(|&line| line.to_owned()).collect();
    lines.extend([format!("a = {a}"), format!("b = {b}"), "for i in range(2):".to_owned()]);
    for part in statement.split("; ") {
        match part.split_once(": ") {
            Some((head, body)) if part.starts_with("if ") || part.starts_with("for ") => {
                lines.extend([format!("  {head}:"), format!("    {body}"), "  end".to_owned()]);
            }
            _ => lines.push(format!("  {part}")),
        }
    }
    lines.push("end".to_owned());
    lines
}

const RESULT: &str = "[x, y, i, a, b]";

/// The same code in a function; in a module; in a module with a function that uses all variables.
fn places(statement: &str, a: &str, b: &str) -> [String; 3] {
    let lines = lines(statement, a, b);
    let module = format!("{FUNCTIONS}{}\nr = {RESULT}\n", lines.join("\n"));
    let function = format!(
        "{FUNCTIONS}def run():\n  {}\n  return {RESULT}\nend\nr = run()\n",
        lines.join("\n  ")
    );
    let shared = format!("{module}def use():\n  return [x, y, i, a, b, u]\nend\n");
    [function, module, shared]
}

/// Returns what a program leaves in `r`; or its error with the code that it is about.
fn outcome(source: &str, options: &Options, limits: Limits) -> String {
    let program =
        Program::compile_file(FileId(0), source.as_bytes(), options, Rc::new(())).unwrap();
    match Thread::new(Rc::new(()), limits).eval(&program) {
        Ok(module) => module.get(&"r".into()).unwrap().to_repr(),
        Err(error) => {
            let frames = &error.evaluation().frames;
            let codes = frames.iter().map(|f| &source[f.span.start as usize..f.span.end as usize]);
            // Without the call of the function that the code is in.
            let codes: Vec<&str> = codes.filter(|code| *code != "()").collect();
            let message = error.message().replace("global variable", "local variable");
            format!("{message} at {codes:?}")
        }
    }
}

fn agree(statement: &str, a: &str, b: &str, options: &Options) {
    let [function, module, shared] = places(statement, a, b);
    let expected = outcome(&function, options, Limits::default());
    for source in [module, shared] {
        let found = outcome(&source, options, Limits::default());
        assert_eq!(found, expected, "{statement} with {a} and {b}:\n{source}");
    }
}

#[test]
fn statements_with_one_operand_do_the_same_everywhere() {
    let options = options();
    for statement in OF_ONE {
        for a in OPERANDS {
            agree(statement, a, "None", &options);
        }
    }
}

#[test]
fn statements_with_two_operands_do_the_same_everywhere() {
    let options = options();
    for statement in OF_TWO {
        for a in OPERANDS {
            for b in OPERANDS {
                agree(statement, a, b, &options);
            }
        }
    }
}

/// Returns the fewest steps with which a program runs to its end.
fn steps(source: &str, options: &Options) -> u64 {
    let is_enough = |&steps: &u64| {
        let limits = Limits { steps, ..Limits::default() };
        !outcome(source, options, limits).contains("takes more than")
    };
    (1..1000).find(is_enough).unwrap()
}

#[test]
fn statements_take_the_same_steps_everywhere() {
    let options = options();
    // Native code is given its steps in portions.
    for statement in OF_ONE.iter().filter(|statement| !statement.contains("sorted")) {
        let [function, module, shared] = places(statement, "[7, 8]", "None");
        let expected = steps(&module, &options);
        assert_eq!(steps(&shared, &options), expected, "{statement}");
        // The function is called itself.
        assert_eq!(steps(&function, &options), expected + 1, "{statement}");
    }
}
