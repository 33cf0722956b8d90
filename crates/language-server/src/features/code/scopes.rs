//! Resolves names: from a syntax tree to the facts that navigation needs.
//!
//! A name that a function assigns is local to the whole function. Otherwise it belongs to the enclosing function or to
//! the file. Comprehensions and lambdas have their own names.

use std::collections::HashMap;

use yardstick_diagnostics::Span;
use yardstick_starlark::{
    Text,
    syntax::{
        Argument, ArgumentKind, Ast, Block, Clause, ComprehensionKind, ExprId, ExprKind, LogicalOp,
        OperandNode, Param, ParamKind, StmtKind,
    },
};

use super::{
    Annotation, Binding, BindingIx, Code, Fact, Function, FunctionIx, Load, Meaning, Place, Shape,
    inside,
    pieces::{Host, Pieces},
};

/// Converts `ast`, which was parsed from `pieces`.
pub(super) fn build(ast: &Ast, text: &str, pieces: &Pieces) -> Code {
    let facts = ast
        .exprs
        .iter()
        .map(|expr| Fact { shape: shape(ast, &expr.kind), place: place(expr.span) });
    let functions = ast.functions.iter().map(|function| Function {
        params: Vec::new(),
        returns: Vec::new(),
        place: place(function.span),
    });
    let mut builder = Builder {
        ast,
        text,
        pieces,
        scopes: vec![Scope::default()],
        code: Code {
            exprs: facts.collect(),
            functions: functions.collect(),
            annotations: pieces.annotations_without_arguments(),
            ..Code::default()
        },
        function: None,
    };
    builder.declare(&ast.body, 0);
    builder.block(&ast.body, 0);
    builder.code
}

fn place(span: Span) -> Place {
    span.start..span.end
}

fn string(text: &Text) -> String {
    String::from_utf8_lossy(text.as_bytes()).into_owned()
}

fn ix(id: ExprId) -> usize {
    id.0 as usize
}

fn arguments(args: &[Argument]) -> Vec<(Option<String>, usize)> {
    let name = |kind: &ArgumentKind| match kind {
        ArgumentKind::Positional => None,
        ArgumentKind::Named(name) => Some(string(name)),
        ArgumentKind::Star => Some("*".to_owned()),
        ArgumentKind::StarStar => Some("**".to_owned()),
    };
    args.iter().map(|one| (name(&one.kind), ix(one.value))).collect()
}

/// The shape of an expression. Names are resolved later.
fn shape(_: &Ast, kind: &ExprKind) -> Shape {
    match kind {
        ExprKind::Name(_) => Shape::Name(None),
        ExprKind::Attr(object, name) => Shape::Attr(ix(*object), string(name)),
        ExprKind::Index(object, key) => Shape::Index(ix(*object), ix(*key)),
        ExprKind::Str(text) => Shape::Str(string(text)),
        ExprKind::Call { callee, args } => Shape::Call(ix(*callee), arguments(args)),
        ExprKind::Dict(pairs) => Shape::Dict(pairs.iter().map(|&(k, v)| (ix(k), ix(v))).collect()),
        ExprKind::List(items) | ExprKind::Tuple(items) => {
            Shape::Items(items.iter().map(|&item| ix(item)).collect())
        }
        ExprKind::Lambda(function) => Shape::Lambda(function.0 as usize),
        ExprKind::Conditional { then, otherwise, .. } => {
            Shape::Either(vec![ix(*then), ix(*otherwise)])
        }
        ExprKind::Logical(LogicalOp::Or, left, right) => Shape::Either(vec![ix(*left), ix(*right)]),
        ExprKind::Int(_) | ExprKind::BigInt(_) | ExprKind::Float(_) => Shape::Number,
        _ => Shape::Other,
    }
}

/// The names of a function, a comprehension or the file.
#[derive(Default)]
struct Scope {
    parent: Option<usize>,
    names: HashMap<Vec<u8>, BindingIx>,
}

struct Builder<'a> {
    ast: &'a Ast,
    text: &'a str,
    pieces: &'a Pieces,
    scopes: Vec<Scope>,
    code: Code,
    /// The function whose body is being walked.
    function: Option<FunctionIx>,
}

