//! Decides which files are rendered together in one run.
//!
//! The project file defines it, if there is one. Without it, files belong to the nearest directory with a data values
//! schema, and each plain values file next to that directory is tried with it separately. A file without a group is
//! checked alone.

use yardstick_diagnostics::{Diagnostic, Result, Sources};
use yardstick_project::{NAMES, Project, Target};
use yardstick_workspace::{PRIVATE_LIBRARY, SymlinkRules, options::Options};
use yardstick_world::{EntryKind, World, paths};

use crate::{
    address::{is_starlark, is_yaml},
    open_files::OpenFiles,
};

/// The input and settings of one run.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Files and directories, as for `-f`.
    pub inputs: Vec<String>,
    /// File marks.
    pub marks: Vec<String>,
    /// The symbolic links that may be followed.
    pub links: SymlinkRules,
    /// All other options.
    pub options: Options,
    /// The maximum number of steps of template code, if limited.
    pub max_steps: Option<u64>,
}

/// Reads the settings of a target in a project file. Only the command knows its flags, so it provides this function.
pub type ReadTarget = fn(&Target) -> Result<Plan>;

/// Files that are rendered in one run.
#[derive(Clone, Debug)]
pub struct Group {
    /// Identifies the group: its directory and the name of the target or values file.
    pub key: String,
    /// The directory that relative paths of the plan start from.
    pub directory: String,
    /// The project file, if it defines the group.
    pub project: Option<String>,
    /// The input and settings of the run.
    pub plan: Plan,
}

/// Directories that contain inputs by convention.
const CUSTOMARY: [&str; 6] = ["config", "conf", "configs", "templates", "ytt", "manifests"];

/// Directories that are never searched.
const SKIPPED: [&str; 5] = [".git", "node_modules", "target", "vendor", "dist"];

/// The maximum number of files and directories to search for a schema, because a file may be next to anything.
const MANY: usize = 2000;

impl Group {
    /// The name of the target or the values file; for other groups, that of the directory.
    pub fn name(&self) -> String {
        match self.key.split_once('#') {
            Some((_, name)) if self.project.is_some() => name.to_owned(),
            Some((_, path)) => paths::base(path).to_owned(),
            None => paths::base(&self.key).to_owned(),
        }
    }

    /// True if the file at `path` is part of the run.
    pub fn holds(&self, path: &str) -> bool {
        let inputs = self.plan.inputs.iter().map(|input| self.input(input));
        let values = self.plan.options.data_values.values_files.iter();
        let values = values.map(|word| match word.strip_prefix('@') {
            Some(addressed) => self.absolute(after(addressed, ':')),
            None => self.input(word),
        });
        inputs.chain(values).any(|place| paths::is_within(path, &place))
    }

    /// The path of an input, without its new name.
    fn input(&self, word: &str) -> String {
        self.absolute(after(word, '='))
    }

    /// Makes a `path` of the plan or of a report absolute.
    pub fn absolute(&self, path: &str) -> String {
        paths::absolute(&self.directory, path)
    }

    /// The path of the file at `path` below the inputs, which is its name in the output.
    pub fn name_of(&self, path: &str) -> Option<String> {
        self.plan.inputs.iter().find_map(|word| {
            let place = self.input(word);
            let rest = path.strip_prefix(&place)?;
            Some(match rest.strip_prefix('/') {
                Some(below) => below.to_owned(),
                None if rest.is_empty() => paths::base(path).to_owned(),
                None => return None,
            })
        })
    }
}

fn after(word: &str, mark: char) -> &str {
    match word.split_once(mark) {
        Some((name, rest)) if !name.contains("://") => rest,
        _ => word,
    }
}

/// The groups of the file at `path`; none if it is checked alone.
pub(crate) fn groups_of(world: &OpenFiles, read: ReadTarget, path: &str) -> Vec<Group> {
    if let Some(project) = project_file(world, path) {
        let groups = of_project(world, read, &project);
        let own: Vec<Group> =
            groups.into_iter().filter(|group| project == path || group.holds(path)).collect();
        if !own.is_empty() {
            return own;
        }
    }
    by_layout(world, path).into_iter().collect()
}

