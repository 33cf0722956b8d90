//! Tests projects, from `new` to reports and other build engines.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, SystemTime},
};

use super::support::{directory, stderr, stdout, write, yardstick};

const VALUES: &str =
    "# The name.\nname: web\nreplicas: 2\ningress:\n  enabled: false\n  hosts: [a.example.com]\n";

/// Creates a project in `shop` and checks that all commands on it succeed.
fn makes_a_project_that_works(files: &[(&str, &str)], from: &[&str]) {
    let scratch = directory(files);
    let words: Vec<&str> = ["new", "shop"].iter().chain(from).copied().collect();
    let made = yardstick(scratch.path(), &words).output().expect("it starts");
    assert!(made.status.success(), "{}", stderr(&made));
    let project = scratch.path().join("shop");
    let steps: [&[&str]; 7] = [
        &["build"],
        &["validate"],
        &["test"],
        &["fmt", "--check"],
        &["build", "--check"],
        &["build"],
        &["check", "--missing-schema", "skip", "yardstick.yaml"],
    ];
    for step in steps {
        let done = yardstick(&project, step).output().expect("it starts");
        let said = format!("{}{}", stdout(&done), stderr(&done));
        assert!(done.status.success(), "{step:?} with {from:?}: {said}");
    }
    for expected in ["README.md", ".github/workflows/configuration.yml", ".vscode/settings.json"] {
        assert!(project.join(expected).exists(), "{expected}");
    }
    assert!(project.join("rendered/dev").exists() && project.join("rendered/prod").exists());
}

#[test]
fn a_new_project() {
    makes_a_project_that_works(&[], &[]);
}

#[test]
fn a_project_from_values() {
    makes_a_project_that_works(&[("values.yaml", VALUES)], &["--from", "values.yaml"]);
}

#[test]
fn a_project_from_a_chart() {
    let chart = ("chart/Chart.yaml", "apiVersion: v2\nname: c\nversion: 1.0.0\n");
    let values = ("chart/values.yaml", VALUES);
    makes_a_project_that_works(&[chart, values], &["--from", "chart"]);
    let schema = (
        "chart/values.schema.json",
        r#"{"type": "object", "properties": {"replicas": {"type": "integer", "minimum": 1}}}"#,
    );
    makes_a_project_that_works(&[chart, values, schema], &["--from", "chart"]);
}

#[test]
fn a_project_from_templates() {
    let schema = ("ytt/schema.yml", "#@data/values-schema\n---\nreplicas: 1\n");
    let template =
        ("ytt/app.yml", "#@ load(\"@ytt:data\", \"data\")\nreplicas: #@ data.values.replicas\n");
    makes_a_project_that_works(&[schema, template], &["--from", "ytt"]);
    // Without a schema there is less to check, but nothing fails.
    makes_a_project_that_works(&[("ytt/app.yml", "a: #@ 1 + 1\n")], &["--from", "ytt"]);
}

#[test]
fn a_report_for_ci_has_all_cases() {
    let scratch = directory(&[
        ("app.yml", "kind: Deployment\n"),
        ("yardstick.yaml", "tests: {files: [app.yml]}\n"),
        ("tests/a/test.yml", "expect: {kind: Service}\n"),
        ("tests/b/test.yml", "expect: {kind: Deployment}\n"),
        ("tests/c/test.yml", "skip: later\n"),
        ("tests/d/values.yml", "{}\n"),
        ("tests/d/stdout", "kind: Secret\n"),
    ]);
    let args = ["test", "--junit", "out/report.xml", "--diagnostics", "junit"];
    let done = yardstick(scratch.path(), &args).output().expect("it starts");
    let report = stdout(&done);
    assert_eq!(done.status.code(), Some(1), "{report}");
    for part in [
        r#"tests="4" failures="2" errors="0""#,
        r#"<failure message="no rendered document matches: .kind: it is &quot;Deployment&quot;" type="YS1406">tests/a/test.yml:1:16: "#,
        r#"<testcase name="tests/b" classname="yardstick"/>"#,
        r#"<testcase name="tests/c" classname="yardstick"><skipped message="later"/></testcase>"#,
        r#"<failure message="tests/d/stdout is not what was rendered""#,
    ] {
        assert!(report.contains(part), "{part}\n{report}");
    }
    let written = fs::read_to_string(scratch.path().join("out/report.xml")).expect("it is there");
    assert_eq!(written, report);
}

/// A project with two applications that share a file, and a third one that does not.
fn fleet() -> tempfile::TempDir {
    let target = |files: &str, name: &str| {
        format!("  {name}:\n    files: [{files}]\n    output: out/{name}\n")
    };
    let project = [
        "targets:\n".to_owned(),
        target("a.yml, shared.star", "a"),
        target("b.yml, shared.star", "b"),
        target("c.yml", "c"),
    ]
    .concat();
    directory(&[
        ("yardstick.yaml", &project),
        ("shared.star", "number = 1\n"),
        ("a.yml", "#@ load(\"shared.star\", \"number\")\na: #@ number\n"),
        ("b.yml", "#@ load(\"shared.star\", \"number\")\nb: #@ number\n"),
        ("c.yml", "c: 1\n"),
    ])
}

