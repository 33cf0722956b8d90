//! Fuses frequent sequences of instructions into one.
//!
//! A fused instruction replaces the first one of its sequence, and the others stay in place. If its operands have the
//! frequent types, it does everything at once. Otherwise, it does only what the first one did, and the others follow.
//! So errors, their positions, and jumps into the sequence do not change.

use std::ops::Range;

use super::code::{DirectArgument, DirectCall, RESULT, STACK};
use super::{Name, Op};
use crate::syntax::BinaryOp;
use crate::value::Value;

/// The most arguments of a call without the stack, so that the code of a long list is not searched for calls again and
/// again.
const MOST_ARGUMENTS: usize = 8;

/// The calls of a function that do not use the stack.
#[derive(Default)]
pub(super) struct Direct {
    pub(super) calls: Vec<DirectCall>,
    pub(super) arguments: Vec<DirectArgument>,
}

/// Returns the instructions from the start of the first loop to the end of the last.
pub(super) fn looping(ops: &[Op]) -> Range<usize> {
    let loops = ops.iter().enumerate().filter_map(|(at, op)| match op {
        Op::Loop(start) => Some(*start as usize..at + 1),
        _ => None,
    });
    loops.reduce(|all, one| all.start.min(one.start)..one.end).unwrap_or_default()
}

/// Replaces sequences by fused instructions. `may_return` says whether the host does not change what the function
/// returns.
pub(super) fn fuse(
    ops: &mut [Op],
    constants: &[Value],
    names: &[Name],
    may_return: bool,
) -> Direct {
    let mut direct = Direct::default();
    for at in 0..ops.len() {
        let rest = &ops[at..];
        let fused_first = || fused(rest, names).or_else(|| returned(rest).filter(|_| may_return));
        let found = direct.call(rest, constants).or_else(fused_first).or_else(|| {
            // What follows may be worth more.
            let pair = pair(rest)?;
            let next = &rest[1..];
            let is_worth_more = fused(next, names).is_some() || direct.starts_call(next, constants);
            (!is_worth_more).then_some(pair)
        });
        if let Some(mut fused) = found {
            if may_return {
                return_at_once(&mut fused, rest);
            }
            ops[at] = fused;
        }
    }
    direct
}

impl Direct {
    fn starts_call(&mut self, ops: &[Op], constants: &[Value]) -> bool {
        let (calls, arguments) = (self.calls.len(), self.arguments.len());
        let found = self.call(ops, constants).is_some();
        self.calls.truncate(calls);
        self.arguments.truncate(arguments);
        found
    }

    /// A call of a global or built-in function with simple arguments, an assignment to an item with a simple key, or the
    /// start of a node with a simple value.
    fn call(&mut self, ops: &[Op], constants: &[Value]) -> Option<Op> {
        let (callee, fused): (u32, fn(u32) -> Op) = match *ops {
            [Op::LoadGlobal(global), ..] => (global, Op::CallDirect),
            [Op::LoadLocal(object), ..] => (object, Op::SetLocalItem),
            [Op::Host(id), ..] => (id, Op::HostSet),
            [Op::Const(number), ..] => match constants[number as usize] {
                Value::Builtin(_) => (number, Op::CallBuiltin),
                _ => return None,
            },
            _ => return None,
        };
        // Most code is no call, so nothing is allocated until one is found.
        let mut arguments = [DirectArgument::Int(0); MOST_ARGUMENTS];
        let (mut count, mut before) = (0, 1);
        let last = loop {
            if let [last @ (Op::Call(_) | Op::SetIndex | Op::HostValue(_)), ..] = ops[before..] {
                break last;
            }
            let (argument, width) = argument(&ops[before..])?;
            *arguments.get_mut(count)? = argument;
            count += 1;
            before += width;
        };
        let number = self.calls.len() as u32;
        let fused = fused(number);
        let fits = match (fused, last) {
            (Op::CallDirect(_), Op::Call(given)) => given as usize == count,
            (Op::CallBuiltin(_), Op::Call(1))
            | (Op::SetLocalItem(_), Op::SetIndex)
            | (Op::HostSet(_), Op::HostValue(_)) => count == 1,
            _ => false,
        };
        if !fits {
            return None;
        }
        let first = self.arguments.len() as u32;
        self.arguments.extend_from_slice(&arguments[..count]);
        let (count, before) = (count as u32, before as u16);
        let is_glance = match (fused, arguments[0]) {
            (Op::CallBuiltin(_), DirectArgument::Local(_)) => {
                has_glance(&constants[callee as usize])
            }
            _ => false,
        };
        self.calls.push(DirectCall { callee, first, count, before, is_glance });
        Some(fused)
    }
}

