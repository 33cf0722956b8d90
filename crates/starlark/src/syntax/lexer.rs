//! Splits bytes into tokens, in place: the segments of a program are read where they are in the file.

use crate::dialect::{Blocks, Dialect};
use crate::value::{Text, Value};

use super::fault::Fault;
use super::literal;
use super::segment::{Operand, Segment};
use super::token::{Kind, Token, keyword};

/// The tokens read so far, and the values of their literals.
#[derive(Default)]
pub(crate) struct Tokens {
    pub(crate) list: Vec<Token>,
    pub(crate) numbers: Vec<Value>,
    pub(crate) strings: Vec<Text>,
    /// What is wrong at the `Error` token, which is then the last.
    pub(crate) error: Option<Fault>,
}

/// Reads all segments. An error ends the tokens, so that errors before it are reported first.
pub(crate) fn lex(text: &[u8], segments: &[Segment], dialect: &Dialect) -> Tokens {
    let mut lexer = Lexer::new(text, segments, dialect);
    while !lexer.is_done {
        lexer.more();
    }
    lexer.out
}

/// Reads a program segment by segment, because a large template has too many tokens to keep.
pub(crate) struct Lexer<'a> {
    text: &'a [u8],
    segments: &'a [Segment],
    /// The index of the segment after the current one.
    segment: usize,
    at: usize,
    end: usize,
    /// The number of open brackets.
    depth: usize,
    indents: Vec<usize>,
    dialect: &'a Dialect,
    /// Whether no token of the current line has been read yet.
    line_start: bool,
    /// Whether the last token has been read.
    pub(crate) is_done: bool,
    pub(crate) out: Tokens,
}

/// The number of tokens that are read ahead.
pub(super) const AHEAD: usize = 256;

/// Whether the byte can be part of a word.
fn is_word_byte(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | 0x80..)
}

