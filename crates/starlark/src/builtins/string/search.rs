//! String methods that find and replace.

use std::ops::Range;

use memchr::memmem;

use super::{receiver, sought};
use crate::args::{Args, optional, required};
use crate::error::{About, Error, Result};
use crate::value::{Text, Value};
use crate::vm::Thread;
use crate::{memory, meter};

/// Returns the range that optional start and end arguments select.
fn window(len: usize, start: Option<&Value>, end: Option<&Value>) -> Result<Range<usize>> {
    let bound = |value: Option<&Value>, name: &str, default: usize| -> Result<usize> {
        match value {
            None | Some(Value::None) => Ok(default),
            Some(value) => {
                let at: i64 = optional(Some(value), name)?.unwrap_or(0);
                let at = if at < 0 { at.saturating_add(len as i64).max(0) } else { at };
                Ok((at as usize).min(len))
            }
        }
    };
    let start = bound(start, "start", 0)?;
    let end = bound(end, "end", len)?;
    Ok(start..end.max(start))
}

fn locate(this: &Value, args: Args<'_>, last: bool) -> Result<Option<usize>> {
    args.no_keywords()?;
    let [sub, start, end] = args.by_place(1)?;
    let sub: &Text = required(sub, "1")?;
    sought(sub)?;
    let text = receiver(this)?.as_bytes();
    let window = window(text.len(), start, end)?;
    let offset = window.start;
    let found = if last {
        memmem::rfind(&text[window], sub.as_bytes())
    } else {
        memmem::find(&text[window], sub.as_bytes())
    };
    Ok(found.map(|at| at + offset))
}

fn position(found: Option<usize>) -> Value {
    found.map_or(Value::Int(-1), Value::from)
}

pub(super) fn find(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    locate(this, args, false).map(position)
}

pub(super) fn rfind(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    locate(this, args, true).map(position)
}

fn missing() -> Error {
    Error::new("substring not found").about(About::MissingText)
}

pub(super) fn index(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    locate(this, args, false)?.map(Value::from).ok_or_else(missing)
}

pub(super) fn rindex(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    locate(this, args, true)?.map(Value::from).ok_or_else(missing)
}

pub(super) fn count(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.no_keywords()?;
    let [sub, start, end] = args.by_place(1)?;
    let sub: &Text = required(sub, "1")?;
    sought(sub)?;
    let text = receiver(this)?;
    let window = window(text.len(), start, end)?;
    let part = text.slice(window);
    if sub.is_empty() {
        return Ok(Value::from(part.to_lossy().chars().count() + 1));
    }
    let found = memmem::find_iter(part.as_bytes(), sub.as_bytes()).count();
    meter::work(found / 4)?;
    Ok(Value::from(found))
}

fn affix(this: &Value, args: Args<'_>, test: fn(&[u8], &[u8]) -> bool) -> Result<Value> {
    args.no_keywords()?;
    let [affix, start, end] = args.by_place(1)?;
    let text = receiver(this)?.as_bytes();
    let part = &text[window(text.len(), start, end)?];
    match required::<&Value>(affix, "1")? {
        Value::Str(affix) => Ok(Value::Bool(test(part, affix.as_bytes()))),
        Value::Tuple(choices) => {
            for (at, choice) in choices.iter().enumerate() {
                let Value::Str(affix) = choice else {
                    let kind = choice.type_name();
                    return Err(Error::new(format!("want string, got {kind}, for element {at}")));
                };
                if test(part, affix.as_bytes()) {
                    return Ok(Value::Bool(true));
                }
            }
            Ok(Value::Bool(false))
        }
        other => {
            let kind = other.type_name();
            Err(Error::new(format!("got {kind}, want string or tuple of string")))
        }
    }
}

pub(super) fn startswith(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    affix(this, args, <[u8]>::starts_with)
}

pub(super) fn endswith(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    affix(this, args, <[u8]>::ends_with)
}

pub(super) fn removeprefix(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let [prefix] = args.by_place(1)?;
    let prefix: &Text = required(prefix, "1")?;
    let text = receiver(this)?;
    let found = text.as_bytes().starts_with(prefix.as_bytes());
    Ok(Value::Str(if found { text.slice(prefix.len()..text.len()) } else { text.clone() }))
}

pub(super) fn removesuffix(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let [suffix] = args.by_place(1)?;
    let suffix: &Text = required(suffix, "1")?;
    let text = receiver(this)?;
    let found = text.as_bytes().ends_with(suffix.as_bytes());
    Ok(Value::Str(if found { text.slice(0..text.len() - suffix.len()) } else { text.clone() }))
}

pub(super) fn replace(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.no_keywords()?;
    let [old, new, count] = args.by_place(2)?;
    let old: &Text = required(old, "1")?;
    sought(old)?;
    let new: &Text = required(new, "2")?;
    let count = optional::<i64>(count, "3")?.unwrap_or(-1);
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let text = receiver(this)?;
    let mut out = Vec::new();
    let (old, bytes) = (old.as_bytes(), text.as_bytes());
    if old.is_empty() {
        // Between all characters, and at both ends.
        let lossy = text.to_lossy();
        let ends = || lossy.char_indices().map(|(at, _)| at).chain([text.len()]).take(count);
        room(&mut out, ends().count(), text, new)?;
        put(&mut out, ends(), text, old, new);
    } else {
        let found = || memmem::find_iter(bytes, old).take(count);
        room(&mut out, found().count(), text, new)?;
        put(&mut out, found(), text, old, new);
    }
    Ok(Value::Str(out.into()))
}

/// Reserves the memory for the result before anything is copied.
fn room(out: &mut Vec<u8>, places: usize, text: &Text, new: &Text) -> Result<()> {
    let grown = places.saturating_mul(new.len()).saturating_add(text.len());
    // The places are searched twice, and the text between them is copied.
    meter::work(places / 2)?;
    meter::scan(grown)?;
    memory::reserve(grown)?;
    out.reserve(text.len());
    Ok(())
}

/// Copies `text` with `old` replaced by `new` at `places`.
fn put(
    out: &mut Vec<u8>,
    places: impl Iterator<Item = usize>,
    text: &Text,
    old: &[u8],
    new: &Text,
) {
    let mut at = 0;
    for place in places {
        out.extend_from_slice(&text.as_bytes()[at..place]);
        out.extend_from_slice(new.as_bytes());
        at = place + old.len();
    }
    out.extend_from_slice(&text.as_bytes()[at..]);
}
