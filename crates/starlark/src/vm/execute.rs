//! The interpreter loop.

use std::rc::Rc;

use super::Thread;
use super::attribute::attr;
use super::instructions::Flow;
use super::small::{compare_ints, discard, forget_top, int_arithmetic, push_copy, put_int};
use super::subscript::index;
use crate::compile::{Op, Place, Proto, RESULT};
use crate::error::Result;
use crate::syntax::BinaryOp;
use crate::value::{Comparison, Dict, Value};

impl Thread {
    /// Runs until the innermost frame, and all frames above `floor`, have returned. On an error, the frames stay for
    /// `unwind`.
    pub(super) fn execute(&mut self, floor: usize) -> Result<Value> {
        let host = Rc::clone(&self.host);
        let host = &*host;
        let (mut function, mut base, mut pc) = match self.frames.last() {
            Some(frame) => (Rc::clone(&frame.function), frame.locals as usize, frame.pc as usize),
            None => return Ok(Value::None),
        };

        'frame: loop {
            // What the loop needs all the time, looked up once per frame. Values that only host statements need are
            // not included: the compiler would load them with every call.
            let proto: &Proto = &function.proto;
            let ops = &proto.ops[..];

            // Runs something that may fail; the frame must know the current instruction.
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
            // Handles a truth value: for the branch that follows, if there is one, or for the stack.
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
            // Arithmetic on two small integers, with a fallback for anything else.
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
            // Continues with the function that was called.
            macro_rules! enter {
                () => {
                    if let Some(frame) = self.frames.last() {
                        base = frame.locals as usize;
                        pc = 0;
                        function = Rc::clone(&frame.function);
                        continue 'frame;
                    }
                };
            }
            // Runs a fused instruction. It replaces several instructions, of which `$first` is the first.
            macro_rules! fused {
                ($done:expr, $first:expr) => {{
                    if let Some(count) = $done {
                        pc += count;
                        continue;
                    }
                    check!(self.first_local(base, u32::from($first), proto));
                }};
            }
            // Runs a fused comparison with the branch `$at` instructions after it.
            macro_rules! fused_branch {
                ($holds:expr, $first:expr, $at:expr) => {{
                    if let (Some(holds), Op::JumpIfFalse(target)) = ($holds, ops[pc + $at]) {
                        pc = if holds { pc + $at + 1 } else { target as usize };
                        continue;
                    }
                    check!(self.first_local(base, u32::from($first), proto));
                }};
            }
            // Gives the result of a fused instruction, which replaces `$count` instructions, to what follows.
            macro_rules! give_int {
                ($int:expr, $to:expr, $count:expr) => {{
                    if $to == RESULT {
                        break $int;
                    }
                    pc += self.give_int(base, $int, $to, $count);
                    continue;
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
                    check!(self.compare($comparison))
                };
                decide!(holds);
            }};
        }

