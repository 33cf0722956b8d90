//! Reading a schema document: types and defaults from its values, refined by its annotations.
//!
//! The annotations of a node are examined in a fixed order, so that of several mistakes always the
//! same one is reported first: `type` and `nullable`, then what the node holds, then `desc`, `title`,
//! `examples` and `deprecated`, then `default`, then `validation`.

mod any;
mod default;
mod documentation;
mod error;
mod examples;
mod nullable;

use std::rc::Rc;

use yardstick_diagnostics::{Diagnostic, Failure, Report, Sources, Statement};
use yardstick_template::tree::{
    Annotations, Array, ArrayItem, Document, Kind, Map, MapItem, Position, Yaml,
};

use self::error::{AuthorError, Result};
use crate::{
    place::{self, Node, NodeKind},
    positions::{MAX_DEPTH, settled},
    types::{Declaration, MapType, Type},
    validate,
};

/// What `document` declares.
pub(crate) fn document(
    document: &Document,
    sources: &Sources,
) -> yardstick_diagnostics::Result<Declaration> {
    let node = Declared {
        node: Node { position: document.position, kind: NodeKind::Document },
        value: &document.value,
        annotations: &document.annotations,
    };
    let result = Inference { sources, depth: 0 }.declare(node);
    result.map_err(|error| {
        Box::new(match error {
            AuthorError::Report(report) => Diagnostic::report("YS0501", report),
            AuthorError::Message(message, span) => {
                let diagnostic = Diagnostic::error("YS0503", message);
                span.into_iter().fold(diagnostic, Diagnostic::at)
            }
        })
    })
}

/// A node of the schema document.
#[derive(Clone, Copy)]
struct Declared<'a> {
    node: Node<'a>,
    value: &'a Yaml,
    annotations: &'a Annotations,
}

impl Declared<'_> {
    /// A failure of this node.
    fn failure(&self, sources: &Sources) -> Failure {
        Failure::at(self.node.place(self.value, sources))
    }
}

struct Inference<'a> {
    sources: &'a Sources,
    depth: usize,
}

impl Inference<'_> {
    fn declare(&mut self, declared: Declared<'_>) -> Result<Declaration> {
        let position = declared.node.position;
        let any = any::requested(&declared, self.sources)?;
        let nullable = nullable::requested(&declared, self.sources)?;
        let type_ = if any {
            any::refuse_schema_inside(declared.value, self.sources)?;
            Type::Any
        } else if nullable && !matches!(declared.value, Yaml::Null) {
            let inner = self.infer(&declared).map_err(|error| error.under("Invalid schema"))?;
            Type::Nullable(Box::new(inner))
        } else {
            self.infer(&declared)?
        };
        let documentation = documentation::read(&declared, &type_, self.sources)?;
        let default = match default::given(&declared, &type_, self.sources)? {
            Some(default) => default,
            None if nullable => Yaml::Null,
            None => match &type_ {
                Type::Any => settled(declared.value, position).ok_or_else(|| too_deep(position))?,
                Type::Map(map) => Yaml::Map(Rc::clone(&map.defaults)),
                Type::Array(_) => Array::new(Vec::new()).into(),
                Type::Scalar(_) | Type::Nullable(_) => declared.value.clone(),
            },
        };
        let is_text = matches!(type_.not_null(), Type::Scalar(Kind::Text));
        let validation = validate::of_schema_node(declared.annotations, is_text, self.sources);
        let validation = validation.map_err(|validate::Malformed { message, position }| {
            AuthorError::Message(message, position.span())
        })?;
        Ok(Declaration { position, type_, default, documentation, validation })
    }

    /// The type that the value of a node is an example of.
    fn infer(&mut self, declared: &Declared<'_>) -> Result<Type> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(too_deep(declared.node.position));
        }
        let type_ = match declared.value {
            Yaml::Null => return Err(null_value(declared, self.sources)),
            Yaml::Map(map) => self.map(map, declared.node.position)?,
            Yaml::Array(array) => match array.items.as_slice() {
                [item] => self.array(item, declared.node.position)?,
                items => return Err(array_size(items.len(), declared, self.sources)),
            },
            Yaml::Int(_) | Yaml::UInt(_) => Type::Scalar(Kind::Int),
            scalar => Type::Scalar(scalar.kind()),
        };
        self.depth -= 1;
        Ok(type_)
    }

    fn map(&mut self, map: &Map, holder: Position) -> Result<Type> {
        let mut values = Vec::with_capacity(map.len());
        let mut defaults = Vec::with_capacity(map.len());
        for item in map.items() {
            let position = item.position.or(holder);
            let declaration = self.declare(Declared {
                node: Node { position, kind: NodeKind::MapItem(&item.key) },
                value: &item.value,
                annotations: &item.annotations,
            })?;
            let (key, value) = (item.key.clone(), declaration.default.clone());
            defaults.push(MapItem { key, value, position, annotations: Annotations::NONE });
            values.push(declaration);
        }
        Ok(Type::Map(MapType { values, defaults: Rc::new(Map::new(defaults)) }))
    }

    fn array(&mut self, item: &ArrayItem, holder: Position) -> Result<Type> {
        let position = item.position.or(holder);
        let declaration = self.declare(Declared {
            node: Node { position, kind: NodeKind::ArrayItem },
            value: &item.value,
            annotations: &item.annotations,
        })?;
        Ok(Type::Array(Box::new(declaration)))
    }
}

fn null_value(declared: &Declared<'_>, sources: &Sources) -> AuthorError {
    let failure = declared
        .failure(sources)
        .found(Statement::new("null value"))
        .expected(Statement::new("non-null value"))
        .hint("in YAML, omitting a value implies null.")
        .hint("to set the default value to null, annotate with @schema/nullable.")
        .hint("to allow any value, annotate with @schema/type any=True.");
    Report::new("Invalid schema - null value not allowed here", vec![failure]).into()
}

fn array_size(items: usize, declared: &Declared<'_>, sources: &Sources) -> AuthorError {
    let failure = declared
        .failure(sources)
        .found(Statement::new(format!("{items} array items")))
        .expected(Statement::new("exactly 1 array item, of the desired type"))
        .hint("in schema, the one item of the array implies the type of its elements.")
        .hint("in schema, the default value for an array is always an empty list.")
        .hint("default values can be overridden via a data values overlay.");
    let summary = "Invalid schema - wrong number of items in array definition";
    Report::new(summary, vec![failure]).into()
}

fn too_deep(position: Position) -> AuthorError {
    let message = format!("Invalid schema - nested deeper than {MAX_DEPTH} levels");
    AuthorError::Message(message, position.span())
}

/// Where the type of a node is declared, as reports name it.
fn declared_type(type_: &Type, declared: &Declared<'_>) -> Statement {
    Statement::from(type_.name(), "by", place::of(declared.node.position))
}
