//! String methods that split and strip.

use memchr::memmem;

use super::{receiver, sought};
use crate::args::{Args, optional, required};
use crate::error::{Error, Result};
use crate::value::{Text, Value, decode};
use crate::vm::Thread;
use crate::{memory, meter};

fn strip_ends(this: &Value, args: Args<'_>, left: bool, right: bool) -> Result<Value> {
    args.no_keywords()?;
    let [chars] = args.by_place(0)?;
    let set = match chars {
        None | Some(Value::None) => None,
        Some(chars) => Some(required::<&Text>(Some(chars), "1")?.to_lossy()),
    };
    // An empty set means white space, as if no argument were given.
    let set = set.filter(|set| !set.is_empty());
    let text = receiver(this)?;
    meter::scan(text.len().saturating_mul(set.as_ref().map_or(1, |set| set.len())))?;
    let drop = |char: char| match &set {
        Some(set) => set.contains(char),
        None => char.is_whitespace(),
    };
    let Some(str) = text.as_str() else {
        return Ok(Value::Str(strip_bytes(text, &drop, left, right)));
    };
    let mut kept = str;
    if left {
        kept = kept.trim_start_matches(drop);
    }
    if right {
        kept = kept.trim_end_matches(drop);
    }
    let start = kept.as_ptr().addr() - str.as_ptr().addr();
    Ok(Value::Str(text.slice(start..start + kept.len())))
}

/// Strips text that is not UTF-8, byte by byte.
fn strip_bytes(text: &Text, drop: &impl Fn(char) -> bool, left: bool, right: bool) -> Text {
    let bytes = text.as_bytes();
    let (mut start, mut end) = (0, bytes.len());
    while left && start < end && bytes[start].is_ascii() && drop(bytes[start] as char) {
        start += 1;
    }
    while right && start < end && bytes[end - 1].is_ascii() && drop(bytes[end - 1] as char) {
        end -= 1;
    }
    text.slice(start..end)
}

pub(super) fn strip(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    strip_ends(this, args, true, true)
}

pub(super) fn lstrip(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    strip_ends(this, args, true, false)
}

pub(super) fn rstrip(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    strip_ends(this, args, false, true)
}

fn cut(this: &Value, args: Args<'_>, last: bool) -> Result<Value> {
    let [separator] = args.exactly()?;
    let separator: &Text = required(Some(separator), "sep")?;
    if separator.is_empty() {
        return Err(Error::new("empty separator"));
    }
    sought(separator)?;
    let text = receiver(this)?;
    let found = if last {
        memmem::rfind(text.as_bytes(), separator.as_bytes())
    } else {
        memmem::find(text.as_bytes(), separator.as_bytes())
    };
    let parts = match found {
        Some(at) => {
            [text.slice(0..at), separator.clone(), text.slice(at + separator.len()..text.len())]
        }
        None if last => [Text::EMPTY, Text::EMPTY, text.clone()],
        None => [text.clone(), Text::EMPTY, Text::EMPTY],
    };
    Ok(Value::tuple(parts.map(Value::Str).to_vec()))
}

pub(super) fn partition(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    cut(this, args, false)
}

pub(super) fn rpartition(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    cut(this, args, true)
}

fn pieces(this: &Value, args: Args<'_>, from_right: bool) -> Result<Value> {
    args.no_keywords()?;
    let [separator, limit] = args.by_place(0)?;
    let limit = optional::<i64>(limit, "2")?.unwrap_or(-1);
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let text = receiver(this)?;
    let ranges = match separator {
        None | Some(Value::None) => by_blanks(text.as_bytes(), limit, from_right)?,
        Some(Value::Str(separator)) => {
            if separator.is_empty() {
                return Err(Error::new("empty separator"));
            }
            sought(separator)?;
            by_separator(text.as_bytes(), separator.as_bytes(), limit, from_right)?
        }
        Some(other) => {
            return Err(Error::new(format!(
                "got {} for separator, want string",
                other.type_name()
            )));
        }
    };
    let mut pieces = Vec::with_capacity(ranges.len());
    for (start, end) in ranges {
        meter::work(1)?;
        pieces.push(Value::Str(text.slice(start..end)));
    }
    Ok(Value::list(pieces))
}

fn by_separator(
    text: &[u8],
    separator: &[u8],
    limit: usize,
    from_right: bool,
) -> Result<Vec<(usize, usize)>> {
    // Memory for the cuts, the ranges, and the resulting values.
    let count = memmem::find_iter(text, separator).take(limit).count() + 1;
    memory::reserve_items::<(usize, usize)>(count.saturating_mul(2))?;
    let mut cuts: Vec<usize> = if from_right {
        let mut cuts: Vec<usize> = memmem::rfind_iter(text, separator).take(limit).collect();
        cuts.reverse();
        cuts
    } else {
        memmem::find_iter(text, separator).take(limit).collect()
    };
    cuts.push(text.len());
    let mut start = 0;
    let pieces = cuts.into_iter().map(|end| {
        let piece = (start, end);
        start = end + separator.len();
        piece
    });
    Ok(pieces.collect())
}

/// Splits into words at white space. After `limit` cuts, the rest stays whole, without white space at its outer end.
fn by_blanks(text: &[u8], limit: usize, from_right: bool) -> Result<Vec<(usize, usize)>> {
    let mut words = Vec::new();
    let mut word = None;
    let mut at = 0;
    while let Some((char, width)) = decode(&text[at..]) {
        match (char.is_whitespace(), word) {
            (true, Some(start)) => {
                if words.len() == words.capacity() {
                    memory::reserve_items::<(usize, usize)>(words.len() * 4)?;
                }
                words.push((start, at));
                word = None;
            }
            (false, None) => word = Some(at),
            _ => {}
        }
        at += width;
    }
    if let Some(start) = word {
        words.push((start, text.len()));
    }
    if words.len() <= limit.saturating_add(1) || words.is_empty() {
        // A string with one word more than `limit` needs all cuts, but keeps white space at the far end.
        if words.len() == limit.saturating_add(1) {
            let last = words.len() - 1;
            if from_right {
                words[0].0 = 0;
            } else {
                words[last].1 = text.len();
            }
        }
        return Ok(words);
    }
    if from_right {
        let keep = words.len() - limit;
        let rest = (0, words[keep - 1].1);
        let mut pieces = vec![rest];
        pieces.extend_from_slice(&words[keep..]);
        return Ok(pieces);
    }
    let rest = (words[limit].0, text.len());
    words.truncate(limit);
    words.push(rest);
    Ok(words)
}

pub(super) fn split(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    pieces(this, args, false)
}

pub(super) fn rsplit(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    pieces(this, args, true)
}

pub(super) fn splitlines(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.no_keywords()?;
    let [keep_ends] = args.by_place(0)?;
    let keep_ends = optional::<bool>(keep_ends, "1")?.unwrap_or(false);
    let text = receiver(this)?;
    let mut lines = Vec::new();
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', text.as_bytes()) {
        meter::work(1)?;
        if lines.len() == lines.capacity() {
            memory::reserve_items::<Value>(lines.len() * 2)?;
        }
        lines.push(Value::Str(text.slice(start..end + usize::from(keep_ends))));
        start = end + 1;
    }
    if start < text.len() {
        lines.push(Value::Str(text.slice(start..text.len())));
    }
    Ok(Value::list(lines))
}
