//! `repr`: writes values as in source code.

use std::fmt::Write;

use super::float::write_float;
use crate::dialect::FloatText;
use crate::error::{Error, Result};
use crate::value::big::digits;
use crate::value::{Dict, Text, Value, decode};
use crate::{memory, meter};

/// Collections nested deeper than this are not printed.
const MAX_DEPTH: usize = 1000;
/// The number of bytes to write before reserving memory again.
const ASK_EVERY: usize = 1 << 16;

/// Writes values as text.
pub(crate) struct Writer {
    pub(crate) out: String,
    floats: FloatText,
    /// Addresses of the mutable collections being printed, to detect cycles.
    path: Vec<usize>,
    /// The length up to which memory has been reserved.
    granted: usize,
}

impl Writer {
    pub(crate) fn new(floats: FloatText) -> Self {
        Self { out: String::new(), floats, path: Vec::new(), granted: ASK_EVERY }
    }

    /// `str(value)`.
    pub(crate) fn str(&mut self, value: &Value) -> Result<()> {
        match value {
            Value::Str(text) => {
                self.out.push_str(&text.to_lossy());
                Ok(())
            }
            Value::Host(host) => {
                self.out.push_str(&host.str());
                Ok(())
            }
            _ => self.repr(value),
        }
    }

    /// `repr(value)`.
    pub(crate) fn repr(&mut self, value: &Value) -> Result<()> {
        match value {
            Value::None => self.out.push_str("None"),
            Value::Bool(true) => self.out.push_str("True"),
            Value::Bool(false) => self.out.push_str("False"),
            Value::Int(int) => self.out.push_str(&super::int_text(*int).to_lossy()),
            Value::BigInt(int) => {
                self.out.push_str(&digits(int)?);
            }
            Value::Float(float) => write_float(*float, self.floats, &mut self.out),
            Value::Str(text) => {
                memory::reserve(text.len())?;
                quote(text.as_bytes(), &mut self.out);
            }
            Value::List(list) => {
                self.nested(list.address(), "[...]", |w| w.items("[", &list.borrow(), "]"))?;
            }
            Value::Tuple(items) => {
                let close = if items.len() == 1 { ",)" } else { ")" };
                self.nested(items.address(), "(...)", |w| w.items("(", items, close))?;
            }
            Value::Set(set) => {
                memory::reserve_items::<Value>(set.len())?;
                let items = set.items();
                self.nested(set.address(), "set(...)", |w| w.items("set([", &items, "])"))?;
            }
            Value::Dict(dict) => {
                self.nested(dict.address(), "{...}", |w| w.entries(dict))?;
            }
            Value::Range(range) => {
                let _ = if range.step != 1 {
                    write!(self.out, "range({}, {}, {})", range.start, range.stop, range.step)
                } else if range.start != 0 {
                    write!(self.out, "range({}, {})", range.start, range.stop)
                } else {
                    write!(self.out, "range({})", range.stop)
                };
            }
            Value::Function(function) => {
                let _ = write!(self.out, "<function {}>", function.name());
            }
            Value::Builtin(builtin) => {
                let name = builtin.name();
                let _ = match builtin.receiver() {
                    Some(receiver) => {
                        write!(
                            self.out,
                            "<built-in method {name} of {} value>",
                            receiver.type_name()
                        )
                    }
                    None => write!(self.out, "<built-in function {name}>"),
                };
            }
            Value::Host(host) => self.out.push_str(&host.repr()),
        }
        if self.out.len() > self.granted { self.ask() } else { Ok(()) }
    }

    /// Reserves memory for twice the text, because it needs that much while it grows.
    #[cold]
    fn ask(&mut self) -> Result<()> {
        self.granted = self.out.len() * 2;
        memory::reserve(self.granted)
    }

    fn nested(
        &mut self,
        address: usize,
        cycle: &str,
        write: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if self.path.contains(&address) {
            self.out.push_str(cycle);
            return Ok(());
        }
        if self.path.len() >= MAX_DEPTH {
            return Err(Error::new("value is nested too deeply to be printed"));
        }
        self.path.push(address);
        let result = write(self);
        self.path.pop();
        result
    }

    fn items(&mut self, open: &str, items: &[Value], close: &str) -> Result<()> {
        self.out.push_str(open);
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            meter::work(1)?;
            self.repr(item)?;
        }
        self.out.push_str(close);
        Ok(())
    }

    fn entries(&mut self, dict: &Dict) -> Result<()> {
        self.out.push('{');
        let mut at = 0;
        dict.try_each(|key, value| {
            if at > 0 {
                self.out.push_str(", ");
            }
            at += 1;
            self.repr(key)?;
            self.out.push_str(": ");
            self.repr(value)
        })?;
        self.out.push('}');
        Ok(())
    }
}

/// Writes a string in double quotes. Printable characters stay; control characters and invalid bytes are escaped.
pub(crate) fn quote(bytes: &[u8], out: &mut String) {
    out.push('"');
    let mut rest = bytes;
    while let Some((char, width)) = decode(rest) {
        let byte = rest[0];
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0c' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x0b' => out.push_str("\\v"),
            char::REPLACEMENT_CHARACTER if width == 1 => {
                let _ = write!(out, "\\x{byte:02x}");
            }
            c if c.is_ascii_control() => {
                let _ = write!(out, "\\x{:02x}", c as u32);
            }
            c if is_printable(c) => out.push(c),
            c if (c as u32) < 0x10000 => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => {
                let _ = write!(out, "\\U{:08x}", c as u32);
            }
        }
        rest = &rest[width..];
    }
    out.push('"');
}

/// Whether it is a letter, mark, number, punctuation, symbol or the ordinary space, but not other white space, a
/// control character, private use, or unassigned.
fn is_printable(char: char) -> bool {
    if char.is_ascii() {
        return !char.is_ascii_control();
    }
    // The standard library escapes the same characters within texts; at the start of a text, also marks.
    let mut text = [b'a'; 5];
    let length = 1 + char.encode_utf8(&mut text[1..]).len();
    std::str::from_utf8(&text[..length]).is_ok_and(|text| text.escape_debug().nth(1) == Some(char))
}

/// Returns the quoted form of a text, for messages.
pub(crate) fn quoted(text: &Text) -> String {
    let mut out = String::new();
    quote(text.as_bytes(), &mut out);
    out
}
