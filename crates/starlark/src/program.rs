//! Programs: parsed, resolved and compiled once, run any number of times.

use std::any::Any;
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use yardstick_diagnostics::{FileId, Span};

use crate::branches::Branches;
use crate::compile::{Proto, compile};
use crate::dialect::Dialect;
use crate::environment::Environment;
use crate::remarks::{self, Remark};
use crate::resolve::resolve;
use crate::syntax::{Segment, SourceError, parse};
use crate::value::Text;

/// Options for compiling a source.
#[derive(Clone)]
pub struct Options {
    /// The variant of the language.
    pub dialect: Rc<Dialect>,
    /// The predefined names.
    pub environment: Rc<Environment>,
    /// The maximum nesting of brackets and blocks in the source.
    pub nesting: usize,
    /// Where the branches of programs, and whether they run, are recorded; `None` to record none.
    pub branches: Option<Arc<Branches>>,
}

impl Options {
    /// Returns the usual names and limits for `dialect`.
    pub fn new(dialect: Dialect) -> Self {
        let environment = Rc::new(Environment::new(&dialect));
        let nesting = crate::limits::Limits::default().nesting;
        Self { dialect: Rc::new(dialect), environment, nesting, branches: None }
    }
}

/// A program ready to run.
pub struct Program {
    pub(crate) proto: Option<Rc<Proto>>,
    pub(crate) globals: Vec<Global>,
    remarks: Vec<Remark>,
}

/// A global variable of a program.
pub(crate) struct Global {
    pub(crate) name: Text,
    /// Whether the module itself defines it, rather than only loading it.
    pub(crate) defined: bool,
}

impl Global {
    /// Whether other modules can load it.
    pub(crate) fn is_exported(&self) -> bool {
        self.defined && !self.name.as_bytes().starts_with(b"_")
    }
}

impl Program {
    /// Compiles the `segments` of a file. `unit` is passed to the host with everything that this program requests.
    pub fn compile<'s>(
        file: FileId,
        text: &[u8],
        segments: impl Into<Cow<'s, [Segment]>>,
        options: &Options,
        unit: Rc<dyn Any>,
    ) -> Result<Rc<Program>, Vec<SourceError>> {
        if u32::try_from(text.len()).is_err() {
            let span = Span::at(file, 0);
            let error = SourceError { fault: "file is too large".into(), span, hint: None };
            return Err(vec![error]);
        }
        let segments = segments.into();
        let (ast, mut errors) = parse(file, text, &segments, &options.dialect, options.nesting);
        // A large template has many segments, which are no longer needed.
        drop(segments);
        let resolved = match resolve(&ast, text, &options.dialect, &options.environment) {
            Ok(resolved) if errors.is_empty() => resolved,
            Ok(_) => return Err(errors),
            Err(undefined) => {
                errors.extend(undefined);
                return Err(errors);
            }
        };
        let remarks = remarks::of(&ast);
        let proto = compile(&ast, &resolved, file, unit, options);
        let globals = resolved
            .globals
            .into_iter()
            .map(|global| Global { defined: global.defined, name: global.name })
            .collect();
        Ok(Rc::new(Program { proto: Some(proto), globals, remarks }))
    }

    /// Whether it does the same whenever it runs, and what it leaves behind cannot change: it loads and calls nothing.
    pub fn is_constant(&self) -> bool {
        let holds_nothing = |function: &Rc<Proto>| {
            function.captures.is_empty() && function.params.optional.is_empty()
        };
        self.proto.as_ref().is_none_or(|proto| {
            proto.ops.iter().all(|op| op.is_constant()) && proto.functions.iter().all(holds_nothing)
        })
    }

    /// Whether it defines functions at its top level. A function equals only itself, so those of two runs differ.
    pub fn has_functions(&self) -> bool {
        self.proto.as_ref().is_some_and(|proto| !proto.functions.is_empty())
    }

    /// Returns probable mistakes in the program.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// Compiles a whole file of code.
    pub fn compile_file(
        file: FileId,
        text: &[u8],
        options: &Options,
        unit: Rc<dyn Any>,
    ) -> Result<Rc<Program>, Vec<SourceError>> {
        let whole = 0..u32::try_from(text.len()).unwrap_or(u32::MAX);
        Self::compile(file, text, &[Segment::Code(whole)], options, unit)
    }

    /// Creates the names of a module without code.
    pub(crate) fn native(globals: Vec<Global>) -> Self {
        Self { proto: None, globals, remarks: Vec::new() }
    }
}
