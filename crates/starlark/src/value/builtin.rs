//! Native functions and bound methods.

use super::{Text, Value};
use crate::error::{Error, Result};
use crate::memory::{Charge, OVERHEAD, drop_deep};
use crate::meter;
use crate::{Args, Thread};

/// A native function without state.
pub type NativeFunction = fn(&mut Thread, Args<'_>) -> Result<Value>;

/// The result of a function for one argument that it only looks at; `None` if it must be called, for example to fail.
pub(crate) type Glance = fn(&Value) -> Option<Value>;

/// A native function with state.
pub type Native = dyn Fn(&mut Thread, Args<'_>) -> Result<Value>;

/// The implementation of a method of a built-in type.
pub(crate) type MethodBody = fn(&mut Thread, &Value, Args<'_>) -> Result<Value>;

/// A method of a built-in type.
pub(crate) struct Method {
    pub(crate) name: &'static str,
    pub(crate) body: MethodBody,
    pub(crate) presence: Presence,
}

/// Which dialects have a method.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    /// All dialects.
    Always,
    /// Dialects with extensions.
    Extension,
    /// Dialects with extensions. Not listed by `dir`, whose whole result the tests of the language compare.
    Unlisted,
}

/// A function of the host, or a method bound to its receiver.
pub struct Builtin {
    name: Text,
    body: Body,
    _charge: Charge,
}

impl Drop for Builtin {
    fn drop(&mut self) {
        if !matches!(self.body, Body::Core(..)) {
            drop_deep(std::mem::replace(&mut self.body, Body::Core(|_, _| Ok(Value::None), None)));
        }
    }
}

enum Body {
    /// Part of the language. Errors of functions that it calls pass through unchanged.
    Core(NativeFunction, Option<Glance>),
    /// Part of a module. All errors are prefixed and lose their inner calls.
    Module(Box<Native>),
    Method(&'static Method, Value),
}

impl Builtin {
    fn new(name: Text, body: Body, held: usize) -> Self {
        Self { name, body, _charge: Charge::new(OVERHEAD + size_of::<Self>() + held) }
    }

    /// Creates a function of a module with its full name (`json.encode`), which prefixes its errors.
    pub fn native<F>(name: impl Into<Text>, run: F) -> Self
    where
        F: Fn(&mut Thread, Args<'_>) -> Result<Value> + 'static,
    {
        Self::new(name.into(), Body::Module(Box::new(run)), size_of::<F>())
    }

    /// Creates a function of the language itself.
    pub fn core(name: &'static str, run: NativeFunction) -> Self {
        Self::new(name.into(), Body::Core(run, None), 0)
    }

    /// Creates a function of the language with a shorter way to most of its results.
    pub(crate) fn at_a_glance(name: &'static str, run: NativeFunction, glance: Glance) -> Self {
        Self::new(name.into(), Body::Core(run, Some(glance)), 0)
    }

    /// Whether there is a shorter way to most results.
    pub(crate) fn has_glance(&self) -> bool {
        matches!(self.body, Body::Core(_, Some(_)))
    }

    /// Returns the result for an argument, if there is a shorter way to it.
    #[inline]
    pub(crate) fn glance(&self, argument: &Value) -> Option<Value> {
        match self.body {
            Body::Core(_, Some(glance)) => glance(argument),
            _ => None,
        }
    }

    pub(crate) fn bound(method: &'static Method, receiver: Value) -> Self {
        Self::new(method.name.into(), Body::Method(method, receiver), 0)
    }

    /// Its name.
    pub fn name(&self) -> &Text {
        &self.name
    }

    /// Returns the receiver of a bound method.
    pub fn receiver(&self) -> Option<&Value> {
        match &self.body {
            Body::Method(_, receiver) => Some(receiver),
            _ => None,
        }
    }

    /// Runs it.
    pub(crate) fn call(&self, thread: &mut Thread, args: Args<'_>) -> Result<Value> {
        match &self.body {
            Body::Core(run, _) => {
                run(thread, args).map_err(|error| name_core(error, &self.name, None))
            }
            Body::Method(method, receiver) => call_method(method, thread, receiver, args),
            Body::Module(run) => scan(&args).and_then(|()| run(thread, args)).map_err(|error| {
                if error.is_catchable() {
                    let name = self.name.to_lossy();
                    error.of_native(&name, None).without_frames().prefixed(&name)
                } else {
                    error
                }
            }),
        }
    }
}

/// Counts the work of reading the string arguments. Functions of modules read all of them.
fn scan(args: &Args<'_>) -> Result<()> {
    args.positional.iter().try_for_each(|value| match value {
        Value::Str(text) => meter::scan(text.len()),
        _ => Ok(()),
    })
}

/// Calls a method without binding it first.
pub(crate) fn call_method(
    method: &'static Method,
    thread: &mut Thread,
    receiver: &Value,
    args: Args<'_>,
) -> Result<Value> {
    (method.body)(thread, receiver, args)
        .map_err(|error| name_core(error, &method.name.into(), Some(receiver)))
}

/// Adds the name of a built-in function to an error. Errors from functions that it called keep their text, so that
/// the place of the failure stays visible.
#[cold]
pub(crate) fn name_core(error: Error, name: &Text, receiver: Option<&Value>) -> Error {
    if error.is_propagated() || !error.is_catchable() {
        error
    } else {
        let name = name.to_lossy();
        error.of_native(&name, receiver).prefixed(&name)
    }
}
