//! The template language: a dialect of Starlark, its values, and what runs it.
//!
//! A source becomes a [`Program`] once ([`Program::compile`]): tokens, tree, names resolved to slots, flat code.
//! A [`Thread`] runs programs within [`Limits`] and gives a frozen [`Module`] for each; functions found in
//! modules can be called later with [`Thread::call`].
//!
//! The language knows nothing of YAML. Whoever embeds it brings
//! - statements of its own between the lines of code ([`Segment::Host`], [`Host::statement`]);
//! - values of its own ([`HostValue`]) and native functions ([`Value::native`]);
//! - modules ([`Host::load`]).
//!
//! ```
//! use std::rc::Rc;
//! use yardstick_diagnostics::FileId;
//! use yardstick_starlark::{Dialect, Limits, Options, Program, Thread};
//!
//! let options = Options::new(Dialect::template());
//! let source = b"def double(x):\n  return x * 2\nend\nanswer = double(21)\n";
//! let program = Program::compile_file(FileId(0), source, &options, Rc::new(())).unwrap();
//! let mut thread = Thread::new(Rc::new(()), Limits::default());
//! let module = thread.eval(&program).unwrap();
//! assert_eq!(module.get(&"answer".into()).unwrap().to_repr(), "42");
//! ```

mod args;
mod builtins;
mod compile;
mod dialect;
mod environment;
mod error;
mod format;
mod limits;
pub mod memory;
mod program;
mod resolve;
pub mod spelling;
pub mod syntax;
mod value;
mod vm;

pub use args::{Args, Callable, FromValue, optional, required};
pub use dialect::{Blocks, Dialect, FloatText};
pub use environment::Environment;
pub use error::{Error, ErrorKind, Result};
pub use limits::Limits;
pub use program::{Options, Program};
pub use syntax::{Operand, Segment};
pub use value::{
    Builtin, Comparison, Dict, Freezer, Function, HostRef, HostValue, Iter, List, Native,
    NativeFunction, NativeModule, Range, Set, Side, Text, Tuple, Value,
};
pub use vm::{Host, Module, OperandValue, Thread};
