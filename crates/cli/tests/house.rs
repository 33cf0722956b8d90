//! The rules of the house that no lint knows: what each crate may use, and what exists only once.
//!
//! Each test reads manifests, sources or pages of the workspace and names the offending place.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use yardstick_diagnostics::{
    codes::{Code, GROUPS},
    limits,
};
use yardstick_testing::{difference, entries, is_updating};

/// The crates in the order of the data: each may use those before it.
const ORDER: [&str; 15] = [
    "diagnostics",
    "world",
    "yaml",
    "re2",
    "starlark",
    "template",
    "overlay",
    "schema",
    "check",
    "bridge",
    "workspace",
    "project",
    "language-server",
    "cli",
    "playground",
];

/// What tests share; no crate uses it otherwise.
const TESTING: &str = "testing";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect(name)
}

/// The folders below `crates`.
fn crates() -> Vec<String> {
    let name = |path: &PathBuf| path.file_name().expect("folders have names").display().to_string();
    entries(&root().join("crates")).iter().map(name).collect()
}

/// The names in a section of the manifest of `krate`, also where it holds for one system only.
fn dependencies(krate: &str, section: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut is_inside = false;
    for line in page(&format!("crates/{krate}/Cargo.toml")).lines() {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            is_inside = header == section || header.ends_with(&format!(".{section}"));
        } else if is_inside && line.starts_with(|c: char| c.is_ascii_alphabetic()) {
            names.extend(line.split(['.', ' ', '=']).next().map(str::to_owned));
        }
    }
    names
}

/// Those of `names` that are crates of the workspace, by their folder.
fn own(names: &BTreeSet<String>) -> BTreeSet<String> {
    // The command's package has the name of the program.
    let name = |name: &String| match name.as_str() {
        "yardstick" => Some("cli".to_owned()),
        other => other.strip_prefix("yardstick-").map(str::to_owned),
    };
    names.iter().filter_map(name).collect()
}

/// A line of code.
struct Line {
    krate: String,
    /// `crates/yaml/src/lib.rs:1`.
    place: String,
    text: String,
}

/// All lines of the sources of all crates but `testing`, without comments.
fn lines() -> Vec<Line> {
    let mut lines = Vec::new();
    for krate in crates().into_iter().filter(|krate| krate != TESTING) {
        let mut left = vec![root().join("crates").join(&krate).join("src")];
        while let Some(path) = left.pop() {
            if path.is_dir() {
                left.extend(entries(&path));
                continue;
            }
            let name = path.strip_prefix(root()).expect("it lies below").display().to_string();
            let text = fs::read_to_string(&path).expect("sources are text");
            for (number, line) in text.lines().enumerate() {
                if !line.trim_start().starts_with("//") {
                    let place = format!("{name}:{}", number + 1);
                    lines.push(Line { krate: krate.clone(), place, text: line.to_owned() });
                }
            }
        }
    }
    assert!(lines.len() > 10_000, "only {} lines of code found", lines.len());
    lines
}

/// The lines outside of `allowed` crates that contain one of `words`.
#[track_caller]
fn refuse(words: &[&str], allowed: &[&str]) {
    let is_bad = |line: &Line| {
        !allowed.contains(&line.krate.as_str()) && words.iter().any(|word| line.text.contains(word))
    };
    let found: Vec<String> = lines()
        .into_iter()
        .filter(is_bad)
        .map(|line| format!("{}: {}", line.place, line.text.trim()))
        .collect();
    assert!(found.is_empty(), "only {allowed:?} may use {words:?}:\n{}", found.join("\n"));
}

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

/// The table of ARCHITECTURE.md: crate, what lives there, what it uses.
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

#[test]
fn only_the_command_reads_arguments() {
    for krate in ORDER.iter().filter(|krate| **krate != "cli") {
        let used = dependencies(krate, "dependencies");
        assert!(!used.contains("clap"), "{krate} uses clap");
    }
    refuse(&["std::env::args"], &["cli"]);
}

