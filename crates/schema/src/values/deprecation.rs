//! Finds deprecated nodes that were given a value.
//!
//! A node counts as given if it, or something in it, does not come from the schema.

use std::{collections::BTreeSet, rc::Rc};

use yardstick_diagnostics::{Diagnostic, Failure, FileId, Report, Role, Sources, Statement, codes};
use yardstick_starlark::Thread;
use yardstick_template::tree::{Document, Position, Yaml};

use crate::{
    model::{Declaration, MapType, Shape, Type},
    path, place,
};

/// A deprecated node that was given a value.
#[derive(Clone, Debug)]
pub struct Deprecation {
    /// The path of the node: `a.b[0]`.
    pub path: String,
    /// The position of the value.
    pub set_at: Position,
    /// The position of the declaration.
    pub declared: Position,
    /// The deprecation notice of the schema.
    pub notice: String,
}

impl Deprecation {
    /// Returns the warning about it.
    pub fn warning(&self, sources: &Sources) -> Diagnostic {
        let Deprecation { path, notice, .. } = self;
        let place = self.set_at.located(sources);
        let message = format!("data value \"{path}\" is deprecated (set at {place}): {notice}");
        let warning = Diagnostic::warning(codes::DEPRECATED_VALUE, message);
        warning.at(self.set_at.origin())
    }
}

/// Creates the error report about deprecated values, for users who want them rejected.
pub fn deprecated_values(found: Vec<Deprecation>) -> Box<Diagnostic> {
    let failures = found.into_iter().map(|found| {
        Failure::at(place::of(found.set_at))
            .description(found.notice)
            .found(Statement::new(found.path))
            .expected(Statement::from("not to be set", Role::By, place::of(found.declared)))
    });
    let report = Report::new("One or more data values are deprecated", failures.collect());
    Box::new(Diagnostic::report(codes::DEPRECATED_VALUES, report))
}

/// Returns the deprecated nodes of `document` that were given a value, in document order.
pub(crate) fn find(
    thread: &mut Thread,
    root: &Declaration,
    shapes: &[Rc<Shape>],
    document: &Document,
) -> Vec<Deprecation> {
    let mut schema = SchemaFiles::default();
    for declared in std::iter::once(root).chain(shapes.iter().filter_map(|one| one.declaration())) {
        schema.declaration(declared);
        schema.value(&declared.default);
    }
    let mut walk =
        Walk { thread, schema, root: &document.value, path: Vec::new(), found: Vec::new() };
    walk.node(root, document.position, &document.value);
    walk.found
}

/// The files that a schema consists of.
#[derive(Default)]
struct SchemaFiles(BTreeSet<FileId>);

impl SchemaFiles {
    fn add(&mut self, position: Position) {
        self.0.extend(position.span().map(|span| span.file));
    }

    fn wrote(&self, position: Position) -> bool {
        position.span().is_some_and(|span| self.0.contains(&span.file))
    }

    // Recursion is safe because the depth of schemas and defaults is bounded.
    fn declaration(&mut self, declaration: &Declaration) {
        self.add(declaration.position);
        self.type_(&declaration.type_);
    }

    fn type_(&mut self, type_: &Type) {
        match type_ {
            Type::Map(map) => {
                map.values.iter().for_each(|value| self.declaration(value));
                for open in map.open.iter().flat_map(|open| open.declarations()) {
                    self.declaration(open);
                    self.value(&open.default);
                }
            }
            Type::Array(item) => {
                self.declaration(item);
                self.value(&item.default);
            }
            Type::Nullable(inner) => self.type_(inner),
            Type::Union(union) => union.members.iter().for_each(|member| self.type_(member)),
            Type::Choice(choice) => choice.alternatives.iter().for_each(|one| {
                self.declaration(one);
                self.value(&one.default);
            }),
            Type::Except(except) => self.type_(&except.inner),
            // Shapes are visited separately, because they may be recursive.
            Type::Any | Type::Scalar(_) | Type::Ref(_) => {}
        }
    }

    fn value(&mut self, value: &Yaml) {
        match value {
            Yaml::Map(map) => map.items().iter().for_each(|item| {
                self.add(item.position);
                self.value(&item.value);
            }),
            Yaml::Array(array) => array.items.iter().for_each(|item| {
                self.add(item.position);
                self.value(&item.value);
            }),
            _ => {}
        }
    }

    /// Returns the position of the first node at or below `position` that does not come from the schema.
    fn given(&self, position: Position, value: &Yaml) -> Option<Position> {
        if !self.wrote(position) {
            return Some(position);
        }
        match value {
            Yaml::Map(map) => {
                map.items().iter().find_map(|item| self.given(item.position, &item.value))
            }
            Yaml::Array(array) => {
                array.items.iter().find_map(|item| self.given(item.position, &item.value))
            }
            _ => None,
        }
    }
}

struct Walk<'a> {
    thread: &'a mut Thread,
    schema: SchemaFiles,
    root: &'a Yaml,
    path: Vec<u32>,
    found: Vec<Deprecation>,
}

impl Walk<'_> {
    fn node(&mut self, declaration: &Declaration, position: Position, value: &Yaml) {
        let documentation = declaration.documentation.as_deref();
        if let Some(notice) = documentation.and_then(|words| words.deprecated.as_ref())
            && let Some(set_at) = self.schema.given(position, value)
        {
            self.found.push(Deprecation {
                path: path::name(self.root, &self.path, ""),
                set_at,
                declared: declaration.position,
                notice: notice.clone(),
            });
        }
        match (declaration.type_.of_value(value), value) {
            (Type::Map(type_), Yaml::Map(map)) => {
                for (at, item) in map.items().iter().enumerate() {
                    let Some(declared) = self.declared(type_, &item.key) else { continue };
                    self.path.push(at as u32);
                    self.node(declared, item.position, &item.value);
                    self.path.pop();
                }
            }
            (Type::Array(item_type), Yaml::Array(array)) => {
                for (at, item) in array.items.iter().enumerate() {
                    self.path.push(at as u32);
                    self.node(item_type, item.position, &item.value);
                    self.path.pop();
                }
            }
            _ => {}
        }
    }

    fn declared<'t>(&mut self, type_: &'t MapType, key: &Yaml) -> Option<&'t Declaration> {
        let slot = type_.find(self.thread, key).ok().flatten()?;
        type_.declaration(slot)
    }
}
