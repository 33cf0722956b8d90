//! Arithmetic on small integers, big integers (after an overflow), and floats.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};

use super::Value;
use super::big::{check_bits, count_products};
use crate::error::{Error, Result};
use crate::meter;
use crate::syntax::BinaryOp;

/// Left shifts by this much or more are rejected.
const MAX_SHIFT: i64 = 512;

/// Converts an integer operand of any size.
pub(crate) fn to_big(value: &Value) -> Option<BigInt> {
    match value {
        Value::Int(i) => Some(BigInt::from(*i)),
        Value::BigInt(i) => Some((***i).clone()),
        _ => None,
    }
}

/// Converts a float to an integer by truncating its fraction.
pub(crate) fn truncate(float: f64) -> Result<Value> {
    if !float.is_finite() {
        let text = if float.is_nan() { "NaN" } else { "infinity" };
        return Err(Error::new(format!("cannot convert float {text} to integer")));
    }
    BigInt::from_f64(float.trunc())
        .map(Value::from)
        .ok_or_else(|| Error::new("cannot convert float to integer"))
}

/// Converts a number to a float. Integers beyond its range are an error.
pub(crate) fn to_float(value: &Value) -> Result<f64> {
    match value {
        Value::Int(i) => Ok(*i as f64),
        Value::Float(f) => Ok(*f),
        Value::BigInt(i) => match i.to_f64() {
            Some(float) if float.is_finite() => Ok(float),
            _ => Err(Error::new("int too large to convert to float")),
        },
        _ => Err(Error::new(format!("got {}, want number", value.type_name()))),
    }
}

/// `a op b` for two numbers; `None` if the operator is not defined for them.
pub(crate) fn binary(op: BinaryOp, a: &Value, b: &Value, floored: bool) -> Result<Option<Value>> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => {
            if let Some(value) = small(op, *x, *y)? {
                return Ok(Some(value));
            }
        }
        (Value::Float(x), Value::Float(y)) => return float(op, *x, *y, floored),
        (Value::Float(x), Value::Int(_) | Value::BigInt(_)) => {
            return float(op, *x, to_float(b)?, floored);
        }
        (Value::Int(_) | Value::BigInt(_), Value::Float(y)) => {
            return float(op, to_float(a)?, *y, floored);
        }
        _ => {}
    }
    let (Some(x), Some(y)) = (to_big(a), to_big(b)) else {
        return Ok(None);
    };
    big(op, &x, &y)
}

/// Operations on 64-bit integers; `None` if the result may not fit.
fn small(op: BinaryOp, x: i64, y: i64) -> Result<Option<Value>> {
    let int = match op {
        BinaryOp::Add => x.checked_add(y),
        BinaryOp::Sub => x.checked_sub(y),
        BinaryOp::Mul => x.checked_mul(y),
        BinaryOp::Div => {
            if y == 0 {
                return Err(Error::new("real division by zero"));
            }
            return Ok(Some(Value::Float(x as f64 / y as f64)));
        }
        BinaryOp::FloorDiv => {
            if y == 0 {
                return Err(Error::new("floored division by zero"));
            }
            if x == i64::MIN { None } else { Some(Integer::div_floor(&x, &y)) }
        }
        BinaryOp::Mod => {
            if y == 0 {
                return Err(Error::new("integer modulo by zero"));
            }
            if x == i64::MIN { None } else { Some(x.mod_floor(&y)) }
        }
        BinaryOp::BitAnd => Some(x & y),
        BinaryOp::BitOr => Some(x | y),
        BinaryOp::BitXor => Some(x ^ y),
        BinaryOp::Shr if y >= 0 => Some(x >> y.min(63)),
        _ => None,
    };
    Ok(int.map(Value::Int))
}

