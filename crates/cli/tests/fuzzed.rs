//! A bounded run of each fuzz target: any bytes must give a result or a diagnostic, never a panic.
//!
//! Inputs are files of the cases, changed by a seeded generator, so that every run is the same. `FUZZ_RUNS=N` sets the
//! number of inputs for each target, `FUZZ_SEED=N` the seed. With `FUZZ_SECONDS=N`, rounds with new seeds run for that
//! long, and all targets get the same share of the time; `fuzz/run` does that. `FUZZ_ONLY=NAME` runs one target.

#![allow(clippy::print_stderr)] // The test reports its progress.

#[path = "../../../fuzz/src/targets.rs"]
mod targets;

use std::{
    fs, panic,
    path::Path,
    time::{Duration, Instant},
};

use targets::{TARGETS, Target, run};

/// The default number of runs for each target.
const RUNS: u64 = 150;

/// The maximum size of a file. Larger ones take longer and find nothing more.
const LARGEST: usize = 1_500;

/// The stack for recursion. It is large enough that runs start no thread of their own.
const STACK: usize = 1 << 30;

/// The time of a target in each round.
const TURN: Duration = Duration::from_secs(2);

/// Messages of an editor, which no case contains.
const MESSAGES: &str = r##"{"jsonrpc":"2.0","method":"initialized","params":{}}
{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///project/a.yml","languageId":"yaml","version":1,"text":"#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.\n"}}}
{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///project/a.yml","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":3},"end":{"line":1,"character":2}},"text":"b\n"}]}}
{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///project/a.yml"},"position":{"line":1,"character":8}}}
{"jsonrpc":"2.0","id":"x","method":"textDocument/completion","params":{"textDocument":{"uri":"file:///project/a.yml"},"position":{"line":4294967295,"character":2}}}
{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}
{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"untitled:x"}}}
{"jsonrpc":"2.0","id":2,"method":"shutdown"}
{"jsonrpc":"2.0","method":"exit"}"##;

const RAW_MESSAGE: &str = "Content-Length: 44\r\nContent-Type: x\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"shutdown\"}";

/// Words that reach specific parts of the program.
const WORDS: [&str; 40] = [
    "#@ ",
    "#@overlay/match ",
    "#@overlay/remove\n",
    "#@schema/type any=True\n",
    "#@schema/nullable\n",
    "#@data/values\n---\n",
    "#@data/values-schema\n---\n",
    "---\n",
    ": ",
    "- ",
    "\n",
    "  ",
    "&a ",
    "*a",
    "<<: ",
    "|\n",
    "\"",
    "'",
    "{",
    "}",
    "[",
    "]",
    "range(10**9)",
    "load(\"@ytt:overlay\", \"overlay\")",
    "(@= ",
    "@)",
    "$ref",
    "'#/$defs/a'",
    "anyOf",
    "allOf",
    "not",
    "unevaluatedProperties",
    "dependentRequired",
    "patternProperties",
    "(a*)*$",
    "-f\n",
    "--output\njson\n",
    "1e400",
    "\u{0}",
    "\u{FEFF}",
];

/// Numbers that look random but are the same for the same seed (`SplitMix64`).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The path and the content of an initial file.
type Seed = (String, Vec<u8>);

/// Collects small files below `directory`, in order.
fn corpus(directory: &Path, files: &mut Vec<Seed>) {
    for entry in yardstick_testing::entries(directory) {
        if entry.is_dir() {
            corpus(&entry, files);
        } else if let Ok(bytes) = fs::read(&entry)
            && bytes.len() < LARGEST
        {
            files.push((entry.display().to_string(), bytes));
        }
    }
}

/// The seeds with one of `words` in their path or text.
fn liked<'a>(files: &'a [Seed], words: &[&str]) -> Vec<&'a [u8]> {
    let holds = |(path, bytes): &&Seed| {
        let text = String::from_utf8_lossy(bytes);
        words.iter().any(|word| path.contains(word) || text.contains(word))
    };
    files.iter().filter(holds).map(|(_, bytes)| bytes.as_slice()).collect()
}

