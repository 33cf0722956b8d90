//! Warns about text that is lost in the output: overlooked code, and versions that are read as numbers.

use memchr::{memchr_iter, memmem};
use yardstick_diagnostics::{Diagnostic, Fix, codes};
use yardstick_yaml::{NodeId, NodeRef, Resolver, Scalar, Style, Tree, print, rewrite};

/// The maximum number of warnings of one kind per file.
const MOST: usize = 3;

/// Warnings about the parts of `tree` that get lost.
pub(super) fn lost_text(tree: &Tree) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if memmem::find(tree.source().bytes(), b"#@").is_some() {
        found.extend(overlooked_code(tree).take(MOST));
    }
    found.extend(versions(tree).take(MOST));
    found
}

/// `key: | #@ code`: the text after the indicator of a block scalar is a comment.
fn overlooked_code(tree: &Tree) -> impl Iterator<Item = Diagnostic> {
    tree.overlooked_comments().iter().filter_map(|comment| {
        let code = tree.comment_text(comment).strip_prefix('@')?.trim();
        let before = tree.source().slice(0, comment.start.saturating_sub(1));
        let line = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let sign = line.trim_ascii_end().rsplit(|byte| *byte == b' ').next().unwrap_or_default();
        let sign = sign.first().filter(|byte| b"|>".contains(byte))?;
        if code.is_empty() {
            return None;
        }
        let sign = char::from(*sign);
        let message = format!("'#@ {code}' is ignored: the lines below '{sign}' are the value");
        Some(
            Diagnostic::warning(codes::IDLE_CODE, message)
                .at(tree.span(comment.start - 1, comment.end))
                .note(format!(
                    "write `key: #@ {code}` without '{sign}', or `(@= {code} @)` in the text, with `#@yaml/text-templated-strings` above the key"
                )),
        )
    })
}

/// `tag: 1.10`, which is printed as 1.1. Searches for the decimal point: few files have many numbers that end in 0
/// after one.
fn versions(tree: &Tree) -> impl Iterator<Item = Diagnostic> {
    let bytes = tree.source().bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let may_be_version = move |&at: &usize| {
        let after = &bytes[at + 1..];
        let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_end =
            after.get(digits).is_none_or(|byte| !(byte.is_ascii_alphabetic() || *byte == b'.'));
        let ends_in_zero = digits > 0 && after[digits - 1] == b'0' && is_end;
        at > 0 && is_digit(at - 1) && ends_in_zero && starts_number(&bytes[..at])
    };
    memchr_iter(b'.', bytes).filter(may_be_version).filter_map(move |at| {
        let node = tree.last_scalar_from(at as u32).filter(|node| (at as u32) < node.span().end)?;
        if node.style() != Style::Plain || node.tag().is_some() {
            return None;
        }
        let span = node.content_span();
        let warning = lossy_number(node.text())?;
        is_version(key_of(tree, node)?.text()).then(|| {
            warning.at(span).fix(Fix {
                span,
                replacement: rewrite::quoted(node.text()),
                description: "make it text".to_owned(),
            })
        })
    })
}

/// Whether a text that ends in digits may end in the start of a number. Most are parts of versions and names, such as
/// `app:1.0.0`: finding the scalar around each of them takes longer than reading it.
fn starts_number(text: &[u8]) -> bool {
    let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit() || **byte == b'_');
    match &text[..text.len() - digits.count()] {
        // In brackets, a value may be directly after its colon: `{"a":1.0}`, `{a :1.0}`.
        [.., before, b':'] => !before.is_ascii_alphanumeric(),
        [.., byte] => !(byte.is_ascii_alphanumeric() || *byte == b'.'),
        [] => true,
    }
}

