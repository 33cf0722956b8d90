//! Compiles statements.

use yardstick_diagnostics::Span;

use super::{FunctionCompiler, HostShape, LoadShape, LoopContext, Op, OperandShape, Place};
use crate::branches::BranchKind;
use crate::remarks::is_plain_call;
use crate::resolve::Slot;
use crate::syntax::{BinaryOp, Block, ExprId, ExprKind, OperandNode, Stmt, StmtKind};

impl FunctionCompiler<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        let span = statement.span;
        match &statement.kind {
            StmtKind::Expr(value) => {
                self.expr(*value);
                let (ast, resolved) = (self.program.ast, self.program.resolved);
                let is_loaded = |id: ExprId| match resolved.slots[id.0 as usize] {
                    Slot::Global(number) => !resolved.globals[number as usize].defined,
                    _ => false,
                };
                let is_told = is_plain_call(ast, *value, is_loaded);
                self.emit(if is_told { Op::Discard } else { Op::Pop }, span);
            }
            StmtKind::Assign { target, value } => {
                if !self.concat(*target, *value) {
                    self.expr(*value);
                    self.store(*target);
                }
            }
            StmtKind::Augment { op, target, value } => self.augment(*op, *target, *value, span),
            StmtKind::If(whole) => self.conditional(&whole.clauses, &whole.otherwise, span),
            StmtKind::For { target, iterable, body } => {
                self.expr(*iterable);
                self.emit_for(Op::Iterate, *iterable);
                let start = self.next_item(*target);
                self.branch(BranchKind::Body, *iterable);
                self.loops.push(LoopContext { start, breaks: Vec::new(), iterates: true });
                self.block(body);
                self.emit(Op::Loop(start as u32), span);
                self.patch(start);
                self.end_loop();
            }
            StmtKind::While { test, body } => {
                let start = self.here() as usize;
                let end = self.jump_unless(*test);
                self.branch(BranchKind::Body, *test);
                self.loops.push(LoopContext { start, breaks: Vec::new(), iterates: false });
                self.block(body);
                self.emit(Op::Loop(start as u32), span);
                self.patch(end);
                self.end_loop();
            }
            StmtKind::Def { function, target } => {
                self.function(*function, span);
                self.store(*target);
            }
            StmtKind::Return(Some(value)) => {
                self.expr(*value);
                self.emit(Op::Return, span);
            }
            StmtKind::Return(None) => {
                self.emit(Op::ReturnNothing, span);
            }
            StmtKind::Break => {
                if self.loops.last().is_some_and(|context| context.iterates) {
                    self.emit(Op::EndLoop, span);
                }
                let jump = self.emit(Op::Jump(0), span);
                if let Some(context) = self.loops.last_mut() {
                    context.breaks.push(jump);
                }
            }
            StmtKind::Continue => {
                if let Some(context) = self.loops.last() {
                    self.emit(Op::Loop(context.start as u32), span);
                }
            }
            StmtKind::Pass => {}
            StmtKind::Load(load) => {
                let names = load
                    .items
                    .iter()
                    .map(|item| match self.program.resolved.slots[item.target.0 as usize] {
                        Slot::Global(number) => (item.from.clone(), number),
                        _ => (item.from.clone(), 0),
                    })
                    .collect();
                self.loads.push(LoadShape { path: load.path.clone(), names });
                self.emit(Op::Load(self.loads.len() as u32 - 1), span);
                self.fetch_loaded(load.items.iter().map(|item| item.target));
            }
            StmtKind::Host { id, operands } => self.host(*id, operands, span),
        }
    }

    fn end_loop(&mut self) {
        if let Some(context) = self.loops.pop() {
            for jump in context.breaks {
                self.patch(jump);
            }
        }
    }

    fn conditional(&mut self, clauses: &[(ExprId, Block)], otherwise: &Block, span: Span) {
        let mut ends = Vec::new();
        for (at, (test, body)) in clauses.iter().enumerate() {
            let skip = self.jump_unless(*test);
            self.branch(BranchKind::Then, *test);
            self.block(body);
            if at + 1 < clauses.len() || !otherwise.is_empty() || self.program.branches.is_some() {
                ends.push(self.emit(Op::Jump(0), span));
            }
            self.patch(skip);
        }
        if let Some((test, _)) = clauses.last() {
            self.branch(BranchKind::Otherwise, *test);
        }
        self.block(otherwise);
        for end in ends {
            self.patch(end);
        }
    }

    fn host(&mut self, id: u32, operands: &[OperandNode], span: Span) {
        let op = match operands {
            [] => Op::Host(id),
            [OperandNode::Value(value)] => {
                self.expr(*value);
                Op::HostValue(id)
            }
            _ => {
                let mut shapes = Vec::with_capacity(operands.len());
                for operand in operands {
                    shapes.push(match operand {
                        OperandNode::Value(value) => {
                            self.expr(*value);
                            OperandShape::Value
                        }
                        OperandNode::Arguments(args) => {
                            OperandShape::Arguments(self.argument_values(args, None))
                        }
                    });
                }
                self.hosts.push(HostShape { id, operands: shapes.into() });
                Op::HostWith(self.hosts.len() as u32 - 1)
            }
        };
        self.emit(op, span);
    }

    /// Emits code that assigns the top of the stack to a target.
    pub(super) fn store(&mut self, target: ExprId) {
        match &self.program.ast.expr(target).kind {
            ExprKind::Name(_) => {
                let op = match self.slot(target) {
                    Slot::Local(binding) => match self.cell(binding) {
                        Some(cell) => Op::StoreCell(cell),
                        None => Op::StoreLocal(binding),
                    },
                    Slot::Global(number) => Op::StoreGlobal(number),
                    _ => Op::Pop,
                };
                self.emit_for(op, target);
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                self.emit_for(Op::Unpack(items.len() as u32), target);
                for &item in items {
                    self.store(item);
                }
            }
            ExprKind::Attr(object, name) => {
                self.expr(*object);
                let name = self.name(name);
                self.emit_for(Op::SetAttr(name), target);
            }
            ExprKind::Index(object, index) => {
                self.expr(*object);
                self.expr(*index);
                self.emit_for(Op::SetIndex, target);
            }
            _ => {
                self.emit_for(Op::Pop, target);
            }
        }
    }

    fn augment(&mut self, op: BinaryOp, target: ExprId, value: ExprId, span: Span) {
        match &self.program.ast.expr(target).kind {
            ExprKind::Attr(object, name) => {
                self.expr(*object);
                self.emit(Op::Dup, span);
                let name = self.name(name);
                self.emit_for(Op::Attr(name), target);
                self.expr(value);
                self.emit(Op::Inplace(op), span);
                self.emit(Op::Swap, span);
                self.emit_for(Op::SetAttr(name), target);
            }
            ExprKind::Index(object, index) => {
                self.expr(*object);
                self.expr(*index);
                self.emit(Op::Dup2, span);
                self.emit_for(Op::Index, target);
                self.expr(value);
                self.emit(Op::Inplace(op), span);
                self.emit(Op::Rot3, span);
                self.emit_for(Op::SetIndex, target);
            }
            _ => {
                if op == BinaryOp::Add
                    && let Some((place, slot)) = self.place(target)
                {
                    self.expr(value);
                    self.emit(Op::Extend { place, slot }, span);
                    return;
                }
                self.expr(target);
                self.expr(value);
                self.emit(Op::Inplace(op), span);
                self.store(target);
            }
        }
    }

    /// Returns the location of the variable `target`.
    fn place(&self, target: ExprId) -> Option<(Place, u32)> {
        Some(match self.slot(target) {
            Slot::Local(binding) => match self.cell(binding) {
                Some(cell) => (Place::Cell, cell),
                None => (Place::Local, binding),
            },
            Slot::Global(number) => (Place::Global, number),
            _ => return None,
        })
    }

    /// Compiles `x = x + a + b`: the values are appended to the variable itself, so that building a string piece by
    /// piece takes linear time. Nothing in `a` or `b` can rebind `x`, so reading it last makes no difference.
    fn concat(&mut self, target: ExprId, value: ExprId) -> bool {
        let ast = self.program.ast;
        if !matches!(ast.expr(target).kind, ExprKind::Name(_)) {
            return false;
        }
        let mut rights = Vec::new();
        let mut left = value;
        while let ExprKind::Binary(BinaryOp::Add, next, right) = ast.expr(left).kind {
            rights.push(right);
            left = next;
        }
        let same = matches!(ast.expr(left).kind, ExprKind::Name(_))
            && self.slot(left) == self.slot(target);
        let Some((place, slot)) = self.place(target) else {
            return false;
        };
        let Ok(count) = u16::try_from(rights.len()) else {
            return false;
        };
        if !same || count == 0 {
            return false;
        }
        rights.into_iter().rev().for_each(|right| self.expr(right));
        self.emit_for(Op::Concat { place, count, slot }, value);
        true
    }
}
