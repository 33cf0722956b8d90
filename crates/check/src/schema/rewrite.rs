//! From the YAML of a schema to the JSON the engine compiles.
//!
//! YAML says some things differently: `type: null` names a type, `required: [1]` a property called `1`.
//! And the YAML rules are compiled in here: a name in `required` is marked so that a null member counts
//! as absent. The engine fuses `required` with its neighbours by name, which would not see the mark, so
//! a marked list moves into a branch of `allOf` of its own; [`unmark`] leads back from there.

use serde_json::{Map, Value};
use yardstick_yaml::{
    Kind, NodeId, NodeRef, Scalar,
    json::{Member, View},
};

use super::keywords::{self, Holds};
use crate::{engine::NULL_IS_ABSENT, rules};

/// What to compile in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rewrite {
    /// Whether a null member counts as absent for `required`, and `propertyNames` sees typed keys.
    pub yaml_rules: bool,
}

impl Rewrite {
    /// The schema at node `id` of `view`.
    pub fn schema(self, view: &View, id: NodeId) -> Value {
        let node = view.node(id);
        match node.kind() {
            Kind::Map => Value::Object(self.schema_object(view, id)),
            Kind::Sequence => self.list(view, id, Self::schema),
            _ => literal(view, id),
        }
    }

    fn schema_object(self, view: &View, id: NodeId) -> Map<String, Value> {
        let mut out = Map::new();
        for Member { key, value } in view.members(id) {
            let name = view.name(key);
            // An unknown keyword may hold schemas that references lead to: `components/schemas/Pet`.
            let holds = keywords::find(name).map_or(Holds::Schema, |keyword| keyword.holds);
            out.insert(name.to_owned(), self.keyword(view, value, holds));
        }
        if self.yaml_rules {
            rules::required::mark(&mut out);
            rules::property_names::divert(&mut out);
            rules::number_format::add(&mut out);
        }
        out
    }

    fn keyword(self, view: &View, id: NodeId, holds: Holds) -> Value {
        let node = view.node(id);
        match (holds, node.kind()) {
            (Holds::Data | Holds::Plain, _) => literal(view, id),
            (Holds::Types, Kind::Sequence) => {
                self.list(view, id, |_, view, id| type_name(view, id))
            }
            (Holds::Types, _) => type_name(view, id),
            (Holds::Names, _) => names(view, id),
            (Holds::SchemasByName, Kind::Map) => self.by_name(view, id, Self::schema),
            (Holds::NamesByName, Kind::Map) => {
                self.by_name(view, id, |_, view, id| names(view, id))
            }
            (Holds::SchemasOrNamesByName, Kind::Map) => self.by_name(view, id, |this, view, id| {
                if view.node(id).is_sequence() { names(view, id) } else { this.schema(view, id) }
            }),
            _ => self.schema(view, id),
        }
    }

    fn list(self, view: &View, id: NodeId, item: impl Fn(Self, &View, NodeId) -> Value) -> Value {
        view.node(id).items().map(|node| item(self, view, node.id())).collect()
    }

    fn by_name(
        self,
        view: &View,
        id: NodeId,
        value: impl Fn(Self, &View, NodeId) -> Value,
    ) -> Value {
        let members = view.members(id);
        members
            .map(|member| (view.name(member.key).to_owned(), value(self, view, member.value)))
            .collect()
    }
}

/// `null` without quotes names the type.
fn type_name(view: &View, id: NodeId) -> Value {
    match literal(view, id) {
        Value::Null => Value::from("null"),
        other => other,
    }
}

/// Names of properties: scalars by their text, like keys.
fn names(view: &View, id: NodeId) -> Value {
    let name = |node: NodeRef<'_>| match view.scalar(node.id()) {
        _ if !node.dereferenced().is_scalar() => literal(view, node.id()),
        Scalar::Null => Value::from("null"),
        Scalar::Bool(value) => Value::from(value.to_string()),
        Scalar::Int(value) => Value::from(value.to_string()),
        Scalar::UInt(value) => Value::from(value.to_string()),
        Scalar::BigInt(digits) => Value::from(digits.into_owned()),
        _ => Value::from(node.dereferenced().text()),
    };
    match view.node(id).kind() {
        Kind::Sequence => view.node(id).items().map(name).collect(),
        _ => literal(view, id),
    }
}

/// The value of a node as JSON. What JSON cannot write (infinities) becomes text.
pub fn literal(view: &View, id: NodeId) -> Value {
    let node = view.node(id);
    match node.kind() {
        Kind::Map => {
            let members = view.members(id);
            members
                .map(|member| (view.name(member.key).to_owned(), literal(view, member.value)))
                .collect()
        }
        Kind::Sequence => node.items().map(|item| literal(view, item.id())).collect(),
        _ => match view.scalar(id) {
            Scalar::Null => Value::Null,
            Scalar::Bool(value) => Value::Bool(value),
            Scalar::Int(value) => Value::from(value),
            Scalar::UInt(value) => Value::from(value),
            Scalar::BigInt(digits) => float(digits.parse().unwrap_or(f64::INFINITY), &digits),
            Scalar::Float(value) => float(value, node.text()),
            _ => Value::from(node.text()),
        },
    }
}

fn float(value: f64, text: &str) -> Value {
    serde_json::Number::from_f64(value).map_or_else(|| Value::from(text), Value::Number)
}

/// Leads from a place in the rewritten schema to the same place in the written one:
/// `/allOf/1/required` to `/required` if `property` carries the mark, which is taken off too.
pub fn unmark(property: &str, pointer: &str) -> Option<(String, String)> {
    let name = property.strip_prefix(NULL_IS_ABSENT)?;
    let around = pointer.strip_suffix("/required")?;
    let (around, _branch) = around.rsplit_once('/')?;
    let around = around.strip_suffix("/allOf")?;
    Some((name.to_owned(), format!("{around}/required")))
}
