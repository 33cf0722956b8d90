//! Splits a piece of code into words, for syntax highlighting.

use std::ops::Range;

use super::{
    lexer::lex,
    segment::Segment,
    token::{Kind, keyword},
};
use crate::dialect::Dialect;

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// A keyword of the language.
    Keyword,
    /// A name.
    Name,
    /// A number.
    Number,
    /// A string, with its quotes.
    String,
    /// An operator or punctuation mark.
    Sign,
}

/// A word and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its kind.
    pub kind: WordKind,
    /// Its position.
    pub place: Range<u32>,
}

/// Returns the words of the code at `range` of `text`, up to the first error.
pub fn words(text: &[u8], range: Range<u32>, dialect: &Dialect) -> Vec<Word> {
    let tokens = lex(text, &[Segment::Code(range)], dialect).list;
    let read = |token: super::token::Token| {
        let kind = match token.kind {
            Kind::Eof
            | Kind::Newline
            | Kind::Indent
            | Kind::Dedent
            | Kind::Illegal
            | Kind::Error
            | Kind::Host
            | Kind::OperandEnd
            | Kind::ImplicitEnd => return None,
            Kind::Ident => WordKind::Name,
            Kind::Int | Kind::Float => WordKind::Number,
            Kind::Str | Kind::Bytes => WordKind::String,
            Kind::End => WordKind::Keyword,
            kind if kind.is_keyword() || kind == Kind::NotIn => WordKind::Keyword,
            _ => WordKind::Sign,
        };
        Some(Word { kind, place: token.start..token.end })
    };
    tokens.into_iter().filter_map(read).collect()
}

/// Whether `word` is a keyword, which cannot be a name.
pub fn is_keyword(word: &str) -> bool {
    word == "end" || keyword(word.as_bytes()).is_some()
}
