//! Parses expressions.

use num_bigint::BigInt;
use yardstick_diagnostics::Span;

use super::{Parsed, Parser, error};
use crate::syntax::ast::{
    BinaryOp, Clause, Comprehension, ComprehensionKind, ExprId, ExprKind, FunctionDef, FunctionId,
    LogicalOp, Stmt, StmtKind, UnaryOp,
};
use crate::syntax::fault::{Fault, Want};
use crate::syntax::token::{Kind, Token};
use crate::value::Value;

/// A binary operator and its precedence.
#[derive(Clone, Copy)]
enum Infix {
    Logical(LogicalOp, u8),
    Binary(BinaryOp, u8),
}

const NOT: u8 = 3;
const COMPARISON: u8 = 4;

fn infix(kind: Kind) -> Option<Infix> {
    use BinaryOp::{
        Add, BitAnd, BitOr, BitXor, Div, Eq, FloorDiv, Ge, Gt, In, Le, Lt, Mod, Mul, Ne, NotIn,
        Shl, Shr, Sub,
    };
    let (op, level) = match kind {
        Kind::Or => return Some(Infix::Logical(LogicalOp::Or, 1)),
        Kind::And => return Some(Infix::Logical(LogicalOp::And, 2)),
        Kind::EqEq => (Eq, COMPARISON),
        Kind::NotEq => (Ne, COMPARISON),
        Kind::Lt => (Lt, COMPARISON),
        Kind::Le => (Le, COMPARISON),
        Kind::Gt => (Gt, COMPARISON),
        Kind::Ge => (Ge, COMPARISON),
        Kind::In => (In, COMPARISON),
        Kind::NotIn => (NotIn, COMPARISON),
        Kind::Pipe => (BitOr, 5),
        Kind::Caret => (BitXor, 6),
        Kind::Amp => (BitAnd, 7),
        Kind::LtLt => (Shl, 8),
        Kind::GtGt => (Shr, 8),
        Kind::Plus => (Add, 9),
        Kind::Minus => (Sub, 9),
        Kind::Star => (Mul, 10),
        Kind::Slash => (Div, 10),
        Kind::SlashSlash => (FloorDiv, 10),
        Kind::Percent => (Mod, 10),
        _ => return None,
    };
    Some(Infix::Binary(op, level))
}

