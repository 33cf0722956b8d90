//! Reads test cases from a text file: `=== name`, then parts that start with `--- name`. The last part is the expected
//! result.

use std::{fmt::Write as _, fs, path::Path};

use crate::{Failed, Trial, difference, entries, is_updating, rewrite};

/// One case: its name, and its parts in order.
#[derive(Clone, Debug)]
pub struct Case {
    /// The text after `=== `.
    pub name: String,
    /// The name and text of each part.
    pub parts: Vec<(String, String)>,
}

impl Case {
    /// The text of the part called `name`.
    pub fn part(&self, name: &str) -> Option<&str> {
        self.parts.iter().find(|(part, _)| part == name).map(|(_, text)| text.as_str())
    }

    /// The name and the text of the expected result.
    pub fn expected(&self) -> (&str, &str) {
        let (name, text) = self.parts.last().expect("a case expects something");
        (name, text)
    }

    fn text_with(&self, expected: &str) -> String {
        let mut text = format!("=== {}\n", self.name);
        for (name, part) in &self.parts[..self.parts.len() - 1] {
            let _ = write!(text, "--- {name}\n{part}");
        }
        text + "--- " + self.expected().0 + "\n" + expected
    }

    /// Compares the result of a case with the expected one. Rewrites `file` if `UPDATE_CASES` is set.
    pub fn compare(&self, file: &Path, got: &str) -> Result<(), Failed> {
        let (last, expected) = self.expected();
        let report = difference(last, expected.trim_end(), got.trim_end());
        if report.is_empty() {
            return Ok(());
        }
        if is_updating("UPDATE_CASES") {
            let line = |text: &str| match text.trim_end() {
                "" => String::new(),
                text => format!("{text}\n"),
            };
            rewrite(file, &self.text_with(&line(expected)), &self.text_with(&line(got)));
            return Ok(());
        }
        Err(report.into())
    }
}

/// Parses all cases in a text.
pub fn parse(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("=== ") {
            cases.push(Case { name: name.to_owned(), parts: Vec::new() });
        } else if let Some(case) = cases.last_mut() {
            match line.strip_prefix("--- ").filter(|name| !name.starts_with('#')) {
                Some(name) => case.parts.push((name.to_owned(), String::new())),
                None => {
                    if let Some((_, part)) = case.parts.last_mut() {
                        let _ = writeln!(part, "{line}");
                    }
                }
            }
        }
    }
    cases
}

/// A test for each case of each file in `directory`, named `file/case`. `run` computes the result of a case.
pub fn trials(directory: &Path, run: fn(&Case) -> String) -> Vec<Trial> {
    let mut trials = Vec::new();
    for file in entries(directory) {
        let cases = parse(&fs::read_to_string(&file).expect("cases are text"));
        assert!(!cases.is_empty(), "{} has no cases", file.display());
        for case in cases {
            let (file, stem) = (file.clone(), file.file_stem().unwrap_or_default().display());
            let name = format!("{stem}/{}", case.name);
            trials.push(Trial::test(name, move || case.compare(&file, &run(&case))));
        }
    }
    trials
}
