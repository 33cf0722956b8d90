//! Host values: values that other crates define, such as YAML fragments.

use std::any::Any;
use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::{Text, Value};
use crate::error::{Error, Result};
use crate::memory::{Charge, OVERHEAD, drop_deep};
use crate::syntax::BinaryOp;
use crate::{Args, Thread};

/// The side of an operator that a value is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// `value op other`.
    Left,
    /// `other op value`.
    Right,
}

/// The operations of a host value. Only the type's name is required; the others default to "not supported".
#[allow(clippy::len_without_is_empty)] // Not every value has a length.
pub trait HostValue: Any {
    /// Returns `type(x)`.
    fn type_name(&self) -> &str;

    /// Returns the field or method `name`.
    fn attr(&self, name: &str) -> Result<Option<Value>> {
        let _ = name;
        Ok(None)
    }

    /// Like `attr`, for a name that code uses repeatedly. `hint` may store where it was found.
    fn attr_again(&self, name: &Text, hint: &Cell<usize>) -> Result<Option<Value>> {
        let _ = hint;
        name.as_str().map_or(Ok(None), |name| self.attr(name))
    }

    /// Returns the names that `attr` knows, for `dir` and for suggestions.
    fn attr_names(&self) -> Vec<Text> {
        Vec::new()
    }

    /// Returns what to write instead of `x.name`, which does not exist.
    fn missing_attr(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// `x.name = value`.
    fn set_attr(&self, name: &str, value: Value) -> Result<()> {
        let _ = value;
        let note =
            format!("it cannot be changed: keep the new value in a variable, as in `{name} = ...`");
        Err(Error::new(format!("can't assign to .{name} field of {}", self.type_name()))
            .note(Some(note)))
    }

    /// `x[key]`.
    fn index(&self, key: &Value) -> Result<Value> {
        let (this, key) = (self.type_name(), key.type_name());
        Err(Error::new(format!("unhandled index operation {this}[{key}]")))
    }

    /// `x[key] = value`.
    fn set_index(&self, key: &Value, value: Value) -> Result<()> {
        let _ = (key, value);
        Err(Error::new(format!("{} value does not support item assignment", self.type_name())))
    }

    /// `x[start:stop:step]`.
    fn slice(&self, start: &Value, stop: &Value, step: &Value) -> Result<Value> {
        let _ = (start, stop, step);
        Err(Error::new(format!("invalid slice operand {}", self.type_name())))
    }

    /// Returns the items for a loop.
    fn iterate(&self) -> Option<Box<dyn Iterator<Item = Value>>> {
        None
    }

    /// `key in x`; `None` if it is not defined.
    fn contains(&self, key: &Value) -> Result<Option<bool>> {
        let _ = key;
        Ok(None)
    }

    /// `len(x)`.
    fn len(&self) -> Option<usize> {
        None
    }

    /// Whether the value is true in a condition.
    fn truth(&self) -> bool {
        true
    }

    /// `x == other` for another host value; `None` means identity.
    fn equals(&self, other: &HostRef) -> Result<Option<bool>> {
        let _ = other;
        Ok(None)
    }

    /// Compares two host values, if they have an order.
    fn compare(&self, other: &HostRef) -> Result<Option<Ordering>> {
        let _ = other;
        Ok(None)
    }

    /// Returns the hash for use as a key. Equal values must have equal hashes.
    fn hash_key(&self) -> Result<u64> {
        Err(Error::new(format!("unhashable type: {}", self.type_name())))
    }

    /// Whether `call` is defined.
    fn is_callable(&self) -> bool {
        false
    }

    /// `x(...)`.
    fn call(&self, thread: &mut Thread, args: Args<'_>) -> Result<Value> {
        let _ = (thread, args);
        Err(Error::new(format!("invalid call of non-function ({})", self.type_name()))
            .note(crate::hints::module_is_called(self.type_name(), &self.attr_names())))
    }

    /// `x op other` or `other op x`; `None` if it is not defined.
    fn binary(&self, op: BinaryOp, other: &Value, side: Side) -> Result<Option<Value>> {
        let _ = (op, other, side);
        Ok(None)
    }

    /// Returns the entries, for `**x`, `dict(x)` and `d.update(x)`.
    fn mapping(&self) -> Option<Vec<(Value, Value)>> {
        None
    }

    /// Returns `repr(x)`.
    fn repr(&self) -> String;

    /// Returns `str(x)`.
    fn str(&self) -> String {
        self.repr()
    }

    /// Returns the number of heap bytes besides its own, without shared ones.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// Freezes its contents.
    fn freeze(&self, freezer: &mut Freezer) {
        let _ = freezer;
    }
}

/// A shared host value.
#[derive(Clone)]
pub struct HostRef(Rc<Hosted>);

struct Hosted {
    value: Box<dyn HostValue>,
    _charge: Charge,
}

/// A placeholder for a value that is being dropped.
struct Gone;

impl HostValue for Gone {
    fn type_name(&self) -> &'static str {
        "nothing"
    }

