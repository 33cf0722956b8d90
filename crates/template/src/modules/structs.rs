//! `@ytt:struct`: structs, and functions bound to an object.

use yardstick_starlark::{
    Args, Error, Result, Thread, Value,
    memory::{self, Charge},
};

use super::args;
use crate::{convert, structs::Struct, tree::Yaml};

pub(super) fn module() -> Value {
    super::of_functions(
        "struct",
        &[
            ("make", make),
            ("make_and_bind", make_and_bind),
            ("bind", bind),
            ("encode", encode),
            ("decode", decode),
        ],
    )
}

fn make(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    if !args.positional.is_empty() {
        return Err(Error::new(
            "unexpected positional arguments (structs are made from keyword arguments only)",
        )
        .note(Some("write struct.make(a=1), or struct.encode(x) for a dict".to_owned())));
    }
    Ok(Value::host(Struct::new(args.keywords.to_vec())))
}

/// Creates a struct whose functions get the given object as their first argument.
fn make_and_bind(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let [object] = args.positional else {
        return Err(Error::new("expected at exactly one argument"));
    };
    let fields = args.keywords.iter().map(|(name, value)| {
        let value = if value.is_callable() {
            bound(value.clone(), vec![object.clone()])
        } else {
            value.clone()
        };
        (name.clone(), value)
    });
    Ok(Value::host(Struct::new(fields.collect())))
}

fn bind(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    match args.positional {
        [function, first @ ..] if !first.is_empty() => Ok(bound(function.clone(), first.to_vec())),
        _ => Err(Error::arguments("expected at least two arguments")),
    }
}

/// Returns `function` with its first arguments bound.
fn bound(function: Value, first: Vec<Value>) -> Value {
    let charge = Charge::new(first.capacity() * size_of::<Value>());
    Value::native("struct.bind_result", move |thread, args| {
        let _counted = &charge;
        memory::reserve_items::<Value>(first.len() + args.positional.len())?;
        let mut all = first.clone();
        all.extend_from_slice(args.positional);
        thread.call(&function, &all, args.keywords)
    })
}

/// Converts dicts, at any depth, to structs.
fn encode(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let yaml = convert::to_yaml(args::one(args)?)?;
    check_keys(&yaml)?;
    Ok(convert::to_structs(&yaml))
}

/// Converts structs, at any depth, to dicts.
fn decode(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    convert::to_dicts(&convert::to_yaml(args::one(args)?)?)
}

/// Checks that all keys are strings, because fields have names. The conversion has limited the depth.
fn check_keys(yaml: &Yaml) -> Result<()> {
    match yaml {
        Yaml::Map(map) => map.items().iter().try_for_each(|item| match &item.key {
            Yaml::Text(_) => check_keys(&item.value),
            key => {
                let key = convert::display_key(key);
                Err(Error::new(format!("expected struct key {key} to be string")))
            }
        }),
        Yaml::Array(array) => array.items.iter().try_for_each(|item| check_keys(&item.value)),
        _ => Ok(()),
    }
}
