//! Fuses frequent sequences of instructions into one.
//!
//! A fused instruction replaces the first one of its sequence, and the others stay in place. If its operands have the
//! frequent types, it does everything at once. Otherwise, it does only what the first one did, and the others follow.
//! So errors, their positions, and jumps into the sequence do not change.

use super::code::STACK;
use super::{Name, Op};
use crate::syntax::BinaryOp;
use crate::value::Value;

/// Replaces sequences by fused instructions.
pub(super) fn fuse(ops: &mut [Op], constants: &[Value], names: &[Name]) {
    for at in 0..ops.len() {
        let rest = &ops[at..];
        let fused = fused(rest, constants, names).or_else(|| {
            // What follows may be worth more.
            let next = rest.get(1..).and_then(|next| fused(next, constants, names));
            if next.is_none() { pair(rest) } else { None }
        });
        if let Some(fused) = fused {
            ops[at] = fused;
        }
    }
}

/// Instructions that save a look at the next one.
fn pair(ops: &[Op]) -> Option<Op> {
    Some(match *ops {
        [Op::LoadLocal(first), Op::LoadLocal(second), ..] => {
            Op::LoadLocals { first: slot(first)?, second: slot(second)? }
        }
        [Op::LoadGlobal(global), Op::LoadLocal(local), ..] => {
            Op::LoadGlobalLocal { local: slot(local)?, global }
        }
        [Op::Int(int), Op::Call(count), ..] => {
            Op::CallInt { count: u16::try_from(count).ok()?, int }
        }
        [Op::LoadLocal(local), Op::Call(count), ..] => {
            Op::CallLocal { count: u16::try_from(count).ok()?, local: slot(local)? }
        }
        _ => return None,
    })
}

fn fused(ops: &[Op], constants: &[Value], names: &[Name]) -> Option<Op> {
    Some(match *ops {
        [Op::LoadLocal(object), Op::LoadLocal(key), Op::Index, ref rest @ ..] => {
            Op::LocalsItem { object: slot(object)?, key: slot(key)?, to: sink(rest) }
        }
        [Op::LoadLocal(left), Op::LoadLocal(right), op, ref rest @ ..] => {
            let (left, right, op) = (slot(left)?, slot(right)?, binary(op)?);
            if is_comparison(op) {
                rest.first().filter(|next| matches!(next, Op::JumpIfFalse(_)))?;
                Op::CompareLocals { op, left, right }
            } else {
                Op::BinaryLocals { op, left, right, to: sink(rest) }
            }
        }
        [Op::LoadLocal(local), Op::BinaryInt { op, int }, ref rest @ ..] => {
            let local = slot(local)?;
            if is_comparison(op) {
                rest.first().filter(|next| matches!(next, Op::JumpIfFalse(_)))?;
                Op::CompareLocalInt { op, local, int }
            } else {
                let int = i16::try_from(int).ok()?;
                Op::BinaryLocalInt { op, local, int, to: sink(rest) }
            }
        }
        [Op::LoadLocal(local), Op::Int(int), Op::Index, ref rest @ ..] => {
            let (object, int) = (slot(local)?, u16::try_from(int).ok()?);
            Op::LocalItem { object, int, to: sink(rest) }
        }
        [Op::LoadLocal(local), Op::Const(constant), Op::Index, ..] => {
            Op::LocalConstItem { object: slot(local)?, constant }
        }
        [Op::LoadLocal(local), Op::Attr(name), ..] => Op::LocalAttr { object: slot(local)?, name },
        [
            Op::LoadLocal(more),
            Op::Concat { count: 1, place, slot: to } | Op::Extend { place, slot: to },
            ..,
        ] if place.is_local() => Op::AddLocal { to: slot(to)?, more: slot(more)? },
        [
            Op::Int(int),
            Op::Concat { count: 1, place, slot: to } | Op::Extend { place, slot: to },
            ..,
        ] if place.is_local() => Op::AddInt { to: slot(to)?, int },
        [Op::Const(constant), Op::LoadLocal(local), Op::Call(1), ..]
            if matches!(constants[constant as usize], Value::Builtin(_)) =>
        {
            Op::CallConstLocal { local: slot(local)?, constant }
        }
        [Op::CallMethod { count: 1, name }, ..] if names[name as usize].text == "append" => {
            Op::CallAppend { name }
        }
        _ => return None,
    })
}

fn slot(slot: u32) -> Option<u16> {
    u16::try_from(slot).ok().filter(|slot| *slot != STACK)
}

/// Returns the variable in which the next instruction stores a result, or the stack.
fn sink(rest: &[Op]) -> u16 {
    match rest {
        [Op::StoreLocal(local), ..] => slot(*local).unwrap_or(STACK),
        _ => STACK,
    }
}

/// Returns the operator of an instruction that has a fast path for integers.
fn binary(op: Op) -> Option<BinaryOp> {
    Some(match op {
        Op::Add => BinaryOp::Add,
        Op::Sub => BinaryOp::Sub,
        Op::Mul => BinaryOp::Mul,
        Op::FloorDiv => BinaryOp::FloorDiv,
        Op::Mod => BinaryOp::Mod,
        Op::Eq => BinaryOp::Eq,
        Op::Ne => BinaryOp::Ne,
        Op::Lt => BinaryOp::Lt,
        Op::Le => BinaryOp::Le,
        Op::Gt => BinaryOp::Gt,
        Op::Ge => BinaryOp::Ge,
        _ => return None,
    })
}

fn is_comparison(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge
    )
}
