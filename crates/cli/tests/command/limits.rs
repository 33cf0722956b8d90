//! Limits do not affect runs that end in time.

use crate::support::{directory, stderr, stdout, yardstick};

#[test]
fn limits_that_are_not_reached_change_nothing() {
    let scratch = directory(&[("a.yml", "#@ for i in range(3):\n---\na: #@ i\n#@ end\n")]);
    let args = ["-f", "a.yml", "--timeout", "60", "--max-steps", "1000"];
    let output = yardstick(scratch.path(), &args).output().expect("it starts");
    assert_eq!(stdout(&output), "a: 0\n---\na: 1\n---\na: 2\n", "{}", stderr(&output));
    assert!(output.status.success());
}

/// Checks standard input that ends after `seconds`. Returns the status and the messages.
#[cfg(unix)]
fn checked_slowly(scratch: &std::path::Path, seconds: &str) -> (Option<i32>, String) {
    let line = format!("(sleep {seconds}; echo 'a: 1') | \"$YARDSTICK\" check -f s.yml -");
    let output = std::process::Command::new("sh")
        .args(["-c", &line])
        .env("YARDSTICK", env!("CARGO_BIN_EXE_yardstick"))
        .current_dir(scratch)
        .output()
        .expect("there is a shell");
    (output.status.code(), stderr(&output))
}

#[cfg(unix)]
#[test]
fn the_project_file_limits_the_time_of_check() {
    let schema = ("s.yml", "properties: {a: {type: integer}}\n");
    let scratch = directory(&[schema, ("yardstick.yaml", "timeout: 0.3\n")]);
    let (status, stderr) = checked_slowly(scratch.path(), "3");
    assert_eq!(status, Some(2), "{stderr}");
    assert!(stderr.contains("Stopped after --timeout 0.3"), "{stderr}");
    let scratch = directory(&[schema, ("yardstick.yaml", "timeout: 60\n")]);
    let (status, stderr) = checked_slowly(scratch.path(), "0.1");
    assert_eq!(status, Some(0), "{stderr}");
}
