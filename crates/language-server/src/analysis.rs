//! Answers the questions of editors as plain functions, without transport or threads. The server calls them, and so
//! can any program that has a world with files.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use lsp_types::{Diagnostic as Shown, Position, TextDocumentContentChangeEvent};
use serde::Deserialize;
use yardstick_diagnostics::{FileId, SourceFile, Sources, findings};
use yardstick_world::World;
use yardstick_yaml::{Options, Tolerant, parse_tolerantly};

use crate::{
    features::names::CodeCache,
    group::{
        Group, directory_of, groups_of, library_of, of_project, project_file, project_problems,
    },
    host::{Explanation, Host, Topic},
    lone,
    open_files::OpenFiles,
    report::{self, Places},
    snapshot::Snapshot,
    text::{Encoding, Text},
};

/// Diagnostics by file path.
pub type Published = BTreeMap<String, Vec<Shown>>;

/// Files, and everything known about them.
pub struct Analysis {
    world: OpenFiles,
    host: Host,
    explanations: OnceLock<Vec<Explanation>>,
    encoding: Encoding,
    settings: Settings,
    state: Mutex<State>,
    schemas: lone::Schemas,
    pub(crate) codes: CodeCache,
}

/// The settings that an editor may send when it starts the server.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// The URL of the documentation, for links from codes.
    pub(crate) documentation: Option<String>,
    /// Whether the editor supports snippets.
    #[serde(skip)]
    pub(crate) snippets: bool,
    /// The folders open in the editor.
    #[serde(skip)]
    pub(crate) roots: Vec<String>,
}

#[derive(Default)]
struct State {
    /// The groups of each file that was requested.
    groups: HashMap<String, Arc<Vec<Arc<Group>>>>,
    /// The groups that were run.
    known: HashMap<String, Arc<Group>>,
    /// The last run of each group.
    snapshots: HashMap<String, Arc<Snapshot>>,
    /// The parsed tree of each file, with the text it was parsed from.
    trees: HashMap<String, (Arc<str>, Arc<Tolerant>)>,
    /// The last report of each run, and of each file that was checked alone.
    reported: HashMap<String, Published>,
}

/// The current state of a file: its text, and a tree of its readable parts.
#[derive(Clone)]
pub struct FileView {
    /// Its absolute path.
    pub path: String,
    /// Its text.
    pub text: Text,
    /// Its tree.
    pub yaml: Arc<Tolerant>,
}

impl FileView {
    /// Parses `text` as the file at `path`.
    pub(crate) fn new(path: &str, text: Text) -> Self {
        let source = SourceFile::new(path, text.as_str().as_bytes().to_vec()).with_yaml_lines();
        let options = Options::reference();
        let yaml = Arc::new(parse_tolerantly(&Arc::new(source), FileId(0), &options));
        Self { path: path.to_owned(), text, yaml }
    }
}

impl Analysis {
    /// An analysis of the files of `world`, none of them open.
    pub fn new(world: Arc<dyn World>, host: Host, encoding: Encoding) -> Self {
        Self {
            world: OpenFiles::new(world),
            host,
            explanations: OnceLock::new(),
            encoding,
            settings: Settings::default(),
            state: Mutex::default(),
            schemas: lone::Schemas::default(),
            codes: CodeCache::default(),
        }
    }

    /// Applies the settings of an editor. Ignores unknown ones.
    pub fn configure(&mut self, options: &serde_json::Value) {
        let Settings { snippets, roots, .. } = std::mem::take(&mut self.settings);
        let settings = Settings::deserialize(options).unwrap_or_default();
        self.settings = Settings { snippets, roots, ..settings };
    }

    /// Sets the folders open in the editor.
    pub fn set_roots(&mut self, roots: Vec<String>) {
        self.settings.roots = roots;
    }

    /// The folders open in the editor.
    pub(crate) fn roots(&self) -> &[String] {
        &self.settings.roots
    }

    /// Sets whether the editor supports snippets.
    pub fn set_snippets(&mut self, snippets: bool) {
        self.settings.snippets = snippets;
    }

    /// True if the editor supports snippets.
    pub(crate) fn has_snippets(&self) -> bool {
        self.settings.snippets
    }

    /// The explanation of `name`.
    pub fn explanation(&self, topic: Topic, name: &str) -> Option<&Explanation> {
        self.explanations().iter().find(|one| one.topic == topic && one.name == name)
    }

