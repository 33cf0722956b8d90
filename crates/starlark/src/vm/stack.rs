//! Instructions whose operands are the values on top of the stack.

use super::attribute::set_attr;
use super::instructions::unassigned;
use super::operators::{binary, concat, inplace, unary};
use super::small::{forget_top, int_arithmetic, push_copy};
use super::subscript::{SliceBounds, set_index, slice};
use super::{Host, Thread};
use crate::compile::{Name, Op, Place, Proto};
use crate::error::{Error, Result};
use crate::hints;
use crate::syntax::{BinaryOp, UnaryOp};
use crate::value::{CellRef, Comparison, Function, Text, Value, equal_texts};

impl Thread {
    #[inline]
    pub(super) fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or_default()
    }

    /// Drops the value of a call that nothing uses, and notifies the host. A number, a boolean or `None` says nothing
    /// about what was meant.
    #[inline]
    pub(super) fn drop_unused(&mut self, host: &dyn Host, pc: usize, proto: &Proto) {
        if let Some(Value::Int(_) | Value::Bool(_) | Value::None) = self.stack.last() {
            forget_top(&mut self.stack);
        } else {
            host.discarded(&proto.unit, &self.pop(), proto.span_at(pc));
        }
    }

    #[inline]
    pub(super) fn pop_truth(&mut self) -> bool {
        if let Some(&Value::Bool(truth)) = self.stack.last() {
            forget_top(&mut self.stack);
            return truth;
        }
        self.pop().truth()
    }

    pub(super) fn binary(&mut self, op: BinaryOp, proto: &Proto) -> Result<()> {
        let right = self.pop();
        let left = self.pop();
        let value = match (&left, &right) {
            // Fast path for the frequent types.
            (Value::Str(left), Value::Str(right)) if op == BinaryOp::Add => {
                Value::Str(concat(left, right)?)
            }
            (Value::Int(a), Value::Int(b)) => match int_arithmetic(op, *a, *b) {
                Some(int) => Value::Int(int),
                None => binary(op, &left, &right, &proto.dialect)?,
            },
            _ => binary(op, &left, &right, &proto.dialect)?,
        };
        self.stack.push(value);
        Ok(())
    }

    /// Runs one of the instructions that are rare, or take so long that finding them twice makes no difference.
    pub(super) fn rare(&mut self, op: Op, proto: &Proto) -> Result<()> {
        match op {
            Op::Inplace(op) => self.inplace(op, proto),
            Op::Unary(op) => self.unary(op),
            Op::SetAttr(number) => self.set_attr(&proto.names[number as usize]),
            Op::Slice => self.slice(proto),
            Op::Unpack(count) => self.unpack(count as usize),
            _ => Ok(()),
        }
    }

    /// Adds the entry on top to the dict below it.
    pub(super) fn insert_entry(&mut self, literal: bool) -> Result<()> {
        let value = self.pop();
        let key = self.pop();
        let Some(Value::Dict(dict)) = self.stack.last() else {
            return Ok(());
        };
        if literal {
            let shown = key.clone();
            if dict.insert(key, value)?.is_some() {
                return Err(Error::new(format!("duplicate key: {}", self.to_repr(&shown)?)));
            }
        } else {
            dict.insert(key, value)?;
        }
        Ok(())
    }

    /// `variable += value`.
    pub(super) fn extend(
        &mut self,
        (place, slot): (Place, u32),
        base: usize,
        function: &Function,
    ) -> Result<()> {
        if let Place::Global = place
            && self.add_to_global(slot, function)
        {
            return Ok(());
        }
        let right = self.pop();
        let left = self.take_variable(place, slot, base, function)?;
        let sum = inplace(BinaryOp::Add, left, &right, &function.proto.dialect)?;
        self.put_variable(place, slot, base, function, sum);
        Ok(())
    }

    fn inplace(&mut self, op: BinaryOp, proto: &Proto) -> Result<()> {
        let right = self.pop();
        let left = self.pop();
        self.stack.push(inplace(op, left, &right, &proto.dialect)?);
        Ok(())
    }

    fn unary(&mut self, op: UnaryOp) -> Result<()> {
        let operand = self.pop();
        self.stack.push(unary(op, &operand)?);
        Ok(())
    }

    /// Whether the two values on top are equal.
    #[inline]
    pub(super) fn equal(&mut self) -> Result<bool> {
        let right = self.pop();
        let left = self.pop();
        match (&left, &right) {
            (Value::Str(left), Value::Str(right)) => equal_texts(left, right),
            _ => left.equals(&right),
        }
    }

    /// Whether the two values on top compare in this way.
    pub(super) fn compare(&mut self, comparison: Comparison) -> Result<bool> {
        let right = self.pop();
        let left = self.pop();
        left.compare(comparison, &right)
    }

    fn slice(&mut self, proto: &Proto) -> Result<()> {
        let step = self.pop();
        let stop = self.pop();
        let start = self.pop();
        let object = self.pop();
        let bounds = SliceBounds { start: &start, stop: &stop, step: &step };
        self.stack.push(slice(&object, bounds, &proto.dialect)?);
        Ok(())
    }

    #[inline]
    pub(super) fn set_index(&mut self) -> Result<()> {
        let key = self.pop();
        let object = self.pop();
        let value = self.pop();
        set_index(&object, key, value)
    }

    fn set_attr(&mut self, name: &Name) -> Result<()> {
        let object = self.pop();
        let value = self.pop();
        set_attr(&object, &name.text, value)
    }

    /// Takes the `count` values on top.
    pub(super) fn take_last(&mut self, count: usize) -> Vec<Value> {
        self.stack.split_off(self.stack.len() - count)
    }

    /// Pushes a variable that several functions share.
    pub(super) fn load_cell(&mut self, cell: &CellRef, name: &Text) -> Result<()> {
        let value = cell.borrow();
        match &*value {
            Some(value) => {
                push_copy(&mut self.stack, value);
                Ok(())
            }
            None => Err(unassigned("local", name)),
        }
    }

    /// Replaces the top value by its `count` items, the first on top.
    fn unpack(&mut self, count: usize) -> Result<()> {
        let value = self.pop();
        let Some(iter) = value.iterate() else {
            let kind = value.type_name();
            return Err(Error::new(format!("got {kind} in sequence assignment"))
                .note(hints::not_a_sequence(&value)));
        };
        let from = self.stack.len();
        self.stack.extend(iter.take(count + 1));
        let got = self.stack.len() - from;
        if got != count {
            let got = value.len().unwrap_or(got);
            let what = if got > count { "many" } else { "few" };
            let note = format!("write as many names as there are values: {got}");
            return Err(Error::new(format!(
                "too {what} values to unpack (got {got}, want {count})"
            ))
            .note(Some(note)));
        }
        self.stack[from..].reverse();
        Ok(())
    }
}
