//! Finds probable mistakes in a program: unused values, unreachable statements, and comparisons that cannot hold.
//! They are found in the tree, before anything runs, and never change what a program does.

use yardstick_diagnostics::Span;

use crate::syntax::{
    Ast, BinaryOp, Block, Clause, ComprehensionKind, Conditional, ExprId, ExprKind, FunctionDef,
    OperandNode, Stmt, StmtKind,
};
use crate::value::Text;

/// A probable mistake.
#[derive(Clone, Debug)]
pub struct Remark {
    /// The position.
    pub span: Span,
    /// The kind of mistake.
    pub kind: RemarkKind,
}

/// Kinds of remarks.
#[derive(Clone, Debug)]
pub enum RemarkKind {
    /// A statement is an expression without side effects, and its value is dropped.
    Unused {
        /// Whether it is in a function that returns nothing, so that `return` is probably missing.
        in_mute_function: bool,
        /// Whether it is a plain string, which may be meant as documentation.
        is_text: bool,
    },
    /// Statements after one that leaves the block.
    Unreachable {
        /// Whether they follow a `return` without a value.
        after_bare_return: bool,
        /// Whether they include code.
        has_code: bool,
        /// The host statements among them.
        hosts: Vec<u32>,
    },
    /// A function builds a result and then returns another value, which replaces it.
    Overridden {
        /// The host statements that build it.
        hosts: Vec<u32>,
    },
    /// Code uses the result of a method that only changes its receiver and returns None: `x = x.append(1)`.
    UsesNothing {
        /// The method.
        method: Text,
    },
    /// Code calls a method that returns a changed copy, and drops the copy: `lib.with_data_values(...)`.
    DropsCopy {
        /// The variable that stays unchanged.
        receiver: Text,
    },
    /// A value below a loaded name is compared with a literal text: `data.values.a == "true"`.
    ComparesText {
        /// The names, first one first: `data`, `values`, `a`.
        path: Vec<Text>,
        /// The literal text.
        text: Text,
        /// The position of the literal.
        literal: Span,
    },
}

/// Returns all remarks about `ast`, in source order.
pub(crate) fn of(ast: &Ast) -> Vec<Remark> {
    let mut walk = Walk { ast, remarks: Vec::new(), collections: Vec::new() };
    walk.collect(&ast.body);
    for function in &ast.functions {
        walk.collect(&function.body);
    }
    walk.block(&ast.body, false);
    for function in &ast.functions {
        walk.block(&function.body, is_mute(function));
    }
    walk.comparisons();
    walk.remarks.sort_by_key(|remark| remark.span.start);
    walk.remarks
}

/// Whether calls of a function always return None.
fn is_mute(function: &FunctionDef) -> bool {
    function.first_host_statement.is_none() && !returns_value(&function.body)
}

fn returns_value(block: &Block) -> bool {
    block.iter().any(|statement| match &statement.kind {
        StmtKind::Return(value) => value.is_some(),
        StmtKind::If(whole) => {
            let Conditional { clauses, otherwise } = &**whole;
            clauses.iter().any(|(_, body)| returns_value(body)) || returns_value(otherwise)
        }
        StmtKind::For { body, .. } | StmtKind::While { body, .. } => returns_value(body),
        _ => false,
    })
}

/// Returns the host statements among `statements`.
fn hosts(statements: &[Stmt]) -> Vec<u32> {
    let host = |one: &Stmt| match one.kind {
        StmtKind::Host { id, .. } => Some(id),
        _ => None,
    };
    statements.iter().filter_map(host).collect()
}

struct Walk<'a> {
    ast: &'a Ast,
    remarks: Vec<Remark>,
    /// Variables that hold lists, dicts or sets.
    collections: Vec<Text>,
}

