//! `@ytt:base64`: encodes bytes as text, and decodes them.

use base64::{
    Engine,
    alphabet::{STANDARD, URL_SAFE},
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use yardstick_starlark::{Args, Error, Result, Thread, Value};

use super::args;

/// Builds the module `base64`.
pub fn module() -> Value {
    super::of_functions(
        "base64",
        &[
            ("encode", encode),
            ("decode", decode),
            ("decodable", |thread, args| Ok(Value::Bool(decode(thread, args).is_ok()))),
        ],
    )
}

/// Checks that `text` can be decoded. The error is the reason.
pub fn decodable(text: &[u8]) -> Result<()> {
    decoded(text, Form { url: false, raw: false, strict: false }).map(drop)
}

/// The variant of the encoding.
#[derive(Clone, Copy, Debug)]
struct Form {
    /// Whether `-` and `_` replace `+` and `/`.
    url: bool,
    /// Whether there is no `=` at the end.
    raw: bool,
    /// Whether the bits after the last byte must be zero.
    strict: bool,
}

impl Form {
    fn of(args: &Args<'_>) -> Result<Self> {
        Ok(Self {
            url: args::flag(args, "url", false)?,
            raw: args::flag(args, "raw", false)?,
            strict: args::flag(args, "strict", false)?,
        })
    }

    fn engine(self) -> GeneralPurpose {
        let padding = if self.raw {
            DecodePaddingMode::RequireNone
        } else {
            DecodePaddingMode::RequireCanonical
        };
        let config = GeneralPurposeConfig::new()
            .with_encode_padding(!self.raw)
            .with_decode_padding_mode(padding)
            .with_decode_allow_trailing_bits(!self.strict);
        GeneralPurpose::new(if self.url { &URL_SAFE } else { &STANDARD }, config)
    }

    fn has(self, byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || if self.url { b"-_" } else { b"+/" }.contains(&byte)
    }
}

fn encode(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let bytes = args::one_string(args)?.as_bytes();
    Ok(Value::from(Form::of(args)?.engine().encode(bytes)))
}

fn decode(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let text = args::one_string(args)?.as_bytes();
    decoded(text, Form::of(args)?).map(Value::str)
}

fn decoded(text: &[u8], form: Form) -> Result<Vec<u8>> {
    let joined: Vec<u8>;
    let digits = if memchr::memchr2(b'\n', b'\r', text).is_some() {
        joined = text.iter().copied().filter(|byte| !is_break(*byte)).collect();
        &joined
    } else {
        text
    };
    form.engine().decode(digits).map_err(|_| {
        let at = first_fault(text, form);
        Error::new(format!("illegal base64 data at input byte {at}"))
    })
}

fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Returns the position of the error in a text that cannot be decoded, counted as in the reference: the invalid byte,
/// or the start of the incomplete group of four.
fn first_fault(text: &[u8], form: Form) -> usize {
    let mut in_group = 0;
    for (at, &byte) in text.iter().enumerate() {
        if is_break(byte) {
            continue;
        }
        if form.has(byte) {
            in_group = (in_group + 1) % 4;
            continue;
        }
        if byte != b'=' || form.raw || in_group < 2 {
            return at;
        }
        return fault_in_padding(text, at, in_group);
    }
    match (in_group, form.raw) {
        // Complete, except that bits after the last byte are set.
        (2, true) => text.len() - 2,
        (3, true) | (0, _) => text.len().saturating_sub(1),
        _ => text.len() - in_group,
    }
}

/// Returns the position of an error in the padding. `at` is the first `=`, after `in_group` digits of its group.
fn fault_in_padding(text: &[u8], at: usize, in_group: usize) -> usize {
    let skip_breaks = |from: usize| {
        text[from..].iter().position(|byte| !is_break(*byte)).map_or(text.len(), |n| from + n)
    };
    let mut next = skip_breaks(at + 1);
    if in_group == 2 {
        match text.get(next) {
            None => return text.len(),
            Some(b'=') => next = skip_breaks(next + 1),
            Some(_) => return next - 1,
        }
    }
    // Either something follows, or bits after the last byte are set.
    if next < text.len() { next } else { next - (4 - in_group) }
}

#[cfg(test)]
mod tests {
    use super::{Form, first_fault};

    #[test]
    fn faults_are_counted_as_the_reference_does() {
        let form = |raw, strict| Form { url: false, raw, strict };
        let cases = [
            ("YQ", form(false, false), 0),
            ("YWJjYQ", form(false, false), 4),
            ("YQ==", form(true, false), 2),
            ("not base64!", form(false, false), 3),
            ("YR==", form(false, true), 2),
            ("YWF=", form(false, true), 3),
            ("YR", form(true, true), 0),
            ("YWF", form(true, true), 2),
            ("=", form(false, false), 0),
            ("Y===", form(false, false), 1),
            ("YQ=", form(false, false), 3),
            ("YQ=x", form(false, false), 2),
            ("YQ==YQ==", form(false, false), 4),
            ("YQ\n=\nx", form(false, false), 4),
        ];
        for (text, form, expected) in cases {
            assert_eq!(first_fault(text.as_bytes(), form), expected, "{text} {form:?}");
        }
    }
}
