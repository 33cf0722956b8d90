//! Calls whose arguments are variables, constants and numbers: see `compile/fuse.rs`.
//!
//! The function and its arguments do not go over the stack. Arguments are copied from where they are to where the
//! function has its variables.
#![allow(clippy::inline_always, reason = "a call would cost more than what it does")]

use std::rc::Rc;

use super::small::{discard, int_arithmetic, push_copy};
use super::subscript::set_index;
use super::{Host, Thread};
use crate::compile::{DirectArgument, DirectCall, Op, Proto};
use crate::error::Result;
use crate::value::{Function, Value};

impl Thread {
    /// Calls a function at `pc`: its arguments become the first variables of a new frame. If the function or an argument
    /// is not of the frequent kind, it only does what the first of the replaced instructions did.
    #[inline(never)]
    pub(super) fn call_direct(
        &mut self,
        number: u32,
        (base, pc): (usize, usize),
        around: &Function,
    ) -> Result<Option<Rc<Function>>> {
        let call = &around.proto.direct_calls[number as usize];
        let globals = around.globals.slots.borrow();
        let called = match &globals[call.callee as usize] {
            Some(Value::Function(called)) if called.proto.direct == Some(call.count) => called,
            _ => return self.not_direct(call, (self.locals.len(), pc), around),
        };
        let start = self.locals.len();
        let first = call.first as usize;
        for argument in &around.proto.direct_arguments[first..first + call.count as usize] {
            if let Some(int) = self.direct_int(*argument, base) {
                self.locals.push(Some(Value::Int(int)));
            } else {
                let value = self.direct_other(*argument, base, &globals, &around.proto);
                if value.is_none() {
                    return self.not_direct(call, (start, pc), around);
                }
                self.locals.push(value);
            }
        }
        self.set_pc(pc + call.before as usize);
        self.step()?;
        self.push_frame_at(Rc::clone(called), start);
        self.check_depth()?;
        Ok(Some(Rc::clone(called)))
    }

    /// Does what the first of the replaced instructions did, without the arguments, which are from `start` on.
    #[cold]
    fn not_direct(
        &mut self,
        call: &DirectCall,
        (start, pc): (usize, usize),
        around: &Function,
    ) -> Result<Option<Rc<Function>>> {
        self.locals.truncate(start);
        self.set_pc(pc);
        self.first_global(call.callee, around)?;
        Ok(None)
    }

    /// Calls a built-in function with one argument. Returns the next instruction.
    #[inline(never)]
    pub(super) fn call_with_one(
        &mut self,
        number: u32,
        (base, pc): (usize, usize),
        around: &Function,
    ) -> Result<usize> {
        let call = &around.proto.direct_calls[number as usize];
        if call.is_glance
            && let Some(result) = self.glance(call, base, &around.proto)
        {
            let at = pc + call.before as usize;
            self.set_pc(at);
            self.step()?;
            self.stack.push(result);
            return Ok(at + 1);
        }
        let callee = &around.proto.constants[call.callee as usize];
        let Some(argument) = self.direct_value(call, base, around) else {
            push_copy(&mut self.stack, callee);
            return Ok(pc + 1);
        };
        let at = pc + call.before as usize;
        self.set_pc(at);
        self.call_builtin(callee, argument)?;
        Ok(at + 1)
    }

    /// The result of a built-in function for a local variable, which is not copied, if there is a shorter way to it.
    #[inline]
    fn glance(&self, call: &DirectCall, base: usize, proto: &Proto) -> Option<Value> {
        let DirectArgument::Local(local) = proto.direct_arguments[call.first as usize] else {
            return None;
        };
        match (&proto.constants[call.callee as usize], &self.locals[base + local as usize]) {
            (Value::Builtin(builtin), Some(argument)) => builtin.glance(argument),
            _ => None,
        }
    }

