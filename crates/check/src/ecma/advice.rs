//! What is probably wrong with a pattern that is not a regular expression.

/// Returns what to write in place of `pattern`, if the mistake is a common one.
pub(crate) fn advice(pattern: &str) -> Option<String> {
    if let Some(first) = pattern.chars().next().filter(|c| "*+?".contains(*c)) {
        if let Some(ending) = pattern.strip_prefix("*.") {
            return Some(format!("this is a pattern for file names: write '\\.{ending}$'"));
        }
        return Some(format!(
            "nothing comes before '{first}': write '.{first}' for any characters"
        ));
    }
    let open = unclosed(pattern)?;
    Some(match open {
        '[' => "close the '[' with ']', or write '\\[' for the character".to_owned(),
        '(' => "close the '(' with ')', or write '\\(' for the character".to_owned(),
        other => format!("this '{other}' closes nothing: write '\\{other}' for the character"),
    })
}

/// Returns the first bracket that is not closed, or that closes nothing.
fn unclosed(pattern: &str) -> Option<char> {
    let (mut is_class, mut groups, mut is_escaped) = (false, 0_usize, false);
    for c in pattern.chars() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            ']' if is_class => is_class = false,
            _ if is_class => {}
            '[' => is_class = true,
            '(' => groups += 1,
            ')' if groups == 0 => return Some(')'),
            ')' => groups -= 1,
            _ => {}
        }
    }
    is_class.then_some('[').or((groups > 0).then_some('('))
}

#[cfg(test)]
mod tests {
    use super::advice;

    #[test]
    fn brackets_and_file_names() {
        assert!(advice("[a-z").unwrap().contains("close the '['"));
        assert!(advice("(a|b").unwrap().contains("close the '('"));
        assert!(advice("a)").unwrap().contains("closes nothing"));
        assert!(advice("*.yml").unwrap().contains("\\.yml$"));
        assert_eq!(advice("\\[[(]"), None);
    }
}
