//! The world as a build sees it. Paths are relative to the project, every file is read once for all targets, and each
//! target's questions are recorded, to find out later whether it is up to date.

use std::{
    collections::BTreeSet,
    hash::Hash,
    io,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use rustc_hash::FxHashMap;
use sha2::{Digest as _, Sha256};
use yardstick_diagnostics::Content;
use yardstick_world::{
    Entry, EntryKind, FetchError, Lock, Policy, SignalGuard, Stamp, Stream, World, paths,
};

/// A hash that identifies a content.
pub(crate) type Digest = [u8; 16];

pub(crate) fn digest(bytes: &[u8]) -> Digest {
    let mut short = [0; 16];
    short.copy_from_slice(&Sha256::digest(bytes)[..16]);
    short
}

/// A question that a target asked the world. If the answer changes, the target is out of date.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Question {
    /// The bytes of a file.
    Read(String),
    /// The names of the entries in a directory.
    List(String),
    /// The kind of entry at a path, without following links.
    Entry(String),
    /// The kind of entry at a path, following links.
    Kind(String),
    /// The target of a link.
    Link(String),
    /// An environment variable.
    Variable(String),
    /// All environment variables.
    Environment,
}

impl Question {
    /// The file or directory whose content the question is about.
    pub(crate) fn input(&self) -> Option<String> {
        match self {
            Question::Read(path) | Question::List(path) => Some(path.clone()),
            _ => None,
        }
    }
}

type Answer<T> = Result<T, (io::ErrorKind, String)>;

fn keep<T>(answer: io::Result<T>) -> Answer<T> {
    answer.map_err(|error| (error.kind(), error.to_string()))
}

fn give<T: Clone>(answer: &Answer<T>) -> io::Result<T> {
    answer.clone().map_err(|(kind, message)| io::Error::new(kind, message))
}

/// A file as read.
#[derive(Clone)]
struct Contents {
    content: Content,
    digest: Digest,
    /// Taken before reading, so that the next build notices a change during the read.
    stamp: Option<Stamp>,
}

/// Answers shared by all targets of a build.
pub(crate) struct Shared {
    inner: Arc<dyn World>,
    directory: String,
    contents: Cache<Contents>,
    lists: Cache<Vec<(String, EntryKind)>>,
    entries: Cache<EntryKind>,
    kinds: Cache<EntryKind>,
    /// Resolved paths, and the directory that paths are relative to. Neither changes during a build.
    canonical: Cache<String>,
    here: OnceLock<Answer<String>>,
}

/// A cache of answers by path.
struct Cache<T>(Mutex<FxHashMap<String, Answer<T>>>);

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> Cache<T> {
    fn get(&self, path: &str, ask: impl FnOnce() -> io::Result<T>) -> Answer<T> {
        if let Some(known) = lock(&self.0).get(path) {
            return known.clone();
        }
        // Two threads may ask at the same time. Both get the same answer.
        let answer = keep(ask());
        lock(&self.0).entry(path.to_owned()).or_insert(answer).clone()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panicked has left only complete entries.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub(crate) fn new(inner: Arc<dyn World>, directory: &str) -> Arc<Self> {
        Arc::new(Self {
            inner,
            directory: directory.to_owned(),
            contents: Cache::default(),
            lists: Cache::default(),
            entries: Cache::default(),
            kinds: Cache::default(),
            canonical: Cache::default(),
            here: OnceLock::new(),
        })
    }

    fn place(&self, path: &str) -> String {
        if path.is_empty() { String::new() } else { paths::absolute(&self.directory, path) }
    }

    fn contents(&self, path: &str) -> Answer<Contents> {
        self.contents.get(path, || {
            let place = self.place(path);
            let stamp = self.inner.stamp(&place).ok();
            let content = self.inner.content(&place)?;
            Ok(Contents { digest: digest(&content), content, stamp })
        })
    }

    fn list(&self, path: &str) -> Answer<Vec<(String, EntryKind)>> {
        self.lists.get(path, || {
            let mut all: Vec<_> = self
                .inner
                .list(&self.place(path))?
                .into_iter()
                .map(|one| (one.name, one.kind))
                .collect();
            all.sort_by(|one, other| one.0.cmp(&other.0));
            Ok(all)
        })
    }

    pub(crate) fn stamp(&self, path: &str) -> io::Result<Stamp> {
        self.inner.stamp(&self.place(path))
    }

    /// The stamp of the file that answers `question`, if it is meaningful.
    pub(crate) fn stamp_of(&self, question: &Question) -> Option<Stamp> {
        match question {
            Question::Read(path) => self.contents(path).ok()?.stamp,
            _ => None,
        }
    }

    /// A digest of the answer.
    pub(crate) fn answer(&self, question: &Question) -> Digest {
        let text = match question {
            Question::Read(path) => match self.contents(path) {
                Ok(contents) => return contents.digest,
                Err(error) => format!("{error:?}"),
            },
            Question::List(path) => format!("{:?}", self.list(path)),
            Question::Entry(path) => format!("{:?}", self.entry(path)),
            Question::Kind(path) => format!("{:?}", self.kind(path)),
            Question::Link(path) => format!("{:?}", keep(self.inner.read_link(&self.place(path)))),
            Question::Variable(name) => format!("{:?}", self.inner.variable(name)),
            Question::Environment => format!("{:?}", self.inner.environment()),
        };
        digest(text.as_bytes())
    }

    fn entry(&self, path: &str) -> Answer<EntryKind> {
        self.entries.get(path, || self.inner.entry(&self.place(path)))
    }

    fn kind(&self, path: &str) -> Answer<EntryKind> {
        self.kinds.get(path, || self.inner.kind(&self.place(path)))
    }
}

/// The world as one target sees it.
pub struct Observer {
    shared: Arc<Shared>,
    asked: Mutex<BTreeSet<Question>>,
    /// Whether it used something that cannot be asked again cheaply: the network or standard input.
    is_volatile: AtomicBool,
    way: Way,
}

/// How an observer handles questions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Records each question. Answers are shared by all targets.
    Noting,
    /// Records nothing, but shares answers.
    Quiet,
    /// Records nothing and passes every question to the world.
    Direct,
}

