//! The server: receives and sends messages.
//!
//! The loop reads messages and does no work itself. It changes documents immediately, passes requests to one thread,
//! and runs that look for mistakes to another ([`diagnose`]). Panics there are caught and reported.

mod aliases;
mod capabilities;
mod diagnose;
mod dispatch;
mod requests;
mod transport;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, NumberOrString, Url,
    notification::{
        Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument,
        DidOpenTextDocument, DidSaveTextDocument, Exit, Initialized, Notification as _,
    },
    request::{Initialize, Request as _, Shutdown},
};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use yardstick_world::World;

use crate::{Analysis, Host, address};
use aliases::Aliases;
use diagnose::Diagnoser;
pub use dispatch::answer;
use requests::Requests;

pub use transport::Transport;

/// The reason why the server stopped early: an error of the connection.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The editor ended the session: `shutdown`, then `exit` or the end of the input.
    Orderly,
    /// The editor disconnected without `shutdown`. The protocol requires another exit status.
    Abrupt,
}

/// Serves an editor over `connection` until it disconnects.
pub fn serve(
    connection: &Connection,
    world: Arc<dyn World>,
    host: Host,
    version: &str,
) -> Result<Ending, Failure> {
    let Some((id, params)) = hello(connection)? else { return Ok(Ending::Abrupt) };
    let encoding = capabilities::encoding(&params);
    let answer = Response::new_ok(id, capabilities::answer(encoding, version));
    connection.sender.send(answer.into())?;
    let mut analysis = Analysis::new(world, host, encoding);
    analysis.set_snippets(capabilities::fills_in_snippets(&params));
    analysis.set_roots(capabilities::roots(&params));
    if let Some(options) = params.get("initializationOptions") {
        analysis.configure(options);
    }
    let analysis = Arc::new(analysis);
    let pending: Pending = Arc::default();
    let aliases: Arc<Aliases> = Arc::default();
    let (sender, known) = (connection.sender.clone(), Arc::clone(&aliases));
    let send: Tell = Arc::new(move |mut message| {
        match &mut message {
            Message::Response(Response { result: Some(result), .. }) => known.outward(result),
            Message::Notification(one) => known.outward(&mut one.params),
            _ => {}
        }
        // Ignore an editor that has disconnected.
        let _ = sender.send(message);
    });
    let diagnoser = Diagnoser::start(&analysis, Arc::clone(&send))?;
    let requests = Requests::start(&analysis, send, &pending)?;
    let watches = capabilities::watches_by_request(&params);
    let server = Server { analysis, diagnoser, requests, pending, aliases, watches };
    server.converse(connection)
}

