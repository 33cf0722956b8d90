//! The host's part of a compiled template: the nodes that the program can start, and its statements.

use std::{cell::Cell, rc::Rc};

use yardstick_starlark::Text;

use crate::tree::{ArrayItem, MapItem, NodeKind, Position, Yaml};

/// The data that a program of the `starlark` crate refers to by statement number.
#[derive(Debug, Default)]
pub(crate) struct Unit {
    pub(crate) nodes: Vec<SourceNode>,
    pub(crate) statements: Vec<Statement>,
    /// Whether a repeated key replaces the earlier one instead of being an error.
    pub(crate) implicit_overrides: bool,
    /// Whether it builds text, not nodes.
    pub(crate) is_text: bool,
}

impl Unit {
    /// Whether the statements `ids` build anything visible. Between the pieces of a text template, there is white
    /// space.
    pub(crate) fn builds(&self, ids: &[u32]) -> bool {
        ids.iter().any(|id| match &self.statements[*id as usize] {
            Statement::Text(text) => !text.as_bytes().trim_ascii().is_empty(),
            _ => true,
        })
    }
}

/// A document, map item or array item in the source of the template. Nodes are numbered in source order, so that `a`
/// is above `b` exactly if `a < b < end of a`.
#[derive(Debug)]
pub(crate) struct SourceNode {
    pub(crate) kind: NodeKind,
    /// The first number after its subtree.
    pub(crate) end: u32,
    pub(crate) position: Position,
    /// The key of a map item. A templated key is created at run time.
    pub(crate) key: Yaml,
    pub(crate) holds: Holds,
    pub(crate) annotations: Box<[AnnotationName]>,
}

// Keep them small, because large templates have many.
const _: () = assert!(size_of::<SourceNode>() <= 64 && size_of::<Statement>() <= 24);

/// The name and position of an annotation. Its arguments are operands of the statement that evaluates it.
#[derive(Debug)]
pub(crate) struct AnnotationName {
    pub(crate) name: Rc<str>,
    pub(crate) position: Position,
}

/// The content of a node when it is started.
#[derive(Debug)]
pub(crate) enum Holds {
    /// A constant value; null if it is computed.
    Value(Yaml),
    /// A map that its children fill, with the number of written children.
    Map(u32),
    /// An array that its children fill, with the number of written children, or of those that it had the last time:
    /// most arrays with a loop in them are about as long each time.
    Array(Cell<u32>),
}

impl Holds {
    /// The value known beforehand.
    #[inline]
    pub(crate) fn value(&self) -> Yaml {
        match self {
            Holds::Value(value) => value.clone(),
            Holds::Map(_) | Holds::Array(_) => Yaml::Null,
        }
    }
}

/// One step of building the result.
#[derive(Debug)]
pub(crate) enum Statement {
    /// Evaluates the annotations of a node that is started later, because its key is templated.
    Annotate(u32),
    /// Starts a node. Operands: the arguments of its annotations, unless they have been evaluated.
    Start(u32),
    /// Sets the value of the last started node.
    Set,
    /// Map items without any code, shared by all runs.
    MapItems { node: u32, items: Box<[MapItem]> },
    /// Array items without any code.
    ArrayItems { node: u32, items: Box<[ArrayItem]> },
    /// Starts collecting text for a templated string.
    BeginText,
    /// Adds text.
    Text(Text),
    /// Adds a printed value, which must be a string.
    Print,
    /// Uses the collected text as the key of the next node to start.
    EndTextAsKey,
    /// Uses the collected text as the value of the last started node.
    EndTextAsValue,
}
