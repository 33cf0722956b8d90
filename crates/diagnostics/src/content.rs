//! The content of a file: shared instead of copied, and checked for UTF-8 only once.
//!
//! The same content may be in the cache of a build, in the table of sources and in a parsed tree at the same time.

use std::{ops::Deref, sync::Arc};

/// The bytes of a file. Whether they are UTF-8 text is checked once, on creation.
#[derive(Clone, Debug)]
pub enum Content {
    /// Valid UTF-8.
    Text(Arc<String>),
    /// Not valid UTF-8.
    Bytes(Arc<Vec<u8>>),
}

impl Content {
    /// The content as text, if it is valid UTF-8.
    pub fn text(&self) -> Option<&Arc<String>> {
        match self {
            Self::Text(text) => Some(text),
            Self::Bytes(_) => None,
        }
    }

    /// The memory address of the content. It identifies the content as long as it is alive.
    pub fn address(&self) -> usize {
        match self {
            Self::Text(text) => Arc::as_ptr(text).addr(),
            Self::Bytes(bytes) => Arc::as_ptr(bytes).addr(),
        }
    }
}

impl Default for Content {
    fn default() -> Self {
        Self::from(String::new())
    }
}

impl Deref for Content {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::Text(Arc::new(text))
    }
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self::from(text),
            Err(error) => Self::Bytes(Arc::new(error.into_bytes())),
        }
    }
}

impl From<&[u8]> for Content {
    fn from(bytes: &[u8]) -> Self {
        Self::from(bytes.to_vec())
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}
