//! Reads a schema document: infers types and defaults from its values, and refines them with its annotations.
//!
//! The annotations of a node are read in a fixed order, so that the same error is always reported first: `removed`
//! and `key`, `type`, `required` and `nullable`, combinations, then the contents of the node, then `desc`, `title`,
//! `examples` and `deprecated`, then `default`, then `validation`.

mod any;
mod combine;
mod default;
mod defaults;
mod definition;
mod discriminate;
mod documentation;
mod error;
mod examples;
mod key;
mod keys;
pub(crate) mod names;
mod presence;
mod reference;
mod requested;

use std::rc::Rc;

use yardstick_diagnostics::{
    Diagnostic, Failure, Nested, Path, Report, Role, Segment, Sources, Statement, codes,
};
use yardstick_starlark::Thread;
use yardstick_template::{
    convert::display_key,
    tree::{Annotations, Array, ArrayItem, Document, Kind, Map, MapItem, Position, Yaml},
};

use self::{
    defaults::Defaults,
    error::{AuthorError, Result},
    key::Key,
    requested::{Requested, UnionRequest},
};
use crate::{
    Proposals,
    exact::{ExactPlaces, Part},
    model::{Declaration, KeyPattern, MapType, OpenKeys, RemovedKey, Shape, Type, Union},
    place::{self, Node, NodeKind},
    validate,
    values::settle::{MAX_DEPTH, settled},
};

/// Returns what `document` declares, with warnings about probable mistakes.
pub(crate) fn document(
    thread: &mut Thread,
    document: &Document,
    sources: &Sources,
) -> yardstick_diagnostics::Result<Inferred> {
    let node = Declared {
        node: Node { position: document.position, kind: NodeKind::Document },
        value: &document.value,
        annotations: &document.annotations,
    };
    let features = Features::default();
    let (errors, warnings, shapes) = (Vec::new(), Vec::new(), Vec::new());
    let way = Vec::new();
    let mut inference =
        Inference { thread, sources, depth: 0, way, features, errors, warnings, shapes };
    let result = definition::read(&node, sources).and_then(|proposals| {
        key::read(inference.thread, &node, sources)?;
        Ok((inference.declare(node)?, proposals))
    });
    let Inference { features, warnings, shapes, mut errors, .. } = inference;
    let root = match result {
        Ok(root) => Some(root),
        Err(error) => {
            // An error inside may be the cause of this one.
            if errors.is_empty() {
                errors.push(error);
            }
            None
        }
    };
    match (root, Diagnostic::first_of(errors.into_iter().map(|error| diagnostic(error, sources)))) {
        (Some((root, proposals)), None) => {
            let shapes = shapes.into_iter().map(|known| known.shape).collect();
            Ok(Inferred { root, features, warnings, proposals, shapes })
        }
        (_, Some(error)) => Err(error),
        (None, None) => unreachable!("without a root there is an error"),
    }
}

fn diagnostic(error: AuthorError, sources: &Sources) -> Diagnostic {
    match error {
        AuthorError::Diagnostic(diagnostic) => *diagnostic,
        AuthorError::Report(mut report) => {
            locate(&mut report, &mut ExactPlaces::new(sources));
            Diagnostic::report(codes::SCHEMA_BY_EXAMPLE, report)
        }
        AuthorError::Message(message, span) => {
            let diagnostic = Diagnostic::error(codes::SCHEMA_ANNOTATION, message);
            diagnostic.at(span)
        }
        AuthorError::Rules(malformed) => malformed.into_diagnostic(codes::SCHEMA_ANNOTATION),
    }
}

/// Adds exact positions to a report.
fn locate(report: &mut Report, places: &mut ExactPlaces<'_>) {
    for failure in &mut report.failures {
        failure.exact = places.of(&failure.place, Part::Value, None);
    }
    for nested in &mut report.nested {
        if let Nested::Report(nested) = nested {
            locate(nested, places);
        }
    }
}

/// The result of reading a schema document.
pub(crate) struct Inferred {
    /// The root declaration.
    pub(crate) root: Declaration,
    pub(crate) features: Features,
    /// Probable mistakes.
    pub(crate) warnings: Vec<Diagnostic>,
    /// The proposals that the author enables.
    pub(crate) proposals: Proposals,
    /// The shapes that nodes refer to.
    pub(crate) shapes: Vec<Rc<Shape>>,
}

