//! `even=True` and `odd=True`.

use yardstick_starlark::{Result, Value};

use super::{fail, unsuitable};

pub(super) fn even(value: &Value) -> Result<()> {
    if is_odd(value)? { Err(fail(format_args!("{} is odd", value.to_text()))) } else { Ok(()) }
}

pub(super) fn odd(value: &Value) -> Result<()> {
    if is_odd(value)? { Ok(()) } else { Err(fail(format_args!("{} is even", value.to_text()))) }
}

fn is_odd(value: &Value) -> Result<bool> {
    match value {
        Value::Int(number) => Ok(number % 2 != 0),
        Value::BigInt(number) => Ok(number.bit(0)),
        other => Err(unsuitable(other, "parity")),
    }
}
