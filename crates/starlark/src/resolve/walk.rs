//! Walks over the tree to resolve names.

use super::{Resolver, Slot};
use crate::syntax::{
    Argument, Block, Clause, ComprehensionKind, Conditional, ExprId, ExprKind, FunctionDef,
    FunctionId, OperandNode, ParamKind, Stmt, StmtKind,
};

impl<'a> Resolver<'a> {
    pub(super) fn block(&mut self, block: &'a Block, scope: usize) {
        for statement in block {
            self.statement(statement, scope);
        }
    }

    fn statement(&mut self, statement: &'a Stmt, scope: usize) {
        match &statement.kind {
            StmtKind::Expr(value) => self.expr(*value, scope),
            StmtKind::Assign { target, value } | StmtKind::Augment { target, value, .. } => {
                self.expr(*value, scope);
                self.target(*target, scope, false);
            }
            StmtKind::If(whole) => {
                let Conditional { clauses, otherwise } = &**whole;
                for (test, body) in clauses {
                    self.expr(*test, scope);
                    self.block(body, scope);
                }
                self.block(otherwise, scope);
            }
            StmtKind::For { target, iterable, body } => {
                self.out.loops |= scope == 0;
                self.expr(*iterable, scope);
                self.target(*target, scope, false);
                self.block(body, scope);
            }
            StmtKind::While { test, body } => {
                self.out.loops |= scope == 0;
                self.expr(*test, scope);
                self.block(body, scope);
            }
            StmtKind::Def { function, target } => {
                self.target(*target, scope, false);
                self.function(*function, scope);
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.expr(*value, scope);
                }
            }
            StmtKind::Load(load) => {
                for item in &load.items {
                    self.target(item.target, scope, true);
                }
            }
            StmtKind::Host { operands, .. } => {
                for operand in operands {
                    match operand {
                        OperandNode::Value(value) => self.expr(*value, scope),
                        OperandNode::Arguments(args) => self.arguments(args, scope),
                    }
                }
            }
            StmtKind::Break | StmtKind::Continue | StmtKind::Pass => {}
        }
    }

    /// Binds the names of an assignment target. Targets other than names use names.
    fn target(&mut self, id: ExprId, scope: usize, loaded: bool) {
        let ast = self.ast;
        match &ast.expr(id).kind {
            ExprKind::Name(name) => {
                if scope == 0 {
                    self.bind_global(id, loaded);
                } else {
                    // The names of a function's block are already bound; those of a comprehension are bound here.
                    let binding = self.bind_local(name, scope);
                    self.out.slots[id.0 as usize] = Slot::Local(binding);
                }
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                for &item in items {
                    self.target(item, scope, loaded);
                }
            }
            _ => self.expr(id, scope),
        }
    }

    fn arguments(&mut self, args: &'a [Argument], scope: usize) {
        for arg in args {
            self.expr(arg.value, scope);
        }
    }

    fn expr(&mut self, id: ExprId, scope: usize) {
        let ast = self.ast;
        match &ast.expr(id).kind {
            ExprKind::Name(_) => self.use_name(id, scope),
            ExprKind::Int(_)
            | ExprKind::BigInt(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Bytes(_) => {}
            ExprKind::List(items) | ExprKind::Tuple(items) => {
                for &item in items {
                    self.expr(item, scope);
                }
            }
            ExprKind::Dict(entries) => {
                for &(key, value) in entries {
                    self.expr(key, scope);
                    self.expr(value, scope);
                }
            }
            ExprKind::Unary(_, operand) | ExprKind::Attr(operand, _) => self.expr(*operand, scope),
            ExprKind::Binary(..) | ExprKind::Logical(..) => self.chain(id, scope),
            ExprKind::Conditional { test, then, otherwise } => {
                for part in [*test, *then, *otherwise] {
                    self.expr(part, scope);
                }
            }
            ExprKind::Index(object, index) => {
                self.expr(*object, scope);
                self.expr(*index, scope);
            }
            ExprKind::Slice(object, bounds) => {
                self.expr(*object, scope);
                for part in bounds.iter().flatten() {
                    self.expr(*part, scope);
                }
            }
            ExprKind::Call { callee, args } => {
                self.expr(*callee, scope);
                if self.scopes[scope].function == 0 {
                    self.called.push(*callee);
                }
                self.arguments(args, scope);
            }
            ExprKind::Lambda(function) => self.function(*function, scope),
            ExprKind::Comprehension(whole) => {
                self.comprehension(&whole.kind, &whole.clauses, scope);
            }
        }
    }

    /// Walks a chain of operators. Chains are left-associative and may have thousands of operators, so the left side
    /// is walked without recursion.
    fn chain(&mut self, id: ExprId, scope: usize) {
        let ast = self.ast;
        let mut rights = Vec::new();
        let mut left = id;
        while let ExprKind::Binary(_, next, right) | ExprKind::Logical(_, next, right) =
            &ast.expr(left).kind
        {
            rights.push(*right);
            left = *next;
        }
        self.expr(left, scope);
        for right in rights.into_iter().rev() {
            self.expr(right, scope);
        }
    }

    fn use_name(&mut self, id: ExprId, scope: usize) {
        // At module level, a name refers to what is bound so far, if the dialect allows globals to change.
        if scope == 0 && self.dialect.global_reassign {
            self.resolve_use(id, scope);
        } else if self.scopes[scope].function == 0 {
            self.late_uses.push((id, scope));
        } else {
            self.resolve_use(id, scope);
        }
    }

    /// The first iterable belongs to the outer scope; each comprehension has a scope of its own.
    fn comprehension(&mut self, kind: &'a ComprehensionKind, clauses: &'a [Clause], scope: usize) {
        let function = self.scopes[scope].function;
        self.out.loops |= function == 0;
        let inner = self.open_scope(function, scope);
        let mut first = true;
        for clause in clauses {
            if let Clause::For { target, iterable } = clause {
                if std::mem::take(&mut first) {
                    self.expr(*iterable, scope);
                }
                self.bind_names(*target, inner);
            }
        }
        let mut first = true;
        for clause in clauses {
            match clause {
                Clause::For { target, iterable } => {
                    if !std::mem::take(&mut first) {
                        self.expr(*iterable, inner);
                    }
                    self.target(*target, inner, false);
                }
                Clause::If(test) => self.expr(*test, inner),
            }
        }
        match kind {
            ComprehensionKind::List(element) => self.expr(*element, inner),
            ComprehensionKind::Dict(key, value) => {
                self.expr(*key, inner);
                self.expr(*value, inner);
            }
        }
    }

    /// Defaults belong to the outer scope; the body waits until the names around it are known.
    fn function(&mut self, id: FunctionId, scope: usize) {
        let definition: &'a FunctionDef = self.ast.function(id);
        for param in &definition.params {
            if let ParamKind::Optional(default) = param.kind {
                self.expr(default, scope);
            }
        }
        self.out.functions[id.0 as usize + 1].parent = self.scopes[scope].function;
        self.pending.push((id, scope));
    }

    pub(super) fn function_body(&mut self, id: FunctionId, scope: usize) {
        let definition: &'a FunctionDef = self.ast.function(id);
        let own = self.open_scope(id.0 as usize + 1, scope);
        for param in crate::compile::in_slot_order(&definition.params) {
            self.bind_local(&param.name, own);
        }
        self.bind_targets(&definition.body, own);
        self.block(&definition.body, own);
    }

    /// Everything that a function assigns anywhere in its body is local to it.
    fn bind_targets(&mut self, block: &'a Block, scope: usize) {
        for statement in block {
            match &statement.kind {
                StmtKind::Assign { target, .. }
                | StmtKind::Augment { target, .. }
                | StmtKind::Def { target, .. } => self.bind_names(*target, scope),
                StmtKind::For { target, body, .. } => {
                    self.bind_names(*target, scope);
                    self.bind_targets(body, scope);
                }
                StmtKind::While { body, .. } => self.bind_targets(body, scope),
                StmtKind::If(whole) => {
                    let Conditional { clauses, otherwise } = &**whole;
                    for (_, body) in clauses {
                        self.bind_targets(body, scope);
                    }
                    self.bind_targets(otherwise, scope);
                }
                _ => {}
            }
        }
    }

    fn bind_names(&mut self, id: ExprId, scope: usize) {
        let ast = self.ast;
        match &ast.expr(id).kind {
            ExprKind::Name(name) => {
                self.bind_local(name, scope);
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                for &item in items {
                    self.bind_names(item, scope);
                }
            }
            _ => {}
        }
    }
}
