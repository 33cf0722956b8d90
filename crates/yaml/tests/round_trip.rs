//! Properties: printed text reads back as the same values, and formatting twice changes nothing.

use std::sync::Arc;

use proptest::prelude::*;
use yardstick_diagnostics::{FileId, SourceFile};
use yardstick_yaml::{
    Document, Options, Resolver, Tree,
    fmt::format,
    parse,
    print::{EmptyDocument, Printer, Scalar, YamlPrinter, print_documents},
};

#[derive(Clone, Debug)]
enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(String),
    Map(Vec<(String, Value)>),
    Array(Vec<Value>),
}

/// Generates texts that look like something else. Excludes U+2028 and U+2029: they are printed as in the reference,
/// which changes the text.
fn text() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a",
        "b c",
        " ",
        "\n",
        "\n\n",
        ":",
        ": ",
        "#",
        " #",
        "-",
        "- ",
        "'",
        "\"",
        "\\",
        "\t",
        "é",
        "日",
        "\u{1F600}",
        "\u{85}",
        "\u{FEFF}",
        "\0",
        "\r",
        "yes",
        "null",
        "~",
        "12",
        "1e3",
        ".5",
        "0x1F",
        "2001-01-01",
        "1:30",
        "---",
        "...",
        "?",
        "[",
        "]",
        "{",
        "}",
        ",",
        "&a",
        "*a",
        "!t",
        "|",
        ">",
        "%",
        "@",
        "`",
        "<<",
        "=",
    ]);
    prop::collection::vec(pieces, 0..5).prop_map(|pieces| pieces.concat())
}

fn value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        any::<f64>()
            .prop_filter("NaN equals nothing; -0 reads as the integer 0", |f| {
                !f.is_nan() && f.to_bits() != (-0.0f64).to_bits()
            })
            .prop_map(Value::Float),
        text().prop_map(Value::Str),
    ];
    scalar.prop_recursive(5, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec((text(), inner.clone()), 0..5).prop_map(|mut pairs| {
                let mut seen = std::collections::HashSet::new();
                // As in the reference, `<<` is printed without quotes, and then merges.
                pairs.retain(|(key, _)| key != "<<" && seen.insert(key.clone()));
                Value::Map(pairs)
            }),
            prop::collection::vec(inner, 0..5).prop_map(Value::Array),
        ]
    })
}

fn print<P: Printer>(printer: &mut P, value: &Value) -> Result<(), P::Error> {
    match value {
        Value::Null => printer.scalar(Scalar::Null),
        Value::Bool(value) => printer.scalar(Scalar::Bool(*value)),
        Value::Int(value) => printer.scalar(Scalar::Int(*value)),
        Value::Float(value) => printer.scalar(Scalar::Float(*value)),
        Value::Str(text) => printer.scalar(text.as_str().into()),
        Value::Map(pairs) => {
            printer.begin_map();
            for (key, value) in pairs {
                printer.key(key.as_str().into(), None)?;
                print(printer, value)?;
            }
            printer.end_map();
            Ok(())
        }
        Value::Array(items) => {
            printer.begin_array();
            for item in items {
                printer.item(None);
                print(printer, item)?;
            }
            printer.end_array();
            Ok(())
        }
    }
}

fn read(text: &[u8]) -> Tree {
    let source = Arc::new(SourceFile::new("x.yml", text.to_vec()));
    parse(source, FileId(0), &Options::reference())
        .unwrap_or_else(|error| panic!("{}\n{}", error.message, String::from_utf8_lossy(text)))
}

/// Whether `node` has the value `value`. A whole float is printed without a point and reads back as an integer.
fn same(node: yardstick_yaml::NodeRef<'_>, value: &Value) -> bool {
    use yardstick_yaml::Scalar as Read;
    match value {
        Value::Map(pairs) => {
            node.is_map()
                && node.len() == pairs.len()
                && node.entries().zip(pairs).all(|(entry, (key, value))| {
                    same(entry.key, &Value::Str(key.clone())) && same(entry.value, value)
                })
        }
        Value::Array(items) => {
            node.is_sequence()
                && node.len() == items.len()
                && node.items().zip(items).all(|(node, value)| same(node, value))
        }
        scalar => match (node.scalar(Resolver::Yaml11), scalar) {
            (Read::Null, Value::Null) => node.is_scalar(),
            (Read::Bool(a), Value::Bool(b)) => a == *b,
            (Read::Int(a), Value::Int(b)) => a == *b,
            (Read::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
            (Read::Int(a), Value::Float(b)) => (a as f64).to_bits() == b.to_bits(),
            (Read::Str(a), Value::Str(b)) => a == b,
            _ => false,
        },
    }
}

fn printed(value: &Value) -> Vec<u8> {
    let mut printer = YamlPrinter::new();
    printer.document(EmptyDocument::Print, None);
    print(&mut printer, value).unwrap();
    printer.finish()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printed_and_read_again_is_the_same(value in value()) {
        let text = printed(&value);
        let tree = read(&text);
        prop_assert_eq!(tree.documents().len(), 1);
        let root = tree.document(0).map(Document::root);
        prop_assert!(root.is_some_and(|root| same(root, &value)), "{}", String::from_utf8_lossy(&text));
    }

    #[test]
    fn a_printed_tree_prints_the_same_again(value in value()) {
        let text = printed(&value);
        let mut printer = YamlPrinter::new();
        print_documents(&read(&text), &mut printer).unwrap();
        let again = printer.finish();
        let empty = matches!(&value, Value::Null)
            || matches!(&value, Value::Map(pairs) if pairs.is_empty())
            || matches!(&value, Value::Array(items) if items.is_empty());
        prop_assert_eq!(String::from_utf8_lossy(&again), if empty { "".into() } else { String::from_utf8_lossy(&text) });
    }

    #[test]
    fn a_layout_keeps_values_and_is_its_own_layout(value in value()) {
        let formatted = format(&read(&printed(&value)));
        let tree = read(&formatted);
        let root = tree.document(0).map(Document::root);
        prop_assert!(
            root.is_some_and(|root| same(root, &value)),
            "{}", String::from_utf8_lossy(&formatted)
        );
        prop_assert_eq!(format(&tree), formatted);
    }
}
