//! The syntax tree. Expressions are in one vector and refer to each other by number, so that dropping and annotating
//! a tree needs no recursion.

use num_bigint::BigInt;
use yardstick_diagnostics::Span;

use crate::value::Text;

/// The number of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExprId(pub u32);

/// The number of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FunctionId(pub u32);

/// A parsed program.
#[derive(Debug, Default)]
pub struct Ast {
    /// All expressions.
    pub exprs: Vec<Expr>,
    /// All functions and lambdas.
    pub functions: Vec<FunctionDef>,
    /// The statements outside functions.
    pub body: Block,
}

impl Ast {
    /// Returns the expression with number `id`.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// Returns the function with number `id`.
    pub fn function(&self, id: FunctionId) -> &FunctionDef {
        &self.functions[id.0 as usize]
    }
}

/// Statements in order.
pub type Block = Box<[Stmt]>;

// Keep them small, because large templates have many.
const _: () = assert!(size_of::<Expr>() <= 48 && size_of::<Stmt>() <= 48);

/// An expression and its position.
#[derive(Debug)]
pub struct Expr {
    /// The kind of expression.
    pub kind: ExprKind,
    /// The whole expression.
    pub span: Span,
    /// The position of its operator, dot or opening bracket, where errors are reported.
    pub at: u32,
    /// The levels of nesting below it, which the parser limits.
    pub height: u16,
}

/// Kinds of expressions.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum ExprKind {
    Name(Text),
    Int(i64),
    BigInt(Box<BigInt>),
    Float(f64),
    Str(Text),
    Bytes(Text),
    List(Box<[ExprId]>),
    Tuple(Box<[ExprId]>),
    Dict(Box<[(ExprId, ExprId)]>),
    Unary(UnaryOp, ExprId),
    Binary(BinaryOp, ExprId, ExprId),
    Logical(LogicalOp, ExprId, ExprId),
    Conditional {
        test: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    Attr(ExprId, Text),
    Index(ExprId, ExprId),
    /// The box holds its start, stop and step.
    Slice(ExprId, Box<[Option<ExprId>; 3]>),
    Call {
        callee: ExprId,
        args: Box<[Argument]>,
    },
    Lambda(FunctionId),
    Comprehension(Box<Comprehension>),
}

/// A list or a dict made by a loop.
#[derive(Debug)]
pub struct Comprehension {
    /// The kind of collection that it builds.
    pub kind: ComprehensionKind,
    /// The clauses after its element.
    pub clauses: Box<[Clause]>,
}

/// The kind of collection that a comprehension builds.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum ComprehensionKind {
    List(ExprId),
    Dict(ExprId, ExprId),
}

/// A clause of a comprehension, after its element.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Clause {
    For { target: ExprId, iterable: ExprId },
    If(ExprId),
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum UnaryOp {
    Not,
    Minus,
    Plus,
    Invert,
}

/// Binary operators that always evaluate both operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    FloorDiv,
    Mod,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    In,
    NotIn,
}

impl BinaryOp {
    /// Returns the operator as written.
    pub fn sign(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::FloorDiv => "//",
            BinaryOp::Mod => "%",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::In => "in",
            BinaryOp::NotIn => "not in",
        }
    }
}

/// `and`, `or`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum LogicalOp {
    And,
    Or,
}

/// An argument of a call.
#[derive(Debug)]
pub struct Argument {
    /// How it is passed: by position, by name, or starred.
    pub kind: ArgumentKind,
    /// Its expression.
    pub value: ExprId,
}

/// How an argument is passed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ArgumentKind {
    Positional,
    Named(Text),
    Star,
    StarStar,
}

/// A function or lambda.
#[derive(Debug)]
pub struct FunctionDef {
    /// Its name, or `lambda`.
    pub name: Text,
    /// Its parameters in order.
    pub params: Vec<Param>,
    /// Its statements; a lambda has one `return`.
    pub body: Block,
    /// From `def` to the end of the header, or the whole lambda.
    pub span: Span,
    /// The first host statement of its body, not counting nested functions.
    pub first_host_statement: Option<u32>,
}

/// A parameter.
#[derive(Debug)]
pub struct Param {
    /// Its name; empty for a bare `*`.
    pub name: Text,
    /// The position.
    pub span: Span,
    /// The arguments that it accepts.
    pub kind: ParamKind,
}

/// The arguments that a parameter accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ParamKind {
    Required,
    Optional(ExprId),
    Star,
    BareStar,
    StarStar,
}

/// A statement and its position.
#[derive(Debug)]
pub struct Stmt {
    /// The kind of statement.
    pub kind: StmtKind,
    /// The position; for compound statements, the header.
    pub span: Span,
}

/// Kinds of statements.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum StmtKind {
    Expr(ExprId),
    Assign { target: ExprId, value: ExprId },
    Augment { op: BinaryOp, target: ExprId, value: ExprId },
    If(Box<Conditional>),
    For { target: ExprId, iterable: ExprId, body: Block },
    While { test: ExprId, body: Block },
    Def { function: FunctionId, target: ExprId },
    Return(Option<ExprId>),
    Break,
    Continue,
    Pass,
    Load(Box<Load>),
    Host { id: u32, operands: Box<[OperandNode]> },
}

/// An `if` with its `elif` and `else`.
#[derive(Debug)]
pub struct Conditional {
    /// Tests, each with the block to run if it holds.
    pub clauses: Box<[(ExprId, Block)]>,
    /// The block to run if no test holds.
    pub otherwise: Block,
}

/// A `load` statement.
#[derive(Debug)]
pub struct Load {
    /// The path of the module.
    pub path: Text,
    /// The names to load.
    pub items: Box<[LoadItem]>,
}

/// A name loaded from a module.
#[derive(Debug)]
pub struct LoadItem {
    /// Its name in the module.
    pub from: Text,
    /// The position of that name.
    pub span: Span,
    /// The local name.
    pub target: ExprId,
}

/// A parsed operand of a host statement.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum OperandNode {
    Value(ExprId),
    Arguments(Box<[Argument]>),
}
