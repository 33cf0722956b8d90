//! Operators between two values.

use crate::dialect::Dialect;
use crate::error::{Error, Result};
use crate::format;
use crate::hints;
use crate::syntax::{BinaryOp, UnaryOp};
use crate::value::{Comparison, Dict, Set, Side, Text, Value, number};
use crate::{memory, meter};

/// The maximum number of elements in a repeated value.
const MAX_REPEAT: usize = 1 << 30;

/// `a op b`.
pub(crate) fn binary(op: BinaryOp, a: &Value, b: &Value, dialect: &Dialect) -> Result<Value> {
    let result = match op {
        BinaryOp::Eq => return a.equals(b).map(Value::Bool),
        BinaryOp::Ne => return a.equals(b).map(|equal| Value::Bool(!equal)),
        BinaryOp::Lt => return a.compare(Comparison::Less, b).map(Value::Bool),
        BinaryOp::Le => return a.compare(Comparison::LessEqual, b).map(Value::Bool),
        BinaryOp::Gt => return a.compare(Comparison::Greater, b).map(Value::Bool),
        BinaryOp::Ge => return a.compare(Comparison::GreaterEqual, b).map(Value::Bool),
        BinaryOp::In => contains(b, a)?.map(Value::Bool),
        BinaryOp::NotIn => contains(b, a)?.map(|found| Value::Bool(!found)),
        _ => arithmetic(op, a, b, dialect)?,
    };
    if let Some(value) = result {
        return Ok(value);
    }
    if let Value::Host(host) = a
        && let Some(value) = host.binary(op, b, Side::Left)?
    {
        return Ok(value);
    }
    if let Value::Host(host) = b
        && let Some(value) = host.binary(op, a, Side::Right)?
    {
        return Ok(value);
    }
    Err(unknown(op, a, b))
}

#[cold]
fn unknown(op: BinaryOp, a: &Value, b: &Value) -> Error {
    let (left, right) = (a.type_name(), b.type_name());
    let error = Error::new(format!("unknown binary op: {left} {} {right}", op.sign()))
        .note(hints::unknown_operator(op, a, b));
    match op {
        BinaryOp::BitOr => error.with_hint("use 'or' instead of '|' for logical-or"),
        BinaryOp::BitAnd => error.with_hint("use 'and' instead of '&' for logical-and"),
        _ => error,
    }
}

fn arithmetic(op: BinaryOp, a: &Value, b: &Value, dialect: &Dialect) -> Result<Option<Value>> {
    let is_number =
        |value: &Value| matches!(value, Value::Int(_) | Value::BigInt(_) | Value::Float(_));
    if is_number(a) && is_number(b) {
        return number::binary(op, a, b, dialect.floored_float_modulo);
    }
    Ok(Some(match (op, a, b) {
        (BinaryOp::Add, Value::Str(x), Value::Str(y)) => Value::Str(concat(x, y)?),
        (BinaryOp::Mod, Value::Str(template), args) => {
            Value::Str(format::format_percent(template, args, dialect.float_text)?)
        }
        (BinaryOp::Add, Value::List(x), Value::List(y)) => {
            memory::reserve((x.len() + y.len()) * size_of::<Value>())?;
            let mut items = Vec::with_capacity(x.len() + y.len());
            items.extend_from_slice(&x.borrow());
            items.extend_from_slice(&y.borrow());
            Value::list(items)
        }
        (BinaryOp::Add, Value::Tuple(x), Value::Tuple(y)) => {
            memory::reserve_items::<Value>(x.len() + y.len())?;
            Value::tuple([&x[..], &y[..]].concat())
        }
        (
            BinaryOp::Mul,
            Value::Str(_) | Value::List(_) | Value::Tuple(_),
            Value::Int(_) | Value::BigInt(_),
        ) => return repeat(a, b).map(Some),
        (
            BinaryOp::Mul,
            Value::Int(_) | Value::BigInt(_),
            Value::Str(_) | Value::List(_) | Value::Tuple(_),
        ) => return repeat(b, a).map(Some),
        (BinaryOp::BitOr, Value::Dict(x), Value::Dict(y)) if dialect.extensions => {
            meter::work(x.len())?;
            memory::check_live(x.len() * 2 * size_of::<(Value, Value)>())?;
            let dict = x.copy();
            extend_dict(&dict, y)?;
            Value::Dict(dict)
        }
        (_, Value::Set(x), Value::Set(y)) => return set_operator(op, x, y, dialect),
        _ => return Ok(None),
    }))
}

