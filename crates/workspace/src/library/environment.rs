//! What the code of one file can access: modules, library files next to it, data files.

use std::{cell::OnceCell, rc::Rc};

use yardstick_diagnostics::{Diagnostic, codes, limits, spelling};
use yardstick_starlark::{Error, Module, Result, Text, Thread, Value};
use yardstick_template::{
    Compiled, Environment, Evaluated,
    modules::{self, data::DataFiles},
};

use super::{
    LibraryRun, hints,
    tree::{DirectoryId, FileAt, FileIndex},
};
use crate::Kind;

/// Modules that check rules.
const RULE_MODULES: [&str; 2] = ["assert", "schema"];

/// The accessible environment of one file in one evaluation of a library.
#[derive(Clone)]
pub(crate) struct FileEnvironment {
    pub(crate) run: Rc<LibraryRun>,
    /// The directory of the file.
    pub(crate) directory: DirectoryId,
    /// The directory where `/path` starts.
    pub(crate) root: DirectoryId,
    /// The data values for this evaluation of the file, once it has loaded them.
    pub(crate) values: Rc<OnceCell<Value>>,
}

impl FileEnvironment {
    /// Runs a file.
    pub(crate) fn evaluate(
        self,
        thread: &mut Thread,
        file: FileIndex,
    ) -> yardstick_diagnostics::Result<Evaluated> {
        let run = Rc::clone(&self.run);
        let compiled = run
            .project
            .compiled(file, run.options)
            .map_err(|error| hints::about_values(error, &run))?;
        run.project.remark_on(file, &compiled, &run.values.borrow());
        run.project
            .host
            .evaluate(thread, &compiled, Rc::new(self))
            .map_err(|error| hints::about_values(error, &run))
    }

    fn load_library_file(&self, thread: &mut Thread, path: &str) -> Result<Rc<Module>> {
        let project = &self.run.project;
        let (environment, path) = match path.strip_prefix('@') {
            Some(_) => {
                let Some((library, file)) = path[1..].split_once(':') else {
                    return Err(Error::new(
                        "Expected library path to be in format '@name:path' e.g. '@github.com/vmware-tanzu/test:test.star' or '@ytt:base64'",
                    )
                    .note(hints::near_file(self, path)));
                };
                let root = self.library(library)?;
                (FileEnvironment { directory: root, root, ..self.clone() }, file)
            }
            None => (self.clone(), path),
        };
        let FileAt { directory, file } = environment.find(path)?;
        let input = project.file(file);
        if !input.is_library() {
            return Err(Error::new(format!(
                "Expected file '{path}' to be a library file, but was not (hint: library filename must end with '.lib.yml' or '.star'; use data.read(...) for loading non-templated file contents)"
            ))
            .note(library_name(path)));
        }
        if input.kind() == Kind::Data {
            return Err(Error::new(format!("File '{path}' type is not a known")));
        }
        let key = (file, self.run.options);
        if let Some(known) = project.shared_modules.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        self.check_cycle(file)?;
        project.loading.borrow_mut().push(file);
        let evaluated = FileEnvironment { directory, values: Rc::default(), ..environment }
            .evaluate(thread, file);
        project.loading.borrow_mut().pop();
        match evaluated {
            Ok(evaluated) => {
                let is_shareable = |compiled: Rc<Compiled>| compiled.is_shareable();
                if project.compiled(file, self.run.options).is_ok_and(is_shareable) {
                    project.shared_modules.borrow_mut().insert(key, Rc::clone(&evaluated.module));
                }
                Ok(evaluated.module)
            }
            Err(diagnostic) => Err(Error::caused("", diagnostic)),
        }
    }

    /// Rejects a file that is already being loaded, because loading would never end. Also rejects too many nested
    /// loads.
    fn check_cycle(&self, file: FileIndex) -> Result<()> {
        let project = &self.run.project;
        let loading = project.loading.borrow();
        if loading.len() >= limits::LOAD_DEPTH {
            let depth = limits::LOAD_DEPTH;
            let message = format!("files load each other more than {depth} deep");
            let error = Diagnostic::error(codes::LOAD_CYCLE, message)
                .note("load the file that has the function, not one that passes it on");
            return Err(Error::caused("", Box::new(error)));
        }
        let Some(start) = loading.iter().position(|&other| other == file) else { return Ok(()) };
        let chain: Vec<&str> =
            loading[start..].iter().chain([&file]).map(|&file| project.file(file).path()).collect();
        let diagnostic = Diagnostic::error(
            codes::LOAD_CYCLE,
            format!("files load each other in a circle: {}", chain.join(" -> ")),
        )
        .note("move what both files need to a third one, and load that from both");
        Err(Error::caused("", Box::new(diagnostic)))
    }

    /// The private library `name` beside this file.
    pub(super) fn library(&self, name: &str) -> Result<DirectoryId> {
        let tree = &self.run.project.tree;
        tree.find_library(self.directory, name).map_err(|why| {
            Error::new(why).note(Some(hints::near_library(tree, self.directory, name)))
        })
    }