impl Builder<'_> {
    fn open(&mut self, parent: usize) -> usize {
        self.scopes.push(Scope { parent: Some(parent), ..Scope::default() });
        self.scopes.len() - 1
    }

    fn bind(&mut self, scope: usize, name: &Text, at: Place, meaning: Meaning) -> BindingIx {
        let next = self.code.bindings.len();
        let binding = *self.scopes[scope].names.entry(name.as_bytes().to_vec()).or_insert(next);
        if binding == next {
            self.code.bindings.push(Binding {
                name: string(name),
                is_global: scope == 0,
                definitions: Vec::new(),
                uses: Vec::new(),
                meanings: Vec::new(),
            });
        }
        let known = &mut self.code.bindings[binding];
        if !known.definitions.contains(&at) {
            known.definitions.push(at);
        }
        known.meanings.push(meaning);
        binding
    }

    fn find(&self, mut scope: usize, name: &Text) -> Option<BindingIx> {
        loop {
            let known = &self.scopes[scope];
            if let Some(&binding) = known.names.get(name.as_bytes()) {
                return Some(binding);
            }
            scope = known.parent?;
        }
    }

    /// Binds the names that a block assigns, except for those of nested functions.
    fn declare(&mut self, block: &Block, scope: usize) {
        for statement in block {
            match &statement.kind {
                StmtKind::Assign { target, value } => {
                    self.target(*target, scope, Meaning::Assigned(ix(*value)));
                }
                StmtKind::For { target, iterable, body } => {
                    self.target(*target, scope, Meaning::ItemOf(ix(*iterable)));
                    self.declare(body, scope);
                }
                StmtKind::If(whole) => {
                    for (_, body) in &whole.clauses {
                        self.declare(body, scope);
                    }
                    self.declare(&whole.otherwise, scope);
                }
                StmtKind::While { body, .. } => self.declare(body, scope),
                StmtKind::Def { function, target } => {
                    self.target(*target, scope, Meaning::Function(function.0 as usize));
                }
                StmtKind::Load(load) => {
                    self.load(&load.path, &load.items, statement.span, scope);
                }
                _ => {}
            }
        }
    }

    fn load(
        &mut self,
        path: &Text,
        items: &[yardstick_starlark::syntax::LoadItem],
        span: Span,
        scope: usize,
    ) {
        let number = self.code.loads.len();
        let path = string(path);
        let whole =
            span.start..items.first().map_or(self.text.len() as u32, |item| item.span.start);
        let at = inside(&whole, &path, self.text).unwrap_or(span.start..span.start);
        let mut load = Load { path, place: at, items: Vec::new() };
        for (position, item) in items.iter().enumerate() {
            let from = string(&item.from);
            let written = place(item.span);
            let written = inside(&written, &from, self.text).unwrap_or(written);
            load.items.push((from, written.clone()));
            let ExprKind::Name(local) = &self.ast.expr(item.target).kind else { continue };
            let before = self.text[..item.span.start as usize].trim_end();
            let here = match before.strip_suffix('=').map(str::trim_end) {
                // `local="name"`
                Some(before) if before.as_bytes().ends_with(local.as_bytes()) => {
                    before.len() as u32 - local.as_bytes().len() as u32..before.len() as u32
                }
                _ => written,
            };
            let binding = self.bind(scope, local, here, Meaning::Loaded(number, position));
            self.code.exprs[ix(item.target)].shape = Shape::Name(Some(binding));
        }
        self.code.loads.push(load);
    }

    fn target(&mut self, target: ExprId, scope: usize, meaning: Meaning) {
        let expr = self.ast.expr(target);
        match &expr.kind {
            ExprKind::Name(name) => {
                let binding = self.bind(scope, name, place(expr.span), meaning);
                self.code.exprs[ix(target)].shape = Shape::Name(Some(binding));
            }
            ExprKind::List(items) | ExprKind::Tuple(items) => {
                for &item in items {
                    self.target(item, scope, Meaning::Unknown);
                }
            }
            _ => {}
        }
    }

    fn block(&mut self, block: &Block, scope: usize) {
        for statement in block {
            match &statement.kind {
                StmtKind::Expr(expr) => self.expr(*expr, scope),
                StmtKind::Assign { target, value } => {
                    self.assigned(*target, scope);
                    self.expr(*value, scope);
                }
                StmtKind::Augment { target, value, .. } => {
                    self.expr(*target, scope);
                    self.expr(*value, scope);
                }
                StmtKind::If(whole) => {
                    for (test, body) in &whole.clauses {
                        self.expr(*test, scope);
                        self.block(body, scope);
                    }
                    self.block(&whole.otherwise, scope);
                }
                StmtKind::For { target, iterable, body } => {
                    self.assigned(*target, scope);
                    self.expr(*iterable, scope);
                    self.block(body, scope);
                }
                StmtKind::While { test, body } => {
                    self.expr(*test, scope);
                    self.block(body, scope);
                }
                StmtKind::Def { function, .. } => self.function(function.0 as usize, scope),
                StmtKind::Return(Some(expr)) => {
                    if let Some(function) = self.function {
                        self.code.functions[function].returns.push(ix(*expr));
                    }
                    self.expr(*expr, scope);
                }
                StmtKind::Host { id, operands } => self.host(*id, operands, scope),
                StmtKind::Return(None)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Pass
                | StmtKind::Load { .. } => {}
            }
        }
    }

    fn host(&mut self, id: u32, operands: &[OperandNode], scope: usize) {
        for operand in operands {
            match operand {
                OperandNode::Value(expr) => self.expr(*expr, scope),
                OperandNode::Arguments(args) => {
                    for one in args {
                        self.expr(one.value, scope);
                    }
                    if let Some(Host::Annotation(number)) = self.pieces.hosts.get(id as usize) {
                        let annotation: &mut Annotation = &mut self.code.annotations[*number];
                        annotation.arguments = arguments(args);
                    }
                }
            }
        }
    }

    /// The uses in the target of an assignment, besides the names themselves: `a[i] = 1` uses both.
    fn assigned(&mut self, target: ExprId, scope: usize) {
        match &self.ast.expr(target).kind {
            ExprKind::Name(_) => {}
            ExprKind::List(items) | ExprKind::Tuple(items) => {
                for &item in items {
                    self.assigned(item, scope);
                }
            }
            _ => self.expr(target, scope),
        }
    }

    fn function(&mut self, number: FunctionIx, outer: usize) {
        let function = &self.ast.functions[number];
        let scope = self.open(outer);
        for (position, param) in function.params.iter().enumerate() {
            if let ParamKind::Optional(default) = param.kind {
                self.expr(default, outer);
            }
            let stars = match param.kind {
                ParamKind::Star => 1,
                ParamKind::StarStar => 2,
                ParamKind::BareStar => continue,
                ParamKind::Required | ParamKind::Optional(_) => 0,
            };
            let at = param.span.start + stars..param.span.end;
            let meaning =
                if stars > 0 { Meaning::Unknown } else { Meaning::Parameter(number, position) };
            let binding = self.bind(scope, &param.name, at, meaning);
            let written = self.written(param);
            self.code.functions[number].params.push((binding, written));
        }
        self.declare(&function.body, scope);
        let around = self.function.replace(number);
        self.block(&function.body, scope);
        self.function = around;
    }

    /// A parameter as written, including its default.
    fn written(&self, param: &Param) -> String {
        let end = match param.kind {
            ParamKind::Optional(default) => self.ast.expr(default).span.end,
            _ => param.span.end,
        };
        self.text.get(param.span.start as usize..end as usize).unwrap_or_default().to_owned()
    }

    fn exprs(&mut self, all: &[ExprId], scope: usize) {
        for &one in all {
            self.expr(one, scope);
        }
    }

    fn expr(&mut self, id: ExprId, scope: usize) {
        let ast = self.ast;
        let expr = ast.expr(id);
        match &expr.kind {
            ExprKind::Name(name) => match self.find(scope, name) {
                Some(binding) => {
                    self.code.exprs[ix(id)].shape = Shape::Name(Some(binding));
                    self.code.bindings[binding].uses.push(place(expr.span));
                }
                None => self.code.free.push((string(name), place(expr.span))),
            },
            ExprKind::List(items) | ExprKind::Tuple(items) => self.exprs(items, scope),
            ExprKind::Dict(pairs) => pairs.iter().for_each(|&(k, v)| self.exprs(&[k, v], scope)),
            ExprKind::Unary(_, one) | ExprKind::Attr(one, _) => self.expr(*one, scope),
            ExprKind::Binary(_, a, b) | ExprKind::Logical(_, a, b) | ExprKind::Index(a, b) => {
                self.exprs(&[*a, *b], scope);
            }
            ExprKind::Conditional { test, then, otherwise } => {
                self.exprs(&[*test, *then, *otherwise], scope);
            }
            ExprKind::Slice(object, bounds) => {
                self.expr(*object, scope);
                bounds.iter().flatten().for_each(|&one| self.expr(one, scope));
            }
            ExprKind::Call { callee, args } => {
                self.expr(*callee, scope);
                for one in args {
                    self.expr(one.value, scope);
                }
            }
            ExprKind::Lambda(function) => self.function(function.0 as usize, scope),
            ExprKind::Comprehension(whole) => {
                let inner = self.open(scope);
                for clause in &whole.clauses {
                    match clause {
                        Clause::For { target, iterable } => {
                            self.expr(*iterable, inner);
                            self.target(*target, inner, Meaning::ItemOf(ix(*iterable)));
                        }
                        Clause::If(test) => self.expr(*test, inner),
                    }
                }
                match &whole.kind {
                    ComprehensionKind::List(item) => self.expr(*item, inner),
                    ComprehensionKind::Dict(key, value) => self.exprs(&[*key, *value], inner),
                }
            }
            ExprKind::Int(_)
            | ExprKind::BigInt(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Bytes(_) => {}
        }
    }
}
