//! The module `json` of the public test files.

mod decode;

use std::fmt::Write as _;

use yardstick_starlark::{
    Args, Error, NativeModule, Result, Text, Thread, Value, optional, required,
};

/// Values nested deeper than this are rejected.
const MAX_DEPTH: usize = 500;

/// Returns the module for `load("json.star", "json")`.
pub(crate) fn module() -> Value {
    let member = |name: &str, run: fn(&mut Thread, Args<'_>) -> Result<Value>| {
        (Text::from(name), Value::native(format!("json.{name}"), run))
    };
    let members =
        vec![member("decode", decode), member("encode", encode), member("indent", indent)];
    Value::host(NativeModule::new("json", members))
}

fn decode(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [text, default] = args.bind(["x", "default?"])?;
    let text: &Text = required(text, "x")?;
    match (decode::decode(&text.to_lossy()), default) {
        (Err(_), Some(default)) => Ok(default.clone()),
        (result, _) => result,
    }
}

fn encode(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [value] = args.exactly()?;
    let mut out = String::new();
    write(thread, value, &mut Vec::new(), &mut out)?;
    Ok(Value::from(out))
}

/// Writes `value`; `inside` holds the collections around it.
fn write(thread: &Thread, value: &Value, inside: &mut Vec<Value>, out: &mut String) -> Result<()> {
    match value {
        Value::None => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Float(float) if !float.is_finite() => {
            let float = thread.to_repr(value)?;
            return Err(Error::new(format!("cannot encode non-finite float {float}")));
        }
        Value::Int(_) | Value::BigInt(_) | Value::Float(_) => out.push_str(&thread.to_repr(value)?),
        Value::Str(text) => quote(&text.to_lossy(), out),
        _ => {
            if inside.len() >= MAX_DEPTH || inside.iter().any(|around| around.is_identical(value)) {
                return Err(Error::new("cycle in JSON structure"));
            }
            inside.push(value.clone());
            write_collection(thread, value, inside, out)?;
            inside.pop();
        }
    }
    Ok(())
}

fn write_collection(
    thread: &Thread,
    value: &Value,
    inside: &mut Vec<Value>,
    out: &mut String,
) -> Result<()> {
    if let Value::Dict(dict) = value {
        let mut entries = Vec::new();
        for (key, item) in dict.entries() {
            let Value::Str(key) = &key else {
                return Err(Error::new(format!("dict has {} key, want string", key.type_name())));
            };
            entries.push((key.to_lossy().into_owned(), item));
        }
        return write_object(thread, entries, |key| format!("in dict key \"{key}\""), inside, out);
    }
    if let Some(items) = value.iterate() {
        out.push('[');
        for (at, item) in items.enumerate() {
            if at > 0 {
                out.push(',');
            }
            write(thread, &item, inside, out)
                .map_err(|error| error.prefixed(&format!("at {} index {at}", value.type_name())))?;
        }
        out.push(']');
        return Ok(());
    }
    let Value::Host(host) = value else {
        return Err(Error::new(format!("cannot encode {} as JSON", value.type_name())));
    };
    let mut entries = Vec::new();
    for name in host.attr_names() {
        let name = name.to_lossy().into_owned();
        if let Some(item) = host.attr(&name)? {
            entries.push((name, item));
        }
    }
    write_object(thread, entries, |name| format!("in field .{name}"), inside, out)
}

fn write_object(
    thread: &Thread,
    mut entries: Vec<(String, Value)>,
    place: impl Fn(&str) -> String,
    inside: &mut Vec<Value>,
    out: &mut String,
) -> Result<()> {
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    out.push('{');
    for (at, (key, item)) in entries.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        quote(key, out);
        out.push(':');
        write(thread, item, inside, out).map_err(|error| error.prefixed(&place(key)))?;
    }
    out.push('}');
    Ok(())
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    for char in text.chars() {
        match char {
            '"' | '\\' => out.extend(['\\', char]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\x1f' | '\u{2028}' | '\u{2029}' | char::REPLACEMENT_CHARACTER => {
                let _ = write!(out, "\\u{:04x}", u32::from(char)); // Writing to a string cannot fail.
            }
            _ => out.push(char),
        }
    }
    out.push('"');
}

/// Formats valid JSON with line breaks and indentation.
fn indent(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [text, prefix, step] = args.bind(["str", "prefix?", "indent?"])?;
    let text = required::<&Text>(text, "str")?.to_lossy();
    let prefix = optional::<&Text>(prefix, "prefix")?.map_or("".into(), Text::to_lossy);
    let step = optional::<&Text>(step, "indent")?.map_or("\t".into(), Text::to_lossy);
    decode::decode(&text).map_err(|error| error.prefixed("invalid character"))?;
    let mut out = String::new();
    let (mut depth, mut in_string, mut escaped, mut opened) = (0, false, false, false);
    let new_line = |depth: usize, out: &mut String| {
        out.push('\n');
        out.push_str(&prefix);
        out.push_str(&step.repeat(depth));
    };
    for char in text.trim().chars() {
        if in_string {
            out.push(char);
            in_string = escaped || char != '"';
            escaped = !escaped && char == '\\';
            continue;
        }
        if char.is_ascii_whitespace() {
            continue;
        }
        if std::mem::take(&mut opened) && !matches!(char, ']' | '}') {
            depth += 1;
            new_line(depth, &mut out);
        } else if matches!(char, ']' | '}') && !out.ends_with(['[', '{']) {
            depth -= 1;
            new_line(depth, &mut out);
        }
        out.push(char);
        match char {
            '"' => in_string = true,
            '[' | '{' => opened = true,
            ',' => new_line(depth, &mut out),
            ':' => out.push(' '),
            _ => {}
        }
    }
    Ok(Value::from(out))
}
