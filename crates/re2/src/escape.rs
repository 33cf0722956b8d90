//! Reads escaped characters: `\n`, `\x{263A}`, `\.`.

use crate::fault::{Fault, Kind};

/// A pattern that never matches. It replaces an unpaired surrogate, which no text contains.
pub(crate) const NEVER: &str = "[a&&b]";

/// Decodes the escape at the start of `text`. Returns the code point and the rest of the text.
pub(crate) fn character(text: &str) -> Result<(u32, &str), Fault> {
    let mut rest = text[1..].chars();
    let Some(first) = rest.next() else {
        return Err(Fault::new(Kind::TrailingBackslash, ""));
    };
    let simple = match first {
        'a' => Some('\u{7}'),
        'f' => Some('\u{c}'),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        'v' => Some('\u{b}'),
        '0'..='7' => {
            let octal = |char: char| char.to_digit(8);
            let second = rest.clone().next().and_then(octal);
            // A single digit would be a backreference, unless it is zero.
            if first == '0' || second.is_some() {
                let mut code = octal(first).unwrap_or(0);
                for _ in 0..2 {
                    let Some(digit) = rest.clone().next().and_then(octal) else { break };
                    code = code * 8 + digit;
                    rest.next();
                }
                return Ok((code, rest.as_str()));
            }
            None
        }
        'x' => {
            if let Some(code) = hexadecimal(&mut rest) {
                return Ok((code, rest.as_str()));
            }
            None
        }
        other => (other.is_ascii() && !other.is_ascii_alphanumeric()).then_some(other),
    };
    match simple {
        Some(char) => Ok((u32::from(char), rest.as_str())),
        None => Err(Fault::new(Kind::Escape, &text[..text.len() - rest.as_str().len()])),
    }
}

/// Reads `7F` or `{10FFFF}`. After an error, `rest` starts after the wrong character.
fn hexadecimal(rest: &mut std::str::Chars<'_>) -> Option<u32> {
    let first = rest.next()?;
    if first != '{' {
        // Consume the second digit before checking the first: after an error, `rest` starts after both.
        let second = rest.next();
        return Some(first.to_digit(16)? * 16 + second?.to_digit(16)?);
    }
    let mut code = 0;
    for digits in 0.. {
        let char = rest.next()?;
        if char == '}' {
            return (digits > 0).then_some(code);
        }
        code = code * 16 + char.to_digit(16)?;
        if code > u32::from(char::MAX) {
            return None;
        }
    }
    None
}
