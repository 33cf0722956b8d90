//! Source files, and the table that numbers them.
//!
//! A diagnostic refers to places by file number and byte offset. Only the renderers look up names, lines and columns
//! here.

use std::{
    borrow::Cow,
    sync::{Arc, OnceLock, RwLock},
};

use crate::{FileId, Span, content::Content, safe, secrets};

/// The part of a file that is quoted beside a position in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Excerpt {
    /// `file:line | the whole line`
    #[default]
    Line,
    /// `file:line | the text between the delimiters`: for files with embedded code.
    Between(Delimiters),
    /// `line | the whole line`: the reference names no file before plain Starlark code.
    Unnamed,
}

/// The start and end marks of an embedded piece of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delimiters {
    /// The text before the piece.
    pub open: &'static str,
    /// The text after the piece.
    pub close: &'static str,
    /// A character inside the delimiters that is not part of the piece.
    pub mark: u8,
}

impl Delimiters {
    /// The part of the piece around `offset` that is on the same line.
    pub(crate) fn piece(self, file: &SourceFile, offset: u32) -> String {
        let bytes = file.bytes();
        let offset = (offset as usize).min(bytes.len());
        let line = bytes[..offset].iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let start = memchr::memmem::rfind(&bytes[line..offset], self.open.as_bytes())
            .map_or(line, |at| line + at + self.open.len());
        let start = start + usize::from(bytes.get(start) == Some(&self.mark));
        let rest = &bytes[start..];
        let end = memchr::memmem::find(rest, self.close.as_bytes()).unwrap_or(rest.len());
        let end = end.min(memchr::memchr(b'\n', rest).unwrap_or(rest.len()));
        let piece = rest[..end].strip_suffix(&[self.mark]).unwrap_or(&rest[..end]);
        String::from_utf8_lossy(piece).into_owned()
    }
}

/// One file: its name, its bytes and its lines.
///
/// Text that was extracted from a file (a templated string, a command line value) is its own `SourceFile`, with the
/// name and the line number of the place it came from.
#[derive(Debug, Default)]
pub struct SourceFile {
    name: String,
    content: Content,
    excerpt: Excerpt,
    /// The source of the text, for people; set if the name does not show it.
    origin: Option<String>,
    /// The path of the file as the user wrote it; the name may be only a part of it.
    path: Option<String>,
    /// True if the text came from the command line or the environment instead of a file.
    is_argument: bool,
    /// Texts extracted from the file and stored after its own text: the offset and the original line of each.
    appended: Vec<(u32, u32)>,
    /// The part of those texts that is quoted.
    appended_excerpt: Excerpt,
    /// Whether lines are counted as in YAML 1.1.
    is_yaml: bool,
    /// Whether lines of YAML end in other ways than with LF; computed when the first line number is needed.
    has_other_breaks: OnceLock<bool>,
    /// Offsets at which lines start; computed when the first line number is needed.
    line_starts: OnceLock<Vec<u32>>,
    /// The number of characters before each block of [`LONG_LINE`] bytes; computed only for files with long lines.
    character_counts: OnceLock<Vec<u32>>,
}

/// Lines with more bytes than this are long.
const LONG_LINE: u32 = 512;

/// The number of characters in `bytes`.
fn characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32
}

impl SourceFile {
    /// A file called `name` in messages.
    pub fn new(name: impl Into<String>, content: impl Into<Content>) -> Self {
        // The name appears in messages and must not break their lines.
        let name = name.into();
        let name = match safe::line(&name) {
            Cow::Owned(escaped) => escaped,
            Cow::Borrowed(_) => name,
        };
        Self { name, content: content.into(), ..Self::default() }
    }

    /// Counts lines as YAML 1.1 does: CR, NEL, LS and PS end a line as well.
    #[must_use]
    pub fn with_yaml_lines(self) -> Self {
        Self { is_yaml: true, line_starts: OnceLock::new(), ..self }
    }

    /// Sets how messages quote the file.
    #[must_use]
    pub fn with_excerpt(self, excerpt: Excerpt) -> Self {
        Self { excerpt, ..self }
    }

    /// Sets the source of the text: a flag or a variable.
    #[must_use]
    pub fn with_origin(self, origin: &str) -> Self {
        Self { origin: Some(origin.to_owned()), ..self }
    }

