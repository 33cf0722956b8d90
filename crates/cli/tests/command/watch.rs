//! `--watch`: a change of an input is a new run.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    process::{Child, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use crate::support::{directory, write, yardstick};

/// Enough for a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ends the process with the test, whatever its outcome.
struct Watching(Child);

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let _ = send.send(line);
        }
    });
    receive
}

#[test]
fn every_change_is_a_run() {
    let scratch = directory(&[("conf/a.yml", "a: 1\n"), ("v.yml", "{}\n")]);
    let args =
        ["-f", "conf", "--data-values-file", "v.yml", "--watch", "--output-files", "conf/out"];
    let mut child = yardstick(scratch.path(), &args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let status = lines(child.stderr.take().expect("it is piped"));
    let _watching = Watching(child);
    let next = || status.recv_timeout(PATIENCE).expect("a run ends with a line");
    let result = || fs::read_to_string(scratch.path().join("conf/out/a.yml")).unwrap_or_default();

    let line = next();
    assert!(
        line.starts_with("yardstick: done in ") && line.ends_with("watching 2 inputs"),
        "{line}"
    );
    assert_eq!(result(), "a: 1\n");

    write(scratch.path(), "conf/a.yml", "a: [\n");
    assert!(next().contains("Error: "));
    // Hints follow.
    while !next().starts_with("yardstick: failed in ") {}
    assert_eq!(result(), "a: 1\n");

    // Many editors write a new file and give it the old name.
    write(scratch.path(), "new", "a: 2\n");
    fs::rename(scratch.path().join("new"), scratch.path().join("conf/a.yml")).expect("scratch");
    assert!(next().starts_with("yardstick: done in "));
    assert_eq!(result(), "a: 2\n");

    // Data values count too; what the run itself writes does not.
    write(scratch.path(), "v.yml", "{} # touched\n");
    assert!(next().starts_with("yardstick: done in "));
    assert!(status.recv_timeout(Duration::from_millis(700)).is_err(), "a run for its own output");
}
