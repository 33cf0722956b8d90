//! The module `@ytt:overlay` for templates: the matchers, and `overlay.apply`.

use std::sync::Arc;

use yardstick_diagnostics::Sources;
use yardstick_starlark::{Args, Error, NativeModule, Result, Text, Thread, Value};
use yardstick_template::{
    convert,
    fragment::{Content, Fragment},
};

use crate::{
    failure::Failure,
    matching::{Matcher, Operands, Pattern},
    overlayer::{Overlayer, strip_content},
};

/// Returns the module. Messages of `overlay.apply` refer to positions in `sources`.
pub fn module(sources: &Arc<Sources>) -> Value {
    let sources = Arc::clone(sources);
    let maker = |name: &'static str, make: fn(&[Value]) -> Result<Matcher>| {
        let run = move |_: &mut Thread, args: Args<'_>| make(args.positional).map(Value::host);
        Value::native(format!("overlay.{name}"), run)
    };
    let members: [(&str, Value); 8] = [
        ("all", Value::host(Matcher::All)),
        ("and_op", maker("and_op", |operands| some(operands).map(Matcher::And))),
        (
            "apply",
            Value::native("overlay.apply", move |thread, args| apply(thread, &sources, args)),
        ),
        ("index", maker("index", index)),
        ("map_key", maker("map_key", map_key)),
        (
            "not_op",
            maker("not_op", |operand| Operands::new(&[one(operand)?.clone()]).map(Matcher::Not)),
        ),
        ("or_op", maker("or_op", |operands| some(operands).map(Matcher::Or))),
        (
            "subset",
            maker("subset", |pattern| Ok(Matcher::Subset(Pattern::new(one(pattern)?.clone())))),
        ),
    ];
    let members = members.into_iter().map(|(name, value)| (Text::from(name), value)).collect();
    Value::host(NativeModule::new("overlay", members))
}

fn one(arguments: &[Value]) -> Result<&Value> {
    match arguments {
        [argument] => Ok(argument),
        _ => Err(Error::arguments("expected exactly one argument").note(Some(
            "give one argument by position, as in overlay.subset({\"kind\": \"Deployment\"})"
                .to_owned(),
        ))),
    }
}

fn some(arguments: &[Value]) -> Result<Operands> {
    if arguments.is_empty() {
        return Err(Error::arguments("expected at least one argument"));
    }
    Operands::new(arguments)
}

fn index(arguments: &[Value]) -> Result<Matcher> {
    match one(arguments)? {
        Value::Int(index) => Ok(Matcher::Index(*index)),
        Value::BigInt(_) => Err(Error::new("expected int64 value")),
        other => {
            let note = format!(
                "the index is a number, from 0: overlay.index({})",
                match other {
                    Value::Str(text) => text.to_string(),
                    _ => "0".to_owned(),
                }
            );
            Err(Error::new("expected starlark.Int").note(Some(note)))
        }
    }
}

fn map_key(arguments: &[Value]) -> Result<Matcher> {
    match one(arguments)? {
        Value::Str(key) => Ok(Matcher::MapKey(key.clone())),
        other => Err(Error::new(format!("expected a string, but was {}", other.type_name()))
            .note(Some("give the name of a key: overlay.map_key(\"name\")".to_owned()))),
    }
}

/// `overlay.apply(left, right...)`. A fragment given as left is edited for all its owners.
fn apply(thread: &mut Thread, sources: &Sources, args: Args<'_>) -> Result<Value> {
    let [left, right @ ..] = args.positional else {
        return Err(Error::arguments("expected exactly at least argument"));
    };
    let mut content = content(left)?;
    let right = right.iter().map(self::content).collect::<Result<Vec<_>>>()?;
    if !right.is_empty() {
        let mut overlayer = Overlayer::new(thread, sources);
        for right in &right {
            overlayer.content(&mut content, right).map_err(Failure::into_error)?;
        }
        strip_content(&mut content);
    }
    match left.downcast::<Fragment>() {
        Some(fragment) => {
            fragment.set_content(content);
            Ok(left.clone())
        }
        None => Ok(Fragment::of(content)),
    }
}

/// Converts an argument to nodes.
fn content(value: &Value) -> Result<Content> {
    match value.downcast::<Fragment>() {
        Some(fragment) => Ok(fragment.content()),
        None => convert::to_yaml(value).map(Content::Value),
    }
}
