//! Exports named shapes: each is written once, in the section for definitions, and referred to.
//!
//! A definition describes a node whose default is that of the shape. For a node with another default, the shape is
//! written inline.

use yardstick_schema::{Schema, Shape, Type};
use yardstick_template::{print, tree::Yaml};

use super::{
    Export,
    node::{Dialect, MAX_SHAPES, Part, Place, Writer},
    object::{Object, list},
};

/// The section for definitions in a format, as references write it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Definitions {
    /// `$defs` of JSON Schema.
    Defs,
    /// `definitions` of JSON Schema up to draft 7.
    Draft7,
    /// `components` of an `OpenAPI` document.
    Components,
}

impl Definitions {
    /// Returns a reference to the definition called `name`.
    pub(super) fn reference(self, name: &str) -> String {
        let start = match self {
            Definitions::Defs => "#/$defs/",
            Definitions::Draft7 => "#/definitions/",
            Definitions::Components => "#/components/schemas/",
        };
        format!("{start}{name}")
    }
}

/// Returns the shapes of `schema` by name.
pub(super) fn all(schema: &Schema, dialect: Dialect, export: Export<'_>) -> Object {
    let mut definitions = Object::default();
    for shape in schema.shapes() {
        let written = export
            .losses
            .below(&format!("<{}>", shape.name), || definition(shape, Part::All, dialect, export));
        if let Some(object) = written {
            definitions.add(shape.name.as_str(), object);
        }
    }
    definitions
}

/// Whether some shape has rules beyond its types.
pub(super) fn have_rules(schema: &Schema, dialect: Dialect, export: Export<'_>) -> bool {
    schema.shapes().iter().any(|shape| {
        let text = |part| {
            let object = definition(shape, part, dialect, export);
            object.map(|object| print::to_yaml_text(&object.into()))
        };
        text(Part::Types) != text(Part::Verdict)
    })
}

fn definition(shape: &Shape, part: Part, dialect: Dialect, export: Export<'_>) -> Option<Object> {
    let writer = Writer { dialect, export, part, inlined: 0 };
    let declared = shape.declaration()?;
    Some(writer.declaration(declared, Place::absent()))
}

impl Writer<'_> {
    /// Adds a reference to `shape`, or null, for a node that has the value `held` if the user gives none.
    pub(super) fn shape(
        &self,
        object: &mut Object,
        shape: &Shape,
        nullable: bool,
        held: Option<&Yaml>,
    ) {
        if !self.part.is_verdict() && self.export.shapes_have_rules {
            let name = &shape.name;
            self.export.losses.lose(&format!(
                "types alone decide here, the export looks at the rules of {name} too"
            ));
        }
        let held = held.filter(|held| matches!(held, Yaml::Map(_)));
        let own = shape.declaration().filter(|_| self.inlined < MAX_SHAPES);
        if let (Some(held), Some(declared)) = (held, own)
            && !is_own(&declared.type_, held)
        {
            let writer = Self { inlined: self.inlined + 1, ..*self };
            let written = writer.declaration(declared, Place::part(Some(held)));
            return if nullable {
                object.add("anyOf", self.or_null(vec![written], true));
            } else {
                object.add("allOf", list([written]));
            };
        }
        let mut reference = Object::default();
        reference.add("$ref", self.export.definitions.reference(&shape.name).as_str());
        let is_draft_7 = matches!(self.export.definitions, Definitions::Draft7);
        if nullable {
            object.add("anyOf", self.or_null(vec![reference], true));
        } else if self.dialect == Dialect::OpenApi30 || is_draft_7 {
            // `OpenAPI` 3.0 and draft 7 ignore keywords next to a reference.
            object.add("allOf", list([reference]));
        } else {
            object.extend(reference);
        }
    }
}

/// Whether `held` is the own default of this type.
fn is_own(type_: &Type, held: &Yaml) -> bool {
    let Type::Map(map) = type_.not_null() else { return false };
    let own = Yaml::Map(map.defaults.clone());
    print::to_yaml_text(&own) == print::to_yaml_text(held)
}
