//! Small changes to a project, chosen by a seeded generator.

use crate::{
    corpus::Corpus,
    project::{Project, is_yaml},
};

/// Numbers that look random but are the same for the same seed (`SplitMix64`).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which must not be 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// Lines to insert anywhere.
const LINES: [&str; 28] = [
    "---",
    "...",
    "a: 1",
    "- 1",
    "b: {c: [1, 2]}",
    "<<: {a: 1}",
    "x: &x {y: 1}",
    "z: *x",
    "t: |",
    "  text",
    "q: \"a",
    "  b\"",
    "n: 1_000.5",
    "s: 'it''s'",
    "#! prose",
    "# prose",
    "#@ x = 1",
    "#@ if True:",
    "#@ if/end True:",
    "#@ for i in range(2):",
    "#@ def f():",
    "#@ else:",
    "#@ end",
    "#@overlay/remove",
    "#@overlay/match missing_ok=True",
    "#@yaml/map-key-override",
    "v: #@ [None, 1.5, \"é\"]",
    "w: #@ f()",
];

/// Scalars to replace others with.
const SCALARS: [&str; 16] = [
    "0",
    "-1",
    "1.5",
    "155032113850418.12",
    "true",
    "no",
    "null",
    "~",
    "\"\"",
    "'a b'",
    "2001-01-01",
    "0x1F",
    "010",
    "é",
    "[]",
    "{}",
];

/// Makes a small change to one file.
pub(crate) fn once(project: &mut Project, corpus: &Corpus, dice: &mut Dice) {
    let at = dice.below(project.files.len());
    let (path, text) = &mut project.files[at];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() || !is_yaml(path) && dice.below(4) > 0 {
        return;
    }
    let here = dice.below(lines.len());
    let indent: String = lines[here].chars().take_while(|char| *char == ' ').collect();
    match dice.below(7) {
        0 => {
            lines.remove(here);
        }
        1 => lines.insert(here, lines[here].clone()),
        2 => {
            let there = dice.below(lines.len());
            lines.swap(here, there);
        }
        3 => lines.insert(here, format!("{indent}{}", dice.pick(&LINES))),
        4 => lines.push((*dice.pick(&LINES)).to_owned()),
        5 => lines.insert(here, format!("{indent}{}", dice.pick(&corpus.lines).trim_start())),
        _ => {
            if let Some((key, _)) = lines[here].split_once(": ") {
                lines[here] = format!("{key}: {}", dice.pick(&SCALARS));
            }
        }
    }
    *text = lines.join("\n") + if dice.below(8) > 0 { "\n" } else { "" };
}
