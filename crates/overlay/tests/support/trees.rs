//! Trees and annotations, created by hand.

#![allow(dead_code, reason = "each test uses some of it")]

use std::{rc::Rc, sync::Arc};

use yardstick_diagnostics::Sources;
use yardstick_overlay::{FileDocuments, OverlayDocument, module};
use yardstick_starlark::{Limits, Thread, Value};
use yardstick_template::tree::{
    Annotation, Annotations, Array, ArrayItem, Document, Map, MapItem, Position, Yaml,
};

pub(crate) fn thread() -> Thread {
    Thread::new(Rc::new(()), Limits::default())
}

/// `overlay.name(arguments)`
pub(crate) fn overlay(thread: &mut Thread, name: &str, arguments: &[Value]) -> Value {
    let module = module(&Arc::new(Sources::new()));
    let Value::Host(module) = module else { panic!("the module is a host value") };
    let member = module.attr(name).unwrap().unwrap();
    thread.call(&member, arguments, &[]).unwrap()
}

pub(crate) fn dict<const N: usize>(entries: [(&str, Value); N]) -> Value {
    let entries = entries.into_iter().map(|(key, value)| (Value::from(key), value));
    Value::Dict(yardstick_starlark::Dict::from_entries(entries).unwrap())
}

pub(crate) fn map<const N: usize>(items: [(&str, Yaml); N]) -> Yaml {
    Map::new(items.into_iter().map(|(key, value)| MapItem::new(key, value)).collect()).into()
}

pub(crate) fn array(items: Vec<ArrayItem>) -> Yaml {
    Array::new(items).into()
}

pub(crate) fn annotation(name: &str, keywords: Vec<(&str, Value)>) -> Annotation {
    Annotation {
        name: Rc::from(format!("overlay/{name}")),
        positional: Vec::new(),
        keywords: keywords.into_iter().map(|(key, value)| (key.into(), value)).collect(),
        position: Position::UNKNOWN,
        earlier: None,
    }
}

pub(crate) fn annotated_item(value: Yaml, annotations: Vec<Annotation>) -> ArrayItem {
    ArrayItem { annotations: Annotations::new(annotations), ..ArrayItem::new(value) }
}

pub(crate) fn document(value: Yaml) -> Document {
    Document::new(value, Position::UNKNOWN)
}

pub(crate) fn file(documents: Vec<Document>) -> Vec<FileDocuments> {
    vec![FileDocuments { file: 0, documents }]
}

pub(crate) fn overlay_document(value: Yaml, annotations: Vec<Annotation>) -> OverlayDocument {
    let document = Document { annotations: Annotations::new(annotations), ..document(value) };
    OverlayDocument { file: 1, name: "overlay.yml".to_owned(), document }
}
