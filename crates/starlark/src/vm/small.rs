//! Fast paths for values that own no memory: integers, booleans and `None`.
#![allow(
    clippy::inline_always,
    reason = "a call would cost more than what these do; not in unoptimized builds, whose frames would grow"
)]

use std::rc::Rc;

use crate::syntax::BinaryOp;
use crate::value::Value;

/// The frequent operators on small integers; `None` if the slow path must decide.
#[inline]
pub(super) fn int_arithmetic(op: BinaryOp, left: i64, right: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => left.checked_add(right),
        BinaryOp::Sub => left.checked_sub(right),
        BinaryOp::Mul => left.checked_mul(right),
        BinaryOp::FloorDiv if right > 0 => Some(left.div_euclid(right)),
        BinaryOp::Mod if right > 0 => Some(left.rem_euclid(right)),
        _ => None,
    }
}

/// Comparisons of small integers; `None` for other operators.
#[inline]
pub(super) fn compare_ints(op: BinaryOp, left: i64, right: i64) -> Option<bool> {
    Some(match op {
        BinaryOp::Eq => left == right,
        BinaryOp::Ne => left != right,
        BinaryOp::Lt => left < right,
        BinaryOp::Le => left <= right,
        BinaryOp::Gt => left > right,
        BinaryOp::Ge => left >= right,
        _ => return None,
    })
}

/// Removes a number or boolean from the stack, which need not be dropped. Reading it as a whole right after its parts
/// were written would also stall the processor, so small values are never moved here.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn forget_top(stack: &mut Vec<Value>) {
    std::mem::forget(stack.pop());
}

/// Drops a value. Small ones, which own nothing, need no call.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn discard(value: Option<Value>) {
    match value {
        None | Some(Value::Int(_) | Value::Bool(_) | Value::None) => std::mem::forget(value),
        value => drop(value),
    }
}

/// Stores a number in a variable. If it holds a number already, nothing is dropped.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn put_int(variable: &mut Option<Value>, int: i64) {
    match variable {
        Some(Value::Int(old)) => *old = int,
        other => *other = Some(Value::Int(int)),
    }
}

/// Pushes a copy; for numbers, without a call.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn push_copy(stack: &mut Vec<Value>, value: &Value) {
    match value {
        Value::Int(int) => stack.push(Value::Int(*int)),
        other => push_other(stack, other),
    }
}

/// Pushes a copy. Frequent types are written in place instead of being moved.
#[inline(never)]
pub(super) fn push_other(stack: &mut Vec<Value>, value: &Value) {
    match value {
        Value::Bool(value) => stack.push(Value::Bool(*value)),
        Value::None => stack.push(Value::None),
        Value::Str(text) => stack.push(Value::Str(text.clone())),
        Value::Function(function) => stack.push(Value::Function(Rc::clone(function))),
        Value::Builtin(builtin) => stack.push(Value::Builtin(Rc::clone(builtin))),
        Value::List(list) => stack.push(Value::List(list.clone())),
        Value::Dict(dict) => stack.push(Value::Dict(dict.clone())),
        Value::Host(host) => stack.push(Value::Host(host.clone())),
        other => stack.push(other.clone()),
    }
}
