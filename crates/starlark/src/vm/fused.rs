//! Implements fused instructions: see `compile/fuse.rs`.
//!
//! Each returns how many instructions it replaced, including the store that may follow, or does nothing if its
//! operands have other types. It never fails by itself, except where operands are only read and not taken from the
//! stack. Each is a separate function, because an unoptimized build keeps the variables of all arms of the loop at
//! the same time.
#![allow(clippy::inline_always, reason = "pushing a number takes less than a call")]

use super::Thread;
use super::instructions::{Flow, unassigned_global, unassigned_local};
use super::small::{compare_ints, int_arithmetic, push_copy, push_other, put_int};
use crate::compile::{Op, Proto, STACK};
use crate::error::Result;
use crate::syntax::BinaryOp;
use crate::value::{Function, NextInt, Value};

impl Thread {
    /// Pushes a copy of a local variable.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn load_local(&mut self, base: usize, slot: u32, proto: &Proto) -> Result<()> {
        match &self.locals[base + slot as usize] {
            Some(value) => {
                push_copy(&mut self.stack, value);
                Ok(())
            }
            None => Err(unassigned_local(proto, slot)),
        }
    }

    /// Does what the first of the replaced instructions did: pushes a copy of a local variable.
    #[inline(never)]
    pub(super) fn first_local(&mut self, base: usize, slot: u32, proto: &Proto) -> Result<()> {
        self.load_local(base, slot, proto)
    }

    /// Pushes a copy of a global variable.
    #[inline]
    pub(super) fn load_global(&mut self, number: u32, function: &Function) -> Result<()> {
        if let Some(int) = function.global_int(number) {
            self.stack.push(Value::Int(int));
            return Ok(());
        }
        self.first_global(number, function)
    }

    /// Pushes a copy of a global variable that is probably not a number.
    #[inline(never)]
    pub(super) fn first_global(&mut self, number: u32, function: &Function) -> Result<()> {
        let slots = function.globals.slots.borrow();
        match &slots[number as usize] {
            Some(value) => {
                push_other(&mut self.stack, value);
                Ok(())
            }
            None => Err(unassigned_global(function, number)),
        }
    }

    /// Pushes copies of two local variables; of one, if the second has no value. Says how many.
    #[inline]
    pub(super) fn load_locals(
        &mut self,
        base: usize,
        (first, second): (u16, u16),
        proto: &Proto,
    ) -> Result<usize> {
        self.load_local(base, u32::from(first), proto)?;
        Ok(self.also_local(base, second))
    }

    /// Pushes copies of a global and of a local variable; of one, if the second has no value. Says how many.
    #[inline]
    pub(super) fn load_global_local(
        &mut self,
        base: usize,
        (global, local): (u32, u16),
        function: &Function,
    ) -> Result<usize> {
        self.load_global(global, function)?;
        Ok(self.also_local(base, local))
    }

    #[inline]
    fn also_local(&mut self, base: usize, slot: u16) -> usize {
        let Some(value) = &self.locals[base + slot as usize] else { return 1 };
        push_copy(&mut self.stack, value);
        2
    }

    /// A call at `pc` whose last argument is `int`.
    #[inline]
    pub(super) fn call_int(&mut self, pc: usize, count: usize, int: i32) -> Result<Flow> {
        self.stack.push(Value::Int(i64::from(int)));
        self.set_pc(pc);
        self.call_positional(count)
    }

    #[inline]
    pub(super) fn local_int(&self, base: usize, slot: u16) -> Option<i64> {
        match self.locals[base + slot as usize] {
            Some(Value::Int(int)) => Some(int),
            _ => None,
        }
    }

    /// Stores a number in a variable or pushes it.
    #[inline]
    pub(super) fn give_int(&mut self, base: usize, int: i64, to: u16, count: usize) -> usize {
        if to == STACK {
            self.stack.push(Value::Int(int));
            return count;
        }
        put_int(&mut self.locals[base + to as usize], int);
        count + 1
    }

    /// Stores a value in a variable or pushes it.
    #[inline]
    pub(super) fn give(&mut self, base: usize, value: Value, to: u16, count: usize) -> usize {
        if to == STACK {
            self.stack.push(value);
            return count;
        }
        self.locals[base + to as usize] = Some(value);
        count + 1
    }

    /// `left op right`.
    #[inline]
    pub(super) fn binary_locals(
        &self,
        base: usize,
        op: BinaryOp,
        (left, right): (u16, u16),
    ) -> Option<i64> {
        int_arithmetic(op, self.local_int(base, left)?, self.local_int(base, right)?)
    }

    /// `local op int`.
    #[inline]
    pub(super) fn binary_local_int(
        &self,
        base: usize,
        op: BinaryOp,
        (local, int): (u16, i16),
    ) -> Option<i64> {
        int_arithmetic(op, self.local_int(base, local)?, i64::from(int))
    }

    /// Whether `left op right` holds.
    #[inline]
    pub(super) fn compare_locals(
        &self,
        base: usize,
        op: BinaryOp,
        (left, right): (u16, u16),
    ) -> Option<bool> {
        compare_ints(op, self.local_int(base, left)?, self.local_int(base, right)?)
    }

    /// Whether `local op int` holds.
    #[inline]
    pub(super) fn compare_local_int(
        &self,
        base: usize,
        op: BinaryOp,
        (local, int): (u16, i32),
    ) -> Option<bool> {
        compare_ints(op, self.local_int(base, local)?, i64::from(int))
    }

    /// `to += more`.
    #[inline]
    pub(super) fn add_to_local(
        &mut self,
        base: usize,
        to: u16,
        more: Option<i64>,
    ) -> Option<usize> {
        let more = more?;
        let Some(Value::Int(int)) = &mut self.locals[base + to as usize] else {
            return None;
        };
        *int = int.checked_add(more)?;
        Some(2)
    }

    /// `to += more` of two local variables.
    #[inline]
    pub(super) fn add_local(&mut self, base: usize, to: u16, more: u16) -> Option<usize> {
        let more = self.local_int(base, more);
        self.add_to_local(base, to, more)
    }

    /// Stores the next item of the innermost loop in a local variable, or ends the loop.
    #[inline]
    pub(super) fn next_local(&mut self, local: usize, (pc, end): (usize, usize)) -> usize {
        let Some(iter) = self.iters.last_mut() else { return end };
        let item = match iter.next_int() {
            NextInt::Int(int) => {
                put_int(&mut self.locals[local], int);
                return pc + 1;
            }
            NextInt::Done => None,
            NextInt::NotARange => iter.next(),
        };
        if item.is_none() {
            self.iters.pop();
            return end;
        }
        self.locals[local] = item;
        pc + 1
    }

    /// Returns where a loop back to `target` continues. The head of a loop over numbers need not be looked up again.
    #[inline]
    pub(super) fn loop_back(&mut self, base: usize, target: usize, ops: &[Op]) -> usize {
        if let Op::NextLocal { slot, .. } = ops[target]
            && let Some(iter) = self.iters.last_mut()
            && let NextInt::Int(int) = iter.next_int()
        {
            put_int(&mut self.locals[base + slot as usize], int);
            return target + 1;
        }
        target
    }
}
