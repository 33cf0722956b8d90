//! Values that are nested a million levels deep are built, dropped, copied, compared, hashed, printed, converted and
//! encoded without recursion. Each use ends in a result or in an error that template code can catch.

use std::fmt::Write as _;

use crate::attacks::limited;
use crate::support::{directory, stderr, stdout};

const DEPTH: usize = 1_000_000;

/// The ways to nest a value in another one.
const MAKES: [&str; 18] = [
    "[x]",
    "(x,)",
    "{1: x}",
    "struct.make(a=x)",
    "struct.bind(f, x)",
    "struct.make_and_bind(x, g=f)",
    "(lambda y: lambda: y)(x)",
    "[x, assert.try_to(lambda: fail('no'))]",
    "[x].append",
    "dict(a=x).items",
    "lambda y=x: y",
    "(lambda *a: lambda: a)(x)",
    "overlay.subset(x)",
    "assert.min(x)",
    "assert.one_not_null([x])",
    "assert.try_to(lambda: x)",
    "enumerate([x])",
    "set([x])",
];

/// The operations on such a value and another one like it.
const USES: [&str; 40] = [
    "x == y",
    "x < y",
    "[x] == [y]",
    "x in [y]",
    "sorted([x, y])",
    "{1: x} == {1: y}",
    "{x: 1}",
    "str(x)",
    "repr(x)",
    "'%s' % (x,)",
    "'{}'.format(x)",
    "print(x)",
    "json.encode(x)",
    "yaml.encode(x)",
    "toml.encode({'a': x})",
    "struct.encode(x)",
    "struct.decode(x)",
    "template.replace(x)",
    "overlay.apply({'a': 1}, x)",
    "assert.equals(x, y)",
    "fragment(x)",
    "list([x]) + [x] * 3",
    "dir(x)",
    "fail(x)",
    "fail('a', x)",
    "x != y",
    "{(x,): 1}",
    "set([x])",
    "max([x, y])",
    "[x].index(y)",
    "'%r' % (x,)",
    "hasattr(x, 'a')",
    "x()",
    "x(1, 2, 3)",
    "overlay.apply(fragment(1), fragment(x))",
    "overlay.apply(x, fragment(1))",
    "assert.min(x).check(y)",
    "lib.with_data_values(x).eval()",
    "lib.with_data_values({'a': x}).eval()",
    "data.values == x",
];

/// A library that accepts any data value.
const LIBRARY: (&str, &str) =
    ("c/_ytt_lib/lib/schema.yml", "#@data/values-schema\n---\n#@schema/type any=True\na: 0\n");

#[test]
fn values_a_million_deep() {
    for make in MAKES {
        // What cannot contain itself, such as a set of sets, cannot be deep either.
        let mut code = format!(
            r#"#@ load("@ytt:struct", "struct")
#@ load("@ytt:json", "json")
#@ load("@ytt:yaml", "yaml")
#@ load("@ytt:toml", "toml")
#@ load("@ytt:assert", "assert")
#@ load("@ytt:overlay", "overlay")
#@ load("@ytt:template", "template")
#@ load("@ytt:data", "data")
#@ load("@ytt:library", "library")
#@ lib = library.get("lib")
#@ def f(*a):
#@   return None
#@ end
#@ def fragment(x):
a: #@ x
#@ end
#@ def nest():
#@   x = 1
#@   for i in range({DEPTH}):
#@     x = {make}
#@   end
#@   return x
#@ end
#@ def tries(x, y):
#@   return len([
"#
        );
        for use_ in USES {
            let _ = writeln!(code, "#@     assert.try_to(lambda: {use_}),");
        }
        code.push_str("#@   ])\n#@ end\nr: #@ tries(nest(), nest())\n");
        let scratch = directory(&[("c/a.yml", &code), LIBRARY]);
        let output = limited(scratch.path(), "-f c --max-steps 1000000000000");
        let says = stderr(&output);
        match output.status.code() {
            Some(0) => assert_eq!(stdout(&output), format!("r: {}\n", USES.len()), "{make}"),
            Some(1) => assert!(says.contains("Error") && make.starts_with("set"), "{make}: {says}"),
            other => panic!("{make}: {other:?}: {says}"),
        }
        if make != "[x]" {
            continue;
        }
        // As an output value it is too deep, which is an error.
        let output_code = code.replace("tries(nest(), nest())", "nest()");
        let scratch = directory(&[("c/a.yml", &output_code), LIBRARY]);
        let output = limited(scratch.path(), "-f c --max-steps 1000000000000");
        assert_eq!(output.status.code(), Some(1), "{make}: {}", stderr(&output));
    }
}

#[test]
fn fragments_and_libraries_have_a_limit_of_their_own() {
    let code = "#@ def wrap(x):\na: #@ x\n#@ end\n#@ def nest():\n#@   x = 1\n#@   for i in range(1000000):\n\
                #@     x = wrap(x)\n#@   end\n#@   return x\n#@ end\nr: #@ nest()\n";
    let scratch = directory(&[("a.yml", code)]);
    let output = limited(scratch.path(), "-f a.yml");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("nested deeper than 1000 levels"), "{}", stderr(&output));
    let library = "#@ load('@ytt:library', 'library')\n#@ def chain():\n#@   one = library.get('lib')\n\
                   #@   for i in range(3000):\n#@     one = one.with_data_values({'a': i})\n#@   end\n\
                   #@   return one\n#@ end\n#@ x = chain()\nr: 1\n";
    let scratch = directory(&[
        ("conf/a.yml", library),
        ("conf/_ytt_lib/lib/schema.yml", "#@data/values-schema\n---\na: 0\n"),
    ]);
    let output = limited(scratch.path(), "-f conf");
    assert_eq!(stdout(&output), "r: 1\n", "{}", stderr(&output));
}