#[test]
fn only_the_command_prints_and_ends_the_process() {
    refuse(&["println!(", "print!(", "dbg!(", "process::exit", "ExitCode"], &["cli"]);
    // The world knows whether someone reads at a terminal.
    refuse(
        &["stdout()", "stderr()", "io::stdout", "io::stderr", "std::process"],
        &["cli", "world"],
    );
    let imports = lines().into_iter().filter(|line| {
        let is_import = line.text.trim_start().starts_with("use std::");
        let names = ["stdout", "stderr"].iter().any(|name| line.text.contains(name));
        is_import && names && !["cli", "world"].contains(&line.krate.as_str())
    });
    let imports: Vec<String> = imports.map(|line| line.place).collect();
    assert!(imports.is_empty(), "only cli and world may use the streams: {imports:?}");
}

/// The clock on the wall, which tests set. Measuring how long something takes is another matter.
#[test]
fn only_the_world_knows_the_time() {
    refuse(&["SystemTime::now"], &["world"]);
}

/// A limit that nothing reads is none, whatever the table says.
#[test]
fn limits_are_applied() {
    let table = page("crates/diagnostics/src/limits.rs");
    let names = table.lines().filter_map(|line| line.strip_prefix("pub const "));
    let names: Vec<&str> = names.filter_map(|line| line.split(':').next()).collect();
    assert!(names.len() > 20, "{names:?}");
    let lines = lines();
    for name in names.into_iter().filter(|name| !["TABLE", "MESSAGE_BYTES"].contains(name)) {
        let is_read = |line: &&Line| {
            let is_word = |(at, _): (usize, &str)| {
                let part = |c: char| c.is_alphanumeric() || c == '_';
                !line.text[..at].ends_with(part) && !line.text[at + name.len()..].starts_with(part)
            };
            !line.place.starts_with("crates/diagnostics/src/limits.rs")
                && line.text.match_indices(name).any(is_word)
        };
        assert!(lines.iter().any(|line| is_read(&line)), "nothing applies the limit {name}");
    }
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

#[test]
fn only_the_world_touches_files_and_the_network() {
    let files = ["fs::read", "fs::write", "fs::create", "fs::remove", "fs::rename", "fs::copy"];
    refuse(&files, &["world"]);
    refuse(&["File::open", "File::create", "ureq::", "env::var", "env::current_dir"], &["world"]);
}

#[test]
fn the_system_is_one_trait() {
    let traits: Vec<String> = lines()
        .into_iter()
        .filter(|line| line.text.contains("trait World"))
        .map(|line| line.place)
        .collect();
    assert_eq!(traits.len(), 1, "{traits:?}");
    assert!(traits[0].starts_with("crates/world/"), "{traits:?}");
}

#[test]
fn words_are_compared_in_one_place() {
    let is_distance = |line: &Line| {
        let name = line.text.split_once("fn ").map(|(_, rest)| rest);
        name.is_some_and(|name| {
            let name = name.split(['(', '<']).next().unwrap_or_default().to_lowercase();
            let names =
                ["levenshtein", "osa", "edit_distance", "distance", "similarity", "likeness"];
            names.contains(&name.as_str())
        })
    };
    let found: Vec<String> =
        lines().into_iter().filter(is_distance).map(|line| line.place).collect();
    // How far apart two words are, and how much alike.
    assert_eq!(found.len(), 2, "{found:?}");
    let is_there = |place: &String| place.starts_with("crates/diagnostics/src/spelling.rs");
    assert!(found.iter().all(is_there), "{found:?}");
    for krate in crates() {
        let used = dependencies(&krate, "dependencies");
        assert!(!used.contains("strsim"), "{krate} has spelling hints of its own");
    }
}

/// Two messages keep the words of the reference: names in template code, and undeclared keys of data values.
#[test]
fn hints_about_spelling_have_one_wording() {
    let is_own = |line: &&Line| {
        let rest = line.text.split_once("did you mean ").map_or("", |(_, rest)| rest);
        line.krate != "diagnostics" && rest.contains('{')
    };
    let lines = lines();
    let found: Vec<&Line> = lines.iter().filter(is_own).collect();
    let crates: BTreeSet<&str> = found.iter().map(|line| line.krate.as_str()).collect();
    let places: Vec<&str> = found.iter().map(|line| line.place.as_str()).collect();
    assert_eq!((found.len(), crates), (2, BTreeSet::from(["schema", "starlark"])), "{places:?}");
}

fn codes() -> impl Iterator<Item = Code> {
    GROUPS.iter().flat_map(|group| group.codes.iter().copied())
}

#[test]
fn codes_are_constants_of_the_table() {
    let table = "crates/diagnostics/src/codes.rs";
    let is_code = |text: &str| {
        text.match_indices("\"YS").any(|(at, _)| {
            let rest = &text[at + 3..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            digits > 2 && rest[digits..].starts_with('"')
        })
    };
    let literal = |line: &Line| !line.place.starts_with(table) && is_code(&line.text);
    let found: Vec<String> = lines().into_iter().filter(literal).map(|line| line.place).collect();
    assert!(found.is_empty(), "use the constants of {table}: {found:?}");
}

#[test]
fn codes_are_used() {
    let table = page("crates/diagnostics/src/codes.rs");
    let code: String = lines().into_iter().map(|line| line.text + "\n").collect();
    for code_of in codes() {
        let at = table.find(&format!("\"{code_of}\"")).expect("the table has every code");
        let constant = table[..at].split_whitespace().next_back().expect("a row starts with it");
        let path = format!("codes::{constant}");
        let mut used = code.match_indices(&path);
        let is_whole = |(at, found): (usize, &str)| {
            !code[at + found.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
        };
        assert!(used.any(is_whole), "nothing reports {code_of}, codes::{constant}");
    }
}

#[test]
fn codes_are_documented() {
    let now = yardstick_cli::explain::page();
    if is_updating("UPDATE_DOCS") {
        fs::write(root().join("docs/errors.md"), &now).expect("pages can be written");
    }
    let report = difference("docs/errors.md", &page("docs/errors.md"), &now);
    assert!(report.is_empty(), "{report}");
}

/// The table of limits as people read it.
fn limits_table() -> String {
    let mut table = String::from("| what | at most | flag |\n|---|---|---|\n");
    for limit in limits::TABLE {
        let flag = limit.flag.map_or_else(|| "–".to_owned(), |flag| format!("`{flag}`"));
        let most = amount(limit.most, limit.unit);
        let _ = writeln!(table, "| {} | {most} | {flag} |", limit.what);
    }
    table
}

/// A number with its unit; bytes in the largest unit that leaves no rest.
fn amount(number: u64, unit: &str) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let larger = units.into_iter().filter(|_| unit == "bytes");
    match larger.into_iter().find(|(size, _)| number.is_multiple_of(*size)) {
        Some((size, name)) => format!("{} {name}", grouped(number / size)),
        None => format!("{} {unit}", grouped(number)),
    }
}

/// A number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[test]
fn limits_are_documented() {
    let path = "docs/reference/limits.md";
    let before = page(path);
    let (start, rest) = before.split_once("<!-- limits -->\n").expect("the page has a mark");
    let (_, end) = rest.split_once("<!-- /limits -->").expect("the page has a mark");
    let now = format!("{start}<!-- limits -->\n{}<!-- /limits -->{end}", limits_table());
    if is_updating("UPDATE_DOCS") {
        fs::write(root().join(path), &now).expect("pages can be written");
    }
    let report = difference(path, &page(path), &now);
    assert!(report.is_empty(), "{report}");
}
