//! Starts the binary in a scratch directory.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use tempfile::TempDir;

/// A scratch directory that contains `files`.
pub(crate) fn directory(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().expect("scratch space");
    for (path, text) in files {
        write(directory.path(), path, text);
    }
    directory
}

pub(crate) fn write(directory: &Path, path: &str, text: &str) {
    let path = directory.join(path);
    fs::create_dir_all(path.parent().expect("a file lies in a directory")).expect("scratch space");
    fs::write(path, text).expect("scratch space");
}

/// The binary with `args`, to be run in `directory`. Proxies are disabled for the local server.
pub(crate) fn yardstick(directory: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yardstick"));
    command.args(args).current_dir(directory).env("NO_COLOR", "1");
    command.env_remove("YARDSTICK_DIAGNOSTICS").env_remove("YARDSTICK_NOTES");
    for variable in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
        command.env_remove(variable).env_remove(variable.to_lowercase());
    }
    command
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}
