//! Threads: the state of a run, with its stacks, limits and host.

use std::rc::Rc;

use yardstick_diagnostics::Span;

use super::{Globals, Host, Module};
use crate::dialect::{Dialect, FloatText};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::memory::{self, Bounds};
use crate::meter::{self, Meter};
use crate::program::Program;
use crate::value::{CellRef, Function, Iter, Text, Value};

/// A run of programs: stacks, limits and the host. Single-threaded.
pub struct Thread {
    pub(super) host: Rc<dyn Host>,
    limits: Limits,
    /// The remaining steps. They are in control of the operating-system thread while this run is.
    meter: Meter,
    /// The number of steps until the limits are checked again.
    pub(super) countdown: u32,
    /// The start value of the countdown.
    interval: u32,
    pub(super) stack: Vec<Value>,
    pub(super) locals: Vec<Option<Value>>,
    pub(super) cells: Vec<CellRef>,
    pub(super) iters: Vec<Iter>,
    pub(super) frames: Vec<Frame>,
    pub(super) native_depth: usize,
    /// The memory limits that applied before this run got control.
    outer_bounds: Bounds,
    /// Vectors for arguments of native functions, kept for the next call.
    pub(super) buffers: Vec<Vec<Value>>,
    loading: Vec<Text>,
    /// The number of bytes that `print` has written.
    pub(crate) printed: usize,
}

/// A call in progress. The numbers have 32 bits, which is enough because calls and memory are limited. This makes
/// calls cheaper.
pub(super) struct Frame {
    pub(super) function: Rc<Function>,
    pub(super) pc: u32,
    pub(super) locals: u32,
    pub(super) cells: u32,
    pub(super) stack: u32,
    pub(super) iters: u32,
    /// Whether the host was notified that this function started.
    pub(super) entered: bool,
}

impl Thread {
    /// Creates a run within `limits`.
    pub fn new(host: Rc<dyn Host>, limits: Limits) -> Self {
        let interval = meter::SLICE.min(u32::try_from(limits.steps).unwrap_or(u32::MAX)).max(1);
        Self {
            host,
            meter: Meter::of(&limits),
            limits,
            countdown: interval,
            interval,
            stack: Vec::new(),
            locals: Vec::new(),
            cells: Vec::new(),
            iters: Vec::new(),
            frames: Vec::new(),
            native_depth: 0,
            outer_bounds: Bounds::NONE,
            buffers: Vec::new(),
            loading: Vec::new(),
            printed: 0,
        }
    }

    /// Returns the program that embeds it.
    pub fn host(&self) -> &Rc<dyn Host> {
        &self.host
    }

    /// Returns the limits of this run.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Runs a program from its start. Its globals are frozen when it ends.
    pub fn eval(&mut self, program: &Rc<Program>) -> Result<Rc<Module>> {
        let globals = Rc::new(Globals::new(Rc::clone(program)));
        if let Some(proto) = &program.proto {
            let function = Function::new(
                Rc::clone(proto),
                Rc::clone(&globals),
                Box::default(),
                Box::default(),
            );
            self.enter_native()?;
            let result = self.call_function(Rc::new(function), &[], &[]);
            self.leave_native();
            result?;
        }
        Ok(Rc::new(Module::new(globals)))
    }

    /// Calls a value. Errors of functions that it calls keep their text when they pass through native code.
    pub fn call(
        &mut self,
        callee: &Value,
        positional: &[Value],
        keywords: &[(Text, Value)],
    ) -> Result<Value> {
        self.enter_native()?;
        let result = match callee {
            Value::Function(function) => {
                self.call_function(Rc::clone(function), positional, keywords)
            }
            _ => self.call_native(callee, crate::Args::new(positional, keywords)),
        };
        self.leave_native();
        result.map_err(Error::propagated)
    }