impl Observer {
    pub(crate) fn new(shared: &Arc<Shared>) -> Self {
        Self {
            shared: Arc::clone(shared),
            asked: Mutex::default(),
            is_volatile: AtomicBool::new(false),
            way: Way::Noting,
        }
    }

    /// An observer for questions whose answers no build changes.
    pub(crate) fn quiet(shared: &Arc<Shared>) -> Self {
        Self { way: Way::Quiet, ..Self::new(shared) }
    }

    /// The world as seen from `directory`, without any recording.
    pub fn from(world: &Arc<dyn World>, directory: &str) -> Self {
        Self::direct(&Shared::new(Arc::clone(world), directory))
    }

    /// An observer for writing results, where answers change.
    pub(crate) fn direct(shared: &Arc<Shared>) -> Self {
        Self { way: Way::Direct, ..Self::new(shared) }
    }

    /// The recorded questions so far; `None` if they cannot tell whether the target is up to date.
    pub(crate) fn take_asked(&self) -> Option<BTreeSet<Question>> {
        let asked = std::mem::take(&mut *lock(&self.asked));
        (!self.is_volatile.load(Ordering::Relaxed)).then_some(asked)
    }

    fn note(&self, question: Question) {
        if self.way == Way::Noting {
            lock(&self.asked).insert(question);
        }
    }

    fn inner(&self) -> &dyn World {
        &*self.shared.inner
    }

    fn place(&self, path: &str) -> String {
        self.shared.place(path)
    }
}

impl World for Observer {
    fn write_stderr(&self, text: &str) {
        self.inner().write_stderr(text);
    }

    fn entry(&self, path: &str) -> io::Result<EntryKind> {
        if self.way == Way::Direct {
            return self.inner().entry(&self.place(path));
        }
        self.note(Question::Entry(path.to_owned()));
        give(&self.shared.entry(path))
    }

    fn kind(&self, path: &str) -> io::Result<EntryKind> {
        if self.way == Way::Direct {
            return self.inner().kind(&self.place(path));
        }
        self.note(Question::Kind(path.to_owned()));
        give(&self.shared.kind(path))
    }

    fn list(&self, directory: &str) -> io::Result<Vec<Entry>> {
        if self.way == Way::Direct {
            return self.inner().list(&self.place(directory));
        }
        self.note(Question::List(directory.to_owned()));
        let all = give(&self.shared.list(directory))?;
        Ok(all.into_iter().map(|(name, kind)| Entry { name, kind }).collect())
    }