    /// The source of the text, if the name does not show it.
    pub fn origin(&self) -> Option<&str> {
        self.origin.as_deref()
    }

    /// Sets the path that the user knows: `envs/prod.yml` if the name is `prod.yml`.
    #[must_use]
    pub fn with_path(self, path: impl Into<String>) -> Self {
        Self { path: Some(path.into()), ..self }
    }

    /// Marks a text that is not a file. `argument` is its source, such as `--data-value port`.
    #[must_use]
    pub fn with_argument(self, argument: impl Into<String>) -> Self {
        Self { path: Some(argument.into()), is_argument: true, ..self }
    }

    /// The path of the file, if the name is only a part of it.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref().filter(|path| *path != self.name && !self.is_argument)
    }

    /// True if the text is not a file.
    pub fn is_argument(&self) -> bool {
        self.is_argument || self.origin.is_some()
    }

    /// The name in reports for people and machines: the path or the source.
    pub fn shown_name(&self) -> &str {
        self.path.as_deref().or(self.origin()).unwrap_or(&self.name)
    }

    /// Appends texts that were extracted from the file and changed (unescaped, unfolded), so that spans can point into
    /// them. Each comes with its original line; `excerpt` sets how they are quoted.
    #[must_use]
    pub fn with_appended(&self, texts: &[(u32, &[u8])], excerpt: Excerpt) -> Self {
        let mut bytes = self.content.to_vec();
        let mut appended = Vec::with_capacity(texts.len());
        for (line, text) in texts {
            bytes.push(b'\n');
            appended.push((bytes.len() as u32, *line));
            bytes.extend_from_slice(text);
        }
        Self {
            name: self.name.clone(),
            origin: self.origin.clone(),
            path: self.path.clone(),
            content: bytes.into(),
            appended,
            appended_excerpt: excerpt,
            has_other_breaks: OnceLock::from(self.has_yaml_lines()),
            line_starts: OnceLock::new(),
            character_counts: OnceLock::new(),
            ..*self
        }
    }

    /// How the byte at `offset` is quoted.
    pub fn excerpt(&self, offset: u32) -> Excerpt {
        if self.appended_at(offset).is_some() { self.appended_excerpt } else { self.excerpt }
    }

    /// The appended text that contains the byte at `offset`.
    fn appended_at(&self, offset: u32) -> Option<(u32, u32)> {
        let behind = self.appended.partition_point(|&(start, _)| start <= offset);
        behind.checked_sub(1).map(|at| self.appended[at])
    }

    /// Maps a `span` in an appended text back to the file itself. The line is always known; the column only if the
    /// text appears unchanged in the file. Returns `None` for spans that already are in the file.
    pub(crate) fn own_span(&self, span: Span) -> Option<Span> {
        let (start, first_line) = self.appended_at(span.start)?;
        let bytes = self.bytes();
        let own_end = self.appended.first().map_or(bytes.len(), |(start, _)| *start as usize - 1);
        let from = self.line_start(first_line)?;
        let mut at = from as usize;
        // Search for each line of the text after the previous one.
        for line in bytes[start as usize..].split(|c| *c == b'\n') {
            let offset = line.as_ptr() as usize - bytes.as_ptr() as usize;
            let found = memchr::memmem::find(&bytes[at..own_end], line);
            let here = (offset..=offset + line.len()).contains(&(span.start as usize));
            match found {
                Some(found) if here => {
                    let start = (at + found) as u32 + (span.start - offset as u32);
                    let rest = (offset + line.len()) as u32 - span.start;
                    let length = (span.end - span.start).min(rest);
                    return Some(Span::new(span.file, start, start + length));
                }
                Some(found) => at += found + line.len(),
                None if here => break,
                None => {}
            }
        }
        Some(Span::at(span.file, from))
    }

    /// The name that users know: the path relative to the input it came from.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole content.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// The content as bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.content
    }

    /// The bytes `start..end`, limited to the file.
    pub fn slice(&self, start: u32, end: u32) -> &[u8] {
        let bytes = self.bytes();
        let end = (end as usize).min(bytes.len());
        &bytes[(start as usize).min(end)..end]
    }

    /// Whether lines end as in YAML 1.1, not only at LF.
    fn has_yaml_lines(&self) -> bool {
        self.is_yaml && *self.has_other_breaks.get_or_init(|| has_other_breaks(&self.content))
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let bytes = self.bytes();
            if self.has_yaml_lines() {
                let ends = (0..bytes.len()).filter(|&at| ends_line(bytes, at));
                return std::iter::once(0).chain(ends.map(|at| at as u32 + 1)).collect();
            }
            std::iter::once(0)
                .chain(memchr::memchr_iter(b'\n', bytes).map(|at| at as u32 + 1))
                .collect()
        })
    }

    /// The number of lines that end between two offsets.
    pub fn lines_between(&self, start: u32, end: u32) -> u32 {
        if self.has_yaml_lines() {
            return (self.row(end) - self.row(start)) as u32;
        }
        memchr::memchr_iter(b'\n', self.slice(start, end)).count() as u32
    }

    /// The number of the line that contains the byte at `offset`.
    pub fn line(&self, offset: u32) -> u32 {
        if let Some((start, line)) = self.appended_at(offset) {
            return line + memchr::memchr_iter(b'\n', self.slice(start, offset)).count() as u32;
        }
        self.row(offset) as u32 + 1
    }

    /// The index of the line that contains the byte at `offset`.
    fn row(&self, offset: u32) -> usize {
        self.line_starts().partition_point(|&start| start <= offset) - 1
    }

    /// The 1-based line and column (in Unicode characters) of the byte at `offset`.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let row = self.row(offset);
        let start = self.line_starts()[row];
        let column = if offset.saturating_sub(start) > LONG_LINE {
            self.characters_before(offset) - self.characters_before(start)
        } else {
            characters(self.slice(start, offset))
        };
        (row as u32 + 1, column + 1)
    }

    /// The number of characters before `offset`. A table avoids counting a line of megabytes again for every place in
    /// it.
    fn characters_before(&self, offset: u32) -> u32 {
        let counts = self.character_counts.get_or_init(|| {
            let mut count = 0;
            let blocks = self.bytes().chunks(LONG_LINE as usize).map(|block| {
                let before = count;
                count += characters(block);
                before
            });
            blocks.collect()
        });
        let block = (offset / LONG_LINE).min(counts.len().saturating_sub(1) as u32);
        let before = counts.get(block as usize).copied().unwrap_or(0);
        before + characters(self.slice(block * LONG_LINE, offset))
    }

    /// The number of lines; a final LF starts one more, empty line.
    pub fn line_count(&self) -> u32 {
        self.line_starts().len() as u32
    }

    /// The offset at which the line numbered `line` starts.
    pub fn line_start(&self, line: u32) -> Option<u32> {
        self.line_starts().get(line.checked_sub(1)? as usize).copied()
    }

    /// The text of the line numbered `line` for display, without its line break. Invalid UTF-8 is replaced, and a very
    /// long line is cut.
    pub fn line_text(&self, line: u32) -> String {
        let Some(start) = self.line_start(line) else {
            return String::new();
        };
        let bytes = self.bytes();
        let end = self.line_start(line + 1).map_or(bytes.len(), |next| {
            let next = next as usize;
            // NEL takes two bytes, LS and PS three. A CR before LF is shown.
            let is_break = |&length: &usize| {
                next >= length
                    && bytes[next - 1] != b'\n'
                    && break_length(bytes, next - length, true) == length
            };
            next - (2..=3).find(is_break).unwrap_or(1)
        });
        let line = &bytes[start as usize..end];
        match line.get(..LONGEST_LINE) {
            Some(beginning) => String::from_utf8_lossy(beginning).into_owned() + "...",
            None => String::from_utf8_lossy(line).into_owned(),
        }
    }
}

