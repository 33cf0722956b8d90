//! Lone surrogates in JSON (`"\ud800"`). JSON allows them, YAML and UTF-8 do not. They are replaced by the escape of
//! the replacement character U+FFFD, which has the same length, so that positions do not change.

/// Returns `text` with lone surrogates replaced, or `None` if there are none.
pub(super) fn replaced(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out: Option<Vec<u8>> = None;
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', &bytes[at..]) {
        at += found;
        let length = match half(&bytes[at..]) {
            None => 2,
            Some(High) if half(&bytes[at + ESCAPE..]) == Some(Low) => 2 * ESCAPE,
            Some(_) => {
                let out = out.get_or_insert_with(|| bytes.to_vec());
                out[at..at + ESCAPE].copy_from_slice(b"\\ufffd");
                ESCAPE
            }
        };
        at = (at + length).min(bytes.len());
    }
    String::from_utf8(out?).ok()
}

/// Length of an escape in bytes.
const ESCAPE: usize = 6;

#[derive(PartialEq, Eq)]
enum Half {
    High,
    Low,
}
use Half::{High, Low};

/// Returns which half of a pair the escape at the start of `text` is.
fn half(text: &[u8]) -> Option<Half> {
    let digits = text.get(..ESCAPE)?.strip_prefix(b"\\u")?;
    let digits = std::str::from_utf8(digits).ok()?;
    match u16::from_str_radix(digits, 16).ok()? {
        0xD800..0xDC00 => Some(High),
        0xDC00..0xE000 => Some(Low),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lone_halves() {
        for text in [r#""\ud83d\ude00""#, r#""\\ud800""#, r#""\u00e9 \n""#, "\"\\", r"\ud80"] {
            assert_eq!(replaced(text), None, "{text}");
        }
        assert_eq!(replaced(r#""\ud800""#).as_deref(), Some(r#""\ufffd""#));
        assert_eq!(replaced(r"\ud800\ud83d\ude00").as_deref(), Some(r"\ufffd\ud83d\ude00"));
        assert_eq!(replaced(r"\udc00\\\uDBFFx").as_deref(), Some(r"\ufffd\\\ufffdx"));
    }
}
