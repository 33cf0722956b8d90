//! Documents: one value of a YAML stream, with its position and annotations.

use std::rc::Rc;

use super::{Annotations, Position, Yaml};

/// One document: a value, the position of its `---`, and annotations.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its value.
    pub value: Yaml,
    /// The position of its `---`; the start of the file for a first document without one.
    pub position: Position,
    /// The annotations above its `---`.
    pub annotations: Annotations,
}

impl Document {
    /// Creates a document without annotations.
    pub fn new(value: impl Into<Yaml>, position: Position) -> Self {
        Self { value: value.into(), position, annotations: Annotations::NONE }
    }
}

impl Document {
    /// Treats values created by code as written from now on: if empty, they are omitted from the output.
    pub fn settle(&mut self) {
        match &mut self.value {
            Yaml::Map(map) if map.computed => Rc::make_mut(map).computed = false,
            Yaml::Array(array) if array.computed => Rc::make_mut(array).computed = false,
            _ => {}
        }
    }
}

/// Whether a document with `value` is omitted from the output, because nothing was written in it. An empty map or
/// list that code created on purpose is printed.
pub fn is_blank(value: &Yaml) -> bool {
    match value {
        Yaml::Null => true,
        Yaml::Map(map) => map.is_empty() && !map.computed,
        Yaml::Array(array) => array.is_empty() && !array.computed,
        _ => false,
    }
}
