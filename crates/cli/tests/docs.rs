//! Runs the examples of the pages in `docs`, so that they stay true.
//!
//! A fenced block whose first line reads `yaml case=NAME file=PATH` is a file of the example NAME. The
//! block `console case=NAME` is its command, `$ yardstick ARGUMENTS`, and what that prints: standard
//! output, or standard error where there is none. A case goes on until its command was run.
//! `UPDATE_DOCS=1` rewrites what is printed.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A fenced block that takes part in an example.
struct Block<'a> {
    language: &'a str,
    case: &'a str,
    file: Option<&'a str>,
    /// The lines between the fences.
    text: String,
}

fn block(heading: &str, text: String) -> Option<Block<'_>> {
    let mut words = heading.split_whitespace();
    let language = words.next()?;
    let (mut case, mut file) = (None, None);
    for word in words {
        match word.split_once('=') {
            Some(("case", name)) => case = Some(name),
            Some(("file", path)) => file = Some(path),
            _ => panic!("what is {word:?} in the block {heading:?}?"),
        }
    }
    Some(Block { language, case: case?, file, text })
}

/// The page with what its examples print, and what of it differs from what it says.
struct Run {
    page: String,
    differences: String,
    examples: usize,
}

fn run(page: &Path) -> Run {
    let text = fs::read_to_string(page).expect("pages are text");
    let mut run = Run { page: String::new(), differences: String::new(), examples: 0 };
    let mut files: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let _ = writeln!(run.page, "{line}");
        let Some(heading) = line.strip_prefix("```").filter(|heading| !heading.is_empty()) else {
            continue;
        };
        let mut inside = String::new();
        for line in lines.by_ref().take_while(|line| *line != "```") {
            let _ = writeln!(inside, "{line}");
        }
        let Some(block) = block(heading, inside.clone()) else {
            let _ = writeln!(run.page, "{inside}```");
            continue;
        };
        match (block.language, block.file) {
            ("console", None) => {
                let files = files.remove(block.case).unwrap_or_default();
                let was = session(&block, &files);
                if was != block.text {
                    let (name, said) = (block.case, &block.text);
                    let _ = writeln!(run.differences, "{name}: page:\n{said}\nprogram:\n{was}");
                }
                run.page.push_str(&was);
                run.examples += 1;
            }
            (_, Some(path)) => {
                let case = files.entry(block.case.to_owned()).or_default();
                case.push((path.to_owned(), block.text));
                run.page.push_str(&inside);
            }
            _ => panic!("the block {heading:?} is neither a file nor a command"),
        }
        run.page.push_str("```\n");
    }
    assert!(files.is_empty(), "{}: nobody runs {:?}", page.display(), files.keys());
    run
}

/// The command of a block with what it prints now.
fn session(block: &Block<'_>, files: &[(String, String)]) -> String {
    let scratch = tempfile::tempdir().expect("scratch space");
    for (path, text) in files {
        let path = scratch.path().join(path);
        fs::create_dir_all(path.parent().expect("files have a directory")).expect("scratch space");
        fs::write(path, text).expect("scratch space");
    }
    let command = block.text.lines().next().unwrap_or_default();
    let arguments = command.strip_prefix("$ yardstick").expect("a command starts with $ yardstick");
    let output = Command::new(env!("CARGO_BIN_EXE_yardstick"))
        .args(words(arguments))
        .current_dir(scratch.path())
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary starts");
    let printed = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    // Blanks at the ends of lines are invisible on a page.
    let printed = String::from_utf8(printed).expect("output is text");
    let printed: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
    format!("{command}\n{}\n", printed.join("\n"))
}

/// The words of a command; single quotes keep spaces.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn examples_of_the_pages() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut pages: Vec<PathBuf> = fs::read_dir(directory)
        .expect("there are pages")
        .map(|entry| entry.expect("pages can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    let (mut differences, mut examples) = (String::new(), 0);
    for page in pages {
        let run = run(&page);
        examples += run.examples;
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&page, &run.page).expect("pages can be written");
        } else if !run.differences.is_empty() {
            let _ = writeln!(differences, "{}\n{}", page.display(), run.differences);
        }
    }
    assert!(examples > 0, "no example was run");
    assert!(differences.is_empty(), "\n{differences}");
}
