//! What a program probably does not mean: values that are not used, statements that are never reached, comparisons that
//! cannot hold. Found in the tree, before anything runs; no remark changes what a program does.

use yardstick_diagnostics::Span;

use crate::syntax::{
    Ast, BinaryOp, Block, Clause, ComprehensionKind, Conditional, ExprId, ExprKind, FunctionDef,
    OperandNode, Stmt, StmtKind,
};
use crate::value::Text;

/// Something that a program does and hardly means.
#[derive(Clone, Debug)]
pub struct Remark {
    /// Where.
    pub span: Span,
    /// What it is.
    pub kind: RemarkKind,
}

/// Kinds of remarks.
#[derive(Clone, Debug)]
pub enum RemarkKind {
    /// A statement is an expression that changes nothing, and its value is dropped.
    Unused {
        /// Whether it is in a function that gives nothing: `return` is probably missing.
        in_mute_function: bool,
        /// Whether it is mere text, which may be meant as documentation.
        is_text: bool,
    },
    /// Statements follow one that leaves the block.
    Unreachable {
        /// Whether they follow a `return` without a value.
        after_bare_return: bool,
        /// Whether code is among them.
        has_code: bool,
        /// The host statements among them.
        hosts: Vec<u32>,
    },
    /// A function builds something and then returns a value, which takes its place.
    Overridden {
        /// The host statements that build it.
        hosts: Vec<u32>,
    },
    /// The result of a method is used that only changes its value and gives None: `x = x.append(1)`.
    UsesNothing {
        /// The method.
        method: Text,
    },
    /// A method that gives a changed copy is called, and the copy is dropped: `lib.with_data_values(...)`.
    DropsCopy {
        /// The variable that stays as it is.
        receiver: Text,
    },
    /// A value below a loaded name is compared with a literal text: `data.values.a == "true"`.
    ComparesText {
        /// The names from the first on: `data`, `values`, `a`.
        path: Vec<Text>,
        /// The literal text.
        text: Text,
        /// The literal.
        literal: Span,
    },
}

/// All remarks about `ast`, in the order of the source.
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

/// Whether calls of a function always give None.
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

/// The host statements among `statements`.
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
    /// Names that are lists, dicts or sets.
    collections: Vec<Text>,
}

impl Walk<'_> {
    /// Notes the names that statements make lists, dicts or sets.
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

    /// Whether an expression is a list, dict or set by its look.
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

    /// Looks at a call whose value is not used.
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

    /// Looks at an expression whose value is used.
    fn used(&mut self, id: ExprId) {
        const MUTE: [&str; 7] =
            ["append", "extend", "insert", "update", "clear", "remove", "reverse"];
        let expr = self.ast.expr(id);
        let ExprKind::Call { callee, .. } = &expr.kind else { return };
        let ExprKind::Attr(object, name) = &self.ast.expr(*callee).kind else { return };
        // A function of a module or of a struct may be called like that and give something.
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

    /// Whether evaluating an expression changes nothing.
    fn is_idle(&self, id: ExprId) -> bool {
        !self.calls(id)
    }

    /// Whether something is called in an expression.
    fn calls(&self, id: ExprId) -> bool {
        let any = |parts: &[ExprId]| parts.iter().any(|part| self.calls(*part));
        match &self.ast.expr(id).kind {
            ExprKind::Call { .. } => true,
            // Text that is put together is for somebody to use, whatever the parts do.
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
                // They lean to the left and may be thousands: that side is walked without recursion.
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

/// Whether an unused value of a call is worth a warning: the function is one of the file, or of a module.
/// Methods of values often both change something and give something.
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
