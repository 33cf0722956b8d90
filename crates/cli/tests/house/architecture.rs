//! Checks what ARCHITECTURE.md says about crates and functions.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use crate::sources::{ORDER, TESTING, crates, dependencies, own, page, root, sources};

#[test]
fn crates_use_only_crates_before_them() {
    let mut known: Vec<String> =
        ORDER.iter().chain([&TESTING]).map(|&krate| krate.to_owned()).collect();
    known.sort();
    assert_eq!(crates(), known, "the order of crates names all of them");
    for (at, krate) in ORDER.iter().enumerate() {
        let mut used = own(&dependencies(krate, "dependencies"));
        used.extend(own(&dependencies(krate, "dev-dependencies")));
        used.remove(TESTING);
        for used in used {
            assert!(
                ORDER[..at].contains(&used.as_str()),
                "{krate} uses {used}, which comes after it"
            );
        }
    }
}

#[test]
fn only_tests_use_the_crate_for_tests() {
    for krate in ORDER {
        assert!(!own(&dependencies(krate, "dependencies")).contains(TESTING), "{krate}");
    }
    assert!(own(&dependencies(TESTING, "dependencies")).is_empty());
}

/// The table of ARCHITECTURE.md: crate, content, dependencies.
#[test]
fn the_architecture_lists_what_crates_use() {
    let page = page("ARCHITECTURE.md");
    let mut rows = BTreeMap::new();
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let used = cells[3].split(", ").filter(|name| *name != "–").map(str::to_owned);
        rows.insert(cells[1].trim_matches('`').to_owned(), used.collect::<BTreeSet<_>>());
    }
    for krate in ORDER {
        let used = own(&dependencies(krate, "dependencies"));
        assert_eq!(rows.get(krate), Some(&used), "the row of {krate} and its manifest");
    }
    let order: Vec<&str> =
        page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let expected: Vec<&str> = ORDER.iter().copied().filter(|krate| order.contains(krate)).collect();
    let order: Vec<&str> = order.into_iter().filter(|krate| ORDER.contains(krate)).collect();
    assert_eq!(order, expected, "the table is in the order of the data");
}

/// The walks of ARCHITECTURE.md: `` `crate/src/file.rs`: `function`, `function` ``.
#[test]
fn the_walks_of_the_architecture_exist() {
    let page = page("ARCHITECTURE.md");
    let (_, walks) = page.split_once("## Four walks").expect("the page has walks");
    let (walks, _) = walks.split_once("\n## ").expect("something follows them");
    let mut count = 0;
    let mut source = None;
    for word in walks.split('`').skip(1).step_by(2) {
        if word.rsplit_once('.').is_some_and(|(_, end)| end == "rs") {
            let path = root().join("crates").join(word);
            source = Some((word, fs::read_to_string(path).expect(word)));
        } else if let Some((file, text)) =
            source.as_ref().filter(|_| word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'))
        {
            count += 1;
            let is_there = ["(", "<"].iter().any(|end| text.contains(&format!("fn {word}{end}")));
            assert!(is_there, "there is no function {word} in {file}");
        }
    }
    assert!(count > 40, "only {count} functions");
}

/// The name of a package in code.
fn code_name(package: &str) -> String {
    match package {
        "md-5" => "md5".to_owned(),
        "yardstick" => "yardstick_cli".to_owned(),
        other => other.replace('-', "_"),
    }
}

#[test]
fn dependencies_are_used() {
    let text = |folder: PathBuf| -> String {
        let files = if folder.is_dir() { sources(folder) } else { Vec::new() };
        files.iter().map(|file| fs::read_to_string(file).expect("sources are text")).collect()
    };
    for krate in crates() {
        let folder = root().join("crates").join(&krate);
        let own = text(folder.join("src"));
        let others = ["tests", "benches", "examples"].map(|name| text(folder.join(name))).concat();
        for package in dependencies(&krate, "dependencies") {
            assert!(own.contains(&code_name(&package)), "{krate} does not use {package}");
        }
        for package in dependencies(&krate, "dev-dependencies") {
            let name = code_name(&package);
            assert!(
                own.contains(&name) || others.contains(&name),
                "the tests of {krate} do not use {package}"
            );
        }
    }
}
