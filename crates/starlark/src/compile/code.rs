//! The compiled form of programs: flat code for a stack machine.

use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use yardstick_diagnostics::{FileId, Span};

use super::module::Resident;
use crate::branches::Branches;
use crate::dialect::Dialect;
use crate::resolve::Capture;
use crate::syntax::{BinaryOp, UnaryOp};
use crate::value::{Method, Text, Value};

/// The location of a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Local,
    Cell,
    Global,
}

impl Place {
    pub(crate) fn is_local(self) -> bool {
        matches!(self, Place::Local)
    }
}

/// The target of a fused instruction whose result goes on the stack instead of into a variable.
pub(crate) const STACK: u16 = u16::MAX;

/// The target of a fused instruction whose result is what the function returns.
pub(crate) const RESULT: u16 = u16::MAX - 1;

/// One instruction of eight bytes. Operands come from the stack, and results go there.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Const(u32),
    None,
    Bool(bool),
    Int(i32),
    LoadLocal(u32),
    StoreLocal(u32),
    LoadCell(u32),
    StoreCell(u32),
    LoadFree(u32),
    LoadGlobal(u32),
    StoreGlobal(u32),
    /// Moves a parameter that inner functions use into its cell.
    ParamToCell {
        local: u16,
        cell: u32,
    },
    /// `variable + a + b ...` assigned back to the variable, in place where possible.
    Concat {
        place: Place,
        count: u16,
        slot: u32,
    },
    /// `variable += value`.
    Extend {
        place: Place,
        slot: u32,
    },
    Pop,
    /// Drops the value of a call, and notifies the host of unused values that are more than a number.
    Discard,
    Dup,
    Dup2,
    Swap,
    /// Moves the top value below the two under it.
    Rot3,
    Add,
    Sub,
    Mul,
    FloorDiv,
    Mod,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Binary(BinaryOp),
    /// An operator with a small integer on its right.
    BinaryInt {
        op: BinaryOp,
        int: i32,
    },
    /// `left op= right`: lists, dicts and sets change in place.
    Inplace(BinaryOp),
    Unary(UnaryOp),
    Not,
    /// The start of a branch that is recorded.
    Branch(u32),
    Jump(u32),
    /// A jump back, which counts as one step.
    Loop(u32),
    JumpIfFalse(u32),
    JumpIfTrue(u32),
    JumpIfFalseOrPop(u32),
    JumpIfTrueOrPop(u32),
    /// Starts a loop over the top value.
    Iterate,
    /// Pushes the next item, or ends the loop and jumps.
    Next(u32),
    /// Stores the next item in a local variable, or ends the loop and jumps.
    NextLocal {
        slot: u16,
        target: u32,
    },
    EndLoop,
    List(u32),
    Tuple(u32),
    Dict(u32),
    /// Adds an entry to the dict literal below. A duplicate key is an error.
    DictEntry,
    /// Adds to the list comprehension below.
    Append,
    /// Adds to the dict comprehension below.
    Insert,
    Attr(u32),
    SetAttr(u32),
    Index,
    SetIndex,
    Slice,
    Unpack(u32),
    Call(u32),
    CallMethod {
        count: u16,
        name: u32,
    },
    /// A call with keyword or starred arguments.
    CallWith(u32),
    MakeFunction(u32),
    Return,
    ReturnNothing,
    Load(u32),
    /// Moves the variables of the module from the frame of its top-level code to where functions find them.
    Publish,
    /// A host statement without operands, with one value, or as described.
    Host(u32),
    HostValue(u32),
    HostWith(u32),

    // Fused instructions: see `fuse`. `to` is a local variable, `STACK` or, for arithmetic, `RESULT`.
    /// `left op right`, arithmetic.
    BinaryLocals {
        op: BinaryOp,
        left: u16,
        right: u16,
        to: u16,
    },
    /// `local op int`, arithmetic.
    BinaryLocalInt {
        op: BinaryOp,
        local: u16,
        int: i16,
        to: u16,
    },
    /// A branch that is taken unless `left op right`.
    CompareLocals {
        op: BinaryOp,
        left: u16,
        right: u16,
    },
    /// A branch that is taken unless `local op int`.
    CompareLocalInt {
        op: BinaryOp,
        local: u16,
        int: i32,
    },
    /// `to += more` or `to = to + more`.
    AddLocal {
        to: u16,
        more: u16,
    },
    /// `to += int` or `to = to + int`.
    AddInt {
        to: u16,
        int: i32,
    },
    /// `object[int]`.
    LocalItem {
        object: u16,
        int: u16,
        to: u16,
    },
    /// `object[key]`.
    LocalsItem {
        object: u16,
        key: u16,
        to: u16,
    },
    /// `object["constant"]`.
    LocalConstItem {
        object: u16,
        constant: u32,
    },
    /// `object.name`.
    LocalAttr {
        object: u16,
        name: u32,
    },
    /// The function returns a local variable, where the host does not change that.
    ReturnLocal(u16),
    /// Two local variables go on the stack.
    LoadLocals {
        first: u16,
        second: u16,
    },
    /// A global and a local variable go on the stack: a function and its first argument.
    LoadGlobalLocal {
        local: u16,
        global: u32,
    },
    /// A call whose last argument is a small integer.
    CallInt {
        count: u16,
        int: i32,
    },
    /// A call whose last argument is a local variable.
    CallLocal {
        count: u16,
        local: u16,
    },
    /// `receiver.append(item)`, if the receiver is a list.
    CallAppend {
        name: u32,
    },
    /// A call of a global function whose arguments need not go over the stack.
    CallDirect(u32),
    /// The same for a built-in function with one argument.
    CallBuiltin(u32),
    /// `object[key] = value` of a local variable, with the value on the stack.
    SetLocalItem(u32),
    /// A host statement without operands, followed by one with a simple value.
    HostSet(u32),
    /// Stores the next item in a global variable, or ends the loop and jumps.
    NextGlobal {
        global: u16,
        target: u32,
    },
    /// `left op right` of global variables, arithmetic.
    BinaryGlobals {
        op: BinaryOp,
        left: u16,
        right: u16,
    },
    /// `global op int`, arithmetic or a comparison.
    BinaryGlobalInt {
        op: BinaryOp,
        global: u16,
        int: i32,
    },
}