fn big(op: BinaryOp, x: &BigInt, y: &BigInt) -> Result<Option<Value>> {
    meter::work((x.bits() + y.bits()) as usize / 4096)?;
    let int = match op {
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        BinaryOp::Mul => {
            check_bits(x.bits() + y.bits())?;
            count_products(x, y)?;
            x * y
        }
        BinaryOp::Div => {
            if y.is_zero() {
                return Err(Error::new("real division by zero"));
            }
            let (x, y) = (to_float(&x.clone().into())?, to_float(&y.clone().into())?);
            return Ok(Some(Value::Float(x / y)));
        }
        BinaryOp::FloorDiv => {
            if y.is_zero() {
                return Err(Error::new("floored division by zero"));
            }
            count_products(x, y)?;
            x.div_floor(y)
        }
        BinaryOp::Mod => {
            if y.is_zero() {
                return Err(Error::new("integer modulo by zero"));
            }
            count_products(x, y)?;
            x.mod_floor(y)
        }
        BinaryOp::BitAnd => x & y,
        BinaryOp::BitOr => x | y,
        BinaryOp::BitXor => x ^ y,
        BinaryOp::Shl | BinaryOp::Shr => {
            if y.is_negative() {
                return Err(Error::new(format!("negative shift count: {y}")));
            }
            if op == BinaryOp::Shr {
                // Beyond the number of bits, only the sign is left.
                let count = y.to_u64().unwrap_or(u64::MAX).min(x.bits() + 1);
                x >> count
            } else {
                match y.to_i64() {
                    Some(count) if count < MAX_SHIFT => {
                        check_bits(x.bits() + count as u64)?;
                        x << count
                    }
                    _ => return Err(Error::new(format!("shift count too large: {y}"))),
                }
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(int.into()))
}

fn float(op: BinaryOp, x: f64, y: f64, floored: bool) -> Result<Option<Value>> {
    Ok(Some(Value::Float(match op {
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        BinaryOp::Mul => x * y,
        BinaryOp::Div => {
            if y == 0.0 {
                return Err(Error::new(if floored {
                    "floating-point division by zero"
                } else {
                    "real division by zero"
                }));
            }
            x / y
        }
        BinaryOp::FloorDiv => {
            if y == 0.0 {
                return Err(Error::new("floored division by zero"));
            }
            (x / y).floor()
        }
        BinaryOp::Mod => {
            if y == 0.0 {
                return Err(Error::new(if floored {
                    "floating-point modulo by zero"
                } else {
                    "float modulo by zero"
                }));
            }
            let rest = x % y;
            if floored && rest != 0.0 && (rest < 0.0) != (y < 0.0) { rest + y } else { rest }
        }
        _ => return Ok(None),
    })))
}

/// `-x`.
pub(crate) fn negate(value: &Value) -> Option<Value> {
    match value {
        Value::Int(i) => {
            Some(i.checked_neg().map_or_else(|| (-BigInt::from(*i)).into(), Value::Int))
        }
        Value::BigInt(i) => Some((-&***i).into()),
        Value::Float(f) => Some(Value::Float(-f)),
        _ => None,
    }
}

/// Returns the position that `key` means in a sequence of length `len`. Negative numbers count from the end.
pub(crate) fn index(key: &Value, len: usize, what: &str) -> Result<usize> {
    let Value::Int(wanted) = key else {
        let message = match key {
            Value::BigInt(big) => {
                format!("{what} index {big} out of range [{}:{}]", -(len as i64), len as i64 - 1)
            }
            _ => format!("{what} index: got {}, want int", key.type_name()),
        };
        let note = matches!(key, Value::Str(_)).then(|| {
            let decoded = match what {
                "string" => "; text of JSON or YAML is decoded first: json.decode(x)[\"key\"], with load(\"@ytt:json\", \"json\")",
                _ => "",
            };
            format!(
                "items of a {what} are read by number, from 0; a dict or struct is read by name{decoded}"
            )
        });
        let note = note.or_else(|| crate::hints::wrong_type(key, "int"));
        return Err(Error::new(message).note(note));
    };
    let at = if *wanted < 0 { wanted + len as i64 } else { *wanted };
    if at < 0 || at >= len as i64 {
        let message = if len == 0 {
            format!("index {wanted} out of range: empty {what}")
        } else {
            format!("{what} index {wanted} out of range [{}:{}]", -(len as i64), len as i64 - 1)
        };
        let note = match len {
            0 => format!("the {what} is empty: test it first, as in `if x:`"),
            1 => "there is 1 item: its number is 0".to_owned(),
            _ => format!("there are {len} items: the first has number 0, the last {}", len - 1),
        };
        return Err(Error::new(message).note(Some(note)));
    }
    Ok(at as usize)
}
