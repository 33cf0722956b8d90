//! Strings: immutable bytes, usually UTF-8, cheap to clone.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::rc::Rc;

use crate::memory::{OVERHEAD, count_live, release_live};

/// Up to this many bytes are stored without allocating.
const INLINE: usize = 14;

/// Up to this many bytes are stored next to the reference count, in one allocation.
const BESIDE: usize = 30;

/// A shared string of bytes. Short strings, and only these, are stored inline, padded with zeros, so that they can be
/// compared and joined as numbers. Longer ones are reference-counted.
#[derive(Clone)]
pub struct Text(Repr);

#[derive(Clone)]
enum Repr {
    Inline { len: u8, bytes: [u8; INLINE] },
    Shared(Rc<Shared>),
}

/// Its memory counts as live as long as it exists.
struct Shared {
    content: Content,
}

impl Drop for Shared {
    fn drop(&mut self) {
        release_live(self.content.heap_bytes());
    }
}

/// Text known to be UTF-8 is marked as such, so that `as_str` costs nothing, unless it is so short that checking is
/// cheap.
enum Content {
    Beside { len: u8, bytes: [u8; BESIDE] },
    Utf8(String),
    Bytes(Vec<u8>),
}

const _: () = assert!(size_of::<Shared>() <= 32);

impl Content {
    fn as_bytes(&self) -> &[u8] {
        match self {
            Content::Beside { len, bytes } => &bytes[..*len as usize],
            Content::Utf8(text) => text.as_bytes(),
            Content::Bytes(bytes) => bytes,
        }
    }

    fn heap_bytes(&self) -> usize {
        let own = OVERHEAD + size_of::<Shared>();
        match self {
            Content::Beside { .. } => own,
            Content::Utf8(text) => own + OVERHEAD + text.capacity(),
            Content::Bytes(bytes) => own + OVERHEAD + bytes.capacity(),
        }
    }
}

/// Returns the bytes of a short text as a number, the first byte lowest.
#[inline]
fn to_word(bytes: &[u8; INLINE]) -> u128 {
    let mut word = [0; 16];
    word[..INLINE].copy_from_slice(bytes);
    u128::from_le_bytes(word)
}

#[inline]
fn from_word(word: u128) -> [u8; INLINE] {
    let mut bytes = [0; INLINE];
    bytes.copy_from_slice(&word.to_le_bytes()[..INLINE]);
    bytes
}

impl Text {
    /// The empty string.
    pub const EMPTY: Text = Text(Repr::Inline { len: 0, bytes: [0; INLINE] });

    /// Creates a text of at most [`INLINE`] bytes. The first and the last bytes are put together as numbers; those in the
    /// middle are in both. Copying a few bytes would be a call.
    #[inline]
    fn inline(source: &[u8]) -> Self {
        let len = source.len();
        let eight = (source.first_chunk::<8>(), source.last_chunk::<8>());
        let four = (source.first_chunk::<4>(), source.last_chunk::<4>());
        let word = if let (Some(first), Some(last)) = eight {
            let last = u128::from(u64::from_le_bytes(*last)) << (8 * (len - 8));
            u128::from(u64::from_le_bytes(*first)) | last
        } else if let (Some(first), Some(last)) = four {
            let last = u64::from(u32::from_le_bytes(*last)) << (8 * (len - 4));
            u128::from(u64::from(u32::from_le_bytes(*first)) | last)
        } else {
            let each = source.iter().rev();
            u128::from(each.fold(0, |word: u32, &byte| word << 8 | u32::from(byte)))
        };
        Self(Repr::Inline { len: len as u8, bytes: from_word(word) })
    }

    fn shared(content: Content) -> Self {
        count_live(content.heap_bytes());
        Self(Repr::Shared(Rc::new(Shared { content })))
    }

    /// Creates a text of at most [`BESIDE`] bytes from `left` and `right`.
    fn beside(left: &[u8], right: &[u8]) -> Self {
        let mut bytes = [0; BESIDE];
        let (start, rest) = bytes.split_at_mut(left.len());
        start.copy_from_slice(left);
        rest[..right.len()].copy_from_slice(right);
        Self::shared(Content::Beside { len: (left.len() + right.len()) as u8, bytes })
    }

    /// Creates a text from the end of the array, such as the digits of a number.
    pub(crate) fn ending(bytes: &[u8; 2 * INLINE], start: usize) -> Self {
        let len = bytes.len() - start;
        if len > INLINE {
            return Self::from(&bytes[start..]);
        }
        let mut last = [0; INLINE];
        last.copy_from_slice(&bytes[INLINE..]);
        Self(Repr::Inline {
            len: len as u8,
            bytes: from_word(to_word(&last) >> (8 * (INLINE - len))),
        })
    }

    /// Returns two numbers that identify a short text uniquely.
    pub(crate) fn as_words(&self) -> Option<(u64, u64)> {
        match &self.0 {
            Repr::Inline { len, bytes } => {
                let word = to_word(bytes);
                Some((word as u64, (word >> 64) as u64 | u64::from(*len) << 56))
            }
            Repr::Shared(_) => None,
        }
    }

