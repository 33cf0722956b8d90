//! Runs the official JSON Schema tests, with instances as JSON and as block YAML.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use crate::common::{Memory, shared};
use serde_json::Value as Json;

/// All JSON files below `directory`.
fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            found.push(path);
        }
    }
    found.sort();
}

/// Writes `value` as block YAML, with strings and keys in JSON notation.
fn block(value: &Json, indent: usize, out: &mut String) {
    match value {
        Json::Array(items) if !items.is_empty() => {
            for item in items {
                let _ = write!(out, "\n{:indent$}-", "");
                block(item, indent + 2, out);
            }
        }
        Json::Object(members) if !members.is_empty() => {
            for (name, member) in members {
                let key = Json::from(name.as_str()).to_string();
                // A key on one line may have 1,024 characters. Longer ones need a question mark.
                if key.len() > 1_000 {
                    let _ = write!(out, "\n{:indent$}? {key}\n{:indent$}:", "", "");
                } else {
                    let _ = write!(out, "\n{:indent$}{key}:", "");
                }
                block(member, indent + 2, out);
            }
        }
        scalar => {
            let _ = write!(out, " {scalar}");
        }
    }
}

fn run(draft: &str, dialect: &str) {
    let Some(root) = shared("json-schema-suite") else { return };
    let mut remotes = Vec::new();
    files(&root.join("remotes"), &mut remotes);
    let remotes: Vec<(String, String)> = remotes
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(root.join("remotes")).unwrap().display().to_string();
            (format!("remotes/{name}"), fs::read_to_string(&path).unwrap())
        })
        .collect();
    let mut tests = Vec::new();
    files(&root.join(draft), &mut tests);
    let (mut count, mut wrong) = (0, Vec::new());
    for file in tests {
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        let format = if name.contains("optional/format") { "" } else { "--no-format" };
        let groups: Json = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        for group in groups.as_array().unwrap() {
            let schema = group["schema"].to_string();
            // Check all instances of a group in one run, so that the schema is compiled once.
            let memory = Memory::new(&[("schema.json", &schema)]);
            for (remote, text) in &remotes {
                memory.write(remote, text.as_bytes());
            }
            let mut names = Vec::new();
            let mut expected = Vec::new();
            for (at, test) in group["tests"].as_array().unwrap().iter().enumerate() {
                let mut yaml = String::new();
                block(&test["data"], 0, &mut yaml);
                for (extension, text) in [("json", test["data"].to_string()), ("yaml", yaml + "\n")]
                {
                    let name = format!("{at}.{extension}");
                    memory.write(&name, text.as_bytes());
                    names.push(name);
                    expected.push((test["valid"].as_bool().unwrap(), test["description"].clone()));
                }
            }
            let line = format!(
                "check -j1 -o json {format} --dialect {dialect} --map http://localhost:1234/=remotes/ -f schema.json {}",
                names.join(" ")
            );
            let answer = memory.run(&line);
            let report: Json = serde_json::from_str(&answer.out)
                .unwrap_or_else(|_| panic!("{name}: {}: {answer:?}", group["description"]));
            let results = report["results"].as_array().unwrap();
            for (name_of, (valid, description)) in names.iter().zip(&expected) {
                let result = results.iter().find(|result| result["file"] == name_of.as_str());
                count += 1;
                if result.is_none_or(|result| result["valid"] != *valid) {
                    wrong.push(format!(
                        "{name}: {}: {description} ({name_of})",
                        group["description"]
                    ));
                }
            }
        }
    }
    assert!(count > 3_000, "{count} tests");
    assert!(wrong.is_empty(), "{} of {count} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn draft7() {
    run("draft7", "draft7");
}

#[test]
fn draft2019_09() {
    run("draft2019-09", "2019-09");
}

#[test]
fn draft2020_12() {
    run("draft2020-12", "2020-12");
}
