//! The server: messages in, messages out.
//!
//! The loop reads messages and never works: documents are changed at once, requests go to one thread, runs that look
//! for mistakes to another ([`diagnose`]). Whatever panics there is caught and reported.

mod capabilities;
mod diagnose;
mod dispatch;
mod requests;

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, InitializeParams, NumberOrString, Url,
    notification::{
        Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument,
        DidOpenTextDocument, DidSaveTextDocument, Notification as _,
    },
};
use serde::de::DeserializeOwned;
use yardstick_world::World;

use crate::{Analysis, Encoding, Host, address};
use diagnose::Diagnoser;
pub use dispatch::answer;
use requests::Requests;

/// Why the server stopped early: what went wrong with the connection.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Speaks with an editor over `connection` until it says goodbye.
pub fn serve(
    connection: &Connection,
    world: Arc<dyn World>,
    host: Host,
    version: &str,
) -> Result<(), Failure> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams = serde_json::from_value(params)?;
    let general = params.capabilities.general.as_ref();
    let encodings = general.and_then(|general| general.position_encodings.as_deref());
    let encoding = Encoding::choose(encodings);
    connection.initialize_finish(id, capabilities::answer(encoding, version))?;
    let mut analysis = Analysis::new(world, host, encoding);
    analysis.set_snippets(capabilities::fills_in_snippets(&params));
    if let Some(options) = &params.initialization_options {
        analysis.configure(options);
    }
    let analysis = Arc::new(analysis);
    if capabilities::watches_by_request(&params) {
        connection.sender.send(Message::Request(capabilities::watch_files()))?;
    }
    let canceled: Canceled = Arc::default();
    let sender = connection.sender.clone();
    let send: Tell = Arc::new(move |message| {
        // Whoever left does not want an answer.
        let _ = sender.send(message);
    });
    let diagnoser = Diagnoser::start(&analysis, Arc::clone(&send))?;
    let requests = Requests::start(&analysis, send, &canceled)?;
    let server = Server { analysis, diagnoser, requests, canceled };
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    return Ok(());
                }
                server.request(request, connection)?;
            }
            Message::Notification(notification) => server.notification(notification),
            Message::Response(_) => {}
        }
    }
    Ok(())
}

/// Sends a message to the editor.
type Tell = Arc<dyn Fn(Message) + Send + Sync>;

/// Requests that the editor no longer waits for.
type Canceled = Arc<Mutex<HashSet<RequestId>>>;

struct Server {
    analysis: Arc<Analysis>,
    diagnoser: Diagnoser,
    requests: Requests,
    canceled: Canceled,
}

impl Server {
    fn request(&self, request: Request, connection: &Connection) -> Result<(), Failure> {
        if let Err(request) = self.requests.send(request) {
            let message = "the server is shutting down".to_owned();
            let response = Response::new_err(request.id, ErrorCode::InternalError as i32, message);
            connection.sender.send(response.into())?;
        }
        Ok(())
    }

    fn notification(&self, notification: Notification) {
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
                self.canceled.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
            }
            _ => {}
        }
    }
}

/// The parameters of a notification; nothing if an editor sends something else.
fn read<P: DeserializeOwned>(notification: Notification) -> Option<P> {
    serde_json::from_value(notification.params).ok()
}
