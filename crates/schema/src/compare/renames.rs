//! Keys that are gone and keys that are new, where one is the other under a new name.
//!
//! Nobody says so, so it has to be likely: the names are nearly the same and the types fit, or what the keys
//! hold is the same and more than any key might hold.

use yardstick_diagnostics::spelling;
use yardstick_template::{convert::display_key, tree::Yaml};

use super::{Filled, Walk, kinds};
use crate::model::{Declaration, Type};

/// A key and what it holds.
type Declared<'a> = (&'a Yaml, &'a Declaration);

/// A reason to take one key for another.
type Sign = fn(&mut Walk<'_>, Declared<'_>, Declared<'_>) -> bool;

/// The pairs of keys that were renamed; each key is in one pair at most.
pub(super) fn find<'a, 'b>(
    walk: &mut Walk<'_>,
    gone: &[Declared<'a>],
    fresh: &[Declared<'b>],
) -> Vec<(Declared<'a>, Declared<'b>)> {
    let mut pairs: Vec<(Declared<'a>, Declared<'b>)> = Vec::new();
    // The surest signs first, so that a likely pair does not take a key from a certain one.
    let signs: [Sign; 3] = [has_same_words, has_same_content, has_near_name];
    for is_sign in signs {
        for &from in gone {
            if pairs.iter().any(|(other, _)| other.0.same_scalar(from.0)) {
                continue;
            }
            let is_free =
                |to: &&Declared<'b>| !pairs.iter().any(|(_, other)| other.0.same_scalar(to.0));
            let mut likely = fresh.iter().filter(is_free).filter(|to| is_sign(walk, from, **to));
            // Two candidates are none.
            if let (Some(&to), None) = (likely.next(), likely.next()) {
                pairs.push((from, to));
            }
        }
    }
    pairs
}

/// `log_level` and `logLevel`.
fn has_same_words(_: &mut Walk<'_>, from: Declared<'_>, to: Declared<'_>) -> bool {
    let letters = |key: &Yaml| -> String {
        let name = display_key(key);
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (old, new) = (letters(from.0), letters(to.0));
    !old.is_empty() && old == new && is_same_kind(from.1, to.1)
}

/// `maxSurge` and `maxSurges`.
fn has_near_name(_: &mut Walk<'_>, from: Declared<'_>, to: Declared<'_>) -> bool {
    let (old, new) = (display_key(from.0), display_key(to.0));
    // One letter is too little to be near anything.
    let is_long = old.len() > 2 && new.len() > 2;
    is_long && spelling::nearest(&old, [new.as_str()]).is_some() && is_same_kind(from.1, to.1)
}

fn is_same_kind(old: &Declaration, new: &Declaration) -> bool {
    kinds::name(old) == kinds::name(new)
}

/// Nothing but the name changed, and there is enough to tell the key from others.
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
    /// Whether nothing changed from `old` to `new`, words included.
    fn is_same(&mut self, old: &Declaration, new: &Declaration) -> bool {
        let before = std::mem::take(&mut self.changes);
        self.node(old, new, Filled::Always);
        std::mem::replace(&mut self.changes, before).is_empty()
    }
}
