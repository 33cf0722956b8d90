//! Tests inputs from URLs, with a server on this machine.

use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    thread,
    time::Duration,
};

use crate::support::{directory, stderr, stdout, yardstick};

/// Serves until the test ends. Returns its address.
fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || answer(stream));
        }
    });
    format!("http://{address}")
}

fn answer(mut stream: TcpStream) {
    let mut request = BufReader::new(stream.try_clone().expect("sockets can be cloned"));
    let mut first = String::new();
    let _ = request.read_line(&mut first);
    let mut line = String::new();
    while request.read_line(&mut line).is_ok_and(|count| count > 2) {
        line.clear();
    }
    let response = match first.split(' ').nth(1).unwrap_or_default() {
        "/a.yml" | "/x?a=b" => "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\na: 1\n",
        "/moved" => "HTTP/1.1 302 Found\r\nLocation: /a.yml\r\nContent-Length: 0\r\n\r\n",
        "/circle" => "HTTP/1.1 302 Found\r\nLocation: /circle\r\nContent-Length: 0\r\n\r\n",
        "/cut" => "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\na: 1\n",
        "/never" => {
            thread::sleep(Duration::from_secs(60));
            return;
        }
        _ => "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
    };
    let _ = stream.write_all(response.as_bytes());
}

#[test]
fn urls_are_inputs() {
    let server = serve();
    let scratch = directory(&[]);
    let run = |args: &[&str]| yardstick(scratch.path(), args).output().expect("it starts");
    for source in ["{}/a.yml", "b.yml={}/x?a=b", "b.yml={}/moved"] {
        let source = source.replace("{}", &server);
        let output = run(&["-f", &source]);
        assert_eq!(stdout(&output), "a: 1\n", "{source}: {}", stderr(&output));
    }
    for (path, message) in [
        ("gone.yml", "Requesting URL '{}': 404 Not Found"),
        ("circle", "Requesting URL '{}': "),
        ("cut", "Reading URL '{}': "),
    ] {
        let url = format!("{server}/{path}");
        let output = run(&["-f", &format!("b.yml={url}")]);
        assert_eq!(output.status.code(), Some(1), "{path}");
        let text = stderr(&output);
        assert!(text.contains(message.replace("{}", &url).trim_end()), "{path}: {text}");
    }
    // Inputs that are only listed are not fetched.
    let output = run(&["-f", "http://127.0.0.1:1/x.yml", "--files-inspect"]);
    assert_eq!(stdout(&output), "- x.yml\n");
}

#[test]
fn a_server_that_never_answers_cannot_hold_a_run_with_a_timeout() {
    let url = format!("{}/never", serve());
    let scratch = directory(&[]);
    let args = ["-f", &format!("a.yml={url}"), "--timeout", "0.3"];
    let output = yardstick(scratch.path(), &args).output().expect("it starts");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "yardstick: Error: Stopped after --timeout 0.3\n");
}