impl SourceFile {
    /// Like [`line_text`](Self::line_text), with the value at `start..end` masked if it is on that line.
    pub(crate) fn masked_line(&self, line: u32, start: u32, end: u32) -> String {
        let mut text = self.line_text(line);
        let Some(from) = self.line_start(line) else { return text };
        let length = text.len() as u32;
        let (start, end) = (start.saturating_sub(from), end.saturating_sub(from).min(length));
        let (start, end) = (start as usize, end as usize);
        if start < end && text.is_char_boundary(start) && text.is_char_boundary(end) {
            secrets::mask(&mut text, start, end);
        }
        text
    }
}

/// The length of the line break at `at`; 0 if there is none. NEL, LS and PS count only if `all` is set.
#[inline]
pub fn break_length(bytes: &[u8], at: usize, all: bool) -> usize {
    match bytes.get(at) {
        Some(b'\n') => 1,
        Some(b'\r') => 1 + usize::from(bytes.get(at + 1) == Some(&b'\n')),
        Some(0xC2) if all => 2 * usize::from(bytes.get(at + 1) == Some(&0x85)),
        Some(0xE2) if all => {
            3 * usize::from(
                bytes.get(at + 1) == Some(&0x80) && matches!(bytes.get(at + 2), Some(0xA8 | 0xA9)),
            )
        }
        _ => 0,
    }
}

