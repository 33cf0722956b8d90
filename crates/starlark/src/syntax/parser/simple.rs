//! Statements of one line.

use yardstick_diagnostics::Span;

use super::{Parsed, Parser};
use crate::dialect::Blocks;
use crate::syntax::ast::{BinaryOp, Block, ExprId, ExprKind, LoadItem, Stmt, StmtKind};
use crate::syntax::token::Kind;
use crate::value::Text;

impl Parser<'_> {
    /// The simple statements of a line, separated by `;`, and the end of the line.
    pub(super) fn simple_statements(&mut self, block: &mut Block) -> Parsed<()> {
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
                    return Err(self.error(span, "return statement not within a function"));
                }
                let ends = matches!(self.kind(), Kind::Newline | Kind::Semi | Kind::Eof);
                let value = if ends { None } else { Some(self.expression_list(false)?) };
                StmtKind::Return(value)
            }
            Kind::Break | Kind::Continue => {
                self.advance();
                if self.loops == 0 {
                    let message = format!("{} not in a loop", token.kind.describe());
                    return Err(self.error(span, message));
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
        let end = self.lexed.tokens[self.at.saturating_sub(1)].end.max(span.end);
        Ok(Stmt { kind, span: Span::new(self.file, span.start, end) })
    }

    fn assignment_or_expression(&mut self) -> Parsed<StmtKind> {
        let target = self.expression_list(false)?;
        let augmented = match self.kind() {
            Kind::Assign => {
                self.advance();
                self.check_target(target)?;
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
        if let Some(message) = refused {
            return Err(self.error(span, message));
        }
        self.check_target(target)?;
        self.advance();
        let value = self.expression_list(false)?;
        Ok(StmtKind::Augment { op: augmented, target, value })
    }

    /// Whether `target` can be assigned to.
    pub(super) fn check_target(&self, target: ExprId) -> Parsed<()> {
        let expr = self.expr(target);
        let what = match &expr.kind {
            ExprKind::Name(_) | ExprKind::Attr(..) | ExprKind::Index(..) => return Ok(()),
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                if items.is_empty() {
                    let what = if matches!(expr.kind, ExprKind::Tuple(_)) { "()" } else { "[]" };
                    return Err(self.error(expr.span, format!("can't assign to {what}")));
                }
                for &item in items {
                    self.check_target(item)?;
                }
                return Ok(());
            }
            ExprKind::Call { .. } => "call expression",
            ExprKind::Slice { .. } => "slice expression",
            ExprKind::Conditional { .. } => "conditional expression",
            ExprKind::Comprehension { .. } => "comprehension",
            ExprKind::Lambda(_) => "lambda expression",
            ExprKind::Unary(..) => "unary expression",
            ExprKind::Binary(..) | ExprKind::Logical(..) => "binary expression",
            ExprKind::Dict(_) => "dict expression",
            _ => "literal",
        };
        Err(self.error(expr.span, format!("can't assign to {what}")))
    }

    /// `load("path", "name", alias = "name")`.
    fn load(&mut self) -> Parsed<StmtKind> {
        let start = self.advance();
        let span = self.span(start);
        if !self.scopes.is_empty() {
            return Err(self.error(span, "load statement within a function"));
        }
        if self.block_depth > 0 && !self.dialect.top_level_control {
            return Err(self.error(span, "load statement within a loop or conditional"));
        }
        self.expect(Kind::LParen)?;
        if self.kind() != Kind::Str {
            let span = self.span(self.token());
            return Err(self.error(span, "first operand of load statement must be a string literal"));
        }
        let path = self.advance();
        let path = self.lexed.strings[path.payload as usize].clone();
        let mut items = Vec::new();
        while self.kind() != Kind::RParen {
            if self.kind() != Kind::Comma {
                return Err(self.unexpected("',' or ')'"));
            }
            self.advance();
            if self.kind() == Kind::RParen {
                break;
            }
            items.push(self.load_item()?);
        }
        self.expect(Kind::RParen)?;
        if items.is_empty() {
            return Err(self.error(span, "load statement must import at least 1 symbol"));
        }
        Ok(StmtKind::Load { path, items })
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
                self.expect(Kind::Assign)?;
                if self.kind() != Kind::Str {
                    let want = format!("original name of loaded symbol must be quoted: {}=\"originalname\"", self.word(token));
                    return Err(self.error(self.span(self.token()), want));
                }
                (self.advance(), Some(self.word(token)))
            }
            _ => return Err(self.unexpected("\"name\" or localname=\"name\"")),
        };
        let span = self.span(from);
        let name = self.lexed.strings[from.payload as usize].clone();
        if name.as_bytes().starts_with(b"_") {
            let message = format!("load: names with leading underscores are not exported: {name}");
            return Err(self.error(span, message));
        }
        let local: Text = target.unwrap_or_else(|| name.clone());
        let target = self.add(ExprKind::Name(local), span, span.start, 0)?;
        Ok(LoadItem { from: name, span, target })
    }
}
