//! Parses blocks and compound statements.

use yardstick_diagnostics::Span;

use super::{Compound, Failure, Parsed, Parser, error};
use crate::dialect::Blocks;
use crate::syntax::ast::{
    Block, Conditional, ExprId, ExprKind, FunctionDef, FunctionId, OperandNode, Stmt, StmtKind,
};
use crate::syntax::fault::{Fault, Want};
use crate::syntax::segment::{Operand, Segment};
use crate::syntax::token::Kind;

impl Parser<'_> {
    pub(super) fn program(&mut self) -> Parsed<Block> {
        // Most segments are statements.
        let mut body = Vec::with_capacity(self.segments.len());
        loop {
            match self.kind() {
                Kind::Eof => return Ok(body.into()),
                Kind::Newline => {
                    self.advance();
                }
                Kind::End | Kind::ImplicitEnd => return Err(self.stray_end()),
                Kind::Elif | Kind::Else if self.dialect.blocks == Blocks::End => {
                    return Err(self.stray_end());
                }
                _ => self.statement(&mut body)?,
            }
        }
    }

    #[expect(
        clippy::unnecessary_box_returns,
        reason = "callers return it as an error, which is boxed"
    )]
    fn stray_end(&self) -> Failure {
        error(self.span(self.token()), Fault::End)
    }

    fn statement(&mut self, block: &mut Vec<Stmt>) -> Parsed<()> {
        match self.kind() {
            Kind::If => block.push(self.conditional()?),
            Kind::For => block.push(self.for_loop()?),
            Kind::While => block.push(self.while_loop()?),
            Kind::Def => block.push(self.function()?),
            Kind::Host => block.push(self.host_statement()?),
            _ => self.simple_statements(block)?,
        }
        Ok(())
    }

    /// Rejects a compound statement outside functions, if the dialect does.
    fn check_top_level(&mut self, span: Span, what: &str) {
        if self.scopes.is_empty() && !self.dialect.top_level_control {
            self.misplaced(span, format!("{what} not within a function"));
        }
    }

    /// Parses `:` and a body: the rest of the line, or a block.
    fn suite(&mut self, opener: Span) -> Parsed<Block> {
        self.expect(Kind::Colon)?;
        let mut block = Vec::new();
        if self.kind() != Kind::Newline {
            self.simple_statements(&mut block)?;
            return Ok(block.into());
        }
        self.advance();
        self.nested(|p| match p.dialect.blocks {
            Blocks::End => p.block_to_end(&mut block, opener),
            Blocks::Indented => p.indented_block(&mut block),
        })?;
        Ok(block.into())
    }

    fn indented_block(&mut self, block: &mut Vec<Stmt>) -> Parsed<()> {
        self.expect(Kind::Indent)?;
        while self.kind() != Kind::Dedent && self.kind() != Kind::Eof {
            if !self.eat(Kind::Newline) {
                self.statement(block)?;
            }
        }
        self.eat(Kind::Dedent);
        Ok(())
    }

    /// Parses statements up to the `end`, `elif` or `else` that closes the block. The caller decides which ones are
    /// allowed.
    fn block_to_end(&mut self, block: &mut Vec<Stmt>, opener: Span) -> Parsed<()> {
        self.blocks.push(opener);
        loop {
            match self.kind() {
                Kind::End | Kind::ImplicitEnd | Kind::Elif | Kind::Else => break,
                Kind::Eof => {
                    let innermost = self.blocks.last().copied().unwrap_or(opener);
                    return Err(error(innermost, Fault::OpenBlock));
                }
                Kind::Newline => {
                    self.advance();
                }
                _ => self.statement(block)?,
            }
        }
        self.blocks.pop();
        Ok(())
    }

    /// Closes a suite that just ended. If it was a block, expects its `end`.
    fn close(&mut self, was_block: bool) -> Parsed<()> {
        if !was_block || self.dialect.blocks == Blocks::Indented {
            return Ok(());
        }
        match self.kind() {
            Kind::ImplicitEnd => {
                self.advance();
                Ok(())
            }
            Kind::End => {
                self.advance();
                match self.kind() {
                    Kind::Newline | Kind::Semi => {
                        self.advance();
                        Ok(())
                    }
                    Kind::Eof | Kind::End => Ok(()),
                    _ => Err(self.unexpected(Kind::Newline)),
                }
            }
            _ => Err(self.unexpected(Want::Expression)),
        }
    }

    /// Whether the suite after the next `:` is a block, not the rest of the line.
    fn opens_block(&self) -> bool {
        self.kind() == Kind::Colon && self.kind_after() == Kind::Newline
    }

    fn conditional(&mut self) -> Parsed<Stmt> {
        let token = self.advance();
        let span = self.span(token);
        self.check_top_level(span, "if statement");
        let mut clauses = Vec::new();
        let mut otherwise = Block::default();
        let test = self.test()?;
        let mut is_block = self.opens_block();
        self.enclosing.push(Compound::Conditional);
        clauses.push((test, self.suite(span)?));
        loop {
            // In the dialect with `end`, a body on the line of its `if` is complete: what follows belongs to the
            // outer block.
            let may_follow = is_block || self.dialect.blocks == Blocks::Indented;
            let opener = self.span(self.token());
            match self.kind() {
                Kind::Elif if may_follow => {
                    self.advance();
                    let test = self.test()?;
                    is_block = self.opens_block();
                    clauses.push((test, self.suite(opener)?));
                }
                Kind::Else if may_follow => {
                    self.advance();
                    is_block = self.opens_block();
                    otherwise = self.suite(opener)?;
                    break;
                }
                _ => break,
            }
        }
        self.enclosing.pop();
        self.close(is_block)?;
        let whole = Conditional { clauses: clauses.into(), otherwise };
        Ok(Stmt { kind: StmtKind::If(Box::new(whole)), span })
    }

    fn for_loop(&mut self) -> Parsed<Stmt> {
        let span = self.span(self.token());
        self.advance();
        self.check_top_level(span, "for loop");
        let target = self.loop_target()?;
        self.expect(Kind::In)?;
        let iterable = self.expression_list(false)?;
        let body = self.loop_body(span)?;
        Ok(Stmt { kind: StmtKind::For { target, iterable, body }, span })
    }

    fn while_loop(&mut self) -> Parsed<Stmt> {
        let span = self.span(self.token());
        if !self.dialect.while_loops {
            self.misplaced(span, "dialect does not support while loops");
        }
        self.advance();
        self.check_top_level(span, "while loop");
        let test = self.test()?;
        let body = self.loop_body(span)?;
        Ok(Stmt { kind: StmtKind::While { test, body }, span })
    }

    fn loop_body(&mut self, opener: Span) -> Parsed<Block> {
        let is_block = self.opens_block();
        self.loops += 1;
        self.enclosing.push(Compound::Loop);
        let body = self.suite(opener)?;
        self.enclosing.pop();
        self.loops -= 1;
        self.close(is_block)?;
        Ok(body)
    }

    fn function(&mut self) -> Parsed<Stmt> {
        let span = self.span(self.token());
        self.advance();
        let name = self.identifier()?;
        let (name, name_span) = (self.word(name), self.span(name));
        self.expect(Kind::LParen)?;
        let params = self.nested(|p| p.params(Kind::RParen))?;
        let close = self.expect(Kind::RParen)?;
        let header = span.to(self.span(close));
        let is_block = self.opens_block();
        let loops = std::mem::take(&mut self.loops);
        let enclosing = std::mem::take(&mut self.enclosing);
        self.scopes.push(None);
        let body = self.suite(span)?;
        let first_host_statement = self.scopes.pop().flatten();
        self.loops = loops;
        self.enclosing = enclosing;
        self.close(is_block)?;
        let target = self.add(ExprKind::Name(name.clone()), name_span, name_span.start, 0)?;
        let function = FunctionDef { name, params, body, span: header, first_host_statement };
        self.ast.functions.push(function);
        let function = FunctionId(self.ast.functions.len() as u32 - 1);
        Ok(Stmt { kind: StmtKind::Def { function, target }, span: header })
    }

    fn host_statement(&mut self) -> Parsed<Stmt> {
        let token = self.advance();
        let segments = self.segments;
        let Segment::Host { id, span, operands } = &segments[token.payload as usize] else {
            return Err(self.unexpected(Want::Other("statement")));
        };
        if let Some(scope) = self.scopes.last_mut() {
            scope.get_or_insert(*id);
        }
        let mut nodes = Vec::with_capacity(operands.len());
        for operand in operands {
            nodes.push(match operand {
                Operand::Value(range) => OperandNode::Value(self.operand_value(range.start)?),
                Operand::Arguments(_) => OperandNode::Arguments(self.arguments(Kind::OperandEnd)?),
            });
            self.expect(Kind::OperandEnd)?;
        }
        Ok(Stmt { kind: StmtKind::Host { id: *id, operands: nodes.into() }, span: *span })
    }

    fn operand_value(&mut self, start: u32) -> Parsed<ExprId> {
        if self.kind() == Kind::OperandEnd {
            let span = Span::at(self.file, start);
            return self.add(ExprKind::Tuple(Box::default()), span, start, 0);
        }
        self.expression_list(true)
    }
}