/// The nearest project file above `path`.
pub(crate) fn project_file(world: &OpenFiles, path: &str) -> Option<String> {
    above(path).find_map(|directory| {
        let mut names = NAMES.iter().map(|name| paths::join(&directory, name));
        names.find(|name| world.is_readable(name))
    })
}

/// A group for each target of the project file at `path`. Mistakes in the file are reported separately.
pub(crate) fn of_project(world: &OpenFiles, read: ReadTarget, path: &str) -> Vec<Group> {
    let Ok(targets) = Project::read(world, &Sources::new(), path).and_then(|one| one.targets())
    else {
        return Vec::new();
    };
    let directory = directory_of(path);
    let group = |target: &Target| {
        let plan = read(target).ok()?;
        Some(Group {
            key: format!("{path}#{}", target.name),
            directory: directory.clone(),
            project: Some(path.to_owned()),
            plan,
        })
    };
    targets.iter().filter_map(group).collect()
}

/// The problems of the project file at `path` itself, or of its targets.
pub(crate) fn project_problems(
    world: &OpenFiles,
    read: ReadTarget,
    path: &str,
    sources: &Sources,
) -> Vec<Diagnostic> {
    let targets = Project::read(world, sources, path).and_then(|one| one.targets());
    match targets {
        Ok(targets) => {
            targets.iter().filter_map(|one| read(one).err()).map(|error| *error).collect()
        }
        Err(error) => vec![*error],
    }
}

/// The library that contains the file at `path`, as a separate group. In its templates, `data.values` are those of the
/// library.
pub(crate) fn library_of(world: &OpenFiles, path: &str) -> Option<Group> {
    let mark = format!("/{PRIVATE_LIBRARY}/");
    let start = path.rfind(&mark)? + mark.len();
    let first = start + path[start..].find('/')?;
    // The name of a library may have several components. The library is the directory with the schema.
    let directories = above(path).take_while(|directory| directory.len() >= first);
    let mut left = MANY;
    let mut with_schema =
        directories.filter(|directory| has_schema(world, directory, false, &mut left));
    Some(of_directory(&with_schema.next().unwrap_or_else(|| path[..first].to_owned())))
}

/// The directory of `path`.
pub(crate) fn directory_of(path: &str) -> String {
    match path.rsplit_once('/') {
        Some(("", _)) | None => "/".to_owned(),
        Some((directory, _)) => directory.to_owned(),
    }
}

/// The directories that contain `path`, nearest first.
fn above(path: &str) -> impl Iterator<Item = String> {
    let mut next = Some(directory_of(path));
    std::iter::from_fn(move || {
        let directory = next.take()?;
        next = (directory != "/").then(|| directory_of(&directory));
        Some(directory)
    })
}

/// Shared directories: their files are unrelated to projects below them.
const SHARED: [&str; 4] = ["/", "/tmp", "/var/tmp", "/home"];

