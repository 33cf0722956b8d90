//! Protects files from builds: each output directory belongs to one target, and a build removes only files that a
//! build wrote.
//!
//! A mistake in `output:` must not destroy a repository or the sources next to it.

use std::{
    collections::{BTreeMap, HashSet},
    sync::OnceLock,
};

use yardstick_diagnostics::{Diagnostic, Result, bail, codes, some_of};
use yardstick_workspace::output::{
    OutputFile, Precious, input_around, mark_of_output, precious_in,
};
use yardstick_world::{World, paths};

use crate::{Target, cases};

/// Directories in which version control keeps its history.
const HISTORIES: [&str; 4] = [".git", ".hg", ".jj", ".svn"];

/// The number of files that a message names before it counts the rest.
const NAMED: usize = 3;

/// Checks that each output directory belongs to one target, unless all its targets keep other files.
pub(crate) fn check_apart(targets: &[Target]) -> Result<()> {
    let mut owners: BTreeMap<String, &Target> = BTreeMap::new();
    for target in targets {
        let Some(output) = &target.output else {
            bail!(
                codes::PROJECT_FILE, "the target '{}' has no output", target.name;
                at: target.place;
                note: "add `output: DIRECTORY` to it, or `abstract: true` if others extend it"
            );
        };
        let place = paths::clean(&output.text);
        let clash = owners.iter().find(|(other, owner)| {
            let overlap = paths::is_within(&place, other) || paths::is_within(other, &place);
            overlap && !(owner.keeps_other_files && target.keeps_other_files)
        });
        if let Some((other, owner)) = clash {
            let (first, second) = (&owner.name, &target.name);
            let (message, note) = if *other == place {
                let message = format!("the targets '{first}' and '{second}' both write to {place}");
                (message, apart(owner, target, &output.text))
            } else {
                let message = format!(
                    "the targets '{first}' and '{second}' write to {other} and {place}, and one is inside the other"
                );
                (message, "give each a directory that is not inside another's".to_owned())
            };
            bail!(
                codes::PROJECT_FILE, message;
                at: output.span;
                note: note;
                note: "or set `keep-other-files: true` for both"
            );
        }
        owners.insert(place, target);
    }
    Ok(())
}

/// Suggests how to give each of two targets its own directory.
fn apart(one: &Target, other: &Target, output: &str) -> String {
    let definition = |target: &Target| target.name.split('/').next().map(str::to_owned);
    let differs = |(name, value): &&(String, String)| {
        other.matrix.iter().any(|(its, is)| its == name && is != value)
    };
    let variable = match one.matrix.iter().find(differs) {
        Some((name, _)) if definition(one) == definition(other) => name.as_str(),
        _ => "target",
    };
    // Replace the values of the matrix with the variables of the project file.
    let as_written = |piece: &str| {
        let known = other.matrix.iter().find(|(_, value)| value == piece);
        known.map_or_else(|| piece.to_owned(), |(name, _)| format!("${{{name}}}"))
    };
    let mut pieces: Vec<String> = output.trim_end_matches('/').split('/').map(as_written).collect();
    pieces.push(format!("${{{variable}}}"));
    format!("give each a directory of its own, for example `output: {}`", pieces.join("/"))
}

/// The files that a project is built from, by path: the inputs of all targets and the project's own files.
pub(crate) struct Inputs<'a> {
    named: &'a [String],
    /// Absolute paths, both as written and with links resolved, each with its name in messages. Computed only if a
    /// target is out of date.
    places: OnceLock<BTreeMap<String, &'a str>>,
}

impl<'a> Inputs<'a> {
    pub(crate) fn new(named: &'a [String]) -> Self {
        Self { named, places: OnceLock::new() }
    }

    /// An input in the directory at `place`, or that directory itself.
    fn within(&self, world: &dyn World, place: &str) -> Option<&'a str> {
        let places = self.places.get_or_init(|| {
            let here = world.current_directory().unwrap_or_default();
            let mut places = BTreeMap::new();
            for named in self.named {
                let path = named.split_once('=').map_or(named.as_str(), |(_, path)| path);
                if path != "-" && !path.contains("://") {
                    places.insert(paths::absolute(&here, path), path);
                    places.insert(world.canonical(path), path);
                }
            }
            places
        });
        let below = format!("{}/", place.trim_end_matches('/'));
        let first = places.range(below.clone()..).next();
        let first = first.filter(|(path, _)| path.starts_with(&below)).map(|(_, named)| *named);
        places.get(place).copied().or(first)
    }
}

