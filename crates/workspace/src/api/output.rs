//! The result of rendering, for programs.

use yardstick_diagnostics::{Sources, render::reference};

use crate::{Rendered, output::OutputFile};

/// The result of rendering a project.
#[derive(Clone, Debug)]
pub struct Output {
    files: Vec<OutputFile>,
    warnings: Vec<String>,
}

impl Output {
    pub(super) fn new(rendered: Rendered, sources: &Sources) -> Self {
        let warnings = rendered.warnings.iter();
        let warnings = warnings.map(|warning| reference::message(warning, sources)).collect();
        Self { files: rendered.files, warnings }
    }

    /// The files: text files first, then YAML files.
    pub fn files(&self) -> &[OutputFile] {
        &self.files
    }

    /// The file at `path`, as text.
    pub fn file(&self, path: &str) -> Option<String> {
        let file = self.files.iter().find(|file| file.path == path)?;
        Some(text(file.contents.clone()))
    }

    /// Every document, as YAML.
    pub fn documents(&self) -> Vec<String> {
        // No document contains such a line, because its content is indented or quoted.
        let files = self.files.iter().filter(|file| file.is_yaml && !file.contents.is_empty());
        files.flat_map(|file| split(&text(file.contents.clone()))).collect()
    }

    /// All documents as one text, as the command prints them.
    pub fn text(&self) -> String {
        self.documents().join("---\n")
    }

    /// Warnings about probable mistakes.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

fn split(yaml: &str) -> Vec<String> {
    let mut documents = vec![String::new()];
    for line in yaml.split_inclusive('\n') {
        if line == "---\n" {
            documents.push(String::new());
        } else if let Some(document) = documents.last_mut() {
            document.push_str(line);
        }
    }
    documents
}

/// Converts a result to text. Results are UTF-8, except for unusual templates.
pub(super) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
