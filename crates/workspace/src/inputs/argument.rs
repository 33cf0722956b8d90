//! The text of one `-f` value.

use yardstick_diagnostics::{Diagnostic, Result, codes};

/// The new name (empty for none) and the source: `name=source` or `source`.
///
/// A URL may hold `=` itself, so what follows `http://` or `https://` is not looked at.
pub(super) fn split(value: &str) -> Result<(&str, &str)> {
    if is_url(value) {
        return Ok(("", value));
    }
    match value.split_once('=') {
        None => Ok(("", value)),
        Some((name, source)) if is_url(source) || !source.contains('=') => Ok((name, source)),
        Some(_) => Err(Box::new(Diagnostic::error(
            codes::FILE_ARGUMENT,
            format!(
                "Expected file '{value}' to only have single '=' sign to for relative path assignment"
            ),
        ))),
    }
}

pub(super) fn is_url(source: &str) -> bool {
    source.starts_with("http://") || source.starts_with("https://")
}
