//! Describes regular expressions in words, if they are simple enough.

/// Describes what a pattern requires, for a list of alternatives.
pub(super) fn described(pattern: &str) -> String {
    match brackets(pattern) {
        Some((open, close)) => format!("an expression {open} {close}"),
        None => format!("a string that matches '{}'", shown(pattern)),
    }
}

/// Returns the pattern on one line.
pub(super) fn shown(pattern: &str) -> String {
    pattern.chars().fold(String::with_capacity(pattern.len()), |mut out, c| {
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
        out
    })
}

/// Returns the literal start and end of a pattern that allows anything in between: `${{` and `}}` of
/// `^\$\{\{.*\}\}$`. Accepts only punctuation, because words are not brackets.
pub(super) fn brackets(pattern: &str) -> Option<(String, String)> {
    let body = pattern.strip_prefix('^')?.strip_suffix('$')?;
    let (open, rest) = literal(body);
    if open.is_empty() {
        return None;
    }
    // Find the longest literal text at the end that follows a repetition.
    let close = rest.char_indices().find_map(|(at, _)| {
        let tail = &rest[at..];
        let before = rest[..at].chars().next_back();
        let (close, left) = literal(tail);
        (left.is_empty() && !close.is_empty() && matches!(before, Some('*' | '+' | '?')))
            .then_some(close)
    })?;
    Some((open, close))
}

/// Returns the words of a pattern that is just a list of words: `a` and `b` of `^(a|b)$`.
pub(super) fn words(pattern: &str) -> Option<Vec<String>> {
    let body = pattern.strip_prefix("^(")?.strip_suffix(")$")?;
    let body = body.strip_prefix("?:").unwrap_or(body);
    let words = body.split('|').map(str::to_owned);
    let is_word = |word: &String| {
        !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    };
    Some(words.collect::<Vec<_>>()).filter(|words| words.iter().all(is_word))
}

/// Splits the literal punctuation at the start from the rest of the pattern.
fn literal(pattern: &str) -> (String, &str) {
    let mut out = String::new();
    let mut rest = pattern;
    loop {
        let mut chars = rest.chars();
        let next = match chars.next() {
            Some('\\') => chars.next().filter(char::is_ascii_punctuation),
            Some(c) if c.is_ascii_punctuation() && !"^$.|?*+()[]{}".contains(c) => Some(c),
            _ => None,
        };
        // A character with a quantifier is not literal text.
        if next.is_none() || chars.clone().next().is_some_and(|c| "?*+".contains(c)) {
            return (out, rest);
        }
        out.extend(next);
        rest = chars.as_str();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_around_anything() {
        let both = |open: &str, close: &str| Some((open.to_owned(), close.to_owned()));
        assert_eq!(brackets(r"^\$\{\{(.|[\r\n])*\}\}$"), both("${{", "}}"));
        assert_eq!(brackets(r"^\$\{\{.*\}\}$"), both("${{", "}}"));
        assert_eq!(brackets("^<.+>$"), both("<", ">"));
        assert_eq!(brackets("^[a-z]+$"), None);
        assert_eq!(brackets("^v.*$"), None);
        assert_eq!(brackets(r"\$\{.*\}"), None);
    }

    #[test]
    fn lists_of_words() {
        let some = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect());
        assert_eq!(words("^(get|put)$"), some(&["get", "put"]));
        assert_eq!(words("^(?:a-b|c_d)$"), some(&["a-b", "c_d"]));
        assert_eq!(words("^(a|b.*)$"), None);
        assert_eq!(words("^(a|)$"), None);
        assert_eq!(words("get|put"), None);
    }

    #[test]
    fn line_breaks_are_escaped() {
        assert_eq!(shown("a\n\u{7}b"), "a\\n\\u{7}b");
    }
}