    /// The file at a path relative to this one, or from the root.
    fn find(&self, path: &str) -> Result<FileAt> {
        let tree = &self.run.project.tree;
        let found = match path.strip_prefix('/') {
            Some(path) => tree.find_file(self.root, path),
            None => tree.find_file(self.directory, path),
        };
        found.map_err(|why| Error::new(why).note(hints::near_file(self, path)))
    }

    fn builtin(&self, name: &str) -> Result<Rc<Module>> {
        let project = &self.run.project;
        // Modules that check rules follow the proposals that the library has chosen.
        let proposals = self.run.proposals.get();
        let is_usual = proposals == project.proposals || !RULE_MODULES.contains(&name);
        if let Some(known) = project.modules.borrow().get(name).filter(|_| is_usual) {
            return Ok(Rc::clone(known));
        }
        // Modules that depend on the file or library are created for each load.
        let own = match name {
            "data" => {
                let files: Rc<dyn DataFiles> = Rc::new(self.clone());
                let values = self.values.get_or_init(|| self.run.values.borrow().for_a_file());
                Some(modules::data::module(values.clone(), files))
            }
            "library" => Some(super::module::module(self)),
            "template" => Some(yardstick_template::replace_module(
                &project.host,
                self.run.options.implicit_map_key_overrides,
            )),
            _ => None,
        };
        if let Some(value) = own {
            return Ok(Rc::new(Module::native(vec![(Text::from(name), value)])));
        }
        let sources = &project.session.sources;
        let shared = match name {
            "overlay" => Some(yardstick_overlay::module(sources)),
            "assert" => Some(yardstick_schema::assert_module(sources, proposals)),
            "spelling" => Some(yardstick_schema::spelling_module()),
            "schema" => {
                let openapi = yardstick_bridge::export::openapi;
                Some(yardstick_schema::schema_module(sources, proposals, openapi))
            }
            _ => modules::standard(name),
        };
        let Some(value) = shared else {
            let error = Error::new(format!(
                "builtin ytt library does not have module '{name}' (hint: is it available in newer version of ytt?)"
            ));
            let mut names: Vec<&str> =
                modules::STANDARD.into_iter().chain(modules::OF_A_RUN).collect();
            names.sort_unstable();
            let near = spelling::nearest(name, names.iter().copied());
            return Err(error.note(Some(match near {
                Some(near) => spelling::did_you_mean(format_args!("@ytt:{near}")),
                None => format!("the modules are {}", names.join(", ")),
            })));
        };
        let module = Rc::new(Module::native(vec![(Text::from(name), value)]));
        if is_usual {
            project.modules.borrow_mut().insert(name.to_owned(), Rc::clone(&module));
        }
        Ok(module)
    }
}

impl Environment for FileEnvironment {
    fn load(&self, thread: &mut Thread, path: &str) -> Result<Rc<Module>> {
        match path.strip_prefix("@ytt:") {
            Some(name) => self.builtin(name),
            None => self.load_library_file(thread, path),
        }
    }
}

impl DataFiles for FileEnvironment {
    fn list(&self, path: Option<&str>) -> Result<Vec<String>> {
        let tree = &self.run.project.tree;
        let (start, below, prefix) = match path {
            None => (self.directory, "", String::new()),
            Some(path) => match path.strip_prefix('/') {
                Some("") => (self.root, "", "/".to_owned()),
                // The reference omits the directory from the result, and users rely on it.
                Some(below) => (self.root, below, "/".to_owned()),
                None => (self.directory, path, String::new()),
            },
        };
        let directory =
            tree.find_directory(start, below.trim_end_matches('/')).map_err(|message| {
                Error::new(message).note(Some(hints::near_directory(tree, start, below)))
            })?;
        let base = tree.path(directory).len();
        let base = if base == 0 { 0 } else { base + 1 };
        let paths = tree.walk(directory).into_iter();
        Ok(paths
            .map(|at| format!("{prefix}{}", &self.run.project.file(at.file).path()[base..]))
            .collect())
    }

    fn read(&self, path: &str) -> Result<Text> {
        let FileAt { file, .. } = self.find(path)?;
        match self.run.project.bytes(file) {
            Ok(bytes) => Ok(Text::from(&bytes[..])),
            Err(diagnostic) => Err(Error::caused("", diagnostic)),
        }
    }
}

/// A hint how to rename a file so that it can be loaded.
fn library_name(path: &str) -> Option<String> {
    if let Some(stem) = path.strip_suffix(".py") {
        return Some(format!(
            "rename the file to {stem}.star to load it; its language is close to Python"
        ));
    }
    let stem = path.strip_suffix(".yml").or_else(|| path.strip_suffix(".yaml"))?;
    let extension = &path[stem.len()..];
    Some(format!("rename the file to {stem}.lib{extension} to load it"))
}
