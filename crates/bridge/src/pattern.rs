//! Regular expressions as template code understands them.

use yardstick_starlark::Text;
use yardstick_template::modules::regexp::Search;

/// Whether `pattern` is a regular expression for rules and keys.
pub(crate) fn is_valid(pattern: &str) -> bool {
    Search::of(&Text::from(pattern)).is_ok()
}

/// Whether it is found in `text`.
pub(crate) fn is_match(pattern: &str, text: &str) -> bool {
    Search::of(&Text::from(pattern)).is_ok_and(|search| search.is_match(&Text::from(text)))
}
