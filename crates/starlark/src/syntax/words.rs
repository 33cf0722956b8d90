//! The words of a piece of code, for those who show it.

use std::ops::Range;

use super::{
    lexer::lex,
    segment::Segment,
    token::{Kind, keyword},
};
use crate::dialect::Dialect;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// A word of the language.
    Keyword,
    /// A name.
    Name,
    /// A number.
    Number,
    /// A string, with its quotes.
    String,
    /// A sign.
    Sign,
}

/// A word and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// What it is.
    pub kind: WordKind,
    /// Where it is.
    pub place: Range<u32>,
}

/// The words of the code at `range` of `text`, up to the first thing that is no word.
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

/// Whether `word` belongs to the language and can be no name.
pub fn is_keyword(word: &str) -> bool {
    word == "end" || keyword(word.as_bytes()).is_some()
}