/// The features that a schema uses. Values need not be searched for others.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Features {
    /// Key patterns that expect a number of items.
    pub(crate) counted_keys: bool,
    /// Deprecated nodes.
    pub(crate) deprecated: bool,
    /// Values with several types or alternatives.
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
    /// Creates a failure for this node.
    fn failure(&self, sources: &Sources) -> Failure {
        Failure::at(self.node.place(self.value, sources))
    }
}

struct Inference<'a> {
    thread: &'a mut Thread,
    sources: &'a Sources,
    depth: usize,
    /// The keys from the document to the current node; `None` for an item of an array.
    way: Vec<Option<Yaml>>,
    features: Features,
    /// Errors in items of maps. They do not stop the other items from being read.
    errors: Vec<AuthorError>,
    warnings: Vec<Diagnostic>,
    /// The shapes that nodes refer to.
    shapes: Vec<reference::Known>,
}

impl Inference<'_> {
    /// Returns the path of the current node.
    fn path(&self) -> Path {
        let segment = |key: &Option<Yaml>| match key {
            Some(key) => Segment::Property(display_key(key)),
            None => Segment::Item(0),
        };
        Path(self.way.iter().map(segment).collect())
    }

    fn declare(&mut self, declared: Declared<'_>) -> Result<Declaration> {
        let position = declared.node.position;
        // Most nodes have no annotations, and only say their type and default.
        if declared.annotations.is_empty() {
            let type_ = self.infer(&declared)?;
            let default = inferred_default(&declared, &type_);
            return Ok(Declaration { position, default, ..Declaration::of_type(type_) });
        }
        let requested = requested::read(&declared, self.sources)?;
        let required = presence::required(&declared, self.sources)?;
        let nullable = presence::nullable(&declared, self.sources)? || required.is_some();
        let combination = combine::requested(self, &declared)?;
        let reference = self.reference(&declared)?;
        let type_ = match (requested, combination, reference) {
            (_, _, Some(shape)) => {
                if nullable {
                    Type::Nullable(Box::new(shape))
                } else {
                    shape
                }
            }
            (_, Some(annotation), None) if presence::is_left_alone(&declared) => {
                self.check_arguments(&declared, annotation)?;
                Type::Any
            }
            (_, Some(annotation), None) => {
                let combined = self.combined(&declared, annotation)?;
                if nullable { Type::Nullable(Box::new(combined)) } else { combined }
            }
            (Requested::Any, None, None) => {
                any::refuse_schema_inside(declared.value, self.sources)?;
                self.warnings.extend(any::without_effect(declared.value));
                // A map cannot be merged into a value of another kind.
                self.features.alternatives |= !matches!(declared.value, Yaml::Null);
                Type::Any
            }
            // The node is left unchanged by an overlay, so its value is irrelevant, and the type is that of the value
            // it keeps.
            (Requested::Union(_), None, None) if presence::is_left_alone(&declared) => Type::Any,
            (Requested::Union(request), None, None) => {
                let union = self.union(&declared, &request, nullable)?;
                if nullable { Type::Nullable(Box::new(union)) } else { union }
            }
            (Requested::Inferred, None, None)
                if nullable && !matches!(declared.value, Yaml::Null) =>
            {
                let before = self.errors.len();
                let inner = self.infer(&declared).map_err(|error| error.under("Invalid schema"));
                let inside: Vec<AuthorError> = self.errors.drain(before..).collect();
                self.errors.extend(inside.into_iter().map(|error| error.under("Invalid schema")));
                Type::Nullable(Box::new(inner?))
            }
            (Requested::Inferred, None, None) => self.infer(&declared)?,
        };
        self.features.alternatives |= matches!(type_.not_null(), Type::Union(_) | Type::Choice(_));
        let mut type_ = self.without(&declared, type_)?;
        let documentation = documentation::read(self, &declared, &type_);
        let documentation = documentation.map_err(|error| error.below(&self.path()))?;
        if documentation.as_ref().is_some_and(|words| words.secret) {
            type_.keep_secret();
        }
        self.features.deprecated |=
            documentation.as_ref().is_some_and(|words| words.deprecated.is_some());
        let given = default::given(self.thread, &declared, &type_, self.sources);
        let default = match given.map_err(|error| error.below(&self.path()))? {
            None if is_bare_reference(&declared, &type_) => {
                self.shape_default(&declared, &type_)?
            }
            Some(default) => default,
            None if nullable => Yaml::Null,
            None if type_.has_choice() => self.chosen_default(&declared, &type_)?,
            None => match type_.of_value(declared.value) {
                Type::Any => settled(declared.value, position).ok_or_else(|| too_deep(position))?,
                inferred => inferred_default(&declared, inferred),
            },
        };
        self.check_not_refused(&declared, &type_, &default)?;
        let validations = validate::of_schema_node(declared.annotations, &type_, self.sources);
        let validations = validations.map_err(AuthorError::Rules)?;
        self.warnings.extend(validate::ambiguous_pairs(&validations));
        let (validations, required) = (validations.into(), required.map(Box::new));
        Ok(Declaration { position, type_, default, documentation, validations, required })
    }

    /// Returns the union type that a node declares.
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
        // The value of a node that an overlay leaves unchanged is irrelevant.
        let is_moot = is_null && nullable || declared.annotations.has("overlay/noop");
        if union.member_for(declared.value).is_none() && !is_moot {
            return Err(request.not_of_type(declared, self.sources));
        }
        Ok(Type::Union(Box::new(union)))
    }

    /// Infers the type from the value of a node.
    fn infer(&mut self, declared: &Declared<'_>) -> Result<Type> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(too_deep(declared.node.position));
        }
        let type_ = match declared.value {
            Yaml::Null if presence::is_left_alone(declared) => Type::Any,
            Yaml::Null => return Err(null_value(declared, self.sources)),
            Yaml::Map(map) => self.map(map, declared.node.position),
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

    fn map(&mut self, map: &Rc<Map>, holder: Position) -> Type {
        let mut values = Vec::with_capacity(map.len());
        let mut defaults = Defaults::of(map);
        let mut open = OpenKeys::default();
        for item in map.items() {
            let position = item.position.or(holder);
            let (before, depth) = (self.errors.len(), self.depth);
            self.way.push(Some(item.key.clone()));
            let entry = self.entry(item, position);
            self.way.pop();
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    // An error inside may be the cause of this one.
                    if self.errors.len() == before {
                        self.errors.push(error);
                    }
                    self.depth = depth;
                    continue;
                }
            };
            let key = || item.key.clone();
            match entry {
                Entry::Removed(remedy) => {
                    open.removed.push(RemovedKey { key: key(), position, remedy });
                }
                Entry::Declared(Key::Named, declaration) => {
                    defaults.push(item, position, &declaration.default);
                    values.push(declaration);
                }
                Entry::Declared(Key::Optional, declaration) => {
                    open.push_optional(key(), declaration);
                }
                Entry::Declared(Key::Pattern(allowed, expects), declaration) => {
                    self.features.counted_keys |= !expects.is_any();
                    open.patterns.push(KeyPattern { key: key(), allowed, expects, declaration });
                }
            }
        }
        let open = (!open.is_empty()).then(|| Box::new(open));
        Type::Map(Box::new(MapType { values, defaults: defaults.finish(), open }))
    }

    /// Returns what an item of a map declares.
    fn entry(&mut self, item: &MapItem, position: Position) -> Result<Entry> {
        let declared = Declared {
            node: Node { position, kind: NodeKind::MapItem(&item.key) },
            value: &item.value,
            annotations: &item.annotations,
        };
        keys::check(&declared, &item.key, self)?;
        // Only annotations make a key anything but a name.
        if declared.annotations.is_empty() {
            return Ok(Entry::Declared(Key::Named, self.declare(declared)?));
        }
        if let Some(remedy) = documentation::removed(&declared, self.sources)? {
            return Ok(Entry::Removed(remedy));
        }
        let kind = key::read(self.thread, &declared, self.sources)?;
        if let Key::Optional = kind {
            presence::refuse_required_optional(&declared, self.sources)?;
        }
        Ok(Entry::Declared(kind, self.declare(declared)?))
    }

    fn array(&mut self, item: &ArrayItem, holder: Position) -> Result<Type> {
        let position = item.position.or(holder);
        let declared = Declared {
            node: Node { position, kind: NodeKind::ArrayItem },
            value: &item.value,
            annotations: &item.annotations,
        };
        key::read(self.thread, &declared, self.sources)?;
        self.way.push(None);
        let declaration = self.declare(declared);
        self.way.pop();
        let declaration = declaration?;
        Ok(Type::Array(Box::new(declaration)))
    }
}

