//! A project in memory, and its rendering.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use yardstick_diagnostics::{FileId, SourceFile};
use yardstick_workspace::{Limits, Renderer, world::Memory};
use yardstick_yaml::Tree;

static EXECUTIONS: AtomicU64 = AtomicU64::new(0);

/// The number of projects rendered so far.
pub(crate) fn executions() -> u64 {
    EXECUTIONS.load(Ordering::Relaxed)
}

/// The files, in input order.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Project {
    pub(crate) files: Vec<(String, String)>,
}

/// The result of a run: documents, or the error.
pub(crate) type Outcome = Result<Vec<String>, String>;

impl Project {
    pub(crate) fn renderer(&self) -> Renderer {
        // Mutated code may never end.
        let limits = Limits { steps: 200_000, memory: 64 << 20, ..Limits::default() };
        let renderer = Renderer::new().world(Arc::new(Memory::new())).limits(limits);
        self.files
            .iter()
            .fold(renderer, |renderer, (path, text)| renderer.file(path, text.as_str()))
    }

    pub(crate) fn render(&self) -> Outcome {
        render(&self.renderer())
    }

    /// True if any file contains one of `words`.
    pub(crate) fn mentions(&self, words: &[&str]) -> bool {
        self.files.iter().any(|(_, text)| words.iter().any(|word| text.contains(word)))
    }

    /// A copy with another text in the file numbered `at`.
    pub(crate) fn with_text(&self, at: usize, text: String) -> Self {
        let mut other = self.clone();
        other.files[at].1 = text;
        other
    }
}

pub(crate) fn render(renderer: &Renderer) -> Outcome {
    EXECUTIONS.fetch_add(1, Ordering::Relaxed);
    match renderer.render() {
        Ok(output) => Ok(output.documents().into_iter().filter(|one| !one.is_empty()).collect()),
        Err(failure) => Err(failure.to_string()),
    }
}

/// Parses a YAML text.
pub(crate) fn tree(text: &str) -> Option<Tree> {
    let source = SourceFile::new("a.yml", text.as_bytes()).with_yaml_lines();
    yardstick_yaml::parse(Arc::new(source), FileId(0), &yardstick_yaml::Options::reference()).ok()
}

/// True if a file of this name is YAML.
pub(crate) fn is_yaml(path: &str) -> bool {
    matches!(path.rsplit_once('.'), Some((_, "yml" | "yaml")))
}

impl fmt::Display for Project {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.files.iter().try_for_each(|(path, text)| write!(out, "=== {path}\n{text}"))
    }
}
