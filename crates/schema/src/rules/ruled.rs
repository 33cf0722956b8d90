//! The node that a rule is about, for exports: what can be said about its values depends on their type.

use yardstick_starlark::Value;
use yardstick_template::{
    convert,
    tree::{Kind, Yaml},
};

use super::kubernetes::Shape;
use crate::model::{Declaration, Type};

/// A node with rules.
#[derive(Clone, Copy, Debug)]
pub struct Ruled<'a> {
    /// The type of its values besides null.
    pub type_: &'a Type,
    /// Whether it may be null.
    pub nullable: bool,
}

impl<'a> Ruled<'a> {
    /// The node that `declared` declares.
    pub fn new(declared: &'a Declaration) -> Self {
        let nullable = declared.type_.accepts_null() && !declared.refuses_null();
        Self { type_: declared.type_.not_null(), nullable }
    }

    /// What Kubernetes knows about its values.
    pub fn shape(self) -> Shape<'a> {
        Shape::of(self.type_)
    }

    /// Whether its values are scalars of `kind`.
    pub(super) fn is(self, kind: Kind) -> bool {
        matches!(self.type_, Type::Scalar(own) if *own == kind)
    }

    /// `bound` as data, if both it and the values are numbers.
    pub(super) fn number(self, bound: &Value) -> Option<Yaml> {
        let is_number = matches!(bound, Value::Int(_) | Value::BigInt(_) | Value::Float(_));
        let is_numeric = self.is(Kind::Int) || self.is(Kind::Float);
        if is_numeric && is_number { convert::scalar_to_yaml(bound) } else { None }
    }
}