const _: () = assert!(size_of::<Op>() == 8);

/// A call of a function with arguments that are read from where they are.
pub(crate) struct DirectCall {
    /// The function: a global variable, or the constant that is a built-in one. For an assignment to an item, the local
    /// variable with the object; the key is the argument. For two host statements, the first; the argument belongs to the
    /// second.
    pub(crate) callee: u32,
    /// Its first argument among `Proto::direct_arguments`.
    pub(crate) first: u32,
    pub(crate) count: u32,
    /// The number of instructions before the last one, the call itself.
    pub(crate) before: u16,
    /// Whether it is a built-in function that has a shorter way to most results, called with a local variable.
    pub(crate) is_glance: bool,
}

/// An argument of a direct call.
#[derive(Clone, Copy)]
pub(crate) enum DirectArgument {
    Local(u16),
    Global(u32),
    Const(u32),
    Int(i32),
    /// `local op int`, arithmetic.
    LocalInt {
        op: BinaryOp,
        local: u16,
        int: i32,
    },
    /// `left op right` of local variables, arithmetic.
    Locals {
        op: BinaryOp,
        left: u16,
        right: u16,
    },
    /// `global op int`, arithmetic.
    GlobalInt {
        op: BinaryOp,
        global: u16,
        int: i32,
    },
    /// `left op right` of global variables, arithmetic.
    Globals {
        op: BinaryOp,
        left: u16,
        right: u16,
    },
}

const _: () = assert!(size_of::<DirectArgument>() == 8);

impl Op {
    /// Whether it does the same whenever it runs, if those before it do.
    pub(crate) fn is_constant(self) -> bool {
        matches!(
            self,
            Op::Const(_)
                | Op::None
                | Op::Bool(_)
                | Op::Int(_)
                | Op::List(_)
                | Op::Tuple(_)
                | Op::Dict(_)
                | Op::DictEntry
                | Op::MakeFunction(_)
                | Op::StoreGlobal(_)
                | Op::Host(_)
                | Op::HostValue(_)
                | Op::HostWith(_)
                | Op::ReturnNothing
        )
    }
}

/// A name after a dot, with the built-in methods it may mean.
pub(crate) struct Name {
    pub(crate) text: Text,
    pub(crate) methods: Methods,
    /// The index of the struct field that it matched last time.
    pub(crate) hint: Cell<usize>,
}

/// The method of a name for each built-in type, looked up once.
#[derive(Clone, Copy, Default)]
pub(crate) struct Methods {
    pub(crate) string: Option<&'static Method>,
    pub(crate) list: Option<&'static Method>,
    pub(crate) dict: Option<&'static Method>,
    pub(crate) set: Option<&'static Method>,
}

