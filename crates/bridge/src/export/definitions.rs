//! Shapes with a name: written once, under the place where the format keeps definitions, and referred to.
//!
//! A definition speaks of values at a node that holds what the shape itself says if nothing is given. Where a node
//! holds something else, the shape is written there.

use yardstick_schema::{Schema, Shape, Type};
use yardstick_template::{print, tree::Yaml};

use super::{
    Export,
    node::{Dialect, MAX_SHAPES, Part, Place, Writer},
    object::{Object, list},
};

/// Where a format keeps definitions, as references write it.
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
    /// A reference to the definition with this name.
    pub(super) fn reference(self, name: &str) -> String {
        let start = match self {
            Definitions::Defs => "#/$defs/",
            Definitions::Draft7 => "#/definitions/",
            Definitions::Components => "#/components/schemas/",
        };
        format!("{start}{name}")
    }
}

/// The shapes of `schema`, by name.
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

/// Whether types alone are less than what values of some shape are held to.
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
    /// Adds a reference to `shape`, or null, at a node that holds `held` if nothing is given.
    pub(super) fn shape(
        self,
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
            let writer = Self { inlined: self.inlined + 1, ..self };
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
            // Keywords beside a reference are not looked at there.
            object.add("allOf", list([reference]));
        } else {
            object.extend(reference);
        }
    }
}

/// Whether a node of this type holds `held` by itself.
fn is_own(type_: &Type, held: &Yaml) -> bool {
    let Type::Map(map) = type_.not_null() else { return false };
    let own = Yaml::Map(map.defaults.clone());
    print::to_yaml_text(&own) == print::to_yaml_text(held)
}
