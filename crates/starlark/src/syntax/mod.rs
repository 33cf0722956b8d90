//! Parses source text to a syntax tree.

mod ast;
mod fault;
mod lexer;
mod literal;
mod parser;
mod print;
mod segment;
mod token;
mod words;

pub use ast::{
    Argument, ArgumentKind, Ast, BinaryOp, Block, Clause, Comprehension, ComprehensionKind,
    Conditional, Expr, ExprId, ExprKind, FunctionDef, FunctionId, Load, LoadItem, LogicalOp,
    OperandNode, Param, ParamKind, Stmt, StmtKind, UnaryOp,
};
pub use fault::{Fault, SourceError, Want};
pub use parser::parse;
pub use print::print;
pub use segment::{Operand, Segment};
pub use token::Kind as TokenKind;
pub use words::{Word, WordKind, is_keyword, words};
