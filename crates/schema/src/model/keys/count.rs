//! `expects=`: the number of items that a pattern must match.

use yardstick_starlark::{Error, Result, Thread, Value};

/// The expected number of items.
#[derive(Clone, Debug)]
pub enum Count {
    /// Exactly this many.
    Exactly(i64),
    /// At least this many.
    AtLeast(i64),
    /// Every number for which a function returns `True`.
    Function(Value),
    /// Any of these.
    OneOf(Vec<Count>),
}

impl Count {
    /// Any number, including zero.
    pub const ANY: Count = Count::AtLeast(0);

    /// Reads an argument: a number, `"n+"`, a function, or a list of these.
    pub(crate) fn read(value: &Value) -> Option<Self> {
        match value {
            Value::List(list) if !list.is_empty() => {
                let simple = |value: &Value| match value {
                    Value::List(_) => None,
                    other => Count::read(other),
                };
                list.borrow().iter().map(simple).collect::<Option<_>>().map(Count::OneOf)
            }
            Value::Int(number) if *number >= 0 => Some(Count::Exactly(*number)),
            Value::Str(text) => {
                let number = text.as_str()?.strip_suffix('+')?;
                let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
                number.parse().ok().filter(|_| digits).map(Count::AtLeast)
            }
            function if function.is_callable() => Some(Count::Function(function.clone())),
            _ => None,
        }
    }

    /// Whether any number is allowed.
    pub fn is_any(&self) -> bool {
        matches!(self, Count::AtLeast(0))
    }

    /// Whether zero is allowed, as far as that is known without running functions.
    pub(crate) fn allows_none(&self) -> bool {
        match self {
            Count::Exactly(number) | Count::AtLeast(number) => *number == 0,
            Count::Function(_) => false,
            Count::OneOf(counts) => counts.iter().any(Count::allows_none),
        }
    }

    /// Whether `found` items are allowed.
    pub(crate) fn allows(&self, thread: &mut Thread, found: i64) -> Result<bool> {
        match self {
            Count::Exactly(number) => Ok(found == *number),
            Count::AtLeast(number) => Ok(found >= *number),
            Count::Function(function) => match thread.call(function, &[Value::Int(found)], &[])? {
                Value::Bool(answer) => Ok(answer),
                other => {
                    let was = other.type_name();
                    Err(Error::new(format!("want expects= to be bool, got {was}")))
                }
            },
            Count::OneOf(counts) => {
                for count in counts {
                    if count.allows(thread, found)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Describes the number: `1 or more`.
    pub fn describe(&self) -> String {
        match self {
            Count::Exactly(number) => format!("exactly {number}"),
            Count::AtLeast(number) => format!("{number} or more"),
            Count::Function(_) => "as many as expects= allows".to_owned(),
            Count::OneOf(counts) => {
                let words = counts.iter().map(|count| match count {
                    Count::Exactly(number) => number.to_string(),
                    other => other.describe(),
                });
                words.collect::<Vec<_>>().join(" or ")
            }
        }
    }
}
