//! A text with an index of its lines, and positions in it as editors count them. The protocol counts in UTF-16 by
//! default, while everything else here uses byte offsets.

use std::sync::Arc;

use lsp_types::{Position, PositionEncodingKind, Range};

/// How an editor counts characters in a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// In bytes.
    Utf8,
    /// In units of UTF-16, which all editors support.
    #[default]
    Utf16,
    /// In Unicode characters.
    Utf32,
}

impl Encoding {
    /// The best encoding that an editor offers: bytes need no conversion.
    pub fn choose(offered: Option<&[PositionEncodingKind]>) -> Self {
        let offers = |kind| offered.is_some_and(|all| all.contains(&kind));
        if offers(PositionEncodingKind::UTF8) {
            Self::Utf8
        } else if offers(PositionEncodingKind::UTF32) && !offers(PositionEncodingKind::UTF16) {
            Self::Utf32
        } else {
            Self::Utf16
        }
    }

    /// The name of the encoding in the protocol.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn width(self, c: char) -> usize {
        match self {
            Self::Utf8 => c.len_utf8(),
            Self::Utf16 => c.len_utf16(),
            Self::Utf32 => 1,
        }
    }
}

/// A text with an index of its lines.
#[derive(Clone, Debug)]
pub struct Text {
    characters: Arc<str>,
    starts: Arc<[u32]>,
    encoding: Encoding,
}

impl Text {
    /// A text whose positions use `encoding`.
    pub fn new(text: impl Into<Arc<str>>, encoding: Encoding) -> Self {
        let characters = text.into();
        let bytes = characters.as_bytes();
        let ends = |at: &usize| match bytes[*at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let behind = (0..bytes.len()).filter(ends).map(|at| at as u32 + 1);
        let starts = std::iter::once(0).chain(behind).collect();
        Self { characters, starts, encoding }
    }

    /// The text as a string.
    pub fn as_str(&self) -> &str {
        &self.characters
    }

    /// The text, shared.
    pub fn shared(&self) -> Arc<str> {
        Arc::clone(&self.characters)
    }

    /// The number of lines: one more than line breaks.
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// The start and end of a line, without its line break.
    pub fn line_span(&self, line: usize) -> (usize, usize) {
        let start = self.starts.get(line).map_or(self.characters.len(), |&start| start as usize);
        let next = self.starts.get(line + 1).map_or(self.characters.len(), |&start| start as usize);
        let body = &self.characters[start..next];
        (start, start + body.trim_end_matches(['\n', '\r']).len())
    }

    /// A line without its line break.
    pub fn line(&self, line: usize) -> &str {
        let (start, end) = self.line_span(line);
        &self.characters[start..end]
    }

    /// The number of the line that contains the byte at `offset`.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= offset).saturating_sub(1)
    }

    /// The offset of `position`. A position after the end of a line or of the text means that end.
    pub fn offset(&self, position: Position) -> usize {
        let (start, end) = self.line_span(position.line as usize);
        let wanted = position.character as usize;
        let mut seen = 0;
        for (at, c) in self.characters[start..end].char_indices() {
            if seen >= wanted {
                return start + at;
            }
            seen += self.encoding.width(c);
        }
        end
    }

    /// The position of the byte at `offset`. Inside a character, that of the character.
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.characters.len());
        while !self.characters.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_of(offset);
        let start = self.starts[line] as usize;
        let units =
            self.characters[start..offset].chars().map(|c| self.encoding.width(c)).sum::<usize>();
        Position::new(line as u32, units as u32)
    }

    /// The range between two offsets.
    pub fn range(&self, start: usize, end: usize) -> Range {
        Range::new(self.position(start), self.position(end.max(start)))
    }

    /// The text with `range` replaced, or all of it if there is no range.
    #[must_use]
    pub fn changed(&self, range: Option<Range>, replacement: &str) -> Self {
        let Some(range) = range else { return Self::new(replacement, self.encoding) };
        let start = self.offset(range.start);
        let end = self.offset(range.end).max(start);
        let text = [&self.characters[..start], replacement, &self.characters[end..]].concat();
        Self::new(text, self.encoding)
    }

    /// How positions count characters.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_as_agreed() {
        let text = "a\u{e9}\u{1f600}b\r\nc\rd\n";
        for (encoding, column) in [(Encoding::Utf8, 7), (Encoding::Utf16, 4), (Encoding::Utf32, 3)]
        {
            let text = Text::new(text, encoding);
            assert_eq!(text.line_count(), 4);
            assert_eq!(text.position(7), Position::new(0, column));
            assert_eq!(text.offset(Position::new(0, column)), 7);
            assert_eq!(text.offset(Position::new(0, 99)), 8);
            assert_eq!(text.offset(Position::new(2, 0)), 12);
            assert_eq!(text.offset(Position::new(9, 9)), text.as_str().len());
            // Inside a character.
            assert_eq!(text.position(5), text.position(3));
        }
    }

    #[test]
    fn changes_replace_ranges() {
        let text = Text::new("a: 1\nb: 2\n", Encoding::Utf16);
        let range = Range::new(Position::new(0, 3), Position::new(1, 3));
        assert_eq!(text.changed(Some(range), "x").as_str(), "a: x2\n");
        assert_eq!(text.changed(None, "y").as_str(), "y");
        let behind = Range::new(Position::new(5, 0), Position::new(7, 0));
        assert_eq!(text.changed(Some(behind), "c").as_str(), "a: 1\nb: 2\nc");
    }
}
