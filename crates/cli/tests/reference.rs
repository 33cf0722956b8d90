//! Checks that the reference documentation is complete: compares what the program has with what the pages describe.
//!
//! The items come from the tables of the crates or from the program itself (`dir(...)` in a template), never from a
//! list in this file. So a new function, rule or flag fails the test until it is on a page.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use yardstick_schema::{formats::FORMATS, rules::registry};
use yardstick_starlark::{Dialect, Environment};
use yardstick_template::modules::{OF_A_RUN, STANDARD};

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|problem| panic!("{name}: {problem}"))
}

fn run(words: &[&str], directory: &Path) -> String {
    let program = env!("CARGO_BIN_EXE_yardstick");
    let output = Command::new(program).args(words).current_dir(directory).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The result of `dir` for an expression, `load`ed from a module if there is one.
fn dir(load: &str, expression: &str) -> Vec<String> {
    let scratch = tempfile::tempdir().expect("scratch space");
    let template = format!("{load}\n--- #@ dir({expression})\n");
    fs::write(scratch.path().join("a.yml"), template).expect("scratch space");
    let names = run(&["-f", "a.yml", "--no-warnings"], scratch.path());
    names.lines().filter_map(|line| line.strip_prefix("- ")).map(unquoted).collect()
}

fn unquoted(text: &str) -> String {
    text.trim_matches(['"', '\'']).to_owned()
}

/// The words in backticks: `a.b(c)` gives `a`, `b` and `c`.
fn words(page: &str) -> BTreeSet<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-' || c == '$';
    let code = page.split("```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2));
    code.flat_map(|code| code.split(|c| !is_part(c))).collect()
}

/// The part of a page below a heading, up to the next heading of the same level.
fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let start = page.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
    let rest = &page[start + 1..];
    let level = heading.split(' ').next().unwrap_or_default();
    rest[1..].find(&format!("\n{level} ")).map_or(rest, |end| &rest[..=end])
}

#[test]
fn every_function_of_every_module_is_documented() {
    let pages =
        page("docs/reference/modules.md") + "\n" + &page("docs/reference/modules-formats.md");
    let mut count = 0;
    for module in STANDARD.iter().chain(&OF_A_RUN) {
        let names = dir(&format!("#@ load(\"@ytt:{module}\", it=\"{module}\")"), "it");
        assert!(!names.is_empty(), "{module} is empty");
        let heading = if ["md5", "sha256"].contains(module) {
            "## md5 and sha256".to_owned()
        } else {
            format!("## {module}")
        };
        let known = words(section(&pages, &heading));
        for name in names {
            assert!(known.contains(name.as_str()), "{module}.{name} is not below {heading}");
            count += 1;
        }
    }
    assert!(count > 100, "only {count} functions");
}

#[test]
fn every_name_of_the_language_is_documented() {
    let page = page("docs/reference/starlark.md");
    let known = words(&page);
    for name in Environment::new(&Dialect::template()).names() {
        assert!(known.contains(name.as_str()), "the function {name}");
    }
    for (value, heading) in [
        ("\"\"", "## Strings"),
        ("[]", "## Lists, dicts and sets"),
        ("{}", "## Lists, dicts and sets"),
        ("set([])", "## Lists, dicts and sets"),
    ] {
        let known = words(section(&page, heading));
        for name in dir("", value) {
            assert!(known.contains(name.as_str()), "the method {name} of {value}");
        }
    }
}

#[test]
fn every_rule_and_format_is_documented() {
    let page = page("docs/rules.md");
    let rules = words(section(&page, "## Named rules"));
    for name in registry::names() {
        assert!(rules.contains(name), "the rule {name}");
    }
    let formats = words(section(&page, "### Formats"));
    for format in &FORMATS {
        assert!(formats.contains(format.name), "the format {}", format.name);
    }
}

/// Keywords that do not validate by themselves: they name or describe something, or belong to old drafts.
fn is_only_mentioned(keyword: &str) -> bool {
    let is_of_old_drafts = ["additionalItems", "definitions", "dependencies", "id"];
    let describes = [
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "default",
        "deprecated",
        "description",
        "examples",
        "readOnly",
        "title",
        "writeOnly",
    ];
    let names_something = keyword.starts_with('$') && !["$ref", "$defs"].contains(&keyword);
    names_something || is_of_old_drafts.contains(&keyword) || describes.contains(&keyword)
}

