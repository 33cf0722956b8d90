//! The loop that runs code.

use std::rc::Rc;

use super::attribute::{attr, method_of, set_attr};
use super::operators::{binary, inplace, unary};
use super::subscript::{index, set_index, slice};
use super::{OperandValue, Thread};
use crate::Args;
use crate::compile::{HostShape, LoadShape, Op, OperandShape, Place, Proto};
use crate::error::{Error, Result};
use crate::resolve::Capture;
use crate::spelling;
use crate::syntax::BinaryOp;
use crate::value::{Comparison, Dict, Function, Text, Value, call_method};

/// What the loop does after an instruction that may change the frame.
enum Flow {
    Next,
    /// A function was called: its frame is the innermost now.
    Enter,
}

impl Thread {
    /// Runs the innermost frame until it, and with it the frames above `floor`, have returned. On an error the
    /// frames stay for `unwind`.
    pub(super) fn execute(&mut self, floor: usize) -> Result<Value> {
        let host = Rc::clone(&self.host);
        let (mut function, mut base, mut pc) = match self.frames.last() {
            Some(frame) => (Rc::clone(&frame.function), frame.locals, frame.pc),
            None => return Ok(Value::None),
        };
        let mut proto = Rc::clone(&function.proto);

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
                if let Op::JumpIfFalse(target) = proto.ops[pc + 1] {
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
                    check!(self.binary($op, &proto));
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
            match proto.ops[pc] {
                Op::Const(number) => push_copy(&mut self.stack, &proto.constants[number as usize]),
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
                        *local = Some(Value::Int(int));
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
                    let mut sum = check!(self.take_variable(place, slot, base, &function));
                    let from = self.stack.len() - count as usize;
                    for at in from..self.stack.len() {
                        let right = std::mem::take(&mut self.stack[at]);
                        sum = match (&sum, &right) {
                            (Value::Str(_), Value::Str(_)) => {
                                check!(inplace(BinaryOp::Add, sum, &right, &proto.dialect))
                            }
                            _ => check!(binary(BinaryOp::Add, &sum, &right, &proto.dialect)),
                        };
                    }
                    self.stack.truncate(from);
                    self.put_variable(place, slot, base, &function, sum);
                }
                Op::Pop => {
                    self.stack.pop();
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
                Op::FloorDiv => check!(self.binary(BinaryOp::FloorDiv, &proto)),
                Op::Mod => check!(self.binary(BinaryOp::Mod, &proto)),
                Op::Eq | Op::Ne => {
                    let right = self.pop();
                    let left = self.pop();
                    let equal = match (&left, &right) {
                        (Value::Str(left), Value::Str(right)) => left == right,
                        (Value::Int(left), Value::Int(right)) => left == right,
                        _ => check!(left.equals(&right)),
                    };
                    let wanted = matches!(proto.ops[pc], Op::Eq);
                    decide!(equal == wanted);
                }
                Op::Lt => compare!(Comparison::Less, <),
                Op::Le => compare!(Comparison::LessEqual, <=),
                Op::Gt => compare!(Comparison::Greater, >),
                Op::Ge => compare!(Comparison::GreaterEqual, >=),
                Op::Binary(op) => check!(self.binary(op, &proto)),
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
                    let iter = self.iters.last_mut();
                    let next = match iter.map(|iter| (iter.next_int(), iter)) {
                        Some((Some(next), _)) => next.map(Value::Int),
                        Some((None, iter)) => iter.next(),
                        None => None,
                    };
                    if next.is_none() {
                        self.iters.pop();
                        pc = target as usize;
                        continue;
                    }
                    self.locals[base + slot as usize] = next;
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
                    let literal = matches!(proto.ops[pc], Op::DictEntry);
                    check!(self.insert_entry(key, value, literal));
                }
                Op::Append => {
                    let item = self.pop();
                    if let Some(Value::List(list)) = self.stack.last() {
                        check!(list.push(item));
                    }
                }
                Op::Attr(number) => {
                    let object = self.pop();
                    let value =
                        check!(attr(&object, &proto.names[number as usize], &proto.dialect));
                    self.stack.push(value);
                }
                Op::SetAttr(number) => {
                    let object = self.pop();
                    let value = self.pop();
                    check!(set_attr(&object, &proto.names[number as usize].text, value));
                }
                Op::Index => {
                    let key = self.pop();
                    let object = self.pop();
                    let value = check!(index(&object, &key));
                    self.stack.push(value);
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
                    let value = check!(slice(&object, &start, &stop, &step));
                    self.stack.push(value);
                }
                Op::Unpack(count) => check!(self.unpack(count as usize)),
                Op::Call(_) | Op::CallMethod { .. } | Op::CallWith(_) => {
                    self.set_pc(pc);
                    let flow = match proto.ops[pc] {
                        Op::Call(count) => self.call_positional(count as usize)?,
                        Op::CallMethod { count, name } => {
                            self.call_method(count as usize, name, &proto)?
                        }
                        Op::CallWith(number) => self.call_with(number, &proto)?,
                        _ => Flow::Next,
                    };
                    if let Flow::Enter = flow
                        && let Some(frame) = self.frames.last()
                    {
                        function = Rc::clone(&frame.function);
                        proto = Rc::clone(&function.proto);
                        base = frame.locals;
                        pc = 0;
                        continue;
                    }
                }
                Op::MakeFunction(number) => self.make_function(number, &proto, &function),
                Op::Return | Op::ReturnNothing => {
                    let explicit = matches!(proto.ops[pc], Op::Return);
                    let mut returned = if explicit { self.stack.pop() } else { None };
                    if proto.has_host_statements {
                        self.mark_left();
                        let value = check!(host.leave_function(self, &proto.unit, returned.take()));
                        returned = Some(value);
                    }
                    let returned = returned.unwrap_or_default();
                    self.pop_frame();
                    if self.frames.len() == floor {
                        return Ok(returned);
                    }
                    let Some(frame) = self.frames.last() else {
                        return Ok(returned);
                    };
                    function = Rc::clone(&frame.function);
                    proto = Rc::clone(&function.proto);
                    base = frame.locals;
                    pc = frame.pc;
                    self.stack.push(returned);
                }
                Op::Load(number) => {
                    self.set_pc(pc);
                    self.load(&proto.loads[number as usize], &proto, &function)?;
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

    #[inline]
    fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or_default()
    }

    #[inline]
    fn pop_truth(&mut self) -> bool {
        if let Some(&Value::Bool(truth)) = self.stack.last() {
            forget_top(&mut self.stack);
            return truth;
        }
        self.pop().truth()
    }

    #[inline]
    fn set_pc(&mut self, pc: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc;
        }
    }

    /// The host is told that the innermost function ends; should that fail, it is not told again.
    fn mark_left(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.entered = false;
        }
    }