/// Waits for `initialize`. Returns its id and parameters; `None` if the editor disconnects instead.
fn hello(connection: &Connection) -> Result<Option<(RequestId, Json)>, Failure> {
    for message in &connection.receiver {
        match message {
            Message::Request(request) if request.method == Initialize::METHOD => {
                return Ok(Some((request.id, request.params)));
            }
            Message::Request(Request { id, method, .. }) => {
                let message = format!("{method} came before initialize");
                let code = ErrorCode::ServerNotInitialized;
                refuse(connection, id, code, message)?;
            }
            Message::Notification(one) if one.method == Exit::METHOD => return Ok(None),
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    Ok(None)
}

fn refuse(
    connection: &Connection,
    id: RequestId,
    code: ErrorCode,
    message: String,
) -> Result<(), Failure> {
    Ok(connection.sender.send(Response::new_err(id, code as i32, message).into())?)
}

/// A function that sends a message to the editor.
type Tell = Arc<dyn Fn(Message) + Send + Sync>;

/// Requests without an answer yet, and whether the editor still waits for them.
type Pending = Arc<Mutex<HashMap<RequestId, bool>>>;

struct Server {
    analysis: Arc<Analysis>,
    diagnoser: Diagnoser,
    requests: Requests,
    pending: Pending,
    aliases: Arc<Aliases>,
    /// Whether the editor can watch files on request.
    watches: bool,
}

impl Server {
    fn converse(&self, connection: &Connection) -> Result<Ending, Failure> {
        let mut ending = Ending::Abrupt;
        for message in &connection.receiver {
            match message {
                Message::Request(Request { id, .. }) if ending == Ending::Orderly => {
                    let message = "the server is shut down".to_owned();
                    refuse(connection, id, ErrorCode::InvalidRequest, message)?;
                }
                Message::Request(Request { id, method, .. }) if method == Initialize::METHOD => {
                    let message = "the server is initialized already".to_owned();
                    refuse(connection, id, ErrorCode::InvalidRequest, message)?;
                }
                Message::Request(Request { id, method, .. }) if method == Shutdown::METHOD => {
                    ending = Ending::Orderly;
                    connection.sender.send(Response::new_ok(id, Json::Null).into())?;
                }
                Message::Request(request) => self.request(request, connection)?,
                Message::Notification(one) if one.method == Exit::METHOD => break,
                Message::Notification(one) if one.method == Initialized::METHOD => {
                    if self.watches {
                        connection.sender.send(capabilities::watch_files().into())?;
                    }
                }
                Message::Notification(one) if ending == Ending::Abrupt => self.notification(one),
                Message::Notification(_) | Message::Response(_) => {}
            }
        }
        Ok(ending)
    }

    fn pending(&self) -> MutexGuard<'_, HashMap<RequestId, bool>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn request(&self, mut request: Request, connection: &Connection) -> Result<(), Failure> {
        self.aliases.inward(&mut request.params);
        self.pending().insert(request.id.clone(), true);
        if let Err(request) = self.requests.send(request) {
            let message = "the server is shutting down".to_owned();
            refuse(connection, request.id, ErrorCode::InternalError, message)?;
        }
        Ok(())
    }

    fn notification(&self, mut notification: Notification) {
        if notification.method == DidOpenTextDocument::METHOD {
            let document = &notification.params["textDocument"];
            let text = |name: &str| document[name].as_str().unwrap_or_default();
            self.aliases.learn(text("uri"), text("languageId"));
        }
        self.aliases.inward(&mut notification.params);
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let Some(params) = read::<DidOpenTextDocumentParams>(notification) else { return };
                let Some(path) = address::to_path(&params.text_document.uri) else { return };
                self.analysis.open(&path, &params.text_document.text);
                self.diagnoser.opened(path);
            }
            DidChangeTextDocument::METHOD => {
                let Some(params) = read::<DidChangeTextDocumentParams>(notification) else {
                    return;
                };
                let Some(path) = address::to_path(&params.text_document.uri) else { return };
                self.analysis.change(&path, &params.content_changes);
                self.diagnoser.changed(path);
            }
            DidCloseTextDocument::METHOD => {
                let Some(params) = read::<DidCloseTextDocumentParams>(notification) else {
                    return;
                };
                let Some(path) = address::to_path(&params.text_document.uri) else { return };
                self.analysis.close(&path);
                self.diagnoser.changed(path);
            }
            DidSaveTextDocument::METHOD => {
                let Some(params) = read::<DidSaveTextDocumentParams>(notification) else { return };
                let Some(path) = address::to_path(&params.text_document.uri) else { return };
                self.diagnoser.changed(path);
            }
            DidChangeWatchedFiles::METHOD => {
                let Some(params) = read::<DidChangeWatchedFilesParams>(notification) else {
                    return;
                };
                self.analysis.changed_on_disk();
                let uris = params.changes.iter().map(|change| &change.uri);
                for path in uris.filter_map(|uri: &Url| address::to_path(uri)) {
                    self.diagnoser.changed(path);
                }
            }
            Cancel::METHOD => {
                let Some(params) = read::<lsp_types::CancelParams>(notification) else { return };
                let id = match params.id {
                    NumberOrString::Number(number) => RequestId::from(number),
                    NumberOrString::String(text) => RequestId::from(text),
                };
                // A request that was already answered cannot be canceled.
                if let Some(is_awaited) = self.pending().get_mut(&id) {
                    *is_awaited = false;
                }
            }
            _ => {}
        }
    }
}

/// The parameters of a notification; `None` if they are invalid.
fn read<P: DeserializeOwned>(notification: Notification) -> Option<P> {
    serde_json::from_value(notification.params).ok()
}
