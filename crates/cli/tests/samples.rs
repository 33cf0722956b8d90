//! Runs the YAML samples of the proposals for schemas and validations.
//!
//! The proposals are not part of the project: the test reads them from outside, and prints a message if they are
//! missing. Each sample is a separate test, named by its document and line. It must run as written. Otherwise
//! `samples/changes.txt` gives the actual output and the changes that the sample needs; with these changes it must
//! run.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, ExitCode, Output},
};

use yardstick_testing::{Failed, Trial, entries, shared};

/// The documents, by the number at the start of their names.
const DOCUMENTS: [&str; 2] = ["002", "003"];

fn main() -> ExitCode {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/changes.txt");
    let changes = read_changes(&fs::read_to_string(list).expect("the list of changes is text"));
    let Some(directory) = shared("seeds") else { return ExitCode::SUCCESS };
    let mut trials = Vec::new();
    let mut unused: Vec<String> = changes.keys().cloned().collect();
    for path in entries(&directory) {
        let name = path.file_name().expect("entries have names").to_string_lossy().into_owned();
        let Some(document) = DOCUMENTS.into_iter().find(|number| name.starts_with(number)) else {
            continue;
        };
        let text = fs::read_to_string(&path).expect("proposals are text");
        for (line, sample) in samples(&text) {
            let key = format!("{document}:{line}");
            unused.retain(|other| *other != key);
            let change = changes.get(&key).cloned();
            trials.push(Trial::test(key, move || check(&sample, change.as_ref())));
        }
    }
    trials.push(Trial::test("every change is for a sample", move || match unused.as_slice() {
        [] => Ok(()),
        unused => Err(format!("no such samples: {}", unused.join(", ")).into()),
    }));
    yardstick_testing::run(trials)
}

/// The changes that a sample needs to run.
#[derive(Clone, Default)]
struct Change {
    /// Texts in the output of the unchanged sample.
    says: Vec<String>,
    /// The texts to replace, with their replacements.
    replace: Vec<(String, String)>,
    /// Data values that the sample needs.
    arguments: Vec<String>,
    /// Separate files, with the texts that they start with.
    files: Vec<(String, String)>,
}

fn read_changes(text: &str) -> BTreeMap<String, Change> {
    let mut changes: BTreeMap<String, Change> = BTreeMap::new();
    let mut current = String::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let lines = || rest.replace("\\n", "\n");
        if word == "===" {
            rest.split(' ').next().unwrap_or_default().clone_into(&mut current);
        }
        let change = changes.entry(current.clone()).or_default();
        match word {
            "===" => {}
            "says" => change.says.push(rest.to_owned()),
            "-" => change.replace.push((lines(), String::new())),
            "+" => change.replace.last_mut().expect("+ follows -").1 = lines(),
            "arg" => change.arguments.push(rest.to_owned()),
            "file" => {
                let text = lines();
                let (name, start) = text.split_once(' ').expect("a file has a name and a text");
                change.files.push((name.to_owned(), start.to_owned()));
            }
            other => panic!("unknown word {other}"),
        }
    }
    changes
}

/// The fenced YAML blocks, each with the line of its fence.
fn samples(text: &str) -> Vec<(usize, String)> {
    let mut samples = Vec::new();
    let mut current: Option<(usize, usize, String)> = None;
    for (at, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        current = match current {
            None if ["```yaml", "```yaml=", "```yml"].contains(&trimmed) => {
                Some((at + 1, line.len() - line.trim_start().len(), String::new()))
            }
            None => None,
            Some((start, _, sample)) if trimmed == "```" => {
                samples.push((start, sample));
                None
            }
            Some((start, indent, mut sample)) => {
                sample.push_str(line.get(indent..).unwrap_or_default());
                sample.push('\n');
                Some((start, indent, sample))
            }
        };
    }
    samples
}

fn check(sample: &str, change: Option<&Change>) -> Result<(), Failed> {
    let mut schema = whole(sample);
    let first = run(&[("schema.yml".to_owned(), schema.clone())], &[]);
    let said = String::from_utf8_lossy(&first.stderr).into_owned();
    let Some(change) = change else {
        return if first.status.success() { Ok(()) } else { Err(said.into()) };
    };
    if first.status.success() {
        return Err("it runs as it is written: take it off the list of changes".into());
    }
    if let Some(missing) = change.says.iter().find(|text| !said.contains(text.as_str())) {
        return Err(format!("without changes it does not say {missing:?}, but\n{said}").into());
    }
    for (old, new) in &change.replace {
        if !schema.contains(old) {
            return Err(format!("there is no {old:?} in it").into());
        }
        schema = schema.replace(old, new);
    }
    let second = run(&parts(&schema, &change.files)?, &change.arguments);
    if second.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&second.stderr);
    Err(format!("with all changes it still fails:\n{said}\n{schema}").into())
}

/// Splits a sample into files: each of `files` starts with its text and ends where the next one starts.
fn parts(sample: &str, files: &[(String, String)]) -> Result<Vec<(String, String)>, Failed> {
    let mut parts = vec![("schema.yml".to_owned(), sample.to_owned())];
    for (name, start) in files {
        let last = parts.last_mut().expect("there is one");
        let at = last.1.find(start).ok_or_else(|| format!("there is no {start:?} in it"))?;
        let rest = last.1.split_off(at);
        parts.push((name.clone(), rest));
    }
    Ok(parts)
}

/// Adds a document around a sample that only shows nodes of a schema.
fn whole(sample: &str) -> String {
    let is_marked = sample.lines().any(|line| {
        let line = line.strip_prefix("#@").map_or("", str::trim_start);
        line.starts_with("data/values") || line.starts_with("schema/definition")
    });
    let has_documents = sample.lines().any(|line| line.starts_with("---"));
    if is_marked || has_documents {
        sample.to_owned()
    } else {
        format!("#@data/values-schema\n---\n{sample}")
    }
}

/// Prints the data values of `files`. If there are several files, one is a template, so renders them.
fn run(files: &[(String, String)], arguments: &[String]) -> Output {
    let scratch = tempfile::tempdir().expect("scratch space");
    for (name, text) in files {
        fs::write(scratch.path().join(name), text).expect("scratch space");
    }
    let inspects = (files.len() == 1).then_some("--data-values-inspect");
    Command::new(env!("CARGO_BIN_EXE_yardstick"))
        .args(["-f", ".", "--notes", "always"])
        .args(inspects)
        .args(arguments)
        .current_dir(scratch.path())
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary starts")
}
