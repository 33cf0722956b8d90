//! The meaning of names in a project, over all files that are rendered together: functions and variables across loads,
//! data values across schemas, values files and templates.
//!
//! [`Index`] combines the files. [`flow`] follows data values through variables, parameters and loads. [`values`]
//! finds their keys in YAML. [`symbol`] identifies the element at a position, and finds its other occurrences.

mod flow;
mod pointer;
mod symbol;
mod values;

use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};

use yardstick_workspace::PRIVATE_LIBRARY;
use yardstick_world::{EntryKind, World as _, paths};

use super::code::{Code, FunctionIx, Place, Written};
use crate::{Analysis, FileView, Group, group::directory_of};

pub(crate) use flow::Thing;
pub(crate) use pointer::{follow, references_in};
pub(crate) use symbol::{Occurrence, Role, Symbol};

/// The parsed code of each file, with the text it was parsed from.
#[derive(Default)]
pub(crate) struct CodeCache(Mutex<HashMap<String, Read>>);

/// A text and its parsed code.
type Read = (Arc<str>, Arc<Code>);

impl Analysis {
    /// The code of a file.
    pub(crate) fn code(&self, file: &FileView) -> Arc<Code> {
        let mut known = self.codes.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((text, code)) = known.get(&file.path)
            && **text == *file.text.as_str()
        {
            return Arc::clone(code);
        }
        let code = Arc::new(read(file));
        known.insert(file.path.clone(), (file.text.shared(), Arc::clone(&code)));
        code
    }

    /// All files related to the one at `path`.
    pub(crate) fn index(&self, path: &str) -> Index {
        Index::of(self, path, None)
    }

    /// All files related to `file`, whose text may differ from the editor's.
    pub(crate) fn index_with(&self, file: &FileView) -> Index {
        Index::of(self, &file.path, Some(file))
    }
}

/// The code of a file, whose text may differ from the editor's.
pub(crate) fn read(file: &FileView) -> Code {
    match Written::in_file(&file.path) {
        Some(written) => Code::read(written, file.text.as_str(), &file.yaml.tree),
        None => Code::default(),
    }
}

/// A file of an [`Index`].
pub(crate) struct Known {
    /// The file.
    pub(crate) view: FileView,
    /// Its code.
    pub(crate) code: Arc<Code>,
    /// The directory of its library; empty for the project itself.
    pub(crate) library: String,
    /// Documents that contain data values.
    documents: Vec<values::Holder>,
}

/// Files that are rendered together, with the meaning of their names.
pub(crate) struct Index {
    pub(crate) files: Vec<Known>,
    by_path: HashMap<String, usize>,
    /// The calls of each function.
    calls: HashMap<(usize, FunctionIx), Vec<flow::Call>>,
    memo: RefCell<HashMap<(usize, usize), Vec<Thing>>>,
    active: RefCell<HashSet<(usize, usize)>>,
}

/// The maximum number of files to read for one answer.
const MANY_FILES: usize = 5000;

/// The maximum number of files and directories to search for values around a group, and the maximum depth.
const MANY_NEARBY: usize = 1000;
const DEPTH_NEARBY: usize = 2;

/// The maximum number of files to read next to a lone one.
const MANY_NEIGHBORS: usize = 200;

impl Index {
    fn of(analysis: &Analysis, path: &str, other: Option<&FileView>) -> Self {
        let mut paths: BTreeSet<String> = BTreeSet::from([path.to_owned()]);
        // Values files, each with the directory of its library.
        let mut given: HashMap<String, String> = HashMap::new();
        for group in related(analysis, path) {
            paths.extend(analysis.snapshot(&group).files.iter().cloned());
            for word in &group.plan.options.data_values.values_files {
                let (library, file) =
                    match word.strip_prefix('@').and_then(|rest| rest.split_once(':')) {
                        Some((library, file)) => (library, file),
                        None => ("", word.as_str()),
                    };
                for file in files_at(analysis, &group.absolute(file)) {
                    given.insert(file.clone(), library.to_owned());
                    paths.insert(file);
                }
            }
        }
        if given.is_empty() && paths.len() == 1 {
            paths.extend(neighbors(analysis, path));
        }
        let views = paths.iter().take(MANY_FILES).filter_map(|path| analysis.file(path));
        let mut files: Vec<Known> = views
            .map(|view| {
                let (view, code) = match other {
                    Some(other) if view.path == path => (other.clone(), Arc::new(read(other))),
                    _ => {
                        let code = analysis.code(&view);
                        (view, code)
                    }
                };
                Known { view, code, library: String::new(), documents: Vec::new() }
            })
            .collect();
        let libraries = values::library_directories(&files);
        for file in &mut files {
            file.library = library_of(&file.view.path, &libraries);
        }
        for file in &mut files {
            let library = given.get(&file.view.path);
            file.documents = values::holders(file, library.map(String::as_str), &libraries);
        }
        let by_path =
            files.iter().enumerate().map(|(at, file)| (file.view.path.clone(), at)).collect();
        let mut index = Self {
            files,
            by_path,
            calls: HashMap::new(),
            memo: RefCell::default(),
            active: RefCell::default(),
        };
        index.calls = index.find_calls();
        index
    }

    /// The index of the file at `path`.
    pub(crate) fn file(&self, path: &str) -> Option<usize> {
        self.by_path.get(path).copied()
    }

    /// The data values that a file declares: the path and the place of each.
    pub(crate) fn declared_in(&self, file: usize) -> Vec<(Vec<String>, Place)> {
        let keys = self.files[file].keys().into_iter().filter(|key| key.is_schema);
        keys.map(|key| (key.path, key.place)).collect()
    }

