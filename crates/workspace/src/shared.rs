//! What many runs over the same files need to do only once: reading YAML, and compiling.
//!
//! The targets of a project share most of their files. A file is known by its content, which a world hands out once
//! for all ([`World::content`](crate::World::content)), and by its names. Trees belong to all threads. Programs
//! hold values, which belong to one thread, so that each thread compiles a file once.

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

/// Bytes of files that are kept, in trees and programs. What comes later is read for each run: the memory of a
/// build does not grow with the number of its targets.
const ROOM: usize = 64 << 20;

/// Files as they were read and compiled, for all runs that put their places into the same table of sources.
pub struct SharedFiles {
    sources: Arc<Sources>,
    /// Distinguishes it from others for which this thread compiled files before.
    number: u64,
    parsed: Mutex<Parsed>,
}

#[derive(Default)]
struct Parsed {
    files: FxHashMap<(Name, bool), ParsedFile>,
    bytes: usize,
}

/// What identifies a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Name {
    /// Where its content is in memory. An entry under this name keeps the content, too.
    content: usize,
    path: String,
    place: Option<String>,
}

/// Programs of one thread.
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
    /// For runs whose places are in `sources`.
    pub fn new(sources: &Arc<Sources>) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self { sources: Arc::clone(sources), number, parsed: Mutex::default() }
    }

    /// Whether a run with places in `sources` may use it.
    pub(crate) fn is_for(&self, sources: &Arc<Sources>) -> bool {
        Arc::ptr_eq(&self.sources, sources)
    }

    fn lock(&self) -> MutexGuard<'_, Parsed> {
        // A thread that failed left whole entries only.
        self.parsed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a file as it was read. Of two threads that read it at once, both go on with what the first one read.
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

/// A YAML file, which `read` reads unless another run has.
pub(crate) fn read_once(
    shared: Option<&SharedFiles>,
    input: &InputFile,
    world: &dyn World,
    strict: bool,
    read: impl FnOnce() -> Result<ParsedFile>,
) -> Result<ParsedFile> {
    // Text that came with the arguments belongs to one run.
    let Some(shared) = shared.filter(|_| input.place().is_some()) else { return read() };
    // What cannot be read `read` reports.
    let Ok(content) = input.bytes(world) else { return read() };
    let key = (Name::new(input, content), strict);
    let known = shared.lock().files.get(&key).cloned();
    match known {
        Some(known) => Ok(known),
        None => Ok(shared.keep(key, read()?)),
    }
}

/// A file as a program, which `compile` makes unless this thread has.
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
