//! `expects=`: how many items a declared key stands for.

use yardstick_starlark::{Error, Result, Thread, Value};

/// How many items there are to be.
#[derive(Clone, Debug)]
pub enum Count {
    /// This many.
    Exactly(i64),
    /// This many or more.
    AtLeast(i64),
    /// As many as a function answers with `True` to.
    Function(Value),
    /// As any of these says.
    OneOf(Vec<Count>),
}

impl Count {
    /// Any number, none included.
    pub const ANY: Count = Count::AtLeast(0);

    /// What an argument means: a number, `"n+"`, a function, or a list of these.
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

    /// Whether any number is fine.
    pub fn is_any(&self) -> bool {
        matches!(self, Count::AtLeast(0))
    }

    /// Whether none is enough, as far as that is known without running functions.
    pub(crate) fn allows_none(&self) -> bool {
        match self {
            Count::Exactly(number) | Count::AtLeast(number) => *number == 0,
            Count::Function(_) => false,
            Count::OneOf(counts) => counts.iter().any(Count::allows_none),
        }
    }

    /// Whether `found` items are as many as there are to be.
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

    /// The number in words: `1 or more`.
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
