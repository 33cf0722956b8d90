//! Regular expressions as template code understands them.

use yardstick_re2::Pattern;

/// Whether `pattern` is a regular expression for rules and keys.
pub(crate) fn is_valid(pattern: &str) -> bool {
    Pattern::of(pattern.as_bytes()).is_ok()
}

/// Whether it is found in `text`.
pub(crate) fn is_match(pattern: &str, text: &str) -> bool {
    Pattern::of(pattern.as_bytes()).is_ok_and(|pattern| pattern.is_match(text.as_bytes()))
}
