//! Detects renamed keys among the removed and added keys.
//!
//! A schema does not declare renames, so this looks for likely ones: the names are similar and the types fit, or the
//! contents are the same and specific enough.

use std::collections::HashMap;

use yardstick_diagnostics::spelling;
use yardstick_template::{convert::display_key, tree::Yaml};

use super::{Filled, Here, Walk, kinds};
use crate::model::{Declaration, Type};

/// A key and its declaration.
type Declared<'a> = (&'a Yaml, &'a Declaration);

/// A test whether one key was renamed to another.
type Sign = fn(&mut Walk<'_>, Declared<'_>, Declared<'_>) -> bool;

/// The maximum number of pairs to compare. With more changes, only names that consist of the same words count as
/// renamed.
const MOST_PAIRS: usize = 100_000;

/// Returns the pairs of keys that were renamed. Each key is in at most one pair.
pub(super) fn find<'a, 'b>(
    walk: &mut Walk<'_>,
    gone: &[Declared<'a>],
    fresh: &[Declared<'b>],
) -> Vec<(Declared<'a>, Declared<'b>)> {
    let mut pairs = Pairs {
        gone,
        fresh,
        partners: vec![None; gone.len()],
        taken: vec![false; fresh.len()],
        turn: 0,
    };
    // Try the strongest tests first, so that a likely pair does not take a key from a certain one.
    pairs.add_same_words();
    if gone.len().saturating_mul(fresh.len()) <= MOST_PAIRS {
        let signs: [Sign; 2] = [has_same_content, has_near_name];
        for is_sign in signs {
            pairs.add(|from, to| is_sign(walk, from, to));
        }
    }
    let partners = pairs.partners.iter().zip(gone);
    let mut found: Vec<(usize, (Declared<'a>, Declared<'b>))> = partners
        .filter_map(|(partner, &from)| partner.map(|(turn, to)| (turn, (from, fresh[to]))))
        .collect();
    found.sort_by_key(|&(turn, _)| turn);
    found.into_iter().map(|(_, pair)| pair).collect()
}

/// The pairs found so far.
struct Pairs<'p, 'a, 'b> {
    gone: &'p [Declared<'a>],
    fresh: &'p [Declared<'b>],
    /// For each removed key: the round in which a partner was found, and the partner's index.
    partners: Vec<Option<(usize, usize)>>,
    taken: Vec<bool>,
    turn: usize,
}

impl<'a, 'b> Pairs<'_, 'a, 'b> {
    fn pair(&mut self, from: usize, to: usize) {
        let turn = self.turn;
        self.turn += 1;
        self.partners[from] = Some((turn, to));
        self.taken[to] = true;
    }

    /// Adds the pairs that pass a test. A key with two candidates gets none.
    fn add(&mut self, mut is_sign: impl FnMut(Declared<'a>, Declared<'b>) -> bool) {
        for from in 0..self.gone.len() {
            if self.partners[from].is_some() {
                continue;
            }
            let free = (0..self.fresh.len()).filter(|&to| !self.taken[to]);
            let mut likely = free.filter(|&to| is_sign(self.gone[from], self.fresh[to]));
            if let (Some(to), None) = (likely.next(), likely.next()) {
                self.pair(from, to);
            }
        }
    }

    /// Pairs names such as `log_level` and `logLevel`.
    fn add_same_words(&mut self) {
        let mut by_letters: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, (key, _)) in self.fresh.iter().enumerate() {
            by_letters.entry(letters(key)).or_default().push(at);
        }
        for from in 0..self.gone.len() {
            let (key, declared) = self.gone[from];
            let old = letters(key);
            let same = by_letters.get(&old).filter(|_| !old.is_empty());
            let free = same
                .into_iter()
                .flatten()
                .copied()
                .filter(|&to| !self.taken[to] && is_same_kind(declared, self.fresh[to].1));
            let likely: Vec<usize> = free.take(2).collect();
            if let [to] = likely[..] {
                self.pair(from, to);
            }
        }
    }
}

/// Returns the letters and digits of a name in lower case.
fn letters(key: &Yaml) -> String {
    let name = display_key(key);
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether the names are similar, such as `maxSurge` and `maxSurges`.
fn has_near_name(_: &mut Walk<'_>, from: Declared<'_>, to: Declared<'_>) -> bool {
    let (old, new) = (display_key(from.0), display_key(to.0));
    // Very short names are not distinctive enough.
    let is_long = old.len() > 2 && new.len() > 2;
    is_long && spelling::nearest(&old, [new.as_str()]).is_some() && is_same_kind(from.1, to.1)
}

fn is_same_kind(old: &Declaration, new: &Declaration) -> bool {
    kinds::name(old) == kinds::name(new)
}

/// Whether only the name changed, and the contents are distinctive enough.
fn has_same_content(walk: &mut Walk<'_>, from: Declared<'_>, to: Declared<'_>) -> bool {
    let is_telling = |declared: &Declaration| {
        let words = declared.documentation.as_ref();
        let has_keys = match declared.type_.not_null() {
            Type::Map(map) => map.values.len() > 1,
            _ => false,
        };
        words.is_some_and(|words| !words.description.is_empty())
            || has_keys
            || !declared.validations.is_empty()
    };
    is_telling(from.1) && is_same_kind(from.1, to.1) && walk.is_same(from.1, to.1)
}

impl Walk<'_> {
    /// Whether nothing changed from `old` to `new`, including documentation.
    fn is_same(&mut self, old: &Declaration, new: &Declaration) -> bool {
        let before = std::mem::take(&mut self.changes);
        self.node(Here::own(old), Here::own(new), Filled::Always);
        std::mem::replace(&mut self.changes, before).is_empty()
    }
}