    fn files_below(&self, directory: &str, hidden: bool) -> io::Result<Vec<String>> {
        // The answer also depends on ignore files, which are not recorded.
        self.is_volatile.store(true, Ordering::Relaxed);
        let place = self.place(directory);
        let files = self.inner().files_below(&place, hidden)?;
        let relative = |path: String| match path.strip_prefix(&place) {
            Some(rest) => format!("{directory}{rest}"),
            None => path,
        };
        Ok(files.into_iter().map(relative).collect())
    }

    fn read_link(&self, path: &str) -> io::Result<String> {
        self.note(Question::Link(path.to_owned()));
        self.inner().read_link(&self.place(path))
    }

    fn canonical(&self, path: &str) -> String {
        let place = self.place(path);
        let known = self.shared.canonical.get(path, || Ok(self.inner().canonical(&place)));
        known.unwrap_or(place)
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if self.way == Way::Direct {
            return self.inner().read(&self.place(path));
        }
        self.note(Question::Read(path.to_owned()));
        give(&self.shared.contents(path)).map(|contents| contents.content.to_vec())
    }

    fn content(&self, path: &str) -> io::Result<Content> {
        if self.way == Way::Direct {
            return self.inner().content(&self.place(path));
        }
        self.note(Question::Read(path.to_owned()));
        give(&self.shared.contents(path)).map(|contents| contents.content)
    }

    fn stamp(&self, path: &str) -> io::Result<Stamp> {
        self.inner().stamp(&self.place(path))
    }

    fn stdin(&self) -> Option<io::Result<Vec<u8>>> {
        self.is_volatile.store(true, Ordering::Relaxed);
        self.inner().stdin()
    }

    fn current_directory(&self) -> io::Result<String> {
        let find = || {
            let here = self.inner().current_directory()?;
            Ok(paths::absolute(&here, &self.shared.directory))
        };
        give(self.shared.here.get_or_init(|| keep(find())))
    }

    fn home_directory(&self) -> Option<String> {
        self.inner().home_directory()
    }

    fn unique_number(&self) -> u64 {
        self.inner().unique_number()
    }

    fn now(&self) -> u64 {
        self.inner().now()
    }

    fn environment(&self) -> Vec<(String, String)> {
        self.note(Question::Environment);
        self.inner().environment()
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.note(Question::Variable(name.to_owned()));
        self.inner().variable(name)
    }

    fn is_terminal(&self, stream: Stream) -> bool {
        self.inner().is_terminal(stream)
    }

    fn fetch(&self, url: &str, policy: &Policy) -> Result<Vec<u8>, FetchError> {
        self.is_volatile.store(true, Ordering::Relaxed);
        self.inner().fetch(url, policy)
    }

    fn create_directory(&self, path: &str) -> io::Result<()> {
        self.inner().create_directory(&self.place(path))
    }

    fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.inner().write(&self.place(path), bytes)
    }

    fn create_new_directory(&self, path: &str, like: Option<&str>) -> io::Result<()> {
        let like = like.map(|like| self.place(like));
        self.inner().create_new_directory(&self.place(path), like.as_deref())
    }

    fn write_new(&self, path: &str, bytes: &[u8], like: Option<&str>) -> io::Result<()> {
        let like = like.map(|like| self.place(like));
        self.inner().write_new(&self.place(path), bytes, like.as_deref())
    }

    fn sync(&self, directory: &str, files: &[String]) -> io::Result<()> {
        let files: Vec<String> = files.iter().map(|file| self.place(file)).collect();
        self.inner().sync(&self.place(directory), &files)
    }

    fn lock(&self, directory: &str) -> io::Result<Lock> {
        self.inner().lock(&self.place(directory))
    }

    fn try_lock(&self, directory: &str) -> io::Result<Option<Lock>> {
        self.inner().try_lock(&self.place(directory))
    }

    fn defer_signals(&self) -> Box<dyn SignalGuard> {
        self.inner().defer_signals()
    }

    fn remove_directory(&self, path: &str) -> io::Result<()> {
        self.inner().remove_directory(&self.place(path))
    }

    fn remove_file(&self, path: &str) -> io::Result<()> {
        self.inner().remove_file(&self.place(path))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.inner().rename(&self.place(from), &self.place(to))
    }

    fn exchange(&self, a: &str, b: &str) -> io::Result<bool> {
        self.inner().exchange(&self.place(a), &self.place(b))
    }

    fn replace_directory(&self, fresh: &str, target: &str) -> io::Result<String> {
        self.inner().replace_directory(&self.place(fresh), &self.place(target))
    }
}
