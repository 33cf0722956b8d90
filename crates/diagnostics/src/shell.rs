//! Quotes text for a shell, for commands that people copy from hints.

/// Quotes `text` so that a shell reads it as one word.
pub fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=@%:".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn only_what_needs_quotes_gets_them() {
        assert_eq!(shell_word("a.b=1"), "a.b=1");
        assert_eq!(shell_word(""), "''");
        assert_eq!(shell_word("a=[1, 2]"), "'a=[1, 2]'");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
    }
}
