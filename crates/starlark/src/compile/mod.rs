//! Compiles a syntax tree to code.

mod code;
mod expression;
mod fuse;
mod module;
mod statement;

use std::any::Any;
use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use yardstick_diagnostics::{FileId, Span};

pub(crate) use code::{
    ArgumentShape, DirectArgument, DirectCall, HostShape, LoadShape, Methods, Name, Op,
    OperandShape, Params, Place, Proto, RESULT, STACK,
};

use fuse::Direct;
use module::Residents;

use crate::branches::{BranchKind, Branches};
use crate::builtins;
use crate::dialect::Dialect;
use crate::numbers::{FEW, number_of};
use crate::program::Options;
use crate::resolve::{Capture, FunctionInfo, Resolved, Slot};
use crate::syntax::{Ast, Block, ExprId, FunctionDef, FunctionId, Param, ParamKind};
use crate::value::{Text, Value};

/// Compiles a whole program. Returns the code of its top level.
pub(crate) fn compile(
    ast: &Ast,
    resolved: &Resolved,
    file: FileId,
    unit: Rc<dyn Any>,
    options: &Options,
) -> Rc<Proto> {
    let Options { dialect, branches, .. } = options;
    let program =
        ProgramContext { ast, resolved, file, unit, dialect, branches: branches.as_ref() };
    let info = &resolved.functions[0];
    let mut compiler = FunctionCompiler::new(&program, info, &ast.body);
    compiler.residents = Residents::of(resolved, info.bindings.len());
    compiler.block(&ast.body);
    if !compiler.residents.variables.is_empty() {
        compiler.emit(Op::Publish, Span::at(file, 0));
    }
    compiler.emit(Op::ReturnNothing, Span::at(file, 0));
    // The rest runs once, so that fusing it would take longer than it saves.
    let looping = fuse::looping(&compiler.ops);
    let direct = compiler.fuse(looping, true);
    let span = Span::at(file, 0);
    Rc::new(compiler.finish("<toplevel>".into(), span, Params::default(), None, direct))
}

/// Returns the parameters in the order of their slots: positional, keyword-only, `*`, `**`.
pub(crate) fn in_slot_order(params: &[Param]) -> Vec<&Param> {
    let is_star = |param: &&Param| param.kind == ParamKind::Star;
    let is_star_star = |param: &&Param| param.kind == ParamKind::StarStar;
    let plain = |param: &&Param| matches!(param.kind, ParamKind::Required | ParamKind::Optional(_));
    let mut ordered: Vec<&Param> = params.iter().filter(plain).collect();
    ordered.extend(params.iter().filter(is_star));
    ordered.extend(params.iter().filter(is_star_star));
    ordered
}

fn params_of(definition: &FunctionDef) -> Params {
    let params = &definition.params;
    let star_at = params
        .iter()
        .position(|p| matches!(p.kind, ParamKind::Star | ParamKind::BareStar | ParamKind::StarStar))
        .unwrap_or(params.len());
    let ordered = in_slot_order(params);
    let plain = |p: &&Param| matches!(p.kind, ParamKind::Required | ParamKind::Optional(_));
    let keyword_only = ordered.iter().filter(|p| plain(p)).count() - star_at;
    let star = params.iter().any(|p| p.kind == ParamKind::Star);
    let star_star = params.iter().any(|p| p.kind == ParamKind::StarStar);
    Params {
        names: ordered.iter().map(|param| param.name.clone()).collect(),
        positional: star_at,
        keyword_only,
        star,
        star_star,
        simple: (keyword_only == 0 && !star && !star_star).then_some(star_at),
        optional: ordered
            .iter()
            .enumerate()
            .filter(|(_, p)| matches!(p.kind, ParamKind::Optional(_)))
            .map(|(slot, _)| slot as u32)
            .collect(),
    }
}

struct ProgramContext<'a> {
    ast: &'a Ast,
    resolved: &'a Resolved,
    file: FileId,
    unit: Rc<dyn Any>,
    dialect: &'a Rc<Dialect>,
    branches: Option<&'a Arc<Branches>>,
}

