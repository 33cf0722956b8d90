//! Resolves tag handles: `!!str` becomes `tag:yaml.org,2002:str`.

use super::Parser;
use crate::read::problem::{Found, Problem};
use crate::read::scanner::escaped_octet;
use crate::tree::TextRange;

/// The handles that a document may use besides `!` and `!!`.
#[derive(Debug, Default)]
pub(super) struct TagHandles {
    declared: Vec<(Vec<u8>, Vec<u8>)>,
}

impl TagHandles {
    pub(super) fn clear(&mut self) {
        self.declared.clear();
    }

    /// Adds a handle. Returns false if the document already has it.
    pub(super) fn declare(&mut self, handle: &[u8], prefix: Vec<u8>) -> bool {
        if self.declared.iter().any(|(declared, _)| declared == handle) {
            return false;
        }
        self.declared.push((handle.to_vec(), prefix));
        true
    }

    fn prefix(&self, handle: &[u8]) -> Option<&[u8]> {
        if let Some((_, prefix)) = self.declared.iter().find(|(declared, _)| declared == handle) {
            return Some(prefix);
        }
        match handle {
            b"!" => Some(b"!"),
            b"!!" => Some(b"tag:yaml.org,2002:"),
            _ => None,
        }
    }
}

impl Parser<'_> {
    /// Writes the full tag of `source` into the side buffer.
    pub(super) fn resolve_tag(&mut self, source: TextRange) -> Found<TextRange> {
        let written = &self.bytes[source.start as usize..source.end as usize];
        let start = self.scanner.cooked.len() as u32;
        if let Some(uri) = written.strip_prefix(b"!<") {
            let uri = uri.strip_suffix(b">").unwrap_or(uri);
            append_uri(&mut self.scanner.cooked, uri);
        } else if written == b"!" {
            // The tag is just `!`, so there is no prefix.
            self.scanner.cooked.push(b'!');
        } else {
            let handle_end =
                written[1..].iter().position(|&byte| byte == b'!').map_or(1, |at| at + 2);
            // A handle consists of letters and digits only; in `!a/b!c` there is none.
            let is_handle = written[1..handle_end.max(2) - 1]
                .iter()
                .all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
            let handle_end = if is_handle { handle_end } else { 1 };
            let (handle, suffix) = written.split_at(handle_end);
            let Some(prefix) = self.handles.prefix(handle) else {
                return Err(Problem::parser("found undefined tag handle", source.start as usize));
            };
            self.scanner.cooked.extend_from_slice(prefix);
            append_uri(&mut self.scanner.cooked, suffix);
        }
        if std::str::from_utf8(&self.scanner.cooked[start as usize..]).is_err() {
            return Err(Problem::scanner(
                "found an incorrect trailing UTF-8 octet",
                source.start as usize,
            ));
        }
        Ok(TextRange { start, end: self.scanner.cooked.len() as u32 })
    }
}

/// Appends `uri` with its escapes decoded.
pub(super) fn append_uri(out: &mut Vec<u8>, uri: &[u8]) {
    let mut at = 0;
    while at < uri.len() {
        if let Some(octet) = escaped_octet(uri, at) {
            out.push(octet);
            at += 3;
        } else {
            out.push(uri[at]);
            at += 1;
        }
    }
}