/// The layout of call arguments on the stack: positional, named, `*`, `**`.
#[derive(Debug)]
pub(crate) struct ArgumentShape {
    pub(crate) positional: u32,
    pub(crate) names: Box<[Text]>,
    pub(crate) star: bool,
    pub(crate) star_star: bool,
    /// For `receiver.name(...)`: the name. The receiver is in the place of the callee.
    pub(crate) method: Option<u32>,
}

impl ArgumentShape {
    /// Returns the number of values on the stack, without the callee.
    pub(crate) fn width(&self) -> usize {
        self.positional as usize
            + self.names.len()
            + usize::from(self.star)
            + usize::from(self.star_star)
    }
}

/// A host statement with operands other than one value.
pub(crate) struct HostShape {
    pub(crate) id: u32,
    pub(crate) operands: Box<[OperandShape]>,
}

pub(crate) enum OperandShape {
    Value,
    Arguments(ArgumentShape),
}

/// A `load` statement.
pub(crate) struct LoadShape {
    pub(crate) path: Text,
    pub(crate) names: Box<[(Text, u32)]>,
}

/// The parameters of a function in the order of their slots: positional, keyword-only, `*`, `**`.
#[derive(Default)]
pub(crate) struct Params {
    pub(crate) names: Box<[Text]>,
    pub(crate) positional: usize,
    pub(crate) keyword_only: usize,
    pub(crate) star: bool,
    pub(crate) star_star: bool,
    /// Slots of the parameters with defaults, in order.
    pub(crate) optional: Box<[u32]>,
    /// The number of positional arguments for which a call needs no further checks, if there is such a number.
    pub(crate) simple: Option<usize>,
}

/// Compiled code of a function or of a module's top level.
pub(crate) struct Proto {
    pub(crate) name: Text,
    pub(crate) span: Span,
    pub(crate) file: FileId,
    pub(crate) ops: Vec<Op>,
    /// The source range of each instruction.
    pub(crate) spans: Vec<(u32, u32)>,
    pub(crate) constants: Vec<Value>,
    pub(crate) names: Vec<Name>,
    pub(crate) calls: Vec<ArgumentShape>,
    pub(crate) hosts: Vec<HostShape>,
    pub(crate) loads: Vec<LoadShape>,
    pub(crate) direct_calls: Vec<DirectCall>,
    pub(crate) direct_arguments: Vec<DirectArgument>,
    /// The number of arguments with which it can be called directly: nothing else happens at its start.
    pub(crate) direct: Option<u32>,
    /// For each method call: the instruction, and the source range of the dot and the name.
    pub(crate) methods: Vec<(u32, u32, u32)>,
    pub(crate) functions: Vec<Rc<Proto>>,
    pub(crate) params: Params,
    pub(crate) locals: Vec<Text>,
    /// The last of its local variables, if they are variables of the module.
    pub(crate) residents: Vec<Resident>,
    pub(crate) cells: Vec<Text>,
    pub(crate) free: Vec<Text>,
    /// The source of each captured variable when the function is created: a cell or a captured variable.
    pub(crate) captures: Vec<Capture>,
    /// The first host statement of its body.
    pub(crate) first_host_statement: Option<u32>,
    pub(crate) unit: Rc<dyn Any>,
    pub(crate) dialect: Rc<Dialect>,
    /// Where its branches are recorded.
    pub(crate) branches: Option<Arc<Branches>>,
}

impl Proto {
    /// Returns the position of the instruction at `pc`.
    pub(crate) fn span_at(&self, pc: usize) -> Span {
        let (start, end) = self.spans.get(pc).copied().unwrap_or((self.span.start, self.span.end));
        Span::new(self.file, start, end)
    }

    /// Returns the variable of the module that a local variable is, if it is one.
    pub(crate) fn resident(&self, local: u32) -> Option<Resident> {
        let first = self.first_resident();
        self.residents.get((local as usize).checked_sub(first)?).copied()
    }

    /// Returns the number of the first local variable that is a variable of the module.
    pub(crate) fn first_resident(&self) -> usize {
        self.locals.len() - self.residents.len()
    }

    /// Returns the position of the name in the method call at `pc`.
    pub(crate) fn method_at(&self, pc: usize) -> Option<Span> {
        let at = self.methods.binary_search_by_key(&(pc as u32), |&(pc, ..)| pc).ok()?;
        let (_, start, end) = self.methods[at];
        Some(Span::new(self.file, start, end))
    }
}
