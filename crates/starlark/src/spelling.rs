//! "Did you mean", as messages of the language say it.

use yardstick_diagnostics::spelling::nearest_as_reference;

/// ` (did you mean x?)`, or nothing.
pub fn suggestion<'a>(
    name: &str,
    prefix: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> String {
    nearest_as_reference(name, candidates)
        .map_or_else(String::new, |near| format!(" (did you mean {prefix}{near}?)"))
}
