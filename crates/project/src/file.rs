//! The project file: where it is, and what it says about targets.
//!
//! It is one file with the configuration of `check`, which reads its own keys and leaves these alone.

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

/// The names of the file; the first that is there counts.
pub const NAMES: [&str; 4] =
    ["yardstick.yaml", "yardstick.yml", ".yardstick.yaml", ".yardstick.yml"];

/// The path of the project file: here, or in the nearest directory above.
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

/// The YAML file at `path`, seen as JSON.
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
    // A key that is there twice is a copy that somebody forgot to change.
    let is_wrong =
        |one: &Diagnostic| yardstick_yaml::json::is_fatal(one) || one.code == codes::DUPLICATE_KEY;
    match problems.into_iter().find(is_wrong) {
        Some(problem) => Err(Box::new(problem)),
        None => Ok(view),
    }
}

/// The value of its first document, unless there is none.
pub(crate) fn root(view: &View) -> Option<NodeId> {
    let root = view.tree().document(0)?.root().dereferenced().id();
    (view.type_of(root) != Type::Null).then_some(root)
}

/// A project: a directory with a file that says what is built in it.
#[derive(Debug)]
pub struct Project {
    /// The path of the file.
    pub path: String,
    /// The directory it is in; what the file names is relative to it. Empty for the current one.
    pub directory: String,
    pub(crate) definitions: Vec<Definition>,
    pub(crate) variables: Vec<(Word, Word)>,
    /// What all test cases have in common.
    pub(crate) tests: Option<Definition>,
    /// Keys of the file that are none of a project's: those of `check`, or misspelled ones.
    pub others: Vec<Word>,
}

impl Project {
    /// The project that the current directory is in: the file is looked for here and in all directories above.
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
                // The configuration of `check`, which says what it does not know.
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

    /// What `targets` are made from, and the project's own files. No build may remove any of it.
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

    /// The first target that is only there to be extended, if all are.
    pub fn abstract_target(&self) -> Option<&Word> {
        let are_all = self.definitions.iter().all(|one| one.is_abstract);
        self.definitions.first().filter(|_| are_all).map(|one| &one.name)
    }

    /// Everything that can be built, in the order of the file.
    pub fn targets(&self) -> Result<Vec<Target>> {
        expand::targets(&self.definitions, &self.variables)
    }
}
