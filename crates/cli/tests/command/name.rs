//! Tests the program under the name of the reference.

use std::os::unix::process::CommandExt as _;

use crate::support::{directory, stderr, yardstick};

#[test]
fn messages_start_with_the_name_it_is_called_by() {
    let scratch = directory(&[("a.yml", "a: [\n")]);
    for (called, name) in
        [("/opt/bin/ytt", "ytt"), ("./yardstick", "yardstick"), ("other", "yardstick")]
    {
        let mut command = yardstick(scratch.path(), &["-f", "a.yml"]);
        let output = command.arg0(called).output().expect("the binary starts");
        let said = stderr(&output);
        assert!(said.starts_with(&format!("{name}: Error: ")), "{called}: {said}");
    }
}
