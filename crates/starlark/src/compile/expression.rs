//! Compiles expressions.

use super::{ArgumentShape, FunctionCompiler, Op};
use crate::branches::BranchKind;
use crate::resolve::Slot;
use crate::syntax::{
    Argument, ArgumentKind, BinaryOp, Clause, ComprehensionKind, ExprId, ExprKind, LogicalOp,
    UnaryOp,
};
use crate::value::{Bytes, Value};

impl FunctionCompiler<'_> {
    /// Emits code that pushes the value of an expression.
    pub(super) fn expr(&mut self, id: ExprId) {
        let expr = self.program.ast.expr(id);
        match &expr.kind {
            ExprKind::Name(_) => self.load_name(id),
            ExprKind::Int(int) => match i32::try_from(*int) {
                Ok(small) => {
                    self.emit_for(Op::Int(small), id);
                }
                Err(_) => self.push_constant(Value::Int(*int), id),
            },
            ExprKind::BigInt(int) => {
                self.push_constant(Value::from((**int).clone()), id);
            }
            ExprKind::Float(float) => self.push_constant(Value::Float(*float), id),
            ExprKind::Str(text) => self.push_constant(Value::Str(text.clone()), id),
            ExprKind::Bytes(text) => self.push_constant(Value::host(Bytes(text.clone())), id),
            ExprKind::List(items) => {
                for &item in items {
                    self.expr(item);
                }
                self.emit_for(Op::List(items.len() as u32), id);
            }
            ExprKind::Tuple(items) => {
                for &item in items {
                    self.expr(item);
                }
                self.emit_for(Op::Tuple(items.len() as u32), id);
            }
            ExprKind::Dict(entries) => {
                self.emit_for(Op::Dict(entries.len() as u32), id);
                for &(key, value) in entries {
                    self.expr(key);
                    self.expr(value);
                    self.emit_for(Op::DictEntry, key);
                }
            }
            ExprKind::Unary(op, operand) => self.unary(*op, *operand, id),
            ExprKind::Binary(..) | ExprKind::Logical(..) => self.chain(id),
            ExprKind::Conditional { test, then, otherwise } => {
                let skip = self.jump_unless(*test);
                self.branch(BranchKind::Then, *test);
                self.expr(*then);
                let end = self.emit_for(Op::Jump(0), id);
                self.patch(skip);
                self.branch(BranchKind::Otherwise, *test);
                self.expr(*otherwise);
                self.patch(end);
            }
            ExprKind::Attr(object, name) => {
                self.expr(*object);
                let name = self.name(name);
                self.emit_for(Op::Attr(name), id);
            }
            ExprKind::Index(object, index) => {
                self.expr(*object);
                self.expr(*index);
                self.emit_for(Op::Index, id);
            }
            ExprKind::Slice(object, bounds) => {
                self.expr(*object);
                for part in &**bounds {
                    match part {
                        Some(part) => self.expr(*part),
                        None => {
                            self.emit_for(Op::None, id);
                        }
                    }
                }
                self.emit_for(Op::Slice, id);
            }
            ExprKind::Call { callee, args } => self.call(*callee, args, id),
            ExprKind::Lambda(function) => self.function(*function, expr.span),
            ExprKind::Comprehension(whole) => {
                self.comprehension(&whole.kind, &whole.clauses, id);
            }
        }
    }

    fn push_constant(&mut self, value: Value, id: ExprId) {
        let number = self.constant(value);
        self.emit_for(Op::Const(number), id);
    }

    fn load_name(&mut self, id: ExprId) {
        let op = match self.slot(id) {
            Slot::Local(binding) => match self.cell(binding) {
                Some(cell) => Op::LoadCell(cell),
                None => Op::LoadLocal(binding),
            },
            Slot::Free(number) => Op::LoadFree(number),
            Slot::Global(number) => Op::LoadGlobal(number),
            Slot::Predeclared(number) => self.predeclared(number),
            Slot::Nothing => Op::None,
        };
        self.emit_for(op, id);
    }

    fn predeclared(&mut self, number: u32) -> Op {
        match &self.program.resolved.predeclared[number as usize] {
            Value::None => Op::None,
            Value::Bool(value) => Op::Bool(*value),
            value => {
                let constants = &mut self.constants;
                let constant = self.predeclared.entry(number).or_insert_with(|| {
                    constants.push(value.clone());
                    constants.len() as u32 - 1
                });
                Op::Const(*constant)
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId, id: ExprId) {
        // A negative number is a constant.
        if let (UnaryOp::Minus, ExprKind::Int(int)) = (op, &self.program.ast.expr(operand).kind)
            && let Some(negative) = int.checked_neg()
            && let Ok(small) = i32::try_from(negative)
        {
            self.emit_for(Op::Int(small), id);
            return;
        }
        self.expr(operand);
        self.emit_for(if op == UnaryOp::Not { Op::Not } else { Op::Unary(op) }, id);
    }

    /// Compiles a chain of operators. Chains are left-associative and may have thousands of operators, so the left
    /// side is walked without recursion.
    fn chain(&mut self, id: ExprId) {
        let ast = self.program.ast;
        let mut links = Vec::new();
        let mut left = id;
        while let ExprKind::Binary(_, next, _) | ExprKind::Logical(_, next, _) =
            &ast.expr(left).kind
        {
            links.push(left);
            left = *next;
        }
        self.expr(left);
        for link in links.into_iter().rev() {
            match &ast.expr(link).kind {
                ExprKind::Binary(op, _, right) => self.binary(*op, *right, link),
                ExprKind::Logical(op, _, right) => {
                    let jump = match op {
                        LogicalOp::And => Op::JumpIfFalseOrPop(0),
                        LogicalOp::Or => Op::JumpIfTrueOrPop(0),
                    };
                    let end = self.emit_for(jump, link);
                    self.expr(*right);
                    self.patch(end);
                }
                _ => {}
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, right: ExprId, id: ExprId) {
        if let ExprKind::Int(int) = self.program.ast.expr(right).kind
            && let Ok(int) = i32::try_from(int)
            && !matches!(op, BinaryOp::In | BinaryOp::NotIn)
        {
            self.emit_for(Op::BinaryInt { op, int }, id);
            return;
        }
        self.expr(right);
        let code = match op {
            BinaryOp::Add => Op::Add,
            BinaryOp::Sub => Op::Sub,
            BinaryOp::Mul => Op::Mul,
            BinaryOp::FloorDiv => Op::FloorDiv,
            BinaryOp::Mod => Op::Mod,
            BinaryOp::Eq => Op::Eq,
            BinaryOp::Ne => Op::Ne,
            BinaryOp::Lt => Op::Lt,
            BinaryOp::Le => Op::Le,
            BinaryOp::Gt => Op::Gt,
            BinaryOp::Ge => Op::Ge,
            other => Op::Binary(other),
        };
        self.emit_for(code, id);
    }

    /// Emits code that continues if `test` holds. Returns the jump that is taken otherwise, for patching.
    pub(super) fn jump_unless(&mut self, test: ExprId) -> usize {
        if let ExprKind::Unary(UnaryOp::Not, operand) = self.program.ast.expr(test).kind {
            self.expr(operand);
            return self.emit_for(Op::JumpIfTrue(0), test);
        }
        self.expr(test);
        self.emit_for(Op::JumpIfFalse(0), test)
    }

    fn call(&mut self, callee: ExprId, args: &[Argument], id: ExprId) {
        let mut method = None;
        if let ExprKind::Attr(object, name) = &self.program.ast.expr(callee).kind {
            self.expr(*object);
            method = Some(self.name(name));
        } else {
            self.expr(callee);
        }
        let plain = args.iter().all(|arg| arg.kind == ArgumentKind::Positional);
        if !plain || args.len() > usize::from(u16::MAX) {
            let shape = self.argument_values(args, method);
            self.calls.push(shape);
            self.note_method(callee, method);
            self.emit_for(Op::CallWith(self.calls.len() as u32 - 1), id);
            return;
        }
        for arg in args {
            self.expr(arg.value);
        }
        self.note_method(callee, method);
        let op = match method {
            Some(name) => Op::CallMethod { count: args.len() as u16, name },
            None => Op::Call(args.len() as u32),
        };
        self.emit_for(op, id);
    }

    /// Records the position of the method name that the next instruction calls.
    fn note_method(&mut self, callee: ExprId, method: Option<u32>) {
        if method.is_some() {
            let callee = self.program.ast.expr(callee);
            self.methods.push((self.here(), callee.at, callee.span.end.max(callee.at)));
        }
    }

    /// Emits code that pushes arguments in the order positional, named, `*`, `**`, whatever their order in the
    /// source.
    pub(super) fn argument_values(
        &mut self,
        args: &[Argument],
        method: Option<u32>,
    ) -> ArgumentShape {
        let mut shape = ArgumentShape {
            positional: 0,
            names: Box::default(),
            star: false,
            star_star: false,
            method,
        };
        for arg in args.iter().filter(|arg| arg.kind == ArgumentKind::Positional) {
            self.expr(arg.value);
            shape.positional += 1;
        }
        let mut names = Vec::new();
        for arg in args {
            if let ArgumentKind::Named(name) = &arg.kind {
                self.expr(arg.value);
                names.push(name.clone());
            }
        }
        shape.names = names.into();
        for arg in args.iter().filter(|arg| arg.kind == ArgumentKind::Star) {
            self.expr(arg.value);
            shape.star = true;
        }
        for arg in args.iter().filter(|arg| arg.kind == ArgumentKind::StarStar) {
            self.expr(arg.value);
            shape.star_star = true;
        }
        shape
    }

    /// Compiles a comprehension. The collection is on the stack while its clauses run; iterations have their own
    /// stack.
    fn comprehension(&mut self, kind: &ComprehensionKind, clauses: &[Clause], id: ExprId) {
        let start = match kind {
            ComprehensionKind::List(_) => Op::List(0),
            ComprehensionKind::Dict(..) => Op::Dict(0),
        };
        self.emit_for(start, id);
        // For each clause, the start of its loop, or the jump to its end.
        let mut open = Vec::new();
        for clause in clauses {
            match clause {
                Clause::For { target, iterable } => {
                    self.expr(*iterable);
                    self.emit_for(Op::Iterate, *iterable);
                    let next = self.next_item(*target);
                    open.push((next, true));
                }
                Clause::If(test) => {
                    let skip = self.jump_unless(*test);
                    open.push((skip, false));
                }
            }
        }
        match kind {
            ComprehensionKind::List(element) => {
                self.expr(*element);
                self.emit_for(Op::Append, id);
            }
            ComprehensionKind::Dict(key, value) => {
                self.expr(*key);
                self.expr(*value);
                self.emit_for(Op::Insert, *key);
            }
        }
        for (at, is_loop) in open.into_iter().rev() {
            if is_loop {
                self.emit_for(Op::Loop(at as u32), id);
            }
            self.patch(at);
        }
    }

    /// Emits the head of a loop, which stores the next item in `target`. Returns the jump to patch, which is also the
    /// place to loop back to.
    pub(super) fn next_item(&mut self, target: ExprId) -> usize {
        if let Slot::Local(binding) = self.slot(target)
            && self.cell(binding).is_none()
            && let Ok(slot) = u16::try_from(binding)
        {
            return self.emit_for(Op::NextLocal { slot, target: 0 }, target);
        }
        let next = self.emit_for(Op::Next(0), target);
        self.store(target);
        next
    }
}