    fn cell(&self, slot: u32) -> usize {
        self.frames.last().map_or(0, |frame| frame.cells) + slot as usize
    }

    fn binary(&mut self, op: BinaryOp, proto: &Proto) -> Result<()> {
        let right = self.pop();
        let left = self.pop();
        let fast = match (&left, &right) {
            (Value::Int(left), Value::Int(right)) => int_arithmetic(op, *left, *right),
            _ => None,
        };
        let value = match fast {
            Some(int) => Value::Int(int),
            None => binary(op, &left, &right, &proto.dialect)?,
        };
        self.stack.push(value);
        Ok(())
    }

    /// Takes a variable's value out so that it may be changed in place; the caller puts one back. A value that
    /// cannot be changed in place is copied, so that an error leaves the variable as it was.
    fn take_variable(
        &mut self,
        place: Place,
        slot: u32,
        base: usize,
        function: &Function,
    ) -> Result<Value> {
        fn take(variable: &mut Option<Value>) -> Option<Value> {
            match variable {
                Some(Value::Str(_)) => variable.take(),
                other => other.clone(),
            }
        }
        let slot_number = slot as usize;
        match place {
            Place::Local => take(&mut self.locals[base + slot_number])
                .ok_or_else(|| unassigned("local", &function.proto.locals[slot_number])),
            Place::Cell => {
                let cell = self.cell(slot);
                take(&mut self.cells[cell].borrow_mut())
                    .ok_or_else(|| unassigned("local", &function.proto.cells[slot_number]))
            }
            Place::Global => take(&mut function.globals.slots.borrow_mut()[slot_number])
                .ok_or_else(|| unassigned_global(function, slot)),
        }
    }

