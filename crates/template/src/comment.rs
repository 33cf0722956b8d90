//! Classifies the comments of a template.
//!
//! `#! ...` is for readers, `#@ ...` is code or a value, and `#@name ...` is an annotation of the node that it
//! belongs to. Any other comment in a template is rejected: it is usually a forgotten `@`.

use std::ops::Range;

/// The meaning of one comment. Ranges are relative to the text after `#`.
#[derive(Debug, PartialEq, Eq)]
pub enum Comment {
    /// For readers only.
    Prose,
    /// Lines of the program.
    Code(Range<usize>),
    /// The value of the node on its line.
    Value(Range<usize>),
    /// An annotation with its name and arguments.
    Annotation {
        /// Its name.
        name: Range<usize>,
        /// Its arguments.
        arguments: Range<usize>,
    },
    /// Not part of the template language.
    Unknown,
}

/// Whether the text after `#` makes its file a template.
pub(crate) fn is_templating(data: &[u8]) -> bool {
    !matches!(classify(data, false), Comment::Prose | Comment::Unknown)
}

/// Classifies the text after `#`. `beside_node` means that its node starts on the same line.
pub fn classify(data: &[u8], beside_node: bool) -> Comment {
    match data.first() {
        Some(b'!') => return Comment::Prose,
        Some(b'@') => {}
        _ => return Comment::Unknown,
    }
    let name_end = memchr::memchr(b' ', data).unwrap_or(data.len());
    let name = 1..name_end;
    let rest = (name_end + 1).min(data.len())..data.len();
    match &data[name.clone()] {
        b"" if beside_node => Comment::Value(rest),
        b"" | b"template/code" => Comment::Code(rest),
        b"template/value" => Comment::Value(rest),
        b"comment" => Comment::Prose,
        _ => Comment::Annotation { name, arguments: rest },
    }
}

/// Whether an annotation can have this name. In the reference, the name becomes a string literal, which a quote or a
/// backslash before its end breaks.
pub(crate) fn can_be_name(name: &[u8]) -> bool {
    let backslashes = name.iter().rev().take_while(|&&byte| byte == b'\\').count();
    !name.contains(&b'"') && backslashes % 2 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_a_value_beside_its_node() {
        assert_eq!(classify(b"@ x", false), Comment::Code(2..3));
        assert_eq!(classify(b"@ x", true), Comment::Value(2..3));
        assert_eq!(classify(b"@", true), Comment::Value(1..1));
        assert_eq!(classify(b"@template/code x", true), Comment::Code(15..16));
        assert_eq!(classify(b"@template/value x", false), Comment::Value(16..17));
    }

    #[test]
    fn only_a_blank_ends_the_name() {
        assert_eq!(
            classify(b"@overlay/match by=1", false),
            Comment::Annotation { name: 1..14, arguments: 15..19 }
        );
        assert_eq!(classify(b"@\t1", false), Comment::Annotation { name: 1..3, arguments: 3..3 });
    }

    #[test]
    fn names_have_no_quotes() {
        for name in ["overlay/match", "a.b", "\t1", "a\\b", "a\\\\"] {
            assert!(can_be_name(name.as_bytes()), "{name}");
        }
        for name in ["load(\"@ytt:data\",", "\\", "a\\"] {
            assert!(!can_be_name(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn the_rest_is_prose_or_unknown() {
        assert_eq!(classify(b"! x", true), Comment::Prose);
        assert_eq!(classify(b"@comment x", true), Comment::Prose);
        assert_eq!(classify(b" x", true), Comment::Unknown);
        assert_eq!(classify(b"", true), Comment::Unknown);
    }
}