fn has_glance(function: &Value) -> bool {
    matches!(function, Value::Builtin(function) if function.has_glance())
}

/// Returns the argument that the next instructions make, if it is a simple one, and their number.
fn argument(ops: &[Op]) -> Option<(DirectArgument, usize)> {
    if let [Op::LoadLocal(_) | Op::LoadGlobal(_), next, ..] = *ops
        && let Some(arithmetic) = match next {
            Op::BinaryInt { op, int } => with_int(ops[0], op, int),
            _ => ops.get(2).and_then(|op| with_variable(ops[0], next, *op)),
        }
    {
        return Some((arithmetic, if let Op::BinaryInt { .. } = next { 2 } else { 3 }));
    }
    let argument = match *ops.first()? {
        Op::LoadLocal(local) => DirectArgument::Local(slot(local)?),
        Op::LoadGlobal(global) => DirectArgument::Global(global),
        Op::Const(number) => DirectArgument::Const(number),
        Op::Int(int) => DirectArgument::Int(int),
        _ => return None,
    };
    Some((argument, 1))
}

/// `variable op int`.
fn with_int(variable: Op, op: BinaryOp, int: i32) -> Option<DirectArgument> {
    if is_comparison(op) {
        return None;
    }
    Some(match variable {
        Op::LoadLocal(local) => DirectArgument::LocalInt { op, local: slot(local)?, int },
        Op::LoadGlobal(global) => DirectArgument::GlobalInt { op, global: slot(global)?, int },
        _ => return None,
    })
}

/// `left op right` of two variables.
fn with_variable(left: Op, right: Op, op: Op) -> Option<DirectArgument> {
    let op = binary(op).filter(|op| !is_comparison(*op))?;
    Some(match (left, right) {
        (Op::LoadLocal(left), Op::LoadLocal(right)) => {
            DirectArgument::Locals { op, left: slot(left)?, right: slot(right)? }
        }
        (Op::LoadGlobal(left), Op::LoadGlobal(right)) => {
            DirectArgument::Globals { op, left: slot(left)?, right: slot(right)? }
        }
        _ => return None,
    })
}

/// Lets arithmetic whose result the function returns do that too.
fn return_at_once(fused: &mut Op, ops: &[Op]) {
    match (fused, ops) {
        (Op::BinaryLocals { to, .. }, [_, _, _, Op::Return, ..])
        | (Op::BinaryLocalInt { to, .. }, [_, _, Op::Return, ..]) => *to = RESULT,
        _ => {}
    }
}

/// A number in a local variable need not go over the stack to be returned.
fn returned(ops: &[Op]) -> Option<Op> {
    match *ops {
        [Op::LoadLocal(local), Op::Return, ..] => Some(Op::ReturnLocal(slot(local)?)),
        _ => None,
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

fn fused(ops: &[Op], names: &[Name]) -> Option<Op> {
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
        [Op::LoadGlobal(left), Op::LoadGlobal(right), op, ..] => {
            let op = binary(op).filter(|op| !is_comparison(*op))?;
            Op::BinaryGlobals { op, left: slot(left)?, right: slot(right)? }
        }
        [Op::LoadGlobal(global), Op::BinaryInt { op, int }, ..] => {
            Op::BinaryGlobalInt { op, global: slot(global)?, int }
        }
        [Op::Next(target), Op::StoreGlobal(global), ..] => {
            Op::NextGlobal { global: slot(global)?, target }
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
        [Op::CallMethod { count: 1, name }, ..] if names[name as usize].text == "append" => {
            Op::CallAppend { name }
        }
        _ => return None,
    })
}

fn slot(slot: u32) -> Option<u16> {
    u16::try_from(slot).ok().filter(|slot| *slot < RESULT)
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
