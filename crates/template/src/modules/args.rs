//! Reads the arguments of module functions, and creates the errors for wrong ones.
//!
//! Unknown keyword arguments are ignored, as in the reference. Functions for which the reference checks them call
//! [`known_keywords`].

use yardstick_starlark::{Args, Error, Result, Text, Value, hints};

use crate::{engine_type, expect_bool};

/// Returns the only positional argument.
pub fn one<'a>(args: &'a Args<'_>) -> Result<&'a Value> {
    match args.positional {
        [value] => Ok(value),
        _ => Err(Error::arguments("expected exactly one argument")),
    }
}

/// Returns the only positional argument, a string.
pub fn one_string<'a>(args: &'a Args<'_>) -> Result<&'a Text> {
    one(args).and_then(string)
}

/// Returns the two positional arguments.
pub fn two<'a>(args: &'a Args<'_>) -> Result<(&'a Value, &'a Value)> {
    match args.positional {
        [first, second] => Ok((first, second)),
        _ => Err(Error::arguments("expected exactly two arguments")),
    }
}

/// Rejects positional arguments.
pub fn none(args: &Args<'_>) -> Result<()> {
    match args.positional {
        [] => Ok(()),
        _ => Err(Error::arguments("expected no argument")),
    }
}

/// Returns `least` to `most` positional arguments and rejects all others, for functions whose errors start with their
/// own name.
pub fn between<'a>(
    function: &str,
    args: &'a Args<'_>,
    least: usize,
    most: usize,
) -> Result<&'a [Value]> {
    let given = args.positional;
    let (bound, wanted) = if given.len() < least {
        (if least < most { "at least " } else { "" }, least)
    } else if given.len() > most {
        (if least < most { "at most " } else { "" }, most)
    } else {
        return Ok(given);
    };
    Err(Error::argument_count(given.len(), format_args!("{bound}{wanted}")).prefixed(function))
}

/// Returns the text of a string.
pub fn string(value: &Value) -> Result<&Text> {
    match value {
        Value::Str(text) => Ok(text),
        _ => Err(Error::new(format!("expected a string, but was {}", value.type_name()))
            .note(hints::not_a_string(value))),
    }
}

/// Rejects keyword arguments that are not in `known`.
pub fn known_keywords(args: &Args<'_>, known: &[&str]) -> Result<()> {
    match args.keywords.iter().find(|(name, _)| !known.iter().any(|known| *name == *known)) {
        Some((name, _)) => Err(Error::new(format!("invalid argument name: {name}"))),
        None => Ok(()),
    }
}

/// Returns the keyword argument `name`, which must be a boolean.
pub fn flag(args: &Args<'_>, name: &str, default: bool) -> Result<bool> {
    match args.keyword(name) {
        None => Ok(default),
        Some(value) => Ok(expect_bool(value)?),
    }
}

/// Returns the keyword argument `indent`: spaces per level, 0 if absent.
pub fn indent(args: &Args<'_>) -> Result<usize> {
    const WIDEST: i64 = 8;
    match args.keyword("indent") {
        None => Ok(0),
        Some(Value::Int(blanks @ 0..=WIDEST)) => Ok(*blanks as usize),
        Some(Value::Int(_)) => {
            Err(Error::new(format!("indent value must be between 0 and {WIDEST}")))
        }
        Some(Value::BigInt(_)) => Err(Error::new("expected int64 value")),
        Some(_) => Err(Error::new("expected starlark.Int")),
    }
}

/// Converts an int or float to a float.
pub fn float(value: &Value) -> Result<f64> {
    value
        .as_f64()
        .ok_or_else(|| Error::new(format!("expected float value, but was {}", engine_type(value))))
}
