//! `--changed-since`: asks git for changed files and finds the targets that they affect.

use std::{collections::BTreeSet, process::Command};

use yardstick_diagnostics::{Result, bail, codes};
use yardstick_project::{Project, Target};
use yardstick_world::paths;

use super::target;

/// Paths below the project that differ from `revision`, including untracked files.
pub(super) fn changed(revision: &str, directory: &str) -> Result<BTreeSet<String>> {
    if revision.starts_with('-') {
        bail!(codes::GIT, "'{revision}' is no git revision");
    }
    let differing =
        git(directory, &["diff", "--name-only", "--relative", "-z", revision, "--", "."])?;
    let unknown = git(directory, &["ls-files", "--others", "--exclude-standard", "-z", "--", "."])?;
    let all = [differing, unknown].concat();
    Ok(all.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
}

fn git(directory: &str, words: &[&str]) -> Result<String> {
    let place = if directory.is_empty() { "." } else { directory };
    let output = match Command::new("git").arg("-C").arg(place).args(words).output() {
        Ok(output) => output,
        Err(error) => {
            bail!(codes::GIT, "git cannot be run: {error}"; note: "--changed-since asks git what has changed")
        }
    };
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        let why = format!("git {}: {}", words[0], why.lines().next().unwrap_or_default());
        let note = if is_repository(place) {
            "--changed-since takes a branch, tag or commit that exists here: `git branch --all` lists branches; in a shallow clone fetch it first, such as `git fetch origin main`"
        } else {
            "the project is not in a git repository, so it is not known what has changed: build without --changed-since"
        };
        bail!(codes::GIT, why; note: note);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// True if git tracks the files in `directory`.
fn is_repository(directory: &str) -> bool {
    let asked = Command::new("git").args(["-C", directory, "rev-parse", "--git-dir"]).output();
    asked.is_ok_and(|output| output.status.success())
}

/// The targets that read any of the `changed` files. A change of the project file affects all targets.
pub(super) fn affected(
    targets: Vec<Target>,
    changed: &BTreeSet<String>,
    project: &Project,
) -> Result<Vec<Target>> {
    let file = project.path.strip_prefix(&project.directory).unwrap_or(&project.path);
    if changed.contains(file) {
        return Ok(targets);
    }
    let mut affected = Vec::new();
    for target in targets {
        let inputs: Vec<String> =
            target::inputs(&target)?.iter().map(|path| paths::clean(path)).collect();
        // Input from elsewhere, such as a URL or standard input, may always have changed.
        let reads = |path: &String| {
            inputs.iter().any(|input| {
                input == "."
                    || paths::is_within(path, input)
                    || input == "-"
                    || input.contains(":/")
            })
        };
        if changed.iter().any(reads) {
            affected.push(target);
        }
    }
    Ok(affected)
}
