//! Delays signals that end the process while several files change together.
//!
//! An interrupt between the first and the last file would leave a mixture of old and new. So the signal is recorded,
//! and takes effect after the change is complete or undone.

#[cfg(unix)]
pub(crate) use unix::defer;

/// A period in which signals do not end the process. When this is dropped, a signal that arrived meanwhile takes
/// effect.
pub trait SignalGuard {
    /// True if a signal to end the process has arrived.
    fn is_interrupted(&self) -> bool;
}

/// For platforms without signals.
pub(crate) struct NoSignals;

impl SignalGuard for NoSignals {
    fn is_interrupted(&self) -> bool {
        false
    }
}

#[cfg(not(unix))]
pub(crate) fn defer() -> Box<dyn SignalGuard> {
    Box::new(NoSignals)
}

#[cfg(unix)]
mod unix {
    use std::{
        fs,
        sync::{
            Arc, OnceLock,
            atomic::{AtomicBool, AtomicUsize, Ordering},
        },
    };

    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        flag, low_level,
    };

    use super::{NoSignals, SignalGuard};

    struct State {
        /// The number of holders, because several directories may be written at the same time.
        guards: AtomicUsize,
        /// Whether signals take effect immediately.
        free: Arc<AtomicBool>,
        /// The signal that arrived, or zero.
        pending: Arc<AtomicUsize>,
    }

    /// Installs the handlers once. They stay installed; only their effect is delayed.
    fn state() -> Option<&'static State> {
        static STATE: OnceLock<Option<State>> = OnceLock::new();
        let register = || {
            let free = Arc::new(AtomicBool::new(true));
            let pending = Arc::new(AtomicUsize::new(0));
            let ignored = ignored();
            for signal in [SIGINT, SIGTERM, SIGHUP] {
                if ignored & (1 << (signal - 1)) != 0 {
                    continue;
                }
                flag::register_usize(signal, Arc::clone(&pending), signal as usize).ok()?;
                flag::register_conditional_default(signal, Arc::clone(&free)).ok()?;
            }
            Some(State { guards: AtomicUsize::new(0), free, pending })
        };
        STATE.get_or_init(register).as_ref()
    }

    /// The signals that the parent process wants ignored (`nohup`), as a bit set.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    }

    struct Deferred(&'static State);

    impl SignalGuard for Deferred {
        fn is_interrupted(&self) -> bool {
            self.0.pending.load(Ordering::SeqCst) != 0
        }
    }

    impl Drop for Deferred {
        fn drop(&mut self) {
            if self.0.guards.fetch_sub(1, Ordering::SeqCst) > 1 {
                return;
            }
            self.0.free.store(true, Ordering::SeqCst);
            let signal = self.0.pending.swap(0, Ordering::SeqCst);
            if signal != 0 {
                // End the process as the signal would have done.
                let _ = low_level::emulate_default_handler(signal as i32);
            }
        }
    }

    pub(crate) fn defer() -> Box<dyn SignalGuard> {
        match state() {
            Some(state) => {
                state.guards.fetch_add(1, Ordering::SeqCst);
                state.free.store(false, Ordering::SeqCst);
                Box::new(Deferred(state))
            }
            None => Box::new(NoSignals),
        }
    }
}
