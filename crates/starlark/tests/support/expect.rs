//! The errors that a chunk is expected to fail with.

use regex::{Regex, RegexBuilder};
use yardstick_diagnostics::EvaluationError;

/// An error that a chunk announces with `### pattern`.
///
/// At the end of a line of code, the error must come from that line; on a line of its own, from any line. Files for
/// several implementations name the one they mean (`### go: pattern`); only those for Go apply here.
pub(crate) struct Expectation {
    pub(crate) line: usize,
    pub(crate) pattern: String,
    anywhere: bool,
}

impl Expectation {
    /// Returns the expectation on line `line`, if there is one.
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

    /// Whether `error`, which involves `lines`, is the expected one.
    pub(crate) fn is_met_by(
        &self,
        error: &EvaluationError,
        lines: &[std::ops::RangeInclusive<usize>],
    ) -> bool {
        let on_line = self.anywhere
            || lines.is_empty()
            || lines.iter().any(|lines| lines.contains(&self.line));
        // Functions name themselves in their errors; other implementations announce them as `Error in sorted`.
        let message = &error.message;
        on_line
            && (matches(&self.pattern, message, true)
                || matches(&self.pattern, &format!("Error in {message}"), true))
    }
}

/// Whether `message` matches. A pattern that is not a regular expression is plain text.
pub(crate) fn matches(pattern: &str, message: &str, ignores_case: bool) -> bool {
    let build = |pattern: &str| -> Option<Regex> {
        RegexBuilder::new(pattern).case_insensitive(ignores_case).build().ok()
    };
    // In other implementations, a brace that repeats nothing is a literal.
    match build(pattern).or_else(|| build(&pattern.replace('{', "\\{").replace('}', "\\}"))) {
        Some(regex) => regex.is_match(message),
        None => message.contains(pattern),
    }
}
