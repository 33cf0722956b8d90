//! Checks the modules of each crate: no cycles between modules, and no unused public items.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use yardstick_testing::entries;

use crate::sources::{crates, root, sources};

/// Modules with cyclic dependencies, each with the reason. All others form layers.
const KNOTS: &[(&str, &[&str], &str)] = &[
    (
        "bridge",
        &["import", "infer"],
        "a values file can be imported, and what is inferred is imported",
    ),
    ("check", &["engine", "rules"], "keywords of our own run in the engine"),
    ("check", &["errors", "schema"], "the examples of a schema are checked as documents are"),
    (
        "cli",
        &["args", "commands", "deadline", "progress", "report", "report_style", "settings"],
        "the table of commands names the functions that run them",
    ),
    ("language-server", &["analysis", "features", "host", "lone"], "features ask, and are asked"),
    (
        "overlay",
        &["annotation", "array_cache", "engine", "explain", "matching", "operation", "siblings"],
        "operations call the engine for what is inside of nodes",
    ),
    ("schema", &["formats", "model", "rules"], "types have rules, and rules depend on types"),
    (
        "starlark",
        &[
            "args",
            "builtins",
            "compile",
            "environment",
            "error",
            "format",
            "hints",
            "memory",
            "meter",
            "program",
            "remarks",
            "resolve",
            "syntax",
            "value",
            "vm",
        ],
        "an interpreter: functions are values, and calling one runs the machine",
    ),
    ("template", &["compile", "hints"], "hints look at the same pieces of code"),
    ("template", &["convert", "fragment"], "fragments hold trees, and become trees"),
    ("template", &["evaluate", "replace"], "replacing runs while templates are evaluated"),
    ("yaml", &["resolve", "tree"], "nodes resolve their scalars, by the style of the node"),
];

/// The text of a source file without comments and unit tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("sources are text");
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n");
    match code.split_once("#[cfg(test)]\nmod tests") {
        Some((before, _)) => before.to_owned(),
        None => code,
    }
}

fn name(text: &str) -> String {
    text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The names that `code` imports from the root of its crate: `crate::name`, `crate::{name, other::Name}`.
fn used(code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, start) in code.match_indices("crate::") {
        let rest = &code[at + start.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            names.insert(name(rest));
            continue;
        };
        names.insert(name(group));
        let mut depth = 1;
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => drop(names.insert(name(&group[at + 1..]))),
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    names
}

/// The top-level modules of `krate`, each with the others that it uses, also through re-exports of the root.
fn uses(krate: &str) -> BTreeMap<String, BTreeSet<String>> {
    let src = root().join("crates").join(krate).join("src");
    let mut modules: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in entries(&src) {
        let name = path.file_stem().expect("files have names").display().to_string();
        if !["lib", "main"].contains(&name.as_str()) {
            modules.entry(name).or_default().extend(sources(path));
        }
    }
    let mut handed_out = BTreeMap::new();
    let lib = fs::read_to_string(src.join("lib.rs")).unwrap_or_default();
    for statement in lib.split(';') {
        let Some((_, path)) = statement.split_once("pub use ") else { continue };
        let module = name(path);
        let words = path.split(|c: char| !c.is_alphanumeric() && c != '_');
        let words = words.skip(1).filter(|word| !word.is_empty());
        handed_out.extend(words.map(|word| (word.to_owned(), module.clone())));
    }
    let module_of = |name: &String| {
        let module = if modules.contains_key(name) { name } else { handed_out.get(name)? };
        modules.contains_key(module).then(|| module.clone())
    };
    let used_by = |(module, files): (&String, &Vec<PathBuf>)| {
        let names = files.iter().flat_map(|file| used(&code(file)));
        let others = names.filter_map(|name| module_of(&name)).filter(|other| other != module);
        (module.clone(), others.collect())
    };
    modules.iter().map(used_by).collect()
}

/// The groups of modules that depend on each other.
fn knots(uses: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<Vec<String>> {
    let reached = |from: &String| {
        let mut seen: BTreeSet<String> = BTreeSet::new();
        let mut left: Vec<&String> = uses[from].iter().collect();
        while let Some(module) = left.pop() {
            if seen.insert(module.clone()) {
                left.extend(&uses[module]);
            }
        }
        seen
    };
    let all: BTreeMap<&String, BTreeSet<String>> =
        uses.keys().map(|module| (module, reached(module))).collect();
    let knot_of = |module: &&String| {
        let others = all[module].iter().filter(|other| all[other].contains(*module));
        others.cloned().collect::<Vec<_>>()
    };
    uses.keys().map(|module| knot_of(&module)).filter(|knot| knot.len() > 1).collect()
}

#[test]
fn modules_form_layers() {
    for krate in crates() {
        let uses = uses(&krate);
        let allowed: BTreeSet<Vec<String>> = KNOTS
            .iter()
            .filter(|(of, ..)| *of == krate)
            .map(|(_, modules, _)| modules.iter().map(|&module| module.to_owned()).collect())
            .collect();
        assert_eq!(knots(&uses), allowed, "modules of {krate} that use each other: {uses:#?}");
    }
}

#[test]
fn circles_are_found() {
    let uses = |edges: &[(&str, &str)]| {
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in edges {
            uses.entry((*from).to_owned()).or_default().insert((*to).to_owned());
            uses.entry((*to).to_owned()).or_default();
        }
        uses
    };
    assert!(knots(&uses(&[("a", "b"), ("b", "c"), ("a", "c")])).is_empty());
    let found = knots(&uses(&[("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")]));
    assert_eq!(found, BTreeSet::from([["a", "b", "c"].map(str::to_owned).to_vec()]));
    let code = "use crate::{a, b::{c, d}, e};\nfn f() { crate::g::h() }";
    assert_eq!(used(code), ["a", "b", "e", "g"].map(str::to_owned).into());
}

/// The compiler does not report a public item as dead code, even if nothing uses it.
#[test]
fn public_items_are_used() {
    let files: Vec<PathBuf> =
        ["crates", "fuzz"].iter().flat_map(|folder| sources(root().join(folder))).collect();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut mentions: BTreeMap<String, usize> = BTreeMap::new();
    let mut items = Vec::new();
    for path in
        files.iter().filter(|path| !path.components().any(|one| one.as_os_str() == "target"))
    {
        let text = fs::read_to_string(path).expect("sources are text");
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for word in line.split(|c| !is_part(c)).filter(|word| !word.is_empty()) {
                *mentions.entry(word.to_owned()).or_default() += 1;
            }
            let Some((_, item)) = line.split_once("pub ") else { continue };
            let item = item.strip_prefix("const fn ").or_else(|| {
                let kinds = ["fn ", "struct ", "enum ", "trait ", "type ", "const ", "static "];
                kinds.iter().find_map(|kind| item.strip_prefix(kind))
            });
            let item = item.map(name).filter(|name| !name.is_empty());
            items.extend(item.map(|item| (item, path.clone())));
        }
    }
    assert!(items.len() > 1_000, "only {} items found", items.len());
    for (item, path) in items {
        assert!(mentions[&item] > 1, "nothing uses {item} of {}", path.display());
    }
}
