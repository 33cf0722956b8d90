//! Properties that hold for every input, so that no reference is needed to check them.
//!
//! The inputs are those of the project's cases, and of the golden cases if they are available, both unchanged and
//! mutated. The number of the round determines everything, so that a failure can be repeated. `YARDSTICK_LAWS=100000`
//! sets the number of rounds, `YARDSTICK_LAWS_FROM` the first one.

#![allow(clippy::print_stderr)] // The test reports its progress.

#[path = "laws/corpus.rs"]
mod corpus;
#[path = "laws/law.rs"]
mod law;
#[path = "laws/mutate.rs"]
mod mutate;
#[path = "laws/project.rs"]
mod project;

use corpus::Corpus;
use law::{Broken, LAWS};
use mutate::Dice;
use project::executions;

/// The default number of rounds.
const ROUNDS: u64 = 1_500;
/// The maximum number of failures to show.
const SHOWN: usize = 5;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn laws_hold() {
    let corpus = Corpus::read();
    let first = number("YARDSTICK_LAWS_FROM").unwrap_or(0);
    let rounds = number("YARDSTICK_LAWS").unwrap_or(ROUNDS);
    let mut broken = Vec::new();
    let mut checked = vec![0_u64; LAWS.len()];
    for round in first..first + rounds {
        let mut dice = Dice::new(round);
        let mut project = dice.pick(&corpus.projects).clone();
        for _ in 0..dice.below(4) {
            mutate::once(&mut project, &corpus, &mut dice);
        }
        let at = round as usize % LAWS.len();
        let (name, check) = LAWS[at];
        match check(&project, &mut dice) {
            Ok(true) => checked[at] += 1,
            // The law does not apply to this input.
            Ok(false) => {}
            Err(Broken(why)) => broken.push(format!("{name}, round {round}: {why}\n{project}")),
        }
    }
    for ((name, _), count) in LAWS.iter().zip(&checked) {
        eprintln!("{count:>8}  {name}");
    }
    eprintln!("{:>8}  executions, {} projects", executions(), corpus.projects.len());
    let shown = broken.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(broken.is_empty(), "{} laws are broken:\n{shown}", broken.len());
    let never: Vec<&str> = LAWS
        .iter()
        .zip(&checked)
        .filter(|(_, count)| **count == 0)
        .map(|((name, _), _)| *name)
        .collect();
    assert!(rounds < ROUNDS || never.is_empty(), "never checked: {never:?}");
}