/// Returns the default of a node whose type was inferred from its value.
fn inferred_default(declared: &Declared<'_>, type_: &Type) -> Yaml {
    match type_ {
        Type::Map(map) => Yaml::Map(Rc::clone(&map.defaults)),
        Type::Array(_) => Array::new(Vec::new()).into(),
        _ => declared.value.clone(),
    }
}

/// Whether a node consists only of a reference to a shape.
fn is_bare_reference(declared: &Declared<'_>, type_: &Type) -> bool {
    matches!((type_, declared.value), (Type::Ref(_), Yaml::Null))
}

/// What an item of a map declares.
#[allow(clippy::large_enum_variant, reason = "nearly all are declarations")]
enum Entry {
    /// A removed key, with what to use instead.
    Removed(String),
    Declared(Key, Declaration),
}

fn null_value(declared: &Declared<'_>, sources: &Sources) -> AuthorError {
    let failure = declared
        .failure(sources)
        .found(Statement::new("null value"))
        .expected(Statement::new("non-null value"))
        .hint("in YAML, omitting a value implies null.")
        .hint("to set the default value to null, annotate with @schema/nullable.")
        .hint("to allow any value, annotate with @schema/type any=True.");
    let is_nullable = declared.annotations.has("schema/nullable");
    let failure = failure.extra_hint(is_nullable.then(|| {
        "with @schema/nullable, too, write an example of the value, which says its type: `key: \"\"`".to_owned()
    }));
    Report::new("Invalid schema - null value not allowed here", vec![failure]).into()
}