/// The key of a scalar, or of the list that contains it.
fn key_of<'t>(tree: &'t Tree, value: NodeRef<'t>) -> Option<NodeRef<'t>> {
    /// The maximum length of a list of versions.
    const MOST_ITEMS: u32 = 64;
    let key_before = |value: NodeRef<'t>| {
        let key = tree.node(NodeId(value.id().0.checked_sub(1)?));
        let between = tree.source().slice(key.span().end, value.span().start);
        (key.is_scalar() && between.contains(&b':')).then_some(key)
    };
    let id = value.id().0;
    key_before(value).or_else(|| {
        let mut above = (id.saturating_sub(MOST_ITEMS)..id).rev().map(|id| tree.node(NodeId(id)));
        let holder = above.find(|node| !node.is_scalar() && node.subtree_end().0 > id)?;
        key_before(holder).filter(|_| holder.is_sequence())
    })
}

/// A warning if `text` is a number that is printed differently from how it is written.
fn lossy_number(text: &str) -> Option<Diagnostic> {
    let scalar = yardstick_yaml::resolve::plain(text, Resolver::Yaml11);
    if !matches!(scalar, Scalar::Int(_) | Scalar::UInt(_) | Scalar::Float(_)) {
        return None;
    }
    let mut printed = Vec::new();
    print::write_one_line(&mut printed, print::Scalar::from(&scalar));
    let printed = String::from_utf8_lossy(&printed);
    (printed != text).then(|| {
        let message = format!("{text} is a number, and is printed as {printed}");
        Diagnostic::warning(codes::LOSSY_NUMBER, message)
            .note(format!("quote it if it is a version: {}", rewrite::quoted(text)))
    })
}

/// A warning if the value of a flag, with the key `path`, is printed differently from how it is written.
pub(crate) fn lossy_value(path: &str, text: &str) -> Option<Diagnostic> {
    path.rsplit('.').next().filter(|key| is_version(key))?;
    let warning = lossy_number(text.trim())?;
    let note = format!(
        "if it is a version, quote its default in the schema, and write --data-value {path}={text}, which sets text"
    );
    Some(Diagnostic { notes: vec![note], ..warning })
}

/// True if the key names a version: `version`, `imageTag`, `python-version`, `versions`.
fn is_version(key: &str) -> bool {
    const WORDS: [&str; 6] = ["version", "tag", "release", "revision", "image", "ver"];
    let last = key.split(['-', '_', '.', '/', ' ']).next_back().unwrap_or_default();
    let start = last.rfind(|c: char| c.is_uppercase()).filter(|at| last[*at..].len() > 1);
    let word = last[start.unwrap_or_default()..].to_lowercase();
    let is_all_upper = !last.is_empty() && !last.contains(char::is_lowercase);
    let word = if is_all_upper { last.to_lowercase() } else { word };
    WORDS.iter().any(|known| *known == word || word.strip_suffix('s') == Some(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_versions() {
        for key in
            ["version", "tag", "imageTag", "python-version", "GO_VERSION", "versions", "app.image"]
        {
            assert!(is_version(key), "{key}");
        }
        for key in
            ["", "ratio", "stage", "conversion", "tagRatio", "versionCount", "images-per-second"]
        {
            assert!(!is_version(key), "{key}");
        }
    }

    #[test]
    fn parts_of_names_are_no_numbers() {
        for text in ["1", "a: 1", "[-1", "a: 1_000", "{\"a\":1", "{\"a\" :1", "{[a]:1"] {
            assert!(starts_number(text.as_bytes()), "{text}");
        }
        for text in ["app:1", "v1", "1.1", "a:1_0"] {
            assert!(!starts_number(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn numbers_that_are_printed_as_they_are_written_are_no_matter() {
        for text in ["1.10", "1.0", "1e3", "0o17", "1_000", "010"] {
            assert!(lossy_number(text).is_some(), "{text}");
        }
        for text in ["1.1", "7", "1.2.3", "v1.10", "latest", "0.5", ""] {
            assert!(lossy_number(text).is_none(), "{text}");
        }
    }
}
