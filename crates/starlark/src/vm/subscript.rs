//! Subscripts: `x[i]` and `x[a:b:c]`.

use super::small::discard;
use crate::dialect::Dialect;
use crate::error::{Error, Result};
use crate::format;
use crate::hints;
use crate::memory;
use crate::value::{Range, Value, number};

/// `object[key]`.
pub(super) fn index(object: &Value, key: &Value) -> Result<Value> {
    match object {
        Value::List(list) => {
            let items = list.borrow();
            Ok(items[number::index(key, items.len(), "list")?].clone())
        }
        Value::Dict(dict) => {
            if let Some(value) = dict.get(key)? {
                return Ok(value);
            }
            let keys: Vec<Value> = dict.entries().into_iter().map(|(key, _)| key).collect();
            Err(Error::new(format!("key {} not in dict", format::to_repr(key)))
                .note(hints::missing_key(key, &keys)))
        }
        Value::Tuple(items) => Ok(items[number::index(key, items.len(), "tuple")?].clone()),
        Value::Str(text) => {
            let at = number::index(key, text.len(), "string")?;
            Ok(Value::Str(text.slice(at..at + 1)))
        }
        Value::Range(range) => Ok(Value::Int(range.get(number::index(key, range.len(), "range")?))),
        Value::Host(host) => host.index(key),
        _ => {
            let (of, object, key) = (object, object.type_name(), key.type_name());
            let note = matches!(of, Value::None).then(|| hints::NOTHING.to_owned());
            Err(Error::new(format!("unhandled index operation {object}[{key}]")).note(note))
        }
    }
}

/// `object[key] = value`.
pub(super) fn set_index(object: &Value, key: Value, value: Value) -> Result<()> {
    match object {
        Value::List(list) => {
            let at = number::index(&key, list.len(), "list")?;
            list.edit("assign to element of", |items| items[at] = value)
        }
        Value::Dict(dict) => {
            discard(dict.insert(key, value)?);
            Ok(())
        }
        Value::Host(host) => host.set_index(&key, value),
        _ => {
            let kind = object.type_name();
            let note = matches!(object, Value::Str(_)).then(|| {
                "text cannot be changed: make a new one, as in x.replace(old, new)".to_owned()
            });
            Err(Error::new(format!("{kind} value does not support item assignment")).note(note))
        }
    }
}

/// A slice of a sequence, with its bounds clamped.
struct Selection {
    start: i64,
    stop: i64,
    step: i64,
}

fn bound(value: &Value, what: &str, default: i64) -> Result<i64> {
    match value {
        Value::None => Ok(default),
        Value::Int(int) => Ok(*int),
        Value::BigInt(int) => {
            Ok(if int.sign() == num_bigint::Sign::Minus { i64::MIN } else { i64::MAX })
        }
        _ => Err(Error::new(format!("invalid {what} index: got {}, want int", value.type_name()))),
    }
}

/// The bounds and the step as written; `None` if omitted.
#[derive(Clone, Copy)]
pub(crate) struct SliceBounds<'a> {
    pub(crate) start: &'a Value,
    pub(crate) stop: &'a Value,
    pub(crate) step: &'a Value,
}

fn selection(len: usize, bounds: SliceBounds<'_>, dialect: &Dialect) -> Result<Selection> {
    let SliceBounds { start, stop, step } = bounds;
    let len = len as i64;
    let step = bound(step, "step", 1).map_err(|_| {
        let got = step.type_name();
        Error::new(if dialect.extensions {
            format!("invalid slice step: got {got}, want int")
        } else {
            format!("got {got} for slice step, want int")
        })
    })?;
    if step == 0 {
        return Err(Error::new("zero is not a valid slice step"));
    }
    let clamp = |value: i64, low: i64, high: i64| {
        let value = if value < 0 { value.saturating_add(len) } else { value };
        value.clamp(low, high)
    };
    if step > 0 {
        let start = clamp(bound(start, "start", 0)?, 0, len);
        let stop = clamp(bound(stop, "end", len)?, 0, len);
        return Ok(Selection { start, stop: stop.max(start), step });
    }
    let start = match start {
        Value::None => len - 1,
        _ => clamp(bound(start, "start", 0)?, i64::MIN, len - 1),
    };
    let stop = match stop {
        Value::None => -1,
        _ => clamp(bound(stop, "end", 0)?, -1, i64::MAX),
    };
    // If the start is below the stop, the selection is empty; ranges show which number that is.
    Ok(Selection { start: start.max(stop), stop, step })
}

impl Selection {
    /// How many items there are.
    fn len(&self) -> usize {
        let distance = if self.step > 0 { self.stop - self.start } else { self.start - self.stop };
        usize::try_from(distance).unwrap_or(0).div_ceil(self.step.unsigned_abs() as usize)
    }

    fn pick<T: Clone>(&self, items: &[T]) -> Result<Vec<T>> {
        memory::reserve_items::<T>(self.len())?;
        if self.step == 1 {
            return Ok(items[self.start as usize..self.stop as usize].to_vec());
        }
        let mut picked = Vec::with_capacity(self.len());
        let mut at = self.start;
        while if self.step > 0 { at < self.stop } else { at > self.stop } {
            picked.push(items[at as usize].clone());
            at = at.saturating_add(self.step);
        }
        Ok(picked)
    }
}

/// `object[start:stop:step]`.
pub(crate) fn slice(object: &Value, bounds: SliceBounds<'_>, dialect: &Dialect) -> Result<Value> {
    match object {
        Value::Str(text) => {
            let selected = selection(text.len(), bounds, dialect)?;
            if selected.step == 1 {
                memory::reserve(selected.len())?;
                return Ok(Value::Str(text.slice(selected.start as usize..selected.stop as usize)));
            }
            Ok(Value::Str(selected.pick(text.as_bytes())?.into()))
        }
        Value::List(list) => {
            let selected = selection(list.len(), bounds, dialect)?;
            Ok(Value::list(selected.pick(&list.borrow())?))
        }
        Value::Tuple(items) => {
            let selected = selection(items.len(), bounds, dialect)?;
            Ok(Value::tuple(selected.pick(items)?))
        }
        Value::Range(range) => {
            let selected = selection(range.len(), bounds, dialect)?;
            let number =
                |at: i64| i128::from(range.start) + i128::from(at) * i128::from(range.step);
            let narrow = |wide: i128| {
                i64::try_from(wide).map_err(|_| Error::new("range bound out of range"))
            };
            let slice = Range::new(
                narrow(number(selected.start))?,
                narrow(number(selected.stop))?,
                narrow(i128::from(range.step) * i128::from(selected.step))?,
            )?;
            Ok(Value::Range(std::rc::Rc::new(slice)))
        }
        Value::Host(host) => host.slice(bounds.start, bounds.stop, bounds.step),
        _ => Err(Error::new(format!("invalid slice operand {}", object.type_name()))),
    }
}