/// Returns a hint on how to write an array with a default.
fn array_default(declared: &Declared<'_>) -> String {
    let items = match declared.value {
        Yaml::Array(array) => array.items.iter().map(|item| match &item.value {
            Yaml::Text(text) => format!("\"{}\"", text.to_lossy()),
            Yaml::Int(int) => int.to_string(),
            _ => "...".to_owned(),
        }),
        _ => return String::new(),
    };
    let items: Vec<String> = items.take(3).collect();
    let of = match declared.value.as_array().and_then(|array| array.items.first()) {
        Some(item) if matches!(item.value, Yaml::Int(_)) => "0",
        _ => "\"\"",
    };
    let is_map = |item: &ArrayItem| matches!(item.value, Yaml::Map(_));
    if declared.value.as_array().is_some_and(|array| array.items.iter().any(is_map)) {
        return "write one item that has all keys, and above the array the items it has by default: `#@schema/default [{...}, {...}]`"
            .to_owned();
    }
    if items.is_empty() {
        return format!(
            "write one item that shows the type, as in [{of}]; the default stays empty"
        );
    }
    format!("write one item, [{of}], and above it `#@schema/default [{}]`", items.join(", "))
}

fn array_size(items: usize, declared: &Declared<'_>, sources: &Sources) -> AuthorError {
    let failure = declared
        .failure(sources)
        .found(Statement::new(format!("{items} array items")))
        .expected(Statement::new("exactly 1 array item, of the desired type"))
        .hint("in schema, the one item of the array implies the type of its elements.")
        .hint("in schema, the default value for an array is always an empty list.")
        .hint("default values can be overridden via a data values overlay.")
        .extra_hint(Some(array_default(declared)));
    let summary = "Invalid schema - wrong number of items in array definition";
    Report::new(summary, vec![failure]).into()
}

fn too_deep(position: Position) -> AuthorError {
    let message = format!("Invalid schema - nested deeper than {MAX_DEPTH} levels");
    AuthorError::Message(message, position.span())
}

/// Describes for reports where the type of a node is declared.
fn declared_type(type_: &Type, declared: &Declared<'_>) -> Statement {
    Statement::from(type_.name(), Role::By, place::of(declared.node.position))
}
