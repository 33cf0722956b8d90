//! Native functions and bound methods.

use super::{Text, Value};
use crate::error::{Error, Result};
use crate::{Args, Thread};

/// A native function without state.
pub type NativeFunction = fn(&mut Thread, Args<'_>) -> Result<Value>;

/// A native function with state.
pub type Native = dyn Fn(&mut Thread, Args<'_>) -> Result<Value>;

/// What a method of a built-in type runs.
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
    /// All.
    Always,
    /// Those with extensions.
    Extension,
    /// Those with extensions; `dir`, which tests of the language compare as a whole, leaves it out.
    Unlisted,
}

/// A function of the host, or a method bound to its receiver.
pub struct Builtin {
    name: Text,
    body: Body,
}

enum Body {
    /// Part of the language; errors of functions it calls pass through unchanged.
    Core(NativeFunction),
    /// Part of a module; all errors are prefixed and lose their inner calls.
    Module(Box<Native>),
    Method(&'static Method, Value),
}

impl Builtin {
    /// A function of a module, named in full (`json.encode`); its errors get that name as prefix.
    pub fn native<F>(name: impl Into<Text>, run: F) -> Self
    where
        F: Fn(&mut Thread, Args<'_>) -> Result<Value> + 'static,
    {
        Self { name: name.into(), body: Body::Module(Box::new(run)) }
    }

    /// A function of the language itself.
    pub fn core(name: &'static str, run: NativeFunction) -> Self {
        Self { name: name.into(), body: Body::Core(run) }
    }

    pub(crate) fn bound(method: &'static Method, receiver: Value) -> Self {
        Self { name: method.name.into(), body: Body::Method(method, receiver) }
    }

    /// Its name.
    pub fn name(&self) -> &Text {
        &self.name
    }

    /// What a method is bound to.
    pub fn receiver(&self) -> Option<&Value> {
        match &self.body {
            Body::Method(_, receiver) => Some(receiver),
            _ => None,
        }
    }

    /// Runs it.
    pub(crate) fn call(&self, thread: &mut Thread, args: Args<'_>) -> Result<Value> {
        match &self.body {
            Body::Core(run) => run(thread, args).map_err(|error| name_core(error, &self.name)),
            Body::Method(method, receiver) => call_method(method, thread, receiver, args),
            Body::Module(run) => run(thread, args).map_err(|error| {
                if error.is_catchable() {
                    error.without_frames().prefixed(&self.name.to_lossy())
                } else {
                    error
                }
            }),
        }
    }
}

/// Runs a method without binding it first.
pub(crate) fn call_method(
    method: &'static Method,
    thread: &mut Thread,
    receiver: &Value,
    args: Args<'_>,
) -> Result<Value> {
    (method.body)(thread, receiver, args).map_err(|error| name_core(error, &method.name.into()))
}

/// Errors from called functions keep their text, so that the place of the failure stays visible.
#[cold]
fn name_core(error: Error, name: &Text) -> Error {
    if error.is_propagated() || !error.is_catchable() {
        error
    } else {
        error.prefixed(&name.to_lossy())
    }
}
