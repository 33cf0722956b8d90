//! The declarations of a schema: for each node, its type, default, rules and documentation.
//!
//! They are built once from a schema document and never changed. Values are checked by walking both in parallel.

use std::{borrow::Cow, rc::Rc};

use yardstick_starlark::{Result, Thread};
use yardstick_template::tree::{Kind, Map, Position, Yaml};

use crate::{
    model::{
        Allowed, Choice, Count, Except, KeyPattern, OpenKeys, Shape, Slot, Union, Validation,
        Validations,
    },
    rules::Rule,
};

/// The declaration of a document, map item or array item.
#[derive(Debug)]
pub struct Declaration {
    /// The position of the node in the schema.
    pub position: Position,
    /// The type of its value.
    pub type_: Type,
    /// The value if the user gives none.
    pub default: Yaml,
    /// Its documentation.
    pub documentation: Option<Box<Documentation>>,
    /// The rules for its value, one entry per annotation.
    pub validations: Validations,
    /// The annotation that rejects null, the default, so that users must give a value.
    pub required: Option<Box<Position>>,
}

// Keep it small, because large schemas have many.
const _: () = assert!(size_of::<Declaration>() <= 64);

/// A type of values.
#[derive(Debug)]
pub enum Type {
    /// Any value.
    Any,
    /// A scalar of one kind.
    Scalar(Kind),
    /// A map with declared keys.
    Map(Box<MapType>),
    /// An array whose items all have the same declaration.
    Array(Box<Declaration>),
    /// Null, or a value of the type inside.
    Nullable(Box<Type>),
    /// A value of one of several types.
    Union(Box<Union>),
    /// A value that fits one of several schemas.
    Choice(Box<Choice>),
    /// A value that has one type but not others.
    Except(Box<Except>),
    /// The declaration of a named shape.
    Ref(Rc<Shape>),
}

/// The declared keys of a map.
#[derive(Debug)]
pub struct MapType {
    /// The declarations of the keys that are always present, in the same order as the items of `defaults`.
    pub values: Vec<Declaration>,
    /// Every key with its default. This is the default of the whole map, and serves as an index of its keys.
    pub defaults: Rc<Map>,
    /// Keys that may be absent; most maps have none.
    pub open: Option<Box<OpenKeys>>,
}

/// The documentation of a node.
#[derive(Debug, Default)]
pub struct Documentation {
    /// The title.
    pub title: String,
    /// The description.
    pub description: String,
    /// The deprecation notice.
    pub deprecated: Option<String>,
    /// Example values, each with an optional description.
    pub examples: Vec<Example>,
    /// Whether the value is a secret.
    pub secret: bool,
}

/// An example value.
#[derive(Debug)]
pub struct Example {
    /// The author's description, if there is one.
    pub description: Option<String>,
    /// The value as written, without defaults.
    pub value: Yaml,
    /// Whether it comes from `@schema/example`, which the reference does not have.
    pub proposed: bool,
}

impl Declaration {
    /// Returns a declaration that accepts any value, with null as the default.
    pub(crate) fn anything() -> Self {
        Self::of_type(Type::Any)
    }

    /// Returns a declaration of `type_` without rules and documentation.
    pub fn of_type(type_: Type) -> Self {
        Self {
            position: Position::UNKNOWN,
            type_,
            default: Yaml::Null,
            documentation: None,
            validations: Validations::default(),
            required: None,
        }
    }

    /// Whether null is always rejected, even if the type accepts it.
    pub fn refuses_null(&self) -> bool {
        self.required.is_some()
            || self.unconditional().any(|validation| validation.not_null.is_some())
    }

    /// Returns the annotations whose rules always apply.
    pub(crate) fn unconditional(&self) -> impl Iterator<Item = &Validation> {
        self.validations.iter().filter(|validation| validation.is_unconditional())
    }

    /// Returns the rules that always apply.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.unconditional().flat_map(|validation| &validation.rules).map(|placed| &placed.rule)
    }
}

