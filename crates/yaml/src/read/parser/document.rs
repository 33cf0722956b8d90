//! Parses the stream: documents, their markers and directives.

use super::Parser;
use super::tags::append_uri;
use crate::read::problem::{Fault, Found, Problem};
use crate::read::token::{Token, TokenKind};
use crate::tree::{Directives, DocumentData};

const DOCUMENT_START: Fault = Fault::Block("<document start>");

impl Parser<'_> {
    /// Reads all documents. Documents that were complete before a problem are kept.
    pub(in crate::read) fn parse_stream(&mut self) -> Found<()> {
        // Whether a document may start without a marker.
        let mut bare = true;
        let mut directives_allowed = true;
        loop {
            let mut token = self.peek()?;
            if !bare || !self.is_reference() {
                while token.kind == TokenKind::DocumentEnd {
                    self.skip();
                    token = self.peek()?;
                    if !self.is_reference() {
                        bare = true;
                        directives_allowed = true;
                    }
                }
            }
            if token.kind == TokenKind::StreamEnd {
                return Ok(());
            }
            let first_node = self.nodes.len();
            let first_property = self.properties.len();
            let explicit_end = match self.parse_document(token, bare, directives_allowed) {
                Ok(explicit_end) => explicit_end,
                Err(problem) => {
                    // Discard the unfinished document.
                    self.nodes.truncate(first_node);
                    self.properties.truncate(first_property);
                    self.far_indicators.retain(|&(node, _)| (node as usize) < first_node);
                    self.merge_keys.retain(|&key| (key as usize) < first_node);
                    self.cycles.retain(|&alias| (alias as usize) < first_node);
                    return Err(problem);
                }
            };
            bare = explicit_end && !self.is_reference();
            directives_allowed = explicit_end || self.is_reference();
        }
    }

    /// Reads a document that starts with `token`. Returns whether `...` ends it.
    fn parse_document(
        &mut self,
        token: Token,
        bare: bool,
        directives_allowed: bool,
    ) -> Found<bool> {
        self.handles.clear();
        self.anchors.clear();
        let is_directive = matches!(
            token.kind,
            TokenKind::VersionDirective | TokenKind::TagDirective | TokenKind::ReservedDirective
        );
        let root = self.nodes.len() as u32;
        let mut marker = None;
        let mut directives = None;
        if bare && !is_directive && token.kind != TokenKind::DocumentStart {
            if self.is_reference() {
                // The text starts with an indented `---`. It is content, but the reference has not added a marker and
                // assigns the comments of this line to the document.
                marker = Some(token.start);
            }
            self.parse_root()?;
        } else {
            if is_directive && !directives_allowed {
                return Err(Problem::parser(DOCUMENT_START, token.start as usize)
                    .note("'...' ends a document; directives may follow it"));
            }
            directives = self.parse_directives()?;
            let start = self.peek()?;
            if start.kind != TokenKind::DocumentStart {
                return Err(Problem::parser(DOCUMENT_START, start.start as usize));
            }
            self.skip();
            // The marker that is assumed in front of texts without one has no extent.
            if start.end > start.start {
                marker = Some(start.start);
            }
            if !self.simple_root()? {
                self.parse_root_or_nothing()?;
            }
        }
        let end = self.peek()?;
        let explicit_end = end.kind == TokenKind::DocumentEnd;
        if explicit_end {
            self.skip();
        }
        self.documents.push(DocumentData {
            root,
            marker,
            start: if directives.is_some() { token.start } else { marker.unwrap_or(token.start) },
            explicit_end,
            end: if explicit_end { end.end } else { self.nodes[root as usize].end },
            directives,
        });
        Ok(explicit_end)
    }

    /// Reads the content of a document after its marker, which may be absent.
    fn parse_root_or_nothing(&mut self) -> Found<()> {
        let next = self.peek()?;
        if matches!(
            next.kind,
            TokenKind::VersionDirective
                | TokenKind::TagDirective
                | TokenKind::ReservedDirective
                | TokenKind::DocumentStart
                | TokenKind::DocumentEnd
                | TokenKind::StreamEnd
        ) {
            self.push_absent(next.start, None);
            return Ok(());
        }
        self.parse_root()
    }

    fn parse_directives(&mut self) -> Found<Option<Box<Directives>>> {
        let mut directives: Option<Box<Directives>> = None;
        loop {
            let token = self.peek()?;
            let at = token.start as usize;
            let bytes = self.bytes;
            let text = || &bytes[token.text_start as usize..token.text_end as usize];
            match token.kind {
                TokenKind::VersionDirective => {
                    let version = version(text());
                    let directives = directives.get_or_insert_default();
                    if directives.version.is_some() {
                        return Err(Problem::parser("found duplicate %YAML directive", at));
                    }
                    let known =
                        if self.is_reference() { version == (1, 1) } else { version.0 == 1 };
                    if !known {
                        return Err(Problem::parser("found incompatible YAML document", at));
                    }
                    directives.version = Some(version);
                }
                TokenKind::TagDirective => {
                    let text = text();
                    let handle_end = text.iter().position(|&byte| byte == b' ' || byte == b'\t');
                    let (handle, prefix) = text.split_at(handle_end.unwrap_or(text.len()));
                    let mut full = Vec::new();
                    append_uri(&mut full, prefix.trim_ascii_start());
                    let directives = directives.get_or_insert_default();
                    directives.tags.push((
                        String::from_utf8_lossy(handle).into_owned(),
                        String::from_utf8_lossy(&full).into_owned(),
                    ));
                    if !self.handles.declare(handle, full) {
                        return Err(Problem::parser("found duplicate %TAG directive", at));
                    }
                }
                TokenKind::ReservedDirective => {
                    directives.get_or_insert_default();
                }
                _ => return Ok(directives),
            }
            self.skip();
        }
    }
}

/// Parses the two numbers of `1.2`. The scanner has checked the form.
fn version(text: &[u8]) -> (u32, u32) {
    let number =
        |digits: &[u8]| digits.iter().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    let dot = text.iter().position(|&byte| byte == b'.').unwrap_or(text.len());
    (number(&text[..dot]), text.get(dot + 1..).map_or(0, number))
}
