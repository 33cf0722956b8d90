//! Warns about keys that YAML 1.1 reads as booleans: `on:`, `y:`, `n:`.
//!
//! Every pair of a file has a colon, so this looks at many places. It rules out whole blocks of bytes at once, which the
//! compiler does with vectors.

use memchr::memchr_iter;
use yardstick_diagnostics::{Diagnostic, Fix, codes};
use yardstick_yaml::{
    Kind, Style, Tree,
    resolve::{Resolver, Scalar, plain},
};

/// The length of the longest of these words, `off`.
const LONGEST: usize = 3;

/// The number of bytes to look at: a longest word, what is before it, and the colon.
const WINDOW: usize = LONGEST + 2;

/// The number of colons that are looked for at once.
const BLOCK: usize = 64;

/// A warning for each such key. `bytes` is the text of `tree`.
pub(super) fn boolean_keys<'t>(
    tree: &'t Tree,
    bytes: &'t [u8],
) -> impl Iterator<Item = Diagnostic> + 't {
    colons(bytes).filter_map(move |colon| {
        // The word before the colon, if it is short enough to matter.
        let window = &bytes[colon.saturating_sub(LONGEST + 1)..colon];
        let letters = window.iter().rev().take_while(|c| c.is_ascii_alphabetic()).count();
        if letters == 0 || letters > LONGEST {
            return None;
        }
        let start = colon - letters;
        let word = std::str::from_utf8(&bytes[start..colon]).ok()?;
        let Scalar::Bool(value) = plain(word, Resolver::Yaml11) else { return None };
        let before = start.checked_sub(1).map(|at| bytes[at]);
        if before.is_some_and(|c| !(c.is_ascii_whitespace() || b"{,".contains(&c))) {
            return None;
        }
        let start = start as u32;
        // A map starts at the same place as its first key.
        let mut here =
            tree.written_from(start).take_while(|node| node.content_span().start == start);
        let node = here.find(|node| node.kind() == Kind::Scalar)?;
        if node.style() != Style::Plain || node.text() != word {
            return None;
        }
        let fix = Fix {
            span: node.content_span(),
            replacement: format!("\"{word}\""),
            description: "quote the key".to_owned(),
        };
        Some(
            Diagnostic::warning(codes::BOOLEAN_KEY, format!("Key '{word}' is read as {value}"))
                .at(node.content_span())
                .note(format!("YAML 1.1 takes it for a boolean: quote it, \"{word}\""))
                .fix(fix),
        )
    })
}

/// The colons that may be after such a word.
fn colons(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    (0..bytes.len()).step_by(BLOCK).flat_map(move |block| {
        let with_before =
            block.checked_sub(WINDOW - 1).and_then(|from| bytes[from..].first_chunk());
        let is_clean = with_before.is_some_and(is_clean);
        let end = if is_clean { block } else { bytes.len().min(block + BLOCK) };
        let colons = memchr_iter(b':', &bytes[block..end]).map(move |at| block + at);
        colons.filter(|&at| may_end(&bytes[..at]))
    })
}

/// Whether no colon of a block is after such a word, as far as windows of the same length show it. The block starts with
/// what is before its first colon.
#[expect(clippy::needless_bitwise_bool, reason = "vectors make all comparisons at once")]
fn is_clean(block: &[u8; BLOCK + WINDOW - 1]) -> bool {
    let mut found = false;
    for at in 0..BLOCK {
        let is_letter = |before: usize| (block[at + before] | 0x20).wrapping_sub(b'a') < 26;
        let last = block[at + LONGEST] | 0x20;
        let ends_so =
            (last == b'y') | (last == b'n') | (last == b's') | (last == b'o') | (last == b'f');
        let is_longer = is_letter(0) & is_letter(1) & is_letter(2);
        found |= (block[at + LONGEST + 1] == b':') & ends_so & !is_longer;
    }
    !found
}

/// Whether the text before a colon may end in such a word: what these words end in tells most others apart.
fn may_end(before: &[u8]) -> bool {
    let ends_so = before.last().is_some_and(|last| b"ynsof".contains(&last.to_ascii_lowercase()));
    let is_longer = |word: &[u8; LONGEST + 1]| word.iter().all(u8::is_ascii_alphabetic);
    ends_so && !before.last_chunk().is_some_and(is_longer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_wherever_they_are() {
        for word in ["on", "y", "NO", "off", "yes"] {
            for before in 0..2 * BLOCK + WINDOW {
                for after in [0, 1, BLOCK, BLOCK + WINDOW] {
                    let text = format!("{}{word}:{}", " ".repeat(before), "x".repeat(after));
                    let found: Vec<usize> = colons(text.as_bytes()).collect();
                    assert_eq!(found, [before + word.len()], "{before} {word} {after}");
                }
            }
        }
    }

    #[test]
    fn longer_words_are_not_found() {
        let text = "ports: 1\nreason: 2\nurl: http://x\n".repeat(20);
        assert_eq!(colons(text.as_bytes()).count(), 0);
    }
}
