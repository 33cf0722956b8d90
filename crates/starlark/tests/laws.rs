//! Properties that hold for all inputs.

use std::fmt::Write;
use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer;
use proptest::prelude::*;
use yardstick_diagnostics::FileId;
use yardstick_starlark::syntax::{Fault, parse, print};
use yardstick_starlark::{Blocks, Dialect, Limits, Options, Program, Segment, Thread, Value};

/// Runs a program and returns the text of its global `r`.
fn result(source: &str, dialect: Dialect) -> Result<String, String> {
    let options = Options::new(dialect);
    let program = Program::compile_file(FileId(0), source.as_bytes(), &options, Rc::new(()))
        .map_err(|errors| errors[0].fault.to_string())?;
    let mut thread = Thread::new(Rc::new(()), Limits { steps: 100_000, ..Limits::default() });
    let module = thread.eval(&program).map_err(|error| error.message().to_owned())?;
    Ok(module.get(&"r".into()).map_or_else(String::new, |value: Value| value.to_repr()))
}

/// Generates expressions as text, nested a few levels.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        "[a-c]",
        "[0-9]{1,3}",
        Just("1.5".to_owned()),
        Just("\"s\\n\"".to_owned()),
        Just("()".to_owned()),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            (inner.clone(), "(\\+|-|\\*|/|//|%|==|<|in|not in|and|or|\\||&|<<)", inner.clone())
                .prop_map(|(a, op, b)| format!("({a}) {op} ({b})")),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| format!("({a}) if ({b}) else ({c})")),
            inner.clone().prop_map(|a| format!("not ({a})")),
            inner.clone().prop_map(|a| format!("-({a})")),
            prop::collection::vec(inner.clone(), 0..3).prop_map(|v| format!("[{}]", v.join(", "))),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{{({a}): {b}}}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("f({a}, *({b}), k={a})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a})[({b}):]")),
            inner.clone().prop_map(|a| format!("({a}).attr[0]")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("[{a} for a in ({b}) if a]")),
            inner.prop_map(|a| format!("lambda x, y=1, *z, **w: ({a})")),
        ]
    })
}

/// Programs as trees of lines, with text for each block style.
#[derive(Clone, Debug)]
enum Line {
    Simple(String),
    Block(String, Vec<Line>),
}

fn line() -> impl Strategy<Value = Line> {
    let simple = prop_oneof![
        expression().prop_map(Line::Simple),
        expression().prop_map(|e| Line::Simple(format!("a, b.c[0] = {e}"))),
        expression().prop_map(|e| Line::Simple(format!("a += {e}"))),
        Just(Line::Simple("load(\"m\", \"x\", y=\"z\")".to_owned())),
    ];
    simple.prop_recursive(3, 12, 3, |inner| {
        let header = prop_oneof![
            expression().prop_map(|e| format!("if ({e}):")),
            expression().prop_map(|e| format!("for x, y in [{e}]:")),
            expression().prop_map(|e| format!("while ({e}):")),
            Just("def f(a, b=1, *c, d, **e):".to_owned()),
        ];
        (header, prop::collection::vec(inner, 1..3)).prop_map(|(h, body)| Line::Block(h, body))
    })
}

fn source(lines: &[Line], blocks: Blocks, indent: usize, out: &mut String) {
    let pad = "    ".repeat(indent);
    for line in lines {
        match line {
            Line::Simple(text) => writeln!(out, "{pad}{text}").unwrap(),
            Line::Block(header, body) => {
                writeln!(out, "{pad}{header}").unwrap();
                source(body, blocks, indent + 1, out);
                if blocks == Blocks::End {
                    writeln!(out, "{pad}end").unwrap();
                }
            }
        }
    }
}

fn reprinted(text: &str, dialect: &Dialect) -> String {
    let code = [Segment::Code(0..text.len() as u32)];
    let (ast, errors) = parse(FileId(0), text.as_bytes(), &code, dialect, 250);
    let is_fatal = |fault: &Fault| {
        matches!(
            fault,
            Fault::Unexpected { .. } | Fault::Character(_) | Fault::Bracket(_) | Fault::End
        )
    };
    let fatal = errors.iter().find(|error| is_fatal(&error.fault));
    assert!(fatal.is_none(), "{fatal:?} in\n{text}");
    print(&ast, dialect)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn printing_and_parsing_keeps_the_tree(lines in prop::collection::vec(line(), 1..4)) {
        for dialect in [Dialect::template(), Dialect::standard_relaxed()] {
            let mut text = String::new();
            source(&lines, dialect.blocks, 0, &mut text);
            // Printed text has every operator in parentheses, so it shows exactly the tree.
            let once = reprinted(&text, &dialect);
            let twice = reprinted(&once, &dialect);
            prop_assert_eq!(once, twice);
        }
    }

    #[test]
    fn both_block_styles_read_the_same(lines in prop::collection::vec(line(), 1..4)) {
        let (end, indented) = (Dialect::template(), Dialect::standard_relaxed());
        let (mut a, mut b) = (String::new(), String::new());
        source(&lines, end.blocks, 0, &mut a);
        source(&lines, indented.blocks, 0, &mut b);
        let code = [Segment::Code(0..b.len() as u32)];
        let (tree, _) = parse(FileId(0), b.as_bytes(), &code, &indented, 250);
        prop_assert_eq!(reprinted(&a, &end), print(&tree, &end));
    }

    #[test]
    fn integers_agree_with_bigint(a in any::<i128>(), b in any::<i128>(), small in any::<i64>(), n in 0u32..100) {
        for (x, y) in [(a, b), (i128::from(small), b), (i128::from(small), i128::from(small) / 3 - 7)] {
            let (p, q) = (BigInt::from(x), BigInt::from(y));
            prop_assume!(y != 0);
            let source = format!(
                "a = {x}\nb = {y}\nr = [a + b, a - b, a * b, a // b, a % b, a & b, a | b, a ^ b, ~a, -a, a << {n}, a >> {n}, a < b, a == b]"
            );
            let expected = format!(
                "[{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}]",
                &p + &q, &p - &q, &p * &q, p.div_floor(&q), p.mod_floor(&q), &p & &q, &p | &q, &p ^ &q,
                -&p - 1, -&p, &p << n, &p >> n,
                if p < q { "True" } else { "False" }, if p == q { "True" } else { "False" },
            );
            prop_assert_eq!(result(&source, Dialect::template()), Ok(expected));
        }
    }

    #[test]
    fn arbitrary_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for dialect in [Dialect::template(), Dialect::standard_relaxed()] {
            let _ = Program::compile_file(FileId(0), &bytes, &Options::new(dialect), Rc::new(()));
        }
    }

    #[test]
    fn arbitrary_tokens_do_no_harm(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "if", "for", "def", "f", "x", "in", ":", "\n", "end", "else", "(", ")", "[", "]", "{", "}", ",",
                "=", "+=", "+", "*", "**", "lambda", "not", "and", "1", "\"s\"", "'''", "\\", "#c", ".", "load",
                "return", "while", "    ", "elif", ";", "range", "len", "%", "|", "&",
            ]),
            0..60,
        )
    ) {
        let text = words.join(" ");
        for dialect in [Dialect::template(), Dialect::standard_relaxed()] {
            let _ = result(&text, dialect);
        }
    }
}
