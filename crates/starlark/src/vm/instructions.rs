//! Implements single instructions: calls, variables, functions, loading.
#![allow(
    clippy::inline_always,
    reason = "a call would cost more than what these few do; not in unoptimized builds, whose frames would grow"
)]

use std::rc::Rc;

use super::attribute::{attr, method_of};
use super::operators::{binary, inplace};
use super::{Host, OperandValue, Thread};
use crate::Args;
use crate::compile::{HostShape, LoadShape, OperandShape, Place, Proto};
use crate::error::{Error, Result};
use crate::hints;
use crate::resolve::Capture;
use crate::spelling;
use crate::syntax::BinaryOp;
use crate::value::{Function, Text, Value, call_method, name_core};

/// What the loop does after an instruction that may change the frame.
pub(super) enum Flow {
    Next,
    /// A function was called: its frame is now the innermost.
    Enter,
}

impl Thread {
    #[inline]
    pub(super) fn set_pc(&mut self, pc: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc as u32;
        }
    }

    /// Records that the host is being notified of the end of the innermost function. If that fails, it is not
    /// notified again.
    pub(super) fn mark_left(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.entered = false;
        }
    }

    pub(super) fn cell(&self, slot: u32) -> usize {
        self.frames.last().map_or(0, |frame| frame.cells as usize) + slot as usize
    }

    /// Takes a variable's value out so that it can be changed in place; the caller puts one back. A value that cannot
    /// be changed in place is copied, so that an error leaves the variable unchanged.
    pub(super) fn take_variable(
        &mut self,
        place: Place,
        slot: u32,
        base: usize,
        function: &Function,
    ) -> Result<Value> {
        fn take(variable: &mut Option<Value>) -> Option<Value> {
            match variable {
                Some(Value::Str(_)) => variable.take(),
                other => other.clone(),
            }
        }
        let slot_number = slot as usize;
        match place {
            Place::Local => take(&mut self.locals[base + slot_number])
                .ok_or_else(|| unassigned_local(&function.proto, slot)),
            Place::Cell => {
                let cell = self.cell(slot);
                take(&mut self.cells[cell].borrow_mut())
                    .ok_or_else(|| unassigned("local", &function.proto.cells[slot_number]))
            }
            Place::Global => take(&mut function.globals.slots.borrow_mut()[slot_number])
                .ok_or_else(|| unassigned_global(function, slot)),
        }
    }

    pub(super) fn put_variable(
        &mut self,
        place: Place,
        slot: u32,
        base: usize,
        function: &Function,
        value: Value,
    ) {
        match place {
            Place::Local => self.locals[base + slot as usize] = Some(value),
            Place::Cell => {
                let cell = self.cell(slot);
                *self.cells[cell].borrow_mut() = Some(value);
            }
            Place::Global => {
                function.globals.slots.borrow_mut()[slot as usize] = Some(value);
            }
        }
    }

    /// Adds the `count` values on top to a variable, in place if possible.
    pub(super) fn concat(
        &mut self,
        (place, slot, count): (Place, u32, usize),
        base: usize,
        function: &Function,
    ) -> Result<()> {
        if let (Place::Global, 1) = (place, count)
            && self.add_to_global(slot, function)
        {
            return Ok(());
        }
        let dialect = &function.proto.dialect;
        let mut sum = self.take_variable(place, slot, base, function)?;
        let from = self.stack.len() - count;
        for at in from..self.stack.len() {
            let right = std::mem::take(&mut self.stack[at]);
            sum = match (&sum, &right) {
                (Value::Str(_), Value::Str(_)) => inplace(BinaryOp::Add, sum, &right, dialect)?,
                _ => binary(BinaryOp::Add, &sum, &right, dialect)?,
            };
        }
        self.stack.truncate(from);
        self.put_variable(place, slot, base, function, sum);
        Ok(())
    }

    /// Returns the result of the innermost function: the value on top, if `explicit`, unless the host overrides it.
    #[inline]
    pub(super) fn returned(
        &mut self,
        explicit: bool,
        host: &dyn Host,
        proto: &Proto,
    ) -> Result<Value> {
        let value = if explicit { self.stack.pop() } else { None };
        if proto.first_host_statement.is_some() {
            self.mark_left();
            return host.leave_function(self, &proto.unit, value);
        }
        Ok(value.unwrap_or_default())
    }

    /// Calls the value below `count` arguments.
    pub(super) fn call_positional(&mut self, count: usize) -> Result<Flow> {
        self.step()?;
        let at = self.stack.len() - count - 1;
        if let Value::Function(function) = &self.stack[at]
            && function.proto.params.simple == Some(count)
        {
            // The arguments become the first local variables without being moved.
            let locals = self.locals.len();
            match count {
                1 => self.locals.push(self.stack.pop()),
                2 => {
                    let (second, first) = (self.stack.pop(), self.stack.pop());
                    self.locals.push(first);
                    self.locals.push(second);
                }
                _ => self.locals.extend(self.stack.drain(at + 1..).map(Some)),
            }
            if let Some(Value::Function(function)) = self.stack.pop() {
                self.push_frame_at(function, locals);
            }
            self.check_call()?;
            return Ok(Flow::Enter);
        }
        if let Value::Function(_) = &self.stack[at] {
            let args = self.take_arguments(count);
            if let Value::Function(function) = self.pop() {
                self.push_frame(function);
            }
            let result = self.start(&args, &[]);
            self.give_back(args);
            return result.map(|()| Flow::Enter);
        }
        let result = self.with_arguments(count, |thread, args| {
            let callee = thread.pop();
            thread.call_native(&callee, Args::new(args, &[]))
        });
        self.stack.push(result?);
        Ok(Flow::Next)
    }

    /// Takes `count` values off the stack for native code. One or two, which are frequent, need no vector.
    #[inline]
    fn with_arguments(
        &mut self,
        count: usize,
        call: impl FnOnce(&mut Self, &[Value]) -> Result<Value>,
    ) -> Result<Value> {
        match count {
            1 => {
                let args = [self.pop()];
                call(self, &args)
            }
            2 => {
                let second = self.pop();
                let args = [self.pop(), second];
                call(self, &args)
            }
            _ => {
                let args = self.take_arguments(count);
                let result = call(self, &args);
                self.give_back(args);
                result
            }
        }
    }

    /// Calls a built-in function with a value that is not on the stack.
    pub(super) fn call_builtin(&mut self, callee: &Value, argument: Value) -> Result<()> {
        self.step()?;
        let result = self.call_native(callee, Args::new(&[argument], &[]));
        self.stack.push(result?);
        Ok(())
    }

    /// Appends the top value to the list below it, if it is a list: the most frequent method call. Replaces the list
    /// by `None`.
    pub(super) fn append(&mut self) -> Result<bool> {
        let [.., Value::List(_), _] = &self.stack[..] else {
            return Ok(false);
        };
        self.step()?;
        let item = self.pop();
        let Some(Value::List(list)) = self.stack.last() else {
            return Ok(false);
        };
        list.push(item).map_err(|error| name_core(error, &"append".into(), None))?;
        if let Some(top) = self.stack.last_mut() {
            *top = Value::None;
        }
        Ok(true)
    }

    /// Calls `receiver.name(...)`. Built-in methods are not bound first.
    pub(super) fn call_method(&mut self, count: usize, name: u32, proto: &Proto) -> Result<Flow> {
        let name = &proto.names[name as usize];
        let at = self.stack.len() - count - 1;
        if let Some(method) = method_of(&self.stack[at], &name.methods) {
            self.step()?;
            let result = self.with_arguments(count, |thread, args| {
                let receiver = thread.pop();
                call_method(method, thread, &receiver, Args::new(args, &[]))
            });
            self.stack.push(result?);
            return Ok(Flow::Next);
        }
        let callee = attr(&self.stack[at], name, &proto.dialect);
        self.stack[at] = callee.map_err(|error| self.at_method(error, proto))?;
        self.call_positional(count)
    }

    /// Sets the position of an error about a missing method to its name.
    #[cold]
    fn at_method(&self, error: Error, proto: &Proto) -> Error {
        error.placed(self.frames.last().and_then(|frame| proto.method_at(frame.pc as usize)))
    }

    pub(super) fn call_with(&mut self, number: u32, proto: &Proto) -> Result<Flow> {
        self.step()?;
        let shape = &proto.calls[number as usize];
        let at = self.stack.len() - shape.width() - 1;
        let method = shape.method.map(|name| &proto.names[name as usize]);
        let bound = method.and_then(|name| method_of(&self.stack[at], &name.methods));
        if let (Some(name), None) = (method, bound) {
            let callee = attr(&self.stack[at], name, &proto.dialect);
            self.stack[at] = callee.map_err(|error| self.at_method(error, proto))?;
        }
        let (positional, keywords) = self.shaped_arguments(shape)?;
        let callee = self.pop();
        let result = match (bound, callee) {
            (Some(method), receiver) => {
                call_method(method, self, &receiver, Args::new(&positional, &keywords))
            }
            (None, Value::Function(function)) => {
                self.push_frame(function);
                let result = self.start(&positional, &keywords);
                self.give_back(positional);
                return result.map(|()| Flow::Enter);
            }
            (None, callee) => self.call_native(&callee, Args::new(&positional, &keywords)),
        };
        self.give_back(positional);
        self.stack.push(result?);
        Ok(Flow::Next)
    }

    pub(super) fn make_function(&mut self, number: u32, proto: &Proto, around: &Function) {
        let inner = &proto.functions[number as usize];
        let optional = &inner.params.optional;
        let plain = inner.params.positional + inner.params.keyword_only;
        let mut defaults: Box<[Option<Value>]> = Box::default();
        if !optional.is_empty() {
            defaults = vec![None; plain].into();
            for &slot in optional.iter().rev() {
                defaults[slot as usize] = self.stack.pop();
            }
        }
        let captures = inner
            .captures
            .iter()
            .map(|capture| match capture {
                Capture::Local(cell) => Rc::clone(&self.cells[self.cell(*cell)]),
                Capture::Free(number) => Rc::clone(&around.captures[*number as usize]),
            })
            .collect();
        let function =
            Function::new(Rc::clone(inner), Rc::clone(&around.globals), defaults, captures);
        self.stack.push(Value::Function(Rc::new(function)));
    }

    pub(super) fn load(
        &mut self,
        shape: &LoadShape,
        proto: &Proto,
        function: &Function,
    ) -> Result<()> {
        let host = Rc::clone(&self.host);
        let path = &shape.path;
        let span = self.current_span().unwrap_or(proto.span);
        self.enter_native()?;
        let module = host.load(self, &proto.unit, path, span);
        self.leave_native();
        let module = module.map_err(|error| {
            if error.is_catchable() {
                error.prefixed(&format!("cannot load {path}"))
            } else {
                error
            }
        })?;
        for (name, global) in &shape.names {
            let value = module.get(name).ok_or_else(|| {
                let names: Vec<_> = module.names().map(Text::to_string).collect();
                let near =
                    spelling::suggestion(&name.to_lossy(), "", names.iter().map(String::as_str));
                let note = hints::missing_export(&path.to_lossy(), &name.to_lossy(), &module);
                Error::new(format!("load: name {name} not found in module {path}{near}")).note(note)
            })?;
            function.globals.slots.borrow_mut()[*global as usize] = Some(value);
        }
        Ok(())
    }

    /// Moves the variables of the module to where functions find them, at the end of its top-level code.
    pub(super) fn publish(&mut self, base: usize, function: &Function) {
        let mut slots = function.globals.slots.borrow_mut();
        let first = base + function.proto.first_resident();
        for (local, resident) in self.locals[first..].iter_mut().zip(&function.proto.residents) {
            slots[resident.global as usize] = local.take();
        }
    }

    pub(super) fn operands(&mut self, shape: &HostShape) -> Result<Vec<OperandValue>> {
        let mut operands = Vec::with_capacity(shape.operands.len());
        for operand in shape.operands.iter().rev() {
            operands.push(match operand {
                OperandShape::Value => OperandValue::Value(self.pop()),
                OperandShape::Arguments(shape) => {
                    let (positional, keywords) = self.shaped_arguments(shape)?;
                    OperandValue::Arguments { positional, keywords }
                }
            });
        }
        operands.reverse();
        Ok(operands)
    }
}

#[cold]
pub(super) fn unassigned(kind: &str, name: &Text) -> Error {
    Error::new(format!("{kind} variable {name} referenced before assignment"))
        .note(Some(hints::unassigned(kind, name)))
}

#[cold]
pub(super) fn unassigned_local(proto: &Proto, number: u32) -> Error {
    let kind = proto.resident(number).map_or("local", |resident| kind_of_global(resident.defined));
    unassigned(kind, &proto.locals[number as usize])
}

#[cold]
pub(super) fn unassigned_global(function: &Function, number: u32) -> Error {
    let global = &function.globals.program.globals[number as usize];
    unassigned(kind_of_global(global.defined), &global.name)
}

/// A name that is only loaded belongs to the file, not to the module.
fn kind_of_global(defined: bool) -> &'static str {
    if defined { "global" } else { "local" }
}