type Lexed = Result<(), Fault>;

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a [u8], segments: &'a [Segment], dialect: &'a Dialect) -> Self {
        // A segment is a short line, most often.
        let tokens = (6 * segments.len()).min(AHEAD);
        Self {
            text,
            segments,
            segment: 0,
            at: 0,
            end: 0,
            depth: 0,
            indents: vec![0],
            dialect,
            line_start: true,
            is_done: false,
            out: Tokens { list: Vec::with_capacity(tokens), ..Tokens::default() },
        }
    }

    /// Reads one more segment, or what comes after the last one.
    pub(crate) fn more(&mut self) {
        let Some(segment) = self.segments.get(self.segment) else {
            self.finish();
            return;
        };
        if let Err(fault) = self.segment(segment) {
            let at = self.at.min(self.text.len()) as u32;
            self.out.list.push(Token { kind: Kind::Error, start: at, end: at, payload: 0 });
            self.out.error = Some(fault);
            self.is_done = true;
        }
    }

    fn segment(&mut self, segment: &Segment) -> Lexed {
        self.segment += 1;
        match segment {
            Segment::Code(range) | Segment::Continued(range) => {
                self.at = range.start as usize;
                self.end = (range.end as usize).min(self.text.len());
                self.code()?;
                let joined = matches!(self.segments.get(self.segment), Some(Segment::Continued(_)));
                if self.depth == 0 && !joined {
                    self.newline(self.at, self.at);
                }
            }
            Segment::Host { span, operands, .. } => {
                let (start, end) = (span.start as usize, span.end as usize);
                self.at = start;
                if self.depth == 0 {
                    self.newline(start, start);
                }
                self.push(Kind::Host, start, end, self.segment as u32 - 1);
                for operand in operands {
                    self.operand(operand)?;
                }
                self.at = end;
                // It is complete, and needs no token to end its line.
                self.line_start = true;
            }
            Segment::End => {
                self.newline(self.at, self.at);
                self.push(Kind::ImplicitEnd, self.at, self.at, 0);
                self.line_start = true;
            }
        }
        Ok(())
    }

    fn finish(&mut self) {
        if self.depth == 0 {
            self.newline(self.at, self.at);
        }
        if self.dialect.blocks == Blocks::Indented {
            for _ in 1..self.indents.len() {
                self.push(Kind::Dedent, self.at, self.at, 0);
            }
        }
        self.push(Kind::Eof, self.at, self.at, 0);
        self.is_done = true;
    }

    /// Reads an operand as if it were in brackets. A comment on its last line would swallow the closing bracket.
    fn operand(&mut self, operand: &Operand) -> Lexed {
        let (Operand::Value(range) | Operand::Arguments(range)) = operand;
        let depth = std::mem::replace(&mut self.depth, 1);
        self.at = range.start as usize;
        self.end = (range.end as usize).min(self.text.len());
        self.code()?;
        self.push(Kind::OperandEnd, self.at, self.at, 0);
        self.depth = depth;
        self.line_start = true;
        Ok(())
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize, payload: u32) {
        self.out.list.push(Token { kind, start: start as u32, end: end as u32, payload });
        self.line_start = false;
    }

    /// Ends the line, unless it is empty.
    fn newline(&mut self, start: usize, end: usize) {
        if !self.line_start {
            self.push(Kind::Newline, start, end, 0);
        }
        self.line_start = true;
    }

    fn byte(&self) -> Option<u8> {
        (self.at < self.end).then(|| self.text[self.at])
    }

    fn ahead(&self, by: usize) -> Option<u8> {
        (self.at + by < self.end).then(|| self.text[self.at + by])
    }

    /// Reads to the end of the segment.
    fn code(&mut self) -> Lexed {
        if self.line_start && self.depth == 0 {
            self.indentation()?;
        }
        while let Some(byte) = self.byte() {
            match byte {
                b' ' | b'\t' => self.at += 1,
                b'\n' | b'\r' => {
                    let start = self.at;
                    self.line_break();
                    if self.depth == 0 {
                        self.newline(start, self.at);
                        self.indentation()?;
                    }
                }
                b'#' => {
                    let start = self.at;
                    self.skip_comment();
                    if self.in_operand() && self.at == self.end {
                        self.at = start;
                        return Err(Fault::Comment);
                    }
                }
                b'\\' => {
                    self.at += 1;
                    match self.byte() {
                        Some(b'\n' | b'\r') => self.line_break(),
                        None if self.next_code() => {}
                        _ => return Err(Fault::Backslash),
                    }
                }
                _ => self.token(byte)?,
            }
        }
        Ok(())
    }

    /// Skips a line break of any of the three kinds.
    fn line_break(&mut self) {
        let crlf = self.byte() == Some(b'\r') && self.ahead(1) == Some(b'\n');
        self.at += if crlf { 2 } else { 1 };
    }

    fn skip_comment(&mut self) {
        let rest = &self.text[self.at..self.end];
        self.at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    }

    /// Continues in the next segment if it is code.
    fn next_code(&mut self) -> bool {
        self.code_after(0)
    }

    /// Continues in the next segment that is code, skipping those of the host.
    fn next_code_anywhere(&mut self) -> bool {
        let of_host = |segment: &&Segment| matches!(segment, Segment::Host { .. } | Segment::End);
        self.code_after(self.segments[self.segment..].iter().take_while(of_host).count())
    }

    /// Continues in the segment after the next `passed` ones, if it is code.
    fn code_after(&mut self, passed: usize) -> bool {
        let Some(Segment::Code(range) | Segment::Continued(range)) =
            self.segments.get(self.segment + passed)
        else {
            return false;
        };
        if self.in_operand() {
            return false;
        }
        self.segment += passed + 1;
        self.at = range.start as usize;
        self.end = (range.end as usize).min(self.text.len());
        true
    }

    /// Continues in the next segment if it continues the word at the end of this one.
    fn next_part_of_word(&mut self) -> bool {
        let Some(Segment::Continued(range)) = self.segments.get(self.segment) else {
            return false;
        };
        let first = self.text.get(range.start as usize).filter(|_| !range.is_empty());
        self.at == self.end && first.is_some_and(|&byte| is_word_byte(byte)) && self.next_code()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// Measures the indentation of a line that is not empty.
    fn indentation(&mut self) -> Lexed {
        if self.dialect.blocks == Blocks::End {
            return Ok(());
        }
        loop {
            let mut column = 0;
            while let Some(byte @ (b' ' | b'\t')) = self.byte() {
                column = if byte == b' ' { column + 1 } else { column / 8 * 8 + 8 };
                self.at += 1;
            }
            match self.byte() {
                None => return Ok(()),
                Some(b'#') => self.skip_comment(),
                Some(b'\n' | b'\r') => self.line_break(),
                Some(_) => return self.indent_to(column),
            }
        }
    }

    fn indent_to(&mut self, column: usize) -> Lexed {
        let at = self.at;
        let current = self.indents.last().copied().unwrap_or(0);
        if column > current {
            self.indents.push(column);
            self.push(Kind::Indent, at, at, 0);
        }
        while self.indents.last().is_some_and(|&indent| column < indent) {
            self.indents.pop();
            self.push(Kind::Dedent, at, at, 0);
            if self.indents.last().is_some_and(|&indent| column > indent) {
                return Err("unindent does not match any outer indentation level".into());
            }
        }
        self.line_start = true;
        Ok(())
    }

    fn token(&mut self, byte: u8) -> Lexed {
        match byte {
            b'"' | b'\'' => self.string(self.at, false, false),
            b'0'..=b'9' => self.number(),
            b'.' if self.ahead(1).is_some_and(|b| b.is_ascii_digit()) => self.number(),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => self.word(),
            _ => self.punctuation(byte),
        }
    }

    fn word(&mut self) -> Lexed {
        let start = self.at;
        loop {
            let rest = &self.text[self.at..self.end];
            self.at += rest.iter().position(|byte| !is_word_byte(*byte)).unwrap_or(rest.len());
            if !self.next_part_of_word() {
                break;
            }
        }
        let word = &self.text[start..self.at];
        if let Some(b'"' | b'\'') = self.byte() {
            match word {
                b"r" => return self.string(start, true, false),
                b"b" if self.dialect.extensions => return self.string(start, false, true),
                b"rb" | b"br" if self.dialect.extensions => return self.string(start, true, true),
                _ => {}
            }
        }
        if !word.is_ascii() {
            let text = String::from_utf8_lossy(word);
            let bad = text.chars().find(|c| !c.is_alphanumeric() && *c != '_');
            if let Some(bad) = bad {
                self.at = start;
                return Err(Fault::Character(bad));
            }
        }
        let kind = match keyword(word) {
            Some(kind) => kind,
            None if word == b"end" && self.dialect.blocks == Blocks::End => Kind::End,
            None => Kind::Ident,
        };
        if kind == Kind::In
            && let Some(last) = self.out.list.last_mut()
            && last.kind == Kind::Not
        {
            last.kind = Kind::NotIn;
            last.end = self.at as u32;
            return Ok(());
        }
        self.push(kind, start, self.at, 0);
        Ok(())
    }

    fn number(&mut self) -> Lexed {
        let start = self.at;
        let radix_prefix = self.byte() == Some(b'0')
            && matches!(self.ahead(1), Some(b'x' | b'X' | b'o' | b'O' | b'b' | b'B'));
        let mut is_float = false;
        if radix_prefix {
            let hex = matches!(self.ahead(1), Some(b'x' | b'X'));
            self.at += 2;
            while self
                .byte()
                .is_some_and(|b| if hex { b.is_ascii_hexdigit() } else { b.is_ascii_digit() })
            {
                self.at += 1;
            }
        } else {
            self.digits();
            if self.byte() == Some(b'.') {
                is_float = true;
                self.at += 1;
                self.digits();
            }
            if let Some(b'e' | b'E') = self.byte() {
                is_float = true;
                self.at += 1;
                if let Some(b'+' | b'-') = self.byte() {
                    self.at += 1;
                }
                if !self.byte().is_some_and(|b| b.is_ascii_digit()) {
                    return Err("invalid float literal".into());
                }
                self.digits();
            }
        }
        let text = String::from_utf8_lossy(&self.text[start..self.at]);
        let (kind, value) = if is_float {
            (Kind::Float, literal::float(&text).map(Value::Float)?)
        } else {
            (Kind::Int, literal::int(&text)?)
        };
        self.out.numbers.push(value);
        self.push(kind, start, self.at, self.out.numbers.len() as u32 - 1);
        Ok(())
    }

    fn digits(&mut self) {
        while self.byte().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
    }

    /// Reads a string literal whose opening quote is next; `start` is the start of its prefix.
    fn string(&mut self, start: usize, raw: bool, bytes: bool) -> Lexed {
        let quote = self.text[self.at];
        let triple = self.ahead(1) == Some(quote) && self.ahead(2) == Some(quote);
        self.at += if triple { 3 } else { 1 };
        if !triple {
            // Most strings end on their line and have no escapes: they are taken as they are.
            let rest = &self.text[self.at..self.end];
            let is_special = |&b: &u8| b == quote || matches!(b, b'\n' | b'\r' | b'\\');
            if let Some(length) = rest.iter().position(is_special)
                && rest[length] == quote
            {
                self.out.strings.push(Text::from(&rest[..length]));
                self.at += length + 1;
                return self.end_string(start, bytes);
            }
        }
        let mut content = Vec::new();
        let mut has_escapes = false;
        loop {
            let Some(byte) = self.byte() else {
                // The line ended. A triple-quoted string continues in the next line of code. Host statements in
                // between are part of the string and are not executed.
                if triple && self.next_code_anywhere() {
                    content.push(b'\n');
                    self.skip_blanks();
                    continue;
                }
                self.at = start;
                let is_cut = "unexpected EOF in string";
                return Err(if triple { is_cut.into() } else { Fault::OpenString });
            };
            match byte {
                _ if byte == quote => {
                    if !triple {
                        self.at += 1;
                        break;
                    }
                    if self.ahead(1) == Some(quote) && self.ahead(2) == Some(quote) {
                        self.at += 3;
                        break;
                    }
                    content.push(byte);
                    self.at += 1;
                }
                b'\n' | b'\r' => {
                    if !triple {
                        self.at = start;
                        return Err(Fault::OpenString);
                    }
                    self.line_break();
                    content.push(b'\n');
                    if self.dialect.trims_string_lines {
                        self.skip_blanks();
                    }
                }
                b'\\' => {
                    has_escapes = true;
                    content.push(b'\\');
                    self.at += 1;
                    match self.byte() {
                        Some(b'\n' | b'\r') => {
                            self.line_break();
                            content.push(b'\n');
                        }
                        Some(escaped) => {
                            content.push(escaped);
                            self.at += 1;
                        }
                        None if self.next_code() => content.push(b'\n'),
                        None => {}
                    }
                }
                _ => {
                    // Take everything up to the next significant byte at once.
                    let rest = &self.text[self.at..self.end];
                    let plain = rest
                        .iter()
                        .position(|&b| b == quote || matches!(b, b'\n' | b'\r' | b'\\'))
                        .unwrap_or(rest.len());
                    content.extend_from_slice(&rest[..plain]);
                    self.at += plain;
                }
            }
        }
        if has_escapes && !raw {
            content = literal::unescape(&content, self.dialect.unicode_escapes, bytes)
                .inspect_err(|_| self.at = start)?;
        }
        self.out.strings.push(content.into());
        self.end_string(start, bytes)
    }

    /// Adds the token of the string that was read last.
    #[expect(clippy::unnecessary_wraps, reason = "it ends functions that may fail")]
    fn end_string(&mut self, start: usize, bytes: bool) -> Lexed {
        let kind = if bytes { Kind::Bytes } else { Kind::Str };
        self.push(kind, start, self.at, self.out.strings.len() as u32 - 1);
        Ok(())
    }

    fn punctuation(&mut self, byte: u8) -> Lexed {
        let start = self.at;
        let next = self.ahead(1);
        let after = self.ahead(2);
        let (kind, width) = match (byte, next, after) {
            (b'/', Some(b'/'), Some(b'=')) => (Kind::SlashSlashEq, 3),
            (b'<', Some(b'<'), Some(b'=')) => (Kind::LtLtEq, 3),
            (b'>', Some(b'>'), Some(b'=')) => (Kind::GtGtEq, 3),
            (b'/', Some(b'/'), _) => (Kind::SlashSlash, 2),
            (b'<', Some(b'<'), _) => (Kind::LtLt, 2),
            (b'>', Some(b'>'), _) => (Kind::GtGt, 2),
            (b'*', Some(b'*'), _) => (Kind::StarStar, 2),
            (b'+', Some(b'='), _) => (Kind::PlusEq, 2),
            (b'-', Some(b'='), _) => (Kind::MinusEq, 2),
            (b'*', Some(b'='), _) => (Kind::StarEq, 2),
            (b'/', Some(b'='), _) => (Kind::SlashEq, 2),
            (b'%', Some(b'='), _) => (Kind::PercentEq, 2),
            (b'&', Some(b'='), _) => (Kind::AmpEq, 2),
            (b'|', Some(b'='), _) => (Kind::PipeEq, 2),
            (b'^', Some(b'='), _) => (Kind::CaretEq, 2),
            (b'<', Some(b'='), _) => (Kind::Le, 2),
            (b'>', Some(b'='), _) => (Kind::Ge, 2),
            (b'=', Some(b'='), _) => (Kind::EqEq, 2),
            (b'!', Some(b'='), _) => (Kind::NotEq, 2),
            (b'+', ..) => (Kind::Plus, 1),
            (b'-', ..) => (Kind::Minus, 1),
            (b'*', ..) => (Kind::Star, 1),
            (b'/', ..) => (Kind::Slash, 1),
            (b'%', ..) => (Kind::Percent, 1),
            (b'&', ..) => (Kind::Amp, 1),
            (b'|', ..) => (Kind::Pipe, 1),
            (b'^', ..) => (Kind::Caret, 1),
            (b'~', ..) => (Kind::Tilde, 1),
            (b'.', ..) => (Kind::Dot, 1),
            (b',', ..) => (Kind::Comma, 1),
            (b'=', ..) => (Kind::Assign, 1),
            (b';', ..) => (Kind::Semi, 1),
            (b':', ..) => (Kind::Colon, 1),
            (b'<', ..) => (Kind::Lt, 1),
            (b'>', ..) => (Kind::Gt, 1),
            (b'(', ..) => (Kind::LParen, 1),
            (b'[', ..) => (Kind::LBracket, 1),
            (b'{', ..) => (Kind::LBrace, 1),
            (b')', ..) => (Kind::RParen, 1),
            (b']', ..) => (Kind::RBracket, 1),
            (b'}', ..) => (Kind::RBrace, 1),
            _ => return Err(Fault::Character(byte as char)),
        };
        match kind {
            Kind::LParen | Kind::LBracket | Kind::LBrace => self.depth += 1,
            Kind::RParen | Kind::RBracket | Kind::RBrace => {
                let floor = usize::from(self.in_operand());
                if self.depth <= floor {
                    return Err(Fault::Bracket(byte as char));
                }
                self.depth -= 1;
            }
            _ => {}
        }
        self.at += width;
        self.push(kind, start, self.at, 0);
        Ok(())
    }

    /// Whether the current bytes are an operand of a host statement.
    fn in_operand(&self) -> bool {
        self.segment > 0 && matches!(self.segments[self.segment - 1], Segment::Host { .. })
    }
}
