//! Output is either complete or absent, whatever happens.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use crate::support::{directory, stderr, write, yardstick};

const FILES: usize = 200;

/// The number of files in `directory`, and their contents.
fn contents(directory: &Path) -> (usize, BTreeSet<String>) {
    let read = |entry: std::io::Result<fs::DirEntry>| {
        fs::read_to_string(entry.expect("output can be listed").path()).expect("output is text")
    };
    let all: Vec<String> =
        fs::read_dir(directory).expect("there is an output directory").map(read).collect();
    (all.len(), all.into_iter().collect())
}

#[test]
fn a_killed_run_leaves_the_old_or_the_new_directory() {
    let scratch = directory(&[]);
    for number in 0..FILES {
        let template = "#@ load(\"@ytt:data\", \"data\")\nrun: #@ data.values.run\n";
        write(scratch.path(), &format!("conf/{number}.yml"), template);
    }
    write(scratch.path(), "values.yml", "#@data/values-schema\n---\nrun: \"\"\n");
    let run = |run: &str| {
        let value = format!("run=r{run}");
        let args = ["-f", "conf", "-f", "values.yml", "-v", &value];
        let mut command = yardstick(scratch.path(), &args);
        command.args(["--dangerous-emptied-output-directory", "out"]).stdout(Stdio::null());
        command
    };
    assert!(run("0").status().expect("the binary starts").success());
    for number in 1..=25_u64 {
        let mut child = run(&number.to_string()).spawn().expect("the binary starts");
        thread::sleep(Duration::from_millis(number * 2));
        // The process may have ended already.
        let _ = child.kill();
        let killed = !child.wait().expect("the binary ends").success();
        let (count, texts) = contents(&scratch.path().join("out"));
        assert_eq!(count, FILES, "run {number}");
        assert_eq!(texts.len(), 1, "run {number}: {texts:?}");
        let is_new = texts.contains(&format!("run: r{number}\n"));
        assert!(is_new || killed, "run {number} succeeded, but its output is not there");
    }
}

/// Runs the binary with a limit on the size of files. As on a full disk, some files can be written and others cannot.
#[cfg(unix)]
fn on_a_full_disk(scratch: &Path, args: &str) -> std::process::Output {
    let binary = env!("CARGO_BIN_EXE_yardstick");
    let script = format!("trap '' XFSZ; ulimit -f 4; exec '{binary}' {args}");
    Command::new("sh").args(["-c", &script]).current_dir(scratch).output().expect("sh starts")
}

#[cfg(unix)]
#[test]
fn a_full_disk_changes_nothing() {
    let large = "a: ".to_owned() + &"x".repeat(100_000);
    for flag in ["--output-files", "--dangerous-emptied-output-directory"] {
        let scratch = directory(&[
            ("conf/a.yml", "a: new\n"),
            ("conf/b.yml", &large),
            ("conf/d/c.yml", "c: new\n"),
            ("out/a.yml", "a: old\n"),
        ]);
        let output = on_a_full_disk(scratch.path(), &format!("-f conf {flag} out"));
        assert_eq!(output.status.code(), Some(1), "{flag}");
        assert!(output.stdout.is_empty());
        let message = stderr(&output);
        assert!(
            message.starts_with("yardstick: Error: write out/b.yml: file too large"),
            "{message}"
        );
        let (count, texts) = contents(&scratch.path().join("out"));
        assert_eq!((count, texts), (1, BTreeSet::from(["a: old\n".to_owned()])), "{flag}");
        assert_eq!(fs::read_dir(scratch.path()).expect("scratch space").count(), 2, "{flag}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error() {
    let scratch = directory(&[("a.yml", "a: 1\n")]);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let output =
        yardstick(scratch.path(), &["-f", "a.yml"]).stdout(full).output().expect("it starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with("yardstick: Error: Writing to standard output: "));
}

#[cfg(unix)]
#[test]
fn an_unreadable_input_leaves_the_output_alone() {
    use std::os::unix::fs::PermissionsExt;

    let scratch = directory(&[
        ("conf/a.yml", "a: 1\n"),
        ("conf/b.yml", "b: 1\n"),
        ("out/old.yml", "old: 1\n"),
    ]);
    let secret = scratch.path().join("conf/b.yml");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o0)).expect("scratch space");
    if fs::read(&secret).is_ok() {
        // The superuser can read every file, so use a dangling link instead.
        fs::remove_file(&secret).expect("scratch space");
        std::os::unix::fs::symlink("/proc/self/mem", &secret).expect("scratch space");
    }
    let args = ["-f", "conf", "--dangerous-allow-all-symlink-destinations"];
    let output = yardstick(scratch.path(), &args)
        .args(["--dangerous-emptied-output-directory", "out"])
        .output()
        .expect("the binary starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("conf/b.yml: "), "{}", stderr(&output));
    assert_eq!(contents(&scratch.path().join("out")).0, 1);
}

#[cfg(unix)]
#[test]
fn a_link_is_replaced_and_what_it_leads_to_is_kept() {
    let scratch = directory(&[("a.yml", "a: 1\n"), ("precious/p.yml", "p: 1\n")]);
    std::os::unix::fs::symlink("precious", scratch.path().join("out")).expect("scratch space");
    let args = ["-f", "a.yml", "--dangerous-emptied-output-directory", "out"];
    let mut command = yardstick(scratch.path(), &args);
    assert!(command.stdout(Stdio::null()).status().expect("it starts").success());
    assert!(scratch.path().join("precious/p.yml").exists());
    assert_eq!(contents(&scratch.path().join("out")).0, 1);
}
