//! Finds and reads the project file.
//!
//! The same file holds the configuration of `check`, which reads its own keys and ignores these.

use std::{collections::BTreeSet, sync::Arc};

use yardstick_diagnostics::{Code, Diagnostic, Result, SourceFile, Sources, bail, codes};
use yardstick_world::{EntryKind, World, describe, nearby, paths};
use yardstick_yaml::{
    NodeId,
    json::{LoadOptions, Member, Type, View},
};

use crate::{
    definition::{Checks, Definition, Word, expect_map, pairs, word},
    expand::{self, Target},
    variables,
};

/// The possible names of the file. The first that exists is used.
pub const NAMES: [&str; 4] =
    ["yardstick.yaml", "yardstick.yml", ".yardstick.yaml", ".yardstick.yml"];

/// The path of the project file in the current directory or the nearest one above.
pub fn locate(world: &dyn World) -> Option<String> {
    let here = world.current_directory().unwrap_or_else(|_| "/".to_owned());
    let mut directory = String::new();
    for _ in 0..=here.matches('/').count() {
        let mut names = NAMES.iter().map(|name| paths::join(&directory, name));
        if let Some(path) = names.find(|path| matches!(world.kind(path), Ok(EntryKind::File))) {
            return Some(path);
        }
        directory.push_str("../");
    }
    None
}

/// The YAML file at `path` as JSON.
pub(crate) fn load(world: &dyn World, sources: &Sources, path: &str, code: Code) -> Result<View> {
    let bytes = match world.read_found(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let near = nearby::hint(world, path);
            bail!(code, describe("open", path, &error); notes: near)
        }
    };
    let id = sources.add(SourceFile::new(path, bytes));
    let options = yardstick_yaml::Options::default();
    let tree = yardstick_yaml::parse(Arc::clone(&sources.get(id)), id, &options)
        .map_err(|error| variables::explain(error, sources))?;
    let (view, problems) = View::new(tree, LoadOptions { merge_keys: true, float_names: false });
    // A repeated key is usually a copy that somebody forgot to change.
    let is_wrong =
        |one: &Diagnostic| yardstick_yaml::json::is_fatal(one) || one.code == codes::DUPLICATE_KEY;
    match problems.into_iter().find(is_wrong) {
        Some(problem) => Err(Box::new(problem)),
        None => Ok(view),
    }
}

/// The value of the first document, if there is one.
pub(crate) fn root(view: &View) -> Option<NodeId> {
    let root = view.tree().document(0)?.root().dereferenced().id();
    (view.type_of(root) != Type::Null).then_some(root)
}

/// A project: a directory with a file that defines its targets.
#[derive(Debug)]
pub struct Project {
    /// The path of the file.
    pub path: String,
    /// The directory of the file. Paths in the file are relative to it. Empty for the current directory.
    pub directory: String,
    pub(crate) definitions: Vec<Definition>,
    pub(crate) variables: Vec<(Word, Word)>,
    /// The shared settings of all test cases.
    pub(crate) tests: Option<Definition>,
    /// Keys that do not belong to a project: those of `check`, or misspelled ones.
    pub others: Vec<Word>,
}

impl Project {
    /// The project that contains the current directory. The file may also be in any directory above.
    pub fn find(world: &dyn World, sources: &Sources) -> Result<Option<Self>> {
        locate(world).map(|path| Self::read(world, sources, &path)).transpose()
    }

    /// The project whose file is at `path`.
    pub fn read(world: &dyn World, sources: &Sources, path: &str) -> Result<Self> {
        let view = load(world, sources, path, codes::PROJECT_FILE)?;
        let directory = path.rfind('/').map_or("", |at| &path[..=at]).to_owned();
        let mut project = Self {
            path: path.to_owned(),
            directory,
            definitions: Vec::new(),
            variables: Vec::new(),
            tests: None,
            others: Vec::new(),
        };
        let Some(root) = root(&view) else { return Ok(project) };
        expect_map(&view, root, "the project file")?;
        for Member { key, value } in view.members(root) {
            match view.name(key) {
                "variables" => project.variables = pairs(&view, value)?,
                "targets" if view.type_of(value) == Type::Null => {}
                "targets" => {
                    expect_map(&view, value, "`targets`")?;
                    for Member { key, value } in view.members(value) {
                        project.definitions.push(Definition::read(&view, key, value)?);
                    }
                }
                "tests" => {
                    let mut tests = Definition::named(word(&view, key));
                    if view.type_of(value) != Type::Null {
                        expect_map(&view, value, "`tests`")?;
                        for Member { key, value } in view.members(value) {
                            tests.take(&view, key, value)?;
                        }
                    }
                    project.tests = Some(tests);
                }
                // These keys belong to the configuration of `check`, which reports unknown ones.
                _ => project.others.push(word(&view, key)),
            }
        }
        Ok(project)
    }

    /// The output directories of `targets`.
    pub fn outputs(targets: &[Target]) -> Vec<String> {
        let outputs = targets.iter().filter_map(|target| target.output.as_ref());
        outputs.map(|output| output.text.clone()).collect()
    }

    /// The inputs of `targets`, and the project's own files. No build may remove any of them.
    pub fn inputs(&self, targets: &[Target]) -> Vec<String> {
        let of_target = |target: &Target| {
            let flags = ["file", "data-values-file", "data-value-file"];
            let settings = target.settings.iter().filter(|(key, _)| flags.contains(&&*key.text));
            let named = settings.flat_map(|(_, values)| values);
            let checks = target.checks.iter().flat_map(Checks::inputs);
            named.chain(checks).map(|word| word.text.clone()).collect::<Vec<_>>()
        };
        let own = [paths::base(&self.path).to_owned(), crate::state::DIRECTORY.to_owned()];
        let all: BTreeSet<String> = targets.iter().flat_map(of_target).chain(own).collect();
        all.into_iter().collect()
    }

    /// If all targets are abstract, the first of them.
    pub fn abstract_target(&self) -> Option<&Word> {
        let are_all = self.definitions.iter().all(|one| one.is_abstract);
        self.definitions.first().filter(|_| are_all).map(|one| &one.name)
    }

    /// The abstract target called `name`.
    pub fn abstract_named(&self, name: &str) -> Option<&Word> {
        let is_meant = |one: &&Definition| one.is_abstract && one.name.text == name;
        self.definitions.iter().find(is_meant).map(|one| &one.name)
    }

    /// The names of the targets that extend the target `name` and can be built.
    pub fn heirs(&self, name: &str) -> Vec<&str> {
        let extends = |one: &&Definition| {
            !one.is_abstract && one.extends.iter().any(|base| base.text == name)
        };
        self.definitions.iter().filter(extends).map(|one| one.name.text.as_str()).collect()
    }

    /// All targets that can be built, in the order of the file.
    pub fn targets(&self) -> Result<Vec<Target>> {
        expand::targets(&self.definitions, &self.variables)
    }
}
