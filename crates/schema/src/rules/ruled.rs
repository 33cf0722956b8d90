//! The node that a rule applies to, for exports. The exported form of a rule depends on the type of the values, and
//! on whether they are complete or still lack defaults.

use yardstick_starlark::Value;
use yardstick_template::tree::{Kind, Yaml};

use super::kubernetes::Shape;
use crate::model::{Declaration, Type};

/// A node with rules.
#[derive(Clone, Copy, Debug)]
pub struct Ruled<'a> {
    /// The type of its values, without null.
    pub type_: &'a Type,
    /// Which values the export describes.
    pub values: Values<'a>,
}

/// Which values an export describes.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    /// Final values, as rules see them: all defaults are filled in.
    Final,
    /// Values as users give them. The node has this value if the user gives none.
    Given(Option<&'a Yaml>),
}

impl<'a> Ruled<'a> {
    /// Creates the node for `declared`, with final values.
    pub fn new(declared: &'a Declaration) -> Self {
        Self { type_: declared.type_.not_null(), values: Values::Final }
    }

    /// Returns the structural type of its values, for Kubernetes.
    pub fn shape(self) -> Shape<'a> {
        Shape::of(self.type_)
    }

    /// Returns the kind of its values, if there is only one.
    pub(super) fn kind(self) -> Option<Kind> {
        match self.type_ {
            Type::Scalar(kind) => Some(*kind),
            Type::Map(_) => Some(Kind::Map),
            Type::Array(_) => Some(Kind::Array),
            _ => None,
        }
    }

    /// Whether a final value of the node can have the keys of `value`.
    pub(super) fn can_equal(self, value: &Value) -> bool {
        let (Type::Map(map), Value::Dict(dict)) = (self.type_, value) else { return true };
        let keys = dict.keys();
        let texts: Option<Vec<&str>> = keys.iter().map(Value::as_str).collect();
        let named: Option<Vec<&str>> = map.named().map(|(key, _)| as_str(key)).collect();
        // Numbers of different kinds may be equal.
        let (Some(texts), Some(named)) = (texts, named) else { return true };
        let is_open = map.open.as_ref().is_some_and(|open| !open.patterns.is_empty());
        // Named keys are always present unless they are optional. Other keys must be declared by something.
        map.iter().all(|(key, _)| as_str(key).is_some_and(|key| texts.contains(&key)))
            && (is_open || texts.iter().all(|key| named.contains(key)))
    }

    /// Whether given values are final values, because there are no defaults to fill in.
    pub fn is_whole(self) -> bool {
        match self.values {
            Values::Final => true,
            Values::Given(held) => {
                let is_merged = matches!(held, Some(Yaml::Map(map)) if !map.is_empty());
                is_whole(self.type_) && !(is_merged && matches!(self.type_, Type::Map(_)))
            }
        }
    }
}

fn as_str(key: &Yaml) -> Option<&str> {
    key.as_text().and_then(|text| text.as_str())
}

// Recursion is safe because the depth of types is bounded.
fn is_whole(type_: &Type) -> bool {
    match type_ {
        Type::Any | Type::Scalar(_) => true,
        Type::Array(item) => is_whole(&item.type_),
        Type::Nullable(inner) => is_whole(inner),
        Type::Union(union) => union.members.iter().all(is_whole),
        Type::Choice(choice) => choice.alternatives.iter().all(|one| is_whole(&one.type_)),
        Type::Except(except) => is_whole(&except.inner),
        // The shape may be recursive.
        Type::Ref(_) => false,
        Type::Map(map) => {
            map.values.is_empty()
                && map
                    .open
                    .iter()
                    .all(|open| open.declarations().all(|declaration| is_whole(&declaration.type_)))
        }
    }
}