    /// All explanations.
    pub fn explanations(&self) -> &[Explanation] {
        self.explanations.get_or_init(self.host.explanations)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The schema of a document in the file at `path`, with the store that contains it.
    pub(crate) fn schema_of(&self, path: &str, document: usize) -> Option<lone::Rooted> {
        self.schemas.of(&self.world, self.host.checker, path, document)
    }

    /// The world as the editor shows it.
    pub fn world(&self) -> &OpenFiles {
        &self.world
    }

    /// How positions count characters.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Opens the file at `path`, which must be absolute.
    pub fn open(&self, path: &str, text: &str) {
        self.world.set(path, Text::new(text, self.encoding));
        self.forget_groups();
    }

    /// Changes an open file.
    pub fn change(&self, path: &str, changes: &[TextDocumentContentChangeEvent]) {
        let Some(mut text) = self.world.text(path) else { return };
        let declared = declares(text.as_str());
        for change in changes {
            text = text.changed(change.range, &change.text);
        }
        let same = declares(text.as_str()) == declared;
        self.world.set(path, text);
        // The parts of a file that affect groups rarely change during typing.
        if !same || yardstick_project::NAMES.iter().any(|name| path.ends_with(name)) {
            self.forget_groups();
        }
    }

    /// Closes an open file.
    pub fn close(&self, path: &str) {
        self.world.close(path);
        self.forget_groups();
        self.state().trees.remove(path);
    }

    /// Handles changes of files on disk.
    pub fn changed_on_disk(&self) {
        self.forget_groups();
    }

    fn forget_groups(&self) {
        self.state().groups.clear();
    }

    fn documentation(&self) -> Option<&str> {
        self.settings.documentation.as_deref()
    }

    /// The directory that shown paths are relative to: that of the project file, or of the file's group.
    pub fn project_directory(&self, path: &str) -> Option<String> {
        let project = project_file(&self.world, path).map(|file| directory_of(&file));
        project.or_else(|| self.groups(path).first().map(|group| group.directory.clone()))
    }

    /// The text of a file, open or not.
    pub fn text(&self, path: &str) -> Option<Text> {
        self.world.text(path).or_else(|| {
            let bytes = self.world.read(path).ok()?;
            Some(Text::new(&*String::from_utf8_lossy(&bytes), self.encoding))
        })
    }

    /// A file and its tree.
    pub fn file(&self, path: &str) -> Option<FileView> {
        let text = self.text(path)?;
        if let Some((known, tree)) = self.state().trees.get(path)
            && **known == *text.as_str()
        {
            let (path, yaml) = (path.to_owned(), Arc::clone(tree));
            return Some(FileView { path, text, yaml });
        }
        let view = FileView::new(path, text);
        let known = (view.text.shared(), Arc::clone(&view.yaml));
        self.state().trees.insert(path.to_owned(), known);
        Some(view)
    }

    /// A file, and the offset of `position` in it.
    pub fn at(&self, path: &str, position: Position) -> Option<(FileView, usize)> {
        let file = self.file(path)?;
        let offset = file.text.offset(position);
        Some((file, offset))
    }

    /// The groups that a file belongs to.
    pub fn groups(&self, path: &str) -> Arc<Vec<Arc<Group>>> {
        if let Some(known) = self.state().groups.get(path) {
            return Arc::clone(known);
        }
        let found = groups_of(&self.world, self.host.read_target, path);
        let found = Arc::new(found.into_iter().map(Arc::new).collect::<Vec<_>>());
        self.state().groups.insert(path.to_owned(), Arc::clone(&found));
        found
    }

    /// All groups of the project that contains `path`. Without a project file, the groups of `path`.
    pub fn project_groups(&self, path: &str) -> Vec<Arc<Group>> {
        match project_file(&self.world, path) {
            Some(project) => of_project(&self.world, self.host.read_target, &project)
                .into_iter()
                .map(Arc::new)
                .collect(),
            None => self.groups(path).to_vec(),
        }
    }

    /// The last run of `group`. Runs it if there was none.
    pub fn snapshot(&self, group: &Group) -> Arc<Snapshot> {
        let known = self.state().snapshots.get(&group.key).cloned();
        known.unwrap_or_else(|| self.run(group, &Arc::default()))
    }

    /// The last runs of all groups of a file, with the groups. For a file of a library, the run is that of the
    /// library.
    pub fn snapshots(&self, path: &str) -> Vec<(Arc<Group>, Arc<Snapshot>)> {
        if let Some(library) = library_of(&self.world, path) {
            let snapshot = self.snapshot(&library);
            return vec![(Arc::new(library), snapshot)];
        }
        let groups = self.groups(path);
        groups.iter().map(|group| (Arc::clone(group), self.snapshot(group))).collect()
    }

    /// Runs `group` and keeps the result, unless it was canceled.
    fn run(&self, group: &Group, cancel: &Arc<AtomicBool>) -> Arc<Snapshot> {
        let previous = self.state().snapshots.get(&group.key).cloned();
        let snapshot = Snapshot::take(&self.world, group, previous.as_deref(), cancel);
        let snapshot = Arc::new(snapshot);
        if !cancel.load(Ordering::Relaxed) {
            let mut state = self.state();
            state.known.insert(group.key.clone(), Arc::new(group.clone()));
            state.snapshots.insert(group.key.clone(), Arc::clone(&snapshot));
        }
        snapshot
    }

    /// The current problems of the file at `path`.
    pub fn diagnostics(&self, path: &str) -> Vec<Shown> {
        let changed = BTreeSet::from([path.to_owned()]);
        let all = self.update(&changed, &Arc::default()).unwrap_or_default();
        all.into_iter().find(|(known, _)| known == path).map_or_else(Vec::new, |(_, found)| found)
    }

    /// The last reported problems of the file at `path`.
    pub(crate) fn reported(&self, path: &str) -> Vec<Shown> {
        let state = self.state();
        let all = state.reported.values().filter_map(|found| found.get(path)).flatten();
        all.cloned().collect()
    }

    /// The problems of all files affected by `changed`: each file with all of its diagnostics. `None` if the run was
    /// canceled; the earlier report then stays valid.
    pub fn update(
        &self,
        changed: &BTreeSet<String>,
        cancel: &Arc<AtomicBool>,
    ) -> Option<Vec<(String, Vec<Shown>)>> {
        let mut fresh: HashMap<String, Published> = HashMap::new();
        let mut groups: BTreeMap<String, Arc<Group>> = BTreeMap::new();
        let mut lone: BTreeSet<String> = BTreeSet::new();
        for path in changed {
            let own = self.groups(path);
            for group in own.iter() {
                groups.insert(group.key.clone(), Arc::clone(group));
            }
            if !self.world.is_readable(path) {
                self.leave(path, &own, &mut groups, &mut fresh);
            }
            // A library is run again on the next request about it.
            if let Some(library) = library_of(&self.world, path) {
                self.state().snapshots.remove(&library.key);
            }
        }
        let open: BTreeSet<String> = self.world.paths().into_iter().collect();
        // A file without groups may be a schema of other files.
        let is_schema = changed.iter().any(|path| self.groups(path).is_empty());
        for path in open.iter().chain(changed) {
            if !open.contains(path) {
                fresh.insert(format!("check:{path}"), Published::new());
            } else if changed.contains(path) || is_schema && self.groups(path).is_empty() {
                lone.insert(path.clone());
            }
        }
        let projects: BTreeSet<String> =
            changed.iter().filter_map(|path| project_file(&self.world, path)).collect();
        for project in &projects {
            fresh.insert(format!("project:{project}"), self.project_reports(project));
        }
        self.forget_lost_targets(&projects);
        for (key, group) in groups {
            let anchor = group.project.as_deref();
            let anchor = anchor.or_else(|| changed.iter().next().map(String::as_str));
            let found = self.reports(&group, anchor, changed, cancel);
            fresh.insert(key, found);
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
        }
        for path in lone {
            let is_alone = self.groups(&path).is_empty();
            fresh.insert(format!("check:{path}"), self.checked(&path, is_alone));
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
        }
        self.forget_old_places(changed, &fresh);
        Some(self.publish(fresh))
    }

    /// Drops what other runs reported about changed files, because the places may have moved.
    fn forget_old_places(&self, changed: &BTreeSet<String>, fresh: &HashMap<String, Published>) {
        let mut state = self.state();
        for (_, found) in state.reported.iter_mut().filter(|(key, _)| !fresh.contains_key(*key)) {
            for path in changed {
                if let Some(shown) = found.get_mut(path) {
                    shown.clear();
                }
            }
        }
    }

    /// Handles the removal of the file at `path`: runs its groups again without it, and drops the runs that existed
    /// only for it.
    fn leave(
        &self,
        path: &str,
        own: &[Arc<Group>],
        groups: &mut BTreeMap<String, Arc<Group>>,
        fresh: &mut HashMap<String, Published>,
    ) {
        let alone = format!("#{path}");
        let mut state = self.state();
        state.trees.remove(path);
        for (key, group) in &state.known {
            if own.iter().any(|one| one.key == *key) || !group.holds(path) {
                continue;
            }
            if key.ends_with(&alone) {
                fresh.insert(key.clone(), Published::new());
            } else {
                groups.insert(key.clone(), Arc::clone(group));
            }
        }
        state.known.retain(|key, _| !key.ends_with(&alone));
        state.snapshots.retain(|key, _| !key.ends_with(&alone));
    }

    /// The problems that running `group` finds. While its schema cannot be read, other files cannot be checked, so the
    /// earlier problems of unchanged files are kept.
    fn reports(
        &self,
        group: &Group,
        anchor: Option<&str>,
        changed: &BTreeSet<String>,
        cancel: &Arc<AtomicBool>,
    ) -> Published {
        let snapshot = self.run(group, cancel);
        let absolute = |name: &str| group.absolute(name);
        let mut places =
            Places::new(&snapshot.sources, &absolute, self.encoding, self.documentation());
        let mut all = Published::new();
        for finding in &snapshot.findings {
            if let Some((path, shown)) = report::show(finding, &mut places, anchor) {
                all.entry(path).or_default().push(shown);
            }
        }
        if snapshot.has_old_schema {
            let before = self.state().reported.get(&group.key).cloned().unwrap_or_default();
            let others = before.into_iter().filter(|(path, _)| !changed.contains(path));
            for (path, found) in others {
                all.entry(path).or_insert(found);
            }
        }
        all
    }

    /// The problems of a project file.
    fn project_reports(&self, project: &str) -> Published {
        let sources = Sources::new();
        let read = self.host.read_target;
        let problems = project_problems(&self.world, read, project, &sources);
        let absolute = |name: &str| self.world.absolute(name);
        let mut places = Places::new(&sources, &absolute, self.encoding, self.documentation());
        let mut all = Published::new();
        for finding in problems.iter().flat_map(findings) {
            if let Some((path, shown)) = report::show(&finding, &mut places, Some(project)) {
                all.entry(path).or_default().push(shown);
            }
        }
        all
    }

    /// Drops the reports of targets that `projects` no longer have.
    fn forget_lost_targets(&self, projects: &BTreeSet<String>) {
        for project in projects {
            let groups = of_project(&self.world, self.host.read_target, project);
            // A project file that is currently unreadable says nothing about its targets.
            if groups.is_empty() {
                continue;
            }
            let prefix = format!("{project}#");
            let is_lost = |key: &String| {
                key.starts_with(&prefix) && !groups.iter().any(|group| group.key == *key)
            };
            let mut state = self.state();
            for (_, found) in state.reported.iter_mut().filter(|(key, _)| is_lost(key)) {
                for shown in found.values_mut() {
                    shown.clear();
                }
            }
        }
    }

    /// The problems of the file at `path` when checked alone. A template is checked only if something names its
    /// schema.
    fn checked(&self, path: &str, is_alone: bool) -> Published {
        let mut all = Published::new();
        if !CHECKED.iter().any(|end| path.ends_with(end)) {
            return all;
        }
        let found = lone::check(&self.world, self.host.checker, path);
        if !is_alone && !found.has_schema {
            return all;
        }
        let absolute = |name: &str| self.world.absolute(name);
        let mut places =
            Places::new(&found.sources, &absolute, self.encoding, self.documentation());
        for finding in &found.findings {
            if let Some((path, shown)) = report::show(finding, &mut places, Some(path)) {
                all.entry(path).or_default().push(shown);
            }
        }
        all
    }

    /// Replaces the earlier reports of the same runs with `fresh`. Returns the diagnostics to show for each affected
    /// file.
    fn publish(&self, fresh: HashMap<String, Published>) -> Vec<(String, Vec<Shown>)> {
        let mut state = self.state();
        let mut concerned: BTreeSet<String> = BTreeSet::new();
        for (key, found) in fresh {
            concerned.extend(found.keys().cloned());
            if let Some(before) = state.reported.insert(key, found) {
                concerned.extend(before.into_keys());
            }
        }
        concerned.extend(self.world.paths());
        let all = |path: &String| {
            let mut shown: Vec<Shown> = Vec::new();
            let mut keys: Vec<&String> = state.reported.keys().collect();
            // A run takes precedence over the schema of the project file for the same place.
            keys.sort_by_key(|key| (key.starts_with("check:"), key.as_str()));
            let is_project = project_file(&self.world, path).as_ref() == Some(path);
            for key in keys {
                let is_second = is_project && key.starts_with("check:");
                for one in state.reported[key].get(path).into_iter().flatten() {
                    // Targets that share a file find the same problems in it.
                    let is_same = |known: &Shown| {
                        known.range == one.range && (is_second || known.message == one.message)
                    };
                    if !shown.iter().any(is_same) {
                        shown.push(one.clone());
                    }
                }
            }
            shown.sort_by_key(|one| (one.range.start, one.range.end));
            shown
        };
        let answer: Vec<_> = concerned.iter().map(|path| (path.clone(), all(path))).collect();
        drop(state);
        answer
    }
}

/// The extensions of files that can be checked.
const CHECKED: [&str; 8] =
    [".yml", ".yaml", ".json", ".jsonc", ".json5", ".jsonl", ".ndjson", ".toml"];

/// The properties of a text that determine which files belong together.
fn declares(text: &str) -> (bool, bool) {
    (text.contains("@data/values-schema"), text.contains("#@") || text.contains("(@"))
}