/// Each keyword is explained, and used in an example with valid and invalid documents.
#[test]
fn every_keyword_has_examples() {
    let pages: String = ["", "-scalars", "-arrays", "-objects", "-combining"]
        .map(|part| page(&format!("docs/reference/yaml-schema{part}.md")))
        .join("\n");
    let source = page("crates/check/src/schema/keywords.rs");
    let names = source.lines().filter_map(|line| {
        line.trim().strip_prefix("keyword(\"")?.split('"').next().map(str::to_owned)
    });
    let names: Vec<String> = names.collect();
    assert!(names.len() > 50, "only {} keywords", names.len());
    let known = words(&pages);
    for name in &names {
        assert!(known.contains(name.as_str()), "the keyword {name}");
    }
    let used: BTreeSet<&str> = pages
        .split("\n## ")
        .flat_map(|part| part.split("\n### "))
        .filter(|section| {
            section.contains("file=valid.yml") && section.contains("file=invalid.yml")
        })
        .flat_map(schema_keys)
        .collect();
    for name in names.iter().filter(|name| !is_only_mentioned(name)) {
        assert!(used.contains(name.as_str()), "no example has the keyword {name}");
    }
}

/// The keys in the schemas of a section.
fn schema_keys(section: &str) -> impl Iterator<Item = &str> {
    let blocks = section.split("file=schema.yml").skip(1);
    let schemas = blocks.filter_map(|rest| rest.split_once("```")).map(|(schema, _)| schema);
    schemas.flat_map(|schema| schema.split(':')).filter_map(|before| {
        before.rsplit([' ', '{', '\n', ',', '\'']).next().filter(|word| !word.is_empty())
    })
}

/// Each command has a section with its full help, which the test `docs` compares.
#[test]
fn every_command_has_its_help_on_the_page_of_flags() {
    let flags = page("docs/reference/flags.md");
    let commands = page("docs/command.md");
    // `template` is the full name of the default command.
    let list = run(&["man", "--list"], Path::new("."));
    for words in list.lines().filter(|words| *words != "template") {
        let call = format!("$ yardstick {words}").trim_end().to_owned();
        assert!(flags.contains(&format!("\n{call} --help\n")), "{call} --help");
        let first = words.split(' ').next().unwrap_or_default();
        assert!(commands.contains(&format!("yardstick {first}")), "{call} in the list of commands");
    }
}

/// The short help fits on a screen, has examples, and ends with an existing page of the documentation.
#[test]
fn every_command_has_a_short_help() {
    for command in run(&["man", "--list"], Path::new(".")).lines() {
        let words: Vec<&str> = command.split_whitespace().chain(["-h"]).collect();
        let help = run(&words, Path::new("."));
        let longest = help.lines().map(|line| line.chars().count()).max();
        assert!(help.lines().count() <= 45, "{command}: {} lines", help.lines().count());
        assert!(longest <= Some(100), "{command}: {longest:?} columns");
        assert!(help.contains("Example"), "{command} has no example");
        let link = help.lines().find_map(|line| line.strip_prefix("Documentation: "));
        let link = link.unwrap_or_else(|| panic!("{command}: no page"));
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let text = page(file);
        let headings = text.lines().filter(|line| line.starts_with("##"));
        let mut anchors = headings
            .map(|line| line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-"));
        assert!(anchor.is_empty() || anchors.any(|name| name == anchor), "{command}: {link}");
    }
}

/// Each key that the schema of the project file allows is documented.
#[test]
fn every_key_of_the_project_file_is_documented() {
    let file = page("docs/reference/project-file.md");
    let known = words(&file);
    let mut flags = page("docs/reference/flags.md");
    flags.push_str(&page("docs/check.md"));
    let schema = run(&["schema", "show", "configuration"], Path::new("."));
    let scratch = tempfile::tempdir().expect("scratch space");
    fs::write(scratch.path().join("schema.json"), schema).expect("scratch space");
    let template = "#@ load(\"@ytt:data\", \"data\")\n#@ load(\"@ytt:json\", \"json\")\n\
                    #@ schema = json.decode(data.read(\"schema.json\"))\n--- #@ schema[\"properties\"].keys()\n";
    fs::write(scratch.path().join("a.yml"), template).expect("scratch space");
    let keys = run(&["-f", "."], scratch.path());
    let keys: Vec<String> =
        keys.lines().filter_map(|line| line.strip_prefix("- ")).map(unquoted).collect();
    assert!(keys.len() > 10, "{keys:?}");
    for key in keys {
        let is_flag = flags.contains(&format!("--{key}"));
        assert!(is_flag || known.contains(key.as_str()) || key == "$schema", "the key {key}");
    }
}

/// The list of examples is complete, both in the repository and in the book.
#[test]
fn every_example_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let lists = [page("examples/README.md"), page("docs/examples.md")];
    let entries = fs::read_dir(root).expect("there are examples").flatten();
    let mut count = 0;
    for directory in entries.filter(|entry| entry.path().is_dir()) {
        let name = directory.file_name().display().to_string();
        assert!(directory.path().join("README.md").exists(), "{name} has no README");
        assert!(lists[0].contains(&format!("]({name}/README.md)")), "{name} in examples/README.md");
        assert!(lists[1].contains(&format!("`examples/{name}`")), "{name} in docs/examples.md");
        count += 1;
    }
    assert!(count >= 12, "only {count} examples");
}
