//! Tests `schema diff` with files of a git revision, and `build --changed-since`.

use std::{path::Path, process::Command};

use crate::support::{directory, stderr, stdout, write, yardstick};

fn git(directory: &Path, arguments: &[&str]) -> bool {
    let identity = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.com"];
    let run = Command::new("git").args(identity).args(arguments).current_dir(directory).output();
    run.is_ok_and(|output| output.status.success())
}

#[test]
fn a_side_of_a_comparison_may_be_a_revision() {
    let directory = directory(&[
        ("config/schema.yml", "#@data/values-schema\n---\nname: app\nport: 80\n"),
        ("config/deployment.yml", "kind: Deployment\n"),
        (
            "api.json",
            r#"{"type": "object", "properties": {"a": {"type": "string", "default": ""}}}"#,
        ),
    ]);
    let path = directory.path();
    // Contributors have git, but a source package may be built without it.
    if !git(path, &["init", "-q"]) {
        return;
    }
    assert!(git(path, &["add", "."]) && git(path, &["commit", "-q", "-m", "one"]));
    write(path, "config/schema.yml", "#@data/values-schema\n---\nname: app\nport: \"80\"\n");
    let diff = |old: &str, new: &str| {
        yardstick(path, &["schema", "diff", old, new]).output().expect("it runs")
    };
    let changed = "~ port type integer -> string [breaking]\n\
                   ~ port default 80 -> \"80\" [compatible]\n\
                   2 changes: 1 breaking, 1 compatible\n";
    for (old, new) in [("HEAD:config", "config"), ("HEAD:config/schema.yml", "config/schema.yml")] {
        let output = diff(old, new);
        assert_eq!(stdout(&output), changed, "{old} {}", stderr(&output));
        assert_eq!(output.status.code(), Some(2));
    }
    let output = diff("HEAD:./api.json", "api.json");
    assert_eq!(stdout(&output), "no changes\n", "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(0));
    let output = diff("HEAD:nowhere", "config");
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("nowhere"), "{}", stderr(&output));
}

#[test]
fn what_changed_is_known_only_of_revisions_that_exist() {
    let directory = directory(&[
        ("config/a.yml", "a: 1\n"),
        ("yardstick.yaml", "targets: {app: {files: [config], output: out}}\n"),
    ]);
    let path = directory.path();
    let build = || {
        let output = yardstick(path, &["build", "--changed-since", "no-such-branch"]).output();
        stderr(&output.expect("it runs"))
    };
    let is_inside = git(path, &["rev-parse", "--git-dir"]);
    if !git(path, &["--version"]) || is_inside {
        return;
    }
    assert!(build().contains("help: the project is not in a git repository"), "{}", build());
    assert!(git(path, &["init", "-q"]));
    assert!(build().contains("help: --changed-since takes a branch, tag or commit"), "{}", build());
}