impl Parser<'_> {
    /// Parses one or more tests; commas make a tuple. A trailing comma needs parentheses.
    pub(super) fn expression_list(&mut self, in_brackets: bool) -> Parsed<ExprId> {
        let first = self.test()?;
        if self.kind() != Kind::Comma {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.kind() == Kind::Comma {
            let comma = self.advance();
            if self.ends_list() {
                if !in_brackets {
                    let message = "unparenthesized tuple with trailing comma";
                    self.misplaced(self.span(comma), message);
                }
                break;
            }
            items.push(self.test()?);
        }
        let span = self.cover(&items);
        let height = self.above(items.iter().copied());
        self.add(ExprKind::Tuple(items.into()), span, span.start, height)
    }

    fn cover(&self, items: &[ExprId]) -> Span {
        let first = self.expr(items[0]).span;
        items.last().map_or(first, |&last| first.to(self.expr(last).span))
    }

    fn ends_list(&self) -> bool {
        matches!(
            self.kind(),
            Kind::Eof
                | Kind::Newline
                | Kind::Assign
                | Kind::RBrace
                | Kind::RBracket
                | Kind::RParen
                | Kind::OperandEnd
                | Kind::Semi
        )
    }

    /// Parses a conditional expression or anything with a higher precedence.
    pub(super) fn test(&mut self) -> Parsed<ExprId> {
        self.nested(|p| {
            if p.kind() == Kind::Lambda {
                return p.lambda(true);
            }
            let then = p.operand_of(1)?;
            if p.kind() != Kind::If {
                return Ok(then);
            }
            let at = p.advance().start;
            let test = p.operand_of(1)?;
            if p.kind() != Kind::Else {
                let span = p.span(p.token());
                return Err(error(span, Fault::NoElse));
            }
            p.advance();
            let otherwise = p.test()?;
            let span = p.expr(then).span.to(p.expr(otherwise).span);
            let height = p.above([then, test, otherwise]);
            p.add(ExprKind::Conditional { test, then, otherwise }, span, at, height)
        })
    }

    /// Parses a test without `if ... else`, as the operand of a comprehension's `if`.
    pub(super) fn test_without_condition(&mut self) -> Parsed<ExprId> {
        if self.kind() == Kind::Lambda { self.lambda(false) } else { self.operand_of(1) }
    }

    /// Parses an expression of operators with a precedence of at least `level`.
    fn operand_of(&mut self, level: u8) -> Parsed<ExprId> {
        if level <= NOT && self.kind() == Kind::Not {
            let not = self.advance();
            let operand = self.nested(|p| p.operand_of(NOT))?;
            let expr = self.unary(UnaryOp::Not, not, operand)?;
            return self.infixes(expr, level, NOT);
        }
        let first = self.postfix()?;
        self.infixes(first, level, u8::MAX)
    }

    /// Parses the operators after `left`, up to the precedence `ceiling`: above it, `left` is complete.
    fn infixes(&mut self, mut left: ExprId, level: u8, ceiling: u8) -> Parsed<ExprId> {
        let mut compared: Option<BinaryOp> = None;
        loop {
            if self.kind() == Kind::Not && level <= COMPARISON && ceiling > COMPARISON {
                self.advance();
                return Err(self.unexpected(Kind::In));
            }
            let Some(infix) = infix(self.kind()) else {
                break;
            };
            let (Infix::Logical(_, binding) | Infix::Binary(_, binding)) = infix;
            if binding < level || binding >= ceiling {
                break;
            }
            if let Infix::Binary(op, COMPARISON) = infix {
                if let Some(before) = compared {
                    let span = self.span(self.token());
                    return Err(error(span, Fault::Comparisons(before.sign(), op.sign())));
                }
                compared = Some(op);
            } else if binding < COMPARISON {
                compared = None;
            }
            let at = self.advance().start;
            let right = self.nested(|p| p.operand_of(binding + 1))?;
            left = self.join(infix, left, right, at)?;
        }
        Ok(left)
    }

    /// Joins two operands. A chain of operators is walked in a loop, so it adds no height on its left side.
    fn join(&mut self, infix: Infix, left: ExprId, right: ExprId, at: u32) -> Parsed<ExprId> {
        let chained = matches!(self.expr(left).kind, ExprKind::Binary(..) | ExprKind::Logical(..));
        let left_height = self.expr(left).height + u16::from(!chained);
        let height = left_height.max(self.expr(right).height + 1);
        let span = self.expr(left).span.to(self.expr(right).span);
        let kind = match infix {
            Infix::Logical(op, _) => ExprKind::Logical(op, left, right),
            Infix::Binary(op, _) => ExprKind::Binary(op, left, right),
        };
        self.add(kind, span, at, height)
    }

    fn unary(&mut self, op: UnaryOp, token: Token, operand: ExprId) -> Parsed<ExprId> {
        let span = self.span(token).to(self.expr(operand).span);
        let height = self.above([operand]);
        self.add(ExprKind::Unary(op, operand), span, token.start, height)
    }

    /// Parses a primary expression with its `.name`, `[...]` and `(...)`.
    fn postfix(&mut self) -> Parsed<ExprId> {
        let mut expr = self.primary()?;
        loop {
            let at = self.token().start;
            let start = self.expr(expr).span;
            match self.kind() {
                Kind::Dot => {
                    self.advance();
                    let name = self.identifier()?;
                    let span = start.to(self.span(name));
                    let height = self.above([expr]);
                    expr = self.add(ExprKind::Attr(expr, self.word(name)), span, at, height)?;
                }
                Kind::LBracket => {
                    self.advance();
                    expr = self.nested(|p| p.subscript(expr, at))?;
                }
                Kind::LParen => {
                    self.advance();
                    let args = self.nested(|p| p.arguments(Kind::RParen))?;
                    let close = self.expect(Kind::RParen)?;
                    let span = start.to(self.span(close));
                    let height = self.above(args.iter().map(|arg| arg.value).chain([expr]));
                    expr = self.add(ExprKind::Call { callee: expr, args }, span, at, height)?;
                }
                _ => return Ok(expr),
            }
        }
    }

    fn subscript(&mut self, object: ExprId, at: u32) -> Parsed<ExprId> {
        let mut parts: [Option<ExprId>; 3] = [None; 3];
        let mut colons = 0;
        if self.kind() != Kind::Colon {
            parts[0] = Some(self.expression_list(false)?);
        }
        while colons < 2 && self.eat(Kind::Colon) {
            colons += 1;
            if self.kind() != Kind::Colon && self.kind() != Kind::RBracket {
                parts[colons] = Some(self.test()?);
            }
        }
        let close = self.expect(Kind::RBracket)?;
        let span = self.expr(object).span.to(self.span(close));
        let height = self.above(parts.into_iter().flatten().chain([object]));
        let kind = match (colons, parts) {
            (0, [Some(index), ..]) => ExprKind::Index(object, index),
            (_, bounds) => ExprKind::Slice(object, Box::new(bounds)),
        };
        self.add(kind, span, at, height)
    }

    fn primary(&mut self) -> Parsed<ExprId> {
        let token = self.token();
        let span = self.span(token);
        let kind = match token.kind {
            Kind::Ident => ExprKind::Name(self.word(token)),
            Kind::Int | Kind::Float => match &self.lexer.out.numbers[token.payload as usize] {
                Value::Int(int) => ExprKind::Int(*int),
                Value::BigInt(int) => ExprKind::BigInt(Box::new(BigInt::clone(int))),
                Value::Float(float) => ExprKind::Float(*float),
                _ => return Err(self.unexpected(Want::Other("number"))),
            },
            Kind::Str => ExprKind::Str(self.lexer.out.strings[token.payload as usize].clone()),
            Kind::Bytes => ExprKind::Bytes(self.lexer.out.strings[token.payload as usize].clone()),
            Kind::LParen => return self.nested(Self::parenthesized),
            Kind::LBracket => return self.nested(Self::list),
            Kind::LBrace => return self.nested(Self::dict),
            Kind::Minus | Kind::Plus | Kind::Tilde => {
                self.advance();
                let operand = self.nested(Self::postfix)?;
                let op = match token.kind {
                    Kind::Minus => UnaryOp::Minus,
                    Kind::Plus => UnaryOp::Plus,
                    _ => UnaryOp::Invert,
                };
                return self.unary(op, token, operand);
            }
            _ => return Err(self.unexpected(Want::Expression)),
        };
        self.advance();
        self.add(kind, span, token.start, 0)
    }

    fn parenthesized(&mut self) -> Parsed<ExprId> {
        let open = self.advance();
        if self.kind() == Kind::RParen {
            let span = self.span(open).to(self.span(self.token()));
            self.advance();
            return self.add(ExprKind::Tuple(Box::default()), span, open.start, 0);
        }
        let inner = self.expression_list(true)?;
        self.expect(Kind::RParen)?;
        Ok(inner)
    }

    fn list(&mut self) -> Parsed<ExprId> {
        let open = self.advance();
        let mut items = Vec::new();
        while self.kind() != Kind::RBracket {
            if !items.is_empty() && self.ends_list() {
                return Err(self.unexpected(Kind::RBracket));
            }
            items.push(self.test()?);
            if items.len() == 1 && self.kind() == Kind::For {
                let kind = ComprehensionKind::List(items[0]);
                return self.comprehension(kind, open, Kind::RBracket, items[0]);
            }
            if self.kind() != Kind::RBracket {
                self.expect_separator(Kind::RBracket)?;
            }
        }
        let close = self.advance();
        let span = self.span(open).to(self.span(close));
        let height = self.above(items.iter().copied());
        self.add(ExprKind::List(items.into()), span, open.start, height)
    }

    fn expect_separator(&mut self, close: Kind) -> Parsed<()> {
        if self.kind() != Kind::Comma {
            return Err(self.unexpected(close));
        }
        self.advance();
        Ok(())
    }

    fn dict(&mut self) -> Parsed<ExprId> {
        let open = self.advance();
        let mut entries = Vec::new();
        while self.kind() != Kind::RBrace {
            let key = self.test()?;
            self.expect(Kind::Colon)?;
            let value = self.test()?;
            if entries.is_empty() && self.kind() == Kind::For {
                let kind = ComprehensionKind::Dict(key, value);
                return self.comprehension(kind, open, Kind::RBrace, value);
            }
            entries.push((key, value));
            if self.kind() != Kind::RBrace {
                self.expect_separator(Kind::RBrace)?;
            }
        }
        let close = self.advance();
        let span = self.span(open).to(self.span(close));
        let height = self.above(entries.iter().flat_map(|&(key, value)| [key, value]));
        self.add(ExprKind::Dict(entries.into()), span, open.start, height)
    }

    /// Parses the clauses of a comprehension whose first `for` is next.
    fn comprehension(
        &mut self,
        kind: ComprehensionKind,
        open: Token,
        close: Kind,
        element: ExprId,
    ) -> Parsed<ExprId> {
        let mut clauses = Vec::new();
        let mut parts = vec![element];
        loop {
            match self.kind() {
                Kind::For => {
                    self.advance();
                    let target = self.loop_target()?;
                    self.expect(Kind::In)?;
                    let iterable = self.operand_of(1)?;
                    parts.extend([target, iterable]);
                    clauses.push(Clause::For { target, iterable });
                }
                Kind::If => {
                    self.advance();
                    let test = self.test_without_condition()?;
                    parts.push(test);
                    clauses.push(Clause::If(test));
                }
                found if found == close => break,
                _ => return Err(self.unexpected(Want::Clause(close))),
            }
        }
        let span = self.span(open).to(self.span(self.token()));
        self.advance();
        let height = self.above(parts);
        let whole = Comprehension { kind, clauses: clauses.into() };
        self.add(ExprKind::Comprehension(Box::new(whole)), span, open.start, height)
    }

    /// Parses the variables of a `for`: primary expressions; commas make a tuple.
    pub(super) fn loop_target(&mut self) -> Parsed<ExprId> {
        let first = self.postfix()?;
        if self.kind() != Kind::Comma {
            self.check_target(first);
            return Ok(first);
        }
        let mut items = vec![first];
        while self.eat(Kind::Comma) {
            if self.kind() == Kind::In {
                break;
            }
            items.push(self.postfix()?);
        }
        let span = self.cover(&items);
        let height = self.above(items.iter().copied());
        let target = self.add(ExprKind::Tuple(items.into()), span, span.start, height)?;
        self.check_target(target);
        Ok(target)
    }

    fn lambda(&mut self, with_condition: bool) -> Parsed<ExprId> {
        let start = self.advance();
        let params = self.params(Kind::Colon)?;
        self.expect(Kind::Colon)?;
        let loops = std::mem::take(&mut self.loops);
        let value =
            if with_condition { self.test()? } else { self.nested(Self::test_without_condition)? };
        self.loops = loops;
        let value_span = self.expr(value).span;
        let span = self.span(start).to(value_span);
        let height = self.above([value]);
        let body = Box::new([Stmt { kind: StmtKind::Return(Some(value)), span: value_span }]);
        let name = "lambda".into();
        let function = FunctionDef { name, params, body, span, first_host_statement: None };
        self.ast.functions.push(function);
        let id = FunctionId(self.ast.functions.len() as u32 - 1);
        self.add(ExprKind::Lambda(id), span, start.start, height)
    }
}
