//! Percent-encoding, with the allowed characters of each part of a URL.

use yardstick_starlark::{Error, Text, Value};

/// The part of a URL to write or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Path,
    PathSegment,
    Host,
    /// The text after `%25` in an IPv6 address: the network interface.
    Zone,
    User,
    Query,
    Fragment,
}

impl Part {
    /// Whether `byte` needs no escape in this part.
    pub(super) fn allows(self, byte: u8) -> bool {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => true,
            b'!' | b'(' | b')' | b'*' => matches!(self, Part::Host | Part::Zone | Part::Fragment),
            b'\'' | b'[' | b']' | b'<' | b'>' | b'"' => matches!(self, Part::Host | Part::Zone),
            b'$' | b'&' | b'+' | b'=' => self != Part::Query,
            b':' => !matches!(self, Part::User | Part::Query),
            b',' | b';' => !matches!(self, Part::PathSegment | Part::Query),
            b'/' => matches!(self, Part::Path | Part::Fragment),
            b'@' => matches!(self, Part::Path | Part::PathSegment | Part::Fragment),
            b'?' => self == Part::Fragment,
            _ => false,
        }
    }
}

/// Escapes all of `bytes` that `part` does not allow.
pub(super) fn escape(bytes: &[u8], part: Part) -> Vec<u8> {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = Vec::with_capacity(bytes.len());
    for &byte in bytes {
        if byte == b' ' && part == Part::Query {
            out.push(b'+');
        } else if part.allows(byte) {
            out.push(byte);
        } else {
            out.extend([b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
        }
    }
    out
}

/// Decodes `text`.
pub(super) fn unescape(text: &[u8], part: Part) -> Result<Vec<u8>, Error> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'%' => {
                let Some(decoded) = hex_pair(&text[at + 1..]) else {
                    return Err(bad_escape(&text[at..text.len().min(at + 3)]));
                };
                let percent = decoded == b'%';
                // Hosts only escape what is not ASCII. Zones, which may contain spaces, must not escape what could
                // have been written directly.
                let refused = match part {
                    Part::Host => decoded < 0x80 && !percent,
                    Part::Zone => !percent && decoded != b' ' && !Part::Host.allows(decoded),
                    _ => false,
                };
                if refused {
                    return Err(bad_escape(&text[at..at + 3]));
                }
                out.push(decoded);
                at += 3;
                continue;
            }
            b'+' if part == Part::Query => out.push(b' '),
            _ => {
                if matches!(part, Part::Host | Part::Zone) && byte < 0x80 && !part.allows(byte) {
                    let quoted = quote(&[byte]);
                    return Err(Error::new(format!("invalid character {quoted} in host name")));
                }
                out.push(byte);
            }
        }
        at += 1;
    }
    Ok(out)
}

fn hex_pair(digits: &[u8]) -> Option<u8> {
    let digit = |at: usize| char::from(*digits.get(at)?).to_digit(16);
    Some((digit(0)? * 16 + digit(1)?) as u8)
}

fn bad_escape(text: &[u8]) -> Error {
    Error::new(format!("invalid URL escape {}", quote(text)))
}

/// Returns `text` in double quotes.
pub(super) fn quote(text: &[u8]) -> String {
    Value::Str(Text::from(text)).to_repr()
}