/// Checks that files may be removed from the target's directory: it must not contain the project, its inputs, or the
/// history of a repository.
pub(crate) fn check_place(world: &dyn World, target: &Target, inputs: &Inputs<'_>) -> Result<()> {
    let Some(output) = &target.output else { return Ok(()) };
    let directory = output.text.as_str();
    let here = world.current_directory().unwrap_or_default();
    let input = inputs
        .within(world, &paths::absolute(&here, directory))
        .or_else(|| inputs.within(world, &world.canonical(directory)));
    let holds = match precious_in(world, directory, &[] as &[&str]) {
        Some(Precious::Itself) => Some("is the directory of the project".to_owned()),
        Some(Precious::Place(place)) => Some(format!("holds {place}")),
        _ => None,
    };
    let holds = holds.or_else(|| Some(format!("holds '{}', which the project reads", input?)));
    let holds_tests = || {
        precious_in(world, directory, &[cases::DIRECTORY]).is_some()
            && cases::any(world, cases::DIRECTORY)
    };
    let holds =
        holds.or_else(|| holds_tests().then(|| "holds the test cases of the project".to_owned()));
    if let Some(holds) = holds {
        let message = format!("the output directory '{directory}' {holds}");
        let note = "a build removes files from it: name a directory of its own, such as `output: rendered`";
        let error = refusal(target, message).note(note);
        return Err(Box::new(
            error.note("or set `keep-other-files: true`, so that nothing is removed"),
        ));
    }
    let history = |name: &&&str| world.entry(&paths::join(directory, name)).is_ok();
    match HISTORIES.iter().find(history) {
        Some(history) => Err(Box::new(in_repository(target, directory, history))),
        None => Ok(()),
    }
}

/// Checks that the target writes inside the repository of the project, or inside the project directory if there is no
/// repository. A project file may come from a stranger, so the user has to allow other places.
pub(crate) fn check_inside(world: &dyn World, target: &Target) -> Result<()> {
    let Some(output) = &target.output else { return Ok(()) };
    let what = match place_of(world, &output.text) {
        Place::Inside => return Ok(()),
        Place::OutsideProject => "the directory of the project",
        Place::OutsideRepository => "its repository",
    };
    let message = format!("the output directory '{}' is outside {what}", output.text);
    Err(Box::new(
        refusal(target, message)
            .note("name a directory inside it, such as `output: rendered`")
            .note("`yardstick build --allow-outside` writes there anyway"),
    ))
}

/// True if the project may write to the directory.
pub(crate) fn is_inside(world: &dyn World, directory: &str) -> bool {
    matches!(place_of(world, directory), Place::Inside)
}

/// The location of an output directory.
enum Place {
    Inside,
    OutsideProject,
    OutsideRepository,
}

fn place_of(world: &dyn World, directory: &str) -> Place {
    let here = world.current_directory().unwrap_or_default();
    let project = world.canonical(&here);
    let has_history =
        |place: &&str| HISTORIES.iter().any(|one| world.entry(&paths::join(place, one)).is_ok());
    let root = above(&project).find(has_history).unwrap_or(&project);
    let directory = paths::absolute(&here, directory);
    let mut around = above(&directory);
    let existing = around.find(|place| world.entry(place).is_ok()).unwrap_or("/");
    let is_below = paths::is_within(&directory, &here) || paths::is_within(&directory, root);
    if is_below && paths::is_within(&world.canonical(existing), root) {
        Place::Inside
    } else if root == project {
        Place::OutsideProject
    } else {
        Place::OutsideRepository
    }
}

/// `path` and all directories that contain it, innermost first.
fn above(path: &str) -> impl Iterator<Item = &str> {
    let ends = path.rmatch_indices('/').map(|(at, _)| at.max(1));
    std::iter::once(path.len()).chain(ends).map(|end| &path[..end])
}

