//! Properties that hold for every schema and every value.

use std::rc::Rc;

use proptest::prelude::*;
use yardstick_diagnostics::Sources;
use yardstick_schema::{
    Schema,
    compare::{Change, Effect, Side, compare},
};
use yardstick_starlark::{Limits, Text, Thread, Value};
use yardstick_template::{
    TemplateHost, print,
    tree::{Annotation, Annotations, Array, ArrayItem, Document, Map, MapItem, Position, Yaml},
};

const KEYS: [&str; 5] = ["a", "b", "c", "d", "e"];

fn scalar() -> impl Strategy<Value = Yaml> {
    prop_oneof![
        any::<bool>().prop_map(Yaml::Bool),
        any::<i8>().prop_map(|int| Yaml::Int(int.into())),
        Just(Yaml::Float(0.5)),
        "[a-z]{0,3}".prop_map(|text| Yaml::text(&text)),
    ]
}

/// How an item of a schema is annotated.
#[derive(Clone, Copy, Debug)]
enum Key {
    Plain,
    Any,
    Optional,
    OrNull,
}

fn map(items: Vec<(Key, Yaml)>) -> Yaml {
    let annotation = |name: &str, keywords: Vec<(Text, Value)>| {
        let position = Position::UNKNOWN;
        let annotation = Annotation {
            name: name.into(),
            positional: Vec::new(),
            keywords,
            position,
            earlier: None,
        };
        Annotations::new(vec![annotation])
    };
    let items = KEYS.iter().zip(items).map(|(key, (kind, value))| {
        let mut item = MapItem::new(*key, value);
        item.annotations = match kind {
            Key::Plain => Annotations::NONE,
            Key::Any => annotation("schema/any-key", Vec::new()),
            Key::Optional => {
                annotation("schema/key", vec![("missing_ok".into(), Value::Bool(true))])
            }
            Key::OrNull => {
                let or_inferred = ("or_inferred".into(), Value::Bool(true));
                annotation("schema/type", vec![("one_of".into(), Value::str("null")), or_inferred])
            }
        };
        item
    });
    Map::new(items.collect()).into()
}

fn key() -> impl Strategy<Value = Key> {
    prop_oneof![6 => Just(Key::Plain), 1 => Just(Key::Any), 1 => Just(Key::Optional), 1 => Just(Key::OrNull)]
}

/// A value of a schema: no nulls, and one item in each array.
fn example() -> impl Strategy<Value = Yaml> {
    scalar().prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec((key(), inner.clone()), 0..5).prop_map(map),
            inner.prop_map(|value| Array::new(vec![ArrayItem::new(value)]).into()),
        ]
    })
}

/// A schema with one level. Two of these have much in common.
fn flat() -> impl Strategy<Value = Yaml> {
    prop::collection::vec((key(), scalar()), 0..5).prop_map(map)
}

/// Any value. Its maps have keys in any order.
fn value() -> impl Strategy<Value = Yaml> {
    prop_oneof![9 => scalar(), 1 => Just(Yaml::Null)].prop_recursive(4, 24, 4, |inner| {
        let items = prop::collection::vec(inner.clone(), 0..4);
        let keys = Just(KEYS.to_vec()).prop_shuffle();
        prop_oneof![
            (keys, items.clone()).prop_map(|(keys, values)| {
                let items = keys.into_iter().zip(values);
                Map::new(items.map(|(key, value)| MapItem::new(key, value)).collect()).into()
            }),
            items.prop_map(|values| {
                Array::new(values.into_iter().map(ArrayItem::new).collect()).into()
            }),
        ]
    })
}

fn document(value: Yaml) -> Document {
    Document::new(value, Position::UNKNOWN)
}

/// Nothing runs in this thread, because these schemas have no functions.
fn thread() -> Thread {
    Thread::new(Rc::new(TemplateHost::new(|_| {})), Limits::default())
}

