//! Runs the examples of the pages in and below `docs`, of `README.md` and of the READMEs in `examples`, and follows
//! their links, so that they stay true.
//!
//! A fenced block `yaml file=PATH` is a file. A block `console` holds commands, `$ yardstick ARGUMENTS`, each followed
//! by its output: standard output, then standard error. Environment variables may come first (`A=1 yardstick ...`),
//! and `|` and `> FILE` work as in a shell. Files exist until the next heading. With `case=NAME`, a block belongs to
//! the example NAME, which has its own files. Each section with commands is a separate test, named by its page and
//! heading: `cargo test --test docs -- check/`. `UPDATE_DOCS=1` rewrites the output of commands.
//!
//! The pages of the tutorial are one test: their files exist from the first page to the last. So is each README: that
//! of the project finds `examples` in its directory, that of an example the files of the example.

#[path = "docs/command.rs"]
mod command;
#[path = "docs/example.rs"]
mod example;
#[path = "docs/links.rs"]
mod links;
#[path = "docs/names.rs"]
mod names;
#[path = "docs/text.rs"]
mod text;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use example::Run;
use yardstick_testing::{Failed, Trial, difference, entries, is_updating, rewrite};

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let docs = root.join("docs");
    let (tutorial, pages): (Vec<PathBuf>, Vec<PathBuf>) =
        text::pages(&docs).into_iter().partition(|page| page.starts_with(docs.join("tutorial")));
    let mut trials = Vec::new();
    for path in pages {
        let page = path.strip_prefix(&docs).expect("pages lie below").with_extension("");
        let page = page.display().to_string().replace('\\', "/");
        for section in text::sections_with_examples(&text::read(&path)) {
            let path = path.clone();
            let name =
                format!("{page}/{}", text::anchor(section.lines().next().unwrap_or_default()));
            trials.push(Trial::test(name, move || {
                let mut run = Run::default();
                check(&mut run, &path, &section)?;
                run.end()
            }));
        }
    }
    let count: usize = tutorial.iter().map(|page| text::commands(page)).sum();
    let name = format!("tutorial ({count} commands)");
    trials.push(Trial::test(name, move || whole(Run::default(), &tutorial)));
    for (name, start, page) in readmes(&root) {
        let name = format!("{name} ({} commands)", text::commands(&page));
        trials.push(Trial::test(name, move || whole(Run::among(start), &[page])));
    }
    trials.push(Trial::test("names", move || names::check(&docs)));
    trials.push(Trial::test("links", move || links::check(&root)));
    yardstick_testing::run(trials)
}

/// The READMEs: the name of the test, its initial files, and the page.
fn readmes(root: &Path) -> Vec<(String, example::Start, PathBuf)> {
    let examples = root.join("examples");
    let start = example::Start { from: examples.clone(), into: "examples" };
    let mut found = vec![("readme".to_owned(), start, root.join("README.md"))];
    for directory in entries(&examples) {
        let page = directory.join("README.md");
        if page.exists() {
            let name = directory.file_name().expect("entries have names").display().to_string();
            let start = example::Start { from: directory, into: "" };
            found.push((format!("examples/{name}"), start, page));
        }
    }
    found
}

/// Runs pages that share their files, one after the other.
fn whole(mut run: Run, pages: &[PathBuf]) -> Result<(), Failed> {
    for page in pages {
        check(&mut run, page, &text::read(page))?;
    }
    run.end()
}

fn check(run: &mut Run, page: &Path, part: &str) -> Result<(), Failed> {
    let now = run.part(part);
    if is_updating("UPDATE_DOCS") {
        rewrite(page, part, &now);
        return Ok(());
    }
    let report = difference("page", part, &now);
    if report.is_empty() { Ok(()) } else { Err(report.into()) }
}