/// The error for removing files from a directory that contains the repository `repository`.
fn in_repository(target: &Target, repository: &str, history: &str) -> Diagnostic {
    let directory = target.output.as_ref().map_or("", |output| output.text.as_str());
    let what = if paths::clean(repository) == paths::clean(directory) {
        format!("is a repository: it holds {history}")
    } else {
        format!("holds the repository '{repository}'")
    };
    let message = format!("the output directory '{directory}' {what}");
    let below = paths::join(directory, &target.name);
    refusal(target, message)
        .note(format!("name a directory below it, such as `output: {below}`"))
        .note("or set `keep-other-files: true`, so that nothing is removed")
}

/// Checks that the target does not write where it reads: neither over its `inputs`, nor into a directory whose files
/// are all read.
pub(crate) fn check_not_read(
    world: &dyn World,
    target: &Target,
    files: &[OutputFile],
    inputs: &[String],
) -> Result<()> {
    let Some(output) = &target.output else { return Ok(()) };
    let place = paths::clean(&output.text);
    let given: Vec<&str> = target.values("file").map(|word| word.text.as_str()).collect();
    let around = input_around(world, &place, &given);
    let with_help = |message: String| {
        let error = refusal(target, message)
            .note("name an output directory that is not inside one of its `files`");
        // A file mark that matches nothing is an error, so suggest it only if the directory exists.
        let around = around.filter(|_| world.entry(&place).is_ok());
        let mark = around.and_then(|around| mark_of_output(world, &place, around));
        let leave_out = mark
            .map(|mark| format!("or leave it out of them: `file-mark: [\"{mark}:exclude=true\"]`"));
        Box::new(error.notes(leave_out))
    };
    let read: HashSet<String> = inputs.iter().map(|input| paths::clean(input)).collect();
    for file in files {
        let path = paths::join(&place, &file.path);
        if read.contains(&path) {
            let name = &target.name;
            return Err(with_help(format!(
                "the target '{name}' would write over {path}, which it reads"
            )));
        }
    }
    // File marks may exclude the directory.
    if target.values("file-mark").next().is_some() {
        return Ok(());
    }
    match around {
        Some(around) => Err(with_help(format!(
            "the output directory '{}' is inside '{around}', whose files the target reads",
            output.text
        ))),
        None => Ok(()),
    }
}

/// The files that builds wrote.
pub(crate) struct Owned(HashSet<String>);

impl Owned {
    pub(crate) fn new<'a>(written: impl Iterator<Item = &'a str>) -> Self {
        Self(written.map(str::to_owned).collect())
    }

    /// Checks that only files written by builds are removed (any file if `all`), and never the history of a
    /// repository.
    pub(crate) fn check_removal(
        &self,
        target: &Target,
        removed: &[String],
        all: bool,
    ) -> Result<()> {
        for path in removed {
            for history in HISTORIES {
                let mut pieces = path.split('/').scan(0, |at, piece| {
                    let start = *at;
                    *at += piece.len() + 1;
                    Some((start, piece))
                });
                if let Some((start, _)) = pieces.find(|(_, piece)| *piece == history) {
                    let repository = path[..start].trim_end_matches('/');
                    return Err(Box::new(in_repository(target, repository, history)));
                }
            }
        }
        let foreign: Vec<&str> = removed
            .iter()
            .filter(|path| !all && !self.0.contains(*path))
            .map(String::as_str)
            .collect();
        if foreign.is_empty() {
            return Ok(());
        }
        let directory = target.output.as_ref().map_or("", |output| output.text.as_str());
        let files = if foreign.len() == 1 { "a file" } else { "files" };
        let names = some_of(&foreign, NAMED);
        let them = if foreign.len() == 1 { "it" } else { "them" };
        let message = format!(
            "the output directory '{directory}' holds {files} that no build wrote: {names}"
        );
        Err(Box::new(
            refusal(target, message)
                .note(format!(
                    "name a new or empty directory, or set `keep-other-files: true` to keep {them}"
                ))
                .note(format!("`yardstick build --remove-other-files` removes {them}")),
        ))
    }
}

fn refusal(target: &Target, message: String) -> Diagnostic {
    let error = Diagnostic::error(codes::OUTPUT_DIRECTORY, message);
    match &target.output {
        Some(output) => error.at(output.span),
        None => error,
    }
}
