//! Runs that end in time do not notice their limits.

use crate::support::{directory, stderr, stdout, yardstick};

#[test]
fn limits_that_are_not_reached_change_nothing() {
    let scratch = directory(&[("a.yml", "#@ for i in range(3):\n---\na: #@ i\n#@ end\n")]);
    let args = ["-f", "a.yml", "--timeout", "60", "--max-steps", "1000"];
    let output = yardstick(scratch.path(), &args).output().expect("it starts");
    assert_eq!(stdout(&output), "a: 0\n---\na: 1\n---\na: 2\n", "{}", stderr(&output));
    assert!(output.status.success());
}
