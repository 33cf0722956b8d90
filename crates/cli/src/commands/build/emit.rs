//! Writes build files for other build engines, which can distribute many targets over many machines.

use std::fmt::Write as _;

use yardstick_diagnostics::shell_word;
use yardstick_project::{Outcome, Project, Target};
use yardstick_world::paths;

/// One build edge per target. The inputs of a target go to a dependency file, so that the second run knows its
/// dependencies. `flags` are passed to every build.
pub(super) fn ninja(targets: &[Target], project: &Project, flags: &[&str]) -> String {
    let file = escape(&project.path);
    let flags: String = flags.iter().flat_map(|flag| [" --", flag]).collect();
    let argument = quoted(&project.path);
    let mut text = String::from(
        "ninja_required_version = 1.5\n\n# Another program can be named here.\nyardstick = yardstick\n\n",
    );
    let _ = writeln!(text, "rule target");
    let _ = writeln!(
        text,
        "  command = $yardstick build --project {argument}{flags} --no-warnings --depfile $out.d --stamp $out $target"
    );
    text.push_str("  depfile = $out.d\n  deps = gcc\n  description = build $target\n\n");
    for target in targets {
        let stamp = stamp(target, project);
        let _ = writeln!(text, "build {}: target {file}", escape(&stamp));
        let _ = writeln!(text, "  target = {}", quoted(&target.name));
    }
    text
}

/// A unique stamp file for a target.
fn stamp(target: &Target, project: &Project) -> String {
    let name = target.name.replace('%', "%25").replace('/', "%2F");
    paths::join(&project.directory, &format!(".yardstick/ninja/{name}"))
}

/// Quotes a name for a shell command in a ninja file.
fn quoted(name: &str) -> String {
    shell_word(name).replace('$', "$$")
}

fn escape(path: &str) -> String {
    path.replace('$', "$$").replace(' ', "$ ").replace(':', "$:")
}

/// A dependency file in the format of make, with the inputs of targets.
pub(super) fn depfile(output: &str, outcomes: &[Outcome], project: &Project) -> String {
    let escape = |path: &str| path.replace('\\', "\\\\").replace(' ', "\\ ").replace('$', "$$");
    let mut text = format!("{}:", escape(output));
    let built = outcomes.iter().filter_map(|outcome| outcome.built.as_ref().ok());
    for input in built.flat_map(|built| &built.inputs) {
        let _ = write!(text, " \\\n  {}", escape(&paths::absolute(&project.directory, input)));
    }
    text.push('\n');
    text
}
