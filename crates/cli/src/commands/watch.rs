//! `--watch`: runs a command again after every change of an input.

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

/// The quiet period before a run, because editors write a file in several steps.
const QUIET: Duration = Duration::from_millis(100);

/// The maximum delay of a run, even if changes never stop.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// Runs `once` now and after every change, until the process is ended. A failed run does not stop it.
pub(super) fn run(
    args: &RenderArgs,
    session: &Session,
    once: fn(&RenderArgs, &Session) -> Result<Output>,
) -> Result<Output> {
    let places = Places::of_render(args)?;
    run_on(&|_| Ok(places.clone()), session, &|session| once(args, session))
}

/// The paths that a command reads and writes.
#[derive(Clone, Default)]
pub(super) struct Places {
    pub(super) inputs: Vec<String>,
    /// Changes to these paths are ignored.
    pub(super) outputs: Vec<String>,
}

/// Repeats a command that reads and writes the paths that `find` returns. `find` is called before every run, because
/// an edited project file may name other paths.
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
        // Each run reads the inputs again.
        let fresh = Session {
            world: Arc::new(Real::new()),
            sources: Arc::default(),
            reporter: session.reporter.again(),
        };
        // The run reports why they were not found. Until then, the old ones are watched.
        if let Ok(places) = find(&fresh) {
            watched.turn_to(&places);
        }
        // Before the run, so that changes during the run are noticed.
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

/// The inputs, and the events about them.
struct Watched {
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    targets: Vec<PathBuf>,
    /// Where results are written. Changes there are ignored.
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

    /// Replaces the watched paths.
    fn turn_to(&mut self, places: &Places) {
        let paths = places.inputs.iter().filter(|path| !path.contains("://") && *path != "-");
        self.targets = paths.map(|path| absolute(path)).collect();
        self.targets.sort();
        self.targets.dedup();
        self.ignored = places.outputs.iter().map(|path| absolute(path)).collect();
    }

    /// Starts to watch every input that is not watched yet. A file is watched through its directory, because many
    /// programs write a new file and rename it.
    fn look(&mut self) {
        for target in &self.targets {
            let (path, mode) = if target.is_dir() {
                (Some(target.as_path()), RecursiveMode::Recursive)
            } else {
                let above = target.ancestors().skip(1).find(|path| path.is_dir());
                (above, RecursiveMode::NonRecursive)
            };
            if let Some(path) = path {
                // An input that cannot be watched cannot be read either, which the run reports.
                let _ = self.watcher.watch(path, mode);
            }
        }
    }

    /// Waits for a change, and then until changes pause.
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
        // An input may be below a directory that is only now created.
        let touches = |target: &PathBuf| path.starts_with(target) || target.starts_with(path);
        // Ignore the state of builds, and results in progress: a replacement directory is created next to the old one.
        let is_temporary =
            |piece: &OsStr| piece == KEPT || piece.to_string_lossy().starts_with(".yardstick-");
        self.targets.iter().any(touches)
            && !self.ignored.iter().any(|ignored| path.starts_with(ignored))
            && !path.iter().any(is_temporary)
    }
}

/// The path in the form of the system's events: absolute, with links resolved if possible.
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
