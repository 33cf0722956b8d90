//! The assertions of the public test files.

use std::cell::{Cell, RefCell};

use yardstick_starlark::{
    Args, Comparison, Environment, Error, Freezer, HostRef, HostValue, Module, NativeModule,
    Result, Side, Text, Thread, Value, spelling::suggestion, syntax::BinaryOp,
};

use super::expect::matches;

fn eq(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [a, b] = args.exactly()?;
    if a.equals(b)? {
        return Ok(Value::None);
    }
    let (a, b) = (thread.to_repr(a)?, thread.to_repr(b)?);
    Err(Error::new(format!("{a} != {b}")))
}

fn ne(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [a, b] = args.exactly()?;
    if !a.equals(b)? {
        return Ok(Value::None);
    }
    let (a, b) = (thread.to_repr(a)?, thread.to_repr(b)?);
    Err(Error::new(format!("{a} == {b}")))
}

fn holds(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let args_seen = args.between(1, 2)?;
    if args_seen[0].truth() {
        return Ok(Value::None);
    }
    let message = args_seen.get(1).map_or_else(|| "assertion failed".to_owned(), Value::to_repr);
    Err(Error::new(message))
}

fn lt(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [a, b] = args.exactly()?;
    if a.compare(Comparison::Less, b)? {
        return Ok(Value::None);
    }
    let (a, b) = (thread.to_repr(a)?, thread.to_repr(b)?);
    Err(Error::new(format!("{a} is not less than {b}")))
}

fn contains(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [haystack, needle] = args.exactly()?;
    for item in haystack.try_iterate()? {
        if item.equals(needle)? {
            return Ok(Value::None);
        }
    }
    let (haystack, needle) = (thread.to_repr(haystack)?, thread.to_repr(needle)?);
    Err(Error::new(format!("{haystack} does not contain {needle}")))
}

fn fails(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    let args_seen = args.between(1, 2)?;
    let pattern = args_seen.get(1).and_then(Value::as_str).unwrap_or("");
    match thread.call(&args_seen[0], &[], &[]) {
        Ok(_) => Err(Error::new("evaluation succeeded unexpectedly")),
        Err(error) if !error.is_catchable() => Err(error),
        Err(error) if matches(pattern, error.message(), false) => Ok(Value::None),
        Err(error) => {
            let message = error.message();
            Err(Error::new(format!(
                "regular expression ({pattern}) did not match error ({message})"
            )))
        }
    }
}

fn catch(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [function] = args.exactly()?;
    match thread.call(function, &[], &[]) {
        Ok(_) => Ok(Value::None),
        Err(error) if error.is_catchable() => Ok(Value::from(error.message())),
        Err(error) => Err(error),
    }
}

fn freeze(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [value] = args.exactly()?;
    Freezer::freeze([value]);
    Ok(value.clone())
}

fn matches_function(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [pattern, text] = args.exactly()?;
    let (Some(pattern), Some(text)) = (pattern.as_str(), text.as_str()) else {
        return Err(Error::new("want strings"));
    };
    Ok(Value::Bool(matches(pattern, text, false)))
}

fn struct_of(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    Args::new(args.positional, &[]).none()?;
    Ok(Value::host(Struct { fields: args.keywords.to_vec() }))
}

fn assert_value() -> Value {
    let member = |name: &str, run: fn(&mut Thread, Args<'_>) -> Result<Value>| {
        (Text::from(name), Value::native(format!("assert.{name}"), run))
    };
    Value::host(NativeModule::new(
        "assert",
        vec![
            member("eq", eq),
            member("ne", ne),
            member("true", holds),
            member("lt", lt),
            member("contains", contains),
            member("fails", fails),
            member("fail", |_, args| {
                let message = args.positional.first().map_or(String::new(), Value::to_repr);
                Err(Error::new(message))
            }),
        ],
    ))
}

/// Returns the module for `load("assert.star", ...)`.
pub(crate) fn module() -> Module {
    Module::native(vec![
        ("assert".into(), assert_value()),
        ("freeze".into(), Value::native("freeze", freeze)),
        ("catch".into(), Value::native("catch", catch)),
        ("struct".into(), Value::native("struct", struct_of)),
    ])
}

