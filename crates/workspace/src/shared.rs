//! Shares work between many runs over the same files: each file is parsed and compiled only once.
//!
//! The targets of a project share most of their files. A file is identified by its content, which a world returns once
//! for all runs ([`World::content`](crate::World::content)), and by its names. All threads share trees. Programs
//! contain values that belong to one thread, so each thread compiles a file once.

use std::{
    cell::RefCell,
    rc::Rc,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use rustc_hash::FxHashMap;
use yardstick_diagnostics::{Content, Result, Sources};
use yardstick_template::Compiled;

use crate::{InputFile, Kind, World, inputs::ParsedFile, options::LibraryOptions};

/// The maximum size of the files that are kept as trees and programs, in bytes. Further files are read for each run,
/// so that the memory of a build does not grow with the number of its targets.
const ROOM: usize = 64 << 20;

/// Parsed and compiled files, for all runs that use the same table of sources.
pub struct SharedFiles {
    sources: Arc<Sources>,
    /// Distinguishes it from others for which this thread has compiled files.
    number: u64,
    parsed: Mutex<Parsed>,
}

#[derive(Default)]
struct Parsed {
    files: FxHashMap<(Name, bool), ParsedFile>,
    bytes: usize,
}

/// The identity of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Name {
    /// The memory address of its content. An entry under this name keeps the content alive.
    content: usize,
    path: String,
    place: Option<String>,
}

/// The programs of one thread.
#[derive(Default)]
struct Programs {
    of: u64,
    compiled: FxHashMap<(Name, Kind, LibraryOptions), (Content, Rc<Compiled>)>,
    bytes: usize,
}

thread_local! {
    static PROGRAMS: RefCell<Programs> = RefCell::default();
}

impl SharedFiles {
    /// Shared files for runs that use `sources`.
    pub fn new(sources: &Arc<Sources>) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self { sources: Arc::clone(sources), number, parsed: Mutex::default() }
    }

    /// True if a run that uses `sources` may use it.
    pub(crate) fn is_for(&self, sources: &Arc<Sources>) -> bool {
        Arc::ptr_eq(&self.sources, sources)
    }

    fn lock(&self) -> MutexGuard<'_, Parsed> {
        // A thread that panicked has left only complete entries.
        self.parsed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a parsed file. If two threads parse it at the same time, both use the first result.
    fn keep(&self, key: (Name, bool), file: ParsedFile) -> ParsedFile {
        let size = file.tree.source().bytes().len();
        let mut parsed = self.lock();
        if let Some(known) = parsed.files.get(&key) {
            return known.clone();
        }
        if parsed.bytes + size <= ROOM {
            parsed.bytes += size;
            parsed.files.insert(key, file.clone());
        }
        file
    }
}

impl Name {
    fn new(input: &InputFile, content: &Content) -> Self {
        Self { content: content.address(), path: input.path().to_owned(), place: input.place() }
    }
}

impl Programs {
    fn keep(&mut self, of: u64, key: (Name, Kind, LibraryOptions), kept: (Content, Rc<Compiled>)) {
        if self.of != of {
            *self = Self { of, ..Self::default() };
        }
        let size = kept.0.len();
        if self.bytes + size <= ROOM {
            self.bytes += size;
            self.compiled.insert(key, kept);
        }
    }
}

/// Returns a YAML file. Calls `read` unless another run has parsed it.
pub(crate) fn read_once(
    shared: Option<&SharedFiles>,
    input: &InputFile,
    world: &dyn World,
    strict: bool,
    read: impl FnOnce() -> Result<ParsedFile>,
) -> Result<ParsedFile> {
    // Text from the arguments belongs to one run.
    let Some(shared) = shared.filter(|_| input.place().is_some()) else { return read() };
    // `read` reports unreadable files.
    let Ok(content) = input.bytes(world) else { return read() };
    let key = (Name::new(input, content), strict);
    let known = shared.lock().files.get(&key).cloned();
    match known {
        Some(known) => Ok(known),
        None => Ok(shared.keep(key, read()?)),
    }
}

/// Returns a compiled file. Calls `compile` unless this thread has compiled it.
pub(crate) fn compile_once(
    shared: Option<&SharedFiles>,
    input: &InputFile,
    world: &dyn World,
    options: LibraryOptions,
    compile: impl FnOnce() -> Result<Rc<Compiled>>,
) -> Result<Rc<Compiled>> {
    let Some(shared) = shared else { return compile() };
    let Ok(content) = input.bytes(world) else { return compile() };
    let key = (Name::new(input, content), input.kind(), options);
    let known = PROGRAMS.with_borrow(|programs| {
        let known = programs.compiled.get(&key).filter(|_| programs.of == shared.number);
        known.map(|(_, program)| Rc::clone(program))
    });
    if let Some(known) = known {
        return Ok(known);
    }
    let program = compile()?;
    let kept = (content.clone(), Rc::clone(&program));
    PROGRAMS.with_borrow_mut(|programs| programs.keep(shared.number, key, kept));
    Ok(program)
}