            // Ends with a number that the function returns. Most frequently called functions return one, and it stays out of
            // memory this way.
            let int = loop {
                match ops[pc] {
                    Op::Const(number) => {
                        push_copy(&mut self.stack, &proto.constants[number as usize]);
                    }
                    Op::None => self.stack.push(Value::None),
                    Op::Bool(value) => self.stack.push(Value::Bool(value)),
                    Op::Int(int) => self.stack.push(Value::Int(i64::from(int))),
                    Op::LoadLocal(slot) => check!(self.load_local(base, slot, proto)),
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
                        let cell = Rc::clone(&self.cells[self.cell(slot)]);
                        check!(self.load_cell(&cell, &proto.cells[slot as usize]));
                    }
                    Op::StoreCell(slot) => {
                        let value = self.pop();
                        let cell = self.cell(slot);
                        *self.cells[cell].borrow_mut() = Some(value);
                    }
                    Op::LoadFree(number) => {
                        let cell = &function.captures[number as usize];
                        check!(self.load_cell(cell, &proto.free[number as usize]));
                    }
                    Op::LoadGlobal(number) => check!(self.load_global(number, &function)),
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
                            check!(self.extend((place, slot), base, &function));
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
                    Op::Discard => self.drop_unused(host, pc, proto),
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
                        let equal = check!(self.equal());
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
                        self.stack.push(Value::Int(right));
                        check!(self.binary(op, proto));
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
                        pc = self.loop_back(base, target as usize, ops);
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
                        pc = self.next_local(base + slot as usize, (pc, target as usize));
                        continue;
                    }
                    Op::EndLoop => {
                        self.iters.pop();
                    }
                    Op::List(count) => {
                        let items = self.take_last(count as usize);
                        self.stack.push(Value::list(items));
                    }
                    Op::Tuple(count) => {
                        let items = self.take_last(count as usize);
                        self.stack.push(Value::tuple(items));
                    }
                    Op::Dict(count) => {
                        self.stack.push(Value::Dict(Dict::with_capacity(count as usize)));
                    }
                    Op::DictEntry | Op::Insert => {
                        let literal = matches!(ops[pc], Op::DictEntry);
                        check!(self.insert_entry(literal));
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
                    Op::Index => {
                        let top = self.stack.len() - 1;
                        let value = check!(index(&self.stack[top - 1], &self.stack[top]));
                        discard(self.stack.pop());
                        self.stack[top - 1] = value;
                    }
                    Op::SetIndex => {
                        check!(self.set_index());
                    }
                    Op::Inplace(_) | Op::Unary(_) | Op::SetAttr(_) | Op::Slice | Op::Unpack(_) => {
                        check!(self.rare(ops[pc], proto));
                    }
                    Op::Call(count) => {
                        self.set_pc(pc);
                        if let Flow::Enter = self.call_positional(count as usize)? {
                            enter!();
                        }
                    }
                    Op::CallMethod { .. }
                    | Op::CallWith(_)
                    | Op::CallInt { .. }
                    | Op::CallLocal { .. } => {
                        self.set_pc(pc);
                        let flow = match ops[pc] {
                            Op::CallMethod { count, name } => {
                                self.call_method(count as usize, name, proto)?
                            }
                            Op::CallWith(number) => self.call_with(number, proto)?,
                            Op::CallInt { count, int } => {
                                pc += 1;
                                self.call_int(pc, count as usize, int)?
                            }
                            Op::CallLocal { count, local } => {
                                self.first_local(base, u32::from(local), proto)?;
                                pc += 1;
                                self.set_pc(pc);
                                self.call_positional(count as usize)?
                            }
                            _ => Flow::Next,
                        };
                        if let Flow::Enter = flow {
                            enter!();
                        }
                    }
                    Op::MakeFunction(number) => self.make_function(number, proto, &function),
                    Op::Return | Op::ReturnNothing => {
                        if let (Op::Return, Some(&Value::Int(int)), None) =
                            (ops[pc], self.stack.last(), proto.first_host_statement)
                        {
                            forget_top(&mut self.stack);
                            break int;
                        }
                        let explicit = matches!(ops[pc], Op::Return);
                        let returned = check!(self.returned(explicit, host, &function.proto));
                        self.leave_frame();
                        let caller = self.frames.get(floor..).and_then(<[_]>::last);
                        let Some(frame) = caller else {
                            return Ok(returned);
                        };
                        base = frame.locals as usize;
                        pc = frame.pc as usize + 1;
                        function = Rc::clone(&frame.function);
                        self.stack.push(returned);
                        continue 'frame;
                    }
                    Op::Load(number) => {
                        self.set_pc(pc);
                        self.load(&proto.loads[number as usize], proto, &function)?;
                    }
                    Op::Publish => self.publish(base, &function),
                    Op::Host(id) => {
                        self.set_pc(pc);
                        host.statement(self, &function.proto.unit, id, &[])?;
                    }
                    Op::HostValue(id) => {
                        self.set_pc(pc);
                        let value = self.pop();
                        host.value_statement(self, &function.proto.unit, id, value)?;
                    }
                    Op::HostWith(number) => {
                        self.set_pc(pc);
                        let shape = &proto.hosts[number as usize];
                        let operands = self.operands(shape)?;
                        host.statement(self, &function.proto.unit, shape.id, &operands)?;
                    }

                    Op::BinaryLocals { op, left, right, to } => {
                        if let Some(int) = self.binary_locals(base, op, (left, right)) {
                            give_int!(int, to, 3);
                        }
                        check!(self.first_local(base, u32::from(left), proto));
                    }
                    Op::BinaryLocalInt { op, local, int, to } => {
                        if let Some(int) = self.binary_local_int(base, op, (local, int)) {
                            give_int!(int, to, 2);
                        }
                        check!(self.first_local(base, u32::from(local), proto));
                    }
                    Op::CompareLocals { op, left, right } => {
                        fused_branch!(self.compare_locals(base, op, (left, right)), left, 3);
                    }
                    Op::CompareLocalInt { op, local, int } => {
                        fused_branch!(self.compare_local_int(base, op, (local, int)), local, 2);
                    }
                    Op::AddLocal { to, more } => fused!(self.add_local(base, to, more), more),
                    Op::AddInt { to, int } => {
                        let int = i64::from(int);
                        if let Some(count) = self.add_to_local(base, to, Some(int)) {
                            pc += count;
                            continue;
                        }
                        self.stack.push(Value::Int(int));
                    }
                    Op::LocalItem { object, int, to } => {
                        fused!(self.local_item(base, (object, int, to)), object);
                    }
                    Op::LocalsItem { object, key, to } => {
                        pc = self.locals_item((base, pc), (object, key, to), proto)?;
                        continue;
                    }
                    Op::LocalConstItem { object, constant } => {
                        pc = self.local_const_item((base, pc), (object, constant), proto)?;
                        continue;
                    }
                    Op::LoadLocals { first, second } => {
                        pc += check!(self.load_locals(base, (first, second), proto));
                        continue;
                    }
                    Op::LoadGlobalLocal { local, global } => {
                        pc += check!(self.load_global_local(base, (global, local), &function));
                        continue;
                    }
                    Op::CallAppend { name } => {
                        self.set_pc(pc);
                        if !self.append()?
                            && let Flow::Enter = self.call_method(1, name, proto)?
                        {
                            enter!();
                        }
                    }
                    Op::CallDirect(number) => {
                        let locals = self.locals.len();
                        match self.call_direct(number, (base, pc), &function)? {
                            Some(called) => {
                                base = locals;
                                pc = 0;
                                function = called;
                                continue 'frame;
                            }
                            None => pc += 1,
                        }
                        continue;
                    }
                    Op::CallBuiltin(number) => {
                        pc = self.call_with_one(number, (base, pc), &function)?;
                        continue;
                    }
                    Op::HostSet(number) => {
                        pc = self.host_set(number, (base, pc), &function, host)?;
                        continue;
                    }
                    Op::SetLocalItem(number) => {
                        pc = self.set_local_item(number, (base, pc), &function)?;
                        continue;
                    }
                    Op::NextGlobal { global, target } => {
                        pc = self.next_global(global, (pc, target as usize), &function);
                        continue;
                    }
                    Op::BinaryGlobals { op, left, right } => {
                        pc += check!(self.binary_globals(op, (left, right), &function));
                        continue;
                    }
                    Op::BinaryGlobalInt { op, global, int } => {
                        let operands = (global, i64::from(int));
                        pc = check!(self.binary_global_int(op, operands, pc, &function));
                        continue;
                    }
                    Op::ReturnLocal(local) => {
                        if let Some(int) = self.local_int(base, local) {
                            break int;
                        }
                        check!(self.first_local(base, u32::from(local), proto));
                    }
                    Op::LocalAttr { object, name } => {
                        pc = self.local_attr((base, pc), (object, name), proto)?;
                        continue;
                    }
                }
                pc += 1;
            };
            self.leave_frame();
            if self.frames.len() <= floor {
                return Ok(Value::Int(int));
            }
            if let Some(frame) = self.frames.last() {
                base = frame.locals as usize;
                pc = frame.pc as usize + 1;
                function = Rc::clone(&frame.function);
            }
            match function.proto.ops.get(pc) {
                Some(&Op::StoreLocal(slot)) => {
                    put_int(&mut self.locals[base + slot as usize], int);
                }
                Some(Op::Discard) => {}
                _ => {
                    self.stack.push(Value::Int(int));
                    continue;
                }
            }
            pc += 1;
        }
    }
}