fn set_operator(op: BinaryOp, x: &Set, y: &Set, dialect: &Dialect) -> Result<Option<Value>> {
    memory::reserve_items::<Value>(x.len() + y.len())?;
    meter::work(x.len() + y.len())?;
    let (left, right) = (x.items(), y.items());
    let outside = |items: Vec<Value>, other: &Set| -> Result<Vec<Value>> {
        let mut kept = Vec::new();
        for item in items {
            if !other.contains(&item)? {
                kept.push(item);
            }
        }
        Ok(kept)
    };
    let items = match op {
        BinaryOp::BitOr => left.into_iter().chain(right).collect(),
        BinaryOp::BitAnd => {
            // The order is that of the smaller set.
            let (items, other) = if left.len() > right.len() { (right, x) } else { (left, y) };
            let mut kept = Vec::new();
            for item in items {
                if other.contains(&item)? {
                    kept.push(item);
                }
            }
            kept
        }
        BinaryOp::BitXor => {
            let mut items = outside(left, y)?;
            items.extend(outside(right, x)?);
            items
        }
        BinaryOp::Sub if dialect.extensions => outside(left, y)?,
        _ => return Ok(None),
    };
    Set::from_items(items).map(|set| Some(Value::Set(set)))
}

fn extend_dict(dict: &Dict, more: &Dict) -> Result<()> {
    memory::reserve_items::<(Value, Value)>(more.len())?;
    for (key, value) in more.entries() {
        meter::work(1)?;
        dict.insert(key, value)?;
    }
    Ok(())
}

/// `x + y` of two strings.
pub(super) fn concat(x: &Text, y: &Text) -> Result<Text> {
    memory::reserve(x.len() + y.len())?;
    Ok(x.concat(y))
}

/// Returns how often to repeat `len` elements. Counts have 32 bits, and the result is limited.
pub(crate) fn repeat_count(len: usize, times: &Value) -> Result<usize> {
    let count = match times {
        _ if len == 0 => Some(0),
        Value::Int(times) => i32::try_from(*times).ok(),
        _ => None,
    };
    let Some(count) = count else {
        return Err(Error::new(format!("repeat count {} too large", times.to_repr())));
    };
    let count = usize::try_from(count).unwrap_or(0);
    if len.checked_mul(count).is_none_or(|total| total > MAX_REPEAT) {
        return Err(Error::new(format!("excessive repeat ({len} * {count} elements)")));
    }
    Ok(count)
}

fn repeat(value: &Value, times: &Value) -> Result<Value> {
    Ok(match value {
        Value::Str(text) => {
            let times = repeat_count(text.len(), times)?;
            memory::reserve(text.len() * times)?;
            match text.as_str() {
                Some(text) => Value::from(text.repeat(times)),
                None => Value::Str(text.as_bytes().repeat(times).into()),
            }
        }
        Value::List(list) => {
            let times = repeat_count(list.len(), times)?;
            memory::reserve(list.len() * times * size_of::<Value>())?;
            Value::list(repeat_items(&list.borrow(), times))
        }
        Value::Tuple(items) => {
            let times = repeat_count(items.len(), times)?;
            memory::reserve(items.len() * times * size_of::<Value>())?;
            Value::tuple(repeat_items(items, times))
        }
        _ => Value::None,
    })
}