    fn put_variable(
        &mut self,
        place: Place,
        slot: u32,
        base: usize,
        function: &Function,
        value: Value,
    ) {
        match place {
            Place::Local => self.locals[base + slot as usize] = Some(value),
            Place::Cell => {
                let cell = self.cell(slot);
                *self.cells[cell].borrow_mut() = Some(value);
            }
            Place::Global => {
                function.globals.slots.borrow_mut()[slot as usize] = Some(value);
            }
        }
    }

    fn insert_entry(&mut self, key: Value, value: Value, literal: bool) -> Result<()> {
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

    /// Replaces the top value by its `count` items, the first on top.
    fn unpack(&mut self, count: usize) -> Result<()> {
        let value = self.pop();
        let Some(iter) = value.iterate() else {
            let kind = value.type_name();
            return Err(Error::new(format!("got {kind} in sequence assignment")));
        };
        let from = self.stack.len();
        self.stack.extend(iter.take(count + 1));
        let got = self.stack.len() - from;
        if got != count {
            let got = value.len().unwrap_or(got);
            let what = if got > count { "many" } else { "few" };
            return Err(Error::new(format!(
                "too {what} values to unpack (got {got}, want {count})"
            )));
        }
        self.stack[from..].reverse();
        Ok(())
    }

    /// Calls the value below `count` arguments.
    fn call_positional(&mut self, count: usize) -> Result<Flow> {
        self.step()?;
        let at = self.stack.len() - count - 1;
        let Value::Function(function) = &self.stack[at] else {
            let callee = self.stack[at].clone();
            let args = self.take_arguments(count);
            let result = self.call_native(&callee, Args::new(&args, &[]));
            self.give_back(args);
            self.pop();
            self.stack.push(result?);
            return Ok(Flow::Next);
        };
        let function = Rc::clone(function);
        let params = &function.proto.params;
        if params.is_simple() && count == params.positional {
            // The arguments become the first local variables as they are.
            let locals = self.locals.len();
            for argument in &mut self.stack[at + 1..] {
                self.locals.push(Some(match argument {
                    Value::Int(int) => Value::Int(*int),
                    other => std::mem::take(other),
                }));
            }
            self.stack.truncate(at);
            self.push_frame_at(Rc::clone(&function), locals);
            self.check_call(&function)?;
            return Ok(Flow::Enter);
        }
        let args = self.take_arguments(count);
        self.stack.pop();
        self.push_frame(function);
        let result = self.start(&args, &[]);
        self.give_back(args);
        result.map(|()| Flow::Enter)
    }

    /// Calls `receiver.name(...)`; built-in methods are not bound first.
    fn call_method(&mut self, count: usize, name: u32, proto: &Proto) -> Result<Flow> {
        let name = &proto.names[name as usize];
        let at = self.stack.len() - count - 1;
        if let Some(method) = method_of(&self.stack[at], &name.methods) {
            self.step()?;
            let args = self.take_arguments(count);
            let receiver = self.pop();
            let result = call_method(method, self, &receiver, Args::new(&args, &[]));
            self.give_back(args);
            self.stack.push(result?);
            return Ok(Flow::Next);
        }
        let callee = attr(&self.stack[at], name, &proto.dialect)?;
        self.stack[at] = callee;
        self.call_positional(count)
    }

    fn call_with(&mut self, number: u32, proto: &Proto) -> Result<Flow> {
        self.step()?;
        let shape = &proto.calls[number as usize];
        let at = self.stack.len() - shape.width() - 1;
        let method = shape.method.map(|name| &proto.names[name as usize]);
        let bound = method.and_then(|name| method_of(&self.stack[at], &name.methods));
        if let (Some(name), None) = (method, bound) {
            let callee = attr(&self.stack[at], name, &proto.dialect)?;
            self.stack[at] = callee;
        }
        let (positional, keywords) = self.shaped_arguments(shape)?;
        let callee = self.pop();
        let result = match (bound, callee) {
            (Some(method), receiver) => {
                call_method(method, self, &receiver, Args::new(&positional, &keywords))
            }
            (None, Value::Function(function)) => {
                self.push_frame(function);
                let result = self.start(&positional, &keywords);
                self.give_back(positional);
                return result.map(|()| Flow::Enter);
            }
            (None, callee) => self.call_native(&callee, Args::new(&positional, &keywords)),
        };
        self.give_back(positional);
        self.stack.push(result?);
        Ok(Flow::Next)
    }

    fn make_function(&mut self, number: u32, proto: &Proto, around: &Function) {
        let inner = &proto.functions[number as usize];
        let optional = &inner.params.optional;
        let plain = inner.params.positional + inner.params.keyword_only;
        let mut defaults: Box<[Option<Value>]> = Box::default();
        if !optional.is_empty() {
            defaults = vec![None; plain].into();
            for &slot in optional.iter().rev() {
                defaults[slot as usize] = self.stack.pop();
            }
        }
        let captures = inner
            .captures
            .iter()
            .map(|capture| match capture {
                Capture::Local(cell) => Rc::clone(&self.cells[self.cell(*cell)]),
                Capture::Free(number) => Rc::clone(&around.captures[*number as usize]),
            })
            .collect();
        let function =
            Function::new(Rc::clone(inner), Rc::clone(&around.globals), defaults, captures);
        self.stack.push(Value::Function(Rc::new(function)));
    }

    fn load(&mut self, shape: &LoadShape, proto: &Proto, function: &Function) -> Result<()> {
        let host = Rc::clone(&self.host);
        let path = &shape.path;
        let span = self.current_span().unwrap_or(proto.span);
        self.enter_native()?;
        let module = host.load(self, &proto.unit, path, span);
        self.leave_native();
        let module = module.map_err(|error| {
            if error.is_catchable() {
                error.prefixed(&format!("cannot load {path}"))
            } else {
                error
            }
        })?;
        for (name, global) in &shape.names {
            let value = module.get(name).ok_or_else(|| {
                let names: Vec<_> = module.names().map(Text::to_string).collect();
                let near =
                    spelling::suggestion(&name.to_lossy(), "", names.iter().map(String::as_str));
                Error::new(format!("load: name {name} not found in module {path}{near}"))
            })?;
            function.globals.slots.borrow_mut()[*global as usize] = Some(value);
        }
        Ok(())
    }

    fn operands(&mut self, shape: &HostShape) -> Result<Vec<OperandValue>> {
        let mut operands = Vec::with_capacity(shape.operands.len());
        for operand in shape.operands.iter().rev() {
            operands.push(match operand {
                OperandShape::Value => OperandValue::Value(self.pop()),
                OperandShape::Arguments(shape) => {
                    let (positional, keywords) = self.shaped_arguments(shape)?;
                    OperandValue::Arguments { positional, keywords }
                }
            });
        }
        operands.reverse();
        Ok(operands)
    }
}

/// The frequent operators on small integers; nothing where the slow path has to decide.
#[inline]
fn int_arithmetic(op: BinaryOp, left: i64, right: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => left.checked_add(right),
        BinaryOp::Sub => left.checked_sub(right),
        BinaryOp::Mul => left.checked_mul(right),
        BinaryOp::FloorDiv if right > 0 => Some(left.div_euclid(right)),
        BinaryOp::Mod if right > 0 => Some(left.rem_euclid(right)),
        _ => None,
    }
}