impl Type {
    /// Returns the type of values other than null, if there is only one.
    pub fn not_null(&self) -> &Type {
        match self {
            Type::Nullable(inner) => inner.not_null(),
            Type::Union(union) => union.only_member().unwrap_or(self),
            Type::Except(except) => except.inner.not_null(),
            other => other,
        }
    }

    /// Returns the type that describes the contents of `value`.
    pub fn of_value(&self, value: &Yaml) -> &Type {
        match self {
            Type::Nullable(inner) => inner.of_value(value),
            Type::Union(union) => union.member_for(value).unwrap_or(self),
            Type::Choice(choice) => {
                let meant = choice.chosen(value).or_else(|| choice.nearest(value));
                meant.map_or(self, |one| one.type_.of_value(value))
            }
            Type::Except(except) => except.inner.of_value(value),
            Type::Ref(shape) => shape.declaration().map_or(self, |one| one.type_.of_value(value)),
            other => other,
        }
    }

    /// The next schema that `value` is held to, where there is a choice or a shape with a name.
    pub fn chosen(&self, value: &Yaml) -> Option<&Declaration> {
        match self {
            Type::Nullable(inner) => inner.chosen(value),
            Type::Choice(choice) => choice.chosen(value),
            Type::Except(except) => except.inner.chosen(value),
            Type::Ref(shape) => shape.declaration(),
            _ => None,
        }
    }

    /// Whether there may be a choice or a shape with a name. Then a value in a schema is not an example that defines
    /// the type, but only one possible value.
    pub(crate) fn has_choice(&self) -> bool {
        match self {
            Type::Choice(_) | Type::Ref(_) => true,
            Type::Nullable(inner) => inner.has_choice(),
            Type::Except(except) => except.inner.has_choice(),
            _ => false,
        }
    }

    /// All schemas that `value` is held to where there is a choice: the one chosen, and what that one chooses in turn.
    pub(crate) fn all_chosen(&self, value: &Yaml) -> Vec<&Declaration> {
        std::iter::successors(self.chosen(value), |one| one.type_.chosen(value)).collect()
    }

    /// Whatever is of `kind`.
    pub fn anything_of(kind: Kind) -> Self {
        match kind {
            Kind::Array => Type::Array(Box::new(Declaration::anything())),
            Kind::Map => {
                let pattern = KeyPattern {
                    key: Yaml::text("_"),
                    allowed: Allowed::Any,
                    expects: Count::ANY,
                    declaration: Declaration::anything(),
                };
                let mut open = OpenKeys::default();
                open.patterns.push(pattern);
                Type::Map(Box::new(MapType {
                    values: Vec::new(),
                    defaults: Rc::default(),
                    open: Some(Box::new(open)),
                }))
            }
            scalar => Type::Scalar(scalar),
        }
    }

    /// Returns the type of the items, if the value may be an array.
    pub fn item(&self) -> Option<&Type> {
        match self {
            Type::Array(item) => Some(&item.type_),
            Type::Nullable(inner) => inner.item(),
            Type::Union(union) => union.members.iter().find_map(Type::item),
            Type::Choice(choice) => choice.alternatives.iter().find_map(|one| one.type_.item()),
            Type::Except(except) => except.inner.item(),
            Type::Ref(shape) => shape.declaration().and_then(|declared| declared.type_.item()),
            Type::Any | Type::Scalar(_) | Type::Map(_) => None,
        }
    }

    /// Whether it accepts null.
    pub fn accepts_null(&self) -> bool {
        self.accepts_scalar(Kind::Null)
    }