/// The state for compiling one function.
struct FunctionCompiler<'a> {
    program: &'a ProgramContext<'a>,
    info: &'a FunctionInfo,
    /// The cell of each binding that inner functions use.
    cell_of: Vec<Option<u32>>,
    /// The variables of the module in this frame, if this is its top-level code.
    residents: Residents,
    ops: Vec<Op>,
    spans: Vec<(u32, u32)>,
    constants: Vec<Value>,
    /// The numbers of string constants and predeclared values, so that each is stored once. The first [`FEW`] constants
    /// and names are found by comparing them.
    strings: FxHashMap<Text, u32>,
    predeclared: FxHashMap<u32, u32>,
    names: Vec<Name>,
    name_numbers: FxHashMap<Text, u32>,
    calls: Vec<ArgumentShape>,
    hosts: Vec<HostShape>,
    loads: Vec<LoadShape>,
    methods: Vec<(u32, u32, u32)>,
    functions: Vec<Rc<Proto>>,
    loops: Vec<LoopContext>,
}

struct LoopContext {
    start: usize,
    breaks: Vec<usize>,
    /// Whether leaving it ends an iteration.
    iterates: bool,
}

impl<'a> FunctionCompiler<'a> {
    fn new(program: &'a ProgramContext<'a>, info: &'a FunctionInfo, body: &Block) -> Self {
        // Many statements take one or two instructions.
        let size = 2 * body.len() + 1;
        let mut cells = 0;
        let cell_of = info
            .bindings
            .iter()
            .map(|binding| {
                binding.captured.then(|| {
                    cells += 1;
                    cells - 1
                })
            })
            .collect();
        Self {
            program,
            info,
            cell_of,
            residents: Residents::default(),
            ops: Vec::with_capacity(size),
            spans: Vec::with_capacity(size),
            constants: Vec::new(),
            strings: FxHashMap::default(),
            predeclared: FxHashMap::default(),
            names: Vec::new(),
            name_numbers: FxHashMap::default(),
            calls: Vec::new(),
            hosts: Vec::new(),
            loads: Vec::new(),
            methods: Vec::new(),
            functions: Vec::new(),
            loops: Vec::new(),
        }
    }

    /// Fuses instructions. `may_return` says whether the host does not change what the function returns.
    fn fuse(&mut self, range: Range<usize>, may_return: bool) -> Direct {
        fuse::fuse(&mut self.ops[range], &self.constants, &self.names, may_return)
    }

    fn finish(
        self,
        name: Text,
        span: Span,
        params: Params,
        first_host_statement: Option<u32>,
        direct: Direct,
    ) -> Proto {
        let may_return = first_host_statement.is_none();
        let bindings = self.info.bindings.iter().zip(&self.cell_of);
        let cells: Vec<Text> =
            bindings.filter(|(_, cell)| cell.is_some()).map(|(b, _)| b.name.clone()).collect();
        let plain = cells.is_empty() && may_return && self.program.dialect.recursion;
        let own = self.info.bindings.iter().map(|binding| binding.name.clone());
        let locals = own.chain(self.residents.names(self.program.resolved)).collect();
        Proto {
            direct: params.simple.filter(|_| plain).map(|count| count as u32),
            direct_calls: direct.calls,
            direct_arguments: direct.arguments,
            name,
            span,
            file: self.program.file,
            ops: self.ops,
            spans: self.spans,
            constants: self.constants,
            names: self.names,
            calls: self.calls,
            hosts: self.hosts,
            loads: self.loads,
            methods: self.methods,
            functions: self.functions,
            params,
            locals,
            residents: self.residents.variables,
            cells,
            free: self.info.captures.iter().map(|(name, _)| name.clone()).collect(),
            captures: Vec::new(),
            first_host_statement,
            unit: Rc::clone(&self.program.unit),
            dialect: Rc::clone(self.program.dialect),
            branches: self.program.branches.cloned(),
        }
    }

    fn emit(&mut self, op: Op, span: Span) -> usize {
        self.ops.push(op);
        self.spans.push((span.start, span.end));
        self.ops.len() - 1
    }

