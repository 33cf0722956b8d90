//! The loop that runs code.

use std::rc::Rc;

use super::attribute::{attr, set_attr};
use super::instructions::{
    Flow, compare_ints, discard, forget_top, int_arithmetic, push_copy, put_int, unassigned,
    unassigned_global,
};
use super::operators::{binary, inplace, unary};
use super::subscript::{SliceBounds, index, set_index, slice};
use super::{OperandValue, Thread};
use crate::compile::{Op, Place, Proto};
use crate::error::Result;
use crate::syntax::BinaryOp;
use crate::value::{Comparison, Dict, NextInt, Value, equal_texts};

impl Thread {
    /// Runs the innermost frame until it, and with it the frames above `floor`, have returned. On an error the
    /// frames stay for `unwind`.
    pub(super) fn execute(&mut self, floor: usize) -> Result<Value> {
        let host = Rc::clone(&self.host);
        let (mut function, mut base, mut pc) = match self.frames.last() {
            Some(frame) => (Rc::clone(&frame.function), frame.locals, frame.pc),
            None => return Ok(Value::None),
        };

        'frame: loop {
            // What the loop looks at all the time, found once a frame.
            let proto: &Proto = &function.proto;
            let ops = &proto.ops[..];

            // Runs something that may fail; the frame has to know where.
            macro_rules! check {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(error) => {
                            self.set_pc(pc);
                            return Err(error);
                        }
                    }
                };
            }
            // A truth value: for the branch that follows, if one does, or for the stack.
            macro_rules! decide {
                ($holds:expr) => {{
                    let holds = $holds;
                    if let Some(&Op::JumpIfFalse(target)) = ops.get(pc + 1) {
                        pc = if holds { pc + 2 } else { target as usize };
                        continue;
                    }
                    self.stack.push(Value::Bool(holds));
                }};
            }
            // Arithmetic on two small integers, or anything else.
            macro_rules! arithmetic {
                ($op:expr, $checked:ident) => {{
                    if let [.., Value::Int(a), Value::Int(b)] = &mut self.stack[..]
                        && let Some(result) = a.$checked(*b)
                    {
                        *a = result;
                        forget_top(&mut self.stack);
                    } else {
                        check!(self.binary($op, proto));
                    }
                }};
            }
            macro_rules! compare {
            ($comparison:expr, $sign:tt) => {{
                let holds = if let [.., Value::Int(a), Value::Int(b)] = &self.stack[..] {
                    let holds = a $sign b;
                    forget_top(&mut self.stack);
                    forget_top(&mut self.stack);
                    holds
                } else {
                    let right = self.pop();
                    let left = self.pop();
                    check!(left.compare($comparison, &right))
                };
                decide!(holds);
            }};
        }

            loop {
                match ops[pc] {
                    Op::Const(number) => {
                        push_copy(&mut self.stack, &proto.constants[number as usize]);
                    }
                    Op::None => self.stack.push(Value::None),
                    Op::Bool(value) => self.stack.push(Value::Bool(value)),
                    Op::Int(int) => self.stack.push(Value::Int(i64::from(int))),
                    Op::LoadLocal(slot) => match &self.locals[base + slot as usize] {
                        Some(value) => push_copy(&mut self.stack, value),
                        None => check!(Err(unassigned("local", &proto.locals[slot as usize]))),
                    },
                    Op::StoreLocal(slot) => {
                        let local = &mut self.locals[base + slot as usize];
                        if let Some(&Value::Int(int)) = self.stack.last() {
                            forget_top(&mut self.stack);
                            put_int(local, int);
                        } else {
                            *local = self.stack.pop();
                        }
                    }
                    Op::LoadCell(slot) => {
                        let value = self.cells[self.cell(slot)].borrow().clone();
                        match value {
                            Some(value) => self.stack.push(value),
                            None => check!(Err(unassigned("local", &proto.cells[slot as usize]))),
                        }
                    }
                    Op::StoreCell(slot) => {
                        let value = self.pop();
                        let cell = self.cell(slot);
                        *self.cells[cell].borrow_mut() = Some(value);
                    }
                    Op::LoadFree(number) => {
                        let value = function.captures[number as usize].borrow().clone();
                        match value {
                            Some(value) => self.stack.push(value),
                            None => check!(Err(unassigned("local", &proto.free[number as usize]))),
                        }
                    }
                    Op::LoadGlobal(number) => {
                        let slots = function.globals.slots.borrow();
                        if let Some(value) = &slots[number as usize] {
                            push_copy(&mut self.stack, value);
                        } else {
                            drop(slots);
                            check!(Err(unassigned_global(&function, number)));
                        }
                    }
                    Op::StoreGlobal(number) => {
                        let value = self.pop();
                        function.globals.slots.borrow_mut()[number as usize] = Some(value);
                    }
                    Op::ParamToCell { local, cell } => {
                        let value = self.locals[base + local as usize].take();
                        let cell = self.cell(cell);
                        *self.cells[cell].borrow_mut() = value;
                    }
                    Op::Extend { place, slot } => {
                        if let (Place::Local, [.., Value::Int(more)]) = (place, &self.stack[..])
                            && let Some(Value::Int(int)) = &mut self.locals[base + slot as usize]
                            && let Some(sum) = int.checked_add(*more)
                        {
                            *int = sum;
                            forget_top(&mut self.stack);
                        } else {
                            let right = self.pop();
                            let left = check!(self.take_variable(place, slot, base, &function));
                            let sum = check!(inplace(BinaryOp::Add, left, &right, &proto.dialect));
                            self.put_variable(place, slot, base, &function, sum);
                        }
                    }
                    Op::Concat { place, count, slot } => {
                        if let (Place::Local, 1, [.., Value::Int(more)]) =
                            (place, count, &self.stack[..])
                            && let Some(Value::Int(int)) = &mut self.locals[base + slot as usize]
                            && let Some(sum) = int.checked_add(*more)
                        {
                            *int = sum;
                            forget_top(&mut self.stack);
                        } else {
                            let shape = (place, slot, count as usize);
                            check!(self.concat(shape, base, &function));
                        }
                    }
                    Op::Pop => discard(self.stack.pop()),
                    Op::Discard => {
                        let value = self.pop();
                        if !matches!(value, Value::None) {
                            host.discarded(&proto.unit, &value, proto.span_at(pc));
                        }
                    }
                    Op::Dup => {
                        let value = self.stack[self.stack.len() - 1].clone();
                        self.stack.push(value);
                    }
                    Op::Dup2 => {
                        let from = self.stack.len() - 2;
                        self.stack.extend_from_within(from..);
                    }
                    Op::Swap => {
                        let top = self.stack.len();
                        self.stack.swap(top - 1, top - 2);
                    }
                    Op::Rot3 => {
                        let top = self.stack.len();
                        self.stack[top - 3..].rotate_right(1);
                    }
                    Op::Add => arithmetic!(BinaryOp::Add, checked_add),
                    Op::Sub => arithmetic!(BinaryOp::Sub, checked_sub),
                    Op::Mul => arithmetic!(BinaryOp::Mul, checked_mul),
                    Op::FloorDiv => check!(self.binary(BinaryOp::FloorDiv, proto)),
                    Op::Mod => check!(self.binary(BinaryOp::Mod, proto)),
                    Op::Eq | Op::Ne => {
                        let wanted = matches!(ops[pc], Op::Eq);
                        if let [.., Value::Int(left), Value::Int(right)] = &self.stack[..] {
                            let equal = left == right;
                            forget_top(&mut self.stack);
                            forget_top(&mut self.stack);
                            decide!(equal == wanted);
                            pc += 1;
                            continue;
                        }
                        let right = self.pop();
                        let left = self.pop();
                        let equal = match (&left, &right) {
                            (Value::Str(left), Value::Str(right)) => {
                                check!(equal_texts(left, right))
                            }
                            _ => check!(left.equals(&right)),
                        };
                        decide!(equal == wanted);
                    }
                    Op::Lt => compare!(Comparison::Less, <),
                    Op::Le => compare!(Comparison::LessEqual, <=),
                    Op::Gt => compare!(Comparison::Greater, >),
                    Op::Ge => compare!(Comparison::GreaterEqual, >=),
                    Op::Binary(op) => check!(self.binary(op, proto)),
                    Op::BinaryInt { op, int } => {
                        let right = i64::from(int);
                        if let Some(Value::Int(left)) = self.stack.last_mut() {
                            if let Some(holds) = compare_ints(op, *left, right) {
                                forget_top(&mut self.stack);
                                decide!(holds);
                                pc += 1;
                                continue;
                            }
                            if let Some(result) = int_arithmetic(op, *left, right) {
                                *left = result;
                                pc += 1;
                                continue;
                            }
                        }
                        let left = self.pop();
                        let value = check!(binary(op, &left, &Value::Int(right), &proto.dialect));
                        self.stack.push(value);
                    }
                    Op::Inplace(op) => {
                        let right = self.pop();
                        let left = self.pop();
                        let value = check!(inplace(op, left, &right, &proto.dialect));
                        self.stack.push(value);
                    }
                    Op::Unary(op) => {
                        let operand = self.pop();
                        let value = check!(unary(op, &operand));
                        self.stack.push(value);
                    }
                    Op::Not => {
                        let truth = self.pop_truth();
                        self.stack.push(Value::Bool(!truth));
                    }
                    Op::Branch(number) => {
                        if let Some(branches) = &proto.branches {
                            branches.take(number);
                        }
                    }
                    Op::Jump(target) => {
                        pc = target as usize;
                        continue;
                    }
                    Op::Loop(target) => {
                        check!(self.step());
                        pc = target as usize;
                        continue;
                    }
                    Op::JumpIfFalse(target) => {
                        if !self.pop_truth() {
                            pc = target as usize;
                            continue;
                        }
                    }
                    Op::JumpIfTrue(target) => {
                        if self.pop_truth() {
                            pc = target as usize;
                            continue;
                        }
                    }
                    Op::JumpIfFalseOrPop(target) => {
                        if !self.stack[self.stack.len() - 1].truth() {
                            pc = target as usize;
                            continue;
                        }
                        self.stack.pop();
                    }
                    Op::JumpIfTrueOrPop(target) => {
                        if self.stack[self.stack.len() - 1].truth() {
                            pc = target as usize;
                            continue;
                        }
                        self.stack.pop();
                    }
                    Op::Iterate => {
                        let value = self.pop();
                        let iter = check!(value.try_iterate());
                        self.iters.push(iter);
                    }
                    Op::Next(target) => {
                        let Some(item) = self.iters.last_mut().and_then(Iterator::next) else {
                            self.iters.pop();
                            pc = target as usize;
                            continue;
                        };
                        self.stack.push(item);
                    }
                    Op::NextLocal { slot, target } => {
                        let local = &mut self.locals[base + slot as usize];
                        let Some(iter) = self.iters.last_mut() else {
                            pc = target as usize;
                            continue;
                        };
                        let more = match iter.next_int() {
                            NextInt::Int(int) => {
                                put_int(local, int);
                                true
                            }
                            NextInt::Done => false,
                            NextInt::NotARange => match iter.next() {
                                Some(item) => {
                                    *local = Some(item);
                                    true
                                }
                                None => false,
                            },
                        };
                        if !more {
                            self.iters.pop();
                            pc = target as usize;
                            continue;
                        }
                    }
                    Op::EndLoop => {
                        self.iters.pop();
                    }
                    Op::List(count) => {
                        let from = self.stack.len() - count as usize;
                        let items: Vec<Value> = self.stack.drain(from..).collect();
                        self.stack.push(Value::list(items));
                    }
                    Op::Tuple(count) => {
                        let from = self.stack.len() - count as usize;
                        let items: Vec<Value> = self.stack.drain(from..).collect();
                        self.stack.push(Value::tuple(items));
                    }
                    Op::Dict(count) => {
                        self.stack.push(Value::Dict(Dict::with_capacity(count as usize)));
                    }
                    Op::DictEntry | Op::Insert => {
                        let value = self.pop();
                        let key = self.pop();
                        let literal = matches!(ops[pc], Op::DictEntry);
                        check!(self.insert_entry(key, value, literal));
                    }
                    Op::Append => {
                        let item = self.pop();
                        if let Some(Value::List(list)) = self.stack.last() {
                            check!(list.push(item));
                        }
                    }
                    Op::Attr(number) => {
                        let name = &proto.names[number as usize];
                        let top = self.stack.len() - 1;
                        let value = check!(attr(&self.stack[top], name, &proto.dialect));
                        self.stack[top] = value;
                    }
                    Op::SetAttr(number) => {
                        let object = self.pop();
                        let value = self.pop();
                        check!(set_attr(&object, &proto.names[number as usize].text, value));
                    }
                    Op::Index => {
                        let top = self.stack.len() - 1;
                        let value = check!(index(&self.stack[top - 1], &self.stack[top]));
                        discard(self.stack.pop());
                        self.stack[top - 1] = value;
                    }
                    Op::SetIndex => {
                        let key = self.pop();
                        let object = self.pop();
                        let value = self.pop();
                        check!(set_index(&object, key, value));
                    }
                    Op::Slice => {
                        let step = self.pop();
                        let stop = self.pop();
                        let start = self.pop();
                        let object = self.pop();
                        let bounds = SliceBounds { start: &start, stop: &stop, step: &step };
                        let value = check!(slice(&object, bounds, &proto.dialect));
                        self.stack.push(value);
                    }
                    Op::Unpack(count) => check!(self.unpack(count as usize)),
                    Op::Call(_) | Op::CallMethod { .. } | Op::CallWith(_) => {
                        self.set_pc(pc);
                        let flow = match ops[pc] {
                            Op::Call(count) => self.call_positional(count as usize)?,
                            Op::CallMethod { count, name } => {
                                self.call_method(count as usize, name, proto)?
                            }
                            Op::CallWith(number) => self.call_with(number, proto)?,
                            _ => Flow::Next,
                        };
                        if let Flow::Enter = flow
                            && let Some(frame) = self.frames.last()
                        {
                            base = frame.locals;
                            pc = 0;
                            function = Rc::clone(&frame.function);
                            continue 'frame;
                        }
                    }
                    Op::MakeFunction(number) => self.make_function(number, proto, &function),
                    Op::Return | Op::ReturnNothing => {
                        let explicit = matches!(ops[pc], Op::Return);
                        let small = match self.stack.last() {
                            Some(&Value::Int(int))
                                if explicit && proto.first_host_statement.is_none() =>
                            {
                                Some(int)
                            }
                            _ => None,
                        };
                        let mut returned = Value::None;
                        if small.is_none() {
                            let value = if explicit { self.stack.pop() } else { None };
                            returned = if proto.first_host_statement.is_some() {
                                self.mark_left();
                                check!(host.leave_function(self, &proto.unit, value))
                            } else {
                                value.unwrap_or_default()
                            };
                        }
                        self.pop_frame();
                        let caller = self.frames.get(floor..).and_then(<[_]>::last);
                        let Some(frame) = caller else {
                            return Ok(small.map_or(returned, Value::Int));
                        };
                        base = frame.locals;
                        pc = frame.pc + 1;
                        function = Rc::clone(&frame.function);
                        match small {
                            Some(int) => self.stack.push(Value::Int(int)),
                            None => self.stack.push(returned),
                        }
                        continue 'frame;
                    }
                    Op::Load(number) => {
                        self.set_pc(pc);
                        self.load(&proto.loads[number as usize], proto, &function)?;
                    }
                    Op::Host(id) => {
                        self.set_pc(pc);
                        host.statement(self, &proto.unit, id, &[])?;
                    }
                    Op::HostValue(id) => {
                        self.set_pc(pc);
                        let operand = [OperandValue::Value(self.pop())];
                        host.statement(self, &proto.unit, id, &operand)?;
                    }
                    Op::HostWith(number) => {
                        self.set_pc(pc);
                        let shape = &proto.hosts[number as usize];
                        let operands = self.operands(shape)?;
                        host.statement(self, &proto.unit, shape.id, &operands)?;
                    }
                }
                pc += 1;
            }
        }
    }
}
