//! The registry of named rules. Each rule is in its own file here.

mod affix;
mod bound;
mod contains;
mod format;
mod length;
mod multiple_of;
mod not_one_of;
mod one_not_null;
mod one_of;
mod parity;
mod pattern;
mod unique;
mod unique_by;

use super::{Keyword, RuleKind};

/// The rules in the order in which they are checked and reported: first those of the reference in its order, then the
/// others by name.
pub static RULES: &[RuleKind] = &[
    length::MIN_LEN,
    length::MAX_LEN,
    bound::MIN,
    bound::MAX,
    one_not_null::ONE_NOT_NULL,
    one_of::ONE_OF,
    contains::CONTAINS,
    affix::ENDS_WITH,
    parity::EVEN,
    format::FORMAT,
    length::LEN,
    pattern::MATCHES,
    bound::MAX_EXCL,
    bound::MIN_EXCL,
    multiple_of::MULTIPLE_OF,
    not_one_of::NOT_ONE_OF,
    parity::ODD,
    affix::STARTS_WITH,
    unique::UNIQUE,
    unique_by::UNIQUE_BY,
];

/// Returns the rule called `name`.
pub fn find(name: &str) -> Option<&'static RuleKind> {
    RULES.iter().find(|kind| kind.names().any(|known| known == name))
}

/// Returns the names of all rules.
pub fn names() -> impl Iterator<Item = &'static str> {
    RULES.iter().flat_map(RuleKind::names)
}

/// Returns the rules with the meaning of `keyword`, each with its argument.
pub fn import(
    keyword: Keyword<'_>,
) -> impl Iterator<Item = (&'static RuleKind, yardstick_template::tree::Yaml)> {
    RULES.iter().filter_map(move |kind| Some((kind, kind.import(keyword)?)))
}

/// Returns the position in the registry.
pub(crate) fn order(kind: &'static RuleKind) -> usize {
    RULES.iter().position(|other| std::ptr::eq(other, kind)).unwrap_or(RULES.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_means_one_rule() {
        let mut names: Vec<&str> = names().chain(["cel", "not_null", "when"]).collect();
        names.sort_unstable();
        assert!(names.is_sorted_by(|one, other| one < other), "{names:?}");
    }

    #[test]
    fn the_documentation_lists_every_rule() {
        let page = include_str!("../../../../../docs/rules.md");
        let (_, section) = page.split_once("## Named rules").expect("a section about rules");
        let table = section.lines().skip_while(|line| !line.starts_with("| `"));
        let written: Vec<&str> = table.take_while(|line| !line.is_empty()).collect();
        let rows: Vec<String> = RULES.iter().map(RuleKind::documentation).collect();
        assert_eq!(written.join("\n"), rows.join("\n"));
    }
}
