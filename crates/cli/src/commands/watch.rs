//! `--watch`: again and again, whenever an input changes.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{self, Receiver},
    },
    time::{Duration, Instant},
};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use yardstick_diagnostics::{Diagnostic, Result, bail, codes, counted};
use yardstick_project::KEPT;
use yardstick_world::Real;

use super::browser;
use crate::{
    args::render::{Destination, Inputs, RenderArgs},
    report::{self, Output, Session},
    status::ExitStatus,
};

/// Editors write a file in several steps; it is looked at when nothing happened for so long.
const QUIET: Duration = Duration::from_millis(100);

/// Somebody who never stops writing gets a run anyway.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// Runs `once` now and after every change, until the process is ended. A run that fails is no end.
pub(super) fn run(
    args: &RenderArgs,
    session: &Session,
    once: fn(&RenderArgs, &Session) -> Result<Output>,
) -> Result<Output> {
    let places = Places::of_render(args)?;
    run_on(&|_| Ok(places.clone()), session, &|session| once(args, session))
}

/// What a command reads, and where it writes.
#[derive(Clone, Default)]
pub(super) struct Places {
    pub(super) inputs: Vec<String>,
    /// Changes there are no news.
    pub(super) outputs: Vec<String>,
}

/// Repeats a command that reads and writes in the places that `find` finds. They are looked up before every run: a
/// project file may name others than before.
pub(super) fn run_on(
    find: &dyn Fn(&Session) -> Result<Places>,
    session: &Session,
    once: &dyn Fn(&Session) -> Result<Output>,
) -> Result<Output> {
    if browser::IS_HERE {
        return Err(browser::refusal("--watch"));
    }
    let mut watched = Watched::new(&find(session)?)?;
    loop {
        // Each run starts from the inputs as they are now.
        let fresh = Session {
            world: Arc::new(Real::new()),
            sources: Arc::default(),
            reporter: session.reporter.again(),
        };
        // The run reports why they were not found; until then the old ones are watched.
        if let Ok(places) = find(&fresh) {
            watched.turn_to(&places);
        }
        // Before the run: what changes while it is under way is then seen.
        watched.look();
        let started = Instant::now();
        let answer = match once(&fresh) {
            Ok(output) => fresh.reporter.success(output, &fresh.sources),
            Err(error) => fresh.reporter.failure(&error, ExitStatus::Findings, &fresh.sources),
        };
        let outcome = if answer.print() == ExitStatus::Success { "done" } else { "failed" };
        let elapsed = started.elapsed().as_millis();
        let inputs = counted(watched.targets.len(), "input");
        report::status(&format!("{outcome} in {elapsed} ms; watching {inputs}"));
        watched.wait()?;
    }
}

/// The inputs, and news about them.
struct Watched {
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    targets: Vec<PathBuf>,
    /// Where results are written: no news.
    ignored: Vec<PathBuf>,
}

impl Places {
    fn of_render(args: &RenderArgs) -> Result<Self> {
        if matches!(args.inputs, Inputs::Bulk(_)) {
            return fail("--watch cannot be combined with --bulk-in");
        }
        let outputs = match &args.destination {
            Destination::Files(path) | Destination::EmptiedDirectory(path) => vec![path.clone()],
            Destination::Stdout | Destination::Diff { .. } | Destination::Bulk => Vec::new(),
        };
        Ok(Self { inputs: args.paths(), outputs })
    }
}

impl Watched {
    fn new(places: &Places) -> Result<Self> {
        if places.inputs.iter().any(|source| source == "-") {
            return fail("--watch cannot read standard input again");
        }
        let (send, events) = mpsc::channel();
        let watcher = notify::recommended_watcher(send).map_err(|error| broken(&error))?;
        let mut watched = Self { watcher, events, targets: Vec::new(), ignored: Vec::new() };
        watched.turn_to(places);
        if watched.targets.is_empty() {
            return fail("--watch needs inputs that can change: give files or directories with -f");
        }
        Ok(watched)
    }

    /// Has eyes for other places than before.
    fn turn_to(&mut self, places: &Places) {
        let paths = places.inputs.iter().filter(|path| !path.contains("://") && *path != "-");
        self.targets = paths.map(|path| absolute(path)).collect();
        self.targets.sort();
        self.targets.dedup();
        self.ignored = places.outputs.iter().map(|path| absolute(path)).collect();
    }

    /// Makes sure that every input is watched, also those that were not there before. A file is watched
    /// through its directory: many programs write a new file and give it the name of the old one.
    fn look(&mut self) {
        for target in &self.targets {
            let (path, mode) = if target.is_dir() {
                (Some(target.as_path()), RecursiveMode::Recursive)
            } else {
                let above = target.ancestors().skip(1).find(|path| path.is_dir());
                (above, RecursiveMode::NonRecursive)
            };
            if let Some(path) = path {
                // What cannot be watched cannot be read either, which the run reports.
                let _ = self.watcher.watch(path, mode);
            }
        }
    }

    /// Waits for a change, and then until there is no more for a while.
    fn wait(&self) -> Result<()> {
        let gone = || broken(&notify::Error::generic("no more news"));
        loop {
            let event = self.events.recv().map_err(|_| gone())?;
            if self.matters(&event.map_err(|error| broken(&error))?) {
                break;
            }
        }
        let first = Instant::now();
        while first.elapsed() < LONGEST_WAIT && self.events.recv_timeout(QUIET).is_ok() {}
        Ok(())
    }

    fn matters(&self, event: &Event) -> bool {
        if matches!(event.kind, EventKind::Access(_)) {
            return false;
        }
        event.need_rescan() || event.paths.iter().any(|path| self.is_input(path))
    }

    fn is_input(&self, path: &Path) -> bool {
        // An input may be below a directory that is made only now.
        let touches = |target: &PathBuf| path.starts_with(target) || target.starts_with(path);
        // What builds keep, and results on their way: a directory that is to replace another is made next to it.
        let is_temporary =
            |piece: &OsStr| piece == KEPT || piece.to_string_lossy().starts_with(".yardstick-");
        self.targets.iter().any(touches)
            && !self.ignored.iter().any(|ignored| path.starts_with(ignored))
            && !path.iter().any(is_temporary)
    }
}

/// The path as the system's events have it: absolute, links followed where they can be.
fn absolute(path: &str) -> PathBuf {
    let path = Path::new(path);
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

fn broken(error: &notify::Error) -> Box<Diagnostic> {
    let limits = "raise the limits of the system: `ulimit -n` for open files, and on Linux `sysctl fs.inotify`";
    let error = Diagnostic::error(codes::WATCH_FAILED, error.to_string()).note(limits);
    Box::new(error.within("Watching inputs"))
}

fn fail<T>(message: &str) -> Result<T> {
    bail!(codes::CANNOT_WATCH, message)
}
