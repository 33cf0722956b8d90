//! A schema from the text of a single template, which cannot load other files.

use std::{rc::Rc, sync::Arc};

use yardstick_diagnostics::{Result, SourceFile, Sources, bail, codes};
use yardstick_starlark::{Error, Limits, Module, Text, Thread};
use yardstick_template::{
    CompileOptions, Environment, Output, TemplateHost, compile_yaml, modules, plain_documents,
    tree::{Document, Yaml},
};

use crate::{Proposals, Schema, assert_module, spelling_module, spread_string_rules};

/// A schema, and everything needed to check values against it.
pub struct Standalone {
    /// The schema.
    pub schema: Schema,
    /// The thread that runs its functions.
    pub thread: Thread,
    /// The source files for positions in messages.
    pub sources: Arc<Sources>,
}

impl Standalone {
    /// The maximum number of steps for functions of the schema, which may come from anywhere.
    const STEPS: u64 = 10_000_000;

    /// Reads the document in `text` that is marked as the data values schema. `name` is the file name in messages.
    pub fn new(name: &str, text: &str) -> Result<Self> {
        Self::among(&Arc::new(Sources::new()), name, text)
    }

    /// Reads a schema like [`new`](Self::new). Messages refer to positions in `sources`.
    pub fn among(sources: &Arc<Sources>, name: &str, text: &str) -> Result<Self> {
        let sources = Arc::clone(sources);
        let file = sources.add(SourceFile::new(name, text.as_bytes()));
        let options = yardstick_yaml::Options::reference();
        let tree = yardstick_yaml::parse(sources.get(file), file, &options)?;
        let host = Rc::new(TemplateHost::new(|_| {}));
        let compiled = compile_yaml(&tree, &sources, CompileOptions::default(), host.language())?;
        let limits = Limits { steps: Self::STEPS, ..Limits::default() };
        let mut thread = Thread::new(Rc::clone(&host) as Rc<_>, limits);
        let environment = Rc::new(StandardModules { sources: Arc::clone(&sources) });
        let output = host.evaluate(&mut thread, &compiled, environment)?.output;
        let documents = match output {
            Output::Documents(documents) => documents,
            Output::Text(_) | Output::None => Vec::new(),
        };
        let is_schema = "data/values-schema";
        let names = [is_schema, "schema/definition"];
        let is_found =
            |document: &Document| names.iter().any(|name| document.annotations.has(name));
        let found = documents.into_iter().find(is_found);
        let Some(mut document) = found else {
            bail!(
                codes::NO_DATA_VALUES_SCHEMA,
                "{name} has no document with the annotation @{is_schema}"
            );
        };
        spread_string_rules(&mut document, &sources)?;
        let schema = Schema::new(&mut thread, &document, &sources)?;
        Ok(Self { schema, thread, sources })
    }

    /// Parses plain YAML to a value that can be checked against the schema.
    pub fn plain(&self, text: &str) -> Result<Yaml> {
        let file = self.sources.add(SourceFile::new("values.yml", text.as_bytes()));
        let options = yardstick_yaml::Options::reference();
        let tree = yardstick_yaml::parse(self.sources.get(file), file, &options)?;
        let mut documents = plain_documents(&tree);
        Ok(documents.pop().map_or(Yaml::Null, |document| document.value))
    }
}

/// The modules that the schema's code can load.
struct StandardModules {
    sources: Arc<Sources>,
}

impl Environment for StandardModules {
    fn load(&self, _: &mut Thread, path: &str) -> std::result::Result<Rc<Module>, Error> {
        let name = path.strip_prefix("@ytt:").unwrap_or_default();
        let value = match name {
            "assert" => Some(assert_module(&self.sources, Proposals::default())),
            "spelling" => Some(spelling_module()),
            other => modules::standard(other),
        };
        let value = value.ok_or_else(|| Error::new(format!("there is no module {path}")))?;
        Ok(Rc::new(Module::native(vec![(Text::from(name), value)])))
    }
}