    /// The file that `load(path)` in `file` reads.
    pub(crate) fn loaded(&self, file: usize, path: &str) -> Option<usize> {
        let from = &self.files[file];
        if path.starts_with("@ytt:") {
            return None;
        }
        let directory = directory_of(&from.view.path);
        if let Some((library, rest)) = path.strip_prefix('@').and_then(|path| path.split_once(':'))
        {
            let inside = format!("/{PRIVATE_LIBRARY}/{library}/{}", rest.trim_start_matches('/'));
            return self.files.iter().position(|file| file.view.path.ends_with(&inside));
        }
        if let Some(rest) = path.strip_prefix('/') {
            // A path from the root of the library: take the nearest file with that name.
            let ending = format!("/{rest}");
            let candidates = self.files.iter().enumerate();
            let same = candidates.filter(|(_, file)| file.library == from.library);
            return same
                .filter(|(_, file)| file.view.path.ends_with(&ending))
                .min_by_key(|(_, file)| file.view.path.len())
                .map(|(at, _)| at);
        }
        self.file(&paths::absolute(&directory, path))
    }

    /// The text at `place` in `file`.
    pub(crate) fn written(&self, file: usize, place: &Place) -> &str {
        let text = self.files[file].view.text.as_str();
        text.get(place.start as usize..place.end as usize).unwrap_or_default()
    }
}

/// The groups that share the data values schema with the file at `path`: the targets of one project.
fn related(analysis: &Analysis, path: &str) -> Vec<Arc<Group>> {
    let own = analysis.groups(path);
    let mut files: HashSet<String> = HashSet::new();
    let declaring = |group: &Group| -> Vec<String> {
        let all = analysis.snapshot(group);
        let declares = |path: &&String| {
            !path.contains(&format!("/{PRIVATE_LIBRARY}/"))
                && analysis
                    .text(path)
                    .is_some_and(|text| text.as_str().contains("@data/values-schema"))
        };
        let schemas: Vec<String> = all.files.iter().filter(declares).cloned().collect();
        if schemas.is_empty() { all.files.to_vec() } else { schemas }
    };
    for group in own.iter() {
        files.extend(declaring(group));
    }
    let mut all: Vec<Arc<Group>> = own.to_vec();
    let others = match own.first() {
        Some(group) if group.project.is_none() => values_nearby(analysis, group),
        _ => analysis.project_groups(path),
    };
    for group in others {
        let is_known = all.iter().any(|known| known.key == group.key);
        if !is_known && declaring(&group).iter().any(|path| files.contains(path)) {
            all.push(group);
        }
    }
    all
}

/// Without a project file: the groups of values files around the directory that `group` renders.
fn values_nearby(analysis: &Analysis, group: &Group) -> Vec<Arc<Group>> {
    let mut found: Vec<Arc<Group>> = Vec::new();
    let mut directories = vec![(group.directory.clone(), 0)];
    let mut looked_at = 0;
    while let Some((directory, depth)) = directories.pop() {
        for entry in analysis.world().list(&directory).unwrap_or_default() {
            looked_at += 1;
            let path = paths::join(&directory, &entry.name);
            if looked_at > MANY_NEARBY {
                return found;
            }
            if entry.kind == EntryKind::Directory {
                let is_hidden = entry.name.starts_with('.') || entry.name == PRIVATE_LIBRARY;
                if depth < DEPTH_NEARBY && !is_hidden {
                    directories.push((path, depth + 1));
                }
            } else if Written::in_file(&path) == Some(Written::Yaml) {
                let groups = analysis.groups(&path);
                let given =
                    |one: &&Arc<Group>| !one.plan.options.data_values.values_files.is_empty();
                found.extend(groups.iter().filter(given).cloned());
            }
        }
    }
    found
}

/// Schemas next to the one at `path`, which may refer to it.
fn neighbors(analysis: &Analysis, path: &str) -> Vec<String> {
    let directory = directory_of(path);
    let is_wanted = |name: &str| [".yml", ".yaml", ".json"].iter().any(|end| name.ends_with(end));
    let entries = analysis.world().list(&directory).unwrap_or_default().into_iter();
    let files =
        entries.filter(|entry| entry.kind != EntryKind::Directory && is_wanted(&entry.name));
    let files = files.map(|entry| paths::join(&directory, &entry.name)).take(MANY_NEIGHBORS);
    files
        .filter(|path| analysis.text(path).is_some_and(|text| text.as_str().contains("$ref")))
        .collect()
}

/// The YAML files at `path`: the file itself, or those below the directory.
fn files_at(analysis: &Analysis, path: &str) -> Vec<String> {
    let world = analysis.world();
    if world.is_directory(path) {
        let all = world.files_below(path, false).unwrap_or_default();
        let is_yaml = |path: &String| Written::in_file(path) == Some(Written::Yaml);
        return all.into_iter().filter(is_yaml).collect();
    }
    vec![path.to_owned()]
}

/// The directory of the library that contains the file at `path`; empty for none.
fn library_of(path: &str, libraries: &BTreeSet<String>) -> String {
    let known = libraries.iter().filter(|library| paths::is_within(path, library));
    if let Some(longest) = known.max_by_key(|library| library.len()) {
        return longest.clone();
    }
    let mark = format!("/{PRIVATE_LIBRARY}/");
    let Some(at) = path.rfind(&mark) else { return String::new() };
    let rest = &path[at + mark.len()..];
    let name = rest.split('/').next().unwrap_or_default();
    format!("{}{name}", &path[..at + mark.len()])
}
