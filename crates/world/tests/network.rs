//! Tests downloads from a misbehaving server on this machine.

use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    thread,
    time::{Duration, Instant},
};

use yardstick_world::{FetchError, Policy, Real, World};

/// Serves until the test ends. Returns its port.
fn serve() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = listener.local_addr().expect("it is bound").port();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || answer(stream, port));
        }
    });
    port
}

fn answer(mut stream: TcpStream, port: u16) {
    let mut request = BufReader::new(stream.try_clone().expect("sockets can be cloned"));
    let mut first = String::new();
    let _ = request.read_line(&mut first);
    let mut line = String::new();
    while request.read_line(&mut line).is_ok_and(|count| count > 2) {
        line.clear();
    }
    let redirect = |target: &str| {
        format!("HTTP/1.1 302 Found\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n")
    };
    let response = match first.split(' ').nth(1).unwrap_or_default() {
        "/a" => "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\na: 1\n".to_owned(),
        "/large" => format!("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{}", "x".repeat(500)),
        "/slow" => "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nx".to_owned(),
        "/moved" => redirect("/a"),
        "/circle" => redirect("/circle"),
        "/file" => redirect("file:///etc/passwd"),
        "/elsewhere" => redirect(&format!("http://user:secret@localhost:{port}/a")),
        _ => String::new(),
    };
    let _ = stream.write_all(response.as_bytes());
    // A client that waits for more stays connected until the policy ends the download.
    thread::sleep(Duration::from_secs(60));
}

fn impatient() -> Policy {
    let short = Duration::from_millis(300);
    Policy { total: short, size: 100, redirects: 3, ..Policy::default() }
}

fn fetch(path: &str, policy: &Policy) -> Result<String, FetchError> {
    let started = Instant::now();
    let answer = Real::new().fetch(&format!("http://127.0.0.1:{}{path}", serve()), policy);
    assert!(started.elapsed() < Duration::from_secs(20), "{path} took {:?}", started.elapsed());
    answer.map(|bytes| String::from_utf8(bytes).expect("the server sends text"))
}

fn refusal(path: &str, policy: &Policy) -> String {
    fetch(path, policy).expect_err("the policy forbids it").to_string()
}

#[test]
fn answers_arrive() {
    assert_eq!(fetch("/a", &impatient()).as_deref(), Ok("a: 1\n"));
    assert_eq!(fetch("/moved", &impatient()).as_deref(), Ok("a: 1\n"));
}

#[test]
fn a_silent_server_cannot_hold_a_run() {
    assert_eq!(refusal("/silent", &impatient()), "the server took too long");
    assert_eq!(refusal("/slow", &impatient()), "the server took too long");
}

#[test]
fn a_body_has_a_limit() {
    assert!(matches!(fetch("/large", &impatient()), Err(FetchError::Body(_))));
}

#[test]
fn every_redirect_is_checked() {
    assert_eq!(refusal("/circle", &impatient()), "more than 3 redirects");
    let message = refusal("/file", &impatient());
    assert!(message.contains("'file' is not http or https"), "{message}");
    let policy = Policy { hosts: Some(vec!["127.0.0.1".to_owned()]), ..impatient() };
    assert_eq!(fetch("/moved", &policy).as_deref(), Ok("a: 1\n"));
    let message = refusal("/elsewhere", &policy);
    assert!(message.contains("host 'localhost' is not allowed"), "{message}");
    assert!(!message.contains("secret"), "{message}");
}
