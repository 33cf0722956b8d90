//! Calls: entering and leaving frames, and unwinding after an error.
#![allow(clippy::inline_always, reason = "these are most of what a call of a small function costs")]

use std::rc::Rc;

use yardstick_diagnostics::Frame as TraceFrame;

use super::Thread;
use super::small::discard;
use super::thread::Frame;
use crate::Args;
use crate::compile::ArgumentShape;
use crate::error::{Error, Result};
use crate::meter;
use crate::value::{Function, Text, Value, new_cell};

/// Positional and keyword arguments.
type Arguments = (Vec<Value>, Vec<(Text, Value)>);

impl Thread {
    /// Calls a function from native code, and runs it to its end.
    pub(super) fn call_function(
        &mut self,
        function: Rc<Function>,
        positional: &[Value],
        keywords: &[(Text, Value)],
    ) -> Result<Value> {
        let floor = self.frames.len();
        self.push_frame(function);
        let result = self.start(positional, keywords).and_then(|()| self.execute(floor));
        result.map_err(|error| self.unwind(floor, error))
    }

    /// Calls anything but a function of the language.
    pub(super) fn call_native(&mut self, callee: &Value, args: Args<'_>) -> Result<Value> {
        match callee {
            Value::Builtin(builtin) => builtin.call(self, args),
            Value::Host(host) => host.call(self, args),
            _ => {
                let kind = callee.type_name();
                Err(Error::new(format!("invalid call of non-function ({kind})"))
                    .note(crate::hints::not_callable(callee)))
            }
        }
    }

    /// Pushes a frame with empty slots.
    pub(super) fn push_frame(&mut self, function: Rc<Function>) {
        self.push_frame_at(function, self.locals.len());
    }

    /// Pushes a frame whose first slots, from `locals` on, are already filled.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn push_frame_at(&mut self, function: Rc<Function>, locals: usize) {
        let frame = Frame {
            pc: 0,
            locals: locals as u32,
            cells: self.cells.len() as u32,
            stack: self.stack.len() as u32,
            iters: self.iters.len() as u32,
            entered: false,
            function,
        };
        let proto = &frame.function.proto;
        let end = locals + proto.locals.len();
        if end > self.locals.len() {
            self.locals.resize(end, None);
        }
        for _ in 0..proto.cells.len() {
            self.cells.push(new_cell(None));
        }
        self.frames.push(frame);
    }

    /// Binds the arguments of the innermost frame, and notifies the host.
    pub(super) fn start(&mut self, positional: &[Value], keywords: &[(Text, Value)]) -> Result<()> {
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let (function, base) = (Rc::clone(&frame.function), frame.locals as usize);
        self.bind(&function, base, positional, keywords)?;
        self.check_call()
    }

    /// Checks that every call must pass after its arguments are bound.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn check_call(&mut self) -> Result<()> {
        self.check_depth()?;
        let Some((frame, others)) = self.frames.split_last() else {
            return Ok(());
        };
        let proto = &frame.function.proto;
        if !proto.dialect.recursion
            && others.iter().any(|frame| Rc::ptr_eq(&frame.function.proto, proto))
        {
            return Err(Error::new(format!("function {} called recursively", proto.name)));
        }
        match proto.first_host_statement {
            Some(first) => self.tell_entered(first),
            None => Ok(()),
        }
    }

    /// Notifies the host that the innermost function starts; `first` is its first host statement.
    fn tell_entered(&mut self, first: u32) -> Result<()> {
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let proto = Rc::clone(&frame.function.proto);
        let host = Rc::clone(&self.host);
        host.enter_function(self, &proto.unit, first)?;
        if let Some(frame) = self.frames.last_mut() {
            frame.entered = true;
        }
        Ok(())
    }

    /// Removes the innermost frame and everything that belongs to it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn leave_frame(&mut self) {
        let Some(frame) = self.frames.last() else {
            return;
        };
        let (locals, cells) = (frame.locals as usize, frame.cells as usize);
        let (stack, iters) = (frame.stack as usize, frame.iters as usize);
        while self.locals.len() > locals {
            discard(self.locals.pop().flatten());
        }
        while self.stack.len() > stack {
            discard(self.stack.pop());
        }
        if self.cells.len() > cells {
            self.cells.truncate(cells);
        }
        if self.iters.len() > iters {
            self.iters.truncate(iters);
        }
        // Drop it in place instead of moving it out first.
        self.frames.truncate(self.frames.len() - 1);
    }

    /// Leaves all frames above `floor` with an error, and records each one.
    #[cold]
    pub(super) fn unwind(&mut self, floor: usize, mut error: Error) -> Error {
        while self.frames.len() > floor {
            let Some(frame) = self.frames.last() else {
                break;
            };
            let (proto, entered) = (Rc::clone(&frame.function.proto), frame.entered);
            let span = proto.span_at(frame.pc as usize);
            self.leave_frame();
            if entered {
                let host = Rc::clone(&self.host);
                host.abandon_function(self, &proto.unit);
            }
            error.push_frame(TraceFrame { function: proto.name.to_string(), span });
        }
        error
    }

    /// Moves `count` values from the stack into a vector that is reused.
    pub(super) fn take_arguments(&mut self, count: usize) -> Vec<Value> {
        let mut buffer = self.buffers.pop().unwrap_or_default();
        if count == 1 {
            buffer.extend(self.stack.pop());
        } else {
            let from = self.stack.len() - count;
            buffer.extend(self.stack.drain(from..));
        }
        buffer
    }

    pub(super) fn give_back(&mut self, mut buffer: Vec<Value>) {
        buffer.clear();
        self.buffers.push(buffer);
    }

    /// Takes arguments with the given layout off the stack.
    pub(super) fn shaped_arguments(&mut self, shape: &ArgumentShape) -> Result<Arguments> {
        let star_star = if shape.star_star { self.stack.pop() } else { None };
        let star = if shape.star { self.stack.pop() } else { None };
        let from = self.stack.len() - shape.names.len();
        let mut keywords: Vec<(Text, Value)> =
            shape.names.iter().cloned().zip(self.stack.drain(from..)).collect();
        let mut positional = self.take_arguments(shape.positional as usize);
        if let Some(star) = star {
            let items = star.iterate().ok_or_else(|| {
                Error::new(format!("argument after * must be iterable, not {}", star.type_name()))
            })?;
            items.gather_into(&mut positional)?;
        }
        if let Some(star_star) = star_star {
            let entries = match &star_star {
                Value::Dict(dict) => Some(dict.entries()),
                Value::Host(host) => host.mapping(),
                _ => None,
            };
            let entries = entries.ok_or_else(|| {
                Error::new(format!(
                    "argument after ** must be a mapping, not {}",
                    star_star.type_name()
                ))
            })?;
            for (key, value) in entries {
                meter::work(1)?;
                let Value::Str(key) = key else {
                    let kind = key.type_name();
                    return Err(Error::new(format!("keywords must be strings, not {kind}")));
                };
                keywords.push((key, value));
            }
        }
        Ok((positional, keywords))
    }
}
