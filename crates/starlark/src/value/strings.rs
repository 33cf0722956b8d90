//! Iterable views of strings, and byte strings.

use super::{HostRef, HostValue, Text, Value};
use crate::dialect::Dialect;
use crate::error::{Error, Result};
use crate::memory;
use crate::vm::{SliceBounds, slice};

/// The pieces of a string that a view yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// `.elems()`: strings of one byte.
    Elems,
    /// `.elem_ords()`: bytes as numbers.
    ElemOrds,
    /// `.codepoints()`: strings of one character.
    Codepoints,
    /// `.codepoint_ords()`: characters as numbers.
    CodepointOrds,
}

impl View {
    fn method(self) -> &'static str {
        match self {
            View::Elems => "elems",
            View::ElemOrds => "elem_ords",
            View::Codepoints => "codepoints",
            View::CodepointOrds => "codepoint_ords",
        }
    }

    fn bytewise(self) -> bool {
        matches!(self, View::Elems | View::ElemOrds)
    }
}

/// The result of `"abc".elems()` and similar methods: iterable, and indexable if the pieces are bytes.
pub(crate) struct StringView {
    pub(crate) text: Text,
    pub(crate) view: View,
    /// Whether it behaves as in templates: an invalid byte is returned unchanged rather than as U+FFFD, and the
    /// type's name does not start with `string.`.
    pub(crate) early: bool,
}

impl StringView {
    fn byte(&self, byte: u8) -> Value {
        match self.view {
            View::Elems => Value::str(&[byte][..]),
            _ => Value::Int(i64::from(byte)),
        }
    }
}

/// Decodes the first character of `bytes`, with its length. An invalid byte is U+FFFD of length one.
pub(crate) fn decode(bytes: &[u8]) -> Option<(char, usize)> {
    let first = *bytes.first()?;
    if first < 0x80 {
        return Some((first as char, 1));
    }
    let width = match first {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 1,
    };
    let char = bytes.get(..width).and_then(|piece| std::str::from_utf8(piece).ok());
    match char.and_then(|text| text.chars().next()) {
        Some(char) => Some((char, width)),
        None => Some((char::REPLACEMENT_CHARACTER, 1)),
    }
}

impl HostValue for StringView {
    fn type_name(&self) -> &'static str {
        match (self.view.bytewise(), self.early) {
            (true, true) => "elems",
            (true, false) => "string.elems",
            (false, true) => "codepoints",
            (false, false) => "string.codepoints",
        }
    }

    fn iterate(&self) -> Option<Box<dyn Iterator<Item = Value>>> {
        let text = self.text.clone();
        let this = StringView { text, view: self.view, early: self.early };
        let mut at = 0;
        Some(Box::new(std::iter::from_fn(move || {
            let rest = &this.text.as_bytes()[at..];
            if this.view.bytewise() {
                let byte = *rest.first()?;
                at += 1;
                return Some(this.byte(byte));
            }
            let (char, width) = decode(rest)?;
            at += width;
            Some(match this.view {
                View::CodepointOrds => Value::Int(i64::from(u32::from(char))),
                _ if this.early => Value::Str(this.text.slice(at - width..at)),
                _ => Value::str(char),
            })
        })))
    }

    fn len(&self) -> Option<usize> {
        self.view.bytewise().then(|| self.text.len())
    }

    fn index(&self, key: &Value) -> Result<Value> {
        if !self.view.bytewise() {
            let (this, key) = (self.type_name(), key.type_name());
            return Err(Error::new(format!("unhandled index operation {this}[{key}]")));
        }
        let at = super::number::index(key, self.text.len(), self.type_name())?;
        Ok(self.byte(self.text.as_bytes()[at]))
    }

    fn repr(&self) -> String {
        format!("{}.{}()", Value::Str(self.text.clone()).to_repr(), self.view.method())
    }
}

/// A byte string of the standard dialect, `b"..."`.
pub(crate) struct Bytes(pub(crate) Text);

