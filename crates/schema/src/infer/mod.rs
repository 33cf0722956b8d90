//! Reading a schema document: types and defaults from its values, refined by its annotations.
//!
//! The annotations of a node are examined in a fixed order, so that of several mistakes always the
//! same one is reported first: `removed` and `key`, `type`, `required` and `nullable`, combinations,
//! then what the node holds, then `desc`, `title`, `examples` and `deprecated`, then `default`, then
//! `validation`.

mod any;
mod combine;
mod default;
mod definition;
mod documentation;
mod error;
mod examples;
mod key;
pub(crate) mod names;
mod presence;
mod requested;

use std::rc::Rc;

use yardstick_diagnostics::{Diagnostic, Failure, Report, Role, Sources, Statement, codes};
use yardstick_starlark::Thread;
use yardstick_template::tree::{
    Annotations, Array, ArrayItem, Document, Kind, Map, MapItem, Position, Yaml,
};

use self::{
    error::{AuthorError, Result},
    key::Key,
    requested::{Requested, UnionRequest},
};
use crate::{
    model::{Declaration, KeyPattern, MapType, OpenKeys, RemovedKey, Type, Union},
    place::{self, Node, NodeKind},
    validate,
    values::settle::{MAX_DEPTH, settled},
};

/// What `document` declares, and what in it is probably not meant.
pub(crate) fn document(
    thread: &mut Thread,
    document: &Document,
    sources: &Sources,
) -> yardstick_diagnostics::Result<(Declaration, Features, Vec<Diagnostic>)> {
    let node = Declared {
        node: Node { position: document.position, kind: NodeKind::Document },
        value: &document.value,
        annotations: &document.annotations,
    };
    let features = Features::default();
    let mut inference = Inference { thread, sources, depth: 0, features, warnings: Vec::new() };
    let result = definition::check(&node, sources)
        .and_then(|()| key::read(inference.thread, &node, sources))
        .and_then(|_| inference.declare(node));
    let (features, warnings) = (inference.features, inference.warnings);
    result.map(|root| (root, features, warnings)).map_err(|error| {
        Box::new(match error {
            AuthorError::Diagnostic(diagnostic) => *diagnostic,
            AuthorError::Report(report) => Diagnostic::report(codes::SCHEMA_BY_EXAMPLE, report),
            AuthorError::Message(message, span) => {
                let diagnostic = Diagnostic::error(codes::SCHEMA_ANNOTATION, message);
                span.into_iter().fold(diagnostic, Diagnostic::at)
            }
            AuthorError::Rules(malformed) => malformed.into_diagnostic(codes::SCHEMA_ANNOTATION),
        })
    })
}

/// What a schema makes use of: what nobody uses need not be looked for in values.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Features {
    /// Keys that need not be there.
    pub(crate) open_keys: bool,
    /// Patterns of keys that expect a number of items.
    pub(crate) counted_keys: bool,
    /// Deprecated nodes.
    pub(crate) deprecated: bool,
    /// Values of several types, or of several schemas.
    pub(crate) alternatives: bool,
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
    thread: &'a mut Thread,
    sources: &'a Sources,
    depth: usize,
    features: Features,
    warnings: Vec<Diagnostic>,
}

