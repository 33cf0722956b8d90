//! Patterns that need a backtracking engine: lookarounds and backreferences.
//!
//! Backtracking may take any amount of time. The validator limits the number of backtracks but not how much text each
//! one reads, and cannot say for which value it gave up. So such a pattern is moved into a keyword of our own. It
//! first tries with few steps, measures what a step costs, and continues only if the rest can finish in time.

use std::{sync::OnceLock, time::Duration};

use fancy_regex::{Regex, RegexBuilder};
use jsonschema::{Keyword, ValidationError, json::Node};
use serde_json::{Map, Value as Json};
use yardstick_diagnostics::limits;
use yardstick_world::Instant;

use super::heavy::{Heavy, is_heavy};
use crate::engine::{Value, Yaml, budget};

/// The keyword that holds the pattern.
pub(crate) const BACKTRACKING: &str = "x-yardstick-pattern";

/// The message of an error that means "gave up" rather than "does not match".
pub(crate) const GAVE_UP: &str = "gave up";

/// The number of backtracks in the first try.
const FIRST: u32 = 1_000;
/// The maximum number of backtracks.
const MOST: u32 = 1_000_000;

/// Whether a pattern needs backtracking.
pub(crate) fn needs_backtracking(pattern: &str) -> bool {
    let opens = ["(?=", "(?!", "(?<=", "(?<!"];
    opens.iter().any(|open| pattern.contains(open))
        || pattern.as_bytes().windows(2).any(|two| two[0] == b'\\' && matches!(two[1], b'1'..=b'9'))
}

/// Moves the pattern of `schema` if it backtracks or is heavy. An invalid pattern stays, and the engine reports it.
pub(crate) fn divert(schema: &mut Map<String, Json>) {
    let Some(Json::String(pattern)) = schema.get("pattern") else { return };
    let is_ours = if needs_backtracking(pattern) {
        build(pattern, FIRST).is_some()
    } else {
        is_heavy(pattern)
    };
    if is_ours && let Some(pattern) = schema.shift_remove("pattern") {
        schema.insert(BACKTRACKING.to_owned(), pattern);
    }
}

fn build(pattern: &str, steps: u32) -> Option<Regex> {
    RegexBuilder::new(pattern).backtrack_limit(steps as usize).build().ok()
}

/// Creates the keyword for a moved pattern.
pub(crate) fn keyword(value: &Json) -> Box<dyn for<'i> Keyword<'i, Yaml>> {
    let pattern = value.as_str().filter(|pattern| !needs_backtracking(pattern));
    match pattern.and_then(Heavy::new) {
        Some(heavy) => Box::new(heavy),
        None => Box::new(Backtracking::new(value)),
    }
}

/// A backtracking pattern.
struct Backtracking {
    pattern: String,
    first: Option<Regex>,
    full: OnceLock<Option<Regex>>,
}

impl Backtracking {
    fn new(value: &Json) -> Self {
        let pattern = value.as_str().unwrap_or_default().to_owned();
        Self { first: build(&pattern, FIRST), pattern, full: OnceLock::new() }
    }

    /// Whether `text` matches; `None` if that takes too long.
    fn matches(&self, text: &str) -> Option<bool> {
        budget::count(1 + text.len() as u64 / 64);
        let start = Instant::now();
        let found = self.search(text, start);
        budget::spend(start.elapsed());
        found
    }

    fn search(&self, text: &str, start: Instant) -> Option<bool> {
        if let Ok(found) = self.first.as_ref()?.is_match(text) {
            return Some(found);
        }
        let step = start.elapsed() / FIRST;
        let room = Duration::from_secs(limits::PATTERN_SECONDS);
        let steps = (room.as_nanos() / step.as_nanos().max(1)).min(u128::from(MOST)) as u32;
        if steps == MOST {
            let full = self.full.get_or_init(|| build(&self.pattern, MOST));
            return full.as_ref()?.is_match(text).ok();
        }
        build(&self.pattern, steps.max(FIRST))?.is_match(text).ok()
    }
}

/// Returns the error of a pattern that does not match `instance`, or gave up. What is not text matches.
pub(super) fn judge(
    instance: Value<'_>,
    matches: impl Fn(&str) -> Option<bool>,
) -> Result<(), ValidationError<'_>> {
    match instance.as_string().map(|text| matches(&text)) {
        None | Some(Some(true)) => Ok(()),
        Some(Some(false)) => Err(ValidationError::custom(String::new())),
        Some(None) => Err(ValidationError::custom(GAVE_UP.to_owned())),
    }
}

impl<'i> Keyword<'i, Yaml> for Backtracking {
    fn validate(&self, instance: Value<'i>) -> Result<(), ValidationError<'i>> {
        judge(instance, |text| self.matches(text))
    }

    fn is_valid(&self, instance: Value<'i>) -> bool {
        instance.as_string().is_none_or(|text| self.matches(&text) == Some(true))
    }
}
