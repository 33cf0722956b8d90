//! Writes "did you mean" suggestions in the form of the language's messages.

use yardstick_diagnostics::spelling::nearest_as_reference;

/// Returns ` (did you mean x?)`, or nothing.
pub fn suggestion<'a>(
    name: &str,
    prefix: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> String {
    nearest_as_reference(name, candidates)
        .map_or_else(String::new, |near| format!(" (did you mean {prefix}{near}?)"))
}
