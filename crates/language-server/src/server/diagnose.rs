//! Looks for mistakes in a separate thread, after a short pause. Starts over if something changes meanwhile, because
//! the results would be out of date.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    time::{Duration, Instant},
};

use lsp_server::Notification;
use lsp_types::{
    Diagnostic, PublishDiagnosticsParams,
    notification::{Notification as _, PublishDiagnostics},
};

use super::{Tell, requests::STACK};
use crate::{Analysis, address};

/// The pause after a change, to wait for the next one.
const PAUSE: Duration = Duration::from_millis(80);

/// The maximum time that changes may delay the end of a run.
const PATIENCE: Duration = Duration::from_secs(1);

/// A change of a file.
enum Event {
    /// It was opened: check immediately.
    Opened(String),
    /// It changed: more changes will probably follow.
    Changed(String),
}

/// A handle to the thread that looks for mistakes.
pub(super) struct Diagnoser {
    sender: Sender<Event>,
    /// Cancels the current run.
    cancel: Arc<Mutex<Option<Arc<AtomicBool>>>>,
}

impl Diagnoser {
    pub(super) fn start(analysis: &Arc<Analysis>, send: Tell) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        let cancel = Arc::default();
        let worker = Worker {
            analysis: Arc::clone(analysis),
            send,
            cancel: Arc::clone(&cancel),
            shown: BTreeMap::new(),
        };
        let run = move || worker.run(&receiver);
        yardstick_world::start_thread("diagnostics", STACK, run)?;
        Ok(Self { sender, cancel })
    }

    /// Reports that a file was opened.
    pub(super) fn opened(&self, path: String) {
        self.send(Event::Opened(path));
    }

    /// Reports that a file changed.
    pub(super) fn changed(&self, path: String) {
        self.send(Event::Changed(path));
    }

    fn send(&self, event: Event) {
        // Without the thread there are no diagnostics, but everything else works.
        let _ = self.sender.send(event);
        if let Some(running) = &*self.cancel.lock().unwrap_or_else(PoisonError::into_inner) {
            running.store(true, Ordering::Relaxed);
        }
    }
}

struct Worker {
    analysis: Arc<Analysis>,
    send: Tell,
    cancel: Arc<Mutex<Option<Arc<AtomicBool>>>>,
    /// The diagnostics that the editor shows for each file.
    shown: BTreeMap<String, Vec<Diagnostic>>,
}

impl Worker {
    fn run(mut self, receiver: &Receiver<Event>) {
        let mut changed: BTreeSet<String> = BTreeSet::new();
        let mut since: Option<Instant> = None;
        loop {
            if changed.is_empty() {
                since = None;
                let Ok(event) = receiver.recv() else { return };
                take(event, &mut changed);
            }
            let first = *since.get_or_insert_with(Instant::now);
            // Changes come in bursts.
            loop {
                let is_late = first.elapsed() > PATIENCE;
                let pause =
                    if is_late || !self.has_typed(&changed) { Duration::ZERO } else { PAUSE };
                match receiver.recv_timeout(pause) {
                    Ok(event) => {
                        take(event, &mut changed);
                    }
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
            // A run that was delayed for long is finished in any case.
            let cancel = Arc::new(AtomicBool::new(false));
            let can_stop = first.elapsed() <= PATIENCE;
            self.let_stop(can_stop.then(|| Arc::clone(&cancel)));
            let (analysis, paths) = (&self.analysis, &changed);
            let update = || analysis.update(paths, &cancel);
            let found = catch_unwind(AssertUnwindSafe(update));
            self.let_stop(None);
            match found {
                Ok(Some(found)) => {
                    changed.clear();
                    self.publish(found);
                }
                // Canceled: start over with the changes since then.
                Ok(None) => {}
                Err(_) => changed.clear(),
            }
        }
    }

    fn let_stop(&self, cancel: Option<Arc<AtomicBool>>) {
        *self.cancel.lock().unwrap_or_else(PoisonError::into_inner) = cancel;
    }

    /// True if a file changed for which the editor already has diagnostics. A file that was just opened is checked
    /// without a pause.
    fn has_typed(&self, changed: &BTreeSet<String>) -> bool {
        changed.iter().all(|path| self.shown.contains_key(path))
    }

    /// Sends the differences from what the editor shows.
    fn publish(&mut self, found: Vec<(String, Vec<Diagnostic>)>) {
        for (path, diagnostics) in found {
            if self.shown.get(&path) == Some(&diagnostics) {
                continue;
            }
            let Some(uri) = address::from_path(&path) else { continue };
            self.shown.insert(path, diagnostics.clone());
            let params = PublishDiagnosticsParams { uri, diagnostics, version: None };
            let method = PublishDiagnostics::METHOD.to_owned();
            (self.send)(Notification::new(method, params).into());
        }
    }
}

fn take(event: Event, changed: &mut BTreeSet<String>) {
    let (Event::Opened(path) | Event::Changed(path)) = event;
    changed.insert(path);
}
