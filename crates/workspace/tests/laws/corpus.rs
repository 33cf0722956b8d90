//! The initial projects.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::project::Project;

/// The maximum size of a project. Larger ones take too long.
const LARGEST: usize = 12_000;

pub(crate) struct Corpus {
    pub(crate) projects: Vec<Project>,
    /// The lines of all their files.
    pub(crate) lines: Vec<String>,
}

impl Corpus {
    /// The inputs of the project's cases, and of the golden cases if they are available.
    pub(crate) fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let shared = std::env::var_os("YARDSTICK_SHARED").map(PathBuf::from);
        let shared = shared.unwrap_or_else(|| root.join("../shared"));
        let mut projects = Vec::new();
        for cases in [root.join("tests/cases"), shared.join("conformance/cases")] {
            find(&cases, &mut projects);
        }
        assert!(!projects.is_empty(), "there are no cases below {}", root.display());
        let texts = projects.iter().flat_map(|project| &project.files).map(|(_, text)| text);
        let lines = texts.flat_map(|text| text.lines()).map(str::to_owned).collect();
        Self { projects, lines }
    }
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn find(directory: &Path, projects: &mut Vec<Project>) {
    if directory.join("args").exists() {
        let mut files = Vec::new();
        let input = directory.join("in");
        if collect(&input, &input, &mut files).is_some() && !files.is_empty() {
            projects.push(Project { files });
        }
        return;
    }
    for path in entries(directory).into_iter().filter(|path| path.is_dir()) {
        find(&path, projects);
    }
}

/// Collects all files below `directory`; `None` if they are too large or not text.
fn collect(root: &Path, directory: &Path, files: &mut Vec<(String, String)>) -> Option<()> {
    for path in entries(directory) {
        if path.is_symlink() {
            return None;
        }
        if path.is_dir() {
            collect(root, &path, files)?;
            continue;
        }
        let name = path.strip_prefix(root).ok()?.to_str()?.to_owned();
        files.push((name, fs::read_to_string(&path).ok()?));
        if files.iter().map(|(_, text)| text.len()).sum::<usize>() > LARGEST {
            return None;
        }
    }
    Some(())
}