fn schema(example: Yaml) -> Schema {
    Schema::new(&mut thread(), &document(example), &Sources::new())
        .expect("examples are valid schemas")
}

fn text(document: &Document) -> String {
    print::to_yaml_text(&document.value)
}

proptest! {
    #[test]
    fn defaults_fit_and_lack_nothing(example in example()) {
        let schema = schema(example);
        let defaults = schema.defaults();
        let mut assigned = defaults.clone();
        prop_assert!(schema.assign(&mut thread(), &mut assigned, &Sources::new()).is_empty());
        prop_assert_eq!(text(&assigned), text(&defaults));
    }

    #[test]
    fn filling_in_twice_changes_nothing(example in example(), value in value()) {
        let (schema, sources) = (schema(example), Sources::new());
        let mut once = document(value);
        let first = schema.assign(&mut thread(), &mut once, &sources).len();
        let mut twice = once.clone();
        prop_assert_eq!(schema.assign(&mut thread(), &mut twice, &sources).len(), first);
        prop_assert_eq!(text(&twice), text(&once));
    }

    #[test]
    fn what_fits_keeps_every_given_value(example in example(), value in value()) {
        let (schema, sources) = (schema(example), Sources::new());
        let given = document(value);
        let mut assigned = given.clone();
        if schema.assign(&mut thread(), &mut assigned, &sources).is_empty() {
            prop_assert!(contains(&assigned.value, &given.value));
        }
    }

    #[test]
    fn a_failed_step_can_be_undone(example in example(), value in value()) {
        let (schema, sources) = (schema(example), Sources::new());
        let mut step = document(value);
        let mismatches = schema.assign(&mut thread(), &mut step, &sources);
        schema.restore(&mut thread(), &mut step, &schema.defaults(), &mismatches);
        prop_assert!(schema.check(&mut thread(), &step, &sources).is_empty(), "{}", text(&step));
    }

    #[test]
    fn a_schema_does_not_differ_from_itself(example in example()) {
        let (one, other) = (schema(example.clone()), schema(example));
        let changes: Vec<String> = changes(&one, &other).iter().map(Change::to_string).collect();
        prop_assert!(changes.is_empty(), "{:?}", changes);
    }

    #[test]
    fn what_breaks_nothing_refuses_nothing_new(
        old in prop_oneof![example(), flat()],
        new in prop_oneof![example(), flat()],
        value in prop_oneof![value(), flat()],
    ) {
        let (old, new) = (schema(old), schema(new));
        let sources = Sources::new();
        let changes = changes(&old, &new);
        let accepts = |schema: &Schema, value: &Yaml| {
            schema.assign(&mut thread(), &mut document(value.clone()), &sources).is_empty()
        };
        if changes.iter().all(|change| change.effect < Effect::Breaking) {
            for value in [value, old.defaults().value] {
                let changes: Vec<String> = changes.iter().map(Change::to_string).collect();
                prop_assert!(!accepts(&old, &value) || accepts(&new, &value), "{:?}", changes);
            }
        }
    }
}

/// Returns the changes from one schema to another.
fn changes(old: &Schema, new: &Schema) -> Vec<Change> {
    let (mut one, mut other) = (thread(), thread());
    compare(Side { schema: old, thread: &mut one }, Side { schema: new, thread: &mut other })
}

/// Whether `whole` contains everything in `part`, at the same place.
fn contains(whole: &Yaml, part: &Yaml) -> bool {
    match (whole, part) {
        (Yaml::Map(whole), Yaml::Map(part)) => part.items().iter().all(|item| {
            whole.get(&item.key).is_some_and(|other| contains(&other.value, &item.value))
        }),
        (Yaml::Array(whole), Yaml::Array(part)) => {
            whole.len() == part.len()
                && whole.items.iter().zip(&part.items).all(|(a, b)| contains(&a.value, &b.value))
        }
        (whole, part) => whole.same_scalar(part),
    }
}