/// True if some line ends with something other than LF.
fn has_other_breaks(bytes: &[u8]) -> bool {
    memchr::memchr3_iter(b'\r', 0xC2, 0xE2, bytes)
        .any(|at| break_length(bytes, at, true) > 0 && bytes.get(at + 1) != Some(&b'\n'))
}

/// True if the byte at `at` is the last of a line break.
fn ends_line(bytes: &[u8], at: usize) -> bool {
    match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        0x85 => at >= 1 && bytes[at - 1] == 0xC2,
        0xA8 | 0xA9 => at >= 2 && bytes[at - 2..at] == [0xE2, 0x80],
        _ => false,
    }
}

/// The maximum number of bytes shown of a line, because a report may quote it many times.
const LONGEST_LINE: usize = 4_000;

/// All files of a run. The table only grows, and threads share it.
#[derive(Debug, Default)]
pub struct Sources {
    files: RwLock<Vec<Arc<SourceFile>>>,
    /// The placeholder for files that were dropped.
    forgotten: Arc<SourceFile>,
}

impl Sources {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `file` and returns its number.
    pub fn add(&self, file: SourceFile) -> FileId {
        let mut files = self.files.write().expect("no thread panics while it adds a file");
        files.push(Arc::new(file));
        FileId(files.len() as u32 - 1)
    }

    /// Drops the text of the file numbered `id`, which no diagnostic may refer to. A run over thousands of valid files
    /// must not keep all of them in memory.
    pub fn forget(&self, id: FileId) {
        let mut files = self.files.write().expect("no thread panics while it adds a file");
        files[id.0 as usize] = Arc::clone(&self.forgotten);
    }

    /// The file numbered `id`, if there is one.
    pub fn find(&self, id: FileId) -> Option<Arc<SourceFile>> {
        let files = self.files.read().expect("no thread panics while it adds a file");
        files.get(id.0 as usize).map(Arc::clone)
    }

    /// The file numbered `id`; `id` must come from this table.
    pub fn get(&self, id: FileId) -> Arc<SourceFile> {
        Arc::clone(
            &self.files.read().expect("no thread panics while it adds a file")[id.0 as usize],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one() {
        let file = SourceFile::new("a.yml", "é: 1\nb: 2\n".as_bytes());
        assert_eq!(file.line_column(0), (1, 1));
        assert_eq!(file.line_column(2), (1, 2));
        assert_eq!(file.line_column(6), (2, 1));
        assert_eq!(file.line_text(2), "b: 2");
        assert_eq!(file.line_count(), 3);
        assert_eq!(file.line_text(3), "");
        assert_eq!(file.line_text(9), "");
    }

    #[test]
    fn yaml_has_more_line_breaks() {
        let text = "a: \"\u{2028}\"\r\nb: \u{85}c\rd\n";
        let file = SourceFile::new("a.yml", text.as_bytes());
        assert_eq!((file.line(text.len() as u32 - 1), file.line_count()), (2, 3));
        let file = file.with_yaml_lines();
        let lines: Vec<String> = (1..=file.line_count()).map(|line| file.line_text(line)).collect();
        assert_eq!(lines, ["a: \"", "\"\r", "b: ", "c", "d", ""]);
        assert_eq!(file.line(text.find('d').unwrap() as u32), 5);
        assert_eq!(SourceFile::new("a.yml", "\n".as_bytes()).line_text(1), "");
        assert_eq!(file.lines_between(0, text.find('b').unwrap() as u32), 2);
    }
}