impl Inference<'_> {
    fn declare(&mut self, declared: Declared<'_>) -> Result<Declaration> {
        let position = declared.node.position;
        let requested = requested::read(&declared, self.sources)?;
        let required = presence::required(&declared, self.sources)?;
        let nullable = presence::nullable(&declared, self.sources)? || required.is_some();
        let combination = combine::requested(self, &declared)?;
        let type_ = match (requested, combination) {
            (_, Some(annotation)) => {
                let combined = self.combined(&declared, annotation)?;
                if nullable { Type::Nullable(Box::new(combined)) } else { combined }
            }
            (Requested::Any, None) => {
                any::refuse_schema_inside(declared.value, self.sources)?;
                // A map cannot be merged into a value of another kind.
                self.features.alternatives |= !matches!(declared.value, Yaml::Null);
                Type::Any
            }
            (Requested::Union(request), None) => {
                let union = self.union(&declared, &request, nullable)?;
                if nullable { Type::Nullable(Box::new(union)) } else { union }
            }
            (Requested::Inferred, None) if nullable && !matches!(declared.value, Yaml::Null) => {
                let inner = self.infer(&declared).map_err(|error| error.under("Invalid schema"))?;
                Type::Nullable(Box::new(inner))
            }
            (Requested::Inferred, None) => self.infer(&declared)?,
        };
        self.features.alternatives |= matches!(type_.not_null(), Type::Union(_) | Type::Choice(_));
        let type_ = self.without(&declared, type_)?;
        let documentation = documentation::read(self, &declared, &type_)?;
        self.features.deprecated |=
            documentation.as_ref().is_some_and(|words| words.deprecated.is_some());
        let default = match default::given(self.thread, &declared, &type_, self.sources)? {
            Some(default) => default,
            None if nullable => Yaml::Null,
            None if has_choice(&type_) => self.chosen_default(&declared, &type_)?,
            None => match type_.of_value(declared.value) {
                Type::Any => settled(declared.value, position).ok_or_else(|| too_deep(position))?,
                Type::Map(map) => Yaml::Map(Rc::clone(&map.defaults)),
                Type::Array(_) => Array::new(Vec::new()).into(),
                _ => declared.value.clone(),
            },
        };
        self.check_not_refused(&declared, &type_, &default)?;
        let is_text = matches!(type_.not_null(), Type::Scalar(Kind::Text));
        let validations = validate::of_schema_node(declared.annotations, is_text, self.sources);
        let validations = validations.map_err(AuthorError::Rules)?;
        Ok(Declaration { position, type_, default, documentation, validations, required })
    }

    /// One of the types that a node asks for.
    fn union(
        &mut self,
        declared: &Declared<'_>,
        request: &UnionRequest<'_>,
        nullable: bool,
    ) -> Result<Type> {
        let is_null = matches!(declared.value, Yaml::Null);
        let mut members: Vec<Type> = request.kinds.iter().map(|kind| Type::Scalar(*kind)).collect();
        if request.or_inferred && !is_null {
            let inferred = self.infer(declared)?;
            let known = matches!(&inferred, Type::Scalar(kind) if request.kinds.contains(kind));
            if !known {
                members.push(inferred);
            }
        }
        let union = Union { members };
        if union.member_for(declared.value).is_none() && !(is_null && nullable) {
            return Err(request.not_of_type(declared, self.sources));
        }
        Ok(Type::Union(union))
    }

    /// The type that the value of a node is an example of.
    fn infer(&mut self, declared: &Declared<'_>) -> Result<Type> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(too_deep(declared.node.position));
        }
        let type_ = match declared.value {
            // Left alone: what it holds is not meant.
            Yaml::Null if declared.annotations.has("overlay/noop") => Type::Any,
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
        let mut open = OpenKeys::default();
        for item in map.items() {
            let position = item.position.or(holder);
            let declared = Declared {
                node: Node { position, kind: NodeKind::MapItem(&item.key) },
                value: &item.value,
                annotations: &item.annotations,
            };
            if let Some(remedy) = documentation::removed(&declared, self.sources)? {
                open.removed.push(RemovedKey { key: item.key.clone(), position, remedy });
                continue;
            }
            let kind = key::read(self.thread, &declared, self.sources)?;
            let declaration = self.declare(declared)?;
            let key = item.key.clone();
            match kind {
                Key::Named => {
                    let value = declaration.default.clone();
                    defaults.push(MapItem { key, value, position, annotations: Annotations::NONE });
                    values.push(declaration);
                }
                Key::Optional => open.push_optional(key, declaration),
                Key::Pattern(allowed, expects) => {
                    self.features.counted_keys |= !expects.is_any();
                    open.patterns.push(KeyPattern { key, allowed, expects, declaration });
                }
            }
        }
        self.features.open_keys |= !open.is_empty();
        let open = Some(Box::new(open)).filter(|open| !open.is_empty());
        Ok(Type::Map(MapType { values, defaults: Rc::new(Map::new(defaults)), open }))
    }

    fn array(&mut self, item: &ArrayItem, holder: Position) -> Result<Type> {
        let position = item.position.or(holder);
        let declared = Declared {
            node: Node { position, kind: NodeKind::ArrayItem },
            value: &item.value,
            annotations: &item.annotations,
        };
        key::read(self.thread, &declared, self.sources)?;
        let declaration = self.declare(declared)?;
        Ok(Type::Array(Box::new(declaration)))
    }
}

/// Whether what a node holds is not the example of its type, but only a value of it.
fn has_choice(type_: &Type) -> bool {
    match type_ {
        Type::Choice(_) => true,
        Type::Nullable(inner) => has_choice(inner),
        Type::Except(except) => has_choice(&except.inner),
        _ => false,
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
    Statement::from(type_.name(), Role::By, place::of(declared.node.position))
}
