//! The values of programs.

pub(crate) mod big;
mod builtin;
mod compare;
mod dict;
mod function;
mod hash;
mod host;
mod iterate;
mod list;
mod module;
pub(crate) mod number;
mod range;
mod set;
mod strings;
pub(crate) mod table;
mod text;
mod tuple;

use std::fmt;
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

pub use big::Big;
pub use builtin::{Builtin, Native, NativeFunction};
pub(crate) use builtin::{Method, MethodBody, Presence, call_method, name_core};
pub use compare::Comparison;
pub(crate) use compare::equal_texts;
pub use dict::Dict;
pub use function::Function;
pub(crate) use function::{CellRef, new_cell};
pub use host::{Freezer, HostRef, HostValue, Side};
pub use iterate::Iter;
pub(crate) use iterate::NextInt;
pub use list::List;
pub use module::NativeModule;
pub use range::Range;
pub use set::Set;
pub(crate) use strings::{Bytes, StringView, View, decode, replace_invalid};
pub use text::Text;
pub use tuple::Tuple;

use crate::error::Result;

/// A value: sixteen bytes, cheap to clone.
#[derive(Clone, Default)]
pub enum Value {
    /// `None`.
    #[default]
    None,
    /// `True` or `False`.
    Bool(bool),
    /// An integer that fits 64 bits; larger ones are [`Value::BigInt`], never both.
    Int(i64),
    /// An integer that does not fit 64 bits.
    BigInt(Rc<Big>),
    /// A floating point number.
    Float(f64),
    /// A string.
    Str(Text),
    /// A list.
    List(List),
    /// A dict.
    Dict(Dict),
    /// A tuple.
    Tuple(Tuple),
    /// A set.
    Set(Set),
    /// A `range(...)`.
    Range(Rc<Range>),
    /// A function written in the language.
    Function(Rc<Function>),
    /// A function or method of the host.
    Builtin(Rc<Builtin>),
    /// Any other value of the host.
    Host(HostRef),
}

const _: () = assert!(size_of::<Value>() == 16 && size_of::<Option<Value>>() == 16);

impl Value {
    /// A string.
    pub fn str(text: impl Into<Text>) -> Self {
        Value::Str(text.into())
    }

    /// A list.
    pub fn list(items: Vec<Value>) -> Self {
        Value::List(List::new(items))
    }

    /// A tuple.
    pub fn tuple(items: Vec<Value>) -> Self {
        Value::Tuple(Tuple::new(items))
    }

    /// A value of the host.
    pub fn host(value: impl HostValue) -> Self {
        Value::Host(HostRef::new(value))
    }

    /// A native function; its errors are prefixed with `name: `.
    pub fn native<F>(name: impl Into<Text>, run: F) -> Self
    where
        F: Fn(&mut crate::Thread, crate::Args<'_>) -> Result<Value> + 'static,
    {
        Value::Builtin(Rc::new(Builtin::native(name, run)))
    }

    /// Returns `type(x)`.
    pub fn type_name(&self) -> &str {
        match self {
            Value::None => "NoneType",
            Value::Bool(_) => "bool",
            Value::Int(_) | Value::BigInt(_) => "int",
            Value::Float(_) => "float",
            Value::Str(_) => "string",
            Value::List(_) => "list",
            Value::Dict(_) => "dict",
            Value::Tuple(_) => "tuple",
            Value::Set(_) => "set",
            Value::Range(_) => "range",
            Value::Function(_) => "function",
            Value::Builtin(_) => "builtin_function_or_method",
            Value::Host(host) => host.type_name(),
        }
    }

    /// Whether it is true in a condition.
    pub fn truth(&self) -> bool {
        match self {
            Value::None => false,
            Value::Bool(b) => *b,
            Value::Int(i) => *i != 0,
            Value::BigInt(_) | Value::Function(_) | Value::Builtin(_) => true,
            Value::Float(f) => *f != 0.0,
            Value::Str(s) => !s.is_empty(),
            Value::List(l) => !l.is_empty(),
            Value::Dict(d) => !d.is_empty(),
            Value::Tuple(t) => !t.is_empty(),
            Value::Set(s) => !s.is_empty(),
            Value::Range(r) => !r.is_empty(),
            Value::Host(host) => host.truth(),
        }
    }

    /// Returns `len(x)`, if it is defined.
    #[allow(clippy::len_without_is_empty)] // Not every value has a length.
    pub fn len(&self) -> Option<usize> {
        match self {
            Value::Str(s) => Some(s.len()),
            Value::List(l) => Some(l.len()),
            Value::Dict(d) => Some(d.len()),
            Value::Tuple(t) => Some(t.len()),
            Value::Set(s) => Some(s.len()),
            Value::Range(r) => Some(r.len()),
            Value::Host(host) => host.len(),
            _ => None,
        }
    }

    /// Whether it can be called.
    pub fn is_callable(&self) -> bool {
        match self {
            Value::Function(_) | Value::Builtin(_) => true,
            Value::Host(host) => host.is_callable(),
            _ => false,
        }
    }

    /// Returns the text of a string, if it is UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(text) => text.as_str(),
            _ => None,
        }
    }

    /// Returns the host value, if it has type `T`.
    pub fn downcast<T: HostValue>(&self) -> Option<&T> {
        match self {
            Value::Host(host) => host.downcast::<T>(),
            _ => None,
        }
    }

    /// Returns the number, for an int or float.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Value::Int(i) => Some(*i as f64),
            Value::BigInt(i) => Some(i.to_f64().unwrap_or(f64::INFINITY)),
            Value::Float(f) => Some(*f),
            _ => None,
        }
    }

    /// Whether both are the same object, or equal scalars of the same type.
    pub fn is_identical(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::None, Value::None) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::BigInt(a), Value::BigInt(b)) => ***a == ***b,
            (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
            (Value::Str(a), Value::Str(b)) => a == b,
            (Value::List(a), Value::List(b)) => a.is(b),
            (Value::Dict(a), Value::Dict(b)) => a.is(b),
            (Value::Tuple(a), Value::Tuple(b)) => a.is(b),
            (Value::Set(a), Value::Set(b)) => a.is(b),
            (Value::Range(a), Value::Range(b)) => Rc::ptr_eq(a, b),
            (Value::Function(a), Value::Function(b)) => Rc::ptr_eq(a, b),
            (Value::Builtin(a), Value::Builtin(b)) => Rc::ptr_eq(a, b),
            (Value::Host(a), Value::Host(b)) => a.is(b),
            _ => false,
        }
    }

    /// Returns the text as the template language prints it. Never fails; deep values are truncated.
    pub fn to_text(&self) -> Text {
        crate::format::to_text(self)
    }

    /// Returns the text as the template language would write it in source. Never fails; deep values are truncated.
    pub fn to_repr(&self) -> String {
        crate::format::to_repr(self)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_repr())
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Bool(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Value::Int(value)
    }
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        i64::try_from(value)
            .map_or_else(|_| Value::BigInt(Rc::new(Big::new(value.into()))), Value::Int)
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        Value::from(value as u64)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Value::Float(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Value::Str(value.into())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Value::Str(value.into())
    }
}

impl From<Text> for Value {
    fn from(value: Text) -> Self {
        Value::Str(value)
    }
}

impl From<BigInt> for Value {
    fn from(value: BigInt) -> Self {
        match value.to_i64() {
            Some(small) => Value::Int(small),
            None => Value::BigInt(Rc::new(Big::new(value))),
        }
    }
}
