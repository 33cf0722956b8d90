//! Using an index must give the same results and the same errors as testing every matcher on every node.

#[path = "support/trees.rs"]
mod trees;

use proptest::{collection::vec, prelude::*};
use trees::{
    annotated_item, annotation, array, dict, document, map, overlay, overlay_document, thread,
};
use yardstick_diagnostics::{Sources, render};
use yardstick_overlay::{FileDocuments, OverlayDocument, Overlayer, Strategy as Matching};
use yardstick_starlark::{Thread, Value};
use yardstick_template::{
    print::to_yaml_text,
    tree::{Annotation, ArrayItem, Document, Yaml},
};

/// The name of an item or document. Sometimes something that is not a name.
#[derive(Clone, Debug)]
enum Name {
    Text(u8),
    Number(i64),
    Nothing,
    Missing,
}

fn name() -> impl Strategy<Value = Name> {
    prop_oneof![
        200 => (0..12u8).prop_map(Name::Text),
        4 => (0..2i64).prop_map(Name::Number),
        2 => Just(Name::Nothing),
        1 => Just(Name::Missing),
    ]
}

impl Name {
    fn node(&self, value: i64) -> Yaml {
        let value = Yaml::Int(value);
        match self {
            Name::Text(n) => map([("name", Yaml::text(&format!("n{n}"))), ("value", value)]),
            Name::Number(n) => map([("name", Yaml::Int(*n)), ("value", value)]),
            Name::Nothing => map([("name", Yaml::Null), ("value", value)]),
            Name::Missing => map([("value", value)]),
        }
    }

    fn pattern(&self) -> Value {
        match self {
            Name::Text(n) => dict([("name", Value::from(format!("n{n}")))]),
            Name::Number(n) => dict([("name", Value::Int(*n))]),
            Name::Nothing => dict([("name", Value::None)]),
            Name::Missing => dict([]),
        }
    }
}

#[derive(Clone, Debug)]
enum By {
    All,
    Index(i64),
    Name,
    Subset(Name),
    And(Box<By>, Box<By>),
    Or(Box<By>, Box<By>),
    Not(Box<By>),
}

fn by() -> impl Strategy<Value = By> {
    let leaf = prop_oneof![
        1 => Just(By::All),
        2 => (-1..30i64).prop_map(By::Index),
        6 => Just(By::Name),
        6 => name().prop_map(By::Subset),
    ];
    leaf.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| By::And(a.into(), b.into())),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| By::Or(a.into(), b.into())),
            inner.prop_map(|a| By::Not(a.into())),
        ]
    })
}

impl By {
    fn matcher(&self, thread: &mut Thread) -> Value {
        match self {
            By::All => overlay_all(),
            By::Index(at) => overlay(thread, "index", &[Value::Int(*at)]),
            By::Name => overlay(thread, "map_key", &[Value::from("name")]),
            By::Subset(name) => overlay(thread, "subset", &[name.pattern()]),
            By::And(a, b) => {
                let operands = [a.matcher(thread), b.matcher(thread)];
                overlay(thread, "and_op", &operands)
            }
            By::Or(a, b) => {
                let operands = [a.matcher(thread), b.matcher(thread)];
                overlay(thread, "or_op", &operands)
            }
            By::Not(a) => {
                let operand = a.matcher(thread);
                overlay(thread, "not_op", &[operand])
            }
        }
    }
}

fn overlay_all() -> Value {
    let module = yardstick_overlay::module(&std::sync::Arc::new(Sources::new()));
    let Value::Host(module) = module else { panic!("the module is a host value") };
    module.attr("all").unwrap().unwrap()
}

#[derive(Clone, Debug)]
struct Edit {
    by: By,
    operation: &'static str,
    strict: bool,
    name: Name,
    value: i64,
}

fn edit() -> impl Strategy<Value = Edit> {
    let operation = prop_oneof![
        4 => Just("merge"),
        1 => Just("remove"),
        2 => Just("replace"),
        2 => Just("insert"),
        1 => Just("append"),
    ];
    (by(), operation, prop::bool::weighted(0.05), name(), 0..5i64).prop_map(
        |(by, operation, strict, name, value)| Edit { by, operation, strict, name, value },
    )
}

impl Edit {
    fn annotations(&self, thread: &mut Thread) -> Vec<Annotation> {
        let mut matching = vec![("by", self.by.matcher(thread))];
        if !self.strict {
            matching.push(("expects", Value::from("0+")));
        }
        let operation = match self.operation {
            "insert" => annotation("insert", vec![("after", Value::Bool(true))]),
            other => annotation(other, vec![]),
        };
        vec![annotation("match", matching), operation]
    }

    fn item(&self, thread: &mut Thread) -> ArrayItem {
        annotated_item(self.name.node(self.value), self.annotations(thread))
    }
}

fn run(
    matching: Matching,
    left: Vec<FileDocuments>,
    right: impl Fn(&mut Thread) -> Vec<OverlayDocument>,
) -> Result<Vec<(u32, Vec<String>)>, String> {
    let (sources, mut thread) = (Sources::new(), thread());
    let right = right(&mut thread);
    let mut overlayer = Overlayer::with_strategy(&mut thread, &sources, matching);
    match overlayer.documents(left, &right) {
        Ok(files) => {
            let text = |document: &Document| to_yaml_text(&document.value);
            Ok(files
                .iter()
                .map(|file| (file.file, file.documents.iter().map(text).collect()))
                .collect())
        }
        Err(problem) => {
            Err(format!("{}\n{:?}", render::reference::message(&problem, &sources), problem.notes))
        }
    }
}

fn names(names: &[Name]) -> Vec<Yaml> {
    names.iter().enumerate().map(|(at, name)| name.node(at as i64)).collect()
}

proptest! {
    #[test]
    fn documents(first in vec(name(), 1..20), second in vec(name(), 1..20), edits in vec(edit(), 1..12)) {
        let left = || vec![
            FileDocuments { file: 4, documents: names(&first).into_iter().map(document).collect() },
            FileDocuments { file: 7, documents: names(&second).into_iter().map(document).collect() },
        ];
        let right = |thread: &mut Thread| {
            let overlay = |edit: &Edit| {
                overlay_document(edit.name.node(edit.value), edit.annotations(thread))
            };
            edits.iter().map(overlay).collect()
        };
        prop_assert_eq!(
            run(Matching::Indexed, left(), right),
            run(Matching::Scan, left(), right)
        );
    }

    #[test]
    fn array_items(left in vec(name(), 10..30), edits in vec(vec(edit(), 1..6), 1..5)) {
        let items = || array(names(&left).into_iter().map(ArrayItem::new).collect());
        let left = || trees::file(vec![document(map([("items", items())]))]);
        let right = |thread: &mut Thread| {
            let all = || vec![annotation("match", vec![("by", overlay_all())])];
            let overlay = |edits: &Vec<Edit>| {
                let items = array(edits.iter().map(|edit| edit.item(thread)).collect());
                overlay_document(map([("items", items)]), all())
            };
            edits.iter().map(overlay).collect()
        };
        prop_assert_eq!(
            run(Matching::Indexed, left(), right),
            run(Matching::Scan, left(), right)
        );
    }
}
