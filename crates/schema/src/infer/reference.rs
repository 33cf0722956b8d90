//! Reads `@schema/ref function`: the node has the schema that the function returns.
//!
//! The function is called once for the whole schema, not at each reference, so that it may refer to itself.

use std::rc::Rc;

use yardstick_diagnostics::Statement;
use yardstick_starlark::{Function, Value};
use yardstick_template::tree::{Annotation, Yaml};

use super::{
    Declared, Inference, combine,
    error::{AuthorError, Result, found_by, invalid, misuse},
};
use crate::{
    model::{Shape, Type},
    place::{Node, NodeKind},
    validate,
};

const REF: &str = "schema/ref";

/// A shape that is referred to, and the function that declares it.
pub(super) struct Known {
    function: Rc<Function>,
    pub(super) shape: Rc<Shape>,
}

impl Inference<'_> {
    /// Returns the shape that a node refers to.
    pub(super) fn reference(&mut self, declared: &Declared<'_>) -> Result<Option<Type>> {
        let Some(annotation) = declared.annotations.get(REF) else { return Ok(None) };
        if let NodeKind::Document = declared.node.kind {
            let description = format!("@{REF} not supported on a document");
            let failure = misuse(declared, annotation, description, self.sources);
            return Err(invalid(failure.hint("use it on keys of maps and items of arrays.")));
        }
        let function = match (annotation.positional.as_slice(), annotation.keywords.is_empty()) {
            ([Value::Function(function)], true) => Rc::clone(function),
            ([other], true) => {
                let found = format!("{} in @{REF}", other.type_name());
                let error = self.refuse(declared, annotation, found, "a function, not its result");
                return Err(error);
            }
            _ => return Err(self.refuse(declared, annotation, "no function", "one function")),
        };
        let known = self.shapes.iter().find(|known| Rc::ptr_eq(&known.function, &function));
        if let Some(known) = known {
            return Ok(Some(Type::Ref(Rc::clone(&known.shape))));
        }
        let shape = Shape::new(self.name_for(&function));
        self.shapes.push(Known { function: Rc::clone(&function), shape: Rc::clone(&shape) });
        self.read_shape(declared, annotation, function, &shape)?;
        Ok(Some(Type::Ref(shape)))
    }

    fn read_shape(
        &mut self,
        declared: &Declared<'_>,
        annotation: &Annotation,
        function: Rc<Function>,
        shape: &Shape,
    ) -> Result<()> {
        let called = self.thread.call(&Value::Function(function), &[], &[]);
        let value = called.map_err(|error| {
            let found = format!("{}() failed: {}", shape.name, error.message());
            self.refuse(declared, annotation, found, "a function that returns a schema")
        })?;
        let mut part = combine::document(&value, annotation.position)
            .map_err(|found| self.refuse(declared, annotation, found, "a schema"))?;
        validate::spread_in_part(&mut part, declared.annotations, self.sources)
            .map_err(AuthorError::Diagnostic)?;
        self.depth += 1;
        let declaration = self.declare(Declared {
            node: Node { position: part.position, kind: NodeKind::Document },
            value: &part.value,
            annotations: &part.annotations,
        })?;
        self.depth -= 1;
        shape.declare(declaration);
        Ok(())
    }

    /// Returns the name of a function, with a number if another shape has the same name.
    fn name_for(&self, function: &Function) -> String {
        let name = function.name().to_string();
        let is_taken = |name: &str| self.shapes.iter().any(|known| known.shape.name == name);
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|name| !is_taken(name)).unwrap_or(name)
    }

    /// Returns the default of a node that consists only of a reference to a shape.
    pub(super) fn shape_default(&self, declared: &Declared<'_>, type_: &Type) -> Result<Yaml> {
        let Type::Ref(shape) = type_ else { return Ok(Yaml::Null) };
        if let Some(declaration) = shape.declaration() {
            return Ok(declaration.default.clone());
        }
        // The shape is still being read, so it contains itself. Items and optional keys need no default.
        let annotations = declared.annotations;
        let is_open = annotations.has("schema/key") || annotations.has("schema/any-key");
        if is_open || matches!(declared.node.kind, NodeKind::ArrayItem) {
            return Ok(Yaml::Null);
        }
        let name = &shape.name;
        let description = format!("{name} contains itself with no way to end");
        let mut failure = declared.failure(self.sources).description(description);
        if let Some(annotation) = annotations.get(REF) {
            failure.annotations.extend(annotation.position.span());
            failure = failure.found(found_by(format!("{name} that is always there"), annotation));
        }
        let failure = failure
            .expected(Statement::new("a place where it may be missing"))
            .hint("annotate the node with @schema/nullable or @schema/key missing_ok=True, or make it the item of an array.");
        Err(invalid(failure))
    }
}