/// Changes one file of the corpus in some places. Prefers files in `liked`.
fn changed(corpus: &[Seed], liked: &[&[u8]], dice: &mut Dice) -> Vec<u8> {
    let any = dice.below(4) == 0 || liked.is_empty();
    let mut bytes = if any {
        corpus[dice.below(corpus.len())].1.clone()
    } else {
        liked[dice.below(liked.len())].to_vec()
    };
    for _ in 0..dice.below(6) {
        let at = dice.below(bytes.len() + 1);
        match dice.below(6) {
            0 => bytes.truncate(at),
            1 => {
                let (_, other) = &corpus[dice.below(corpus.len())];
                let from = dice.below(other.len() + 1);
                let to = (from + dice.below(200)).min(other.len());
                bytes.splice(at..at, other[from..to].iter().copied());
            }
            2 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
            3 => {
                let end = (at + dice.below(20)).min(bytes.len());
                bytes.drain(at..end);
            }
            _ => {
                bytes.splice(at..at, WORDS[dice.below(WORDS.len())].bytes());
            }
        }
    }
    bytes
}

/// A target with its initial files and its statistics.
struct Entrance<'a> {
    target: &'static Target,
    likes: Vec<Vec<&'a [u8]>>,
    runs: u64,
    time: Duration,
    slowest: Duration,
}

impl Entrance<'_> {
    /// Runs the target once, with a random input.
    fn enter(&mut self, corpus: &[Seed], dice: &mut Dice, seed: u64) {
        let parts: Vec<Vec<u8>> =
            self.likes.iter().map(|liked| changed(corpus, liked, dice)).collect();
        let bytes = parts.join(&0xFF_u8);
        let start = Instant::now();
        let outcome = panic::catch_unwind(|| run(self.target, &bytes));
        let took = start.elapsed();
        assert!(
            outcome.is_ok(),
            "{} fails in turn {} of seed {seed}:\n{}",
            self.target.name,
            self.runs,
            String::from_utf8_lossy(&bytes)
        );
        if took > self.slowest {
            self.slowest = took;
            if let (true, Ok(path)) = (took.as_secs() > 0, std::env::var("FUZZ_SLOW")) {
                let _ = fs::write(format!("{path}/{}", self.target.name), &bytes);
            }
        }
        self.runs += 1;
        self.time += took;
    }

    fn report(&self) {
        let name = self.target.name;
        let rate = self.runs as f64 / self.time.as_secs_f64().max(0.001);
        eprintln!("{name}: {} runs, {rate:.0} a second, slowest {:?}", self.runs, self.slowest);
    }
}

fn fuzz() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![
        ("messages".to_owned(), MESSAGES.as_bytes().to_vec()),
        ("raw".to_owned(), RAW_MESSAGE.as_bytes().to_vec()),
    ];
    for directory in ["tests/cases", "tests/real", "examples", "crates/bridge/tests/imports"] {
        corpus(&root.join(directory), &mut files);
    }
    assert!(files.len() > 100, "the cases are there");
    let (runs, seed) = (number("FUZZ_RUNS", RUNS), number("FUZZ_SEED", 1));
    let only = std::env::var("FUZZ_ONLY").ok();
    let entrance = |target: &'static Target| Entrance {
        target,
        likes: target.files.iter().map(|(_, words)| liked(&files, words)).collect(),
        runs: 0,
        time: Duration::ZERO,
        slowest: Duration::ZERO,
    };
    let is_asked = |target: &&Target| only.as_ref().is_none_or(|only| only == target.name);
    let mut all: Vec<Entrance<'_>> = TARGETS.iter().filter(is_asked).map(entrance).collect();
    let seconds = Duration::from_secs(number("FUZZ_SECONDS", 0));
    let start = Instant::now();
    for round in seed.. {
        for entrance in &mut all {
            let mut dice = Dice(round);
            let begun = Instant::now();
            while if seconds.is_zero() { entrance.runs < runs } else { begun.elapsed() < TURN } {
                entrance.enter(&files, &mut dice, round);
            }
        }
        if start.elapsed() >= seconds {
            break;
        }
    }
    for entrance in &all {
        entrance.report();
    }
    let sum: u64 = all.iter().map(|entrance| entrance.runs).sum();
    eprintln!("{sum} runs of {} targets", all.len());
}

#[test]
fn every_target_survives_any_bytes() {
    let done = yardstick_world::on_large_stack(STACK, fuzz);
    assert!(done.is_ok(), "a target failed");
}
