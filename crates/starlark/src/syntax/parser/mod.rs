//! Parses tokens to a syntax tree: recursive descent with a limit on nesting.

mod arguments;
mod expression;
mod simple;
mod statement;

use yardstick_diagnostics::{FileId, Span};

use super::ast::{Ast, Expr, ExprId, ExprKind};
use super::fault::{Fault, SourceError, Want};
use super::lexer::{AHEAD, Lexer};
use super::segment::Segment;
use super::token::{Kind, Token};
use crate::dialect::{Blocks, Dialect};
use crate::value::Text;

/// Parses the `segments` of a file. A syntax error stops it. A misplaced statement, such as a `return` outside a
/// function, is recorded and parsing continues, so that all of these are reported together.
pub fn parse(
    file: FileId,
    text: &[u8],
    segments: &[Segment],
    dialect: &Dialect,
    nesting: usize,
) -> (Ast, Vec<SourceError>) {
    let mut parser = Parser {
        file,
        text,
        segments,
        dialect,
        lexer: Lexer::new(text, segments, dialect),
        at: 0,
        // About as many as there will be: a large vector that grows needs twice its memory for a moment.
        ast: Ast { exprs: Vec::with_capacity(segments.len()), ..Ast::default() },
        depth: 0,
        nesting,
        scopes: Vec::new(),
        loops: 0,
        blocks: Vec::new(),
        enclosing: Vec::new(),
        misplaced: Vec::new(),
    };
    parser.read_ahead();
    match parser.program() {
        Ok(body) => parser.ast.body = body,
        Err(failure) => {
            // Report unreadable text before misplaced statements.
            let unreadable = parser.kind() == Kind::Error;
            let error = if unreadable { parser.unexpected(Want::Expression) } else { failure };
            parser.misplaced.push(*error);
            parser.ast.body = Box::default();
        }
    }
    (parser.ast, parser.misplaced)
}

/// A syntax error. Boxed: the failing path is rare and the results small.
type Failure = Box<SourceError>;

type Parsed<T> = Result<T, Failure>;

#[expect(clippy::unnecessary_box_returns, reason = "callers return it as an error, which is boxed")]
fn error(span: Span, fault: impl Into<Fault>) -> Failure {
    Box::new(SourceError { fault: fault.into(), span, hint: None })
}

/// The kind of block that a statement is in.
#[derive(Clone, Copy, PartialEq)]
enum Compound {
    Conditional,
    Loop,
}

struct Parser<'a> {
    file: FileId,
    text: &'a [u8],
    segments: &'a [Segment],
    dialect: &'a Dialect,
    lexer: Lexer<'a>,
    /// The index of the current token. Earlier tokens are discarded from time to time.
    at: usize,
    ast: Ast,
    /// The number of open brackets and blocks around the current token.
    depth: usize,
    nesting: usize,
    /// For each function being parsed, its first host statement so far.
    scopes: Vec<Option<u32>>,
    /// The number of loops in the current function around the current statement.
    loops: usize,
    /// The positions of blocks without their `end` so far.
    blocks: Vec<Span>,
    /// Compound statements around the current one, within its function.
    enclosing: Vec<Compound>,
    /// Errors that do not keep the rest from being read.
    misplaced: Vec<SourceError>,
}

