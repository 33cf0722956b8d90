//! Runs compiled files.

mod host;

use std::rc::Rc;

use yardstick_diagnostics::{Diagnostic, Result, codes};
use yardstick_starlark::{Error, Module, Text, Thread};

pub use host::{Discarded, TemplateHost};

use crate::{
    build::contexts::{Built, Context},
    compile::{Compiled, Yields},
    tree::Document,
};

/// What the code of one file can load: the modules and files around it.
pub trait Environment {
    /// Returns the module for `load(path, ...)`.
    fn load(&self, thread: &mut Thread, path: &str) -> std::result::Result<Rc<Module>, Error>;
}

/// The output of running a file.
#[derive(Debug)]
pub enum Output {
    /// The documents of a YAML template.
    Documents(Vec<Document>),
    /// The text of a text template.
    Text(Text),
    /// No output, only definitions.
    None,
}

/// The result of running a file.
pub struct Evaluated {
    /// The globals that it defined.
    pub module: Rc<Module>,
    /// The output that it built.
    pub output: Output,
}

impl TemplateHost {
    /// Runs `file` in `environment`.
    pub fn evaluate(
        &self,
        thread: &mut Thread,
        file: &Compiled,
        environment: Rc<dyn Environment>,
    ) -> Result<Evaluated> {
        let context = match file.yields {
            Yields::Text => Context::text(),
            Yields::Documents | Yields::Definitions => Context::default(),
        };
        self.begin(context, environment);
        let module = thread.eval(&file.program);
        let context = self.end();
        let result = module.map(|module| (module, context.finish()));
        let (module, built) = result.map_err(|error| {
            let diagnostic = error.into_diagnostic(codes::CODE_FAILED);
            match file.yields {
                Yields::Documents => diagnostic,
                Yields::Text => within(diagnostic, "Evaluating text template"),
                Yields::Definitions => within(diagnostic, "Evaluating starlark template"),
            }
        })?;
        let output = match (file.yields, built) {
            (Yields::Definitions, _) => Output::None,
            (_, Built::Text(text)) => Output::Text(text),
            (_, built) => Output::Documents(built.into_documents()),
        };
        Ok(Evaluated { module, output })
    }
}

fn within(diagnostic: Box<Diagnostic>, doing: &str) -> Box<Diagnostic> {
    Box::new(diagnostic.within(doing))
}
