//! The template language: a dialect of Starlark, with its values and its evaluator.
//!
//! A source is compiled to a [`Program`] once ([`Program::compile`]): tokens, tree, names resolved to slots, flat
//! code. A [`Thread`] runs programs within [`Limits`] and returns a frozen [`Module`] for each. Functions in modules
//! can be called later with [`Thread::call`].
//!
//! The language does not know YAML. A program that embeds it provides
//! - its own statements between the lines of code ([`Segment::Host`], [`Host::statement`]);
//! - its own values ([`HostValue`]) and native functions ([`Value::native`]);
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
//!
//! // Functions of the module can be called later.
//! let double = module.get(&"double".into()).unwrap();
//! assert_eq!(thread.call(&double, &["ab".into()], &[]).unwrap().to_repr(), r#""abab""#);
//! ```
//!
//! A host provides native functions and modules. Errors include the calls that led to them, and limits stop programs
//! that would never end:
//!
//! ```
//! use std::{any::Any, rc::Rc};
//! use yardstick_diagnostics::{FileId, Span};
//! use yardstick_starlark::{
//!     Dialect, Error, ErrorKind, Host, Limits, Module, Options, Program, Result, Text, Thread, Value,
//! };
//!
//! struct Sizes;
//!
//! impl Host for Sizes {
//!     fn load(&self, _: &mut Thread, _: &Rc<dyn Any>, path: &Text, _: Span) -> Result<Rc<Module>> {
//!         if *path != "sizes" {
//!             return Err(Error::new(format!("no module {path}")));
//!         }
//!         let mega = Value::native("mega", |_, args| match args.positional {
//!             [Value::Int(count)] => Ok(Value::Int(count << 20)),
//!             _ => Err(Error::new("expected a number")),
//!         });
//!         Ok(Rc::new(Module::native(vec![("mega".into(), mega)])))
//!     }
//! }
//!
//! let options = Options::new(Dialect::template());
//! let run = |source: &str| {
//!     let program = Program::compile_file(FileId(0), source.as_bytes(), &options, Rc::new(())).unwrap();
//!     let limits = Limits { steps: 10_000, ..Limits::default() };
//!     Thread::new(Rc::new(Sizes), limits).eval(&program)
//! };
//!
//! let module = run("load(\"sizes\", \"mega\")\nsize = mega(2)\n").unwrap();
//! assert_eq!(module.get(&"size".into()).unwrap().to_repr(), "2097152");
//!
//! let error = run("def f(x):\n  return x + None\nend\nf(1)\n").err().expect("it fails");
//! assert_eq!(error.evaluation().frames.len(), 2);
//!
//! let error = run("sum = [x for x in range(1000000)]\n").err().expect("it is stopped");
//! assert_eq!(error.kind(), ErrorKind::Limit);
//! ```

mod args;
mod branches;
mod builtins;
mod compile;
mod dialect;
mod environment;
mod error;
mod format;
pub mod hints;
mod limits;
pub mod memory;
pub mod meter;
mod numbers;
mod program;
mod remarks;
mod resolve;
pub mod spelling;
pub mod syntax;
mod value;
mod vm;

pub use args::{Args, Callable, FromValue, optional, required};
pub use branches::{Branch, BranchKind, Branches};
pub use builtins::names_of;
pub use dialect::{Blocks, Dialect, FloatText};
pub use environment::Environment;
pub use error::{About, Error, ErrorKind, Result};
pub use limits::Limits;
pub use program::{Options, Program};
pub use remarks::{Remark, RemarkKind};
pub use syntax::{Operand, Segment};
pub use value::{
    Big, Builtin, Comparison, Dict, Freezer, Function, HostRef, HostValue, Iter, List, Native,
    NativeFunction, NativeModule, Range, Set, Side, Text, Tuple, Value,
};
pub use vm::{Host, Module, OperandValue, Thread};
