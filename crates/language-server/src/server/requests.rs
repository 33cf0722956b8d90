//! Answers requests one by one in a separate thread, so that a slow answer does not keep the server from reading
//! messages.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
};

use lsp_server::{ErrorCode, Request, Response};

use super::{Pending, Tell, dispatch};
use crate::Analysis;

/// The stack size of the threads: rendering recurses into values, checking into references of schemas.
pub(super) const STACK: usize = 256 << 20;

/// A handle to the thread that answers requests.
pub(super) struct Requests(Sender<Request>);

impl Requests {
    pub(super) fn start(
        analysis: &Arc<Analysis>,
        send: Tell,
        pending: &Pending,
    ) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        let (analysis, pending) = (Arc::clone(analysis), Arc::clone(pending));
        let run = move || answer_all(&receiver, &analysis, &send, &pending);
        yardstick_world::start_thread("requests", STACK, run)?;
        Ok(Self(sender))
    }

    /// Passes a request to the thread. Returns it if the thread no longer runs.
    pub(super) fn send(&self, request: Request) -> Result<(), Request> {
        self.0.send(request).map_err(|error| error.0)
    }
}

fn answer_all(receiver: &Receiver<Request>, analysis: &Analysis, send: &Tell, pending: &Pending) {
    for Request { id, method, params } in receiver {
        let is_awaited = pending.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        let response = if is_awaited == Some(false) {
            let message = "the request was canceled".to_owned();
            Response::new_err(id, ErrorCode::RequestCanceled as i32, message)
        } else {
            let answer = || dispatch::answer(analysis, &method, params);
            match catch_unwind(AssertUnwindSafe(answer)) {
                Ok(Ok(result)) => Response::new_ok(id, result),
                Ok(Err(error)) => Response { id, result: None, error: Some(error) },
                Err(_) => {
                    let message = format!("{method} failed: this is a bug in yardstick");
                    Response::new_err(id, ErrorCode::InternalError as i32, message)
                }
            }
        };
        send(response.into());
    }
}
