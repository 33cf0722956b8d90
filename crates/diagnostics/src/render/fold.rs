//! Breaks a chain of causes into lines.
//!
//! `outer: Inner: Reason` prints one cause per line, each indented by two more spaces. Only the first line of a text
//! is broken, only before a capital letter, and never inside brackets, because those hold lists of files and hints.
//! Unbalanced brackets in user text must not lose text, so a closing bracket without an opening one is an ordinary
//! character here.

/// Breaks the first line of `text` into one line per cause.
pub(crate) fn causes(text: &str) -> String {
    let (first, rest) = match text.split_once('\n') {
        Some((first, rest)) => (first, Some(rest)),
        None => (text, None),
    };
    let bytes = first.as_bytes();
    let mut out = String::with_capacity(text.len() + 16);
    let (mut open, mut pieces, mut from) = (0usize, 0usize, 0usize);
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            b':' if open == 0
                && bytes.get(at + 1) == Some(&b' ')
                && bytes.get(at + 2).is_some_and(u8::is_ascii_uppercase) =>
            {
                out.push_str(&first[from..=at]);
                pieces += 1;
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', 2 * pieces));
                from = at + 2;
            }
            _ => {}
        }
    }
    out.push_str(&first[from..]);
    if let Some(rest) = rest {
        out.push('\n');
        out.push_str(rest);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::causes;

    #[test]
    fn breaks_before_capitals_outside_brackets() {
        assert_eq!(
            causes("Overlaying (in following order: A: B): Document on line a.yml:2: Expected x"),
            "Overlaying (in following order: A: B):\n  Document on line a.yml:2:\n    Expected x"
        );
        assert_eq!(causes("a: yaml: line 3: found"), "a: yaml: line 3: found");
    }

    #[test]
    fn keeps_text_behind_an_unmatched_closer() {
        assert_eq!(causes("Key 'x)': Expected y"), "Key 'x)':\n  Expected y");
    }

    #[test]
    fn leaves_later_lines_alone() {
        assert_eq!(causes("\n- a: B"), "\n- a: B");
        assert_eq!(causes("x: Y\nz: W"), "x:\n  Y\nz: W");
    }
}