impl HostValue for Bytes {
    fn type_name(&self) -> &'static str {
        "bytes"
    }

    fn attr(&self, name: &str) -> Result<Option<Value>> {
        let text = self.0.clone();
        Ok((name == "elems").then(|| {
            Value::native("elems", move |_, args| {
                args.none()?;
                Ok(Value::host(BytesElems(text.clone())))
            })
        }))
    }

    fn attr_names(&self) -> Vec<Text> {
        vec!["elems".into()]
    }

    fn len(&self) -> Option<usize> {
        Some(self.0.len())
    }

    fn truth(&self) -> bool {
        !self.0.is_empty()
    }

    fn index(&self, key: &Value) -> Result<Value> {
        let at = super::number::index(key, self.0.len(), "bytes")?;
        Ok(Value::host(Bytes(self.0.slice(at..at + 1))))
    }

    fn slice(&self, start: &Value, stop: &Value, step: &Value) -> Result<Value> {
        let bounds = SliceBounds { start, stop, step };
        let Value::Str(text) = slice(&Value::Str(self.0.clone()), bounds, &Dialect::standard())?
        else {
            return Err(Error::new("invalid slice of bytes"));
        };
        Ok(Value::host(Bytes(text)))
    }

    fn contains(&self, key: &Value) -> Result<Option<bool>> {
        let bytes = self.0.as_bytes();
        if let Some(needle) = key.downcast::<Bytes>() {
            return Ok(Some(memchr::memmem::find(bytes, needle.0.as_bytes()).is_some()));
        }
        match key {
            Value::Int(byte) => u8::try_from(*byte)
                .map(|byte| Some(bytes.contains(&byte)))
                .map_err(|_| Error::new(format!("int in bytes: {byte} out of range"))),
            _ => Err(Error::new(format!(
                "'in bytes' requires bytes or int as left operand, not {}",
                key.type_name()
            ))),
        }
    }

    fn equals(&self, other: &HostRef) -> Result<Option<bool>> {
        Ok(Some(other.downcast::<Bytes>().is_some_and(|other| other.0 == self.0)))
    }

    fn compare(&self, other: &HostRef) -> Result<Option<std::cmp::Ordering>> {
        Ok(other.downcast::<Bytes>().map(|other| self.0.cmp(&other.0)))
    }

    fn hash_key(&self) -> Result<u64> {
        Value::Str(self.0.clone()).hash_key()
    }

    fn binary(
        &self,
        op: crate::syntax::BinaryOp,
        other: &Value,
        side: super::Side,
    ) -> Result<Option<Value>> {
        use crate::syntax::BinaryOp;
        Ok(match (op, other) {
            (BinaryOp::Add, _) => match other.downcast::<Bytes>() {
                Some(other) if side == super::Side::Left => {
                    memory::reserve(self.0.len() + other.0.len())?;
                    Some(Value::host(Bytes(self.0.concat(&other.0))))
                }
                _ => None,
            },
            (BinaryOp::Mul, Value::Int(_) | Value::BigInt(_)) => {
                let times = crate::vm::repeat_count(self.0.len(), other)?;
                memory::reserve(self.0.len() * times)?;
                Some(Value::host(Bytes(self.0.as_bytes().repeat(times).into())))
            }
            _ => None,
        })
    }

    fn repr(&self) -> String {
        let mut out = String::from("b");
        crate::format::quote(self.0.as_bytes(), &mut out);
        out
    }

    fn str(&self) -> String {
        replace_invalid(self.0.as_bytes())
    }
}

/// Returns the text with U+FFFD for every invalid byte.
pub(crate) fn replace_invalid(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((char, width)) = decode(rest) {
        text.push(char);
        rest = &rest[width..];
    }
    text
}

/// The result of `b"abc".elems()`: the bytes as numbers.
struct BytesElems(Text);

impl HostValue for BytesElems {
    fn type_name(&self) -> &'static str {
        "bytes.elems"
    }

    fn iterate(&self) -> Option<Box<dyn Iterator<Item = Value>>> {
        let bytes = self.0.clone();
        let byte = move |at| Value::Int(i64::from(bytes.as_bytes()[at]));
        Some(Box::new((0..self.0.len()).map(byte)))
    }

    fn len(&self) -> Option<usize> {
        Some(self.0.len())
    }

    fn index(&self, key: &Value) -> Result<Value> {
        let at = super::number::index(key, self.0.len(), self.type_name())?;
        Ok(Value::Int(i64::from(self.0.as_bytes()[at])))
    }

    fn repr(&self) -> String {
        format!("{}.elems()", Bytes(self.0.clone()).repr())
    }
}
