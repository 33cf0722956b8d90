//! What all libraries of a run share: files, parsed trees, compiled programs.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use yardstick_diagnostics::{Diagnostic, Excerpt, FileId, Result, SourceFile, Sources};
use yardstick_schema::Proposals;
use yardstick_starlark::Module;
use yardstick_template::{CompileOptions, Compiled, TemplateHost};
use yardstick_yaml::Tree;

use super::{
    special,
    tree::{FileIndex, FileTree},
};
use crate::{InputFile, Kind, World};

/// What a library inherits from its caller and may change for itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Settings {
    pub(crate) strict: bool,
    pub(crate) ignore_unknown_comments: bool,
    pub(crate) implicit_map_key_overrides: bool,
    pub(crate) disable_validation: bool,
    pub(crate) warnings_as_errors: bool,
    pub(crate) disable_output_validation: bool,
    pub(crate) strict_annotations: bool,
    pub(crate) proposals: Proposals,
}

impl Settings {
    fn compile_options(self) -> CompileOptions {
        CompileOptions {
            ignore_unknown_comments: self.ignore_unknown_comments,
            implicit_map_key_overrides: self.implicit_map_key_overrides,
        }
    }
}

/// A YAML file as it was read.
#[derive(Clone, Debug)]
pub(crate) struct ParsedFile {
    pub(crate) tree: Arc<Tree>,
    pub(crate) is_template: bool,
}

/// All inputs of a run, and what was made of them so far.
pub(crate) struct Project {
    pub(crate) world: Arc<dyn World>,
    pub(crate) sources: Arc<Sources>,
    pub(crate) files: Vec<InputFile>,
    pub(crate) tree: FileTree,
    pub(crate) host: Rc<TemplateHost>,
    parsed: RefCell<FxHashMap<(FileIndex, bool), ParsedFile>>,
    compiled: RefCell<FxHashMap<(FileIndex, Settings), Rc<Compiled>>>,
    /// Modules without state, made when first loaded.
    pub(super) modules: RefCell<FxHashMap<String, Rc<Module>>>,
    /// Files being loaded, outermost first.
    pub(super) loading: RefCell<Vec<FileIndex>>,
    /// What is probably not meant.
    warnings: RefCell<Vec<Diagnostic>>,
    /// Files whose annotations have been looked through.
    looked_through: RefCell<FxHashSet<FileIndex>>,
    /// Whether rules for output may be written anywhere.
    has_rules: Cell<bool>,
    /// Whether the schema or the data values of a library that code asked for failed.
    pub(super) values_failed: Cell<bool>,
}

impl Project {
    pub(crate) fn new(
        world: Arc<dyn World>,
        sources: Arc<Sources>,
        files: Vec<InputFile>,
        host: Rc<TemplateHost>,
    ) -> Self {
        let tree = FileTree::new(&files);
        Self {
            world,
            sources,
            files,
            tree,
            host,
            parsed: RefCell::default(),
            compiled: RefCell::default(),
            modules: RefCell::default(),
            loading: RefCell::default(),
            warnings: RefCell::default(),
            looked_through: RefCell::default(),
            has_rules: Cell::new(false),
            values_failed: Cell::new(false),
        }
    }

    /// Keeps warnings for the end of the run.
    pub(crate) fn warn(&self, warnings: Vec<Diagnostic>) {
        self.warnings.borrow_mut().extend(warnings);
    }

    /// The warnings so far.
    pub(crate) fn take_warnings(&self) -> Vec<Diagnostic> {
        self.warnings.take()
    }

    /// Reads the YAML files `wanted`, in parallel. The error is that of the first file that has one.
    pub(crate) fn parse_all(&self, wanted: &[FileIndex], strict: bool) -> Result<()> {
        let missing: Vec<FileIndex> = {
            let parsed = self.parsed.borrow();
            wanted.iter().copied().filter(|&at| !parsed.contains_key(&(at, strict))).collect()
        };
        let (world, sources) = (&*self.world, &*self.sources);
        let files = &self.files;
        let read = |&at: &FileIndex| read_yaml(&files[at], world, sources, strict);
        // A pool of threads is not worth starting for a few small files.
        let results: Vec<Result<ParsedFile>> = if missing.len() < PARALLEL_FILES {
            missing.iter().map(read).collect()
        } else {
            missing.par_iter().map(read).collect()
        };
        let mut parsed = self.parsed.borrow_mut();
        for (at, result) in missing.into_iter().zip(results) {
            parsed.insert((at, strict), result?);
        }
        Ok(())
    }