fn ninja(project: &Path) -> Option<String> {
    let done = Command::new("ninja").current_dir(project).stderr(Stdio::inherit()).output().ok()?;
    assert!(done.status.success(), "{}", stdout(&done));
    Some(stdout(&done))
}

#[test]
fn ninja_rebuilds_what_a_change_concerns() {
    let scratch = fleet();
    let project = scratch.path();
    let emitted = yardstick(project, &["build", "--emit", "ninja"]).output().expect("it starts");
    let program = env!("CARGO_BIN_EXE_yardstick");
    let text = stdout(&emitted).replace("yardstick = yardstick", &format!("yardstick = {program}"));
    write(project, "build.ninja", &text);
    let Some(first) = ninja(project) else {
        #[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
        {
            eprintln!("skipped: ninja is not installed");
        }
        return;
    };
    assert!(first.contains("[3/3]"), "{first}");
    let read = |path: &str| fs::read_to_string(project.join(path)).unwrap_or_default();
    assert_eq!(read("out/a/a.yml"), "a: 1\n");
    let second = ninja(project).expect("it ran before");
    assert!(second.contains("no work to do"), "{second}");
    // Write later than all other files, whatever the clock of the file system.
    write(project, "shared.star", "number = 22\n");
    let later = SystemTime::now() + Duration::from_secs(5);
    let shared =
        fs::File::options().write(true).open(project.join("shared.star")).expect("it is there");
    shared.set_modified(later).expect("its time can be set");
    let third = ninja(project).expect("it ran before");
    assert!(third.contains("[2/2]"), "{third}");
    assert_eq!((read("out/a/a.yml"), read("out/b/b.yml")), ("a: 22\n".into(), "b: 22\n".into()));
}

#[test]
fn the_second_build_leaves_everything_alone() {
    let scratch = fleet();
    let build = || yardstick(scratch.path(), &["build"]).output().expect("it starts");
    assert!(build().status.success());
    // Files written at the same moment as the state are not trusted.
    std::thread::sleep(Duration::from_millis(20));
    let stamp = || {
        let meta = fs::metadata(scratch.path().join("out/a/a.yml")).expect("it is there");
        meta.modified().expect("files have times")
    };
    let before = stamp();
    let again = build();
    assert!(stderr(&again).contains("0 files created, 0 updated, 0 removed, 3 unchanged"));
    assert_eq!(stamp(), before);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_replaced() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let untidy = "a:\n    b: 1\n";
    let scratch = directory(&[("real.yml", untidy), ("tests/a/values.yml", "{}\n")]);
    let path = |name: &str| scratch.path().join(name);
    fs::set_permissions(path("real.yml"), fs::Permissions::from_mode(0o640)).expect("it is ours");
    symlink("real.yml", path("link.yml")).expect("scratch space");
    let done = yardstick(scratch.path(), &["fmt", "-w", "link.yml"]).output().expect("it starts");
    assert!(done.status.success(), "{}", stderr(&done));
    assert!(fs::symlink_metadata(path("link.yml")).expect("it is there").is_symlink());
    assert_eq!(fs::read_to_string(path("real.yml")).expect("it is there"), "a:\n  b: 1\n");

    fs::write(path("real.yml"), untidy).expect("scratch space");
    let done = yardstick(scratch.path(), &["fmt", "-w", "real.yml"]).output().expect("it starts");
    assert!(done.status.success(), "{}", stderr(&done));
    let mode = fs::metadata(path("real.yml")).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);

    // Like `--junit /dev/stdout`, but without risk to a device.
    symlink("report.xml", path("report")).expect("scratch space");
    fs::write(path("report.xml"), "").expect("scratch space");
    let args = ["test", "--junit", "report"];
    let _ = yardstick(scratch.path(), &args).output().expect("it starts");
    assert!(fs::symlink_metadata(path("report")).expect("it is there").is_symlink());
    assert!(fs::read_to_string(path("report.xml")).expect("it is there").contains("<testsuite"));
}

/// Builds `project`. Returns whether it succeeds, its messages, and the files below `out` afterwards.
fn builds(project: &Path, words: &[&str]) -> (bool, String, Vec<String>) {
    let done = yardstick(project, &[&["build"], words].concat()).output().expect("it starts");
    let mut files = Vec::new();
    let mut left = vec![project.join("out")];
    while let Some(directory) = left.pop() {
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            if entry.path().is_dir() {
                left.push(entry.path());
            } else {
                let path = entry.path();
                files.push(path.strip_prefix(project).expect("it is below").display().to_string());
            }
        }
    }
    files.sort();
    (done.status.success(), format!("{}{}", stdout(&done), stderr(&done)), files)
}

