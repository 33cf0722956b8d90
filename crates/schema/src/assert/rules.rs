//! The named rules as objects with a function `check`.

use yardstick_starlark::{Args, Error, HostValue, Result, Thread, Value};
use yardstick_template::structs::Struct;

use super::exactly;
use crate::validate::{Bound, Length, OneNotNull, OneOf, Rule, rules};

pub(super) fn min(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [bound] = exactly::<1>(&args)?;
    Ok(assertion(Value::host(Check::Rule(Rule::Min(Bound::new(bound.clone()))))))
}

pub(super) fn max(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [bound] = exactly::<1>(&args)?;
    Ok(assertion(Value::host(Check::Rule(Rule::Max(Bound::new(bound.clone()))))))
}

pub(super) fn min_len(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    Ok(assertion(Value::host(Check::Rule(Rule::MinLength(length(&args)?)))))
}

pub(super) fn max_len(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    Ok(assertion(Value::host(Check::Rule(Rule::MaxLength(length(&args)?)))))
}

fn length(args: &Args<'_>) -> Result<Length> {
    let [number] = exactly::<1>(args)?;
    Length::new(number).ok_or_else(|| {
        Error::new(format!("expected value to be an number, but was {}", number.type_name()))
    })
}

/// Without an argument an object; with one the check itself.
pub(super) fn not_null(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    match args.positional {
        [] => Ok(assertion(Value::host(Check::NotNull))),
        [value] => refuse_null(value),
        more => Err(Error::new(format!("got {} arguments, want at most 1", more.len()))),
    }
}

fn refuse_null(value: &Value) -> Result<Value> {
    match value {
        Value::None => Err(Error::new(format!("fail: {}", rules::not_null().1))),
        _ => Ok(Value::Bool(true)),
    }
}

pub(super) fn one_not_null(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let rule = match args.positional {
        [] | [Value::Bool(true)] => OneNotNull::all(),
        [Value::Bool(false)] => return Err(Error::new("one_not_null() cannot be False")),
        [keys] => OneNotNull::of(keys).ok_or_else(|| {
            Error::new(format!("expected a sequence of keys, but was a '{}'", keys.type_name()))
        })?,
        more => return Err(Error::new(format!("got {} arguments, want 1", more.len()))),
    };
    Ok(assertion(Value::native("check", move |_, args| {
        let [value] = exactly::<1>(&args)?;
        rule.check(value).map(|()| Value::Bool(true))
    })))
}

pub(super) fn one_of(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let rule = match args.positional {
        [] => return Err(Error::new("got 0 arguments, want at least 1")),
        [list] => OneOf::new(list).ok_or_else(|| {
            Error::new(format!("expected a sequence, but was a '{}'", list.type_name()))
        })??,
        items => OneOf::of(items, &Value::list(items.to_vec()))?,
    };
    Ok(assertion(Value::host(Check::Rule(Rule::OneOf(rule)))))
}

/// An object whose `check` is `check`.
pub(super) fn assertion(check: Value) -> Value {
    let refusal = "@ytt:assert.assertion does not encode (did you mean to call check()?)";
    Value::host(Struct::opaque("@ytt:assert.assertion", vec![("check".into(), check)], refusal))
}

/// The function `check` of a rule. Its errors are not prefixed with a name, as those of native
/// functions are.
pub(super) enum Check {
    Rule(Rule),
    NotNull,
}

impl HostValue for Check {
    fn type_name(&self) -> &'static str {
        "function"
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, thread: &mut Thread, args: Args<'_>) -> Result<Value> {
        let value = match args.positional {
            [value] => value,
            // The reference writes these checks as functions of its own language.
            [] => return Err(Error::new("function lambda missing 1 argument (val)")),
            more => {
                let given = more.len();
                return Err(Error::new(format!(
                    "function lambda accepts 1 positional argument ({given} given)"
                )));
            }
        };
        match self {
            Check::Rule(rule) => rule.check(thread, value).map(|()| Value::Bool(true)),
            Check::NotNull => refuse_null(value),
        }
    }

    fn repr(&self) -> String {
        "<function check>".to_owned()
    }
}
