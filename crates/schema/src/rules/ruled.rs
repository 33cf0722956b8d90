//! The node that a rule is about, for exports: the form of a rule depends on the type of its values, and on
//! whether they are whole.

use yardstick_starlark::Value;
use yardstick_template::tree::{Kind, Yaml};

use super::kubernetes::Shape;
use crate::model::{Declaration, Type};

/// A node with rules.
#[derive(Clone, Copy, Debug)]
pub struct Ruled<'a> {
    /// The type of its values besides null.
    pub type_: &'a Type,
    /// Which values are spoken of.
    pub values: Values<'a>,
}

/// Which values an export speaks of.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    /// What rules see: everything that was not given is filled in.
    Final,
    /// What is given, at a node that holds this if nothing is given.
    Given(Option<&'a Yaml>),
}

impl<'a> Ruled<'a> {
    /// The node that `declared` declares, with all that rules see.
    pub fn new(declared: &'a Declaration) -> Self {
        Self { type_: declared.type_.not_null(), values: Values::Final }
    }

    /// What Kubernetes knows about its values.
    pub fn shape(self) -> Shape<'a> {
        Shape::of(self.type_)
    }

    /// The kind of its values, where there is one.
    pub(super) fn kind(self) -> Option<Kind> {
        match self.type_ {
            Type::Scalar(kind) => Some(*kind),
            Type::Map(_) => Some(Kind::Map),
            Type::Array(_) => Some(Kind::Array),
            _ => None,
        }
    }

    /// Whether a value of the node, as rules see it, can have the keys of `value`.
    pub(super) fn can_equal(self, value: &Value) -> bool {
        let (Type::Map(map), Value::Dict(dict)) = (self.type_, value) else { return true };
        let keys = dict.keys();
        let texts: Option<Vec<&str>> = keys.iter().map(Value::as_str).collect();
        let named: Option<Vec<&str>> = map.named().map(|(key, _)| as_str(key)).collect();
        // Numbers of different kinds may be equal.
        let (Some(texts), Some(named)) = (texts, named) else { return true };
        let is_open = map.open.as_ref().is_some_and(|open| !open.patterns.is_empty());
        // Keys with a name are always there, unless they are optional; others only if something declares them.
        map.iter().all(|(key, _)| as_str(key).is_some_and(|key| texts.contains(&key)))
            && (is_open || texts.iter().all(|key| named.contains(key)))
    }

    /// Whether what is given is what rules see: nothing is filled in.
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

// As deep as the type, whose depth is bounded.
fn is_whole(type_: &Type) -> bool {
    match type_ {
        Type::Any | Type::Scalar(_) => true,
        Type::Array(item) => is_whole(&item.type_),
        Type::Nullable(inner) => is_whole(inner),
        Type::Union(union) => union.members.iter().all(is_whole),
        Type::Choice(choice) => choice.alternatives.iter().all(|one| is_whole(&one.type_)),
        Type::Except(except) => is_whole(&except.inner),
        // It may contain itself.
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