    /// Emits an instruction for an expression. Its errors are reported at the operator.
    fn emit_for(&mut self, op: Op, id: ExprId) -> usize {
        let expr = self.program.ast.expr(id);
        self.emit(op, Span::new(expr.span.file, expr.at, expr.span.end.max(expr.at)))
    }

    /// Records the start of a branch, if branches are recorded.
    fn branch(&mut self, kind: BranchKind, test: ExprId) {
        if let Some(branches) = self.program.branches {
            let span = self.program.ast.expr(test).span;
            let number = branches.add(kind, span);
            self.emit(Op::Branch(number), span);
        }
    }

    fn here(&self) -> u32 {
        self.ops.len() as u32
    }

    /// Makes the jump at `at` lead here.
    fn patch(&mut self, at: usize) {
        let here = self.here();
        match &mut self.ops[at] {
            Op::Jump(target)
            | Op::JumpIfFalse(target)
            | Op::JumpIfTrue(target)
            | Op::JumpIfFalseOrPop(target)
            | Op::JumpIfTrueOrPop(target)
            | Op::Next(target)
            | Op::NextLocal { target, .. } => *target = here,
            _ => {}
        }
    }

    fn constant(&mut self, value: Value) -> u32 {
        let number = self.constants.len() as u32;
        if let Value::Str(text) = &value {
            let is_same = |known: &Value| matches!(known, Value::Str(known) if known == text);
            if let Some(known) = number_of(&self.constants, is_same, &self.strings, text) {
                return known;
            }
            if self.constants.len() >= FEW {
                self.strings.insert(text.clone(), number);
            }
        }
        self.constants.push(value);
        number
    }

    fn name(&mut self, text: &Text) -> u32 {
        let is_same = |name: &Name| name.text == *text;
        if let Some(known) = number_of(&self.names, is_same, &self.name_numbers, text) {
            return known;
        }
        let number = self.names.len() as u32;
        if self.names.len() >= FEW {
            self.name_numbers.insert(text.clone(), number);
        }
        let methods = builtins::methods_named(text, self.program.dialect);
        self.names.push(Name { text: text.clone(), methods, hint: Cell::new(0) });
        number
    }

    fn slot(&self, id: ExprId) -> Slot {
        self.residents.locate(self.program.resolved.slots[id.0 as usize])
    }

    /// Returns the cell of a binding, if inner functions use it.
    fn cell(&self, binding: u32) -> Option<u32> {
        self.cell_of.get(binding as usize).copied().flatten()
    }

    /// Emits code that creates a function. Its defaults are evaluated first.
    fn function(&mut self, id: FunctionId, span: Span) {
        let definition = self.program.ast.function(id);
        for param in in_slot_order(&definition.params) {
            if let ParamKind::Optional(default) = param.kind {
                self.expr(default);
            }
        }
        let info = &self.program.resolved.functions[id.0 as usize + 1];
        let mut inner = FunctionCompiler::new(self.program, info, &definition.body);
        let params = params_of(definition);
        for slot in 0..params.names.len() {
            if let Some(cell) = inner.cell_of[slot] {
                inner.emit(Op::ParamToCell { local: slot as u16, cell }, definition.span);
            }
        }
        let prologue = inner.ops.len();
        inner.block(&definition.body);
        inner.emit(Op::ReturnNothing, definition.span);
        // Errors in binding arguments are reported at the first line of the body.
        for at in 0..prologue {
            inner.spans[at] = inner.spans[prologue];
        }
        let direct = inner.fuse(0..inner.ops.len(), definition.first_host_statement.is_none());
        let mut proto = inner.finish(
            definition.name.clone(),
            definition.span,
            params,
            definition.first_host_statement,
            direct,
        );
        proto.captures = info
            .captures
            .iter()
            .map(|(_, capture)| match capture {
                Capture::Local(binding) => {
                    Capture::Local(self.cell_of[*binding as usize].unwrap_or(0))
                }
                Capture::Free(number) => Capture::Free(*number),
            })
            .collect();
        self.functions.push(Rc::new(proto));
        self.emit(Op::MakeFunction(self.functions.len() as u32 - 1), span);
    }
}
