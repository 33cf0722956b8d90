//! Hints for values files that are not written as YAML, or whose values are at the wrong level.

use yardstick_diagnostics::{Failure, Sources};
use yardstick_template::tree::Kind;

use crate::lint::BYTE_ORDER_MARK;

/// A hint about a `key` that starts with a byte order mark.
pub(super) fn marked(key: &str) -> Option<String> {
    let plain = key.strip_prefix(BYTE_ORDER_MARK)?;
    Some(format!(
        "there is a byte order mark before `{plain}`: save the file as UTF-8 without a byte order mark (BOM)"
    ))
}

/// A hint about a map whose keys belong one level up: `values:` around all values. `is_declared` tests the keys at
/// that level.
pub(super) fn wrapped(
    key: &str,
    failure: &Failure,
    is_declared: impl Fn(&str) -> bool,
) -> Option<String> {
    let inner = failure.current.as_deref()?.strip_prefix('{')?;
    // One that is known may have the same name by chance.
    let is_wrapper = |keys: &[String]| {
        let known = keys.iter().filter(|key| is_declared(key)).count();
        known > 0 && known * 2 > keys.len()
    };
    let keys = keys_of(inner);
    if is_wrapper(&keys) {
        return Some(format!(
            "the schema declares the keys below `{key}:` one level up: remove `{key}:` and indent them less"
        ));
    }
    // `data:` and below it `values:`, as code reads them.
    let [only] = keys.as_slice() else { return None };
    let below = inner.strip_prefix(only.as_str())?.strip_prefix(": {")?;
    is_wrapper(&keys_of(below)).then(|| {
        format!(
            "the schema declares the keys below `{key}:` and `{only}:` two levels up: remove both and indent the keys less"
        )
    })
}

/// The keys of a map on one line, without its first brace.
fn keys_of(line: &str) -> Vec<String> {
    let (mut depth, mut quoted, mut start) = (0, false, 0);
    let mut keys = Vec::new();
    let mut in_key = true;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '{' | '[' => depth += 1,
            '}' | ']' if depth == 0 => break,
            '}' | ']' => depth -= 1,
            ':' if depth == 0 && in_key => {
                keys.push(line[start..at].trim().trim_matches('"').to_owned());
                in_key = false;
            }
            ',' if depth == 0 => (start, in_key) = (at + 1, true),
            _ => {}
        }
    }
    keys
}

/// A hint about a file that is a single text: its lines are in another format.
pub(super) fn other_format(failure: &Failure) -> String {
    let is_assignment = failure.current.as_deref().is_some_and(|text| text.contains('='));
    if is_assignment {
        return "a file of values is YAML or JSON: write `key: value` instead of `key = value`, and nest keys below others by indentation".to_owned();
    }
    "a file of values is a map: `key: value` on each line, with a space after ':'".to_owned()
}

/// A hint about `${NAME}` and `$(command)`, which a shell would replace.
pub(super) fn shell_variable(failure: &Failure) -> Option<String> {
    let text = failure.current.as_deref()?.trim_matches('"');
    let is_variable = text.starts_with("${") || text.starts_with("$(") || text.contains("{{");
    is_variable.then(|| {
        "variables are not replaced in values: write the value itself, or give it with --data-value-yaml or --data-values-env-yaml".to_owned()
    })
}

/// `0,5` where a number is `expected`.
pub(super) fn decimal_comma(failure: &Failure, expected: Kind) -> Option<String> {
    let text = failure.current.as_deref()?.trim_matches('"');
    let (whole, fraction) = text.split_once(',').filter(|_| expected == Kind::Float)?;
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    (is_digits(digits) && is_digits(fraction))
        .then(|| format!("decimals have a point: write {whole}.{fraction}"))
}

/// `[80 443]`: items between brackets that no comma separates.
pub(super) fn no_comma(failure: &Failure, expected: Kind, sources: &Sources) -> Option<String> {
    let words: Vec<&str> = failure.current.as_deref()?.split_whitespace().collect();
    let fits = |word: &&str| match expected {
        Kind::Int => word.parse::<i64>().is_ok(),
        Kind::Float => word.parse::<f64>().is_ok(),
        _ => ["true", "false"].contains(word),
    };
    let span = failure.exact.value?;
    let file = sources.get(span.file);
    let before = file.slice(0, span.start).trim_ascii_end();
    let is_item = before.ends_with(b"[") || before.ends_with(b",");
    (words.len() > 1 && words.iter().all(fits) && is_item)
        .then(|| format!("a comma is missing: write {}", words.join(", ")))
}

/// True if a line without a value has an anchor in its place: `a: &x`.
pub(super) fn is_anchor(failure: &Failure, sources: &Sources) -> bool {
    failure.place.span().is_some_and(|span| {
        let file = sources.get(span.file);
        let line = file.line_text(file.line(span.start));
        line.split_once(':').is_some_and(|(_, after)| after.trim_start().starts_with('&'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_one_line() {
        assert_eq!(keys_of("a: 1, \"b c\": {d: 2, e: [f, g]}, h: x:y}"), ["a", "b c", "h"]);
        assert_eq!(keys_of("}"), Vec::<String>::new());
    }
}
