//! Implements `format.format(...)`, which replaces fields in braces.

use super::repr::Writer;
use crate::dialect::FloatText;
use crate::error::{Error, Result};
use crate::memory::Growth;
use crate::value::{Text, Value};

/// How fields without a name select their arguments. The two ways cannot be mixed.
#[derive(PartialEq)]
enum Numbering {
    Unknown,
    Automatic(usize),
    Manual,
}

/// Replaces the fields of `format`.
pub(crate) fn format_braces(
    format: &Text,
    positional: &[Value],
    keywords: &[(Text, Value)],
    floats: FloatText,
) -> Result<Text> {
    let bytes = format.as_bytes();
    let mut out = Vec::with_capacity(bytes.len() + 16 * positional.len());
    let mut numbering = Numbering::Unknown;
    let mut growth = Growth::of_value();
    let mut at = 0;
    while let Some(brace) = next_brace(&bytes[at..]) {
        out.extend_from_slice(&bytes[at..at + brace]);
        at += brace;
        // By far the most frequent field.
        if bytes[at..].starts_with(b"{}") {
            let arg = argument("", positional, keywords, &mut numbering)?;
            write_value("s", arg, floats, (&mut out, &mut growth))?;
            at += 2;
            continue;
        }
        let double = bytes.get(at + 1) == Some(&bytes[at]);
        if double {
            out.push(bytes[at]);
            at += 2;
            continue;
        }
        if bytes[at] == b'}' {
            return Err(Error::new("single '}' in format"));
        }
        let Some(close) = memchr::memchr(b'}', &bytes[at..]) else {
            return Err(Error::new("unmatched '{' in format"));
        };
        let field = &bytes[at + 1..at + close];
        at += close + 1;
        write_field(field, positional, keywords, &mut numbering, floats, (&mut out, &mut growth))?;
    }
    out.extend_from_slice(&bytes[at..]);
    Ok(out.into())
}

/// Finds the next brace. In a short text, the search of `memchr` takes longer to start than a loop takes.
fn next_brace(bytes: &[u8]) -> Option<usize> {
    const SHORT: usize = 24;
    if bytes.len() > SHORT {
        return memchr::memchr2(b'{', b'}', bytes);
    }
    bytes.iter().position(|byte| matches!(byte, b'{' | b'}'))
}

fn write_field(
    field: &[u8],
    positional: &[Value],
    keywords: &[(Text, Value)],
    numbering: &mut Numbering,
    floats: FloatText,
    (out, growth): (&mut Vec<u8>, &mut Growth),
) -> Result<()> {
    let text = String::from_utf8_lossy(field);
    let (name, conversion, spec) = match text.split_once('!') {
        Some((name, rest)) => match rest.split_once(':') {
            Some((conversion, spec)) => (name, conversion, spec),
            None => (name, rest, ""),
        },
        None => match text.split_once(':') {
            Some((name, spec)) => (name, "s", spec),
            None => (&*text, "s", ""),
        },
    };
    let arg = argument(name, positional, keywords, numbering)?;
    if !spec.is_empty() {
        let message =
            "format spec features not supported in replacement fields: ".to_owned() + spec;
        // The reference does not name the function here.
        return Err(Error::new(message).propagated());
    }
    write_value(conversion, arg, floats, (out, growth))
}

fn write_value(
    conversion: &str,
    arg: &Value,
    floats: FloatText,
    (out, growth): (&mut Vec<u8>, &mut Growth),
) -> Result<()> {
    match (conversion, arg) {
        ("s", Value::Str(text)) => {
            growth.add(text.len())?;
            out.extend_from_slice(text.as_bytes());
        }
        ("s", Value::Int(int)) => out.extend_from_slice(super::int_text(*int).as_bytes()),
        ("s", _) => {
            let mut writer = Writer::new(floats);
            writer.str(arg)?;
            growth.add(writer.out.len())?;
            out.extend_from_slice(writer.out.as_bytes());
        }
        ("r", _) => {
            let mut writer = Writer::new(floats);
            writer.repr(arg)?;
            growth.add(writer.out.len())?;
            out.extend_from_slice(writer.out.as_bytes());
        }
        _ => return Err(Error::new(format!("unknown conversion \"{conversion}\""))),
    }
    Ok(())
}

/// Returns the error for an unknown name. Names are looked up before they are parsed, because a keyword may be called
/// `a.b`.
fn unknown_keyword(name: &str, positional: &[Value]) -> Error {
    let first = name.split(['.', '[']).next().unwrap_or_default();
    let value = match positional.first() {
        Some(Value::Host(_)) => format!("x.{first}"),
        Some(Value::Dict(_)) => format!("x[\"{first}\"]"),
        _ => "...".to_owned(),
    };
    let note = format!("give it a value by that name: .format({first}={value})");
    let unsupported = "is not supported in replacement fields";
    Error::new(if name.contains('.') {
        format!("attribute syntax x.y {unsupported}: {name}")
    } else if name.contains('[') {
        format!("element syntax a[i] {unsupported}: {name}")
    } else if name.contains('{') {
        "nested replacement fields not supported".to_owned()
    } else {
        format!("keyword {name} not found")
    })
    .note(Some(note))
}

fn argument<'a>(
    name: &str,
    positional: &'a [Value],
    keywords: &'a [(Text, Value)],
    numbering: &mut Numbering,
) -> Result<&'a Value> {
    let index = if name.is_empty() {
        let next = match numbering {
            Numbering::Unknown => 0,
            Numbering::Automatic(next) => *next,
            Numbering::Manual => {
                return Err(Error::new(
                    "cannot switch from manual field specification to automatic field numbering",
                ));
            }
        };
        *numbering = Numbering::Automatic(next + 1);
        next
    } else if name.bytes().all(|b| b.is_ascii_digit()) {
        if matches!(numbering, Numbering::Automatic(_)) {
            return Err(Error::new(
                "cannot switch from automatic field numbering to manual field specification",
            ));
        }
        *numbering = Numbering::Manual;
        name.parse().unwrap_or(usize::MAX)
    } else {
        let known = keywords.iter().find(|(keyword, _)| *keyword == name);
        return known.map(|(_, value)| value).ok_or_else(|| unknown_keyword(name, positional));
    };
    positional.get(index).ok_or_else(|| {
        Error::new("tuple index out of range")
            .note(Some("give format() a value for each {}".to_owned()))
    })
}