    /// Called when native code is about to run code of the language, or to go one level deeper itself.
    pub(super) fn enter_native(&mut self) -> Result<()> {
        if self.native_depth >= self.limits.native_depth {
            let depth = self.limits.native_depth;
            return Err(Error::limit(format!(
                "native calls are nested too deeply (more than {depth})"
            )));
        }
        if self.native_depth == 0 {
            self.outer_bounds = memory::bound(Bounds::of(&self.limits));
            self.meter.swap();
        }
        self.native_depth += 1;
        Ok(())
    }

    pub(super) fn leave_native(&mut self) {
        self.native_depth -= 1;
        if self.native_depth == 0 {
            memory::bound(self.outer_bounds);
            self.meter.swap();
        }
    }

    /// Evaluates something identified by `key` that may request itself again, such as a module. A cycle is an error
    /// that shows the chain.
    pub fn loading<T>(
        &mut self,
        key: &Text,
        evaluate: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if let Some(start) = self.loading.iter().position(|loading| loading == key) {
            let mut chain: Vec<String> =
                self.loading[start..].iter().map(Text::to_string).collect();
            chain.push(key.to_string());
            return Err(Error::new(format!("cycle in load graph: {}", chain.join(" -> "))));
        }
        self.loading.push(key.clone());
        let result = evaluate(self);
        self.loading.pop();
        result
    }

    /// Counts one step.
    #[inline]
    pub(super) fn step(&mut self) -> Result<()> {
        self.countdown -= 1;
        if self.countdown == 0 { self.tick() } else { Ok(()) }
    }

    /// Whether a limit of the whole run is reached, or the run must stop: other code would fail as well.
    pub fn is_spent(&self) -> bool {
        self.meter.is_spent() || meter::is_spent()
    }

    /// Checks all limits.
    #[cold]
    pub(super) fn tick(&mut self) -> Result<()> {
        self.countdown = self.interval;
        meter::spend(u64::from(self.interval))
    }

    #[inline]
    pub(super) fn check_depth(&self) -> Result<()> {
        let most_locals = self.limits.value_bytes / size_of::<Value>();
        if self.frames.len() > self.limits.call_depth || self.locals.len() > most_locals {
            return Err(self.too_deep());
        }
        Ok(())
    }

    #[cold]
    fn too_deep(&self) -> Error {
        let depth = self.limits.call_depth;
        if self.frames.len() > depth {
            let error = Error::limit(format!("calls are nested too deeply (more than {depth})"));
            return error.note(self.endless_call());
        }
        Error::limit("nested calls hold too many variables")
    }

    /// Returns a hint about the function that probably calls itself endlessly: the innermost one, if it is also
    /// further out.
    #[cold]
    fn endless_call(&self) -> Option<String> {
        const LOOKED_AT: usize = 20;
        let mut names = self.frames.iter().rev().map(|frame| &frame.function.proto.name);
        let innermost = names.next()?;
        names.take(LOOKED_AT).find(|name| *name == innermost)?;
        Some(format!(
            "{innermost}() calls itself without end; a schema that contains itself refers to its function \
             without calling it: #@schema/ref {innermost}"
        ))
    }

    /// Returns the dialect of the running code.
    pub fn dialect(&self) -> Option<&Rc<Dialect>> {
        self.frames.last().map(|frame| &frame.function.proto.dialect)
    }

    pub(crate) fn float_text(&self) -> FloatText {
        self.dialect().map_or(FloatText::SixDigits, |dialect| dialect.float_text)
    }

    /// `str(value)` as the running code would print it.
    pub fn to_text(&self, value: &Value) -> Result<Text> {
        crate::format::str(value, self.float_text())
    }

    /// `repr(value)` as the running code would print it.
    pub fn to_repr(&self, value: &Value) -> Result<String> {
        crate::format::repr(value, self.float_text())
    }

    /// Returns the current position in the innermost function.
    pub fn current_span(&self) -> Option<Span> {
        self.frames.last().map(|frame| frame.function.proto.span_at(frame.pc as usize))
    }
}