impl Parser<'_> {
    fn token(&self) -> Token {
        self.lexer.out.list[self.at]
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    fn kind_after(&self) -> Kind {
        let tokens = &self.lexer.out.list;
        tokens[(self.at + 1).min(tokens.len() - 1)].kind
    }

    /// Consumes the current token; the last one stays.
    fn advance(&mut self) -> Token {
        let token = self.token();
        if self.at + 1 < self.lexer.out.list.len() {
            self.at += 1;
        }
        if self.at + 1 >= self.lexer.out.list.len() && !self.lexer.is_done {
            self.read_ahead();
        }
        token
    }

    /// Reads more tokens. The current one and the one before it stay.
    #[cold]
    fn read_ahead(&mut self) {
        let passed = self.at.saturating_sub(1);
        self.lexer.out.list.drain(..passed);
        self.at -= passed;
        while self.lexer.out.list.len() < AHEAD && !self.lexer.is_done {
            self.lexer.more();
        }
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, kind: Kind) -> Parsed<Token> {
        if self.kind() != kind {
            return Err(self.unexpected(kind));
        }
        Ok(self.advance())
    }

    fn span(&self, token: Token) -> Span {
        Span::new(self.file, token.start, token.end)
    }

    fn word(&self, token: Token) -> Text {
        Text::from(&self.text[token.start as usize..token.end as usize])
    }

    /// Notes an error and goes on.
    fn misplaced(&mut self, span: Span, fault: impl Into<Fault>) {
        self.misplaced.push(*error(span, fault));
    }

    /// The current token is not what was wanted.
    #[expect(
        clippy::unnecessary_box_returns,
        reason = "callers return it as an error, which is boxed"
    )]
    fn unexpected(&self, want: impl Into<Want>) -> Failure {
        let want = want.into();
        let token = self.token();
        let mut span = self.span(token);
        match token.kind {
            // Report where the unfinished text ends, not the end of the file.
            Kind::Eof if self.at > 0 => {
                span = Span::at(self.file, self.lexer.out.list[self.at - 1].end);
            }
            Kind::Error => {
                let unread = Fault::Unexpected { got: Kind::Error, want };
                return error(span, self.lexer.out.error.clone().unwrap_or(unread));
            }
            Kind::Pass => return self.reserved(token, false),
            Kind::End => return error(span, Fault::End),
            _ => {}
        }
        let hint = self.hint(token, want);
        Failure::from(SourceError {
            hint,
            ..*error(span, Fault::Unexpected { got: token.kind, want })
        })
    }

    fn hint(&self, token: Token, want: Want) -> Option<String> {
        let before = self.at.checked_sub(1).map(|at| self.lexer.out.list[at].kind);
        let hint = match (token.kind, want) {
            (Kind::Newline, Want::Token(Kind::Colon)) => {
                "missing colon at the end of 'if/for/def' statement?"
            }
            (Kind::Amp, _) if before == Some(Kind::Amp) => {
                "use 'and' instead of '&&' for logical-and"
            }
            (Kind::Pipe, _) if before == Some(Kind::Pipe) => {
                "use 'or' instead of '||' for logical-or"
            }
            _ => return None,
        };
        Some(hint.to_owned())
    }

    /// A keyword where none is allowed.
    #[expect(
        clippy::unnecessary_box_returns,
        reason = "callers return it as an error, which is boxed"
    )]
    fn reserved(&self, token: Token, for_name: bool) -> Failure {
        let word = self.word(token).to_string();
        error(self.span(token), Fault::Reserved { word, for_name })
    }

    /// Parses a name. Keywords get their own message.
    fn identifier(&mut self) -> Parsed<Token> {
        let token = self.token();
        match token.kind {
            Kind::Ident => Ok(self.advance()),
            kind if kind.is_keyword() && self.dialect.blocks == Blocks::Indented => {
                Err(error(self.span(token), "not an identifier"))
            }
            // `pass` is refused everywhere alike.
            kind if kind.is_keyword() => Err(self.reserved(token, kind != Kind::Pass)),
            _ => Err(self.unexpected(Kind::Ident)),
        }
    }

    /// Runs `parse` one level deeper, if the limit allows.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= self.nesting {
            let span = self.span(self.token());
            let message =
                format!("source is nested too deeply (more than {} levels)", self.nesting);
            return Err(error(span, message));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn expr(&self, id: ExprId) -> &Expr {
        self.ast.expr(id)
    }

    /// Adds an expression at `span`; `at` is the position for its errors.
    fn add(&mut self, kind: ExprKind, span: Span, at: u32, height: u16) -> Parsed<ExprId> {
        if usize::from(height) > self.nesting * 4 {
            return Err(error(span, "expression is nested too deeply"));
        }
        self.ast.exprs.push(Expr { kind, span, at, height });
        Ok(ExprId(self.ast.exprs.len() as u32 - 1))
    }

    /// Returns one more than the height of the tallest of `children`.
    fn above(&self, children: impl IntoIterator<Item = ExprId>) -> u16 {
        1 + children.into_iter().map(|id| self.expr(id).height).max().unwrap_or(0)
    }
}
