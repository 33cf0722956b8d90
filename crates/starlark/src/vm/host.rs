//! The interface to the program that embeds the language.

use std::any::Any;
use std::rc::Rc;

use yardstick_diagnostics::Span;

use super::{Module, Thread};
use crate::error::{Error, Result};
use crate::value::{Text, Value};

/// An evaluated operand of a host statement.
#[derive(Clone, Debug)]
pub enum OperandValue {
    /// One value.
    Value(Value),
    /// The arguments of a call.
    Arguments {
        /// By position.
        positional: Vec<Value>,
        /// By name.
        keywords: Vec<(Text, Value)>,
    },
}

/// The environment of a program: provides modules, prints text, and runs host statements.
///
/// `unit` is the value that the host attached to the program that the code belongs to.
pub trait Host {
    /// Returns the module at `path`, which the program of `unit` loads at `span`. The host decides whether to
    /// evaluate modules once or each time; [`Thread::loading`] detects cycles.
    fn load(
        &self,
        thread: &mut Thread,
        unit: &Rc<dyn Any>,
        path: &Text,
        span: Span,
    ) -> Result<Rc<Module>> {
        let _ = (thread, unit, path, span);
        Err(Error::new("load not implemented by this application"))
    }

    /// Receives a line from `print`, without its line break.
    fn print(&self, text: &Text) {
        let _ = text;
    }

    /// Called if the statement at `span` calls a function and does not use the returned `value`, which is not just a
    /// number, a boolean or `None`.
    fn discarded(&self, unit: &Rc<dyn Any>, value: &Value, span: Span) {
        let _ = (unit, value, span);
    }

    /// Runs the host statement `id`.
    fn statement(
        &self,
        thread: &mut Thread,
        unit: &Rc<dyn Any>,
        id: u32,
        operands: &[OperandValue],
    ) -> Result<()> {
        let _ = (thread, unit, id, operands);
        Err(Error::new("host statements are not supported here"))
    }

    /// Runs the host statement `id`, whose operand is one value.
    fn value_statement(
        &self,
        thread: &mut Thread,
        unit: &Rc<dyn Any>,
        id: u32,
        value: Value,
    ) -> Result<()> {
        self.statement(thread, unit, id, &[OperandValue::Value(value)])
    }

    /// Runs two host statements: the first has no operand, and that of the second is a number or a text. Returns the value,
    /// and runs nothing, if the second might fail for such a value: an error of each has its own place.
    fn simple_statements(
        &self,
        thread: &mut Thread,
        unit: &Rc<dyn Any>,
        (first, second): (u32, u32),
        value: Value,
    ) -> Result<Option<Value>> {
        let _ = (thread, unit, first, second);
        Ok(Some(value))
    }

    /// A function whose body holds host statements starts; `first` is the first of them.
    fn enter_function(&self, thread: &mut Thread, unit: &Rc<dyn Any>, first: u32) -> Result<()> {
        let _ = (thread, unit, first);
        Ok(())
    }

    /// Called when such a function ends; `returned` is the value of its `return`, if any. Returns the result of the
    /// call.
    fn leave_function(
        &self,
        thread: &mut Thread,
        unit: &Rc<dyn Any>,
        returned: Option<Value>,
    ) -> Result<Value> {
        let _ = (thread, unit);
        Ok(returned.unwrap_or_default())
    }

    /// Called when such a function is left because of an error.
    fn abandon_function(&self, thread: &mut Thread, unit: &Rc<dyn Any>) {
        let _ = (thread, unit);
    }
}

impl Host for () {}