    /// A YAML file as read.
    pub(crate) fn parsed(&self, file: FileIndex, strict: bool) -> Result<ParsedFile> {
        if let Some(known) = self.parsed.borrow().get(&(file, strict)) {
            return Ok(known.clone());
        }
        let parsed = read_yaml(&self.files[file], &*self.world, &self.sources, strict)?;
        self.parsed.borrow_mut().insert((file, strict), parsed.clone());
        Ok(parsed)
    }

    /// A file as a program; compiled once however often it is run.
    pub(crate) fn compiled(&self, file: FileIndex, settings: Settings) -> Result<Rc<Compiled>> {
        let key = (file, settings);
        if let Some(known) = self.compiled.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let compiled = Rc::new(self.compile(file, settings)?);
        self.compiled.borrow_mut().insert(key, Rc::clone(&compiled));
        Ok(compiled)
    }

    fn compile(&self, file: FileIndex, settings: Settings) -> Result<Compiled> {
        let input = &self.files[file];
        match input.kind() {
            Kind::Yaml => {
                let parsed = self.parsed(file, settings.strict)?;
                self.look_through(file, &parsed.tree, settings)?;
                yardstick_template::compile_yaml(
                    &parsed.tree,
                    &self.sources,
                    settings.compile_options(),
                    self.host.language(),
                )
            }
            Kind::Text => {
                let (source, id) = self.quoted(file, yardstick_template::CODE_PIECE)?;
                yardstick_template::compile_text(&source, id, self.host.language())
            }
            Kind::Starlark => {
                let (source, id) = self.quoted(file, Excerpt::Unnamed)?;
                yardstick_template::compile_starlark(&source, id, self.host.language())
            }
            Kind::Data => Err(Box::new(Diagnostic::error("YS0702", "Unknown file type"))),
        }
    }

    /// Looks at annotations before anything runs, once for each file.
    fn look_through(&self, file: FileIndex, tree: &Tree, settings: Settings) -> Result<()> {
        if !self.looked_through.borrow_mut().insert(file) {
            return Ok(());
        }
        if special::mentions_rules(tree) {
            self.has_rules.set(true);
        }
        let doubts = special::doubtful_annotations(tree, &self.sources);
        if settings.strict_annotations {
            return special::refuse(&doubts, &self.sources);
        }
        self.warn(doubts);
        Ok(())
    }

    /// Refuses annotations of all the templates in `files` that do nothing, together.
    pub(super) fn refuse_doubts(&self, files: &[FileIndex], settings: Settings) -> Result<()> {
        let mut doubts = Vec::new();
        for &file in files {
            let parsed = self.parsed(file, settings.strict)?;
            if parsed.is_template {
                doubts.extend(special::doubtful_annotations(&parsed.tree, &self.sources));
            }
        }
        special::refuse(&doubts, &self.sources)
    }

    /// Whether rules for output may be written anywhere; if not, nobody has to look for them.
    pub(crate) fn has_rules(&self) -> bool {
        self.has_rules.get()
    }

    /// The file as a source that is quoted in its own way.
    fn quoted(&self, file: FileIndex, excerpt: Excerpt) -> Result<(Arc<SourceFile>, FileId)> {
        let input = &self.files[file];
        let content = input.bytes(&*self.world)?.clone();
        let id = self.sources.add(SourceFile::new(input.path(), content).with_excerpt(excerpt));
        Ok((self.sources.get(id), id))
    }
}

/// From how many files on threads are worth starting.
const PARALLEL_FILES: usize = 8;

fn read_yaml(
    input: &InputFile,
    world: &dyn World,
    sources: &Sources,
    strict: bool,
) -> Result<ParsedFile> {
    let (id, source) = input.source_file(world, sources)?;
    let options = yardstick_yaml::Options { strict, ..yardstick_yaml::Options::reference() };
    let tree = yardstick_yaml::parse(source, id, &options)
        .map_err(|error| error.within(format!("Unmarshaling YAML template '{}'", input.path())))?;
    let is_template = yardstick_template::is_template(&tree);
    Ok(ParsedFile { tree: Arc::new(tree), is_template })
}
