//! A bounded run of each fuzz target: any bytes give a result or a diagnostic, never a panic.
//!
//! Inputs are files of the cases, changed by a seeded generator, so that every run is the same. `FUZZ_RUNS=N` sets how many
//! there are for each target, `FUZZ_SEED=N` another seed; `fuzz/run` uses both for long runs.

#[path = "../../../fuzz/src/targets.rs"]
mod targets;

use std::{fs, panic, path::Path};

use targets::{TARGETS, run};

/// Runs for each target, if nothing else is asked for.
const RUNS: u64 = 150;

/// Words that open a way into some part of the program.
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

/// Numbers that look random and are the same for the same seed (`SplitMix64`).
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

/// Small files below `directory`, in order.
fn corpus(directory: &Path, files: &mut Vec<Vec<u8>>) {
    for entry in yardstick_testing::entries(directory) {
        if entry.is_dir() {
            corpus(&entry, files);
        } else if let Ok(bytes) = fs::read(&entry)
            && bytes.len() < 4_000
        {
            files.push(bytes);
        }
    }
}

/// One file of the corpus, changed in some places.
fn changed(corpus: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = corpus[dice.below(corpus.len())].clone();
    for _ in 0..dice.below(6) {
        let at = dice.below(bytes.len() + 1);
        match dice.below(6) {
            0 => bytes.truncate(at),
            1 => {
                let other = &corpus[dice.below(corpus.len())];
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

#[test]
fn every_target_survives_any_bytes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    corpus(&root.join("tests/cases"), &mut files);
    corpus(&root.join("examples"), &mut files);
    assert!(files.len() > 100, "the cases are there");
    let (runs, seed) = (number("FUZZ_RUNS", RUNS), number("FUZZ_SEED", 1));
    for target in TARGETS {
        let mut dice = Dice(seed);
        for turn in 0..runs {
            let parts: Vec<Vec<u8>> =
                target.files.iter().map(|_| changed(&files, &mut dice)).collect();
            let bytes = parts.join(&0xFF_u8);
            let outcome = panic::catch_unwind(|| run(target, &bytes));
            assert!(
                outcome.is_ok(),
                "{} fails in turn {turn} of seed {seed}:\n{}",
                target.name,
                String::from_utf8_lossy(&bytes)
            );
        }
    }
    println!("{} runs of each of {} targets", runs, TARGETS.len());
}