#[test]
fn later_builds_remove_only_what_builds_wrote() {
    let project =
        |name: &str| format!("targets:\n  {name}:\n    files: [config]\n    output: out\n");
    let scratch = directory(&[
        ("config/a.yml", "a: 1\n"),
        ("config/b.yml", "b: 1\n"),
        ("yardstick.yaml", &project("one")),
    ]);
    let root = scratch.path();
    assert_eq!(builds(root, &[]).2, ["out/a.yml", "out/b.yml"]);
    // After a rename, a warning or a failure, the written files are still known.
    write(root, "yardstick.yaml", &project("two"));
    write(root, "config/a.yml", "a: {{ .Values.a }}\n");
    let (is_good, said, _) = builds(root, &[]);
    assert!(is_good && said.contains("warning"), "{said}");
    write(root, "config/a.yml", "a: #@ nope\n");
    assert!(!builds(root, &[]).0);
    write(root, "config/a.yml", "a: 2\n");
    fs::remove_file(root.join("config/b.yml")).expect("it is there");
    let (is_good, said, files) = builds(root, &[]);
    assert!(is_good && said.contains("removed: out/b.yml"), "{said}");
    assert_eq!(files, ["out/a.yml"]);
    // A file of the user stays, and nothing is written beside it.
    write(root, "out/notes/mine.txt", "precious");
    write(root, "config/a.yml", "a: 3\n");
    let (is_good, said, files) = builds(root, &[]);
    assert!(
        !is_good && said.contains("holds a file that no build wrote: out/notes/mine.txt"),
        "{said}"
    );
    assert_eq!(files, ["out/a.yml", "out/notes/mine.txt"]);
    assert_eq!(fs::read_to_string(root.join("out/a.yml")).expect("it is there"), "a: 2\n");
    let (is_good, said, files) = builds(root, &["--remove-other-files"]);
    assert!(is_good && said.contains("removed: out/notes/mine.txt"), "{said}");
    assert_eq!(files, ["out/a.yml"]);
}

#[test]
fn a_repository_keeps_its_history() {
    let scratch = directory(&[
        ("shop/config/a.yml", "a: 1\n"),
        ("shop/yardstick.yaml", "targets:\n  dev:\n    files: [config]\n    output: ../gitops\n"),
        ("gitops/.git/HEAD", "ref: refs/heads/main\n"),
        ("module/.git", "gitdir: ../.git/modules/module\n"),
    ]);
    let shop = scratch.path().join("shop");
    for words in [
        &["--allow-outside"] as &[&str],
        &["--allow-outside", "--remove-other-files"],
        &["--allow-outside", "--force"],
    ] {
        let (is_good, said, _) = builds(&shop, words);
        assert!(!is_good && said.contains("'../gitops' is a repository: it holds .git"), "{said}");
        assert!(said.contains("such as `output: ../gitops/dev`"), "{said}");
    }
    write(
        &shop,
        "yardstick.yaml",
        "targets:\n  dev:\n    files: [config]\n    output: ../module\n",
    );
    assert!(!builds(&shop, &["--allow-outside", "--remove-other-files"]).0);
    let keeps = "targets:\n  dev:\n    files: [config]\n    output: ../gitops\n    keep-other-files: true\n";
    write(&shop, "yardstick.yaml", keeps);
    let (is_good, said, _) = builds(&shop, &["--allow-outside"]);
    assert!(is_good && said.contains("created: ../gitops/a.yml"), "{said}");
    assert!(scratch.path().join("gitops/.git/HEAD").exists());
    assert!(scratch.path().join("module/.git").exists());
}

#[test]
fn output_that_is_read_is_not_written_over() {
    let scratch = directory(&[
        ("a.yml", "a: 1\n"),
        (
            "yardstick.yaml",
            "targets:\n  dev:\n    files: [a.yml]\n    output: .\n    keep-other-files: true\n",
        ),
    ]);
    let (is_good, said, _) = builds(scratch.path(), &[]);
    assert!(!is_good && said.contains("would write over a.yml, which it reads"), "{said}");
}

#[test]
fn a_build_goes_on_where_another_was_killed() {
    let project = "targets: {app: {files: [a.yml], output: out}}\n";
    let scratch = directory(&[("yardstick.yaml", project), ("a.yml", "a: 1\n")]);
    let left = "out/.yardstick-0123456789abcdef.new/0";
    // First with something to write, then without.
    for _ in 0..2 {
        write(scratch.path(), left, "half\n");
        let output = yardstick(scratch.path(), &["build"]).output().expect("it starts");
        assert!(output.status.success(), "{}", stderr(&output));
        write(scratch.path(), left, "half\n");
        let args = ["build", "--force"];
        let output = yardstick(scratch.path(), &args).output().expect("it starts");
        assert!(output.status.success(), "{}", stderr(&output));
        let names = fs::read_dir(scratch.path().join("out")).expect("scratch space");
        assert_eq!(names.count(), 1, "only a.yml is left");
    }
}
