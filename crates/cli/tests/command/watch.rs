//! Tests `--watch`: every change of an input starts a new run.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Child, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use crate::support::{directory, write, yardstick};

/// A timeout that is long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Kills the process at the end of the test, whatever its outcome.
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

/// A process with `--watch`, and its standard error.
struct Watched {
    _process: Watching,
    said: Receiver<String>,
}

impl Watched {
    fn new(directory: &Path, args: &[&str]) -> Self {
        let mut child = yardstick(directory, args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let said = lines(child.stderr.take().expect("it is piped"));
        Self { _process: Watching(child), said }
    }

    /// All lines that the next run prints, up to the line about its end.
    fn next(&self) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            let line = self.said.recv_timeout(PATIENCE).expect("a run ends with a line");
            let is_last = line.contains("; watching ");
            all.push(line);
            if is_last {
                return all;
            }
        }
    }

    /// Like [`next`](Self::next), for a run that must succeed.
    fn done(&self) -> Vec<String> {
        let all = self.next();
        assert!(all.last().is_some_and(|line| line.starts_with("yardstick: done in ")), "{all:?}");
        all
    }

    /// True if nothing happens for a while.
    fn is_quiet(&self) -> bool {
        self.said.recv_timeout(Duration::from_millis(700)).is_err()
    }
}

#[test]
fn every_change_is_a_run() {
    let scratch = directory(&[("conf/a.yml", "a: 1\n"), ("v.yml", "{}\n")]);
    // The output is below the input on purpose: what a run writes must not start another run.
    let args = "-f conf --data-values-file v.yml --watch --output-files conf/out --no-warnings";
    let args: Vec<&str> = args.split(' ').collect();
    let watched = Watched::new(scratch.path(), &args);
    let result = || fs::read_to_string(scratch.path().join("conf/out/a.yml")).unwrap_or_default();

    let said = watched.done();
    assert_eq!(said[0], "1 file created, 0 updated, 0 unchanged");
    assert!(said[1].ends_with("watching 2 inputs"), "{said:?}");
    assert_eq!(result(), "a: 1\n");

    write(scratch.path(), "conf/a.yml", "a: [\n");
    let said = watched.next();
    assert!(said[0].contains("Error: "), "{said:?}");
    assert!(said.last().is_some_and(|line| line.starts_with("yardstick: failed in ")));
    assert_eq!(result(), "a: 1\n");

    // Many editors write a new file and rename it to the old name.
    write(scratch.path(), "new", "a: 2\n");
    fs::rename(scratch.path().join("new"), scratch.path().join("conf/a.yml")).expect("scratch");
    // The earlier output is now among the inputs.
    assert_eq!(watched.done()[0], "1 file created, 1 updated, 0 unchanged");
    assert_eq!(result(), "a: 2\n");

    // Values files are watched too, but what the run itself writes is not.
    write(scratch.path(), "v.yml", "{} # touched\n");
    watched.done();
    assert!(watched.is_quiet(), "a run for its own output");
}

/// A project with one target whose inputs are everything below the project.
const PROJECT: &str = "targets:\n  a:\n    files: [conf]\n    output: out/a\n";

#[test]
fn a_project_is_built_again() {
    for args in [&["build", "--watch"][..], &["--watch"]] {
        let scratch = directory(&[("yardstick.yaml", PROJECT), ("conf/a.yml", "a: 1\n")]);
        let project = scratch.path();
        let watched = Watched::new(project, args);
        let read = |path: &str| fs::read_to_string(project.join(path)).unwrap_or_default();

        assert!(watched.done()[0].contains("1 file created"), "{args:?}");
        assert_eq!(read("out/a/a.yml"), "a: 1\n");
        write(project, "conf/a.yml", "a: 2\n");
        assert!(watched.done()[0].contains("1 updated"), "{args:?}");
        assert_eq!(read("out/a/a.yml"), "a: 2\n");

        // The project file may name paths that were not watched before.
        write(project, "more/b.yml", "b: 1\n");
        let more = "  b:\n    files: [more]\n    output: out/b\n";
        write(project, "yardstick.yaml", &[PROJECT, more].concat());
        assert!(watched.done()[0].contains("1 file created"), "{args:?}");
        write(project, "more/b.yml", "b: 2\n");
        assert!(watched.done()[0].contains("1 updated"), "{args:?}");
        assert_eq!(read("out/b/b.yml"), "b: 2\n");

        // A mistake in it is reported, and the file is read again after the next change.
        write(project, "yardstick.yaml", "targets: [\n");
        let said = watched.next();
        assert!(said.last().is_some_and(|line| line.starts_with("yardstick: failed in ")));
        write(project, "yardstick.yaml", PROJECT);
        watched.done();
        assert!(watched.is_quiet(), "a run for its own output");
    }
}

#[test]
fn a_project_is_validated_and_tested_again() {
    let schema = "#@data/values-schema\n---\n#@schema/validation min=1\nsize: 1\n";
    let files = [
        (
            "yardstick.yaml",
            "targets:\n  a:\n    files: [conf]\n    values: [v.yml]\n    output: out\n",
        ),
        ("conf/schema.yml", schema),
        ("conf/a.yml", "#@ load(\"@ytt:data\", \"data\")\nsize: #@ data.values.size\n"),
        ("v.yml", "size: 2\n"),
        ("tests/one/test.yml", "target: a\nexpect: {size: 2}\n"),
    ];
    for command in ["validate", "test"] {
        let scratch = directory(&files);
        let watched = Watched::new(scratch.path(), &[command, "--watch"]);
        watched.done();
        write(scratch.path(), "v.yml", "size: 0\n");
        let said = watched.next();
        assert!(
            said.last().is_some_and(|line| line.starts_with("yardstick: failed in ")),
            "{command}"
        );
        write(scratch.path(), "v.yml", "size: 2\n");
        watched.done();
    }
}