    fn repr(&self) -> String {
        String::new()
    }
}

impl Drop for Hosted {
    fn drop(&mut self) {
        drop_deep(std::mem::replace(&mut self.value, Box::new(Gone)));
    }
}

impl HostRef {
    /// Creates a reference to a new value.
    pub fn new<T: HostValue>(value: T) -> Self {
        let bytes = OVERHEAD * 2 + size_of::<Hosted>() + size_of::<T>() + value.heap_bytes();
        Self(Rc::new(Hosted { value: Box::new(value), _charge: Charge::new(bytes) }))
    }

    /// Returns the value, if it is a `T`.
    pub fn downcast<T: HostValue>(&self) -> Option<&T> {
        let any: &dyn Any = &***self;
        any.downcast_ref()
    }

    /// Whether both are the same value.
    pub fn is(&self, other: &HostRef) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl std::ops::Deref for HostRef {
    type Target = Box<dyn HostValue>;

    fn deref(&self) -> &Self::Target {
        &self.0.value
    }
}

/// Freezes values deeply, without recursion.
#[derive(Default)]
pub struct Freezer {
    pending: Vec<Value>,
    /// Tuples seen so far, which have no mark of their own.
    tuples: FxHashSet<usize>,
}

impl Freezer {
    /// Freezes `values` and everything they refer to.
    pub fn freeze<'v>(values: impl IntoIterator<Item = &'v Value>) {
        let mut freezer = Self::default();
        for value in values {
            if freezer.mark(value) {
                freezer.visit_content(value);
            }
            while let Some(value) = freezer.pending.pop() {
                freezer.visit_content(&value);
            }
        }
    }

    /// Freezes `value`, and schedules its contents. Host values call this for their contents.
    pub fn visit(&mut self, value: &Value) {
        if self.mark(value) {
            self.pending.push(value.clone());
        }
    }

    /// Freezes `value` itself. Returns whether there may be contents that are not frozen.
    fn mark(&mut self, value: &Value) -> bool {
        match value {
            Value::List(list) => list.freeze(),
            Value::Dict(dict) => dict.freeze(),
            Value::Tuple(items) => self.tuples.insert(items.address()),
            Value::Set(set) => {
                set.freeze();
                false
            }
            // Most functions hold nothing, or are frozen because another module defined them.
            Value::Function(function) => function.start_freezing() && function.holds_values(),
            Value::Builtin(builtin) => builtin.receiver().is_some(),
            Value::Host(_) => true,
            _ => false,
        }
    }

    fn visit_content(&mut self, value: &Value) {
        match value {
            Value::List(list) => list.borrow().iter().for_each(|item| self.visit(item)),
            Value::Dict(dict) => {
                for (key, value) in dict.entries() {
                    self.visit(&key);
                    self.visit(&value);
                }
            }
            Value::Tuple(items) => items.iter().for_each(|item| self.visit(item)),
            Value::Function(function) => function.each_held(|value| self.visit(value)),
            Value::Builtin(builtin) => {
                if let Some(receiver) = builtin.receiver() {
                    self.visit(receiver);
                }
            }
            Value::Host(host) => host.freeze(self),
            _ => {}
        }
    }
}
