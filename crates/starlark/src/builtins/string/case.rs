//! Upper and lower case, and tests of character classes.

use std::borrow::Cow;

use super::receiver;
use crate::args::Args;
use crate::error::Result;
use crate::value::{Text, Value, decode};
use crate::vm::Thread;
use crate::{memory, meter};

/// Maps each character to a single one: `ß` has no upper case.
fn single(mut mapped: impl Iterator<Item = char>, char: char) -> char {
    match (mapped.next(), mapped.next()) {
        (Some(one), None) => one,
        _ => char,
    }
}

fn to_upper(char: char) -> char {
    single(char.to_uppercase(), char)
}

fn to_lower(char: char) -> char {
    single(char.to_lowercase(), char)
}

/// Returns the title case. It is the upper case, except that digraphs capitalize only their first letter, and
/// Georgian has no title case.
fn to_title(char: char) -> char {
    match char {
        '\u{01C4}'..='\u{01C6}' => '\u{01C5}',
        '\u{01C7}'..='\u{01C9}' => '\u{01C8}',
        '\u{01CA}'..='\u{01CC}' => '\u{01CB}',
        '\u{01F1}'..='\u{01F3}' => '\u{01F2}',
        '\u{10D0}'..='\u{10FA}' | '\u{10FD}'..='\u{10FF}' => char,
        _ => to_upper(char),
    }
}

/// Whether the character is in title case and differs from its upper case.
fn is_title(char: char) -> bool {
    to_title(char) == char && to_upper(char) != char
}

/// Maps every character. Invalid bytes stay unchanged.
fn map(text: &Text, mut change: impl FnMut(char) -> char) -> Result<Text> {
    // Mapping a character takes several times as long as reading a byte.
    meter::work(text.len() / 8)?;
    memory::reserve(text.len())?;
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((char, width)) = decode(rest) {
        if char == char::REPLACEMENT_CHARACTER && width == 1 {
            out.push(rest[0]);
        } else {
            out.extend_from_slice(change(char).encode_utf8(&mut [0; 4]).as_bytes());
        }
        rest = &rest[width..];
    }
    Ok(out.into())
}

pub(super) fn upper(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.none()?;
    map(receiver(this)?, to_upper).map(Value::Str)
}

pub(super) fn lower(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.none()?;
    map(receiver(this)?, to_lower).map(Value::Str)
}

pub(super) fn capitalize(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.none()?;
    let mut first = true;
    let text = map(receiver(this)?, |char| {
        if std::mem::take(&mut first) { to_title(char) } else { to_lower(char) }
    })?;
    Ok(Value::Str(text))
}

pub(super) fn title(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.none()?;
    let mut in_word = false;
    let text = map(receiver(this)?, |char| {
        let mapped = if in_word { to_lower(char) } else { to_title(char) };
        in_word = char.is_alphabetic();
        mapped
    })?;
    Ok(Value::Str(text))
}

/// Returns the string of `this` for processing by character.
fn characters(this: &Value) -> Result<Cow<'_, str>> {
    let text = receiver(this)?;
    meter::work(text.len() / 8)?;
    Ok(text.to_lossy())
}

/// Whether there are characters and all pass the test.
fn every(this: &Value, args: Args<'_>, test: impl Fn(char) -> bool) -> Result<Value> {
    args.none()?;
    let text = characters(this)?;
    Ok(Value::Bool(!text.is_empty() && text.chars().all(test)))
}

pub(super) fn isalnum(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    every(this, args, |char| char.is_alphabetic() || is_digit(char))
}

pub(super) fn isalpha(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    every(this, args, char::is_alphabetic)
}

pub(super) fn isdigit(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    every(this, args, is_digit)
}

/// Whether it is a decimal digit of any script, not a fraction or superscript.
fn is_digit(char: char) -> bool {
    char.is_ascii_digit()
        || (!char.is_ascii()
            && char.is_numeric()
            && !char.is_alphabetic()
            && !matches!(char as u32, 0xB2 | 0xB3 | 0xB9 | 0xBC..=0xBE | 0x2070..=0x218B | 0x2460..=0x24FF
                | 0x2776..=0x2793 | 0x3192..=0x3195 | 0x3220..=0x3229 | 0x3248..=0x324F | 0x3251..=0x325F
                | 0x3280..=0x3289 | 0x32B1..=0x32BF))
}

pub(super) fn isspace(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    every(this, args, char::is_whitespace)
}

fn has_case(text: &str) -> bool {
    text.chars().any(|char| to_upper(char) != char || to_lower(char) != char)
}

pub(super) fn islower(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.none()?;
    let text = characters(this)?;
    Ok(Value::Bool(has_case(&text) && text.chars().all(|char| to_lower(char) == char)))
}

pub(super) fn isupper(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.none()?;
    let text = characters(this)?;
    Ok(Value::Bool(has_case(&text) && text.chars().all(|char| to_upper(char) == char)))
}

pub(super) fn istitle(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.none()?;
    let (mut after_cased, mut any) = (false, false);
    for char in characters(this)?.chars() {
        let is_upper = char.is_ascii_uppercase() || is_title(char);
        let is_lower = char.is_lowercase();
        // As in the reference, capitals beyond ASCII never count as the start of a word.
        let is_other_capital = char.is_uppercase() && !is_upper;
        if is_other_capital || is_upper && after_cased || is_lower && !after_cased {
            return Ok(Value::Bool(false));
        }
        after_cased = is_upper || is_lower;
        any |= after_cased;
    }
    Ok(Value::Bool(any))
}
