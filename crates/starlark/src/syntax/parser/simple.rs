//! Parses statements of one line.

use yardstick_diagnostics::Span;

use super::{Compound, Parsed, Parser, error};
use crate::dialect::Blocks;
use crate::syntax::ast::{BinaryOp, ExprId, ExprKind, Load, LoadItem, Stmt, StmtKind};
use crate::syntax::fault::{Fault, Want};
use crate::syntax::token::Kind;
use crate::value::Text;

impl Parser<'_> {
    /// Parses the simple statements of a line, separated by `;`, and the end of the line.
    pub(super) fn simple_statements(&mut self, block: &mut Vec<Stmt>) -> Parsed<()> {
        loop {
            let statement = self.simple_statement()?;
            block.push(statement);
            if !self.eat(Kind::Semi) || matches!(self.kind(), Kind::Newline | Kind::Eof) {
                break;
            }
        }
        if self.kind() == Kind::Eof {
            return Ok(());
        }
        self.expect(Kind::Newline)?;
        Ok(())
    }

    fn simple_statement(&mut self) -> Parsed<Stmt> {
        let token = self.token();
        let span = self.span(token);
        let kind = match token.kind {
            Kind::Return => {
                self.advance();
                if self.scopes.is_empty() {
                    self.misplaced(span, Fault::Return);
                }
                let ends = matches!(self.kind(), Kind::Newline | Kind::Semi | Kind::Eof);
                let value = if ends { None } else { Some(self.expression_list(false)?) };
                StmtKind::Return(value)
            }
            Kind::Break | Kind::Continue => {
                self.advance();
                if self.loops == 0 {
                    let message = format!("{} not in a loop", token.kind.describe());
                    self.misplaced(span, message);
                }
                if token.kind == Kind::Break { StmtKind::Break } else { StmtKind::Continue }
            }
            Kind::Pass if self.dialect.blocks == Blocks::Indented => {
                self.advance();
                StmtKind::Pass
            }
            Kind::Load => self.load()?,
            _ => self.assignment_or_expression()?,
        };
        let end = self.lexer.out.list[self.at.saturating_sub(1)].end.max(span.end);
        Ok(Stmt { kind, span: Span::new(self.file, span.start, end) })
    }

    fn assignment_or_expression(&mut self) -> Parsed<StmtKind> {
        let target = self.expression_list(false)?;
        let augmented = match self.kind() {
            Kind::Assign => {
                self.advance();
                self.check_target(target);
                let value = self.expression_list(false)?;
                return Ok(StmtKind::Assign { target, value });
            }
            Kind::PlusEq => BinaryOp::Add,
            Kind::MinusEq => BinaryOp::Sub,
            Kind::StarEq => BinaryOp::Mul,
            Kind::SlashEq => BinaryOp::Div,
            Kind::SlashSlashEq => BinaryOp::FloorDiv,
            Kind::PercentEq => BinaryOp::Mod,
            Kind::AmpEq => BinaryOp::BitAnd,
            Kind::PipeEq => BinaryOp::BitOr,
            Kind::CaretEq => BinaryOp::BitXor,
            Kind::LtLtEq => BinaryOp::Shl,
            Kind::GtGtEq => BinaryOp::Shr,
            _ => return Ok(StmtKind::Expr(target)),
        };
        let span = self.expr(target).span;
        let refused = match &self.expr(target).kind {
            ExprKind::Tuple(_) => Some("can't use tuple expression in augmented assignment"),
            ExprKind::List(_) => Some("can't use list expression in augmented assignment"),
            _ => None,
        };
        match refused {
            Some(message) => self.misplaced(span, message),
            None => self.check_target(target),
        }
        self.advance();
        let value = self.expression_list(false)?;
        Ok(StmtKind::Augment { op: augmented, target, value })
    }

    /// Reports the parts of `target` that cannot be assigned to.
    pub(super) fn check_target(&mut self, target: ExprId) {
        let expr = self.expr(target);
        let what = match &expr.kind {
            ExprKind::Name(_) | ExprKind::Attr(..) | ExprKind::Index(..) => return,
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                for item in items.clone() {
                    self.check_target(item);
                }
                return;
            }
            ExprKind::Call { .. } => "callexpr",
            ExprKind::Slice(..) => "sliceexpr",
            ExprKind::Conditional { .. } => "condexpr",
            ExprKind::Comprehension(_) => "comprehension",
            ExprKind::Lambda(_) => "lambdaexpr",
            ExprKind::Unary(..) => "unaryexpr",
            ExprKind::Binary(..) | ExprKind::Logical(..) => "binaryexpr",
            ExprKind::Dict(_) => "dictexpr",
            _ => "literal",
        };
        let span = expr.span;
        self.misplaced(span, format!("can't assign to {what}"));
    }

    /// Parses `load("path", "name", alias = "name")`.
    fn load(&mut self) -> Parsed<StmtKind> {
        let start = self.advance();
        let span = self.span(start);
        if !self.scopes.is_empty() {
            self.misplaced(span, Fault::LoadWithin("a function"));
        } else if !self.dialect.nested_loads {
            match self.enclosing.last() {
                Some(Compound::Loop) => self.misplaced(span, Fault::LoadWithin("a loop")),
                Some(Compound::Conditional) => {
                    self.misplaced(span, Fault::LoadWithin("a conditional"));
                }
                None => {}
            }
        }
        self.expect(Kind::LParen)?;
        if self.kind() != Kind::Str {
            let span = self.span(self.token());
            return Err(error(span, "first operand of load statement must be a string literal"));
        }
        let path = self.advance();
        let path = self.lexer.out.strings[path.payload as usize].clone();
        // Most load one name.
        let mut items = Vec::with_capacity(1);
        while self.kind() != Kind::RParen {
            if self.kind() != Kind::Comma {
                return Err(self.unexpected(Want::Other("',' or ')'")));
            }
            self.advance();
            if self.kind() == Kind::RParen {
                break;
            }
            items.push(self.load_item()?);
        }
        self.expect(Kind::RParen)?;
        if items.is_empty() {
            self.misplaced(span, Fault::EmptyLoad);
        }
        Ok(StmtKind::Load(Box::new(Load { path, items: items.into() })))
    }

    fn load_item(&mut self) -> Parsed<LoadItem> {
        let token = self.token();
        let (from, target) = match token.kind {
            Kind::Str => {
                self.advance();
                (token, None)
            }
            Kind::Ident => {
                self.advance();
                let name = self.word(token);
                if !self.eat(Kind::Assign) {
                    let name = Some(name.to_string());
                    let fault = Fault::LoadOperand { got: token.kind, name };
                    return Err(error(self.span(token), fault));
                }
                if self.kind() != Kind::Str {
                    let message = format!(
                        "original name of loaded symbol must be quoted: {name}=\"originalname\""
                    );
                    return Err(error(self.span(self.token()), message));
                }
                (self.advance(), Some(self.word(token)))
            }
            _ => {
                let fault = Fault::LoadOperand { got: token.kind, name: None };
                return Err(error(self.span(token), fault));
            }
        };
        let span = self.span(from);
        let name = self.lexer.out.strings[from.payload as usize].clone();
        if name.as_bytes().starts_with(b"_") {
            self.misplaced(span, Fault::PrivateName(name.to_string()));
        } else if name.is_empty() {
            self.misplaced(span, "load: empty identifier");
        }
        let local: Text = target.unwrap_or_else(|| name.clone());
        let target = self.add(ExprKind::Name(local), span, span.start, 0)?;
        Ok(LoadItem { from: name, span, target })
    }
}
