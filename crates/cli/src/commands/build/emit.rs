//! Build files for engines that schedule many targets over many machines.

use std::fmt::Write as _;

use yardstick_diagnostics::shell_word;
use yardstick_project::{Outcome, Project, Target};
use yardstick_world::paths;

/// One edge for each target. What a target read is written to a dependency file, so that the second run knows
/// what each depends on. `flags` go to every build.
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

/// A name that no other target has.
fn stamp(target: &Target, project: &Project) -> String {
    let name = target.name.replace('%', "%25").replace('/', "%2F");
    paths::join(&project.directory, &format!(".yardstick/ninja/{name}"))
}

/// For a shell in a command of ninja.
fn quoted(name: &str) -> String {
    shell_word(name).replace('$', "$$")
}

fn escape(path: &str) -> String {
    path.replace('$', "$$").replace(' ', "$ ").replace(':', "$:")
}

/// The inputs of targets, as compilers write them for make.
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
