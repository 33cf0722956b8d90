//! The host's half of a compiled template: nodes the program can start and statements it consists of.

use std::rc::Rc;

use yardstick_starlark::Text;

use crate::tree::{ArrayItem, MapItem, NodeKind, Position, Yaml};

/// What a program of the `starlark` crate refers to by statement number.
#[derive(Debug, Default)]
pub(crate) struct Unit {
    pub(crate) nodes: Vec<SourceNode>,
    pub(crate) statements: Vec<Statement>,
    /// A repeated key replaces the earlier one instead of failing.
    pub(crate) implicit_overrides: bool,
    /// It builds text, not nodes.
    pub(crate) is_text: bool,
}

impl Unit {
    /// Whether the statements numbered `ids` build anything that can be seen: between the pieces of a text template
    /// there are blanks.
    pub(crate) fn builds(&self, ids: &[u32]) -> bool {
        ids.iter().any(|id| match &self.statements[*id as usize] {
            Statement::Text(text) => !text.as_bytes().trim_ascii().is_empty(),
            _ => true,
        })
    }
}

/// A document, map item or array item of the template's source. Nodes are numbered in source order,
/// so that `a` is above `b` exactly when `a < b < end of a`.
#[derive(Debug)]
pub(crate) struct SourceNode {
    pub(crate) kind: NodeKind,
    /// The first number after its subtree.
    pub(crate) end: u32,
    pub(crate) position: Position,
    /// The key of a map item; a templated key is made while running.
    pub(crate) key: Yaml,
    pub(crate) holds: Holds,
    pub(crate) annotations: Box<[AnnotationName]>,
}

// Large templates have many of them.
const _: () = assert!(size_of::<SourceNode>() <= 64 && size_of::<Statement>() <= 24);

/// Name and place of an annotation; its arguments are operands of the statement that evaluates it.
#[derive(Debug)]
pub(crate) struct AnnotationName {
    pub(crate) name: Rc<str>,
    pub(crate) position: Position,
}

/// What a node holds when it is started.
#[derive(Debug)]
pub(crate) enum Holds {
    /// A value known beforehand; null where it is computed.
    Value(Yaml),
    /// A map that its children fill; how many are written.
    Map(u32),
    /// An array that its children fill; how many are written.
    Array(u32),
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
    /// Evaluates the annotations of a node that is started later (its key is templated).
    Annotate(u32),
    /// Starts a node. Operands: the arguments of its annotations, unless evaluated before.
    Start(u32),
    /// Sets the value of the node started last.
    Set,
    /// Map items without any code, shared by all passes.
    MapItems { node: u32, items: Box<[MapItem]> },
    /// Array items without any code.
    ArrayItems { node: u32, items: Box<[ArrayItem]> },
    /// Starts collecting text: a templated string.
    BeginText,
    /// Adds text.
    Text(Text),
    /// Adds a printed value, which must be a string.
    Print,
    /// The collected text becomes the key of the node started next.
    EndTextAsKey,
    /// The collected text becomes the value of the node started last.
    EndTextAsValue,
}
