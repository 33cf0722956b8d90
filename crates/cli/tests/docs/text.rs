//! Splits pages into sections, and computes the anchors of their headings.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use yardstick_testing::entries;

/// The Markdown files below `directory`.
pub(crate) fn pages(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in entries(directory) {
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found
}

/// The text of a page.
pub(crate) fn read(page: &Path) -> String {
    fs::read_to_string(page).unwrap_or_else(|problem| panic!("{}: {problem}", page.display()))
}

/// The sections of a page, each with its heading.
pub(crate) fn sections(text: &str) -> Vec<String> {
    let mut sections = vec![String::new()];
    let mut is_code = false;
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        if line.starts_with('#') && !is_code {
            sections.push(String::new());
        }
        if let Some(section) = sections.last_mut() {
            let _ = writeln!(section, "{line}");
        }
    }
    sections
}

/// The sections of a page that have examples.
pub(crate) fn sections_with_examples(text: &str) -> Vec<String> {
    let mut sections = sections(text);
    sections.retain(|section| section.contains("\n```console") || section.contains(" file="));
    sections
}

/// The number of commands on a page.
pub(crate) fn commands(page: &Path) -> usize {
    read(page).lines().filter(|line| line.starts_with("$ ")).count()
}

/// The anchor of a heading.
pub(crate) fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    let letters = words.chars().map(|c| if c == ' ' { '-' } else { c });
    letters.filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}
