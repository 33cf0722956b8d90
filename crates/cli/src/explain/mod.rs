//! Explains codes, annotations, rules, formats and functions, each with a wrong and a right example.
//!
//! The texts are in the folder `explain` of this crate. `docs/errors.md` is generated from them, and a test runs every
//! example.

mod entry;
mod page;
mod tables;

use yardstick_diagnostics::{codes::GROUPS, spelling};

pub use entry::{Entry, Example, Kind};
pub use page::page;

/// Everything that can be explained.
pub fn entries() -> Vec<Entry> {
    let mut all = entry::read(Kind::Code, include_str!("../../explain/codes.txt"));
    // Skip codes that this version does not have.
    all.retain(|entry| code_of(&entry.name).is_some());
    all.extend(entry::read(Kind::Annotation, include_str!("../../explain/annotations.txt")));
    all.extend(tables::rules(include_str!("../../explain/rules.txt")));
    all.extend(tables::formats(include_str!("../../explain/formats.txt")));
    all.extend(tables::functions(include_str!("../../explain/functions.txt")));
    all.extend(entry::read(Kind::Function, include_str!("../../explain/calls.txt")));
    all
}

/// The code with the number or name `name`.
fn code_of(name: &str) -> Option<yardstick_diagnostics::Code> {
    let mut codes = GROUPS.iter().flat_map(|group| group.codes.iter().copied());
    // `510`, `YS510` and `ys0510` all mean `YS0510`.
    let digits = name.trim_start_matches(['Y', 'S', 'y', 's']);
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let id = if is_number { format!("YS{digits:0>4}") } else { name.to_owned() };
    codes.find(|code| code.id().eq_ignore_ascii_case(&id) || code.name() == name)
}

/// Arguments that people ask about, with their annotation.
const ARGUMENTS: [(&str, &str); 7] = [
    ("by", "@overlay/match"),
    ("expects", "@overlay/match"),
    ("missing_ok", "@overlay/match"),
    ("via", "@overlay/replace"),
    ("or_add", "@overlay/replace"),
    ("any", "@schema/type"),
    ("when", "@schema/validation"),
];

/// The entries for `words`; several if a word has several meanings.
pub(crate) fn find(words: &[String]) -> Vec<Entry> {
    let (kind, rest) = match words.split_first() {
        Some((first, rest)) if !rest.is_empty() => match Kind::from_name(first) {
            Some(kind) => (Some(kind), rest),
            None => (None, words),
        },
        _ => (None, words),
    };
    let word = rest.join(" ");
    let word = word.trim_start_matches('#').trim_end_matches("()");
    let code = code_of(word).map(yardstick_diagnostics::Code::id);
    let mut all = entries();
    all.retain(|entry| kind.is_none_or(|kind| kind == entry.kind));
    let means = |entry: &Entry| {
        let bare = entry.name.trim_start_matches('@');
        Some(entry.name.as_str()) == code
            || entry.name == word
            || bare == word.trim_start_matches('@')
            || bare.split_once('/').is_some_and(|(_, last)| last == word)
            || entry.kind == Kind::Function
                && bare.split_once('.').is_some_and(|(_, last)| last == word)
    };
    if all.iter().any(means) {
        all.retain(means);
    } else {
        // The name of a module selects all its functions; that of an argument selects its annotation.
        let module = format!("{}.", word.trim_start_matches("@ytt:"));
        let owner = ARGUMENTS.iter().find(|(argument, _)| *argument == word.trim_end_matches('='));
        all.retain(|entry| {
            entry.kind == Kind::Function && entry.name.starts_with(&module)
                || owner.is_some_and(|(_, owner)| entry.name == *owner)
        });
    }
    // The words may be separate topics, such as two codes.
    if all.is_empty() && words.len() > 1 {
        let each: Vec<Vec<Entry>> =
            words.iter().map(|word| find(std::slice::from_ref(word))).collect();
        if each.iter().all(|found| !found.is_empty()) {
            return each.into_iter().flatten().collect();
        }
    }
    all
}

/// Suggests a topic for a misspelled `word`.
pub(crate) fn hint(word: &str) -> Option<String> {
    let all = entries();
    let names = all
        .iter()
        .map(|entry| entry.name.as_str())
        .chain(all.iter().filter_map(|entry| entry.name.rsplit(['/', '.']).next()));
    let codes = GROUPS.iter().flat_map(|group| group.codes.iter().map(|code| code.name()));
    let near = spelling::nearest(word, names.chain(codes));
    // A name that only shares its start has another meaning.
    near.filter(|near| spelling::likeness(word, near) > 0.8).map(spelling::did_you_mean)
}
