//! Data that all libraries of a run share: files, parsed trees, compiled programs.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use yardstick_diagnostics::{
    Content, Diagnostic, Excerpt, FileId, Result, SourceFile, bail, codes,
};
use yardstick_schema::Proposals;
use yardstick_starlark::Module;
use yardstick_template::{CompileOptions, Compiled, TemplateHost};
use yardstick_yaml::Tree;

use super::{
    files::LibraryFiles,
    remarks, special,
    tree::{DirectoryId, FileIndex, FileTree},
};
use crate::{
    InputFile, Kind, Session,
    inputs::ParsedFile,
    lint::{self, Use},
    options::LibraryOptions,
    plain, session, shared,
    values::ShownValues,
};

/// The input files of a run, with everything computed from them so far.
pub(crate) struct Project {
    pub(crate) session: Rc<Session>,
    pub(crate) host: Rc<TemplateHost>,
    pub(crate) proposals: Proposals,
    files: Vec<InputFile>,
    pub(crate) tree: FileTree,
    parsed: RefCell<FxHashMap<(FileIndex, bool), ParsedFile>>,
    compiled: RefCell<FxHashMap<(FileIndex, LibraryOptions), Rc<Compiled>>>,
    /// The files of private libraries that have been evaluated.
    libraries: RefCell<FxHashMap<(DirectoryId, LibraryOptions), Rc<LibraryFiles>>>,
    /// Stateless modules, created when first loaded.
    pub(super) modules: RefCell<FxHashMap<String, Rc<Module>>>,
    /// Modules of files that are the same for all that load them.
    pub(super) shared_modules: RefCell<FxHashMap<(FileIndex, LibraryOptions), Rc<Module>>>,
    /// The files being loaded, outermost first.
    pub(super) loading: RefCell<Vec<FileIndex>>,
    /// Files whose annotations have been checked.
    looked_through: RefCell<FxHashSet<FileIndex>>,
    /// Files whose code has been checked.
    remarked: RefCell<FxHashSet<FileIndex>>,
    /// Whether there may be output rules anywhere.
    has_rules: Cell<bool>,
}

impl Project {
    pub(crate) fn new(
        session: &Rc<Session>,
        files: Vec<InputFile>,
        host: Rc<TemplateHost>,
        proposals: Proposals,
    ) -> Self {
        let tree = FileTree::new(&files);
        Self {
            session: Rc::clone(session),
            host,
            proposals,
            files,
            tree,
            parsed: RefCell::default(),
            compiled: RefCell::default(),
            libraries: RefCell::default(),
            modules: RefCell::default(),
            shared_modules: RefCell::default(),
            loading: RefCell::default(),
            looked_through: RefCell::default(),
            remarked: RefCell::default(),
            has_rules: Cell::new(false),
        }
    }

    /// A project with other files, for the same run.
    pub(crate) fn beside(&self, files: Vec<InputFile>) -> Self {
        Self::new(&self.session, files, Rc::clone(&self.host), self.proposals)
    }

    /// A file of the input.
    pub(crate) fn file(&self, file: FileIndex) -> &InputFile {
        &self.files[file.0 as usize]
    }

    /// The bytes of a file.
    pub(crate) fn bytes(&self, file: FileIndex) -> Result<&Content> {
        self.file(file).bytes(&*self.session.world)
    }

    /// Parses the YAML files `wanted` in parallel. On failure, returns the error of the first faulty file, with those
    /// of the others attached.
    pub(crate) fn parse_all(&self, wanted: &[FileIndex], strict: bool) -> Result<()> {
        let missing: Vec<FileIndex> = {
            let parsed = self.parsed.borrow();
            wanted.iter().copied().filter(|&at| !parsed.contains_key(&(at, strict))).collect()
        };
        let (world, sources) = (&*self.session.world, &self.session.sources);
        let shared = self.session.shared();
        let files = &self.files;
        let read = |at: &FileIndex| {
            let input = &files[at.0 as usize];
            shared::read_once(shared, input, world, strict, || {
                ParsedFile::read(input, world, sources, strict)
            })
        };
        // A thread pool is not worth starting for a few small files.
        let results: Vec<Result<ParsedFile>> = if missing.len() < PARALLEL_FILES {
            missing.iter().map(read).collect()
        } else {
            missing.par_iter().map(read).collect()
        };
        let mut parsed = self.parsed.borrow_mut();
        let mut errors = Vec::new();
        for (at, result) in missing.into_iter().zip(results) {
            match result {
                Ok(file) => drop(parsed.insert((at, strict), file)),
                Err(error) => errors.push(*error),
            }
        }
        Diagnostic::first_of(errors).map_or(Ok(()), Err)
    }

    /// True if the file has been parsed as YAML.
    pub(super) fn is_parsed(&self, file: FileIndex, strict: bool) -> bool {
        self.parsed.borrow().contains_key(&(file, strict))
    }

    /// A parsed YAML file.
    pub(crate) fn parsed(&self, file: FileIndex, strict: bool) -> Result<ParsedFile> {
        if let Some(known) = self.parsed.borrow().get(&(file, strict)) {
            return Ok(known.clone());
        }
        let Session { world, sources, .. } = &*self.session;
        let (input, shared) = (self.file(file), self.session.shared());
        let parsed = shared::read_once(shared, input, &**world, strict, || {
            ParsedFile::read(input, &**world, sources, strict)
        })?;
        self.parsed.borrow_mut().insert((file, strict), parsed.clone());
        Ok(parsed)
    }

