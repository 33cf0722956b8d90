//! Says why a text does not match a simple pattern, for readers who do not read regular expressions: which character is not
//! allowed, or how the text must start or end.

/// Returns what is wrong with `text`, which does not match `pattern`, if the pattern is simple enough to be sure.
pub(super) fn hint(pattern: &str, text: &str) -> Option<String> {
    if let Some(start) = pattern.strip_prefix('^').and_then(literal) {
        return Some(format!("it must start with '{start}'"));
    }
    if let Some(end) = pattern.strip_suffix('$').and_then(literal) {
        return Some(format!("it must end with '{end}'"));
    }
    let sets = sets(pattern.strip_prefix('^')?.strip_suffix('$')?)?;
    let wrong = text.chars().find(|c| !sets.iter().any(|set| set.has(*c)))?;
    Some(match wrong {
        ' ' => "a space is not allowed in it".to_owned(),
        wrong if wrong.is_control() || wrong.is_whitespace() => {
            format!("the character U+{:04X} is not allowed in it", wrong as u32)
        }
        wrong => format!("the character '{wrong}' is not allowed in it"),
    })
}

/// Returns the text that a pattern without any special character matches.
fn literal(pattern: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = pattern.chars();
    while let Some(c) = rest.next() {
        out.push(match c {
            '\\' => rest.next().filter(char::is_ascii_punctuation)?,
            c if "^$.|?*+()[]{}".contains(c) => return None,
            c => c,
        });
    }
    Some(out).filter(|text| !text.is_empty())
}

/// Some characters: from the first to the second.
type Range = (char, char);

struct Set(Vec<Range>);

impl Set {
    fn has(&self, c: char) -> bool {
        self.0.iter().any(|(from, to)| (*from..=*to).contains(&c))
    }
}

/// Returns the characters of a pattern that is a sequence of characters and `[...]` with their repetitions. `None` for
/// everything else: groups, alternatives, `.`, and classes of what is not allowed.
fn sets(pattern: &str) -> Option<Vec<Set>> {
    let mut sets = Vec::new();
    let mut rest = pattern.chars().peekable();
    while let Some(c) = rest.next() {
        let set = match c {
            '[' => class(&mut rest)?,
            '\\' => Set(escape(rest.next()?)?),
            '.' | '(' | ')' | '|' | '^' | '$' | '{' | '}' | '*' | '+' | '?' | ']' => return None,
            c => Set(vec![(c, c)]),
        };
        sets.push(set);
        match rest.peek() {
            Some('*' | '+' | '?') => {
                rest.next();
            }
            Some('{') => {
                rest.by_ref().find(|c| *c == '}')?;
            }
            _ => {}
        }
        // A repetition that takes as little as possible.
        rest.next_if_eq(&'?');
    }
    Some(sets)
}

/// Reads a class up to its `]`.
fn class(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<Set> {
    let mut ranges = Vec::new();
    loop {
        let from = match rest.next()? {
            ']' => return Some(Set(ranges)),
            '^' if ranges.is_empty() => return None,
            '\\' => match escape(rest.next()?)?.as_slice() {
                [(one, other)] if one == other => *one,
                many => {
                    ranges.extend_from_slice(many);
                    continue;
                }
            },
            c => c,
        };
        if rest.next_if_eq(&'-').is_none() {
            ranges.push((from, from));
            continue;
        }
        match rest.next()? {
            // A hyphen before the end is one.
            ']' => {
                ranges.extend([(from, from), ('-', '-')]);
                return Some(Set(ranges));
            }
            '\\' => return None,
            to => ranges.push((from, to)),
        }
    }
}

/// Returns the characters that a backslash with `c` after it matches.
fn escape(c: char) -> Option<Vec<Range>> {
    Some(match c {
        'd' => vec![('0', '9')],
        'w' => vec![('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')],
        c if c.is_ascii_punctuation() => vec![(c, c)],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::hint;

    #[test]
    fn simple_patterns() {
        let said = |pattern: &str, text: &str| hint(pattern, text).unwrap_or_default();
        assert_eq!(said("^[a-z][a-z0-9-]*$", "App Name"), "the character 'A' is not allowed in it");
        assert_eq!(said("^[a-z0-9-]+$", "my app"), "a space is not allowed in it");
        assert_eq!(said("^[\\w.-]+$", "a/b"), "the character '/' is not allowed in it");
        assert_eq!(said("^#", "general"), "it must start with '#'");
        assert_eq!(said("\\.yml$", "a.yaml"), "it must end with '.yml'");
    }

    #[test]
    fn what_is_not_sure_is_not_said() {
        for (pattern, text) in [
            ("^[a-z]+$", ""),
            ("^[a-z][0-9]$", "1a"),
            ("^(a|b)$", "c"),
            ("^[^a]+$", "a"),
            ("^a.c$", "x y"),
            ("[a-z]", "1"),
        ] {
            assert_eq!(hint(pattern, text), None, "{pattern}");
        }
    }
}
