//! Functions that inspect values, and `print` and `fail`.

use std::rc::Rc;

use yardstick_diagnostics::limits;

use crate::args::{Args, required};
use crate::dialect::Dialect;
use crate::error::{Error, Result};
use crate::meter;
use crate::value::{Bytes, Text, Value};
use crate::vm::{Thread, attr_names, get_attr, missing_attr};

fn dialect(thread: &Thread) -> Rc<Dialect> {
    thread.dialect().map_or_else(|| Rc::new(Dialect::template()), Rc::clone)
}

pub(super) fn dir(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [value] = args.exactly()?;
    let names = attr_names(value, &dialect(thread));
    Ok(Value::list(names.into_iter().map(Value::Str).collect()))
}

pub(super) fn getattr(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    args.no_keywords()?;
    let [object, name, default] = args.by_place(2)?;
    let object: &Value = required(object, "1")?;
    let name: &Text = required(name, "2")?;
    let dialect = dialect(thread);
    match (get_attr(object, name, &dialect)?, default) {
        (Some(value), _) => Ok(value),
        (None, Some(default)) => Ok(default.clone()),
        (None, None) => Err(missing_attr(object, name, &dialect)),
    }
}

pub(super) fn hasattr(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    args.no_keywords()?;
    let [object, name] = args.by_place(2)?;
    let object: &Value = required(object, "1")?;
    let name: &Text = required(name, "2")?;
    Ok(Value::Bool(get_attr(object, name, &dialect(thread))?.is_some()))
}

/// Computes Java's string hash, which programs may rely on. A character outside the basic plane counts as one.
pub(super) fn hash(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [value] = args.exactly()?;
    if let Some(bytes) = value.downcast::<Bytes>() {
        // FNV-1a of 32 bits.
        let hash = bytes.0.as_bytes().iter().fold(0x811C_9DC5_u32, |hash, &byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
        return Ok(Value::Int(i64::from(hash)));
    }
    let Value::Str(text) = value else {
        let kind = value.type_name();
        return Err(Error::new(format!("for parameter 1: got {kind}, want string or bytes")));
    };
    // The hash reads byte by byte.
    meter::scan(text.len().saturating_mul(2))?;
    let hash = text
        .to_lossy()
        .chars()
        .fold(0i32, |hash, char| hash.wrapping_mul(31).wrapping_add(char as i32));
    Ok(Value::Int(i64::from(hash)))
}

pub(super) fn type_of(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [value] = args.exactly()?;
    Ok(Value::from(value.type_name()))
}

/// Returns the texts of all arguments, joined.
fn joined(thread: &Thread, args: Args<'_>) -> Result<Text> {
    let mut separator = Text::from(" ");
    for (name, value) in args.keywords {
        match value {
            Value::Str(text) if *name == "sep" => separator = text.clone(),
            _ if *name == "sep" => {
                let kind = value.type_name();
                return Err(Error::new(format!("for parameter sep: got {kind}, want string")));
            }
            _ => return Err(Error::arguments(format!("unexpected keyword argument \"{name}\""))),
        }
    }
    let mut text = Text::EMPTY;
    for (at, value) in args.positional.iter().enumerate() {
        if at > 0 {
            text.push(&separator);
        }
        text.push(&thread.to_text(value)?);
    }
    Ok(text)
}

pub(super) fn print(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    let text = joined(thread, args)?;
    thread.printed = thread.printed.saturating_add(text.len() + 1);
    if thread.printed > limits::PRINTED_BYTES {
        let limit = limits::PRINTED_BYTES;
        return Err(Error::limit(format!("program prints more than {limit} bytes")));
    }
    thread.host().print(&text);
    Ok(Value::None)
}

/// Fails. `at=` names the part of a value that is wrong, for the caller that checks the value.
pub(super) fn fail(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    let Some(at) = args.keyword("at") else {
        return Err(Error::new(joined(thread, args)?.to_lossy().into_owned()));
    };
    let at: &Text = required(Some(at), "at")?;
    let others = args.keywords.iter().filter(|(name, _)| *name != "at");
    let others: Vec<_> = others.cloned().collect();
    let message = joined(thread, Args::new(args.positional, &others))?;
    Err(Error::new(message.to_lossy().into_owned()).at(at.to_lossy()))
}
