//! Warns about folders that look like a test case but are not. Without a warning, a case that never runs seems to
//! pass.
//!
//! Other files below `tests` are fine, because cases may share inputs. So a warning needs a sign that a case was
//! intended.

use yardstick_diagnostics::{Diagnostic, Sources, Span, codes, spelling};
use yardstick_world::{World, nearby, paths};

use super::find::MARKERS;
use crate::{CASE_KEYS, KEYS, file};

/// Files that have a use only beside one of the files that make a case.
const RESULTS: [&str; 2] = ["stdout", "stderr"];

/// The warnings about `folders` that are not cases, each with its files.
pub(super) fn warnings(
    world: &dyn World,
    sources: &Sources,
    folders: &[(String, Option<Vec<String>>)],
) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for (folder, files) in folders {
        let Some(files) = files else {
            let note = "write a file test.yml into it, or remove it";
            warnings.push(none_in(folder).note(note));
            continue;
        };
        let names = || files.iter().map(String::as_str);
        let near = |name: &&str| {
            let is_marker_like = |marker: &&&str| {
                let same_stem = nearby::same_stem(name, std::iter::once(**marker)).is_some();
                (same_stem && is_yaml(name))
                    || name.eq_ignore_ascii_case(marker)
                    || spelling::nearest(name, [**marker]).is_some()
            };
            MARKERS.iter().any(|marker| is_marker_like(&marker))
        };
        if let Some(near) = names().find(near) {
            let path = paths::join(folder, near);
            let meant = spelling::nearest(near, MARKERS).unwrap_or(MARKERS[0]);
            let meant = spelling::did_you_mean(meant);
            let warning = none_in(folder).note(format!("rename {near}: {meant}"));
            warnings.push(placed(warning, world, sources, &path));
            continue;
        }
        if let Some(result) = names().find(|name| RESULTS.contains(name)) {
            let note = format!(
                "there is {result}, but no test.yml, args or values.yml that says what to render"
            );
            warnings.push(none_in(folder).note(note));
            continue;
        }
        for name in names().filter(|name| is_yaml(name)) {
            let path = paths::join(folder, name);
            let Some((place, key)) = key_of_case(world, sources, &path) else { continue };
            let message =
                format!("{path} is not run: a test case is a folder with a file test.yml");
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            let meant = paths::join(folder, &format!("{stem}/test.yml"));
            warnings.push(
                Diagnostic::warning(codes::TEST_CASE, message)
                    .at(place)
                    .note(format!("it has `{key}`, as a test case has: move it to {meant}")),
            );
        }
    }
    warnings
}

fn none_in(folder: &str) -> Diagnostic {
    let message = format!("{folder} holds no test case: there is no test.yml");
    Diagnostic::warning(codes::TEST_CASE, message)
}

fn is_yaml(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    matches!(extension, "yml" | "yaml")
}

/// Attaches the warning to the file.
fn placed(warning: Diagnostic, world: &dyn World, sources: &Sources, path: &str) -> Diagnostic {
    match file::load(world, sources, path, codes::TEST_CASE) {
        Ok(view) => warning.at(view.tree().span(0, 0)),
        Err(_) => warning,
    }
}

/// If all keys of the file are those of a test case: the place and name of a key that only test cases have.
fn key_of_case(world: &dyn World, sources: &Sources, path: &str) -> Option<(Span, &'static str)> {
    let view = file::load(world, sources, path, codes::TEST_CASE).ok()?;
    let root = file::root(&view).filter(|&root| view.node(root).is_map())?;
    let mut names = view.members(root).map(|member| view.name(member.key));
    if !names.all(|name| KEYS.contains(&name) || CASE_KEYS.contains(&name)) {
        return None;
    }
    let mut members = view.members(root);
    members.find_map(|member| {
        let name = view.name(member.key);
        let key = ["target", "expect", "absent", "rules", "error"].into_iter().find(|&k| k == name);
        Some((view.written(member.key).content_span(), key?))
    })
}