fn repeat_items(items: &[Value], times: usize) -> Vec<Value> {
    let mut repeated = Vec::with_capacity(items.len() * times);
    for _ in 0..times {
        repeated.extend_from_slice(items);
    }
    repeated
}

/// `needle in haystack`; `None` if it is not defined.
fn contains(haystack: &Value, needle: &Value) -> Result<Option<bool>> {
    Ok(Some(match haystack {
        Value::List(list) => any_equal(&list.borrow(), needle)?,
        Value::Tuple(items) => any_equal(items, needle)?,
        // A value that cannot be a key is not in the dict.
        Value::Dict(dict) => match dict.contains(needle) {
            Err(error) if error.is_catchable() => false,
            found => found?,
        },
        Value::Set(set) => set.contains(needle)?,
        Value::Str(text) => {
            let Value::Str(needle) = needle else {
                let kind = needle.type_name();
                let message = format!("'in <string>' requires string as left operand, not {kind}");
                return Err(Error::new(message));
            };
            meter::scan(text.len())?;
            memchr::memmem::find(text.as_bytes(), needle.as_bytes()).is_some()
        }
        Value::Range(range) => match needle {
            Value::Int(int) => range.contains(*int),
            // A float counts by its integer part.
            Value::Float(float) if float.is_finite() => range.contains(*float as i64),
            Value::Float(_) | Value::BigInt(_) => false,
            _ => {
                let kind = needle.type_name();
                let message = format!("'in <range>' requires integer as left operand, not {kind}");
                return Err(Error::new(message));
            }
        },
        Value::Host(host) => return host.contains(needle),
        _ => return Ok(None),
    }))
}

fn any_equal(items: &[Value], needle: &Value) -> Result<bool> {
    for item in items {
        meter::work(1)?;
        if item.equals(needle)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// `op a`.
pub(super) fn unary(op: UnaryOp, value: &Value) -> Result<Value> {
    let result = match (op, value) {
        (UnaryOp::Not, _) => Some(Value::Bool(!value.truth())),
        (UnaryOp::Minus, _) => number::negate(value),
        (UnaryOp::Plus, Value::Int(_) | Value::BigInt(_) | Value::Float(_)) => Some(value.clone()),
        (UnaryOp::Invert, Value::Int(int)) => Some(Value::Int(!int)),
        (UnaryOp::Invert, Value::BigInt(int)) => Some(Value::from(-&***int - 1)),
        _ => None,
    };
    result.ok_or_else(|| {
        let sign = match op {
            UnaryOp::Not => "not ",
            UnaryOp::Minus => "- ",
            UnaryOp::Plus => "+ ",
            UnaryOp::Invert => "~ ",
        };
        Error::new(format!("unknown unary op: {sign}{}", value.type_name()))
    })
}

/// `left op= right`: collections are changed in place, so that all references see it.
pub(super) fn inplace(
    op: BinaryOp,
    left: Value,
    right: &Value,
    dialect: &Dialect,
) -> Result<Value> {
    match (op, &left, right) {
        (BinaryOp::Add, Value::Str(_), Value::Str(more)) => {
            let Value::Str(mut text) = left else {
                return Ok(Value::None);
            };
            memory::reserve(text.len() + more.len())?;
            text.push(more);
            return Ok(Value::Str(text));
        }
        (BinaryOp::Add, Value::List(list), _) => {
            if let Some(items) = right.iterate() {
                let items = items.gather()?;
                memory::reserve_items::<Value>(list.len() + items.len())?;
                list.edit("apply += to", |list| list.extend(items))?;
                return Ok(left);
            }
        }
        (BinaryOp::BitOr, Value::Dict(dict), Value::Dict(more)) if dialect.extensions => {
            extend_dict(dict, more)?;
            return Ok(left);
        }
        _ => {}
    }
    binary(op, &left, right, dialect)
}