    /// The bytes.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Repr::Inline { len, bytes } => &bytes[..*len as usize],
            Repr::Shared(shared) => shared.content.as_bytes(),
        }
    }

    /// Returns the text, if it is UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        match &self.0 {
            Repr::Inline { len, bytes } => std::str::from_utf8(&bytes[..*len as usize]).ok(),
            Repr::Shared(shared) => match &shared.content {
                Content::Utf8(text) => Some(text),
                other => std::str::from_utf8(other.as_bytes()).ok(),
            },
        }
    }

    /// Returns the text, with U+FFFD for invalid bytes.
    pub fn to_lossy(&self) -> Cow<'_, str> {
        self.as_str().map_or_else(|| String::from_utf8_lossy(self.as_bytes()), Cow::Borrowed)
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        match &self.0 {
            Repr::Inline { len, .. } => *len as usize,
            Repr::Shared(shared) => shared.content.as_bytes().len(),
        }
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the bytes in `range`, which must be inside.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Text {
        if range.start == 0 && range.end == self.len() {
            return self.clone();
        }
        match &self.0 {
            Repr::Shared(shared) if range.len() > INLINE => match &shared.content {
                Content::Utf8(text) => text.get(range.clone()).map_or_else(
                    || Text::shared(Content::Bytes(text.as_bytes()[range].to_vec())),
                    Text::from,
                ),
                other => Text::from(&other.as_bytes()[range]),
            },
            _ => Text::from(&self.as_bytes()[range]),
        }
    }

    /// Appends `other`. Works in place if this is the only reference, so that building a string piece by piece takes
    /// linear time.
    pub fn push(&mut self, other: &Text) {
        if other.is_empty() {
            return;
        }
        if self.is_empty() {
            *self = other.clone();
            return;
        }
        if let Repr::Shared(shared) = &mut self.0
            && let Some(shared) = Rc::get_mut(shared)
            && !matches!(shared.content, Content::Beside { .. })
        {
            release_live(shared.content.heap_bytes());
            match (&mut shared.content, other.as_str()) {
                (Content::Beside { .. }, _) => {}
                (Content::Utf8(text), Some(more)) => text.push_str(more),
                (Content::Bytes(bytes), _) => bytes.extend_from_slice(other.as_bytes()),
                (Content::Utf8(text), None) => {
                    let mut bytes = std::mem::take(text).into_bytes();
                    bytes.extend_from_slice(other.as_bytes());
                    shared.content = Content::Bytes(bytes);
                }
            }
            count_live(shared.content.heap_bytes());
            return;
        }
        *self = self.concat(other);
    }

    /// Returns this string followed by `other`.
    #[must_use]
    pub fn concat(&self, other: &Text) -> Text {
        let total = self.len() + other.len();
        if total <= INLINE
            && let (Repr::Inline { len, bytes: left }, Repr::Inline { bytes: right, .. }) =
                (&self.0, &other.0)
        {
            // Most pieces are short: as numbers, they are joined without a loop or a call.
            let word = to_word(left) | to_word(right) << (8 * len);
            return Text(Repr::Inline { len: total as u8, bytes: from_word(word) });
        }
        if (INLINE + 1..=BESIDE).contains(&total) {
            return Text::beside(self.as_bytes(), other.as_bytes());
        }
        if let (Some(left), Some(right)) = (self.as_str(), other.as_str()) {
            let mut text = String::with_capacity(total);
            text.push_str(left);
            text.push_str(right);
            return Text::shared(Content::Utf8(text));
        }
        Text::from([self.as_bytes(), other.as_bytes()].concat())
    }

    /// Whether both are the same string in memory or equal.
    #[inline]
    fn same(&self, other: &Text) -> bool {
        match (&self.0, &other.0) {
            (Repr::Inline { len: a, bytes: left }, Repr::Inline { len: b, bytes: right }) => {
                a == b && left == right
            }
            (Repr::Shared(a), Repr::Shared(b)) => {
                Rc::ptr_eq(a, b) || a.content.as_bytes() == b.content.as_bytes()
            }
            _ => false,
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        if text.len() <= BESIDE {
            return Self::from(text.as_bytes());
        }
        Self::shared(Content::Utf8(text.to_owned()))
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        if text.len() <= BESIDE {
            return Self::from(text.as_bytes());
        }
        Self::shared(Content::Utf8(text))
    }
}

impl From<char> for Text {
    fn from(char: char) -> Self {
        Self::from(&*char.encode_utf8(&mut [0; 4]))
    }
}

impl From<&[u8]> for Text {
    #[inline]
    fn from(bytes: &[u8]) -> Self {
        if bytes.len() <= INLINE {
            return Self::inline(bytes);
        }
        if bytes.len() <= BESIDE {
            return Self::beside(bytes, &[]);
        }
        Self::from(bytes.to_vec())
    }
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Self {
        if bytes.len() <= BESIDE {
            return Self::from(&bytes[..]);
        }
        Self::shared(match String::from_utf8(bytes) {
            Ok(text) => Content::Utf8(text),
            Err(error) => Content::Bytes(error.into_bytes()),
        })
    }
}

impl PartialEq for Text {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

impl Eq for Text {}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl Borrow<[u8]> for Text {
    fn borrow(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_lossy(), f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_lossy())
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn appends_in_place_when_unshared() {
        let mut text = Text::from("0123456789abcdef");
        text.push(&Text::from("gh"));
        assert_eq!(text, "0123456789abcdefgh");
        let kept = text.clone();
        text.push(&Text::from("i"));
        assert_eq!(kept, "0123456789abcdefgh");
        assert_eq!(text.len(), 19);
    }

    #[test]
    fn halves_of_a_character_join_again() {
        let e = Text::from("0123456789abcdeé");
        let (left, right) = (e.slice(0..16), e.slice(16..17));
        assert_eq!(left.as_str(), None);
        assert_eq!(left.concat(&right).as_str(), Some("0123456789abcdeé"));
    }
}
