//! Programs: parsed, resolved and compiled once, run as often as wanted.

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

/// How a source becomes a program.
#[derive(Clone)]
pub struct Options {
    /// The variant of the language.
    pub dialect: Rc<Dialect>,
    /// The names it starts with.
    pub environment: Rc<Environment>,
    /// Nested brackets and blocks the source may have.
    pub nesting: usize,
    /// Where the branches of programs are noted, with those that run; `None` to note none.
    pub branches: Option<Arc<Branches>>,
}

impl Options {
    /// The usual names and bounds for `dialect`.
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
    /// Whether the module itself binds it, rather than only loading it.
    pub(crate) defined: bool,
}

impl Global {
    /// Whether other modules can load it.
    pub(crate) fn is_exported(&self) -> bool {
        self.defined && !self.name.as_bytes().starts_with(b"_")
    }
}

impl Program {
    /// Compiles the `segments` of a file. `unit` is handed to the host with everything this program asks of it.
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
        // A large template has many, which are not needed any more.
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

    /// What it does and hardly means.
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

    /// The names of a module without code.
    pub(crate) fn native(names: Vec<Text>) -> Self {
        let globals = names.into_iter().map(|name| Global { name, defined: true }).collect();
        Self { proto: None, globals, remarks: Vec::new() }
    }
}
