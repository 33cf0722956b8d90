//! Checks that every link of every page has a target, and that the table of contents of the book names every page.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use yardstick_testing::{Failed, entries};

use super::text;

/// Fails with the broken links, and with the pages that are missing in the book.
pub(crate) fn check(root: &Path) -> Result<(), Failed> {
    let docs = root.join("docs");
    let book = text::pages(&docs);
    let mut pages = book.clone();
    pages.extend(text::pages(&root.join("examples")));
    let others = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    pages.extend(others.map(|name| root.join(name)));

    let mut problems = Vec::new();
    let mut count = 0;
    for page in &pages {
        for target in targets(&text::read(page)) {
            count += 1;
            if !leads_somewhere(root, page, &target) {
                problems.push(format!("{}: nothing at {target}", page.display()));
            }
            if page.starts_with(&docs) && leaves_the_book(&docs, page, &target) {
                problems.push(format!("{}: {target} is not part of the book", page.display()));
            }
        }
    }
    assert!(count > 200, "only {count} links found");

    let summary = docs.join("SUMMARY.md");
    let listed: BTreeSet<PathBuf> =
        targets(&text::read(&summary)).iter().map(|target| docs.join(target)).collect();
    for page in book.iter().filter(|page| **page != summary && !listed.contains(*page)) {
        problems.push(format!("{}: not in docs/SUMMARY.md", page.display()));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// The targets of the links of a page. Code contains no links.
fn targets(page: &str) -> Vec<String> {
    let mut prose = String::new();
    let mut is_code = false;
    for line in page.lines() {
        is_code ^= line.starts_with("```");
        if !is_code && !line.starts_with("    ") {
            prose.extend(line.split('`').step_by(2));
            prose.push('\n');
        }
    }
    let ends = prose.split("](").skip(1);
    ends.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target.to_owned()).collect()
}

fn leads_somewhere(root: &Path, page: &Path, target: &str) -> bool {
    if target.contains("://") || target.starts_with("mailto:") {
        return true;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() {
        page.to_owned()
    } else {
        page.parent().expect("pages lie somewhere").join(file)
    };
    // The page of the playground replaces a small one when both are published.
    if let Some(example) = anchor.strip_prefix("example=") {
        return path.exists() && is_example(root, example);
    }
    path.exists() && (anchor.is_empty() || anchors(&text::read(&path)).contains(anchor))
}

/// True if a link of a page below `docs` leads to a file outside the book.
fn leaves_the_book(docs: &Path, page: &Path, target: &str) -> bool {
    let depth = page.strip_prefix(docs).map_or(0, |below| below.components().count());
    let up = target.split('/').take_while(|part| *part == "..").count();
    !target.contains("://") && up >= depth
}

/// True if the gallery of the playground has an example of this name.
fn is_example(root: &Path, name: &str) -> bool {
    match name.strip_prefix("tutorial-") {
        Some(number) => entries(&root.join("docs/tutorial")).iter().any(|page| {
            page.file_name()
                .and_then(|name| name.to_str())
                .is_some_and(|name| name.starts_with(number))
        }),
        None => root.join("examples").join(name).is_dir(),
    }
}

/// The anchors of a page: its headings, and elements with an `id`.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = text::sections(page);
    let mut names: BTreeSet<String> = headings
        .iter()
        .filter_map(|section| section.lines().next())
        .filter(|line| line.starts_with('#'))
        .map(text::anchor)
        .collect();
    let ids = page.split("<a id=\"").skip(1);
    names.extend(ids.filter_map(|rest| rest.split_once('"')).map(|(id, _)| id.to_owned()));
    names
}
