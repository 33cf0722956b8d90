//! Converts values to text: `str`, `repr`, `%` and `.format`.

mod braces;
mod float;
mod percent;
mod repr;

pub(crate) use braces::format_braces;
pub(crate) use float::write_float;
pub(crate) use percent::format_percent;
pub(crate) use repr::{Writer, quote, quoted};

use crate::dialect::FloatText;
use crate::error::Result;
use crate::value::{Text, Value};

/// `str(value)`.
pub(crate) fn str(value: &Value, floats: FloatText) -> Result<Text> {
    match value {
        Value::Str(text) => Ok(text.clone()),
        Value::Int(int) => Ok(int_text(*int)),
        Value::Host(host) => Ok(host.str().into()),
        _ => {
            let mut writer = Writer::new(floats);
            writer.repr(value)?;
            Ok(writer.out.into())
        }
    }
}

/// `repr(value)`.
pub(crate) fn repr(value: &Value, floats: FloatText) -> Result<String> {
    let mut writer = Writer::new(floats);
    writer.repr(value)?;
    Ok(writer.out)
}

/// Returns the decimal digits of an integer, without the formatting machinery.
pub(crate) fn int_text(int: i64) -> Text {
    let mut digits = [0u8; 28];
    let mut at = digits.len();
    let mut rest = int.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if int < 0 {
        at -= 1;
        digits[at] = b'-';
    }
    Text::ending(&digits, at)
}

/// `str(value)` of the template dialect. Truncated if the value cannot be printed.
pub(crate) fn to_text(value: &Value) -> Text {
    match value {
        Value::Str(text) => text.clone(),
        Value::Host(host) => host.str().into(),
        _ => to_repr(value).into(),
    }
}

/// `repr(value)` of the template dialect. Truncated if the value cannot be printed.
pub(crate) fn to_repr(value: &Value) -> String {
    let mut writer = Writer::new(FloatText::SixDigits);
    if writer.repr(value).is_err() {
        writer.out.push_str("...");
    }
    writer.out
}