impl Walk<'_> {
    /// Collects the variables to which statements assign lists, dicts or sets.
    fn collect(&mut self, block: &Block) {
        for statement in block {
            match &statement.kind {
                StmtKind::Assign { target, value } if self.is_collection(*value) => {
                    if let ExprKind::Name(name) = &self.ast.expr(*target).kind {
                        self.collections.push(name.clone());
                    }
                }
                StmtKind::If(whole) => {
                    let Conditional { clauses, otherwise } = &**whole;
                    for (_, body) in clauses {
                        self.collect(body);
                    }
                    self.collect(otherwise);
                }
                StmtKind::For { body, .. } | StmtKind::While { body, .. } => self.collect(body),
                _ => {}
            }
        }
    }

    /// Whether an expression is syntactically a list, dict or set.
    fn is_collection(&self, id: ExprId) -> bool {
        match &self.ast.expr(id).kind {
            ExprKind::List(_) | ExprKind::Dict(_) | ExprKind::Comprehension(_) => true,
            ExprKind::Call { callee, .. } => match &self.ast.expr(*callee).kind {
                ExprKind::Name(name) => ["list", "dict", "set"].iter().any(|one| *name == **one),
                _ => false,
            },
            _ => false,
        }
    }

    fn block(&mut self, block: &Block, is_mute: bool) {
        for (at, statement) in block.iter().enumerate() {
            match &statement.kind {
                StmtKind::Expr(value) if self.is_idle(*value) => {
                    let expr = self.ast.expr(*value);
                    let is_text = matches!(expr.kind, ExprKind::Str(_));
                    let kind = RemarkKind::Unused { in_mute_function: is_mute, is_text };
                    self.remarks.push(Remark { span: expr.span, kind });
                }
                StmtKind::Expr(value) => self.dropped(*value),
                StmtKind::Assign { value, .. } => self.used(*value),
                StmtKind::Host { operands, .. } => {
                    for operand in operands {
                        if let OperandNode::Value(value) = operand {
                            self.used(*value);
                        }
                    }
                }
                StmtKind::If(whole) => {
                    let Conditional { clauses, otherwise } = &**whole;
                    for (_, body) in clauses {
                        self.block(body, is_mute);
                    }
                    self.block(otherwise, is_mute);
                }
                StmtKind::For { body, .. } | StmtKind::While { body, .. } => {
                    self.block(body, is_mute);
                }
                StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue => {
                    self.overridden(statement, &block[..at]);
                    self.unreachable(statement, &block[at + 1..]);
                    return;
                }
                _ => {}
            }
        }
    }

    /// Checks a call whose value is not used.
    fn dropped(&mut self, id: ExprId) {
        const COPIES: [&str; 2] = ["with_data_values", "with_data_values_schema"];
        let expr = self.ast.expr(id);
        let ExprKind::Call { callee, .. } = &expr.kind else { return };
        let ExprKind::Attr(object, name) = &self.ast.expr(*callee).kind else { return };
        let ExprKind::Name(receiver) = &self.ast.expr(*object).kind else { return };
        if COPIES.iter().any(|method| *name == *method) {
            let kind = RemarkKind::DropsCopy { receiver: receiver.clone() };
            self.remarks.push(Remark { span: expr.span, kind });
        }
    }

    /// Checks an expression whose value is used.
    fn used(&mut self, id: ExprId) {
        const MUTE: [&str; 7] =
            ["append", "extend", "insert", "update", "clear", "remove", "reverse"];
        let expr = self.ast.expr(id);
        let ExprKind::Call { callee, .. } = &expr.kind else { return };
        let ExprKind::Attr(object, name) = &self.ast.expr(*callee).kind else { return };
        // A function of a module or struct may have the same name and return something.
        let ExprKind::Name(receiver) = &self.ast.expr(*object).kind else { return };
        if self.collections.contains(receiver) && MUTE.iter().any(|method| *name == *method) {
            let kind = RemarkKind::UsesNothing { method: name.clone() };
            self.remarks.push(Remark { span: expr.span, kind });
        }
    }

    fn overridden(&mut self, leaving: &Stmt, before: &[Stmt]) {
        let hosts = hosts(before);
        if matches!(leaving.kind, StmtKind::Return(Some(_))) && !hosts.is_empty() {
            self.remarks
                .push(Remark { span: leaving.span, kind: RemarkKind::Overridden { hosts } });
        }
    }

    fn unreachable(&mut self, leaving: &Stmt, rest: &[Stmt]) {
        let hosts = hosts(rest);
        let is_code = |one: &Stmt| !matches!(one.kind, StmtKind::Host { .. } | StmtKind::Pass);
        let has_code = rest.iter().any(is_code);
        if has_code || !hosts.is_empty() {
            let after_bare_return = matches!(leaving.kind, StmtKind::Return(None));
            let kind = RemarkKind::Unreachable { after_bare_return, has_code, hosts };
            self.remarks.push(Remark { span: leaving.span, kind });
        }
    }

    /// Whether evaluating an expression has no side effects.
    fn is_idle(&self, id: ExprId) -> bool {
        !self.calls(id)
    }

    /// Whether an expression contains a call.
    fn calls(&self, id: ExprId) -> bool {
        let any = |parts: &[ExprId]| parts.iter().any(|part| self.calls(*part));
        match &self.ast.expr(id).kind {
            ExprKind::Call { .. } => true,
            // Text that is concatenated is meant to be used, whatever its parts do.
            ExprKind::Binary(..)
            | ExprKind::Attr(..)
            | ExprKind::Index(..)
            | ExprKind::Name(_)
            | ExprKind::Int(_)
            | ExprKind::BigInt(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Bytes(_)
            | ExprKind::Lambda(_) => false,
            ExprKind::List(items) | ExprKind::Tuple(items) => any(items),
            ExprKind::Dict(entries) => entries.iter().any(|(key, value)| any(&[*key, *value])),
            ExprKind::Unary(_, operand) => self.calls(*operand),
            ExprKind::Logical(..) => {
                // Chains are left-associative and may have thousands of operators, so the left side is walked without
                // recursion.
                let mut left = id;
                while let ExprKind::Logical(_, next, right) = &self.ast.expr(left).kind {
                    if self.calls(*right) {
                        return true;
                    }
                    left = *next;
                }
                self.calls(left)
            }
            ExprKind::Conditional { test, then, otherwise } => any(&[*test, *then, *otherwise]),
            ExprKind::Slice(object, _) => self.calls(*object),
            ExprKind::Comprehension(whole) => {
                let element = match &whole.kind {
                    ComprehensionKind::List(element) => self.calls(*element),
                    ComprehensionKind::Dict(key, value) => any(&[*key, *value]),
                };
                element
                    || whole.clauses.iter().any(|clause| match clause {
                        Clause::For { iterable, .. } => self.calls(*iterable),
                        Clause::If(test) => self.calls(*test),
                    })
            }
        }
    }

    fn comparisons(&mut self) {
        for expr in &self.ast.exprs {
            let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right) = expr.kind else {
                continue;
            };
            let compared = self.compared(left, right).or_else(|| self.compared(right, left));
            if let Some(kind) = compared {
                self.remarks.push(Remark { span: expr.span, kind });
            }
        }
    }

    fn compared(&self, value: ExprId, literal: ExprId) -> Option<RemarkKind> {
        let ExprKind::Str(text) = &self.ast.expr(literal).kind else { return None };
        let mut path = Vec::new();
        let mut at = value;
        loop {
            match &self.ast.expr(at).kind {
                ExprKind::Attr(object, name) => {
                    path.push(name.clone());
                    at = *object;
                }
                ExprKind::Name(name) => {
                    path.push(name.clone());
                    break;
                }
                _ => return None,
            }
        }
        path.reverse();
        let (text, literal) = (text.clone(), self.ast.expr(literal).span);
        (path.len() > 1).then_some(RemarkKind::ComparesText { path, text, literal })
    }
}

/// Whether an unused value of a call is worth a warning: the function belongs to the file or to a module. Methods of
/// values often both change something and return something.
pub(crate) fn is_plain_call(ast: &Ast, id: ExprId, is_loaded: impl Fn(ExprId) -> bool) -> bool {
    let ExprKind::Call { callee, .. } = &ast.expr(id).kind else { return false };
    let mut at = *callee;
    if matches!(ast.expr(at).kind, ExprKind::Name(_)) {
        return true;
    }
    loop {
        match &ast.expr(at).kind {
            ExprKind::Attr(object, _) => at = *object,
            ExprKind::Call { callee, .. } => at = *callee,
            ExprKind::Name(_) => return is_loaded(at),
            _ => return false,
        }
    }
}
