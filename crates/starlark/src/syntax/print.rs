//! Prints a syntax tree as source: every operator in parentheses, one statement per line.

use std::fmt::Write;

use super::ast::{
    Argument, ArgumentKind, Ast, Block, Clause, ComprehensionKind, ExprId, ExprKind, FunctionId,
    LogicalOp, OperandNode, ParamKind, Stmt, StmtKind, UnaryOp,
};
use crate::dialect::{Blocks, Dialect};
use crate::value::{Text, decode};

/// Returns the source of a tree. Host statements, which have no source of their own, become comments.
pub fn print(ast: &Ast, dialect: &Dialect) -> String {
    let mut printer = Printer { ast, dialect, out: String::new(), indent: 0 };
    printer.block(&ast.body);
    printer.out
}

struct Printer<'a> {
    ast: &'a Ast,
    dialect: &'a Dialect,
    out: String,
    indent: usize,
}

impl Printer<'_> {
    fn line(&mut self, write: impl FnOnce(&mut Self)) {
        self.out.extend(std::iter::repeat_n(' ', self.indent * 2));
        write(self);
        self.out.push('\n');
    }

    fn block(&mut self, block: &Block) {
        for statement in block {
            self.statement(statement);
        }
    }

    /// Prints a body below its header. The dialect with `end` closes it if `close` is set.
    fn body(&mut self, block: &Block, close: bool) {
        self.indent += 1;
        self.block(block);
        let indented = self.dialect.blocks == Blocks::Indented;
        if block.is_empty() && indented {
            self.line(|p| p.out.push_str("pass"));
        }
        self.indent -= 1;
        if close && !indented {
            self.line(|p| p.out.push_str("end"));
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::If(whole) => self.conditional(&whole.clauses, &whole.otherwise),
            StmtKind::For { target, iterable, body } => {
                self.line(|p| {
                    p.out.push_str("for ");
                    p.expr(*target);
                    p.out.push_str(" in ");
                    p.expr(*iterable);
                    p.out.push(':');
                });
                self.body(body, true);
            }
            StmtKind::While { test, body } => {
                self.line(|p| {
                    p.out.push_str("while ");
                    p.expr(*test);
                    p.out.push(':');
                });
                self.body(body, true);
            }
            StmtKind::Def { function, .. } => {
                let name = &self.ast.function(*function).name;
                self.line(|p| {
                    let _ = write!(p.out, "def {name}(");
                    p.params(*function);
                    p.out.push_str("):");
                });
                self.body(&self.ast.function(*function).body, true);
            }
            simple => self.line(|p| p.simple(simple)),
        }
    }

    fn conditional(&mut self, clauses: &[(ExprId, Block)], otherwise: &Block) {
        for (at, (test, body)) in clauses.iter().enumerate() {
            self.line(|p| {
                p.out.push_str(if at == 0 { "if " } else { "elif " });
                p.expr(*test);
                p.out.push(':');
            });
            self.body(body, at + 1 == clauses.len() && otherwise.is_empty());
        }
        if !otherwise.is_empty() {
            self.line(|p| p.out.push_str("else:"));
            self.body(otherwise, true);
        }
    }

    fn simple(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Expr(value) => self.expr(*value),
            StmtKind::Assign { target, value } => {
                self.expr(*target);
                self.out.push_str(" = ");
                self.expr(*value);
            }
            StmtKind::Augment { op, target, value } => {
                self.expr(*target);
                let _ = write!(self.out, " {}= ", op.sign());
                self.expr(*value);
            }
            StmtKind::Return(value) => {
                self.out.push_str("return");
                if let Some(value) = value {
                    self.out.push(' ');
                    self.expr(*value);
                }
            }
            StmtKind::Break => self.out.push_str("break"),
            StmtKind::Continue => self.out.push_str("continue"),
            StmtKind::Pass => self.out.push_str("pass"),
            StmtKind::Load(load) => {
                self.out.push_str("load(");
                self.string(&load.path, "");
                for item in &load.items {
                    self.out.push_str(", ");
                    self.expr(item.target);
                    self.out.push_str(" = ");
                    self.string(&item.from, "");
                }
                self.out.push(')');
            }
            StmtKind::Host { id, operands } => {
                let _ = write!(self.out, "# host {id}");
                for operand in operands {
                    self.out.push(' ');
                    match operand {
                        OperandNode::Value(value) => self.expr(*value),
                        OperandNode::Arguments(args) => self.arguments(args),
                    }
                }
            }
            StmtKind::If(_)
            | StmtKind::For { .. }
            | StmtKind::While { .. }
            | StmtKind::Def { .. } => {}
        }
    }

    fn params(&mut self, function: FunctionId) {
        for (at, param) in self.ast.function(function).params.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            let stars = match param.kind {
                ParamKind::Star | ParamKind::BareStar => "*",
                ParamKind::StarStar => "**",
                ParamKind::Required | ParamKind::Optional(_) => "",
            };
            let _ = write!(self.out, "{stars}{}", param.name);
            if let ParamKind::Optional(default) = param.kind {
                self.out.push('=');
                self.expr(default);
            }
        }
    }

    fn arguments(&mut self, args: &[Argument]) {
        self.out.push('(');
        for (at, arg) in args.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            match &arg.kind {
                ArgumentKind::Positional => {}
                ArgumentKind::Named(name) => {
                    let _ = write!(self.out, "{name}=");
                }
                ArgumentKind::Star => self.out.push('*'),
                ArgumentKind::StarStar => self.out.push_str("**"),
            }
            self.expr(arg.value);
        }
        self.out.push(')');
    }

    fn list(&mut self, open: &str, items: &[ExprId], close: &str) {
        self.out.push_str(open);
        for (at, &item) in items.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            self.expr(item);
        }
        self.out.push_str(close);
    }

    /// Prints a literal with escapes that every dialect reads in the same way.
    fn string(&mut self, text: &Text, prefix: &str) {
        self.out.push_str(prefix);
        self.out.push('"');
        let mut rest = text.as_bytes();
        while let Some((char, width)) = decode(rest) {
            match char {
                '"' | '\\' => {
                    self.out.push('\\');
                    self.out.push(char);
                }
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                char::REPLACEMENT_CHARACTER if width == 1 => {
                    let _ = write!(self.out, "\\x{:02x}", rest[0]);
                }
                c if c.is_ascii_control() => {
                    let _ = write!(self.out, "\\x{:02x}", c as u32);
                }
                c => self.out.push(c),
            }
            rest = &rest[width..];
        }
        self.out.push('"');
    }

    fn expr(&mut self, id: ExprId) {
        match &self.ast.expr(id).kind {
            ExprKind::Name(name) => {
                let _ = write!(self.out, "{name}");
            }
            ExprKind::Int(int) => {
                let _ = write!(self.out, "{int}");
            }
            ExprKind::BigInt(int) => {
                let _ = write!(self.out, "{int}");
            }
            ExprKind::Float(float) => {
                let _ = write!(self.out, "{float:e}");
            }
            ExprKind::Str(text) => self.string(text, ""),
            ExprKind::Bytes(text) => self.string(text, "b"),
            ExprKind::List(items) => self.list("[", items, "]"),
            ExprKind::Tuple(items) => {
                let close = if items.len() == 1 { ",)" } else { ")" };
                self.list("(", items, close);
            }
            ExprKind::Dict(entries) => {
                self.out.push('{');
                for &(key, value) in entries {
                    self.expr(key);
                    self.out.push_str(": ");
                    self.expr(value);
                    self.out.push_str(", ");
                }
                self.out.push('}');
            }
            ExprKind::Unary(op, operand) => {
                self.out.push_str(match op {
                    UnaryOp::Not => "(not ",
                    UnaryOp::Minus => "(-",
                    UnaryOp::Plus => "(+",
                    UnaryOp::Invert => "(~",
                });
                self.expr(*operand);
                self.out.push(')');
            }
            ExprKind::Binary(..) | ExprKind::Logical(..) => self.chain(id),
            ExprKind::Conditional { test, then, otherwise } => {
                self.out.push('(');
                self.expr(*then);
                self.out.push_str(" if ");
                self.expr(*test);
                self.out.push_str(" else ");
                self.expr(*otherwise);
                self.out.push(')');
            }
            ExprKind::Attr(object, name) => {
                self.object(*object);
                let _ = write!(self.out, ".{name}");
            }
            ExprKind::Index(object, index) => {
                self.object(*object);
                self.out.push('[');
                self.expr(*index);
                self.out.push(']');
            }
            ExprKind::Slice(object, bounds) => {
                self.object(*object);
                self.out.push('[');
                for (at, part) in bounds.iter().enumerate() {
                    if at > 0 {
                        self.out.push(':');
                    }
                    if let Some(part) = part {
                        self.expr(*part);
                    }
                }
                self.out.push(']');
            }
            ExprKind::Call { callee, args } => {
                self.object(*callee);
                self.arguments(args);
            }
            ExprKind::Lambda(function) => {
                self.out.push_str("(lambda ");
                self.params(*function);
                self.out.push_str(": ");
                if let [Stmt { kind: StmtKind::Return(Some(value)), .. }] =
                    self.ast.function(*function).body[..]
                {
                    self.expr(value);
                }
                self.out.push(')');
            }
            ExprKind::Comprehension(whole) => self.comprehension(&whole.kind, &whole.clauses),
        }
    }

    /// Prints what comes before a dot or bracket. A number there needs parentheses, because it would swallow the dot.
    fn object(&mut self, id: ExprId) {
        let kind = &self.ast.expr(id).kind;
        let is_number = matches!(kind, ExprKind::Int(_) | ExprKind::BigInt(_) | ExprKind::Float(_));
        if is_number {
            self.list("(", &[id], ")");
        } else {
            self.expr(id);
        }
    }

    /// Prints a chain of operators. Chains are left-associative and may have thousands of operators, so the left side
    /// is walked without recursion.
    fn chain(&mut self, id: ExprId) {
        let mut links = Vec::new();
        let mut left = id;
        while let ExprKind::Binary(_, next, _) | ExprKind::Logical(_, next, _) =
            &self.ast.expr(left).kind
        {
            links.push(left);
            left = *next;
        }
        self.out.extend(std::iter::repeat_n('(', links.len()));
        self.expr(left);
        for link in links.into_iter().rev() {
            let (sign, right) = match &self.ast.expr(link).kind {
                ExprKind::Binary(op, _, right) => (op.sign(), *right),
                ExprKind::Logical(LogicalOp::And, _, right) => ("and", *right),
                ExprKind::Logical(LogicalOp::Or, _, right) => ("or", *right),
                _ => continue,
            };
            let _ = write!(self.out, " {sign} ");
            self.expr(right);
            self.out.push(')');
        }
    }

    fn comprehension(&mut self, kind: &ComprehensionKind, clauses: &[Clause]) {
        let close = match kind {
            ComprehensionKind::List(element) => {
                self.out.push('[');
                self.expr(*element);
                ']'
            }
            ComprehensionKind::Dict(key, value) => {
                self.out.push('{');
                self.expr(*key);
                self.out.push_str(": ");
                self.expr(*value);
                '}'
            }
        };
        for clause in clauses {
            match clause {
                Clause::For { target, iterable } => {
                    self.out.push_str(" for ");
                    self.expr(*target);
                    self.out.push_str(" in ");
                    self.object(*iterable);
                }
                Clause::If(test) => {
                    self.out.push_str(" if ");
                    self.expr(*test);
                }
            }
        }
        self.out.push(close);
    }
}
