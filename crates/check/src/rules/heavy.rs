//! Patterns with many repetitions or large classes, which can keep an engine without a time limit busy for very long.
//!
//! In the worst case, each byte of a text is compared with each part of the pattern. The validator does not report
//! the time, so such a pattern is moved into a keyword of our own. Its time is measured. A text that could take very
//! long is searched only by an automaton that gives up as soon as it gets slow.

use std::sync::OnceLock;

use jsonschema::{Keyword, ValidationError, json::Node};
use regex::Regex;
use regex_automata::{
    Input,
    hybrid::dfa::{Cache, DFA},
};
use yardstick_diagnostics::limits;
use yardstick_world::Instant;

use super::backtracking::judge;
use crate::engine::{
    Value, Yaml,
    budget::{self, LIGHT},
};

/// The memory for states of the automaton, in bytes. It discards them when they need more.
const STATES: usize = 2 << 20;
/// How often it may discard states, unless it has read at least ten times as many bytes as it created states.
const CLEARED: usize = 3;

/// Returns `pattern` in the syntax of the `regex` crate with its weight, if it is heavy.
fn weighed(pattern: &str) -> Option<(String, u64)> {
    // Most patterns are light, and this cheap test finds out.
    let may_weigh = pattern.len() > 4
        && (pattern.contains('{') || pattern.contains("\\p") || pattern.len() > LIGHT as usize);
    if !may_weigh {
        return None;
    }
    let text = jsonschema_regex::to_rust_regex(pattern).ok()?.into_owned();
    let weight = yardstick_re2::weighed(&text)?;
    (weight > LIGHT).then_some((text, weight))
}

/// Whether [`Heavy`] handles `pattern`.
pub(super) fn is_heavy(pattern: &str) -> bool {
    weighed(pattern).is_some_and(|(_, weight)| weight <= LARGEST)
}

/// Heavier patterns are left to the engine, which rejects them.
const LARGEST: u64 = 900_000;

/// A heavy pattern.
pub(super) struct Heavy {
    text: String,
    weight: u64,
    regex: OnceLock<Option<Regex>>,
    automaton: OnceLock<Option<DFA>>,
}

impl Heavy {
    pub(super) fn new(pattern: &str) -> Option<Self> {
        let (text, weight) = weighed(pattern)?;
        Some(Self { text, weight, regex: OnceLock::new(), automaton: OnceLock::new() })
    }

    /// Whether `text` matches; `None` if that takes too long.
    fn matches(&self, text: &str) -> Option<bool> {
        budget::count(1 + text.len() as u64 / 64);
        let start = Instant::now();
        let found = if self.weight.saturating_mul(text.len() as u64) <= limits::PATTERN_WORK {
            self.regex.get_or_init(|| self.build()).as_ref().map(|regex| regex.is_match(text))
        } else {
            self.search(text)
        };
        budget::spend(start.elapsed());
        found
    }

    fn build(&self) -> Option<Regex> {
        regex::RegexBuilder::new(&self.text).size_limit(limits::PATTERN_BYTES).build().ok()
    }

    fn search(&self, text: &str) -> Option<bool> {
        let automaton = self.automaton.get_or_init(|| {
            let settings = DFA::config()
                .cache_capacity(STATES)
                .skip_cache_capacity_check(true)
                .minimum_cache_clear_count(Some(CLEARED))
                .minimum_bytes_per_state(Some(10));
            DFA::builder().configure(settings).build(&self.text).ok()
        });
        let automaton = automaton.as_ref()?;
        let mut cache = Cache::new(automaton);
        let found = automaton.try_search_fwd(&mut cache, &Input::new(text).earliest(true));
        found.ok().map(|found| found.is_some())
    }
}

impl<'i> Keyword<'i, Yaml> for Heavy {
    fn validate(&self, instance: Value<'i>) -> Result<(), ValidationError<'i>> {
        judge(instance, |text| self.matches(text))
    }

    fn is_valid(&self, instance: Value<'i>) -> bool {
        instance.as_string().is_none_or(|text| self.matches(&text) == Some(true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_any_length_are_searched_in_time() {
        let heavy = Heavy::new("^(?:[a-z]{40}-?){1,200}$").unwrap();
        assert_eq!(heavy.matches(&"a".repeat(80)), Some(true));
        assert_eq!(heavy.matches(&"a".repeat(81)), Some(false));
        // An automaton with few states handles a text of any length.
        let heavy = Heavy::new("^(?:[a-zA-Z0-9+/]{4}){2,}={0,40}$").unwrap();
        assert_eq!(heavy.matches(&"abcd".repeat(1_000_000)), Some(true));
        // An automaton that would need very many states gives up.
        let text: String = (0_u32..300_000)
            .map(|at| if at.wrapping_mul(2_654_435_761) >> 16 & 1 == 0 { 'a' } else { 'b' })
            .collect();
        let heavy = Heavy::new("[ab]*a[ab]{1900}c").unwrap();
        assert_eq!(heavy.matches(&text), None);
        assert!(Heavy::new("^[a-z]+$").is_none());
    }

    #[test]
    fn classes_are_those_of_schemas() {
        let heavy = Heavy::new(r"^\d{40}$").unwrap();
        assert_eq!(heavy.matches(&"1".repeat(40)), Some(true));
        assert_eq!(heavy.matches(&"١".repeat(40)), Some(false));
    }
}