    /// Starts a node with its value, in two host statements. Returns the next instruction.
    #[inline(never)]
    pub(super) fn host_set(
        &mut self,
        number: u32,
        (base, pc): (usize, usize),
        around: &Function,
        host: &dyn Host,
    ) -> Result<usize> {
        let proto = &around.proto;
        let call = &proto.direct_calls[number as usize];
        let at = pc + call.before as usize;
        self.set_pc(pc);
        if let Some(value @ (Value::Int(_) | Value::Str(_))) = self.direct_value(call, base, around)
            && let Op::HostValue(set) = proto.ops[at]
            && host.simple_statements(self, &proto.unit, (call.callee, set), value)?.is_none()
        {
            return Ok(at + 1);
        }
        host.statement(self, &proto.unit, call.callee, &[])?;
        Ok(pc + 1)
    }

    /// `local[key] = value`, with the value on the stack. Returns the next instruction.
    #[inline(never)]
    pub(super) fn set_local_item(
        &mut self,
        number: u32,
        (base, pc): (usize, usize),
        around: &Function,
    ) -> Result<usize> {
        let proto = &around.proto;
        let call = &proto.direct_calls[number as usize];
        let key = self.direct_value(call, base, around);
        if let (Some(key), Some(object)) = (key, &self.locals[base + call.callee as usize]) {
            let at = pc + call.before as usize;
            let value = self.stack.pop().unwrap_or_default();
            let result = match object {
                Value::Dict(dict) => dict.insert(key, value).map(discard),
                _ => set_index(object, key, value),
            };
            if result.is_err() {
                self.set_pc(at);
            }
            return result.map(|()| at + 1);
        }
        self.set_pc(pc);
        self.first_local(base, call.callee, proto)?;
        Ok(pc + 1)
    }

    /// An argument; `None` if the replaced instructions must find it, or fail.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn direct_value(&self, call: &DirectCall, base: usize, around: &Function) -> Option<Value> {
        let argument = around.proto.direct_arguments[call.first as usize];
        if let Some(int) = self.direct_int(argument, base) {
            return Some(Value::Int(int));
        }
        let globals = around.globals.slots.borrow();
        self.direct_other(argument, base, &globals, &around.proto)
    }

    /// An argument that is a number.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn direct_int(&self, argument: DirectArgument, base: usize) -> Option<i64> {
        match argument {
            DirectArgument::Int(int) => Some(i64::from(int)),
            DirectArgument::Local(local) => self.local_int(base, local),
            DirectArgument::LocalInt { op, local, int } => {
                int_arithmetic(op, self.local_int(base, local)?, i64::from(int))
            }
            DirectArgument::Locals { op, left, right } => {
                int_arithmetic(op, self.local_int(base, left)?, self.local_int(base, right)?)
            }
            _ => None,
        }
    }

    /// Any other argument.
    #[inline(never)]
    fn direct_other(
        &self,
        argument: DirectArgument,
        base: usize,
        globals: &[Option<Value>],
        proto: &Proto,
    ) -> Option<Value> {
        match argument {
            DirectArgument::Local(local) => self.locals[base + local as usize].clone(),
            DirectArgument::Global(global) => globals[global as usize].clone(),
            DirectArgument::Const(number) => Some(proto.constants[number as usize].clone()),
            DirectArgument::GlobalInt { op, global, int } => match globals[global as usize] {
                Some(Value::Int(left)) => int_arithmetic(op, left, i64::from(int)).map(Value::Int),
                _ => None,
            },
            DirectArgument::Globals { op, left, right } => {
                match (&globals[left as usize], &globals[right as usize]) {
                    (Some(Value::Int(left)), Some(Value::Int(right))) => {
                        int_arithmetic(op, *left, *right).map(Value::Int)
                    }
                    _ => None,
                }
            }
            DirectArgument::Int(_)
            | DirectArgument::LocalInt { .. }
            | DirectArgument::Locals { .. } => None,
        }
    }
}
