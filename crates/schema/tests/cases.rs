//! Schemas by example: the files of `tests/cases` hold schemas, values and what comes of them.
//!
//! A case starts with `=== its name`. Its parts start with `--- a name`: `schema.yml`, then any number
//! of plain values files (`*values*.yml`, merged into the defaults in order) and files to load, then what
//! is expected: `--- values` the final values or the message, `--- warnings` what is deprecated,
//! `--- output` what the template `config.yml` gives. Each case is a test of its own, named by its file and its
//! name: `cargo test -p yardstick-schema --test cases -- unions/`. `UPDATE_CASES=1` rewrites what is expected.

mod support;

use std::{fmt::Write as _, fs, path::Path, process::ExitCode};

use support::{World, merge};
use yardstick_diagnostics::{Result, render::reference};
use yardstick_schema::{Schema, invalid_values};
use yardstick_template::{print, tree::Document};
use yardstick_testing::{Failed, Trial, difference, entries, is_updating, rewrite};

struct Case {
    name: String,
    parts: Vec<(String, String)>,
}

fn parse(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("=== ") {
            cases.push(Case { name: name.to_owned(), parts: Vec::new() });
        } else if let Some(case) = cases.last_mut() {
            match line.strip_prefix("--- ") {
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

impl Case {
    fn world(&self) -> World {
        World::new(self.parts.iter().filter(|(name, _)| name.contains('.')).cloned())
    }

    fn run(&self) -> String {
        let mut world = self.world();
        let (expectation, _) = self.parts.last().expect("a case expects something");
        let result = match expectation.as_str() {
            "values" => {
                self.values(&mut world).map(|(_, document)| print::to_yaml_text(&document.value))
            }
            "warnings" => self.warnings(&mut world),
            "output" => output(&mut world),
            other => panic!("{}: what is {other}?", self.name),
        };
        let text =
            result.unwrap_or_else(|diagnostic| reference::message(&diagnostic, &world.sources));
        // Trailing blanks are invisible in the files.
        text.trim_end().lines().fold(String::new(), |mut out, line| {
            let _ = writeln!(out, "{}", line.trim_end());
            out
        })
    }

    fn values(&self, world: &mut World) -> Result<(Schema, Document)> {
        let has_schema = self.parts.iter().any(|(name, _)| name == "schema.yml");
        let schema = if has_schema { schema(world)? } else { Schema::anything() };
        let mut document = schema.defaults();
        let mut misfits = Vec::new();
        for (name, _) in
            self.parts.iter().filter(|(name, _)| name.contains("values") && name.contains('.'))
        {
            let previous = document.clone();
            if name.starts_with("annotated") {
                document = world.annotated(name, "data/values")?;
            } else {
                for layer in world.plain(name)? {
                    merge(&mut document.value, &layer.value);
                }
            }
            let found = schema.assign(&mut world.thread, &mut document, &world.sources);
            schema.restore(&mut world.thread, &mut document, &previous, &found);
            misfits.extend(found);
        }
        misfits.extend(schema.check_counts(&mut world.thread, &document, &world.sources));
        if !misfits.is_empty() {
            return Err(invalid_values(misfits));
        }
        schema.validate(&mut world.thread, &document, &world.sources)?;
        Ok((schema, document))
    }

    fn warnings(&self, world: &mut World) -> Result<String> {
        let (schema, document) = self.values(world)?;
        let found = schema.deprecations(&mut world.thread, &document);
        Ok(found.iter().fold(String::new(), |mut out, found| {
            let _ = writeln!(out, "{}", found.warning(&world.sources).message);
            out
        }))
    }
}

fn schema(world: &mut World) -> Result<Schema> {
    let mut document = world.annotated("schema.yml", "data/values-schema")?;
    yardstick_schema::spread_string_rules(&mut document, &world.sources)?;
    Schema::new(&mut world.thread, &document, &world.sources)
}

fn output(world: &mut World) -> Result<String> {
    let documents = world.template("config.yml")?;
    Ok(String::from_utf8_lossy(&print::yaml(&documents)).into_owned())
}

/// Runs `case` of `file`; what is expected is its last part.
fn check(file: &Path, case: &Case) -> Result<(), Failed> {
    let got = case.run();
    let (last, expected) = case.parts.last().expect("a case expects something");
    let report = difference(last, expected.trim_end(), got.trim_end());
    if report.is_empty() {
        return Ok(());
    }
    if is_updating("UPDATE_CASES") {
        let text = |expected: &str| {
            let mut text = format!("=== {}\n", case.name);
            for (name, part) in &case.parts[..case.parts.len() - 1] {
                let _ = write!(text, "--- {name}\n{part}");
            }
            text + "--- " + last + "\n" + expected
        };
        rewrite(file, &text(expected.trim_end()), &text(got.trim_end()));
        return Ok(());
    }
    Err(report.into())
}

fn main() -> ExitCode {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut trials = Vec::new();
    for file in entries(&directory) {
        let cases = parse(&fs::read_to_string(&file).expect("cases are text"));
        assert!(!cases.is_empty(), "{} has no cases", file.display());
        for case in cases {
            let (file, stem) = (file.clone(), file.file_stem().unwrap_or_default().display());
            let name = format!("{stem}/{}", case.name);
            trials.push(Trial::test(name, move || check(&file, &case)));
        }
    }
    yardstick_testing::run(trials)
}