    /// A compiled file. It is compiled only once.
    pub(crate) fn compiled(
        &self,
        file: FileIndex,
        options: LibraryOptions,
    ) -> Result<Rc<Compiled>> {
        let key = (file, options);
        if let Some(known) = self.compiled.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let input = self.file(file);
        if input.kind() == Kind::Yaml {
            let parsed = self.parsed(file, options.strict)?;
            self.look_through(file, &parsed.tree, options)?;
        }
        // Coverage records branches during compilation, so it cannot use shared programs.
        let shared = self.session.shared().filter(|_| self.session.coverage.is_none());
        let compile = || self.compile(file, options).map(Rc::new);
        let world = &*self.session.world;
        let compiled = shared::compile_once(shared, input, world, options, compile)?;
        self.compiled.borrow_mut().insert(key, Rc::clone(&compiled));
        Ok(compiled)
    }

    /// The files of the library at `root`. Calls `find` unless another instance has done so.
    pub(super) fn library_files(
        &self,
        root: DirectoryId,
        options: LibraryOptions,
        find: impl FnOnce() -> Result<LibraryFiles>,
    ) -> Result<Rc<LibraryFiles>> {
        // The outermost one has no other instances.
        if root == FileTree::ROOT {
            return find().map(Rc::new);
        }
        let key = (root, options);
        if let Some(known) = self.libraries.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let files = Rc::new(find()?);
        self.libraries.borrow_mut().insert(key, Rc::clone(&files));
        Ok(files)
    }

    /// Forgets the tree and the program of a file that does not run again, because they take more memory than the file.
    pub(super) fn forget(&self, file: FileIndex, options: LibraryOptions) {
        self.parsed.borrow_mut().remove(&(file, options.strict));
        self.compiled.borrow_mut().remove(&(file, options));
    }

    /// Forgets the trees of large files. Only those who have one already keep it.
    pub(crate) fn forget_large_trees(&self) {
        self.parsed.borrow_mut().retain(|_, file| !plain::is_large(&file.tree));
    }

    fn compile(&self, file: FileIndex, options: LibraryOptions) -> Result<Compiled> {
        match self.file(file).kind() {
            Kind::Yaml => {
                let parsed = self.parsed(file, options.strict)?;
                yardstick_template::compile_yaml(
                    &parsed.tree,
                    &self.session.sources,
                    CompileOptions {
                        ignore_unknown_comments: options.ignore_unknown_comments,
                        implicit_map_key_overrides: options.implicit_map_key_overrides,
                    },
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
            Kind::Data => bail!(codes::UNKNOWN_FILE_TYPE, "Unknown file type"),
        }
    }

    /// Warns about code that probably does not do what its author wanted. Once per file.
    pub(super) fn remark_on(&self, file: FileIndex, compiled: &Compiled, values: &ShownValues) {
        let remarks = compiled.remarks();
        if !remarks.is_empty() && self.remarked.borrow_mut().insert(file) {
            self.session.warn(remarks::warnings(remarks, values, &self.session.sources));
        }
    }

    /// Checks annotations before anything runs. Once per file.
    fn look_through(&self, file: FileIndex, tree: &Tree, options: LibraryOptions) -> Result<()> {
        if !self.looked_through.borrow_mut().insert(file) {
            return Ok(());
        }
        if special::mentions_rules(tree) {
            self.has_rules.set(true);
        }
        let doubts = self.doubts(file, tree);
        if options.strict_annotations {
            return session::refuse(&doubts, &self.session.sources);
        }
        self.session.warn(doubts);
        Ok(())
    }

    /// Rejects annotations without effect in all the templates in `files`, with one error.
    pub(super) fn refuse_doubts(&self, files: &[FileIndex], options: LibraryOptions) -> Result<()> {
        let mut doubts = Vec::new();
        for &file in files {
            let parsed = self.parsed(file, options.strict)?;
            if parsed.is_template {
                doubts.extend(self.doubts(file, &parsed.tree));
            }
        }
        session::refuse(&doubts, &self.session.sources)
    }

    /// Warnings about annotations of a template that do nothing, or not what was meant.
    fn doubts(&self, file: FileIndex, tree: &Tree) -> Vec<Diagnostic> {
        lint::doubtful_annotations(tree, self.file(file).is_library(), &self.session.sources)
    }

    /// Checks the templates and plain files of a library before anything runs. Their mistakes are often the cause of
    /// later errors.
    pub(super) fn look_through_all(
        &self,
        files: &[FileIndex],
        options: LibraryOptions,
    ) -> Result<()> {
        for &file in files {
            let ParsedFile { tree, is_template } = self.parsed(file, options.strict)?;
            if self.looked_through.borrow().contains(&file) || self.file(file).is_plain() {
                continue;
            }
            let use_ = if is_template { Use::Template } else { Use::Document };
            self.session.warn(lint::suspicious_text(&tree, use_));
            if is_template {
                self.look_through(file, &tree, options)?;
            } else {
                self.looked_through.borrow_mut().insert(file);
            }
        }
        Ok(())
    }

    /// True if there may be output rules anywhere. If not, the search for them can be skipped.
    pub(crate) fn has_rules(&self) -> bool {
        self.has_rules.get()
    }

    /// Adds the file to the sources with its own style of excerpts.
    fn quoted(&self, file: FileIndex, excerpt: Excerpt) -> Result<(Arc<SourceFile>, FileId)> {
        let (sources, path) = (&self.session.sources, self.file(file).path());
        let content = self.bytes(file)?.clone();
        let source = SourceFile::new(path, content).with_excerpt(excerpt);
        let id = sources.add(self.file(file).placed(source));
        Ok((sources.get(id), id))
    }
}

/// The minimum number of files for parsing on several threads.
const PARALLEL_FILES: usize = 8;
