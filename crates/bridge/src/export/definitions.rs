//! Shapes with a name: written once, under the place where the format keeps definitions, and referred to.

use yardstick_schema::{Schema, Shape};

use super::{
    Export,
    node::{self, Dialect},
    object::{Object, list},
};

/// Where a format keeps definitions, as references write it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// `$defs` of JSON Schema.
    Defs,
    /// `definitions` of JSON Schema up to draft 7.
    Definitions,
    /// `components` of an `OpenAPI` document.
    Components,
}

/// The shapes of `schema`, by name.
pub(super) fn all(schema: &Schema, dialect: Dialect, export: Export<'_>) -> Object {
    let mut definitions = Object::default();
    for shape in schema.shapes() {
        if let Some(declared) = shape.declaration() {
            definitions.add(shape.name.as_str(), node::declaration(declared, dialect, export));
        }
    }
    definitions
}

/// Adds a reference to `shape`, or null.
pub(super) fn refer(
    object: &mut Object,
    shape: &Shape,
    nullable: bool,
    dialect: Dialect,
    place: Place,
) {
    let start = match place {
        Place::Defs => "#/$defs/",
        Place::Definitions => "#/definitions/",
        Place::Components => "#/components/schemas/",
    };
    let mut reference = Object::default();
    reference.add("$ref", format!("{start}{}", shape.name).as_str());
    match dialect {
        // Keywords beside a reference are not looked at there.
        Dialect::OpenApi30 => object.add("allOf", list([reference])),
        Dialect::JsonSchema if nullable => {
            let mut null = Object::default();
            null.add("type", "null");
            object.add("anyOf", list([reference, null]));
        }
        // The same in draft 7.
        Dialect::JsonSchema if matches!(place, Place::Definitions) => {
            object.add("allOf", list([reference]));
        }
        Dialect::JsonSchema => object.extend(reference),
    }
}
