//! The constructors `list`, `tuple`, `set` and `dict`.

use crate::args::{Args, optional};
use crate::error::{Error, Result};
use crate::format::quoted;
use crate::meter;
use crate::value::{Dict, Iter, Set, Value};
use crate::vm::Thread;

fn items(args: Args<'_>) -> Result<Vec<Value>> {
    args.no_keywords()?;
    let [iterable] = args.by_place(0)?;
    match optional::<Iter>(iterable, "1")? {
        Some(iter) => iter.gather(),
        None => Ok(Vec::new()),
    }
}

pub(super) fn list(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    items(args).map(Value::list)
}

pub(super) fn tuple(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    if let [tuple @ Value::Tuple(_)] = args.positional {
        return Ok(tuple.clone());
    }
    items(args).map(Value::tuple)
}

pub(super) fn set(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    items(args).and_then(Set::from_items).map(Value::Set)
}

pub(super) fn dict(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let dict = Dict::new();
    update(&dict, args)?;
    Ok(Value::Dict(dict))
}

/// Adds the entries of a mapping or of pairs, then the keyword arguments.
pub(super) fn update(dict: &Dict, args: Args<'_>) -> Result<()> {
    if args.positional.len() > 1 {
        let got = args.positional.len();
        return Err(Error::argument_count(got, "at most 1"));
    }
    if let Some(source) = args.positional.first() {
        let entries = match source {
            Value::Dict(other) => Some(other.entries()),
            Value::Host(host) => host.mapping(),
            _ => None,
        };
        match entries {
            Some(entries) => {
                // Each entry is copied, looked up and inserted.
                meter::work(entries.len().saturating_mul(4))?;
                for (key, value) in entries {
                    dict.insert(key, value)?;
                }
            }
            None => update_pairs(dict, source)?,
        }
    }
    let mut seen = std::collections::HashSet::new();
    for (name, value) in args.keywords {
        if !seen.insert(name.as_bytes()) {
            return Err(Error::new(format!("duplicate keyword arg: {}", quoted(name))));
        }
        dict.insert(Value::Str(name.clone()), value.clone())?;
    }
    Ok(())
}

fn update_pairs(dict: &Dict, source: &Value) -> Result<()> {
    let pairs = source
        .iterate()
        .ok_or_else(|| Error::new(format!("got {}, want iterable", source.type_name())))?;
    for (at, pair) in pairs.enumerate() {
        meter::work(1)?;
        let Some(mut items) = pair.iterate() else {
            let kind = pair.type_name();
            let message =
                format!("dictionary update sequence element #{at} is not iterable ({kind})");
            return Err(Error::new(message));
        };
        match (items.next(), items.next(), items.next()) {
            (Some(key), Some(value), None) => {
                drop(items);
                dict.insert(key, value)?;
            }
            (first, second, third) => {
                let seen = [first, second, third].into_iter().flatten().count();
                let len = pair.len().unwrap_or(seen);
                let message =
                    format!("dictionary update sequence element #{at} has length {len}, want 2");
                return Err(Error::new(message));
            }
        }
    }
    Ok(())
}
