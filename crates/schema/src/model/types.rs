//! What a schema declares: for each node its type, its default, its rules and its documentation.
//!
//! Built once from a schema document and never changed; values are walked along with it.

use std::{borrow::Cow, rc::Rc};

use yardstick_starlark::{Result, Thread};
use yardstick_template::tree::{Kind, Map, Position, Yaml};

use crate::{
    model::{Allowed, Choice, Count, Except, KeyPattern, OpenKeys, Shape, Slot, Union, Validation},
    rules::Rule,
};

/// What a document, map item or array item may hold.
#[derive(Debug)]
pub struct Declaration {
    /// The node of the schema that declares it.
    pub position: Position,
    /// What kind of value it holds.
    pub type_: Type,
    /// What it holds unless a value is given.
    pub default: Yaml,
    /// Its documentation.
    pub documentation: Option<Box<Documentation>>,
    /// The rules its value has to keep, annotation by annotation.
    pub validations: Vec<Validation>,
    /// The annotation that refuses null, the default: a value has to be given.
    pub required: Option<Position>,
}

/// A kind of value.
#[derive(Debug)]
pub enum Type {
    /// Anything.
    Any,
    /// A scalar of one kind.
    Scalar(Kind),
    /// A map with declared keys.
    Map(Box<MapType>),
    /// An array whose items are all alike.
    Array(Box<Declaration>),
    /// Null, or a value of the type inside.
    Nullable(Box<Type>),
    /// A value of one of several types.
    Union(Union),
    /// A value of one of several schemas.
    Choice(Box<Choice>),
    /// A value of one type but not of others.
    Except(Box<Except>),
    /// What a shape with a name declares.
    Ref(Rc<Shape>),
}

/// The declared keys of a map.
#[derive(Debug)]
pub struct MapType {
    /// What each key holds that is always there; numbered like the items of `defaults`.
    pub values: Vec<Declaration>,
    /// Every key with its default: the default of the whole map, and the index of its keys.
    pub defaults: Rc<Map>,
    /// Keys that need not be there; most maps have none.
    pub open: Option<Box<OpenKeys>>,
}

/// What a schema says about a node for its readers.
#[derive(Debug, Default)]
pub struct Documentation {
    /// A short name.
    pub title: String,
    /// A description.
    pub description: String,
    /// Why it should not be used any more.
    pub deprecated: Option<String>,
    /// Values one could give, each with a description.
    pub examples: Vec<Example>,
    /// Whether the value must not be shown.
    pub secret: bool,
}

/// A value one could give.
#[derive(Debug)]
pub struct Example {
    /// What it shows, if the author says so.
    pub description: Option<String>,
    /// The value as written, without defaults.
    pub value: Yaml,
    /// Whether `@schema/example` gives it, an annotation that the reference does not know.
    pub proposed: bool,
}

impl Declaration {
    /// Any value, with null as default.
    pub(crate) fn anything() -> Self {
        Self::of_type(Type::Any)
    }

    /// A value of `type_` without rules and documentation.
    pub fn of_type(type_: Type) -> Self {
        Self {
            position: Position::UNKNOWN,
            type_,
            default: Yaml::Null,
            documentation: None,
            validations: Vec::new(),
            required: None,
        }
    }

    /// Whether null is always refused, even where the type accepts it.
    pub fn refuses_null(&self) -> bool {
        self.required.is_some()
            || self.unconditional().any(|validation| validation.not_null.is_some())
    }

    /// The annotations whose rules always apply.
    pub(crate) fn unconditional(&self) -> impl Iterator<Item = &Validation> {
        self.validations.iter().filter(|validation| validation.is_unconditional())
    }

    /// The rules that always apply.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.unconditional().flat_map(|validation| &validation.rules).map(|placed| &placed.rule)
    }
}

impl Type {
    /// The type of a value that is not null, as far as there is only one.
    pub fn not_null(&self) -> &Type {
        match self {
            Type::Nullable(inner) => inner.not_null(),
            Type::Union(union) => union.only_member().unwrap_or(self),
            Type::Except(except) => except.inner.not_null(),
            other => other,
        }
    }

    /// The type that says what is inside of `value`.
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

    /// The type of the items, if it may be an array.
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

    /// Whether null is one of its values.
    pub fn accepts_null(&self) -> bool {
        self.accepts_scalar(Kind::Null)
    }

    /// Its name in messages.
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
            // Every integer is a number; it stays written as an integer.
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
    /// The declared key that `key` belongs to.
    pub(crate) fn find(&self, thread: &mut Thread, key: &Yaml) -> Result<Option<Slot>> {
        match (self.defaults.position_of(key), &self.open) {
            (Some(at), _) => Ok(Some(Slot::Named(at as u32))),
            (None, Some(open)) => open.find(thread, key),
            (None, None) => Ok(None),
        }
    }

    /// What the key in `slot` holds.
    pub(crate) fn declaration(&self, slot: Slot) -> Option<&Declaration> {
        match slot {
            Slot::Named(at) => self.values.get(at as usize),
            Slot::Open(at) => self.open.as_ref().and_then(|open| open.declaration(at)),
        }
    }

    /// The keys that are always there in order, each with what it holds.
    pub fn iter(&self) -> impl Iterator<Item = (&Yaml, &Declaration)> {
        self.defaults.items().iter().map(|item| &item.key).zip(&self.values)
    }

    /// All keys with a name, those that need not be there last, each with what it holds.
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