    /// Returns the name for messages.
    pub fn name(&self) -> Cow<'static, str> {
        match self {
            Type::Any => "any".into(),
            Type::Scalar(kind) => kind.name().into(),
            Type::Map(_) => Kind::Map.name().into(),
            Type::Array(_) => Kind::Array.name().into(),
            Type::Nullable(inner) => inner.name(),
            Type::Union(union) => union.name().into(),
            Type::Choice(choice) => choice.name().into(),
            Type::Except(except) => except.inner.name(),
            Type::Ref(shape) => match shape.declaration() {
                Some(declared) => declared.type_.name(),
                None => shape.name.clone().into(),
            },
        }
    }

    /// The kind of its values that are not null, if it is one.
    pub fn kind(&self) -> Option<Kind> {
        match self {
            Type::Any => None,
            Type::Scalar(kind) => Some(*kind),
            Type::Map(_) => Some(Kind::Map),
            Type::Array(_) => Some(Kind::Array),
            Type::Nullable(inner) => inner.kind(),
            Type::Union(union) => one_kind(union.members.iter()),
            Type::Choice(choice) => choice.kind(),
            Type::Except(except) => except.inner.kind(),
            Type::Ref(shape) => shape.declaration()?.type_.kind(),
        }
    }

    /// Whether a scalar (or null) of `kind` is one of its values.
    pub fn accepts_scalar(&self, kind: Kind) -> bool {
        match self {
            Type::Any => true,
            // Every integer is a number. It stays an integer.
            Type::Scalar(Kind::Float) => matches!(kind, Kind::Float | Kind::Int),
            Type::Scalar(own) => *own == kind,
            Type::Map(_) | Type::Array(_) => false,
            Type::Nullable(inner) => kind == Kind::Null || inner.accepts_scalar(kind),
            Type::Union(union) => union.members.iter().any(|member| member.accepts_scalar(kind)),
            Type::Choice(choice) => {
                choice.alternatives.iter().any(|one| one.type_.accepts_scalar(kind))
            }
            Type::Except(except) => except.inner.accepts_scalar(kind),
            Type::Ref(shape) => {
                shape.declaration().is_some_and(|declared| declared.type_.accepts_scalar(kind))
            }
        }
    }
}

impl MapType {
    /// Returns the declared key that `key` belongs to.
    pub(crate) fn find(&self, thread: &mut Thread, key: &Yaml) -> Result<Option<Slot>> {
        match (self.defaults.position_of(key), &self.open) {
            (Some(at), _) => Ok(Some(Slot::Named(at as u32))),
            (None, Some(open)) => open.find(thread, key),
            (None, None) => Ok(None),
        }
    }

    /// Returns the place of each key of `map` among the keys that are always present.
    pub(crate) fn places_in(&self, map: &Map) -> impl Iterator<Item = Option<usize>> {
        let mut next = 0;
        map.items().iter().map(move |item| {
            // Most keys are in the order of the schema.
            let place = match self.defaults.items().get(next) {
                Some(same) if same.key.same_scalar(&item.key) => Some(next),
                _ => self.defaults.position_of(&item.key),
            };
            next = place.map_or(next, |place| place + 1);
            place
        })
    }

    /// Returns the declaration of the key in `slot`.
    pub(crate) fn declaration(&self, slot: Slot) -> Option<&Declaration> {
        match slot {
            Slot::Named(at) => self.values.get(at as usize),
            Slot::Open(at) => self.open.as_ref().and_then(|open| open.declaration(at)),
        }
    }

    /// Returns the keys that are always present, in order, each with its declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&Yaml, &Declaration)> {
        self.defaults.items().iter().map(|item| &item.key).zip(&self.values)
    }

    /// Returns all named keys with their declarations, optional ones last.
    pub fn named(&self) -> impl Iterator<Item = (&Yaml, &Declaration)> {
        let optional = self.open.iter().flat_map(|open| open.optional());
        self.iter().chain(optional)
    }

    /// Whether `key` is one of [`named`](Self::named).
    pub fn has_named(&self, key: &Yaml) -> bool {
        let is_optional = |open: &OpenKeys| open.optional().any(|(name, _)| name.same_scalar(key));
        self.defaults.position_of(key).is_some() || self.open.as_deref().is_some_and(is_optional)
    }
}

/// The kind of the values of all `types`, if it is one.
pub(crate) fn one_kind<'t>(mut types: impl Iterator<Item = &'t Type>) -> Option<Kind> {
    let first = types.next()?.kind()?;
    types.all(|other| other.kind() == Some(first)).then_some(first)
}
