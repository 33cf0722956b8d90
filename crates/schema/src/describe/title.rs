//! Derives titles from keys, for authors who gave none.

/// Returns the key as words, capitalized. Everything but letters and digits becomes a space.
pub(super) fn of_key(key: &str) -> Option<String> {
    let words: Vec<&str> =
        key.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let text = words.join(" ");
    let mut letters = text.chars();
    let first = letters.next()?;
    Some(first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::of_key;

    #[test]
    fn keys_become_words() {
        assert_eq!(of_key("tls.crt").as_deref(), Some("Tls crt"));
        assert_eq!(of_key("__db_URL--").as_deref(), Some("Db URL"));
        assert_eq!(of_key("élan").as_deref(), Some("Élan"));
        assert_eq!(of_key("_"), None);
    }
}
