//! "Did you mean", as messages of the language say it.

use yardstick_diagnostics::spelling::nearest;

/// ` (did you mean x?)`, or nothing.
pub fn suggestion<'a>(
    name: &str,
    prefix: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> String {
    nearest(name, candidates)
        .map_or_else(String::new, |near| format!(" (did you mean {prefix}{near}?)"))
}