/// Comparisons of small integers; nothing for other operators.
#[inline]
fn compare_ints(op: BinaryOp, left: i64, right: i64) -> Option<bool> {
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

/// Takes a number or truth value off the stack, which need not be dropped. Reading it as a whole right after its
/// parts were written would also stall the processor; that is why small values are never moved here.
#[inline]
fn forget_top(stack: &mut Vec<Value>) {
    std::mem::forget(stack.pop());
}

/// Pushes a copy; the frequent kinds are written in place instead of being moved there.
#[inline]
fn push_copy(stack: &mut Vec<Value>, value: &Value) {
    match value {
        Value::Int(int) => stack.push(Value::Int(*int)),
        Value::Bool(value) => stack.push(Value::Bool(*value)),
        Value::None => stack.push(Value::None),
        Value::Function(function) => stack.push(Value::Function(Rc::clone(function))),
        Value::Builtin(builtin) => stack.push(Value::Builtin(Rc::clone(builtin))),
        Value::List(list) => stack.push(Value::List(list.clone())),
        Value::Host(host) => stack.push(Value::Host(host.clone())),
        other => stack.push(other.clone()),
    }
}

#[cold]
fn unassigned(kind: &str, name: &Text) -> Error {
    Error::new(format!("{kind} variable {name} referenced before assignment"))
}

#[cold]
fn unassigned_global(function: &Function, number: u32) -> Error {
    unassigned("global", &function.globals.program.globals[number as usize].name)
}