/// Defines what is available without loading.
pub(crate) fn define(environment: &mut Environment) {
    environment.set("assert", assert_value());
    environment.set("freeze", Value::native("freeze", freeze));
    environment.set("catch", Value::native("catch", catch));
    environment.set("matches", Value::native("matches", matches_function));
    environment.set("struct", Value::native("struct", struct_of));
    environment.set("fibonacci", Value::host(Fibonacci));
    environment.set(
        "hasfields",
        Value::native("hasfields", |_, args| {
            args.none()?;
            Ok(Value::host(HasFields::default()))
        }),
    );
    environment.set("assert_", Value::native("assert_", holds));
    environment.set("assert_true", Value::native("assert_true", holds));
    environment.set("assert_eq", Value::native("assert_eq", eq));
    environment.set("assert_ne", Value::native("assert_ne", ne));
    environment.set("assert_lt", Value::native("assert_lt", lt));
    environment.set("assert_contains", Value::native("assert_contains", contains));
    environment.set("assert_fails", Value::native("assert_fails", fails));
}

/// An endless iterable.
struct Fibonacci;

impl HostValue for Fibonacci {
    fn type_name(&self) -> &'static str {
        "fibonacci"
    }

    fn iterate(&self) -> Option<Box<dyn Iterator<Item = Value>>> {
        let mut pair = (0_i64, 1);
        Some(Box::new(std::iter::from_fn(move || {
            let now = pair.0;
            pair = (pair.1, now.checked_add(pair.1)?);
            Some(Value::Int(now))
        })))
    }

    fn repr(&self) -> String {
        "fibonacci".to_owned()
    }
}

/// A value with fields that can be set, and its own operator.
#[derive(Default)]
struct HasFields {
    fields: RefCell<Vec<(Text, Value)>>,
    frozen: Cell<bool>,
}

impl HostValue for HasFields {
    fn type_name(&self) -> &'static str {
        "hasfields"
    }

    fn attr(&self, name: &str) -> Result<Option<Value>> {
        let fields = self.fields.borrow();
        Ok(fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value.clone()))
    }

    fn attr_names(&self) -> Vec<Text> {
        self.fields.borrow().iter().map(|(name, _)| name.clone()).collect()
    }

    fn set_attr(&self, name: &str, value: Value) -> Result<()> {
        if self.frozen.get() {
            return Err(Error::new("cannot set field on a frozen hasfields"));
        }
        if name.starts_with("no") {
            let names = self.attr_names();
            let names: Vec<_> = names.iter().map(Text::to_lossy).collect();
            let near = suggestion(name, ".", names.iter().map(|name| &**name));
            return Err(Error::new(format!("hasfields has no .{name} field{near}")));
        }
        let mut fields = self.fields.borrow_mut();
        fields.retain(|(field, _)| *field != name);
        fields.push((name.into(), value));
        Ok(())
    }

    fn binary(&self, op: BinaryOp, other: &Value, side: Side) -> Result<Option<Value>> {
        let is_defined =
            (op, side) == (BinaryOp::Add, Side::Right) && matches!(other, Value::List(_));
        Ok(is_defined.then_some(Value::Int(42)))
    }

    fn repr(&self) -> String {
        "hasfields".to_owned()
    }

    fn freeze(&self, freezer: &mut Freezer) {
        if !self.frozen.replace(true) {
            self.fields.borrow().iter().for_each(|(_, value)| freezer.visit(value));
        }
    }
}

/// Named fields, compared by content.
struct Struct {
    fields: Vec<(Text, Value)>,
}

impl HostValue for Struct {
    fn type_name(&self) -> &'static str {
        "struct"
    }

    fn attr(&self, name: &str) -> Result<Option<Value>> {
        Ok(self.fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value.clone()))
    }

    fn attr_names(&self) -> Vec<Text> {
        self.fields.iter().map(|(name, _)| name.clone()).collect()
    }

    fn equals(&self, other: &HostRef) -> Result<Option<bool>> {
        let Some(other) = other.downcast::<Struct>() else {
            return Ok(Some(false));
        };
        if self.fields.len() != other.fields.len() {
            return Ok(Some(false));
        }
        for (name, value) in &self.fields {
            match other.fields.iter().find(|(field, _)| field == name) {
                Some((_, same)) if value.equals(same)? => {}
                _ => return Ok(Some(false)),
            }
        }
        Ok(Some(true))
    }

    fn repr(&self) -> String {
        let fields: Vec<String> = self
            .fields
            .iter()
            .map(|(name, value)| format!("{name} = {}", value.to_repr()))
            .collect();
        format!("struct({})", fields.join(", "))
    }

    fn freeze(&self, freezer: &mut Freezer) {
        self.fields.iter().for_each(|(_, value)| freezer.visit(value));
    }
}