/// The group that the directory layout suggests.
fn by_layout(world: &OpenFiles, path: &str) -> Option<Group> {
    let library = format!("/{PRIVATE_LIBRARY}/");
    // A library is rendered by the templates that use it.
    let outside = path.find(&library).map_or(path, |at| &path[..=at]);
    let is_template = holds(world, path, "#@") || holds(world, path, "(@");
    let has_neighbors = is_template || may_hold_values(path);
    let project = project_file(world, path).map(|file| directory_of(&file));
    let mut left = MANY;
    for directory in above(outside) {
        let is_home = world.home_directory().as_deref() == Some(&directory);
        if is_home || SHARED.contains(&directory.as_str()) || left == 0 {
            break;
        }
        if has_schema(world, &directory, false, &mut left) {
            return Some(of_directory(&directory));
        }
        let below = children(world, &directory);
        // A file that is neither a template nor values is unrelated to the files beside it, unless both are in a
        // conventional input directory.
        let is_related = |child: &&String| {
            has_neighbors
                || paths::is_within(path, child) && CUSTOMARY.contains(&paths::base(child))
        };
        for child in below.iter().filter(is_related) {
            if !has_schema(world, child, true, &mut left) {
                continue;
            }
            if paths::is_within(path, child) {
                return Some(of_directory(child));
            }
            if is_template {
                return Some(of_directory(&directory));
            }
            return (may_hold_values(path) && world.is_readable(path)).then(|| {
                let mut group = of_directory(child);
                group.key = format!("{child}#{path}");
                group.plan.options.data_values.values_files.push(path.to_owned());
                group
            });
        }
        // A project ends at the directory of its project file, or at the root of its repository.
        if project.as_ref() == Some(&directory)
            || world.entry(&paths::join(&directory, ".git")).is_ok()
        {
            break;
        }
    }
    if !is_template && outside == path {
        return None;
    }
    let customary = above(outside).find(|directory| CUSTOMARY.contains(&paths::base(directory)));
    Some(of_directory(&customary.unwrap_or_else(|| directory_of(outside))))
}

fn of_directory(directory: &str) -> Group {
    Group {
        key: directory.to_owned(),
        directory: directory_of(directory),
        project: None,
        plan: Plan { inputs: vec![directory.to_owned()], ..Plan::default() },
    }
}

/// True if a plain file probably contains data values, judging by its name.
fn may_hold_values(path: &str) -> bool {
    let mut pieces = path.rsplit('/').take(2).map(str::to_lowercase);
    is_yaml(path)
        && pieces.any(|piece| ["value", "env", "data"].iter().any(|word| piece.contains(word)))
}

fn children(world: &OpenFiles, directory: &str) -> Vec<String> {
    let mut names: Vec<String> = world
        .list(directory)
        .unwrap_or_default()
        .into_iter()
        .filter(|entry| entry.kind == EntryKind::Directory)
        .map(|entry| entry.name)
        .filter(|name| !SKIPPED.contains(&name.as_str()) && name != PRIVATE_LIBRARY)
        .collect();
    // Conventional names come first.
    names.sort_by_key(|name| (!CUSTOMARY.contains(&name.as_str()), name.clone()));
    names.into_iter().map(|name| paths::join(directory, &name)).collect()
}

/// True if a file in `directory` declares data values; with `deep`, also in directories below. `left` is the number of
/// files and directories that may still be searched.
fn has_schema(world: &OpenFiles, directory: &str, deep: bool, left: &mut usize) -> bool {
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop().filter(|_| *left > 0) {
        *left -= 1;
        let entries = world.list(&directory).unwrap_or_default();
        for entry in entries {
            if entry.kind == EntryKind::Directory || !is_yaml(&entry.name) || *left == 0 {
                continue;
            }
            *left -= 1;
            if holds(world, &paths::join(&directory, &entry.name), SCHEMA) {
                return true;
            }
        }
        if deep {
            directories.extend(children(world, &directory));
        }
    }
    false
}

/// The templates and code below `directory`, within the search limit.
pub(crate) fn templates_below(world: &OpenFiles, directory: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut left = MANY;
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in world.list(&directory).unwrap_or_default() {
            let path = paths::join(&directory, &entry.name);
            if left == 0 {
                return found;
            }
            left -= 1;
            if entry.kind == EntryKind::Directory {
                let is_left_out = SKIPPED.contains(&entry.name.as_str());
                if !is_left_out && !entry.name.starts_with('.') {
                    directories.push(path);
                }
            } else if is_starlark(&path) || is_yaml(&path) && holds(world, &path, "#@") {
                found.push(path);
            }
        }
    }
    found
}

/// The annotation of a schema.
const SCHEMA: &str = "@data/values-schema";

/// True if the file at `path` contains `mark`.
fn holds(world: &OpenFiles, path: &str, mark: &str) -> bool {
    let bytes = world.read(path).unwrap_or_default();
    bytes.windows(mark.len()).any(|part| part == mark.as_bytes())
}
