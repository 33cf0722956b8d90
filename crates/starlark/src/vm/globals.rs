//! Instructions on global variables: functions read them, and code outside functions keeps there what functions read. See
//! `compile/module.rs` and, for fused instructions, `compile/fuse.rs`.

use super::Thread;
use super::small::{compare_ints, forget_top, int_arithmetic, put_int};
use crate::compile::Op;
use crate::error::Result;
use crate::syntax::BinaryOp;
use crate::value::{Function, NextInt, Value};

impl Function {
    /// The number in a global variable.
    #[inline]
    pub(super) fn global_int(&self, number: u32) -> Option<i64> {
        match self.globals.slots.borrow()[number as usize] {
            Some(Value::Int(int)) => Some(int),
            _ => None,
        }
    }
}

impl Thread {
    /// `left op right`. Returns how many instructions it replaced.
    #[inline]
    pub(super) fn binary_globals(
        &mut self,
        op: BinaryOp,
        (left, right): (u16, u16),
        function: &Function,
    ) -> Result<usize> {
        let numbers = (function.global_int(left.into()), function.global_int(right.into()));
        if let (Some(left), Some(right)) = numbers
            && let Some(int) = int_arithmetic(op, left, right)
        {
            self.stack.push(Value::Int(int));
            return Ok(3);
        }
        self.first_global(left.into(), function)?;
        Ok(1)
    }

    /// `global op int`, with the branch that may follow a comparison. Returns the next instruction.
    #[inline]
    pub(super) fn binary_global_int(
        &mut self,
        op: BinaryOp,
        (global, right): (u16, i64),
        pc: usize,
        function: &Function,
    ) -> Result<usize> {
        if let Some(left) = function.global_int(global.into()) {
            if let Some(result) = int_arithmetic(op, left, right) {
                self.stack.push(Value::Int(result));
                return Ok(pc + 2);
            }
            if let Some(holds) = compare_ints(op, left, right) {
                if let Some(&Op::JumpIfFalse(target)) = function.proto.ops.get(pc + 2) {
                    return Ok(if holds { pc + 3 } else { target as usize });
                }
                self.stack.push(Value::Bool(holds));
                return Ok(pc + 2);
            }
        }
        self.first_global(global.into(), function)?;
        Ok(pc + 1)
    }

    /// Adds the number on top to a global variable, if both are numbers and the sum is small.
    pub(super) fn add_to_global(&mut self, global: u32, function: &Function) -> bool {
        let mut slots = function.globals.slots.borrow_mut();
        if let (Some(Value::Int(int)), [.., Value::Int(more)]) =
            (&mut slots[global as usize], &self.stack[..])
            && let Some(sum) = int.checked_add(*more)
        {
            *int = sum;
            forget_top(&mut self.stack);
            return true;
        }
        false
    }

    /// Stores the next item of the innermost loop in a global variable, or ends the loop. Returns the next instruction.
    #[inline]
    pub(super) fn next_global(
        &mut self,
        global: u16,
        (pc, end): (usize, usize),
        function: &Function,
    ) -> usize {
        let Some(iter) = self.iters.last_mut() else { return end };
        let item = match iter.next_int() {
            NextInt::Int(int) => {
                put_int(&mut function.globals.slots.borrow_mut()[global as usize], int);
                return pc + 2;
            }
            NextInt::Done => None,
            NextInt::NotARange => iter.next(),
        };
        if item.is_none() {
            self.iters.pop();
            return end;
        }
        function.globals.slots.borrow_mut()[global as usize] = item;
        pc + 2
    }
}
