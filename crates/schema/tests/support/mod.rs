//! Helpers for the tests of this crate: text in, documents or diagnostics out.

use std::{cell::RefCell, collections::HashMap, rc::Rc, sync::Arc};

use yardstick_diagnostics::{Result, SourceFile, Sources};
use yardstick_schema::{Proposals, assert_module};
use yardstick_starlark::{Error, Limits, Module, Text, Thread};
use yardstick_template::{
    CompileOptions, Environment, Output, TemplateHost, compile_starlark, compile_yaml, modules,
    plain_documents,
    tree::{Document, Yaml},
};

/// A set of named files.
pub(crate) struct World {
    pub(crate) sources: Arc<Sources>,
    pub(crate) thread: Thread,
    host: Rc<TemplateHost>,
    files: Rc<HashMap<String, String>>,
}

impl World {
    pub(crate) fn new(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let host = Rc::new(TemplateHost::new(|_| {}));
        // Endless rules must not hang the tests.
        let limits = Limits { steps: 1_000_000, ..Limits::default() };
        Self {
            sources: Arc::new(Sources::new()),
            thread: Thread::new(Rc::clone(&host) as Rc<_>, limits),
            host,
            files: Rc::new(files.into_iter().collect()),
        }
    }

    /// Returns the documents that the template `name` produces.
    pub(crate) fn template(&mut self, name: &str) -> Result<Vec<Document>> {
        let tree = self.tree(name)?;
        let options = CompileOptions::default();
        let compiled = compile_yaml(&tree, &self.sources, options, self.host.language())?;
        let environment = Rc::new(Loader {
            sources: Arc::clone(&self.sources),
            host: Rc::clone(&self.host),
            files: Rc::clone(&self.files),
            loaded: RefCell::default(),
        });
        match self.host.evaluate(&mut self.thread, &compiled, environment)?.output {
            Output::Documents(documents) => Ok(documents),
            Output::Text(_) | Output::None => Ok(Vec::new()),
        }
    }

    /// Returns the only document of the template `name` with the annotation `annotation`.
    pub(crate) fn annotated(&mut self, name: &str, annotation: &str) -> Result<Document> {
        let mut documents = self.template(name)?;
        documents.retain(|document| document.annotations.has(annotation));
        Ok(documents.pop().unwrap_or_else(|| panic!("{name} has no @{annotation}")))
    }

    /// Returns the documents of the plain YAML file `name`.
    pub(crate) fn plain(&mut self, name: &str) -> Result<Vec<Document>> {
        Ok(plain_documents(&self.tree(name)?))
    }

    fn tree(&self, name: &str) -> Result<yardstick_yaml::Tree> {
        let file = self.sources.add(SourceFile::new(name, self.files[name].as_bytes()));
        let source = self.sources.get(file);
        yardstick_yaml::parse(source, file, &yardstick_yaml::Options::reference())
    }
}

/// Loads the modules for the code of the tests.
struct Loader {
    sources: Arc<Sources>,
    host: Rc<TemplateHost>,
    files: Rc<HashMap<String, String>>,
    loaded: RefCell<HashMap<String, Rc<Module>>>,
}

impl Environment for Loader {
    fn load(&self, thread: &mut Thread, path: &str) -> Result<Rc<Module>, Error> {
        if let Some(name) = path.strip_prefix("@ytt:") {
            let value = match name {
                "assert" => assert_module(&self.sources, Proposals::default()),
                "spelling" => yardstick_schema::spelling_module(),
                other => modules::standard(other).ok_or("no such module")?,
            };
            return Ok(Rc::new(Module::native(vec![(Text::from(name), value)])));
        }
        if let Some(module) = self.loaded.borrow().get(path) {
            return Ok(Rc::clone(module));
        }
        let text = self.files.get(path).ok_or("no such file")?;
        let file = self.sources.add(SourceFile::new(path, text.as_bytes()));
        let compiled = compile_starlark(&self.sources.get(file), file, self.host.language())
            .map_err(|diagnostic| Error::caused("", diagnostic))?;
        let nothing = Rc::new(Loader {
            sources: Arc::clone(&self.sources),
            host: Rc::clone(&self.host),
            files: Rc::default(),
            loaded: RefCell::default(),
        });
        let evaluated = self.host.evaluate(thread, &compiled, nothing);
        let module = evaluated.map_err(|diagnostic| Error::caused("", diagnostic))?.module;
        self.loaded.borrow_mut().insert(path.to_owned(), Rc::clone(&module));
        Ok(module)
    }
}

/// Merges a values file into the values so far: maps are merged, everything else is replaced.
pub(crate) fn merge(left: &mut Yaml, right: &Yaml) {
    match (left, right) {
        (Yaml::Map(left), Yaml::Map(right)) => {
            let left = Rc::make_mut(left);
            for item in right.items() {
                match left.position_of(&item.key) {
                    Some(at) => {
                        let old = &mut left.values_mut()[at];
                        // A merged map keeps its position; anything else gets the new one.
                        if old.value.as_map().is_none() || item.value.as_map().is_none() {
                            old.position = item.position;
                        }
                        merge(&mut old.value, &item.value);
                    }
                    None => left.push(item.clone()),
                }
            }
        }
        (left, right) => *left = right.clone(),
    }
}
