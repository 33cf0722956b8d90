//! A web server for one user: serves pages from memory, only on this machine.

use std::io;

/// A page of the server: its media type and its bytes.
pub type Page<'p> = (&'static str, std::borrow::Cow<'p, [u8]>);

/// Serves `page` on the loopback address until the process ends; port 0 picks a free one. Passes the address to
/// `started`. Rejects requests that name another host, so that no website can read the pages through its visitors.
#[cfg(not(target_family = "wasm"))]
pub fn serve<'p>(
    port: u16,
    started: impl FnOnce(&str),
    page: impl Fn(&str) -> Option<Page<'p>>,
) -> io::Result<()> {
    use tiny_http::{Header, Method, Response, Server};

    let server = Server::http(("127.0.0.1", port)).map_err(io::Error::other)?;
    let port = server.server_addr().to_ip().map_or(port, |address| address.port());
    started(&format!("http://127.0.0.1:{port}/"));
    let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    for request in server.incoming_requests() {
        let host = request.headers().iter().find(|header| header.field.equiv("Host"));
        let is_ours = host.is_some_and(|host| hosts.iter().any(|ours| host.value == ours.as_str()));
        let path = request.url().split(['?', '#']).next().unwrap_or_default().to_owned();
        let found = (is_ours && *request.method() == Method::Get).then(|| page(&path)).flatten();
        // Ignore a client that has disconnected.
        let _ = match found {
            Some((kind, bytes)) => {
                let kind = Header::from_bytes("Content-Type", kind).expect("a media type is text");
                request.respond(Response::from_data(bytes.into_owned()).with_header(kind))
            }
            None => request.respond(Response::empty(404)),
        };
    }
    Ok(())
}

/// A browser cannot serve pages.
#[cfg(target_family = "wasm")]
pub fn serve<'p>(
    _: u16,
    _: impl FnOnce(&str),
    _: impl Fn(&str) -> Option<Page<'p>>,
) -> io::Result<()> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}
