//! Counts the capture groups of a pattern and collects their names before the pattern is parsed, because a reference
//! may come before its group.

use std::collections::BTreeMap;

/// The capture groups of a pattern.
#[derive(Default)]
pub(super) struct Groups {
    /// The number of capture groups.
    pub(super) count: usize,
    /// The numbers of the named groups. Several groups may share one name.
    pub(super) names: BTreeMap<String, Vec<usize>>,
    /// Whether the pattern needs a backtracking engine: it has lookarounds, backreferences or word boundaries.
    pub(super) needs_backtracking: bool,
}

impl Groups {
    /// Scans `text` for groups.
    pub(super) fn of(text: &[char]) -> Self {
        let mut groups = Self::default();
        let mut in_class = false;
        let mut at = 0;
        while let Some(&c) = text.get(at) {
            match c {
                '\\' => {
                    at += 1;
                    let escaped = text.get(at).filter(|_| !in_class);
                    groups.needs_backtracking |=
                        matches!(escaped, Some('b' | 'B' | 'k' | '1'..='9'));
                }
                '[' => in_class = true,
                ']' => in_class = false,
                '(' if !in_class => groups.open(&text[at + 1..]),
                _ => {}
            }
            at += 1;
        }
        groups
    }

    fn open(&mut self, rest: &[char]) {
        match (rest.first(), rest.get(1), rest.get(2)) {
            (Some('?'), Some('=' | '!'), _) | (Some('?'), Some('<'), Some('=' | '!')) => {
                self.needs_backtracking = true;
            }
            (Some('?'), Some('<'), _) => {
                self.count += 1;
                if let Some((name, _)) = name(&rest[2..]) {
                    self.names.entry(name).or_default().push(self.count);
                }
            }
            (Some('?'), ..) => {}
            _ => self.count += 1,
        }
    }
}

/// Parses the name up to `>` at the start of `text`. Returns it with the number of characters it takes, including
/// `>`.
pub(super) fn name(text: &[char]) -> Option<(String, usize)> {
    let is_fit = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '\u{200C}' | '\u{200D}');
    // Scan only as far as characters fit a name: a pattern may have many names that are never closed.
    let end = text.iter().position(|&c| !is_fit(c)).filter(|&end| text[end] == '>')?;
    let name = &text[..end];
    let is_name = !name.is_empty() && !name[0].is_numeric();
    is_name.then(|| (name.iter().collect(), end + 1))
}
