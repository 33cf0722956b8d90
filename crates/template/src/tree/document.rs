//! Documents of a stream.

use std::rc::Rc;

use super::{Annotations, Position, Yaml};

/// One document: a value, the place of its `---`, and annotations.
#[derive(Clone, Debug)]
pub struct Document {
    /// What it holds.
    pub value: Yaml,
    /// Where its `---` is; the start of the file for a first document without one.
    pub position: Position,
    /// What was written above its `---`.
    pub annotations: Annotations,
}

impl Document {
    /// A document without annotations.
    pub fn new(value: impl Into<Yaml>, position: Position) -> Self {
        Self { value: value.into(), position, annotations: Annotations::NONE }
    }
}

impl Document {
    /// From now on what code made is like what was written: empty, it is left out of the output.
    pub fn settle(&mut self) {
        match &mut self.value {
            Yaml::Map(map) if map.computed => Rc::make_mut(map).computed = false,
            Yaml::Array(array) if array.computed => Rc::make_mut(array).computed = false,
            _ => {}
        }
    }
}

/// Whether a document holding `value` is left out of the output: nothing was written in it.
/// An empty map or list that code put there on purpose is printed.
pub fn is_blank(value: &Yaml) -> bool {
    match value {
        Yaml::Null => true,
        Yaml::Map(map) => map.is_empty() && !map.computed,
        Yaml::Array(array) => array.is_empty() && !array.computed,
        _ => false,
    }
}
