//! What a chunk is expected to fail with.

use regex::{Regex, RegexBuilder};
use yardstick_diagnostics::EvaluationError;

/// An error that a chunk announces with `### pattern`.
///
/// At the end of a line of code it must come from that line; on a line of its own it may come from any. Files for
/// several implementations name the one they mean (`### go: pattern`); only those for Go are ours to meet.
pub(crate) struct Expectation {
    pub(crate) line: usize,
    pub(crate) pattern: String,
    anywhere: bool,
}

impl Expectation {
    /// The expectation on line number `line`, if there is one.
    pub(crate) fn parse(line: usize, text: &str) -> Option<Self> {
        let (code, pattern) = text.split_once("###")?;
        let mut pattern = pattern.trim();
        for other in ["java:", "rust:"] {
            if pattern.starts_with(other) {
                return None;
            }
        }
        pattern = pattern.strip_prefix("go:").unwrap_or(pattern).trim();
        let unquoted = match pattern.as_bytes() {
            [b'"', .., b'"'] => {
                pattern[1..pattern.len() - 1].replace("\\\"", "\"").replace("\\\\", "\\")
            }
            [b'`', .., b'`'] => pattern[1..pattern.len() - 1].to_owned(),
            _ => pattern.to_owned(),
        };
        Some(Self { line, pattern: unquoted, anywhere: code.trim().is_empty() })
    }

    /// Whether `error`, which touches `lines`, is the one meant.
    pub(crate) fn is_met_by(
        &self,
        error: &EvaluationError,
        lines: &[std::ops::RangeInclusive<usize>],
    ) -> bool {
        let on_line = self.anywhere
            || lines.is_empty()
            || lines.iter().any(|lines| lines.contains(&self.line));
        // Functions name themselves in their errors; others announce them as `Error in sorted`.
        let message = &error.message;
        on_line
            && (matches(&self.pattern, message, true)
                || matches(&self.pattern, &format!("Error in {message}"), true))
    }
}

/// Whether `message` matches; a pattern that is no regular expression is plain text.
pub(crate) fn matches(pattern: &str, message: &str, ignores_case: bool) -> bool {
    let build = |pattern: &str| -> Option<Regex> {
        RegexBuilder::new(pattern).case_insensitive(ignores_case).build().ok()
    };
    // A brace that repeats nothing is a plain character elsewhere.
    match build(pattern).or_else(|| build(&pattern.replace('{', "\\{").replace('}', "\\}"))) {
        Some(regex) => regex.is_match(message),
        None => message.contains(pattern),
    }
}
