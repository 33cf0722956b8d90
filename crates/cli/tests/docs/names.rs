//! Readers do not see `file=`. If an example has several files, the prose must say which block is which.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use yardstick_testing::Failed;

use super::{example::Heading, text};

/// The number of lines before a block that may name its file.
const ABOVE: usize = 4;

/// Fails with the files whose names a reader would have to guess.
pub(crate) fn check(docs: &Path) -> Result<(), Failed> {
    let mut problems = Vec::new();
    for page in text::pages(docs) {
        for section in text::sections_with_examples(&text::read(&page)) {
            problems.extend(unnamed(&section).map(|file| format!("{}: {file}", page.display())));
        }
    }
    if problems.is_empty() {
        return Ok(());
    }
    Err(format!("write the name of the file above its block:\n{}", problems.join("\n")).into())
}

/// The files of a section that the prose does not name, in examples with several files.
fn unnamed(section: &str) -> impl Iterator<Item = String> {
    let lines: Vec<&str> = section.lines().collect();
    let mut examples: BTreeMap<&str, Vec<(&str, bool)>> = BTreeMap::new();
    let fences = lines.iter().enumerate().filter(|(_, line)| line.starts_with("```"));
    for (at, line) in fences.step_by(2) {
        let heading = Heading::read(line.trim_start_matches('`'));
        if let Some(file) = heading.file {
            let above = &lines[at.saturating_sub(ABOVE)..at];
            let is_named = above.iter().any(|line| line.contains(&format!("`{file}`")));
            examples.entry(heading.case).or_default().push((file, is_named));
        }
    }
    let several = examples
        .into_values()
        .filter(|files| files.iter().map(|(file, _)| file).collect::<BTreeSet<_>>().len() > 1);
    let unnamed: Vec<String> =
        several.flatten().filter(|(_, named)| !named).map(|(file, _)| file.to_owned()).collect();
    unnamed.into_iter()
}
